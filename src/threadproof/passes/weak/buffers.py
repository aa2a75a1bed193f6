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

from typing import NamedTuple

from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import map_terms
from threadproof.passes.simplify import simplify
from threadproof.passes.weak.barriers import Cut, Machine, is_late_kind, waiting
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.delays import Delays
from threadproof.records import replace

#: a template does not become longer than this
MOST_LOCATIONS = 5_000
TOO_LARGE = "program too large"


class Late(NamedTuple):
    """A store in a buffer: its edge, which of the stores there from this edge it is; or a mark between stores."""

    at: At
    number: int


#: stores behind it come after those before it; loads come after those before it
STORES_WAIT, LOADS_WAIT = (Late(At("", -1, n), 0) for n in range(2))
_MARKS = (STORES_WAIT, LOADS_WAIT)
Buffer = tuple[Late, ...]


#: in the scope of a verdict
AS_USUAL = "no store can be late where it matters, so executions are those of sequential consistency"


def with_buffers(program: Program, machine: Machine, most: int, find: type[Delays] = Delays) -> Program:
    """`find`: which stores may be late."""
    program = simplify(program)
    delays = find(program, machine)
    late = {at.template for at in delays.late}
    templates = {name: _buffering(t, delays, most) if name in late else t for name, t in program.templates.items()}
    return replace(program, templates=templates, scope=program.scope if late else (*program.scope, AS_USUAL))


def _buffering(t: Template, delays: Delays, most: int) -> Template:
    """With smaller buffers, if there are too many ways to fill large ones."""
    while True:
        try:
            return _Buffering(t, delays, most).run()
        except Limit as limit:
            if most == 1 or limit.reason != TOO_LARGE:
                raise
        most -= 1


class _Slot(NamedTuple):
    """Where a late store is kept: for each variable its indices and its value."""

    vars: tuple[Var, ...]
    indices: tuple[tuple[Var, ...], ...]
    values: tuple[Var, ...]


