"""The edges of one template while they are made: locations, errors, discards, and what is not understood.

Where a raw edge turns out to be no step at all, its two locations become one: so a program in which something does not
matter (whether two pointers are equal by chance, when a local ends) gets no more steps than if nobody had asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.addresses import Addresses
from threadproof.frontend.memory.created import Created
from threadproof.frontend.memory.layout import Layouts, SiteInfo
from threadproof.frontend.memory.mixed import NOTHING, Mixed
from threadproof.frontend.memory.places import Places
from threadproof.frontend.memory.sites import Sites
from threadproof.frontend.memory.unset import Unset
from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import VALID_MEMSAFETY
from threadproof.records import replace


class Edges:
    def __init__(
        self,
        context: ProgramContext,
        points_to: PointsTo,
        *,
        is_multiplied: bool = False,
        mixed: Mixed = NOTHING,
        grids: Collection[int] = (),
    ) -> None:
        """`is_multiplied`: a creation will stand for any number of them (`passes.multiply`)."""
        self.context = context
        self.model = context.model
        self.points_to = points_to
        self.layouts = Layouts(context.model)
        self.sites = Sites(context, points_to, self.layouts, is_multiplied=is_multiplied, mixed=mixed, grids=grids)
        self.layouts.may_be_unset = Unset(context, points_to).may_be
        self.created = Created(context, points_to, self.sites.static_ids)
        self.places = Places(self.sites, self.layouts)
        self.addresses = Addresses(self.places)
        self.next_id = max(self.sites.static_ids.values()) + 1
        self._target_template = ""

    def _begin_template(self, raw: R.RawTemplate) -> None:
        self._target_template = raw.name
        self._locations = raw.locations
        self._out: list[Edge] = []
        self._errors = dict(raw.errors)
        self._discards = dict(raw.discards)
        self._counters: list[Var] = []
        self._rounds: dict[int, Var] = {}
        self._merged: dict[int, int] = {}
        self._ways_on = Counter(e.source for e in raw.edges)
        self._outcomes: set[Var] = set()
        self._addresses = self._address_terms(raw)
        self._substitute_plain_tests(raw)
        self._error_locations: dict[tuple[str, str], int] = {}

    def _address_terms(self, raw: R.RawTemplate) -> dict[Var, Term]:
        out: dict[Var, Term] = {}
        fixed = self.sites.static_ids.get(raw.name)
        if fixed is not None:
            out[raw.self_var] = T.const(fixed, R.OBJECT_WIDTH)
        for s in self.context.sites:
            if s.address is not None and (s.kind == "thread" or s.template == raw.name):
                info = self.sites.info(s.number)
                number = T.const(s.number, R.OBJECT_WIDTH)
                if info.instanced:
                    shifted = T.shl(T.var(raw.self_var), T.const(R.SITE_BITS, R.OBJECT_WIDTH))
                    number = T.bvor(shifted, number)
                if info.has_rounds:
                    counter = T.var(self._counter_of_rounds(info, raw))
                    number = T.bvor(T.shl(counter, self.places.round_shift(info)), number)
                out[s.address] = number
        return out

    def _counter_of_rounds(self, info: SiteInfo, raw: R.RawTemplate) -> Var:
        """What the thread itself knows of the round."""
        if not info.shared:
            return self.layouts.round_var(info, raw.name)
        v = self._rounds.get(info.site.number)
        if v is None:
            v = self._rounds[info.site.number] = Var(f"{info.site.name}.rounds", R.OBJECT_WIDTH, False)
            self._counters.append(v)
        return v

    def _substitute_plain_tests(self, raw: R.RawTemplate) -> None:
        """Where object and offset decide whether pointers are equal, the term takes the place of its outcome."""
        for e in raw.edges:
            test = e.op.test if isinstance(e.op, R.MemAccess) else e.op
            if isinstance(test, R.SamePtr):
                equality = self.addresses.equality(test.left, test.right, raw.name)
                if equality.is_plain:
                    same = T.substitute(equality.same, self._addresses)
                    self._addresses[test.target] = T.from_bool(same, test.target.width)
                    self._outcomes.add(test.target)

    def _nothing(self, raw: R.RawTemplate, e: R.RawEdge) -> None:
        """No step at all, if that is possible."""
        if self._ways_on[e.source] == 1 and e.target not in (e.source, raw.entry, raw.exit):
            self._merged[e.target] = e.source
        else:
            self._emit(e, R.NOP)

    def _merge_locations(self) -> None:
        """Locations between which nothing happens are one."""
        if not self._merged:
            return
        for x in list(self._merged):
            at, seen = x, {x}
            while at in self._merged and self._merged[at] not in seen:
                at = self._merged[at]
                seen.add(at)
            self._merged[x] = at
        now = self._merged
        self._out = [
            replace(e, source=now.get(e.source, e.source), target=now.get(e.target, e.target)) for e in self._out
        ]
        self._discards = {now.get(at, at): why for at, why in self._discards.items()}

    def _emit(
        self, e: R.RawEdge, op: O.Op, target: int | None = None, source: int | None = None, note: str = ""
    ) -> None:
        op = self._final(op)
        start = e.source if source is None else source
        end = e.target if target is None else target
        if isinstance(op, O.Step) and op.guard is T.FALSE:
            if not op.waits:
                return
            end = start  # who waits for what never comes waits for ever
        self._out.append(Edge(start, end, op, e.origin, note or e.note))

    def _final(self, op: O.Op) -> O.Op:
        """Addresses of locals become numbers."""
        m = self._addresses
        if not m:
            return op
        match op:
            case O.Step():
                if not any(v in m for t in O.reads(op) for v in t.vars):
                    return op
                ups = tuple(
                    O.Update(u.var, tuple(T.substitute(i, m) for i in u.index), T.substitute(u.value, m))
                    for u in op.updates
                )
                return O.Step(T.substitute(op.guard, m), ups, op.order, op.waits, op.role, op.lock)
            case O.Create():
                return O.Create(op.template, T.substitute(op.handle, m), tuple(T.substitute(a, m) for a in op.args))
            case O.Primitive():
                return replace(op, args=tuple(T.substitute(a, m) for a in op.args))
            case _:
                return op

    def _location(self) -> int:
        self._locations += 1
        return self._locations - 1

    def _error(self, part: str, text: str) -> int:
        key = (part, text)
        if key not in self._error_locations:
            loc = self._error_locations[key] = self._location()
            self._errors[loc] = ErrorLocation(VALID_MEMSAFETY, part, text)
        return self._error_locations[key]

    def _undefined(self, e: R.RawEdge, covered: list[Term], part: str, text: str) -> None:
        """Where none of the cases applies."""
        outside = T.not_(T.or_(*covered))
        if outside is T.FALSE:
            return
        if self.context.asked.memory:
            self._emit(e, O.Step(guard=outside), target=self._error(part, text), note=text)
        else:
            self._discards[e.source] = text

    def _unsupported(self, e: R.RawEdge, cases: list[tuple[Term, str]], *, always: bool = False) -> None:
        """`always`: there are no other cases in which control goes on."""
        order = e.op.order if isinstance(e.op, R.MemAccess) else O.Order.PLAIN
        for g, what in cases:
            middle = self._location()
            self._emit(e, O.Step(guard=g, order=order), target=middle)
            self._emit(e, O.Unsupported(what), source=middle, target=middle)
            self.context.note_unsupported(what, e.origin, always=always)

    def _unsupported_at(self, e: R.RawEdge, location: int, what: str) -> None:
        self._emit(e, O.Unsupported(what), source=location, target=location)
        self.context.note_unsupported(what, e.origin, always=True)
