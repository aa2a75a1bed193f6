"""Loads that are early: a thread keeps what memory was, and sees that instead of what memory is now.

Before, on ARMv8                        After
    L0 -> L1: t := x                        L0 -> L0': early.y := y       (the load of y comes first)
    L1 -> L2: u := y                        L0' -> L1': t := x
                                            L1' -> L2: u := early.y
                                            L1' -> L2: u := y
                                            L0 -> L1: t := x
                                            L1 -> L2: u := y

What a thread has kept is part of its location, beside its late stores (`buffers`): a row of copies, in the order in which
they were taken. A load of a cell takes the oldest copy of it, or forgets that one for ever; so loads of one cell see its
stores in their order (two loads that change places have seen the same store). Copies are taken before loads with which
one behind is a critical pair (`pairs`), and forgotten where they are of no use any more, by every fence, and:

* by an acquire: copies taken before what it loads; it sees none taken before an earlier release was in memory;
* by a load whose address depends on something that was loaded after the copy (`behind`): it sees memory;
* by a store of the thread to the same cell.

A copy that says the same as the last one says nothing new. More than `most` copies of a cell are not understood.

The store of a read-modify-write may be late; until it is in memory nobody else stores to the cell, which is *held*. That
is as if others had been slower. An edge that would store there goes round in a loop.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import map_terms
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.arm import address, assigned, is_exchange, load, used
from threadproof.passes.weak.barriers import PSO, is_late_kind
from threadproof.passes.weak.buffers import AS_USUAL, MOST_LOCATIONS, TOO_LARGE, Buffer, Late, _Buffering, _equal
from threadproof.passes.weak.delays import At
from threadproof.passes.weak.pairs import Pairs
from threadproof.records import NamedTuple, replace

SAME_AS_LATER = "a load whose address depends on another one, and a later load of the same cell that is early"


class Copy(NamedTuple):
    group: str
    #: which of its slots
    number: int
    #: locals and late stores that depend on what was loaded after it
    behind: frozenset[Var | Late]
    #: a release came after it
    is_released: bool


class Held(NamedTuple):
    stores: Buffer = ()
    copies: tuple[Copy, ...] = ()


class _Places(NamedTuple):
    index: tuple[Var, ...]
    values: dict[Var, Var]


def with_early_loads(program: Program, most: int, find: type[Pairs] = Pairs) -> Program:
    program = simplify(_with_failures(program))
    pairs = find(program)
    if not pairs.late and not pairs.unknown and not any(pairs.takes.values()):
        return replace(program, scope=(*program.scope, AS_USUAL))
    held = _held(program, pairs)
    groups: dict[str, tuple[Var, ...]] = {}
    for v in program.shared:
        if is_late_kind(v):
            groups[v.group] = (*groups.get(v.group, ()), v)
    templates = {
        name: _reordering(t, pairs, most, groups, held) if pairs.concerns(t, held) else t
        for name, t in program.templates.items()
    }
    return replace(program, templates=templates, shared=(*program.shared, *held.values()))


def _reordering(
    t: Template, pairs: Pairs, most: int, groups: dict[str, tuple[Var, ...]], held: dict[Var, Var]
) -> Template:
    """With fewer stores and copies, if there are too many ways to have them."""
    while True:
        try:
            return _Reordering(t, pairs, most, groups, held).run()
        except Limit as limit:
            if most == 1 or limit.reason != TOO_LARGE:
                raise
        most -= 1


def _with_failures(program: Program) -> Program:
    """A compare-exchange that fails is an edge of its own, which only loads."""
    templates = {
        name: replace(t, edges=[[made for e in out for made in _outcomes(e)] for out in t.edges])
        for name, t in program.templates.items()
    }
    return replace(program, templates=templates)


def _outcomes(e: Edge) -> list[Edge]:
    op = e.op
    if isinstance(op, O.Step) and op.atomic and is_exchange(op):
        for u in op.updates:
            if is_late_kind(u.var) and u.value.op == "ite" and u.value.args[2] is T.select(u.var, u.index):
                guard, value, _ = u.value.args
                others = tuple([w for w in op.updates if w is not u])
                stored = tuple([replace(w, value=value) if w is u else w for w in op.updates])
                if any(is_late_kind(w.var) for w in others):
                    return [e]
                return [
                    e.with_op(replace(op, guard=T.and_(op.guard, guard), updates=stored)),
                    e.with_op(replace(op, guard=T.and_(op.guard, T.not_(guard)), updates=others)),
                ]
    return [e]


def _held(program: Program, pairs: Pairs) -> dict[Var, Var]:
    """By whom a cell is held, of variables of which that may be."""
    held = {}
    for at in pairs.late:
        op = pairs.edge(at).op
        if is_exchange(op):
            for c in O.writes(op):
                if is_late_kind(c.var):
                    held[c.var] = Var(f"{c.var.name} held", 32, shared=True, dims=c.var.dims, length=c.var.length, kind="system")
    return held


class _Reordering(_Buffering):
    def __init__(
        self, t: Template, pairs: Pairs, most: int, groups: dict[str, tuple[Var, ...]], held: dict[Var, Var]
    ) -> None:
        super().__init__(t, pairs, most)
        self.pairs = pairs
        self.groups = groups
        self.held = held
        self.me = T.var(t.self_var)
        self.takes = pairs.takes[t.name]
        self.lasting = pairs.lasting[t.name]
        self.relevant = pairs.relevant[t.name]
        self.copies: dict[tuple[str, int], _Places] = {}
        self.places: dict[tuple[int, Held], int] = {}
        self.waiting: list[tuple[int, Held]] = []

    def run(self) -> Template:
        t = self.t
        entry = self._place(t.entry, Held())
        while self.waiting:
            at, held = self.waiting.pop()
            self._go_on(at, held, self.places[at, held])
        exit_ = self._place(t.exit, Held())
        return replace(
            t,
            locals=tuple(self.locals),
            entry=entry,
            exit=exit_,
            edges=self.edges,
            errors={n: t.errors[at] for (at, _), n in self.places.items() if at in t.errors},
            discards={n: t.discards[at] for (at, _), n in self.places.items() if at in t.discards},
        )

    def _place(self, at: int, held: Held) -> int:
        if at == self.t.exit or at in self.t.errors:
            held = Held()
        useful = tuple([c for c in held.copies if at in self.lasting.get(c.group, ())])
        held = Held(self._sorted(held.stores), useful)
        key = (at, held)
        number = self.places.get(key)
        if number is None:
            if len(self.edges) >= MOST_LOCATIONS:
                raise Limit(TOO_LARGE, f"too many ways in which accesses of {self.t.name} may change places")
            number = self.places[key] = len(self.edges)
            self.edges.append([])
            self.waiting.append(key)
        return number

    # ------------------------------------------------------------ steps

    def _go_on(self, at: int, held: Held, source: int) -> None:
        stays = bool(held.stores) and at not in self.inside and at not in self.pending
        if not stays:
            for n, e in enumerate(self.t.edges[at]):
                stays |= not self._step(At(self.t.name, at, n), e, held, source)
            for group, indices in self.takes.get(at, {}).items():
                for index in indices:
                    self._keep(at, group, index, held, source)
        if held.stores and at not in self.inside and (stays or at in self.noticed):
            self._arrivals(at, held, source)

    def _step(self, at: At, e: Edge, held: Held, source: int) -> bool:
        """Can it be done without waiting for stores, always?"""
        if at.source in self.inside:
            self._to(e, e.op, T.TRUE, source, held)
            return True
        if at in self.pairs.unknown:
            self._unknown(self.pairs.unknown[at], T.TRUE, e, source)
        keeps = self.pairs.kept[at]
        if keeps.whole:
            if held.stores:
                return False
            held = Held()
        if keeps.loads:
            held = held._replace(copies=())
        if keeps.acquires and any(self._releases(s) for s in held.stores):
            return False
        stored = [c for c in O.writes(e.op) if is_late_kind(c.var)]
        read = [a for a in O.footprint(e.op) if not a.write and is_late_kind(a.var)]
        if stored and read:
            return self._exchange(at, e, held, source)
        if stored:
            return self._put(at, e, held, source)
        if read:
            return self._look(at, e, held, source)
        self._to(e, e.op, T.TRUE, source, self._computed(e.op, held))
        return True

    def _to(self, e: Edge, op: O.Op, guard: Term, source: int, held: Held) -> None:
        if guard is T.FALSE:
            return
        if guard is not T.TRUE:
            assert isinstance(op, O.Step)
            op = replace(op, guard=T.and_(guard, op.guard))
        self._add(e.with_op(op), source, self._place(e.target, held))

    def _unknown(self, what: str, guard: Term, e: Edge, source: int) -> None:
        if guard is T.FALSE:
            return
        between = source
        if guard is not T.TRUE:
            self.edges.append([])
            between = len(self.edges) - 1
            self._add(replace(e, op=O.Step(guard), note=""), source, between)
        self._add(replace(e, op=O.Unsupported(what), note=""), between, between)

    def _computed(self, op: O.Op, held: Held) -> Held:
        made = assigned(op) & self.relevant
        if not made:
            return held
        return held._replace(copies=tuple([_after(c, made, bool(used(op) & c.behind)) for c in held.copies]))

    # ------------------------------------------------------------ loads

    def _look(self, at: At, e: Edge, held: Held, source: int) -> bool:
        what = load(e.op)
        made = assigned(e.op) & self.relevant
        where = address(e.op)
        keeps = self.pairs.kept[at]
        if what is None:
            self._to(e, map_terms(e.op, lambda t: self._seen(t, held.stores)), T.TRUE, source, held._replace(copies=()))
            return True
        mine = self._of_mine(what.group, held.stores)
        for guard, seen, copies in self._views(what.group, what.index, held.copies):
            if seen is None:
                is_mine = bool(mine) and not what.index
                if not is_mine:
                    left = () if keeps.acquires else copies
                    after = [_after(c, made, True) for c in left]
                else:
                    left = tuple(
                        [c for c in copies if not (keeps.acquires and (c.is_released or {*mine, *where} & c.behind))]
                    )
                    after = [_after(c, made, bool({*mine, *where} & c.behind)) for c in left]
                op = map_terms(e.op, lambda t: self._seen(t, held.stores))
                self._to(e, op, guard, source, held._replace(copies=tuple(after)))
                continue
            if where & seen.behind or (keeps.acquires and seen.is_released):
                continue
            n = copies.index(seen)
            left = copies[n:] if keeps.acquires else copies
            after = [_after(c, made, c in copies[:n] or bool(where & c.behind)) for c in left]
            op = map_terms(e.op, lambda t, c=seen: self._kept_value(t, c))
            self._to(e, op, guard, source, held._replace(copies=tuple(after)))
        return True

    def _views(
        self, group: str, index: tuple[Term, ...], copies: tuple[Copy, ...]
    ) -> Iterator[tuple[Term, Copy | None, tuple[Copy, ...]]]:
        """When, which copy it sees (none: memory), what is left of the copies."""
        ways: list[tuple[Term, tuple[Copy, ...]]] = [(T.TRUE, ())]
        for n, c in enumerate(copies):
            if c.group != group:
                ways = [(guard, (*left, c)) for guard, left in ways]
                continue
            same = _equal(self.copies[c.group, c.number].index, index)
            for guard, left in ways:
                yield T.and_(guard, same), c, (*left, *copies[n:])
            ways = [w for guard, left in ways for w in self._either(guard, same, left, c)]
        for guard, left in ways:
            yield guard, None, left

    @staticmethod
    def _either(guard: Term, same: Term, left: tuple[Copy, ...], c: Copy) -> list[tuple[Term, tuple[Copy, ...]]]:
        """It is forgotten, or of another cell."""
        ways = [(T.and_(guard, same), left), (T.and_(guard, T.not_(same)), (*left, c))]
        return [w for w in ways if w[0] is not T.FALSE]

    def _keep(self, at: int, group: str, index: tuple[Term, ...], held: Held, source: int) -> None:
        if self._of_mine(group, held.stores) and not index:
            return
        apart = []
        for late in self._of_mine(group, held.stores):
            slot = self.slots[late]
            apart += [T.not_(_equal(i, index)) for v, i in zip(slot.vars, slot.indices, strict=True) if v.group == group]
        index = tuple([self._seen(i, held.stores) for i in index])
        guard = T.and_(*apart)
        older = [c for c in held.copies if c.group == group]
        if held.copies and held.copies[-1].group == group:
            last = held.copies[-1]
            if not last.behind and not last.is_released:
                places = self.copies[group, last.number]
                same = [T.eq(T.var(x), T.select(v, index)) for v, x in places.values.items()]
                guard = T.and_(guard, T.not_(T.and_(_equal(places.index, index), *same)))
        origin = self.t.edges[at][0]
        if len(older) >= self.most:
            what = f"more than {self.most} loads of a cell that are early (--store-buffer N allows more)"
            self._unknown(what, guard, origin, source)
            return
        number = next(n for n in range(self.most) if all(c.number != n for c in older))
        places = self._places(group, number, index)
        updates = [O.Update(x, (), i) for x, i in zip(places.index, index, strict=True)]
        updates += [O.Update(x, (), T.select(v, index)) for v, x in places.values.items()]
        is_released = any(self._releases(s) for s in held.stores)
        copies = (*held.copies, Copy(group, number, frozenset(), is_released))
        names = ", ".join(dict.fromkeys(v.text for v in places.values))
        op = O.Step(guard, tuple(updates), O.Order.RELAXED)
        e = replace(origin, op=op, note=f"a load of {names} is early", steps=())
        self._add(e, source, self._place(at, held._replace(copies=copies)))

    def _places(self, group: str, number: int, index: tuple[Term, ...]) -> _Places:
        found = self.copies.get((group, number))
        if found is None:
            name = f"{self.t.name}::early {number} {group}"
            at = tuple([Var(f"{name} at{n}", i.width, shared=False) for n, i in enumerate(index)])
            values = {
                v: Var(
                    f"{name} {v.name}", v.width, shared=False, signed=v.signed, is_pointer=v.is_pointer, offsets=v.offsets
                )
                for v in self.groups[group]
            }
            self.locals += [*at, *values.values()]
            found = self.copies[group, number] = _Places(at, values)
        return found

    def _kept_value(self, t: Term, c: Copy) -> Term:
        values = self.copies[c.group, c.number].values
        return T.transform(t, lambda u: T.var(values[u.var]) if u.var in values else None)

    # ------------------------------------------------------------ stores

    def _put(self, at: At, e: Edge, held: Held, source: int) -> bool:
        keeps = self.pairs.kept[at]
        is_late = at in self.pairs.late
        goes = T.TRUE
        if not is_late:
            if keeps.releases and held.stores:
                return False
            goes = self._is_direct(at, e, held.stores)
        for guard, copies in self._forgetting(e.op, held.copies):
            if keeps.releases:
                copies = tuple([c._replace(is_released=True) for c in copies])
            if is_late:
                self._late(at, e, guard, held._replace(copies=copies), source)
            else:
                op = map_terms(e.op, lambda t: self._seen(t, held.stores))
                self._directly(e, op, T.and_(guard, goes), source, held._replace(copies=copies))
        return goes is T.TRUE

    def _directly(self, e: Edge, op: O.Op, guard: Term, source: int, held: Held) -> None:
        free = self._is_free(op)
        if free is not T.TRUE:
            wait = T.and_(guard, T.not_(free), op.guard if isinstance(op, O.Step) else T.TRUE)
            if wait is not T.FALSE:
                self._add(replace(e, op=O.Step(wait), note="", steps=()), source, source)
        self._to(e, op, T.and_(guard, free), source, held)

    def _is_free(self, op: O.Op) -> Term:
        cells = [(self.held[c.var], c.index) for c in O.writes(op) if c.var in self.held]
        holders = [T.select(v, index) for v, index in cells]
        return T.and_(*[T.or_(T.eq(h, T.const(0, 32)), T.eq(h, self._myself())) for h in holders])

    def _myself(self) -> Term:
        return T.resize(self.me, 32, signed=False)

    def _forgetting(self, op: O.Op, copies: tuple[Copy, ...]) -> list[tuple[Term, tuple[Copy, ...]]]:
        """Without the copies of the cells that it stores to."""
        ways: list[tuple[Term, tuple[Copy, ...]]] = [(T.TRUE, copies)]
        for c in O.writes(op):
            if is_late_kind(c.var):
                for copy in copies:
                    if copy.group == c.var.group:
                        same = _equal(self.copies[copy.group, copy.number].index, c.index)
                        ways = [
                            w
                            for guard, left in ways
                            for w in (
                                (T.and_(guard, same), tuple([k for k in left if k != copy])),
                                (T.and_(guard, T.not_(same)), left),
                            )
                            if w[0] is not T.FALSE
                        ]
        return ways

    def _late(self, at: At, e: Edge, guard: Term, held: Held, source: int) -> None:
        if len(held.stores) >= self.most:
            what = f"more than {self.most} stores that are late (--store-buffer N allows more)"
            self._unknown(what, guard, e, source)
            return
        late = Late(at, sum(other.at == at for other in held.stores))
        slot = self._slot(late, e.op)
        needed = used(e.op)
        copies = tuple([c._replace(behind=c.behind | {late}) if needed & c.behind else c for c in held.copies])
        after = Held((*held.stores, late), copies)
        match e.op:
            case O.Step():
                self._to(e, self._kept(e.op, slot, held.stores), guard, source, after)
            case _:
                self._unknown("something else than a store that is late", guard, e, source)

    def _exchange(self, at: At, e: Edge, held: Held, source: int) -> bool:
        """Its store may be late; it loads when it is its turn, after stores to the same cell."""
        keeps = self.pairs.kept[at]
        op = e.op
        assert isinstance(op, O.Step)
        cells = [c for c in O.writes(op) if is_late_kind(c.var)]
        if any(self._of_mine(c.var.group, held.stores) for c in cells):
            if at in self.pairs.late:
                self._unknown("a store that is late, and an atomic operation behind it", T.TRUE, e, source)
            return False
        is_late = at in self.pairs.late
        if not is_late and keeps.releases and held.stores:
            return False
        if is_late and keeps.releases and any(v in self.held for s in held.stores for v in self.slots[s].vars):
            self._unknown("an atomic operation that waits for another one", T.TRUE, e, source)
            return False
        left = () if keeps.acquires else tuple([c for c in held.copies if c.group not in {x.var.group for x in cells}])
        if keeps.releases:
            left = tuple([c._replace(is_released=True) for c in left])
        made = assigned(op) & self.relevant
        after = Held(held.stores, tuple([_after(c, made, True) for c in left]))
        op = map_terms(op, lambda t: self._seen(t, held.stores))
        assert isinstance(op, O.Step)
        free = self._is_free(op)
        if free is not T.TRUE:
            self._add(replace(e, op=O.Step(T.and_(T.not_(free), op.guard)), note="", steps=()), source, source)
        if not is_late:
            self._to(e, op, free, source, after)
            return True
        if len(held.stores) >= self.most:
            self._unknown(f"more than {self.most} stores that are late (--store-buffer N allows more)", T.TRUE, e, source)
            return True
        late = Late(at, sum(other.at == at for other in held.stores))
        slot = self._slot(late, e.op)
        kept = self._kept(op, slot, ())
        holding = tuple([O.Update(self.held[c.var], c.index, self._myself()) for c in cells])
        made_late = O.Step(kept.guard, (*kept.updates, *holding), op.order)
        self._to(e, made_late, free, source, after._replace(stores=(*held.stores, late)))
        return True

    def _of_mine(self, group: str, stores: Buffer) -> list[Late]:
        return [s for s in stores if any(v.group == group for v in self.slots[s].vars)]

    def _releases(self, late: Late) -> bool:
        return self.pairs.kept[late.at].releases

    def _is_direct(self, at: At, e: Edge, buffer: Buffer) -> Term:
        apart = []
        for c in O.writes(e.op):
            for late in buffer:
                for v, index in zip(self.slots[late].vars, self.slots[late].indices, strict=True):
                    if v is c.var:
                        if len(c.index) != v.dims or not isinstance(e.op, O.Step):
                            return T.FALSE
                        apart.append(T.not_(_equal(index, tuple([self._seen(i, buffer) for i in c.index]))))
        return T.and_(*apart)

    def _sorted(self, buffer: Buffer) -> Buffer:
        row = list(buffer)
        n = 1
        while n < len(row):
            a, b = row[n - 1], row[n]
            is_free = not self._releases(a) and not self._releases(b) and not {*self.slots[a].vars} & {*self.slots[b].vars}
            if b < a and is_free and a.at != b.at:
                row[n - 1 : n + 1] = [b, a]
                n = max(n - 1, 1)
            else:
                n += 1
        return tuple(row)

    def _arrivals(self, at: int, held: Held, source: int) -> None:
        stores = held.stores
        for n, late in enumerate(stores):
            if n and self._releases(late):
                continue
            guard = T.and_(*[self._apart(late, other) for other in stores[:n]])
            e = self.t.edges[late.at.source][late.at.number]
            slot = self.slots[late]
            updates = [
                O.Update(v, tuple(map(T.var, index)), T.var(value))
                for v, index, value in zip(slot.vars, slot.indices, slot.values, strict=True)
            ]
            holders = [(self.held[v], tuple(map(T.var, i))) for v, i in zip(slot.vars, slot.indices, strict=True) if v in self.held]
            if is_exchange(e.op):
                updates += [O.Update(h, i, T.const(0, 32)) for h, i in holders]
            else:
                zero = T.const(0, 32)
                guard = T.and_(guard, *[T.or_(T.eq(T.select(h, i), zero), T.eq(T.select(h, i), self._myself())) for h, i in holders])
            if guard is T.FALSE:
                continue
            left = stores[:n]
            renamed: dict[Late, Late | None] = {late: None}
            for other in stores[n + 1 :]:
                if other.at == late.at:  # (the next one from this edge is the first one now)
                    renamed[other] = Late(other.at, other.number - 1)
                    left = (*left, Late(other.at, other.number - 1))
                    updates += self._moved(self.slots[other], self.slots[left[-1]])
                else:
                    left = (*left, other)
            copies = tuple([c._replace(behind=_renamed(c.behind, renamed)) for c in held.copies])
            names = ", ".join(dict.fromkeys(v.text for v in slot.vars))
            note = f"the store to {names} of line {e.origin.line} arrives in memory"
            order = e.op.order if isinstance(e.op, O.Step) else O.Order.PLAIN
            op = O.Step(guard, tuple(updates), order, waits=bool(holders))
            self._add(replace(e, op=op, note=note, steps=()), source, self._place(at, Held(left, copies)))


def _after(c: Copy, made: frozenset[Var], is_behind: bool) -> Copy:
    if not made:
        return c
    return c._replace(behind=c.behind | made if is_behind else c.behind - made)


def _renamed(behind: frozenset[Var | Late], new: dict[Late, Late | None]) -> frozenset[Var | Late]:
    return frozenset(n for b in behind if (n := new.get(b, b) if isinstance(b, Late) else b) is not None)
