"""Loads that are early: a thread keeps what memory was, and sees that instead of what memory is now.

Before, on ARMv8                        After
    L0 -> L1: t := x                        L0 -> L0': early.y := y       (the load of y comes first)
    L1 -> L2: u := y                        L0' -> L1': t := x
                                            L1' -> L2: u := early.y
                                            L1' -> L2: u := y
                                            L0 -> L1: t := x
                                            L1 -> L2: u := y

What a thread has kept is part of its location, beside its late stores (`buffers`): a row of copies, in the order in
which they were taken. A load takes the oldest copy of its cell, or forgets that one for ever; so loads of one cell see
its stores in their order (two loads that change places have seen the same store). Copies are taken before loads with
which one behind is a critical pair (`pairs`), and forgotten where they are of no use any more, by every fence, and:

* by an acquire: copies taken before what it loads; it sees none taken before an earlier release was in memory;
* by a load whose address depends on something that was loaded after the copy (`behind`): it sees memory;
* by a store of the thread to the same cell.

A copy that says the same as the last one says nothing new. More than `most` copies of a cell are not understood.

A load may also be late: it waits among the late stores, and what is computed from it is *carried*, as terms, until it
has been done; a branch, an address and a fence wait for it. A release comes after all that is before it in this row,
other accesses only after those to the same cell. So accesses are done one after the other, in one memory.

The store of a read-modify-write may be late; until it is in memory nobody else stores to the cell, which is *held*.
That is as if others had been slower. An edge that would store there goes round in a loop.

What is not understood is an edge beside the others: an execution that reaches an error without it is right.
"""

from __future__ import annotations

from functools import partial

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.memory_model import AS_USUAL
from threadproof.passes.rewrite import Liveness, map_terms
from threadproof.passes.weak.arm import address, assigned, is_exchange, load, used
from threadproof.passes.weak.barriers import is_late_kind
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.copies import Copies
from threadproof.passes.weak.held import Copy, Held, holders, named_anew, passed
from threadproof.passes.weak.pairs import Pairs
from threadproof.passes.weak.rows import (
    MARKS,
    MOST_LOCATIONS,
    STORES_WAIT,
    TOO_LARGE,
    Late,
    Row,
    Slot,
    Waiting,
    equal,
    places_to_arrive,
)
from threadproof.records import replace

SAME_STORE = "a load whose address depends on another one, and an early load of the same cell behind it"
TOO_MANY = "more than {} accesses that are late (--store-buffer N allows more)"


def with_early_loads(pairs: Pairs, most: int) -> Program:
    """Of the program in which they were found."""
    program = pairs.program
    if not pairs.late and not pairs.late_loads and not pairs.unknown and not any(pairs.takes.values()):
        return replace(program, scope=(*program.scope, AS_USUAL))
    held = holders(pairs)
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


