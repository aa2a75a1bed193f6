"""From raw graphs to the IR: every memory access becomes edges on the variables of the objects it may touch.

A dereference is a case split over the points-to set: one edge per object and part it may be, guarded by the object
number, the bounds and, where it matters, that the object is live. Where no case applies, the access is undefined:
an edge to an error location if memory safety is checked, else the execution is discarded.

Objects that only one thread can reach are local variables of its template (escape analysis); a site that is reached
at most once has exactly one object and costs no index.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product

from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Pointer, Sync
from threadproof.frontend.lower.context import ProgramContext
from threadproof.frontend.memory.addresses import Addresses
from threadproof.frontend.memory.layout import DEAD, LIVE, SYNC_FIELDS, Layouts, SiteInfo
from threadproof.frontend.memory.places import Places, Target
from threadproof.frontend.memory.sites import Sites
from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation, HeapSite, Memory, ObjectText, PartText, Program, Root, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: pointers in arrays that are longer are not looked for one by one
MOST_FORGOTTEN = 64
#: elements of a local array that begins anew, one step each
MOST_RESET = 4096
NO_SUCH_ADDRESS = "an address at which no such object can be"
#: numbers of thread creation sites for Fresh (object sites have small numbers)
THREAD_SITES = 1 << 20


class MemoryLowering:
    def __init__(self, context: ProgramContext, points_to: PointsTo, *, is_multiplied: bool = False) -> None:
        """`is_multiplied`: a creation will stand for any number of them (`passes.multiply`)."""
        self.context = context
        self.model = context.model
        self.points_to = points_to
        self.layouts = Layouts(context.model)
        self.sites = Sites(context, points_to, self.layouts, is_multiplied=is_multiplied)
        self.places = Places(self.sites, self.layouts)
        self.addresses = Addresses(self.places)
        self.next_id = max(self.sites.static_ids.values()) + 1
        self._target_template = ""

    # ------------------------------------------------------------ templates

    def program(self, name: str) -> Program:
        templates = {n: self._template(t) for n, t in self.context.templates.items()}
        for n, t in templates.items():
            t.locals = tuple(dict.fromkeys((*t.locals, *self.layouts.locals.get(n, ()))))
        system = [self.context.ended, *self.context.result]
        if self.context.scheduler is not None:
            system += [self.context.cleanup, *self.context.event_values]
        shared = tuple(dict.fromkeys((*self.layouts.shared, *system)))
        _tell_apart(shared, templates)
        return Program(
            name=name,
            shared=shared,
            templates=templates,
            main="main",
            ended=self.context.ended,
            scheduler=self.context.scheduler,
            scope=tuple(self.context.scope),
            unsupported=tuple(self.context.unsupported),
            sources=self.context.unit.sources,
            memory=self._memory() if self.context.checks.memory else None,
            object_text=self._object_text,
            object_shift=R.SITE_BITS,
        )

    def _object_text(self, number: int) -> ObjectText | None:
        if number >= len(self.context.sites):
            return None
        site, info = self.context.sites[number], self.sites.known.get(number)
        if info is not None:
            leaves = info.leaves
        else:
            leaves = () if site.type is None else self.layouts.leaves_of(site.type)
        parts = tuple(PartText(x.offset, x.dims, x.shape) for x in leaves)
        return ObjectText(site.text, parts, site.kind == "function", info is not None and info.instanced)

    def _template(self, raw: R.RawTemplate) -> Template:
        self._target_template = raw.name
        self._locations = raw.locations
        self._out: list[Edge] = []
        self._errors = dict(raw.errors)
        self._discards = dict(raw.discards)
        self._counters: list[Var] = []
        self._merged: dict[int, int] = {}
        self._ways_on = Counter(e.source for e in raw.edges)
        self._outcomes: set[Var] = set()
        self._addresses = self._address_terms(raw)
        self._substitute_plain_tests(raw)
        self._error_locations: dict[tuple[str, str], int] = {}
        for e in raw.edges:
            self._edge(raw, e)
        self._merge_locations()
        edges: list[list[Edge]] = [[] for _ in range(self._locations)]
        for x in self._out:
            edges[x.source].append(x)
        edges[raw.exit] = []
        single = self.sites.static_ids.get(raw.name)
        locals_ = tuple(dict.fromkeys([*(v for v in raw.locals if v not in self._outcomes), *self._counters]))
        return Template(
            raw.name,
            raw.self_var,
            raw.params,
            locals_,
            self._merged.get(raw.entry, raw.entry),
            raw.exit,
            edges,
            self._errors,
            single,
            self._discards,
        )

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
                out[s.address] = number
        return out

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
                return O.Step(T.substitute(op.guard, m), ups, op.atomic, op.waits, op.role, op.lock)
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
            self._errors[loc] = ErrorLocation("valid-memsafety", part, text)
        return self._error_locations[key]

    def _edge(self, raw: R.RawTemplate, e: R.RawEdge) -> None:
        match e.op:
            case R.MemAccess():
                self._access(e, e.op)
            case R.SyncAccess():
                self._sync(e, e.op)
            case R.Alloc():
                self._alloc(raw, e, e.op)
            case R.Free():
                self._free(e, e.op)
            case R.CopyObject():
                self._copy_object(e, e.op)
            case R.Lifetime():
                self._lifetime(raw, e, e.op)
            case R.Expire():
                self._expire(raw, e, e.op)
            case O.Step(role="end") | O.Primitive(call="end"):
                self._end_thread(raw, e, e.op)
            case R.PtrToInt():
                self._to_integer(e, e.op)
            case R.IntToPtr():
                self._from_integer(e, e.op)
            case R.ComparePtr():
                self._compare(e, e.op)
            case R.SamePtr():
                self._same(raw, e, e.op)
            case O.Exit(at_return=True):
                self._return_from_main(e, e.op)
            case R.IsFunction():
                for same in self._is_function(e.op.pointer, (e.op.site,)):
                    self._emit(e, O.Step(guard=same))
            case R.IsNoFunction():
                self._no_function(e, e.op)
            case R.RawCreate():
                self._emit(e, O.Create(e.op.template, e.op.handle, e.op.args))
            case R.NewThread():
                self._new_thread(raw, e, e.op)
            case R.DifferentThreads():
                self._different_threads(raw, e, e.op)
            case _:
                self._emit(e, e.op)

    # ------------------------------------------------------------ accesses

    def _undefined(self, e: R.RawEdge, covered: list[Term], part: str, text: str) -> None:
        """Where none of the cases applies."""
        outside = T.not_(T.or_(*covered))
        if outside is T.FALSE:
            return
        if self.context.checks.memory:
            self._emit(e, O.Step(guard=outside), target=self._error(part, text), note=text)
        else:
            self._discards[e.source] = text

    def _unsupported(self, e: R.RawEdge, cases: list[tuple[Term, str]]) -> None:
        for g, what in cases:
            middle = self._location()
            self._emit(e, O.Step(guard=g), target=middle)
            self._emit(e, O.Unsupported(what), source=middle, target=middle)
            self.context.unsupported[(what, e.origin.file, e.origin.line)] = None

    def _cells(self, target: Target, t: CType) -> list[O.Cell]:
        fields = ("obj", "off") if isinstance(t, Pointer) else ("",)
        name = self._target_template
        return [O.Cell(self.layouts.cell_var(target.info, target.leaf, f, name), target.index) for f in fields]

    def _same(self, raw: R.RawTemplate, e: R.RawEdge, op: R.SamePtr) -> None:
        if op.target in self._outcomes:
            self._nothing(raw, e)
            return
        self._unsupported_or_equal(e, op, T.TRUE, {}, lambda outcome: (O.Update(op.target, (), outcome),), atomic=False)

    def _unsupported_or_equal(
        self,
        e: R.RawEdge,
        test: R.SamePtr,
        guard: Term,
        now: dict[Var, Term],
        updates: Callable[[Term], tuple[O.Update, ...]],
        *,
        atomic: bool,
    ) -> None:
        """If `guard`, a step that depends on whether pointers (with the values of variables `now`) are equal."""
        equality = self.addresses.equality(test.left, test.right, self._target_template)
        known = guard
        for case, why in equality.bad:
            self._unsupported(e, [(T.and_(known, T.substitute(case, now)), why)])
            known = T.and_(known, T.not_(T.substitute(case, now)))
        decides = T.substitute(equality.address_decides, now)
        for case, outcome in (
            (T.not_(decides), equality.same),
            (T.and_(decides, equality.possible), equality.by_address),
        ):
            outcome = T.from_bool(T.substitute(outcome, now), test.target.width)
            self._emit(e, O.Step(T.and_(known, case), updates(outcome), atomic=atomic))
        if equality.possible is not T.TRUE:
            self._discards[e.source] = NO_SUCH_ADDRESS

    def _access(self, e: R.RawEdge, op: R.MemAccess) -> None:
        targets, bad = self.places.resolve(op.place, op.type, self._target_template)
        if op.new:
            targets = [t for t in targets if not t.info.site.is_constant]
        for target in targets:
            cells = self._cells(target, op.type)
            updates = [O.Update(v, (), c.term) for v, c in zip(op.old, cells, strict=False)]
            if op.new:
                now = {v: c.term for v, c in zip(op.old, cells, strict=False)}
                if op.test is not None and op.test.target not in self._outcomes:
                    self._swap(e, op, op.test, target, cells)
                    continue
                new = [T.substitute(x, self._addresses) for x in op.new] if op.test is not None else op.new
                updates += [O.Update(c.var, c.index, T.substitute(x, now)) for c, x in zip(cells, new, strict=True)]
            self._emit(e, O.Step(target.guard, tuple(updates), atomic=op.atomic))
        self._unsupported(e, bad)
        text = f"invalid access through {op.place.text}" if op.place.text else "invalid memory access"
        self._undefined(e, [t.guard for t in targets] + [g for g, _ in bad], "valid-deref", text)

    def _swap(self, e: R.RawEdge, op: R.MemAccess, test: R.SamePtr, target: Target, cells: list[O.Cell]) -> None:
        """What is stored depends on whether what was loaded equals something."""
        now = {v: c.term for v, c in zip(op.old, cells, strict=True)}

        def updates(outcome: Term) -> tuple[O.Update, ...]:
            known = {**now, test.target: outcome}
            return (
                *(O.Update(v, (), c.term) for v, c in zip(op.old, cells, strict=True)),
                *(O.Update(c.var, c.index, T.substitute(x, known)) for c, x in zip(cells, op.new, strict=True)),
                O.Update(test.target, (), outcome),
            )

        self._unsupported_or_equal(e, test, target.guard, now, updates, atomic=op.atomic)

    def _sync(self, e: R.RawEdge, op: R.SyncAccess) -> None:
        cases = []
        all_bad: list[tuple[Term, str]] = []
        for place, kind in op.objects:
            t = Sync(kind, 0)
            targets, bad = self.places.resolve(place, t, self._target_template)
            all_bad += bad
            cases.append(targets)
        for combination in product(*cases):
            guard = T.and_(*(t.guard for t in combination))
            if guard is T.FALSE:
                continue
            source = e.source
            if guard is not T.TRUE:
                # a wrong pointer is undefined, not a reason to wait: decide first which object it is
                source = self._location()
                self._emit(e, O.Step(guard=guard), target=source)
            fields = [self._fields(t) for t in combination]
            for make, target in op.alternatives:
                again = target == e.source
                self._emit(e, make(*fields), source=source, target=source if again else target)
        self._unsupported(e, all_bad)
        for (_, kind), targets in zip(op.objects, cases, strict=True):
            covered = [t.guard for t in targets] + [g for g, _ in all_bad]
            self._undefined(e, covered, "valid-deref", f"invalid pointer to a {kind}")

    def _is_function(self, p: R.Ptr, sites: tuple[R.Site, ...]) -> list[Term]:
        """For each of the functions that the pointer may point to: that it does."""
        possible = self.points_to.targets(p.values)
        start = T.eq(p.off, T.const(0, p.off.width))
        return [T.and_(T.eq(p.obj, T.const(s.number, R.OBJECT_WIDTH)), start) for s in sites if s.number in possible]

    def _no_function(self, e: R.RawEdge, op: R.IsNoFunction) -> None:
        covered = self._is_function(op.pointer, op.sites)
        if op.is_checked:
            self._discards[e.source] = "call through an invalid pointer"
        elif self.context.checks.memory:
            self._undefined(e, covered, "valid-deref", "call through an invalid pointer")
        elif T.or_(*covered) is not T.TRUE:
            self._unsupported(e, [(T.not_(T.or_(*covered)), "call through a pointer that is no known function")])

    def _fields(self, target: Target) -> R.Fields:
        template = self._target_template

        def cell(name: str) -> O.Cell:
            return O.Cell(self.layouts.cell_var(target.info, target.leaf, name, template), target.index)

        return cell

    # ------------------------------------------------------------ lifetimes

    def _alloc(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Alloc) -> None:
        info = self.sites.info(op.site.number)
        number = op.site.number
        later = e.target
        order = self.addresses.order(op.site)
        extra = info.mortal or info.sized or order
        target = self._location() if extra else later
        if not info.instanced:
            self._emit(e, O.Step(updates=(O.Update(op.target, (), T.const(number, R.OBJECT_WIDTH)),)), target=target)
        else:
            counter = None
            if self.sites.is_allocated_again(number):
                counter = Var(f"{op.site.name}.count", R.OBJECT_WIDTH, False)
                self._counters.append(counter)
            self._emit(e, O.Fresh(op.target, number, counter, number, R.SITE_BITS), target=target)
        if extra:
            index: tuple[Term, ...] = ()
            if info.instanced:
                index = (T.lshr(T.var(op.target), T.const(R.SITE_BITS, R.OBJECT_WIDTH)),)
            updates = order
            if info.mortal:
                live = self.layouts.live_var(info, raw.name)
                updates = [O.Update(live, index, T.const(LIVE, 8)), *order]
            if info.sized:
                start, unit = (T.const(n, self.model.pointer_width) for n in info.tail)
                count = T.udiv(T.sub(op.size, start), unit)
                updates.append(O.Update(self.layouts.size_var(info, raw.name), index, count))
                fits = T.ule(start, op.size)
                if not _is_multiple(T.sub(op.size, start), info.tail[1]):
                    fits = T.and_(fits, T.eq(T.urem(T.sub(op.size, start), unit), T.const(0, unit.width)))
                if fits is not T.TRUE:
                    self._unsupported(replace(e, source=target), [(T.not_(fits), "memory for a part of an element")])
                    target, source = self._location(), target
                    self._emit(e, O.Step(guard=fits), source=source, target=target)
            self._emit(e, O.Step(updates=tuple(updates), role="alloc"), source=target, target=later)

    def _free(self, e: R.RawEdge, op: R.Free) -> None:
        covered = []
        for number in sorted(self.points_to.targets(op.pointer.values)):
            site = self.context.sites[number]
            if site.kind != "heap" or site.automatic or not self.places.can_reach(site, self._target_template):
                continue
            info = self.sites.info(number)
            here, instance = self.places.is_site(op.pointer.obj, info, self._target_template)
            live = self.layouts.live_var(info, self._target_template)
            start = T.eq(op.pointer.off, T.const(0, op.pointer.off.width))
            guard = T.and_(here, start, T.eq(T.select(live, instance), T.const(LIVE, 8)))
            covered.append(guard)
            self._emit(e, O.Step(guard, (O.Update(live, instance, T.const(DEAD, 8)),), role="free"))
        self._undefined(e, covered, "valid-free", "invalid free")

    def _lifetime(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Lifetime) -> None:
        info = self.sites.info(op.site.number)
        if not op.begins and not info.mortal:
            self._nothing(raw, e)
            return
        index: tuple[Term, ...] = (T.var(raw.self_var),) if info.instanced else ()
        source = e.source
        if info.mortal:
            live = self.layouts.live_var(info, raw.name)
            value = T.const(LIVE if op.begins else DEAD, 8)
            target = self._location()
            updates = (O.Update(live, index, value), *(self.addresses.order(op.site) if op.begins else ()))
            self._emit(e, O.Step(updates=updates, role="life"), source=source, target=target)
            source = target
            if not op.begins and self.sites.edge_on_cycle(raw.name, e):
                source = self._forget(raw, e, op.site, source)
        if op.begins and (self.sites.edge_on_cycle(raw.name, e) or (op.zeroed and not op.site.zeroed)):
            source = self._reset(raw, e, info, op.zeroed, index, source)
        self._emit(e, R.NOP, source=source)

    def _forget(self, raw: R.RawTemplate, e: R.RawEdge, site: R.Site, source: int) -> int:
        """The object may begin anew in the same place: pointers to the one that has ended point nowhere from now on."""
        assert site.address is not None
        cells = [O.Cell(v) for v in raw.locals if v.lvalue and site.number in self.points_to.nodes.get(v, {})]
        for number in sorted(self.points_to.contents):
            if site.number in self.points_to.stored_in(number) and self.context.sites[number].kind != "function":
                info = self.sites.info(number)
                if not self.places.can_reach(info.site, raw.name):
                    continue
                for leaf in info.leaves:
                    if isinstance(leaf.type, Pointer):
                        v = self.layouts.cell_var(info, leaf, "obj", raw.name)
                        if v.dims and (info.instanced or (v.length or MOST_FORGOTTEN) >= MOST_FORGOTTEN):
                            what = "local object in a loop whose address is kept in an array"
                            self._unsupported_at(e, source, what)
                            return self._location()
                        cells += [O.Cell(v, (T.const(i, 64),)) for i in range(v.length or 0)] if v.dims else [O.Cell(v)]
        address, nowhere = T.var(site.address), T.const(R.WILD, R.OBJECT_WIDTH)
        for c in cells:
            target = self._location()
            value = T.ite(T.eq(c.term, address), nowhere, c.term)
            self._emit(e, O.Step(updates=(O.Update(c.var, c.index, value),), role="life"), source=source, target=target)
            source = target
        return source

    def _expire(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Expire) -> None:
        """Like the end of a scope: no pointer is too wrong for that."""
        expired = []
        for number in sorted(self.points_to.targets(op.pointer.values)):
            info = self.sites.info(number)
            if not info.site.automatic or not info.mortal:
                continue
            here, instance = self.places.is_site(op.pointer.obj, info, self._target_template)
            expired.append(here)
            live = self.layouts.live_var(info, self._target_template)
            self._emit(e, O.Step(here, (O.Update(live, instance, T.const(DEAD, 8)),), role="life"))
        if expired:
            self._emit(e, O.Step(guard=T.not_(T.or_(*expired))))
        else:
            self._nothing(raw, e)

    def _end_thread(self, raw: R.RawTemplate, e: R.RawEdge, op: O.Op) -> None:
        """Before a thread has ended its thread-local objects have."""
        ends = tuple(
            O.Update(self.layouts.live_var(info, raw.name), (T.var(raw.self_var),), T.const(DEAD, 8))
            for info in [self.sites.info(s.number) for s in self.context.sites if s.kind == "thread"]
            if info.mortal
        )
        source = e.source
        if ends:
            source = self._location()
            self._emit(e, O.Step(updates=ends, role="life"), target=source)
        self._emit(e, op, source=source)

    def _reset(
        self, raw: R.RawTemplate, e: R.RawEdge, info: SiteInfo, zeroed: bool, index: tuple[Term, ...], source: int
    ) -> int:
        """The variable is declared again: its contents are zero or arbitrary again."""
        for leaf in info.leaves:
            for f in self._fields_to_reset(leaf.type):
                v = self.layouts.cell_var(info, leaf, f, raw.name)
                high = 0 if zeroed or f == "off" or isinstance(leaf.type, Sync) else (1 << v.width) - 1
                low = R.WILD if f == "obj" and not zeroed else 0
                high = low if f == "obj" else high
                if leaf.dims and info.instanced:
                    if (leaf.count or 0) > MOST_RESET:
                        self._unsupported_at(e, source, "large local array in a loop of a thread that is started often")
                        return self._location()
                    cells = [(*index, T.const(i, 64)) for i in range(leaf.count or 0)]
                else:
                    cells = [index]
                for cell in cells:
                    op: O.Op = O.Havoc(v, cell, low, high)
                    if low == high and len(cell) == v.dims:
                        op = O.Step(updates=(O.Update(v, cell, T.const(low, v.width)),), role="life")
                    target = self._location()
                    self._emit(e, op, source=source, target=target)
                    source = target
        return source

    def _fields_to_reset(self, t: CType) -> tuple[str, ...]:
        match t:
            case Pointer():
                return "obj", "off"
            case Sync():
                # a synchronisation object begins free, whatever was done to it in the last round
                unused = () if self.context.uses_mutex_kinds else ("kind", "count")
                return tuple(f for f in SYNC_FIELDS[t.kind] if f not in unused)
            case _:
                return ("",)

    def _copy_object(self, e: R.RawEdge, op: R.CopyObject) -> None:
        """realloc: element by element, where both sizes are known and small."""
        covered = []
        for new in sorted(self.points_to.targets(op.target.values)):
            for old in sorted(self.points_to.targets(op.source.values)):
                if self.context.sites[old].kind != "heap":
                    continue
                a, b = self.sites.info(new), self.sites.info(old)
                guard_a, at_a = self.places.is_site(op.target.obj, a, self._target_template)
                guard_b, at_b = self.places.is_site(op.source.obj, b, self._target_template)
                source = self._location()
                covered.append(T.and_(guard_a, guard_b))
                self._emit(e, O.Step(guard=covered[-1]), target=source)
                if moved := self.addresses.moved(b.site, a.site):
                    source, before = self._location(), source
                    self._emit(e, O.Step(updates=tuple(moved), role="life"), source=before, target=source)
                if a.element is None or b.element is None:
                    self._emit(e, R.NOP, source=source)  # one of them is never accessed
                    continue
                if a.sized or b.sized or a.element != b.element or _cell_count(a, b) > 256:
                    self._unsupported_at(e, source, "realloc of objects whose type or size is not known")
                    continue
                if any(isinstance(x.type, Sync) for x in b.leaves):
                    self._unsupported_at(e, source, "copy of a synchronisation object")
                    continue
                source = self._copy_leaves(e, source, a, at_a, b, at_b)
                self._emit(e, R.NOP, source=source)
        if not covered:
            self._emit(e, R.NOP)  # what is freed next is no object
        else:
            self._undefined(e, covered, "valid-free", "invalid realloc")

    def _copy_leaves(
        self, e: R.RawEdge, source: int, a: SiteInfo, at_a: tuple[Term, ...], b: SiteInfo, at_b: tuple[Term, ...]
    ) -> int:
        name = self._target_template
        old = {(y.offset, y.path): y for y in b.leaves}
        for x in a.leaves:
            y = old.get((x.offset, x.path))
            if y is None:
                continue
            fields = ("obj", "off") if isinstance(x.type, Pointer) else ("",)
            for i in range(min(x.count or 0, y.count or 0)):
                ix = (*at_a, T.const(i, 64)) if x.dims else at_a
                iy = (*at_b, T.const(i, 64)) if y.dims else at_b
                cells = [(self.layouts.cell_var(a, x, f, name), self.layouts.cell_var(b, y, f, name)) for f in fields]
                held = [
                    Var(f"{name}::moved{len(self._counters)}.{n}", v.width, False) for n, (_, v) in enumerate(cells)
                ]
                self._counters += held
                load = tuple(O.Update(h, (), T.select(v, iy)) for h, (_, v) in zip(held, cells, strict=True))
                store = tuple(O.Update(v, ix, T.var(h)) for h, (v, _) in zip(held, cells, strict=True))
                for updates in (load, store):
                    target = self._location()
                    self._emit(e, O.Step(updates=updates), source=source, target=target)
                    source = target
        return source

    def _unsupported_at(self, e: R.RawEdge, location: int, what: str) -> None:
        self._emit(e, O.Unsupported(what), source=location, target=location)
        self.context.unsupported[(what, e.origin.file, e.origin.line)] = None

    # ------------------------------------------------------------ pointers as integers

    def _to_integer(self, e: R.RawEdge, op: R.PtrToInt) -> None:
        possible, number, bad = self.addresses.number(op.pointer, self._target_template)
        bad += self.addresses.is_ambiguous(op.pointer, self._target_template)
        self._look_at_addresses(e, possible, bad, O.Update(op.target, (), number))

    def _from_integer(self, e: R.RawEdge, op: R.IntToPtr) -> None:
        possible, obj, off = self.addresses.pointer(op.value, self._target_template)
        self._look_at_addresses(e, possible, [], O.Update(op.obj, (), obj), O.Update(op.off, (), off))

    def _compare(self, e: R.RawEdge, op: R.ComparePtr) -> None:
        """Inside one object the offsets decide, otherwise addresses. Small numbers lie below all objects."""
        a, b = op.left, op.right
        is_object = bool(a.values or b.values)
        below = (T.sle if op.or_equal else T.slt) if is_object else (T.ule if op.or_equal else T.ult)
        same = T.eq(a.obj, b.obj)
        is_number = [T.eq(p.obj, R.NULL_OBJECT) for p in (a, b)]
        if self.sites.reuse.is_one_object(op):
            possible, other = T.TRUE, is_number[0]
            bad = [(T.not_(T.or_(same, *is_number)), "order of pointers that point nowhere")]
        else:
            (is_a, x, bad_a), (is_b, y, bad_b) = (self.addresses.number(p, self._target_template) for p in (a, b))
            possible, other = T.or_(same, T.and_(is_a, is_b)), T.ult(x, y)
            bad = [(T.and_(T.not_(same), g), why) for g, why in (*bad_a, *bad_b)]
        value = T.from_bool(T.ite(same, below(a.off, b.off), other), op.target.width)
        self._look_at_addresses(e, possible, bad, O.Update(op.target, (), value))

    def _look_at_addresses(self, e: R.RawEdge, possible: Term, bad: list[tuple[Term, str]], *updates: O.Update) -> None:
        seen: Term = T.FALSE
        for guard, why in bad:
            self._unsupported(e, [(T.and_(guard, T.not_(seen)), why)])
            seen = T.or_(seen, guard)
        if possible is not T.TRUE:
            self._discards[e.source] = NO_SUCH_ADDRESS
        self._emit(e, O.Step(T.and_(possible, T.not_(seen)), updates))

    def _return_from_main(self, e: R.RawEdge, op: O.Op) -> None:
        """Whether an object is leaked is not known if a number may be all that is left of its address."""
        if self.context.checks.memory:
            for s in self.context.sites:
                if s.kind == "heap" and not s.automatic and self.addresses.may_be_hidden(s):
                    info = self.sites.info(s.number)
                    guard = T.TRUE
                    if not info.instanced:
                        live = self.layouts.live_var(info, self._target_template)
                        guard = T.eq(T.var(live), T.const(LIVE, 8))
                    source, end = self._location(), self._location()
                    self._emit(e, R.NOP, target=source)
                    self._unsupported(
                        replace(e, source=source), [(guard, "leak of an object whose address is a number")]
                    )
                    self._emit(e, O.Step(guard=T.not_(guard)), source=source, target=end)
                    e = replace(e, source=end)
        self._emit(e, op)

    # ------------------------------------------------------------ threads

    def _new_thread(self, raw: R.RawTemplate, e: R.RawEdge, op: R.NewThread) -> None:
        if op.template == "main":
            # main has one instance, with a number of its own
            self._emit(e, O.Unsupported("main started as a thread"))
            return
        fixed = self.sites.static_ids.get(op.template)
        if fixed is not None:
            self._emit(e, O.Step(updates=(O.Update(op.target, (), T.const(fixed, R.OBJECT_WIDTH)),)))
            return
        counter = None
        if self.sites.edge_on_cycle(raw.name, e):
            counter = Var(f"{raw.name}::created{len(self._counters)}", R.OBJECT_WIDTH, False)
            self._counters.append(counter)
        site = THREAD_SITES + len(self._out) + (list(self.context.templates).index(raw.name) << 24)
        self._emit(e, O.Fresh(op.target, site, counter, self.next_id, 0))

    def _different_threads(self, raw: R.RawTemplate, e: R.RawEdge, op: R.DifferentThreads) -> None:
        if not self.sites.reuse.thread_ids:
            self._nothing(raw, e)
            return
        ended = [T.eq(T.select(self.context.ended, (x,)), T.const(1, 8)) for x in (op.left, op.right)]
        case = T.and_(T.ne(op.left, op.right), T.or_(*ended))
        self._unsupported(e, [(case, "comparison with the id of a thread that has ended, which may be used again")])
        self._emit(e, O.Step(guard=T.not_(case)))

    # ------------------------------------------------------------ what the leak check needs

    def _memory(self) -> Memory:
        pointers: dict[tuple[int, str], list[Var]] = {}
        for (number, _, field, owner), v in self.layouts.variables.items():
            if field == "obj":
                pointers.setdefault((number, owner), []).append(v)
        heap = []
        roots: list[Root] = []
        local_roots = {n: [Root(v) for v in t.locals if _is_root(v, n)] for n, t in self.context.templates.items()}
        for s in self.context.sites:
            if s.kind == "heap" and s.number in self.sites.known:
                live = self.layouts.live_var(self.sites.info(s.number), s.template)
                heap.append(HeapSite(s.number, live, tuple(pointers.get((s.number, ""), ())), s.automatic))
        for (number, owner), variables in pointers.items():
            kind = self.context.sites[number].kind
            if kind != "heap":
                found = [Root(v, self.layouts.lives.get((number, owner))) for v in variables]
                if not owner:
                    roots += found
                elif owner != "main":
                    local_roots[owner] += found
        return Memory(R.SITE_BITS, tuple(heap), tuple(roots), {n: tuple(rs) for n, rs in local_roots.items()})


def _cell_count(a: SiteInfo, b: SiteInfo) -> int:
    return min(sum(x.count or 0 for x in i.leaves) for i in (a, b))


def _is_multiple(size: Term, unit: int) -> bool:
    """A number of elements of this size, by the look of it (and unless that number is too large for the machine)."""
    match size.op:
        case "const":
            return size.value is not None and size.value % unit == 0
        case "add" | "sub":
            return all(_is_multiple(a, unit) for a in size.args)
        case "mul":
            return any(_is_multiple(a, unit) for a in size.args)
        case "zext" | "sext" | "extract":
            return _is_multiple(size.args[0], unit)
        case _:
            return unit == 1


def _is_root(v: Var, template: str) -> bool:
    """Does a local hold pointers when main returns? Its own are gone then, but for the values of its keys."""
    name = v.name.split("#")[0]
    return name.endswith("::specific.obj" if template == "main" else ".obj")


def _tell_apart(shared: tuple[Var, ...], templates: dict[str, Template]) -> None:
    """No two variables have the same name: half of a pointer may be called like a member of a structure."""
    taken = {v.name for v in shared}
    for t in templates.values():
        names = set(taken)
        for v in t.locals:
            name, n = v.name, 1
            while v.name in names:
                n += 1
                v.name = f"{name}##{n}"
            names.add(v.name)
