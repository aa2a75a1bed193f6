"""Steps that look at inputs: where all values of an interval lead to the same steps it stays, else it is cut.

An interval stays if, for all of its values, every guard and everything computed at the location is the same: `enclose`
proves that, and then the steps are those for one of the values, with the interval put back. Otherwise `steps` raises
`Cut` with pieces that together have the same values: the state is replaced by one for each piece. That is a case
distinction, no step, so nothing has to commute with it. Where to cut best is only a guess, at the numbers with which
the input is compared; what cannot be guessed is cut into single values; if these are too many, `Limit` is raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from threadproof.errors import InternalError, Limit
from threadproof.evidence.states.code import Code, Step
from threadproof.evidence.states.interval import TRUE, UNSURE, Bounds, Interval, enclose, interval, largest
from threadproof.evidence.states.layout import Layout, Local, Shared, Spot
from threadproof.ir import op as O
from threadproof.ir.interpret import Names, Semantics
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.logic.term import COMPARISONS, Term, Var
from threadproof.records import NamedTuple

#: an interval is cut into single values only if it has no more of them
MANY = 256


class Cell(NamedTuple):
    """Where an interval is."""

    var: Var
    key: Key | None
    values: Interval


class Cut(Exception):
    """The tuples to go on with instead."""

    def __init__(self, pieces: list[tuple[Shared, Local]]) -> None:
        super().__init__()
        self.pieces = pieces


class Looked(Exception):
    """An undecided cell is looked at."""

    def __init__(self, cell: Cell) -> None:
        super().__init__()
        self.cell = cell


class Reader(Semantics):
    """The interpreter's evaluation of terms on our tuples; `seen` collects the shared cells that it reads."""

    def __init__(self, layout: Layout, names: Names) -> None:
        super().__init__(layout.program, names)
        self.layout = layout
        self.seen: dict[tuple[Var, Key | None], None] = {}

    def read(self, v: Var, key: Key | None, state: Any, i: Any) -> int:
        value = self.layout.value(v, key, state, i)
        if v.shared:
            self.seen[v, key] = None
        if isinstance(value, Interval):
            raise Looked(Cell(v, key, value))
        assert isinstance(value, int)
        return value

    def number(self, t: Term, g: Shared, l: Local) -> int:
        return self.evaluate(t, g, l)  # type: ignore[arg-type]

    def key_of(self, index: tuple[Term, ...], g: Shared, l: Local) -> Key | None:
        return self.key(index, g, l)  # type: ignore[arg-type]


