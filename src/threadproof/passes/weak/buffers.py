"""Stores wait in a buffer of their thread, and arrive in memory by steps of their own.

Before, on TSO                          After
    L0 -> L1: x := 1                        L0 -> L1': late.x := 1
    L1 -> L2: t := y                        L1' -> L1: x := late.x        (the store arrives)
                                            L1' -> L2': t := y
                                            L1 -> L2: t := y
    L2 -> L3: z := x                        L2' -> L2: x := late.x
                                            L2 -> L3: z := x

What waits in the buffer is part of the location: a row of stores, oldest first, each by the edge that it comes from;
its indices and values are locals. So nobody asks at run time what is in it, and a load of a variable that is not there
is a load as before. On TSO the oldest store arrives; on PSO one that has none before it to the same cell and no barrier
(there the order of stores to different variables means nothing, so there is only one).

Only stores that `delays` names wait. An edge that keeps stores before it in order is there for an empty buffer only;
so are all edges where nothing is to be gained by waiting. Stores may arrive behind each step that others can notice:
if one arrives later, but before the next such step, nobody sees the difference.

More than `most` stores in a buffer are not understood. Steps that wait, fail, end the process or a section, and what is
discarded, are copied with their location, the buffer as it is; who cannot go on because stores wait has their arrival
as a step. At error locations and at the end of a thread the buffer is forgotten (it is empty at the end).
"""

from __future__ import annotations

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.passes.memory_model import AS_USUAL, WEAKENED
from threadproof.passes.rewrite import map_terms
from threadproof.passes.weak.barriers import Cut, accesses, waiting
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.delays import Delays
from threadproof.passes.weak.rows import (
    LOADS_WAIT,
    MARKS,
    MOST_LOCATIONS,
    STORES_WAIT,
    TOO_LARGE,
    Late,
    Row,
    Waiting,
    equal,
    places_to_arrive,
)
from threadproof.records import replace


def with_buffers(delays: Delays, most: int, *, is_strict: bool = False) -> Program:
    """Of the program in which they were found. `is_strict`: rather no execution than one that is forbidden."""
    program = delays.program
    late = {at.template for at in (*delays.late, *delays.unclear)}
    if not late:
        return replace(program, scope=(*program.scope, AS_USUAL))
    made = {t.name: _buffering(t, delays, most, is_strict) for name, t in program.templates.items() if name in late}
    templates = {name: made[name].made if name in made else t for name, t in program.templates.items()}
    allows_more = any(m.allows_more for m in made.values()) and not is_strict
    return replace(program, templates=templates, scope=(*program.scope, WEAKENED) if allows_more else program.scope)


def _buffering(t: Template, delays: Delays, most: int, is_strict: bool) -> _Buffering:
    """With smaller buffers, if there are too many ways to fill large ones."""
    while True:
        try:
            return _Buffering(t, delays, most, is_strict)
        except Limit as limit:
            if most == 1 or limit.reason != TOO_LARGE:
                raise
        most -= 1


