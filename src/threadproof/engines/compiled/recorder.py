"""Steps of the compiled program as moves that the plain interpreter can replay, with every input's value.

They are run again with the interpreter, on values that are objects: each Havoc, and each cell that was never
written, gives a `Symbol`, which moves along when it is copied. Where the explorer chose a value or an interval for a
cell, the Symbol that is there is narrowed. In the end each Symbol takes its lowest value, which all choices allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from threadproof.engines.compiled.accesses import Access
from threadproof.engines.compiled.model import Model
from threadproof.engines.compiled.split import Choice
from threadproof.engines.compiled.steps import Taken, Trail
from threadproof.errors import InternalError
from threadproof.ir import op as O
from threadproof.ir.interpret import UNSET, Instance, Semantics, State, Undetermined, cell_of
from threadproof.ir.machine import Machine
from threadproof.ir.program import Edge
from threadproof.ir.quick import Quick
from threadproof.ir.sched import Scheduler
from threadproof.ir.values import Key, Sparse, Value, Versioned
from threadproof.logic.term import Term, Var
from threadproof.properties import NO_DATA_RACE
from threadproof.result.counterexample import Counterexample, Determine, Move

#: who took which edge, where no input was chosen; or more
Way = tuple[int, Edge] | Taken


class NoValues(Exception):
    """No values of the inputs make the path possible as it is."""


class Symbol:
    """A value that is still to be fixed, somewhere in low..high."""

    __slots__ = ("high", "low", "same")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        #: the Symbol this one must equal
        self.same: Symbol | None = None

    def root(self) -> Symbol:
        return self if self.same is None else self.same.root()

    def narrow(self, low: int, high: int) -> None:
        r = self.root()
        r.low, r.high = max(r.low, low), min(r.high, high)
        if r.low > r.high:
            raise NoValues

    def unify(self, other: Symbol) -> None:
        a, b = self.root(), other.root()
        if a is not b:
            b.same = a
            a.narrow(b.low, b.high)

    @property
    def value(self) -> int:
        return self.root().low


class Symbolic(Semantics):
    """The interpreter on states some cells of which hold Symbols."""

    def stored(self, v: Var, key: Key | None, state: State, i: Instance) -> Value:
        value = state.shared[self.shared_slot[v]] if v.shared else i.locals[self.local_slot[i.template][v]]
        return value if key is None else cell_of(value, key)

    def read(self, v: Var, key: Key | None, state: State, i: Instance) -> int:
        value = self.stored(v, key, state, i)
        if value is UNSET:
            raise Undetermined(0 if v.shared else i.id, v, key)
        return value.value if isinstance(value, Symbol) else cast(int, value)

    def symbol_of(self, t: Term, state: State, i: Instance) -> Symbol | None:
        """The Symbol a term names, if it just names a cell that holds one."""
        if t.var is None or t.op not in ("var", "select"):
            return None
        value = self.stored(t.var, self.key(t.args, state, i), state, i)
        return value if isinstance(value, Symbol) else None


#: a step without a choice; one with a choice; a cell that was never written
Recorded = tuple[int, Edge] | tuple[int, Edge, Any] | tuple[Undetermined, Symbol]


class Recorder:
    """Runs steps and remembers the moves."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.semantics = Symbolic(model.program, model.names, Versioned)
        self.machine = Machine(self.semantics)
        self.quick = Quick(self.semantics)
        self.moves: list[Recorded] = []

    def take(self, step: Taken) -> None:
        self.choose(step.instance, step.choices)
        while step.edge is not None:
            try:
                self._step(step, step.edge)
                return
            except Undetermined as u:
                self._determine(u)

    def take_all(self, steps: Iterable[Taken]) -> None:
        for step in steps:
            self.take(step)

    def take_ways(self, ways: Sequence[Way]) -> None:
        """Many steps; most of them are plain."""
        n = 0
        while n < len(ways):
            done = self.quick.go(self.machine, ways, n, len(ways))
            self.moves += cast(Sequence[tuple[int, Edge]], ways[n : n + done])
            n += done
            if n < len(ways):
                way = ways[n]
                self.take(way if isinstance(way, Taken) else Taken(*way, (), (), (), ()))
                n += 1

    def choose(self, instance: int, choices: Iterable[Choice]) -> None:
        for c in choices:
            while True:
                i = self.machine.instance(instance)
                value = self.semantics.stored(c.var, c.key, self.machine.state, i)
                if value is not UNSET:
                    break
                self._determine(Undetermined(0 if c.var.shared else instance, c.var, c.key))
            if isinstance(value, Symbol):
                value.narrow(c.low, c.high)

    def _determine(self, u: Undetermined) -> None:
        symbol = Symbol(0, (1 << u.var.width) - 1 if u.var.width else 1)
        self.machine.determine(u, cast(int, symbol))
        self.moves.append((u, symbol))

    def _outcome(self, e: Edge, op: O.Primitive, step: Taken, outcomes: Sequence[tuple[int, Scheduler]]) -> int:
        """The number of what the scheduler did: what it left behind, and what it returned, if that is still known."""
        returned: object = None
        if step.then is not None and op.result is not None:
            slot = self.model.locations[step.then[0]].slot.get(op.result)
            returned = None if slot is None else step.then[slot]
        for n, (value, scheduler) in enumerate(outcomes):
            if scheduler == step.after[-1] and returned in (None, value):
                return n
        raise InternalError(f"the scheduler does not do that at {e.origin.file}:{e.origin.line}")

    def _step(self, step: Taken, e: Edge) -> None:
        semantics, state = self.semantics, self.machine.state
        i = self.machine.instance(step.instance)
        if not semantics.is_enabled(state, i, e):
            raise InternalError(f"the path to the violation breaks off at {e.origin.file}:{e.origin.line}")
        choice: Any = None
        copied: list[tuple[int, Var, Key | None, Symbol]] = []
        ends = e.target == semantics.template(i).exit
        match e.op:
            case O.Havoc() if len(e.op.index) == e.op.var.dims:
                choice = Symbol(e.op.low, e.op.high)
            case O.Signal():
                choice = self._woken(e.op, i, step)
                if choice not in semantics.choices(state, i, e):
                    raise InternalError(f"nobody can be woken so at {e.origin.file}:{e.origin.line}")
            case O.Primitive():
                choice = self._outcome(e, e.op, step, semantics.outcomes(state, i, e.op))
            case O.Step():
                for u in e.op.updates:
                    symbol = semantics.symbol_of(u.value, state, i)
                    if symbol is not None and (u.var.shared or not ends):
                        copied.append((i.id, u.var, semantics.key(u.index, state, i), symbol))
            case O.Create():
                params = self.model.program.templates[e.op.template].params
                started = semantics.evaluate(e.op.handle, state, i)
                for p, a in zip(params, e.op.args, strict=True):
                    symbol = semantics.symbol_of(a, state, i)
                    if symbol is not None:
                        copied.append((started, p, None, symbol))
        self.machine.step(i, e, choice)
        for id_, v, key, symbol in copied:
            self.machine.determine(Undetermined(0 if v.shared else id_, v, key), cast(int, symbol))
        self.moves.append((i.id, e, choice))

    def _woken(self, op: O.Signal, i: Instance, step: Taken) -> int | None:
        """Which thread the explorer let the signal wake: the bit that has gone."""
        key = self.semantics.key(op.waiting.index, self.machine.state, i)
        slot = self.model.shared_slot[op.waiting.var]
        before, after = step.before[slot], step.after[slot]
        if key is not None:
            before, after = cell_of(before, key), cell_of(after, key)
        gone = cast(int, before) & ~cast(int, after)
        return gone.bit_length() - 1 if gone else None

    def unify(self, a: State, b: State) -> None:
        """Fix the Symbols so that the two states become the same."""
        _unify(a.shared, b.shared)
        for i, j in zip(a.instances, b.instances, strict=True):
            _unify(i.locals, j.locals)

    def race(self, first: Access, second: Access) -> Counterexample:
        """The counterexample, if these are the next accesses."""
        # at most one of the two is inside a section: first what the other needs, then the way into the section
        for a in sorted((first, second), key=lambda a: len(a.steps)):
            self.take_all(a.steps)
            self.choose(a.instance, a.choices)
        racing = _racing(first), _racing(second)
        return Counterexample(self.result(), NO_DATA_RACE.name, racing=racing, names=self.model.names)

    def result(self) -> tuple[Move | Determine, ...]:
        # (of millions of moves nearly all are the same few objects)
        made = {id_: _moved(m) for id_, m in {id(m): m for m in self.moves}.items()}
        return tuple(map(made.__getitem__, map(id, self.moves)))