class Inputs:
    def __init__(self, layout: Layout, names: Names) -> None:
        self.layout = layout
        self.reader = Reader(layout, names)
        self.code = Code(layout, names, None)
        self.careful = Code(layout, names, self.reader.number)

    def steps(self, g: Shared, l: Local) -> list[Step]:
        """The steps of an instance; raises Cut where they depend on an input."""
        try:
            return self.code.steps(g, l)
        except TypeError:
            return self._undecided_steps(g, l)

    def decided(self, g: Shared, l: Local) -> tuple[Shared, Local]:
        """The tuples with one value for each interval that makes no difference to the steps. Raises Cut."""
        for cell in self._chosen(g, l):
            g, l = self.layout.with_value(g, l, cell.var, cell.key, cell.values.low)
        return g, l

    def _undecided_steps(self, g: Shared, l: Local) -> list[Step]:
        chosen = self._chosen(g, l)
        found = self.careful.steps(*self.decided(g, l))
        edges = self.layout.spots[l[0]].edges
        for cell in chosen:
            found = [self._restored(cell, edges[i], (g2, l2, i, created)) for g2, l2, i, created in found]
        return found

    def _chosen(self, g: Shared, l: Local) -> list[Cell]:
        found: list[Cell] = []
        here = (g, l)
        while True:
            try:
                self.careful.steps(*here)
            except (TypeError, Looked):
                cell = self._looked_at(*here)
                if not self._is_uniform(cell, *here):
                    raise Cut(self.pieces(cell, g, l)) from None
                found.append(cell)
                here = self.layout.with_value(*here, cell.var, cell.key, cell.values.low)
            else:
                return found

    def _restored(self, cell: Cell, e: Edge, step: Step) -> Step:
        g, l, i, created = step
        if any(w.var is cell.var for w in O.writes(e.op)):
            return step
        if cell.var.shared:
            g, _ = self.layout.with_value(g, (), cell.var, None, cell.values)
        elif l is not None and cell.var in self.layout.spots[l[0]].slot:
            _, l = self.layout.with_value((), l, cell.var, None, cell.values)
        return g, l, i, created

    def _looked_at(self, g: Shared, l: Local) -> Cell:
        spot = self.layout.spots[l[0]]
        number = self.reader.number
        try:
            for e in spot.edges:
                if not isinstance(e.op, O.Step) or number(e.op.guard, g, l):
                    for t in self.layout.computed(spot, e):
                        number(t, g, l)
        except Looked as found:
            return found.cell
        raise InternalError(f"location {l[0]}: nothing undecided is looked at")

    # ------------------------------------------------------------ does it make a difference?

    def _is_uniform(self, cell: Cell, g: Shared, l: Local) -> bool:
        if cell.key is not None:
            return False
        spot = self.layout.spots[l[0]]

        def read(t: Term) -> Bounds:
            assert t.var is not None
            try:
                value = self.layout.value(t.var, self.reader.key_of(t.args, g, l), g, l)
            except Looked:
                return 0, largest(t.width)
            if isinstance(value, Interval):
                return value.low, value.high
            assert isinstance(value, int)
            return value, value

        for e in spot.edges:
            possible = UNSURE
            for guard in _guards(e):
                possible = enclose(guard, read)
                if possible == UNSURE and cell.var in guard.vars:
                    return False
            if possible in (TRUE, UNSURE) and not self._computes_the_same(cell, e, spot, read):
                return False
        return True

    def _computes_the_same(self, cell: Cell, e: Edge, spot: Spot, read: Any) -> bool:
        target = self.layout.target(spot, e)
        if any(t.var is cell.var and self.layout.is_move(e, t, target) for t in O.reads(e.op)):
            return False  # the interval would be handed on, not one of its values
        for t in self.layout.computed(spot, e):
            if cell.var in t.vars:
                low, high = enclose(t, read)
                if low != high:
                    return False
        return True

    # ------------------------------------------------------------ pieces

    def pieces(self, cell: Cell, g: Shared, l: Local) -> list[tuple[Shared, Local]]:
        """The tuples for each piece of an interval."""
        v, key, values = cell
        starts = [values.low]
        if key is None:
            points = {p for t in self._terms(l) for p in self._points(t, v, g, l)}
            starts += sorted(p for p in points if values.low < p <= values.high)
        ends = [*(s - 1 for s in starts[1:]), values.high]
        if len(starts) == 1:
            if values.high - values.low >= MANY:
                raise Limit("too many values of an input", f"{v} may be any of {values}")
            starts = ends = list(range(values.low, values.high + 1))
        return [
            self.layout.with_value(g, l, v, key, interval(low, high)) for low, high in zip(starts, ends, strict=True)
        ]

    def _terms(self, l: Local) -> Iterable[Term]:
        for e in self.layout.spots[l[0]].edges:
            yield from O.reads(e.op)

    def _points(self, t: Term, v: Var, g: Shared, l: Local) -> Iterable[int]:
        """Where comparisons of the variable with known numbers change, by a guess."""
        if v not in t.vars:
            return
        if t.op not in COMPARISONS:
            for a in t.args:
                yield from self._points(a, v, g, l)
            return
        for is_left, (side, other) in enumerate(((t.args[1], t.args[0]), (t.args[0], t.args[1]))):
            offset = _offset(side, v)
            if offset is None or v in other.vars:
                continue
            try:
                c = self.reader.number(other, g, l)
            except Looked:
                continue
            if t.op == "eq":
                changes = [c, c + 1]
            else:
                # v < c and c <= v change at c, v <= c and c < v behind it
                changes = [c + (is_left == (t.op in ("ule", "sle")))]
                changes.append(1 << (v.width - 1) if t.op in ("slt", "sle") else 0)
            yield from ((p - offset) & largest(v.width) for p in (*changes, *((0,) if offset else ())))


def _guards(e: Edge) -> tuple[Term, ...]:
    return (e.op.guard,) if isinstance(e.op, O.Step) else ()


def _offset(t: Term, v: Var) -> int | None:
    """t is v + offset, perhaps with more bits."""
    while t.op in ("zext", "sext"):
        t = t.args[0]
    if t.op == "add" and t.args[1].value is not None and t.args[0].var is v:
        return t.args[1].value
    return 0 if t.op == "var" and t.var is v else None