class _Buffering(Waiting):
    def __init__(self, t: Template, delays: Delays, most: int, is_strict: bool) -> None:
        super().__init__(t)
        self.program = delays.program
        self.delays = delays
        self.is_strict = is_strict
        #: than the machine does, perhaps
        self.allows_more = False
        self.machine = delays.machine
        self.most = most
        self.inside = delays.inside[t.name]
        self.pending = delays.pending[t.name]
        self.noticed = places_to_arrive(t)
        self.numbers: dict[tuple[int, Row], int] = {}
        self.todo: list[tuple[int, Row]] = []

        self.made = self._run()

    def _run(self) -> Template:
        t = self.t
        entry = self._number(t.entry, ())
        while self.todo:
            at, buffer = self.todo.pop()
            self._copy(at, buffer, self.numbers[at, buffer])
        exit_ = self._number(t.exit, ())
        return replace(
            t,
            locals=tuple(self.locals),
            entry=entry,
            exit=exit_,
            edges=self.edges,
            errors={n: t.errors[at] for (at, _), n in self.numbers.items() if at in t.errors},
            discards={n: t.discards[at] for (at, _), n in self.numbers.items() if at in t.discards},
        )

    def _number(self, at: int, buffer: Row) -> int:
        if at == self.t.exit or at in self.t.errors:
            buffer = ()
        key = (at, buffer)
        number = self.numbers.get(key)
        if number is None:
            if len(self.edges) >= MOST_LOCATIONS:
                raise Limit(TOO_LARGE, f"too many ways in which stores of {self.t.name} may be late")
            number = self.numbers[key] = len(self.edges)
            self.edges.append([])
            self.todo.append(key)
        return number

    # ------------------------------------------------------------ steps

    def _copy(self, at: int, buffer: Row, source: int) -> None:
        must_wait = bool(buffer) and at not in self.inside and at not in self.pending
        stays = must_wait
        if not must_wait:
            for n, e in enumerate(self.t.edges[at]):
                stays |= not self._take(At(self.t.name, at, n), e, buffer, source)
        if buffer and at not in self.inside and (stays or at in self.noticed):
            self._arrive(at, buffer, source)

    def _take(self, at: At, e: Edge, buffer: Row, source: int) -> bool:
        """Can it be done without waiting for stores, always?"""
        if at.source in self.inside:
            return self._take_inside(at, e, buffer, source)
        if at in self.delays.unclear or (buffer and at in self.delays.storing):
            return self._give_up(e, source, "an atomic operation on a structure whose stores may be late")
        keeps = self.delays.around[at]
        if buffer and (others := waiting(e.op)) is not None:
            nobody = T.eq(others.term, T.const(0, others.var.width))
            guard = T.and_(e.op.guard, nobody) if isinstance(e.op, O.Step) else nobody
            self.add(e.with_op(O.Step(self.seen(guard, buffer))), source, self._number(e.target, buffer))
            return False
        if buffer and Cut.LOADS in keeps.before:
            return False
        if LOADS_WAIT in buffer and self.delays.is_shared_load(at):
            return False
        if Cut.STORES in keeps.before and buffer and buffer[-1] is not STORES_WAIT:
            buffer = (*buffer, STORES_WAIT)
        if at in self.delays.late:
            return self._store(at, e, buffer, source)
        guard = self._is_direct(at, e, buffer)
        if guard is T.FALSE:
            return False
        guard = T.and_(guard, self._not_in_parts(e.op, buffer))
        if guard is T.FALSE:
            return False
        op = map_terms(e.op, lambda t: self.seen(t, buffer))
        if guard is not T.TRUE:
            assert isinstance(op, O.Step)
            op = replace(op, guard=T.and_(guard, op.guard))
        if Cut.LOADS in keeps.after and buffer and buffer[-1] is not LOADS_WAIT:
            buffer = (*buffer, LOADS_WAIT)
        self.add(e.with_op(op), source, self._number(e.target, buffer))
        return guard is T.TRUE

    def _take_inside(self, at: At, e: Edge, buffer: Row, source: int) -> bool:
        if buffer and self._is_direct(at, e, buffer) is not T.TRUE:
            return self._give_up(e, source, "an atomic section that stores where stores are late")
        op = map_terms(e.op, lambda t: self.seen(t, buffer)) if buffer else e.op
        self.add(e.with_op(op), source, self._number(e.target, buffer))
        return True

    def _is_direct(self, at: At, e: Edge, buffer: Row) -> Term:
        """When what it writes may be in memory at once."""
        written = [c for c in O.writes(e.op) if c.var.shared]
        if not buffer or not written:
            return T.TRUE
        is_inside = at.source in self.inside
        if self.machine.keeps_stores and self.delays.is_shared_store(at) and not is_inside:
            return T.FALSE
        waits = not is_inside and (_is_exchange(e.op) or self.delays.is_shared_store(at))
        apart = []
        for c in written:
            for late in buffer:
                if late in MARKS:
                    if late is STORES_WAIT and waits:
                        return T.FALSE
                    continue
                for v, index in zip(self.slots[late].vars, self.slots[late].indices, strict=True):
                    if v is c.var:
                        if len(c.index) != v.dims or not isinstance(e.op, O.Step):
                            return T.FALSE
                        apart.append(T.not_(equal(index, tuple([self.seen(i, buffer) for i in c.index]))))
        return T.and_(*apart)

    def _not_in_parts(self, op: O.Op, buffer: Row) -> Term:
        """When no load takes some bytes from the buffer and others from memory: no machine says that it does."""
        read: dict[str, list[O.Access]] = {}
        for a in accesses(op):
            if not a.write:
                read.setdefault(a.var.group, []).append(a)
        is_whole = T.TRUE
        for late in buffer:
            slot = self.slots[late]
            for group, cells in read.items():
                if len(cells) > 1 and any(v.group == group for v in slot.vars):
                    stored = [
                        T.or_(*[equal(i, c.index) for v, i in zip(slot.vars, slot.indices, strict=True) if v is c.var])
                        for c in cells
                    ]
                    is_whole = T.and_(is_whole, T.or_(T.and_(*stored), T.not_(T.or_(*stored))))
        if is_whole is T.TRUE or self.is_strict:
            return is_whole
        self.allows_more = True
        return T.TRUE

    def _store(self, at: At, e: Edge, buffer: Row, source: int) -> bool:
        if sum(late not in MARKS for late in buffer) >= self.most:
            return self._give_up(
                e, source, f"more than {self.most} stores that are late (--store-buffer N allows more)"
            )
        late = Late(at, sum(other.at == at for other in buffer))
        slot = self.slot(late, e.op)
        after = self._sorted((*buffer, late))
        if Cut.LOADS in self.delays.around[at].after:
            after = (*after, LOADS_WAIT)
        target = self._number(e.target, after)
        match e.op:
            case O.Step():
                self.add(e.with_op(self.storing(e.op, slot, buffer)), source, target)
            case O.Havoc(index=index) if len(index) == e.op.var.dims:
                between = source
                if index:
                    self.edges.append([])
                    between = len(self.edges) - 1
                    places = [
                        O.Update(x, (), self.seen(i, buffer)) for x, i in zip(slot.indices[0], index, strict=True)
                    ]
                    self.add(replace(e, op=O.Step(updates=tuple(places)), note=""), source, between)
                self.add(e.with_op(O.Havoc(slot.values[0], (), e.op.low, e.op.high)), between, target)
            case O.Fresh():
                self.add(e.with_op(replace(e.op, target=slot.values[0])), source, target)
            case _:
                self._give_up(e, source, "something else than a store that is late")
        return True

    def _give_up(self, e: Edge, source: int, what: str) -> bool:
        self.add(replace(e, op=O.Unsupported(what), note=""), source, source)
        return True

    # ------------------------------------------------------------ the buffer

    def _arrive(self, at: int, buffer: Row, source: int) -> None:
        for n, late in enumerate(buffer):
            if late is STORES_WAIT or (n and self.machine.keeps_stores):
                break
            if late is LOADS_WAIT:
                continue
            guard = T.and_(*[self.apart(late, other) for other in buffer[:n] if other is not LOADS_WAIT])
            if guard is T.FALSE:
                continue
            e = self.edge(late)
            slot = self.slots[late]
            updates = [
                O.Update(v, tuple(map(T.var, index)), T.var(value))
                for v, index, value in zip(slot.vars, slot.indices, slot.values, strict=True)
            ]
            left: Row = buffer[:n]
            for other in buffer[n + 1 :]:
                if other.at == late.at:  # (the next one from this edge is the first one now)
                    left = (*left, Late(other.at, other.number - 1))
                    updates += self.moved(self.slots[other], self.slots[left[-1]])
                else:
                    left = (*left, other)
            while left and left[0] in MARKS:
                left = left[1:]
            order = e.op.order if isinstance(e.op, O.Step) else O.Order.PLAIN
            op = O.Step(guard, tuple(updates), order)
            self.add(self._arrival(e, op), source, self._number(at, self._sorted(left)))

    def _arrival(self, e: Edge, op: O.Step) -> Edge:
        origin = replace(e.origin, words=f"(arrives late) {self.program.source_text(e.origin)}")
        return replace(e, op=op, origin=origin, note="", steps=())

    def _sorted(self, buffer: Row) -> Row:
        """Where stores to different variables have no order, the same one always."""
        if self.machine.keeps_stores:
            return buffer
        row = list(buffer)
        n = 1
        while n < len(row):
            a, b = row[n - 1], row[n]
            if b < a and not {a, b} & {*MARKS} and not {*self.slots[a].vars} & {*self.slots[b].vars}:
                row[n - 1 : n + 1] = [b, a]
                n = max(n - 1, 1)
            else:
                n += 1
        return tuple(row)


def _is_exchange(op: O.Op) -> bool:
    """Its load is at the place of its store."""
    return isinstance(op, O.Step) and op.atomic and any(not a.write for a in accesses(op))
