"""Rounds that can be repeated for ever though no state comes back: what they change, and which states they stay in.

A *round* is a sequence of moves after which every thread is where it was. As a function of the cells that it writes
(all others are what they were) it has *conditions*, under which each of its steps is possible again and who takes none
may wait, and values *after* it. A set of states is *recurrent* if the conditions hold in it and the round ends in it
again; then the round can be taken from any of its states again and again.

Cells are named by constants: in each round the same elements of arrays are read and written. Inputs are what they were
the first time. Entry points: `composed`, `is_recurrent`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from threadproof.ir import op as O
from threadproof.ir.interpret import Instance, Semantics, State
from threadproof.ir.values import Key
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Fairness
from threadproof.records import NamedTuple, dataclass, field, replace
from threadproof.result.counterexample import Move

#: whose it is (0: shared), and which
Cell = tuple[int, Var, Key | None]


class NotClear(Exception):
    """The round is none, or does something whose effect on other rounds is not known."""


class Solver(Protocol):
    def check(self, *assumptions: Term) -> bool | None: ...


@dataclass(slots=True)
class Round:
    conditions: list[Term] = field(default_factory=list)
    #: a variable for the value of each written cell before the round -> its value after it
    after: dict[Var, Term] = field(default_factory=dict)
    #: and the value in the state where it begins
    first: dict[Var, Term] = field(default_factory=dict)


class Point(NamedTuple):
    """A move of a round, and the state before it."""

    state: State
    move: Move


def composed(semantics: Semantics, points: Sequence[Point], end: State, fairness: Fairness) -> Round:
    """`end`: the state behind the last move."""
    start = points[0].state
    if start.inside or end.inside or start.scheduler is not None or end.halted or _places(start) != _places(end):
        raise NotClear("somebody is not where the round began")
    symbolic = _Symbolic(semantics, start, set(_written(semantics, points)))
    found = Round()
    resting = _resting(semantics, points, fairness)
    for n, (_, m) in enumerate(points):
        for id_ in resting.get(n, ()):
            found.conditions += symbolic.waiting(semantics.instance(points[n].state, id_))
        found.conditions += symbolic.take(m)
    for cell, v in symbolic.names.items():
        found.after[v] = symbolic.values[cell]
        found.first[v] = symbolic.before(cell)
    found.conditions = [c for c in dict.fromkeys(found.conditions) if c is not T.TRUE]
    return found


def is_recurrent(found: Round, states: Sequence[Term], solver: Solver) -> bool:
    """Is the conjunction such a set, and is the first state in it? (Its variables are known by their names.)"""
    by_name = {v.name: T.var(v) for v in found.after}
    if any(v.name not in by_name for s in states for v in s.vars):
        return False
    states = [T.substitute(s, {v: by_name[v.name] for v in s.vars}) for s in states]
    if any(T.substitute(s, found.first) is not T.TRUE for s in states):
        return False
    needed = [*found.conditions, *[T.substitute(s, found.after) for s in states]]
    return all(solver.check(*states, T.not_(t)) is False for t in needed)


def _places(state: State) -> list[tuple[int, str, int]]:
    return [(i.id, i.template, i.location) for i in state.instances]


def _written(semantics: Semantics, points: Iterable[Point]) -> Iterable[Cell]:
    for state, m in points:
        i = semantics.instance(state, m.instance)
        for c in O.writes(m.edge.op):
            if len(c.index) != c.var.dims:
                raise NotClear("a whole array is written")
            yield (0 if c.var.shared else i.id), c.var, semantics.key(c.index, state, i)


def _resting(semantics: Semantics, points: Sequence[Point], fairness: Fairness) -> dict[int, list[int]]:
    """Where it matters that those who take no step cannot take any."""
    moved = {m.instance for _, m in points}
    others = [i.id for i in points[0].state.instances if i.id not in moved]
    found: dict[int, list[int]] = {}
    if fairness is Fairness.NONE:
        return found
    for id_ in others:
        places = [n for n, (state, _) in enumerate(points) if not state.inside and _waits(semantics, state, id_)]
        outside = [n for n, (state, _) in enumerate(points) if not state.inside]
        if not places or (fairness is Fairness.STRONG and places != outside):
            raise NotClear(f"instance {id_} could move")
        for n in places if fairness is Fairness.STRONG else places[:1]:
            found.setdefault(n, []).append(id_)
    return found


def _waits(semantics: Semantics, state: State, id_: int) -> bool:
    i = semantics.instance(state, id_)
    edges = [e for e in semantics.edges(i) if not O.is_environment(e.op)]
    is_waiting = any(isinstance(e.op, O.Step) and e.op.waits for e in edges)
    return is_waiting and not any(semantics.is_enabled(state, i, e) for e in edges)


class _Symbolic:
    """What the cells hold, as terms over what the written ones held at the start."""

    def __init__(self, semantics: Semantics, start: State, written: set[Cell]) -> None:
        self.semantics = semantics
        self.start = start
        self.names = {cell: _name(cell) for cell in sorted(written, key=str)}
        self.values: dict[Cell, Term] = {cell: T.var(v) for cell, v in self.names.items()}

    def before(self, cell: Cell) -> Term:
        id_, v, key = cell
        i = self.start.instances[0] if id_ == 0 else self.semantics.instance(self.start, id_)
        value = self.semantics.read(v, key, self.start, i)
        return T.const(value, v.width) if v.width != T.BOOL else T.TRUE if value else T.FALSE

    def read(self, v: Var, index: tuple[Term, ...], id_: int) -> Term:
        cell = self.cell(v, index, id_)
        return self.values[cell] if cell in self.values else self.before(cell)

    def cell(self, v: Var, index: tuple[Term, ...], id_: int) -> Cell:
        places = [self.of(i, id_).value for i in index]
        if any(n is None for n in places):
            raise NotClear(f"an element of {v.name} that may be another one in each round")
        numbers = [n for n in places if n is not None]
        key: Key | None = None if not numbers else numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
        return (0 if v.shared else id_), v, key

    def of(self, t: Term, id_: int) -> Term:
        """Only what is evaluated is looked at, as in `interpret`."""
        if t.var is not None:
            return self.read(t.var, t.args, id_)
        if t.op == "ite":
            condition = self.of(t.args[0], id_)
            if condition is T.TRUE or condition is T.FALSE:
                return self.of(t.args[1 if condition is T.TRUE else 2], id_)
            return T.rebuild(t, (condition, self.of(t.args[1], id_), self.of(t.args[2], id_)))
        if t.op in ("and", "or"):
            done: list[Term] = []
            for a in t.args:
                done.append(self.of(a, id_))
                if done[-1] is (T.FALSE if t.op == "and" else T.TRUE):
                    return done[-1]
            return T.rebuild(t, tuple(done))
        return T.rebuild(t, tuple([self.of(a, id_) for a in t.args])) if t.args else t

    def take(self, m: Move) -> list[Term]:
        """The move, and its condition."""
        id_ = m.instance
        match m.edge.op:
            case O.Step() as op if not O.is_environment(op):
                condition = self.of(op.guard, id_)
                new = [(self.cell(u.var, u.index, id_), self.of(u.value, id_)) for u in op.updates]
                self.values.update(new)
                return [condition]
            case O.Havoc(var=v, index=index) if m.choice is not None:
                value = T.const(m.choice, v.width) if v.width != T.BOOL else T.TRUE if m.choice else T.FALSE
                self.values[self.cell(v, index, id_)] = value
                return []
            case O.Signal(waiting=waiting):
                cell = self.cell(waiting.var, waiting.index, id_)
                known = self.read(waiting.var, waiting.index, id_)
                if known.value is None:
                    raise NotClear("others may wait in another round")
                left = known.value if m.choice is None else known.value & ~(1 << m.choice)
                self.values[cell] = T.const(left, known.width)
                return []
            case O.AtomicBegin() | O.AtomicEnd():
                return []
        raise NotClear(f"{type(m.edge.op).__name__} in a round")

    def waiting(self, i: Instance) -> list[Term]:
        edges = [e.op for e in self.semantics.edges(i) if not O.is_environment(e.op)]
        return [T.not_(self.of(op.guard, i.id)) for op in edges if isinstance(op, O.Step)]


def _name(cell: Cell) -> Var:
    id_, v, key = cell
    place = "" if key is None else f"[{key}]"
    return replace(
        v,
        name=f"{v.name}{place}@{id_}",
        shared=False,
        dims=0,
        length=None,
        lvalue=f"{v.lvalue}{place}" if v.lvalue else "",
    )