class _Buffering:
    def __init__(self, t: Template, delays: Delays, most: int) -> None:
        self.t = t
        self.delays = delays
        self.machine = delays.machine
        self.most = most
        self.inside = delays.inside[t.name]
        self.pending = delays.pending[t.name]
        #: where stores may arrive: behind what others notice, and while somebody waits
        self.noticed = {e.target for e in t.all_edges() if O.is_visible(e.op)}
        self.noticed |= {e.source for e in t.all_edges() if isinstance(e.op, O.Step) and e.op.waits}
        self.locals = list(t.locals)
        self.slots: dict[Late, _Slot] = {}
        self.numbers: dict[tuple[int, Buffer], int] = {}
        self.todo: list[tuple[int, Buffer]] = []
        self.edges: list[list[Edge]] = []

    def run(self) -> Template:
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

    def _number(self, at: int, buffer: Buffer) -> int:
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

    def _add(self, e: Edge, source: int, target: int) -> None:
        self.edges[source].append(replace(e, source=source, target=target))

    # ------------------------------------------------------------ steps

    def _copy(self, at: int, buffer: Buffer, source: int) -> None:
        must_wait = bool(buffer) and at not in self.inside and at not in self.pending
        stays = must_wait
        if not must_wait:
            for n, e in enumerate(self.t.edges[at]):
                stays |= not self._take(At(self.t.name, at, n), e, buffer, source)
        if buffer and at not in self.inside and (stays or at in self.noticed):
            self._arrive(at, buffer, source)

    def _take(self, at: At, e: Edge, buffer: Buffer, source: int) -> bool:
        """Can it be done without waiting for stores, always?"""
        if at.source in self.inside:
            self._add(e, source, self._number(e.target, buffer))
            return True
        keeps = self.delays.around[at]
        if buffer and (others := waiting(e.op)) is not None:
            nobody = T.eq(others.term, T.const(0, others.var.width))
            guard = T.and_(e.op.guard, nobody) if isinstance(e.op, O.Step) else nobody
            self._add(e.with_op(O.Step(self._seen(guard, buffer))), source, self._number(e.target, buffer))
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
        op = map_terms(e.op, lambda t: self._seen(t, buffer))
        if guard is not T.TRUE:
            assert isinstance(op, O.Step)
            op = replace(op, guard=T.and_(guard, op.guard))
        if Cut.LOADS in keeps.after and buffer and buffer[-1] is not LOADS_WAIT:
            buffer = (*buffer, LOADS_WAIT)
        self._add(e.with_op(op), source, self._number(e.target, buffer))
        return guard is T.TRUE

    def _is_direct(self, at: At, e: Edge, buffer: Buffer) -> Term:
        """When what it writes may be in memory at once."""
        written = [c for c in O.writes(e.op) if is_late_kind(c.var)]
        if not buffer or not written:
            return T.TRUE
        if self.machine.keeps_stores and self.delays.is_shared_store(at):
            return T.FALSE
        apart = []
        for c in written:
            for late in buffer:
                if late in _MARKS:
                    if self.delays.is_shared_store(at) and late is STORES_WAIT:
                        return T.FALSE
                    continue
                for v, index in zip(self.slots[late].vars, self.slots[late].indices, strict=True):
                    if v is c.var:
                        if len(c.index) != v.dims or not isinstance(e.op, O.Step):
                            return T.FALSE
                        apart.append(T.not_(_equal(index, tuple([self._seen(i, buffer) for i in c.index]))))
        return T.and_(*apart)

    def _store(self, at: At, e: Edge, buffer: Buffer, source: int) -> bool:
        if sum(late not in _MARKS for late in buffer) >= self.most:
            what = f"more than {self.most} stores that are late (--store-buffer N allows more)"
            self._add(replace(e, op=O.Unsupported(what), note=""), source, source)
            return True
        late = Late(at, sum(other.at == at for other in buffer))
        slot = self._slot(late, e.op)
        after = self._sorted((*buffer, late))
        if Cut.LOADS in self.delays.around[at].after:
            after = (*after, LOADS_WAIT)
        target = self._number(e.target, after)
        match e.op:
            case O.Step():
                self._add(e.with_op(self._kept(e.op, slot, buffer)), source, target)
            case O.Havoc(index=index) if len(index) == e.op.var.dims:
                between = source
                if index:
                    self.edges.append([])
                    between = len(self.edges) - 1
                    places = [
                        O.Update(x, (), self._seen(i, buffer)) for x, i in zip(slot.indices[0], index, strict=True)
                    ]
                    self._add(replace(e, op=O.Step(updates=tuple(places)), note=""), source, between)
                self._add(e.with_op(O.Havoc(slot.values[0], (), e.op.low, e.op.high)), between, target)
            case O.Fresh():
                self._add(e.with_op(replace(e.op, target=slot.values[0])), source, target)
            case _:
                self._add(
                    replace(e, op=O.Unsupported("something else than a store that is late"), note=""), source, source
                )
        return True

    def _kept(self, op: O.Step, slot: _Slot, buffer: Buffer) -> O.Step:
        updates: list[O.Update] = []
        places = iter(zip(slot.indices, slot.values, strict=True))
        for u in op.updates:
            index, value = [self._seen(i, buffer) for i in u.index], self._seen(u.value, buffer)
            if is_late_kind(u.var):
                kept_index, kept_value = next(places)
                updates += [O.Update(x, (), i) for x, i in zip(kept_index, index, strict=True)]
                updates.append(O.Update(kept_value, (), value))
            else:
                updates.append(O.Update(u.var, tuple(index), value))
        return O.Step(self._seen(op.guard, buffer), tuple(updates), waits=op.waits)

    # ------------------------------------------------------------ the buffer

    def _slot(self, late: Late, op: O.Op) -> _Slot:
        slot = self.slots.get(late)
        if slot is None:
            cells = [c for c in O.writes(op) if is_late_kind(c.var)]
            indices, values = [], []
            for c in cells:
                indices.append(tuple([self._local(late, c.var, f"at{n}", i.width) for n, i in enumerate(c.index)]))
                values.append(self._local(late, c.var, "is", c.var.width))
            slot = self.slots[late] = _Slot(tuple([c.var for c in cells]), tuple(indices), tuple(values))
        return slot

    def _local(self, late: Late, v: Var, what: str, width: int) -> Var:
        name = f"{self.t.name}::late {late.at.source}.{late.at.number}.{late.number} {v.name} {what}"
        made = Var(name, width, shared=False)
        if what == "is":
            made = Var(name, width, shared=False, signed=v.signed, is_pointer=v.is_pointer, offsets=v.offsets)
        self.locals.append(made)
        return made

    def _seen(self, t: Term, buffer: Buffer) -> Term:
        """What this thread sees: its own stores before those in memory."""
        if not buffer or not any(v.shared for v in t.vars):
            return t
        return T.transform(t, lambda u: self._cell(u, buffer))

    def _cell(self, u: Term, buffer: Buffer) -> Term | None:
        v = u.var
        if v is None or not is_late_kind(v):
            return None
        index = tuple([self._seen(i, buffer) for i in u.args])
        found = T.select(v, index)
        for late in buffer:
            if late not in _MARKS:
                slot = self.slots[late]
                for w, at, value in zip(slot.vars, slot.indices, slot.values, strict=True):
                    if w is v:
                        found = T.ite(_equal(at, index), T.var(value), found)
        return found

    def _arrive(self, at: int, buffer: Buffer, source: int) -> None:
        for n, late in enumerate(buffer):
            if late is STORES_WAIT or (n and self.machine.keeps_stores):
                break
            if late is LOADS_WAIT:
                continue
            guard = T.and_(*[self._apart(late, other) for other in buffer[:n] if other is not LOADS_WAIT])
            if guard is T.FALSE:
                continue
            e = self.t.edges[late.at.source][late.at.number]
            slot = self.slots[late]
            updates = [
                O.Update(v, tuple(map(T.var, index)), T.var(value))
                for v, index, value in zip(slot.vars, slot.indices, slot.values, strict=True)
            ]
            left: Buffer = buffer[:n]
            for other in buffer[n + 1 :]:
                if other.at == late.at:  # (the next one from this edge is the first one now)
                    left = (*left, Late(other.at, other.number - 1))
                    updates += self._moved(self.slots[other], self.slots[left[-1]])
                else:
                    left = (*left, other)
            while left and left[0] in _MARKS:
                left = left[1:]
            order = e.op.order if isinstance(e.op, O.Step) else O.Order.PLAIN
            names = ", ".join(dict.fromkeys(v.text for v in slot.vars))
            note = f"the store to {names} of line {e.origin.line} arrives in memory"
            op = O.Step(guard, tuple(updates), order)
            self._add(replace(e, op=op, note=note, steps=()), source, self._number(at, self._sorted(left)))

    @staticmethod
    def _moved(old: _Slot, new: _Slot) -> list[O.Update]:
        before, after = ([*(x for i in s.indices for x in i), *s.values] for s in (old, new))
        return [O.Update(b, (), T.var(a)) for a, b in zip(before, after, strict=True)]

    def _sorted(self, buffer: Buffer) -> Buffer:
        """Where stores to different variables have no order, the same one always."""
        if self.machine.keeps_stores:
            return buffer
        row = list(buffer)
        n = 1
        while n < len(row):
            a, b = row[n - 1], row[n]
            if b < a and not {a, b} & {*_MARKS} and not {*self.slots[a].vars} & {*self.slots[b].vars}:
                row[n - 1 : n + 1] = [b, a]
                n = max(n - 1, 1)
            else:
                n += 1
        return tuple(row)

    def _apart(self, a: Late, b: Late) -> Term:
        """Are they to different cells?"""
        x, y = self.slots[a], self.slots[b]
        return T.and_(
            *[
                T.not_(_equal(i, tuple(map(T.var, j))))
                for v, i in zip(x.vars, x.indices, strict=True)
                for w, j in zip(y.vars, y.indices, strict=True)
                if v is w
            ]
        )


def _equal(variables: tuple[Var, ...], terms: tuple[Term, ...]) -> Term:
    return T.and_(*[T.eq(T.var(v), t) for v, t in zip(variables, terms, strict=True)])
