"""What may go wrong, and what comes of it: raw graphs, which serve every property, become those of the one asked for.

Lowering says where something may go wrong (`raw.Check`), not what comes of it. A check of the property that is asked
becomes an error location; one of another property ends the process, discards the execution, or is forgotten, as C has
it. Who only reads, and who waits for a thread that was never created, matters for some properties only. Entry point:
`put_in`.
"""

from __future__ import annotations

from copy import copy

from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import Asked, ProgramContext
from threadproof.ir import op as O
from threadproof.ir.program import ErrorLocation
from threadproof.logic import term as T
from threadproof.properties import Kind, Property
from threadproof.records import replace


def put_in(lowered: ProgramContext, asked: Property, *, is_weak: bool, orders: bool, model: str = "") -> ProgramContext:
    """A copy with the checks of this property; what was lowered stays as it is.

    `is_weak`: stores may be late. `orders`: an exchange that fails has an order of its own. `model`: of the machine.
    """
    context = copy(lowered)
    context.scope, context.unsupported, context.opaque = dict(lowered.scope), lowered.unsupported, dict(lowered.opaque)
    if context.cooperative is not None:
        context.scheduler = context.cooperative.scheduler(context.any_order, asked.has(Kind.LOST_EVENT))
    races = asked.has(Kind.RACE)
    context.asked = Asked(memory=asked.has(Kind.LEAK), races=races, bytes=races or is_weak, orders=orders)
    context.templates = {name: _Checks(context, t, asked, model).template for name, t in lowered.templates.items()}
    return context


_ACQUIRING = (O.Order.CONSUME, O.Order.ACQUIRE, O.Order.ACQ_REL)


#: compilers for this machine take one order for both; for these some put a fence on one of the two ways only
_MERGING, _UNCLEAR = "armv8", ("rmo", "power")


def _compiled(succeeds: O.Order, fails: O.Order) -> O.Order:
    """One that is enough for both."""
    if O.Order.SEQ_CST in (succeeds, fails):
        return O.Order.SEQ_CST
    if fails in _ACQUIRING and succeeds is O.Order.RELAXED:
        return O.Order.ACQUIRE
    if fails in _ACQUIRING and succeeds is O.Order.RELEASE:
        return O.Order.ACQ_REL
    return succeeds


class _Checks:
    def __init__(self, context: ProgramContext, lowered: R.RawTemplate, asked: Property, model: str) -> None:
        self._context = context
        self._asked = asked
        self._errors: dict[tuple[str, str], int] = {}
        self.template = copy(lowered)
        self.template.edges, self.template.errors, self.template.discards = [], {}, dict(lowered.discards)
        for e in lowered.edges:
            match e.op:
                case R.Check():
                    self._check(e, e.op)
                case R.MemAccess(stores_if=T.Term()) if not context.asked.orders:
                    stores_if = e.op.stores_if if context.asked.races else None
                    order = e.op.order if e.op.orders is None else _compiled(*e.op.orders)
                    if order is not e.op.order and model in _UNCLEAR:
                        why = O.Unsupported("an exchange that orders more if it fails")
                        self._add(e, why, self.template.exit)
                        continue
                    order = order if model == _MERGING else e.op.order
                    self._add(e, replace(e.op, stores_if=stores_if, order=order, orders=None))
                case R.MustBeThread() if asked.has(Kind.DEADLOCK, Kind.ENDLESS):
                    self._add(e, replace(e.op, is_exact=True))
                case R.UnknownCall() if asked.has(Kind.ENDLESS):
                    self._add(e, replace(e.op, must_end=True), note=e.note)
                case _:
                    self.template.edges.append(e)

    def _check(self, e: R.RawEdge, check: R.Check) -> None:
        is_wrong = O.Step(guard=T.not_(check.holds))
        if check.property is self._asked and check.otherwise is R.Otherwise.IS_UNCLEAR:
            here = self.template.locations
            self.template.locations += 1
            self._add(e, is_wrong, here)
            self.template.edges.append(R.RawEdge(here, self.template.exit, O.Unsupported(check.text), e.origin))
        elif check.property is self._asked:
            self._add(e, is_wrong, self._error(check), "" if check.holds is T.FALSE else check.text)
        elif check.otherwise is R.Otherwise.ABORTS:
            assert check.holds is T.FALSE
            self._add(e, O.Exit("abort"), self.template.exit)
        elif check.otherwise in (R.Otherwise.IS_DISCARDED, R.Otherwise.IS_UNCLEAR):
            self.template.discards[e.source] = check.text
            if check.scope:
                self._context.scope[check.scope] = None
        else:
            self._add(e, R.Nothing())
            return
        if check.holds is not T.FALSE:
            self._add(e, O.Step(guard=check.holds))

    def _add(self, e: R.RawEdge, op: R.RawOp, target: int | None = None, note: str = "") -> None:
        self.template.edges.append(R.RawEdge(e.source, e.target if target is None else target, op, e.origin, note))

    def _error(self, check: R.Check) -> int:
        key = check.part, check.text
        if key not in self._errors:
            at = self._errors[key] = self.template.locations
            self.template.locations += 1
            self.template.errors[at] = ErrorLocation(check.property, *key)
        return self._errors[key]
