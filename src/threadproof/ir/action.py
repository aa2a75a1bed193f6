"""Places, controls and actions: the pieces of the symbolic semantics (`symbolic` makes them)."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation, Template
from threadproof.ir.sched import Scheduler
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: an array overwritten as a whole: its default value (or the input that holds its values), and cells that differ
Fill = tuple["int | Var", tuple[tuple[int, int], ...]]


class Place:
    """An instance at a location. Interned: compare by identity."""

    __slots__ = ("fixed", "id", "location", "moves", "steps", "template", "values")

    def __init__(self, id_: int, template: Template, location: int, values: tuple[int, ...]) -> None:
        self.id = id_
        self.template = template
        self.location = location
        #: values of the counters and handles that are part of control, in the order of `Symbolic.explicit`
        self.values = values
        #: the actions and single steps, where they do not depend on other instances
        self.fixed: tuple[Action, ...] | None = None
        self.steps: tuple[Action, ...] | None = None
        self.moves: dict[object, tuple[Action, ...]] = {}

    @property
    def error(self) -> ErrorLocation | None:
        return self.template.errors.get(self.location)

    @property
    def edges(self) -> list[Edge]:
        return self.template.edges[self.location]

    def __repr__(self) -> str:
        return f"{self.template.name}#{self.id}@L{self.location}"


class Control:
    """Where every running instance is. Interned: compare by identity."""

    __slots__ = ("drawn", "ids", "inside", "movable", "places", "scheduler", "successors")

    def __init__(self, places: tuple[Place, ...], inside: int, scheduler: Scheduler | None) -> None:
        self.places = places
        #: the instance inside an atomic section, or that has control in a cooperative program; or 0
        self.inside = inside
        self.scheduler = scheduler
        self.ids = tuple([p.id for p in places])
        self.successors: dict[Action, Control] = {}
        #: the instances that may move, once somebody has asked
        self.movable: tuple[Place, ...] | None = None
        #: grows with the number of threads and objects that have been created on the way here
        self.drawn = sum([sum(p.values) for p in places if p.values])

    def place(self, id_: int) -> Place:
        return self.places[self.ids.index(id_)]

    def __repr__(self) -> str:
        return f"({', '.join(map(repr, self.places))})" + (f" inside {self.inside}" if self.inside else "")


class Store:
    """Parallel assignments, and what they make of a term."""

    __slots__ = ("_memo", "cells", "fills", "scalars", "written")

    def __init__(self) -> None:
        self.scalars: dict[Var, Term] = {}
        self.cells: dict[Var, tuple[tuple[tuple[Term, ...], Term], ...]] = {}
        self.fills: dict[Var, Fill] = {}
        #: all variables that are changed
        self.written: frozenset[Var] = frozenset()
        self._memo: dict[Term, Term] = {}

    def assign(self, cell: Term, value: Term) -> None:
        assert cell.var is not None
        if cell.op == "var":
            self.scalars[cell.var] = value
        else:
            self.cells[cell.var] = (*self.cells.get(cell.var, ()), (cell.args, value))

    def close(self) -> None:
        """Nothing is assigned any more."""
        self.written = frozenset((*self.scalars, *self.cells, *self.fills))

    def before(self, t: Term) -> Term:
        """The value that `t` has afterwards, over the state before."""
        if self.written.isdisjoint(t.vars):
            return t
        done = self._memo.get(t)
        if done is None:
            if t.op == "var":
                assert t.var is not None
                done = self.scalars[t.var]
            elif t.op == "select":
                assert t.var is not None
                done = self.element(t.var, tuple([self.before(a) for a in t.args]))
            else:
                done = T.rebuild(t, tuple([self.before(a) for a in t.args]))
            self._memo[t] = done
        return done

    def element(self, v: Var, index: tuple[Term, ...]) -> Term:
        """v[index] afterwards, where the index is over the state before."""
        fill = self.fills.get(v)
        if fill is not None:
            return filled(v, fill, index)
        value = T.select(v, index)
        for at, new in self.cells.get(v, ()):
            value = T.ite(same_index(index, at), new, value)
        return value


class Action(Store):
    """One edge of one instance, or a whole atomic section, as guard and assignments. Interned: compare by identity."""

    __slots__ = (
        "arguments", "choice", "edge", "enters", "guard", "halts", "id", "index", "input_range", "inputs", "leaves",
        "outcome", "place", "reads", "scheduler", "started", "target", "unsupported", "writes",
    )  # fmt: skip

    def __init__(self, place: Place, edge: Edge, index: int, choice: int | None, target: Place | None) -> None:
        super().__init__()
        self.place = place
        self.id = place.id
        self.edge = edge
        #: position of the edge at its location
        self.index = index
        #: the instance that a Signal wakes, the number of the way out of a section, or of the case of a call
        self.choice = choice
        #: of the things that the scheduler may do in that case, the number of this one
        self.outcome = 0
        #: where the instance is afterwards; None: it has ended
        self.target = target
        self.started: Place | None = None
        self.guard = T.TRUE
        #: variables that stand for values chosen by Havocs: (variable, the edge that chooses it)
        self.inputs: tuple[tuple[Var, Edge], ...] = ()
        self.input_range: Term = T.TRUE
        self.halts = False
        self.unsupported = ""
        #: the arguments of a call of the scheduler, and what it leaves behind
        self.arguments: tuple[int, ...] = ()
        self.scheduler: Scheduler | None = None
        #: a section is entered or left
        self.enters = isinstance(edge.op, O.AtomicBegin)
        self.leaves = isinstance(edge.op, O.AtomicEnd) or target is None or target.error is not None
        #: shared cells read and written: (variable, index)
        self.reads: tuple[tuple[Var, tuple[Term, ...]], ...] = ()
        self.writes: tuple[tuple[Var, tuple[Term, ...] | None], ...] = ()

    @property
    def is_section(self) -> bool:
        """A whole atomic section in one."""
        return isinstance(self.edge.op, O.AtomicBegin) and not self.enters

    def seal(self) -> Action:
        self.close()
        found: dict[tuple[Var, tuple[Term, ...]], None] = {}
        terms = [self.guard, *self.scalars.values()]
        for updates in self.cells.values():
            for at, value in updates:
                terms += (*at, value)
        for t in terms:
            if any(v.shared for v in t.vars):
                for u in T.subterms(t):
                    if u.var is not None and u.var.shared:
                        found[u.var, u.args] = None
        self.reads = tuple(found)
        writes: list[tuple[Var, tuple[Term, ...] | None]] = [(v, ()) for v in self.scalars if v.shared]
        writes += [(v, at) for v, updates in self.cells.items() if v.shared for at, _ in updates]
        writes += [(v, None) for v in self.fills if v.shared]
        self.writes = tuple(writes)
        return self

    def __repr__(self) -> str:
        from threadproof.ir.printer import print_op

        return f"{self.place!r}: {print_op(self.edge.op)}"


def same_index(a: tuple[Term, ...], b: tuple[Term, ...]) -> Term:
    return T.eq(a[0], b[0]) if len(a) == 1 else T.and_(*[T.eq(x, y) for x, y in zip(a, b, strict=True)])


def filled(v: Var, fill: Fill, index: tuple[Term, ...]) -> Term:
    """An element of an array that has just been overwritten as a whole, or initialised."""
    default, cells = fill
    value = T.select(default, index) if isinstance(default, Var) else T.const(default, v.width)
    for at, new in cells:
        value = T.ite(T.eq(index[0], T.const(at, index[0].width)), T.const(new, v.width), value)
    return value


def new_input(op: O.Havoc) -> tuple[Var, Term]:
    """A variable for the value that a Havoc chooses, and which values that may be."""
    v = op.var
    x = Var(f"{v.name}?", v.width, shared=False, signed=v.signed)
    if (op.low, op.high) == (0, (1 << v.width) - 1):
        return x, T.TRUE
    low, high = T.const(op.low, v.width), T.const(op.high, v.width)
    return x, T.and_(T.ule(low, T.var(x)), T.ule(T.var(x), high))