def _moved(m: Recorded) -> Move | Determine:
    if len(m) == 3:
        id_, e, choice = m
        return Move(id_, e, choice.value if isinstance(choice, Symbol) else choice)
    if isinstance(m[0], Undetermined):
        return Determine(m[0].instance, m[0].var, m[0].key, m[1].value)
    return Move(*m)


def _unify(a: Any, b: Any) -> None:
    if a is b:
        return
    if isinstance(a, tuple) and isinstance(b, tuple):
        for x, y in zip(a, b, strict=True):
            _unify(x, y)
    elif isinstance(a, Sparse) and isinstance(b, Sparse):
        for key in {**a.cells, **b.cells}:
            _unify(a.get(key), b.get(key))
    elif isinstance(a, Symbol) and isinstance(b, Symbol):
        a.unify(b)
    elif isinstance(a, Symbol) and isinstance(b, int):
        a.narrow(b, b)
    elif isinstance(b, Symbol) and isinstance(a, int):
        b.narrow(a, a)


def _racing(a: Access) -> Move:
    return Move(a.instance, a.edge, a.edge.op.low if isinstance(a.edge.op, O.Havoc) else None)


def steps_of(trail: Trail) -> list[Taken]:
    found = []
    while trail is not None:
        trail, step = trail
        found.append(step)
    found.reverse()
    return found
