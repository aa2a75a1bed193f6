"""Choosing a value for a cell that holds a Range, as late and as coarsely as exactness allows.

When compiled code meets a Range, the cell it computes with is found by evaluating again, slowly, and then

* a local scalar that is compared here with values known now is cut into the intervals on which all those comparisons
  agree: where nothing else of it is looked at, the code runs on one value of the interval, which stays in the cell;
* else, a Range (or interval) with few values is replaced by each of them;
* else, some values are tried, and `sampled` is set: nothing can be proved any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.compiled.divisors import divisors
from threadproof.engines.compiled.model import Local, Model, NeedsSplit, Shared, with_value
from threadproof.engines.compiled.ranges import ENUMERABLE, Range, cut, make_range, sample
from threadproof.errors import InternalError
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.logic.term import COMPARISONS, Term, Var, subterms
from threadproof.records import NamedTuple

#: while fewer than so many cells have been sampled, so many values are tried
SAMPLES = ((2, 40), (8, 12), (1 << 60, 5))
#: so many constants of a width are worth trying, and the divisors of so many
MOST_CONSTANTS = 64
MOST_DIVIDED = 8


class Choice(NamedTuple):
    """The cell takes a value in low..high; the step is run with the value low."""

    var: Var
    key: Key | None
    low: int
    high: int


class NeedsValue(Exception):
    """More than a comparison of the input is looked at."""


class Splitter:
    def __init__(self, model: Model, seed: int) -> None:
        self.model = model
        self.seed = seed
        #: variables of which some values were left out
        self.sampled: set[Var] = set()
        self._constants: dict[int, list[int]] | None = None
        self._samples: dict[tuple[Var, Key | None, int, int], list[int]] = {}

    def choices(self, g: Shared, l: Local, allowed: int) -> list[Choice]:
        """The cases to distinguish before the steps at this location can be computed; exact up to `allowed` values."""
        found = self._blocking_cell(g, l)
        v, key, r = found.var, found.key, found.value
        if not v.shared and key is None:
            intervals = self._intervals(v, r, g, l)
            if intervals is not None:
                return [Choice(v, key, low, high) for low, high in intervals]
        return self.values(v, key, r, allowed)

    def values(self, v: Var, key: Key | None, r: Range, allowed: int = ENUMERABLE) -> list[Choice]:
        """One choice for each value, or for some."""
        if r.high - r.low < min(ENUMERABLE, allowed):
            return [Choice(v, key, n, n) for n in range(r.low, r.high + 1)]
        values = self._samples.get((v, key, r.low, r.high))
        if values is None:
            # samples multiply: the more cells have been sampled, the fewer values the next ones get
            values = sample(r, v.width, self.constants_of(v.width), self.seed)
            values = values[: next(size for cells, size in SAMPLES if len(self._samples) < cells)]
            self._samples[v, key, r.low, r.high] = values
        if len(values) <= r.high - r.low:
            self.sampled.add(v)
        return [Choice(v, key, n, n) for n in values]

    def apply(self, c: Choice, g: Shared, l: Local) -> tuple[Shared, Local]:
        """The tuples to run the steps on."""
        return with_value(self.model, g, l, c.var, c.key, c.low)

    def restore(self, c: Choice, e: Edge, l: Local | None) -> Local | None:
        """After the step: put the interval back into the cell, if it is still there."""
        if c.low == c.high or l is None or any(w.var is c.var for w in O.writes(e.op)):
            return l
        slot = self.model.locations[l[0]].slot.get(c.var)
        if slot is None:
            return l
        return (*l[:slot], make_range(c.low, c.high), *l[slot + 1 :])

    # ------------------------------------------------------------ which cell

    def _blocking_cell(self, g: Shared, l: Local) -> NeedsSplit:
        lookup = self.model.lookup
        try:
            for t in self._terms(l):
                lookup.value(t, g, l)
        except NeedsSplit as found:
            return found
        # the generated code may compute more than the interpreter looks at
        try:
            for t in self._terms(l):
                for u in subterms(t):
                    if u.var is not None:
                        lookup.value(u, g, l)
        except NeedsSplit as found:
            return found
        raise InternalError(f"location {l[0]}: no cell to split")

    def _terms(self, l: Local) -> Iterator[Term]:
        """What the code at this location evaluates."""
        edges = self.model.locations[l[0]].edges
        for e in edges:
            if isinstance(e.op, O.Step):
                yield e.op.guard
        for e in edges:
            yield from self.evaluated(e, l)

    def evaluated(self, e: Edge, l: Local) -> Iterator[Term]:
        """What the code for one edge evaluates; a Range that is only moved is not evaluated, nor a dead value."""
        model = self.model
        target = model.locations[model.location_of(model.locations[l[0]].template, e.target)]
        match e.op:
            case O.Step():
                yield e.op.guard
                for u in e.op.updates:
                    if u.var.shared or u.var in target.slot:
                        yield from u.index
                        if u.index or not model.is_move(e, u.value):
                            yield u.value
            case O.Havoc():
                if e.op.var.shared or e.op.var in target.slot:
                    yield from e.op.index
            case O.Create():
                yield e.op.handle
                yield from (a for a in e.op.args if not model.is_move(e, a))
            case O.Fresh():
                pass
            case _:
                yield from O.reads(e.op)

    # ------------------------------------------------------------ comparisons

    def _intervals(self, v: Var, r: Range, g: Shared, l: Local) -> list[tuple[int, int]] | None:
        """Intervals of `r` on which everything that is looked at here is the same; None if nothing is compared.

        Where more than comparisons of `v` is looked at, the interval is cut into single values.
        """
        edges = self.model.locations[l[0]].edges
        points: list[int] = []
        tests: set[Term] = set()
        for e in edges:
            for t in O.reads(e.op):
                self._collect(t, v, g, l, points, tests)
        if not tests:
            return None
        merged: list[tuple[int, int]] = []
        last: list[int] | None = None
        for low, high in cut(r, points):
            outcome = self._outcome(edges, v, tests, *with_value(self.model, g, l, v, None, low))
            if outcome is None and low != high:
                merged += [(c.low, c.high) for c in self.values(v, None, Range(low, high))]
            elif outcome is not None and outcome == last:
                merged[-1] = (merged[-1][0], high)
            else:
                merged.append((low, high))
            last = outcome
        return merged

    def _collect(self, t: Term, v: Var, g: Shared, l: Local, points: list[int], tests: set[Term]) -> None:
        """The comparisons of `v` with something known now, and where in its range they change."""
        if v not in t.vars:
            return
        if t.op == "var" and t.width == 0:
            points.append(1)
            tests.add(t)
        elif t.op in COMPARISONS:
            for side, other in (t.args, t.args[::-1]):
                offset = _offset(side, v)
                if offset is not None and v not in other.vars:
                    try:
                        c = self.model.lookup.value(other, g, l)
                    except NeedsSplit:
                        return
                    mask, sign = (1 << v.width) - 1, 1 << (v.width - 1)
                    points.extend((p - offset) & mask for p in (0, sign, c, c + 1))
                    tests.add(t)
                    return
        else:
            for a in t.args:
                self._collect(a, v, g, l, points, tests)

    def _outcome(self, edges: list[Edge], v: Var, tests: set[Term], g: Shared, l: Local) -> list[int] | None:
        """What the steps evaluate with this value of `v`; None if they look at more of it than the tests."""
        lookup = self.model.lookup

        def scan(t: Term) -> int:
            if v not in t.vars or t in tests:
                return lookup.value(t, g, l)
            match t.op:
                case "and":
                    return int(all(scan(a) for a in t.args))
                case "or":
                    return int(any(scan(a) for a in t.args))
                case "not":
                    return 1 - scan(t.args[0])
                case "ite":
                    return scan(t.args[1] if scan(t.args[0]) else t.args[2])
            raise NeedsValue

        out = []
        try:
            for e in edges:
                possible = scan(e.op.guard) if isinstance(e.op, O.Step) else 1
                out.append(possible)
                if possible:
                    if any(t.var is v and self.model.is_move(e, t) for t in O.reads(e.op)):
                        raise NeedsValue  # it would be the one value that is moved, not the interval
                    out.extend(scan(t) for t in self.evaluated(e, l))
        except (NeedsSplit, NeedsValue):
            return None
        return out

    def constants_of(self, width: int) -> list[int]:
        """Some of the constants that occur in the program, and of their divisors where it multiplies variables."""
        if self._constants is None:
            self._constants = self._find_constants()
        return self._constants.get(width, [])

    def _find_constants(self) -> dict[int, list[int]]:
        found: dict[int, set[int]] = {}
        multiplies = False
        for location in self.model.locations:
            for e in location.edges:
                for t in O.reads(e.op):
                    for u in subterms(t):
                        if u.value is not None and u.width:
                            found.setdefault(u.width, set()).add(u.value)
                        multiplies = multiplies or (u.op == "mul" and all(a.vars for a in u.args))
        constants = {w: sorted(values)[:MOST_CONSTANTS] for w, values in found.items()}
        if multiplies:
            large = sorted({c for values in constants.values() for c in values}, reverse=True)[:MOST_DIVIDED]
            factors = sorted({d for c in large for d in divisors(c)})[:MOST_CONSTANTS]
            widths = {*constants, *(v.width for v in self.model.may_be_range)}
            for w in widths:
                constants[w] = [d for d in factors if d < 1 << w] + constants.get(w, [])
        return constants


def _offset(t: Term, v: Var) -> int | None:
    """t is v + offset, perhaps extended to more bits."""
    while t.op in ("zext", "sext"):
        t = t.args[0]
    if t.op == "add" and t.args[1].value is not None:
        inner = t.args[0]
        return t.args[1].value if inner.op == "var" and inner.var is v else None
    return 0 if t.op == "var" and t.var is v else None