class _Reordering(Waiting):
    def __init__(
        self, t: Template, pairs: Pairs, most: int, groups: dict[str, tuple[Var, ...]], held: dict[Var, Var]
    ) -> None:
        super().__init__(t)
        self.pairs = pairs
        self.most = most
        self.inside = pairs.inside[t.name]
        self.pending = pairs.pending[t.name]
        self.noticed = places_to_arrive(t)
        self.held = held
        self.me = T.var(t.self_var)
        self.takes = pairs.takes[t.name]
        self.lasting = pairs.lasting[t.name]
        self.relevant = pairs.relevant[t.name]
        self.live = Liveness(t, keep_loads=True)
        self.copies = Copies(t, self.locals, groups, self.lasting, most)
        self.nows: dict[tuple[At, Var], Var] = {}
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
        held = self._useful(at, held)
        key = (at, held)
        number = self.places.get(key)
        if number is None:
            if len(self.edges) >= MOST_LOCATIONS:
                raise Limit(TOO_LARGE, f"too many ways in which accesses of {self.t.name} may change places")
            number = self.places[key] = len(self.edges)
            self.edges.append([])
            self.waiting.append(key)
        return number

    def _useful(self, at: int, held: Held) -> Held:
        """Without what nobody needs any more."""
        dead = self.live.at[at] ^ -1
        carried = tuple([c for c in held.carried if not self.live.bit.get(c[0], 0) & dead])
        needed = {v for _, t in carried for v in t.vars}
        stores: Row = ()
        for s in held.stores:
            if s is STORES_WAIT:
                is_needed = any(not self._is_load(x) for x in stores) and STORES_WAIT not in stores[-1:]
            else:
                is_needed = not self._is_load(s) or not needed.isdisjoint(self.slots[s].values)
            if is_needed:
                stores = (*stores, s)
        copies = []
        for c in held.copies:
            if at in self.lasting.get(c.group, ()):
                behind = frozenset([b for b in c.behind if isinstance(b, Late) or not self.live.bit.get(b, 0) & dead])
                copies.append(c._replace(behind=behind))
        return Held(self._sorted(stores), tuple(copies), carried)

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
            free = self._is_free(e.op)
            self._unknown("a section that stores to what somebody holds", T.not_(free), e, source)
            self._to(e, e.op, free, source, held)
            return True
        if at in self.pairs.unknown:
            self._unknown(self.pairs.unknown[at], T.TRUE, e, source)
        keeps = self.pairs.kept[at]
        if keeps.whole:
            if held.stores:
                return False
            held = Held()
        if keeps.loads:
            if any(map(self._is_load, held.stores)):
                return False
            held = held._replace(copies=())
        if keeps.stores and held.stores:
            held = held._replace(stores=(*held.stores, STORES_WAIT))
        if keeps.acquires and any(self._releases(s) for s in held.stores):
            return False
        if keeps.is_lock and keeps.acquires:
            held = held._replace(copies=())
        if keeps.is_lock and keeps.releases:
            if held.stores:
                return False
            held = held._replace(copies=tuple([c._replace(is_released=True) for c in held.copies]))
        stored = [c for c in O.writes(e.op) if is_late_kind(c.var)]
        read = [a for a in O.footprint(e.op) if not a.write and is_late_kind(a.var)]
        if stored and read:
            return self._exchange(at, e, held, source)
        if stored:
            return self._put(at, e, held, source)
        if read:
            return self._look(at, e, held, source)
        if held.carried and isinstance(e.op, O.Step) and not any(u.var.shared for u in e.op.updates):
            return self._carry(at, e, e.op, T.TRUE, self._computed(e.op, held), source)
        if any(map(held.depends, O.reads(e.op))):
            return False
        self._to(e, e.op, T.TRUE, source, self._computed(e.op, held).without(assigned(e.op)))
        return True

    def _carry(self, at: At, e: Edge, op: O.Step, guard: Term, held: Held, source: int) -> bool:
        """What is assigned is computed when the loads that it depends on are there."""
        if held.depends(op.guard) or any(held.depends(i) for u in op.updates for i in u.index):
            return False
        updates: list[O.Update] = []
        later: dict[Var, Term] = {}
        live = {v for _, t in held.carried for v in t.vars}
        for u in op.updates:
            if not held.depends(u.value):
                updates.append(u)
                continue
            now = {v: self._now(at, v) for v in u.value.vars if not held.depends(T.var(v))}
            if any(v.shared for v in now) or not live.isdisjoint(now.values()):
                self._unknown("a value that is computed from loads that are late, in a loop", guard, e, source)
                return True
            updates += [O.Update(kept, (), T.var(v)) for v, kept in now.items()]
            later[u.var] = T.substitute(u.value, {**{v: T.var(kept) for v, kept in now.items()}, **dict(held.carried)})
        after = held.without(frozenset(u.var for u in op.updates)).carrying(later)
        self._to(e, replace(op, updates=tuple(dict.fromkeys(updates))), guard, source, after)
        return True

    def _now(self, at: At, v: Var) -> Var:
        """The value of a local, kept for a computation that is late."""
        kept = self.nows.get((at, v))
        if kept is None:
            name = f"{self.t.name}::now {at.source}.{at.number} {v.name}"
            kept = self.nows[at, v] = Var(name, v.width, shared=False, signed=v.signed)
            self.locals.append(kept)
        return kept

    def _to(self, e: Edge, op: O.Op, guard: Term, source: int, held: Held) -> None:
        if guard is T.FALSE:
            return
        if guard is not T.TRUE:
            assert isinstance(op, O.Step)
            op = replace(op, guard=T.and_(guard, op.guard))
        self.add(e.with_op(op), source, self._place(e.target, held))

    def _unknown(self, what: str, guard: Term, e: Edge, source: int) -> None:
        if guard is T.FALSE:
            return
        between = source
        if guard is not T.TRUE:
            self.edges.append([])
            between = len(self.edges) - 1
            self.add(replace(e, op=O.Step(guard), note=""), source, between)
        self.add(replace(e, op=O.Unsupported(what), note=""), between, between)

    def _computed(self, op: O.Op, held: Held) -> Held:
        made = assigned(op) & self.relevant
        if not made:
            return held
        return held._replace(copies=tuple([passed(c, made, bool(used(op) & c.behind)) for c in held.copies]))

    # ------------------------------------------------------------ loads

    def _look(self, at: At, e: Edge, held: Held, source: int) -> bool:
        what = load(e.op)
        made = assigned(e.op) & self.relevant
        where = address(e.op)
        keeps = self.pairs.kept[at]
        if what is None:
            if held.carried or any(map(self._is_load, held.stores)):
                return False
            self._to(e, map_terms(e.op, lambda t: self.seen(t, held.stores)), T.TRUE, source, held._replace(copies=()))
            return True
        if any(held.depends(t) for t in (*what.at, e.op.guard if isinstance(e.op, O.Step) else T.TRUE)):
            return False
        goes_on = True
        if keeps.acquires and any(map(self._is_exchange, self._of_mine(what.group, held.stores))):
            if what.at:
                self._unknown("an atomic operation that is late, and an acquire behind it", T.TRUE, e, source)
            return False
        older = self._of_mine(what.group, held.stores)
        mine = [s for s in older if not self._is_load(s)]
        unseen = T.TRUE
        if older and (what.at or self._is_load(older[-1])):
            unseen = T.and_(
                *[T.not_(equal(i, what.at)) for s in older if self._is_load(s) for i in self.slots[s].indices]
            )
            goes_on = unseen is T.TRUE
        if at in self.pairs.late_loads and at not in self.pairs.unknown and not keeps.acquires:
            self._wait(at, e, held, source)
        for guard, seen, copies in self.copies.views(what.group, what.at, held.copies):
            if seen is None:
                is_mine = bool(mine) and not what.at
                if not is_mine:
                    left = () if keeps.acquires else copies
                    after = [passed(c, made, True) for c in left]
                else:
                    left = tuple(
                        [c for c in copies if not (keeps.acquires and (c.is_released or {*mine, *where} & c.behind))]
                    )
                    after = [passed(c, made, bool({*mine, *where} & c.behind)) for c in left]
                op = map_terms(e.op, lambda t: self.seen(t, held.stores))
                self._carry(at, e, op, T.and_(guard, unseen), held._replace(copies=tuple(after)), source)  # type: ignore[arg-type]
                continue
            if where & seen.behind or (keeps.acquires and seen.is_released):
                if where & seen.behind and not keeps.acquires and self.copies.uses(what.group).get(e.target):
                    self._unknown(SAME_STORE, guard, e, source)
                continue
            n = copies.index(seen)
            left = copies[n:] if keeps.acquires else copies
            after = [passed(c, made, c in copies[:n] or bool(where & c.behind)) for c in left]
            op = map_terms(e.op, partial(self.copies.value, seen))
            names = ", ".join(dict.fromkeys(v.text for v in self.copies.kept[seen.group, seen.number].values))
            as_it_was = replace(e, note=f"loaded early: {names} as it was")
            self._to(as_it_was, op, guard, source, held._replace(copies=tuple(after)).without(assigned(op)))
        return goes_on

    def _wait(self, at: At, e: Edge, held: Held, source: int) -> None:
        """The load is late: what it loads is not known yet."""
        op = e.op
        assert isinstance(op, O.Step)
        late = Late(at, 0)
        known = self.slots.get(late)
        if late in held.stores or (known and any(not t.vars.isdisjoint(known.values) for _, t in held.carried)):
            self._unknown("a load that is late, in a loop", T.TRUE, e, source)
            return
        if self._is_full(held):
            self._unknown(TOO_MANY.format(self.most), T.TRUE, e, source)
            return
        slot = self._load_slot(late, op)
        updates = [
            O.Update(x, (), i)
            for u, index in zip(op.updates, slot.indices, strict=True)
            for x, i in zip(index, u.value.args, strict=True)
        ]
        values = {u.var: T.var(value) for u, value in zip(op.updates, slot.values, strict=True)}
        for guard, copies in self.copies.without(
            [O.Cell(v, u.value.args) for u, v in zip(op.updates, slot.vars, strict=True)], held.copies
        ):
            after = held.without(assigned(op)).carrying(values)._replace(stores=(*held.stores, late), copies=copies)
            self._to(e, O.Step(op.guard, tuple(updates)), guard, source, after)

    def _load_slot(self, late: Late, op: O.Step) -> Slot:
        slot = self.slots.get(late)
        if slot is None:
            cells = [O.Cell(v, u.value.args) for u in op.updates if (v := u.value.var) is not None]
            slot = self.slots[late] = self.new_slot(late, cells, "is{}")
        return slot

    def _is_load(self, late: Late) -> bool:
        return late not in MARKS and not any(is_late_kind(c.var) for c in O.writes(self.edge(late).op))

    def _is_exchange(self, late: Late) -> bool:
        return late not in MARKS and is_exchange(self.edge(late).op)

    def _is_full(self, held: Held) -> bool:
        return sum(s not in MARKS for s in held.stores) >= self.most

    def seen(self, t: Term, buffer: Row) -> Term:
        return super().seen(t, tuple([s for s in buffer if not self._is_load(s)]))

    def _keep(self, at: int, group: str, index: tuple[Term, ...], held: Held, source: int) -> None:
        if self._of_mine(group, held.stores) and not index:
            return
        apart = []
        for late in self._of_mine(group, held.stores):
            slot = self.slots[late]
            apart += [T.not_(equal(i, index)) for v, i in zip(slot.vars, slot.indices, strict=True) if v.group == group]
        index = tuple([self.seen(i, held.stores) for i in index])
        guard = T.and_(*apart)
        older = [c for c in held.copies if c.group == group]
        if held.copies and held.copies[-1].group == group:
            last = held.copies[-1]
            if not last.behind and not last.is_released:
                places = self.copies.kept[group, last.number]
                same = [T.eq(T.var(x), T.select(v, index)) for v, x in places.values.items()]
                guard = T.and_(guard, T.not_(T.and_(equal(places.at, index), *same)))
        origin = self.t.edges[at][0]
        if len(older) >= self.copies.uses(group)[at]:
            return
        if len(older) >= self.most:
            what = f"more than {self.most} loads of a cell that are early (--store-buffer N allows more)"
            self._unknown(what, guard, origin, source)
            return
        number = next(n for n in range(self.most) if all(c.number != n for c in older))
        places = self.copies.places(group, number, index)
        updates = [O.Update(x, (), i) for x, i in zip(places.at, index, strict=True)]
        updates += [O.Update(x, (), T.select(v, index)) for v, x in places.values.items()]
        is_released = any(self._releases(s) for s in held.stores)
        copies = (*held.copies, Copy(group, number, frozenset(), is_released))
        names = ", ".join(dict.fromkeys(v.text for v in places.values))
        op = O.Step(guard, tuple(updates), O.Order.RELAXED)
        e = replace(origin, op=op, note=f"a load of {names} is early", steps=())
        self.add(e, source, self._place(at, held._replace(copies=copies)))

    # ------------------------------------------------------------ stores

    def _put(self, at: At, e: Edge, held: Held, source: int) -> bool:
        keeps = self.pairs.kept[at]
        if any(held.depends(i) for c in O.writes(e.op) for i in c.index) or (
            isinstance(e.op, O.Step) and held.depends(e.op.guard)
        ):
            return False
        has_to_wait = any(map(held.depends, O.reads(e.op)))
        is_late = at in self.pairs.late or has_to_wait
        goes = self._is_direct(at, e, held.stores)
        if (keeps.releases and held.stores) or STORES_WAIT in held.stores:
            goes = T.FALSE
        # (who could not be in memory at once would make others wait)
        is_late = is_late or (goes is not T.TRUE and at.source in self.pending)
        if is_late and self._is_full(held):
            self._unknown(TOO_MANY.format(self.most), T.TRUE, e, source)
            is_late = False
            if has_to_wait:
                return False
        for guard, copies in self.copies.without(O.writes(e.op), held.copies):
            if keeps.releases:
                copies = tuple([c._replace(is_released=True) for c in copies])
            if is_late:
                self._late(at, e, guard, held._replace(copies=copies), source)
            else:
                op = map_terms(e.op, lambda t: self.seen(t, held.stores))
                self._directly(e, op, T.and_(guard, goes), source, held._replace(copies=copies))
        return is_late or goes is T.TRUE

    def _directly(self, e: Edge, op: O.Op, guard: Term, source: int, held: Held) -> None:
        free = self._is_free(op)
        if free is not T.TRUE:
            wait = T.and_(guard, T.not_(free), op.guard if isinstance(op, O.Step) else T.TRUE)
            if wait is not T.FALSE:
                self.add(replace(e, op=O.Step(wait), note="", steps=()), source, source)
        self._to(e, op, T.and_(guard, free), source, held)

    def _is_free(self, op: O.Op) -> Term:
        cells = [(self.held[c.var], c.index) for c in O.writes(op) if c.var in self.held]
        holders = [T.select(v, index) for v, index in cells]
        return T.and_(*[T.or_(T.eq(h, T.const(0, 32)), T.eq(h, self._myself())) for h in holders])

    def _myself(self) -> Term:
        return T.resize(self.me, 32, signed=False)

    def _late(self, at: At, e: Edge, guard: Term, held: Held, source: int) -> None:
        late = Late(at, sum(other.at == at for other in held.stores))
        slot = self.slot(late, e.op)
        needed = used(e.op)
        copies = tuple([c._replace(behind=c.behind | {late}) if needed & c.behind else c for c in held.copies])
        after = held._replace(stores=(*held.stores, late), copies=copies)
        match e.op:
            case O.Step():
                self._carry(at, e, self.storing(e.op, slot, held.stores), guard, after, source)
            case _:
                self._unknown("something else than a store that is late", guard, e, source)

    def _exchange(self, at: At, e: Edge, held: Held, source: int) -> bool:
        """Its store may be late; it loads when it is its turn, after stores to the same cell."""
        keeps = self.pairs.kept[at]
        op = e.op
        assert isinstance(op, O.Step)
        cells = [c for c in O.writes(op) if is_late_kind(c.var)]
        older = [s for c in cells for s in self._of_mine(c.var.group, held.stores)]
        if older:
            is_same = keeps.acquires and not any(c.index for c in cells) and all(map(self._is_exchange, older))
            if at in self.pairs.late and not is_same:
                self._unknown("a store that is late, and an atomic operation behind it", T.TRUE, e, source)
            return False
        is_late = at in self.pairs.late
        if any(map(held.depends, O.reads(op))):
            self._unknown("an atomic operation with a value from a load that is late", T.TRUE, e, source)
            return False
        is_last = keeps.releases or STORES_WAIT in held.stores
        if not is_late and is_last and held.stores:
            return False
        if (
            is_late
            and is_last
            and any(v in self.held for s in held.stores if not self._is_load(s) for v in self.slots[s].vars)
        ):
            self._unknown("an atomic operation that waits for another one", T.TRUE, e, source)
            return False
        left = () if keeps.acquires else tuple([c for c in held.copies if c.group not in {x.var.group for x in cells}])
        if keeps.releases:
            left = tuple([c._replace(is_released=True) for c in left])
        made = assigned(op) & self.relevant
        after = held.without(assigned(op))._replace(copies=tuple([passed(c, made, True) for c in left]))
        op = map_terms(op, lambda t: self.seen(t, held.stores))
        assert isinstance(op, O.Step)
        free = self._is_free(op)
        if free is not T.TRUE:
            self.add(replace(e, op=O.Step(T.and_(T.not_(free), op.guard)), note="", steps=()), source, source)
        if not is_late:
            self._to(e, op, free, source, after)
            return True
        if self._is_full(held):
            self._unknown(TOO_MANY.format(self.most), T.TRUE, e, source)
            return False
        late = Late(at, sum(other.at == at for other in held.stores))
        slot = self.slot(late, e.op)
        kept = self.storing(op, slot, ())
        holding = tuple([O.Update(self.held[c.var], c.index, self._myself()) for c in cells])
        made_late = O.Step(kept.guard, (*kept.updates, *holding), op.order)
        self._to(e, made_late, free, source, after._replace(stores=(*held.stores, late)))
        return True

    def _of_mine(self, group: str, stores: Row) -> list[Late]:
        return [s for s in stores if any(v.group == group for v in self.slots[s].vars)]

    def _releases(self, late: Late) -> bool:
        return late not in MARKS and self.pairs.kept[late.at].releases

    def _is_direct(self, at: At, e: Edge, buffer: Row) -> Term:
        apart = []
        for c in O.writes(e.op):
            for late in buffer:
                for v, index in zip(self.slots[late].vars, self.slots[late].indices, strict=True):
                    if v is c.var:
                        if len(c.index) != v.dims or not isinstance(e.op, O.Step):
                            return T.FALSE
                        apart.append(T.not_(equal(index, tuple([self.seen(i, buffer) for i in c.index]))))
        return T.and_(*apart)

    def _sorted(self, buffer: Row) -> Row:
        row = list(buffer)
        n = 1
        while n < len(row):
            a, b = row[n - 1], row[n]
            is_free = not self._releases(a) and not self._releases(b) and not {a, b} & {*MARKS}
            is_free = is_free and not {*self.slots[a].vars} & {*self.slots[b].vars}
            if b < a and is_free and a.at != b.at:
                row[n - 1 : n + 1] = [b, a]
                n = max(n - 1, 1)
            else:
                n += 1
        return tuple(row)

    def _arrivals(self, at: int, held: Held, source: int) -> None:
        stores = held.stores
        for n, late in enumerate(stores):
            if late in MARKS or (n and self._releases(late)):
                continue
            if STORES_WAIT in stores[:n] and not self._is_load(late):
                continue
            guard = T.and_(*[self.apart(late, other) for other in stores[:n]])
            e = self.edge(late)
            slot = self.slots[late]
            if self._is_load(late):
                self._arrive_load(at, late, e, guard, held, source)
                continue
            if any(held.depends(T.var(v)) for v in slot.values):
                continue
            updates = [
                O.Update(v, tuple(map(T.var, index)), T.var(value))
                for v, index, value in zip(slot.vars, slot.indices, slot.values, strict=True)
            ]
            holders = [
                (self.held[v], tuple(map(T.var, i)))
                for v, i in zip(slot.vars, slot.indices, strict=True)
                if v in self.held
            ]
            if is_exchange(e.op):
                updates += [O.Update(h, i, T.const(0, 32)) for h, i in holders]
            else:
                zero = T.const(0, 32)
                guard = T.and_(
                    guard,
                    *[T.or_(T.eq(T.select(h, i), zero), T.eq(T.select(h, i), self._myself())) for h, i in holders],
                )
            if guard is T.FALSE:
                continue
            left = stores[:n]
            renamed: dict[Late, Late | None] = {late: None}
            carried = dict(held.carried)
            for other in stores[n + 1 :]:
                if other.at == late.at:  # (the next one from this edge is the first one now)
                    renamed[other] = Late(other.at, other.number - 1)
                    left = (*left, Late(other.at, other.number - 1))
                    updates += self.moved(self.slots[other], self.slots[left[-1]])
                    for old, new in zip(self.slots[other].values, self.slots[left[-1]].values, strict=True):
                        if old in carried:
                            carried[new] = carried.pop(old)
                else:
                    left = (*left, other)
            copies = tuple([c._replace(behind=named_anew(c.behind, renamed)) for c in held.copies])
            names = ", ".join(dict.fromkeys(v.text for v in slot.vars))
            note = f"the store to {names} of line {e.origin.line} arrives in memory"
            order = e.op.order if isinstance(e.op, O.Step) else O.Order.PLAIN
            op = O.Step(guard, tuple(updates), order, waits=bool(holders))
            self.add(
                replace(e, op=op, note=note, steps=()), source, self._place(at, Held(left, copies).carrying(carried))
            )

    def _arrive_load(self, at: int, late: Late, e: Edge, guard: Term, held: Held, source: int) -> None:
        if guard is T.FALSE:
            return
        slot = self.slots[late]
        cells = [T.select(v, tuple(map(T.var, i))) for v, i in zip(slot.vars, slot.indices, strict=True)]
        found = dict(zip(slot.values, cells, strict=True))
        others = tuple([s for s in held.stores if s != late])
        unknown = {v for s in others if self._is_load(s) for v in self.slots[s].values}
        updates = {v: O.Update(v, (), cell) for v, cell in found.items()}
        made: set[Var] = set()
        for v, t in held.carried:
            if unknown.isdisjoint(t.vars):
                updates[v] = O.Update(v, (), T.substitute(t, found))
                made.add(v)
        behind: set[Var | Late] = {v for v in made if v in self.relevant}
        behind |= {s for s in others if not made.isdisjoint(self.slots[s].values)}
        copies = tuple([c._replace(behind=c.behind | behind) for c in held.copies])
        names = ", ".join(dict.fromkeys(v.text for v in slot.vars))
        order = e.op.order if isinstance(e.op, O.Step) else O.Order.PLAIN
        made_late = replace(
            e,
            op=O.Step(guard, tuple(updates.values()), order),
            note=f"the load of {names} of line {e.origin.line} is late",
            steps=(),
        )
        after = held.without(frozenset(made))._replace(stores=others, copies=copies)
        self.add(made_late, source, self._place(at, after))
