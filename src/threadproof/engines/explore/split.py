"""Choosing a value for a cell that holds a Range, as late and as coarsely as exactness allows.

When compiled code meets a Range, the cell it computes with is found by evaluating again, slowly, and then

* a local scalar that is only compared here, with values known now, is cut into the intervals on which all those
  comparisons agree: the code runs on one value of each interval, and the interval stays in the cell;
* else, a Range with few values is replaced by each of them;
* else, some values are tried, and `sampled` is set: nothing can be proved any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from threadproof.engines.explore.model import Local, Model, NeedsSplit, Shared, with_value
from threadproof.engines.explore.ranges import ENUMERABLE, Range, cut, make_range, sample
from threadproof.errors import InternalError
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.logic.term import COMPARISONS, Term, Var, subterms


class Choice(NamedTuple):
    """The cell takes a value in low..high; the step is run with the value low."""

    var: Var
    key: Key | None
    low: int
    high: int


class Splitter:
    def __init__(self, model: Model, seed: int) -> None:
        self.model = model
        self.seed = seed
        #: some values of a large Range were left out
        self.sampled = False
        self._constants: dict[int, list[int]] | None = None

    def choices(self, g: Shared, l: Local) -> list[Choice]:
        """The cases to distinguish before the steps at this location can be computed."""
        found = self._blocking_cell(g, l)
        v, key, r = found.var, found.key, found.value
        if not v.shared and key is None:
            intervals = self._intervals(v, r, g, l)
            if intervals is not None:
                return [Choice(v, key, low, high) for low, high in intervals]
        return self.values(v, key, r)

    def values(self, v: Var, key: Key | None, r: Range) -> list[Choice]:
        """One choice for each value, or for some."""
        if r.high - r.low < ENUMERABLE:
            return [Choice(v, key, n, n) for n in range(r.low, r.high + 1)]
        self.sampled = True
        values = sample(r, v.width, self._constants_of(v.width), self.seed)
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
        """The intervals of `r` on which every comparison here has one outcome; None if there are other uses."""
        points: list[int] = []
        tests: list[Term] = []
        for e in self.model.locations[l[0]].edges:
            for t in O.reads(e.op):
                if v in t.vars and not self._collect(t, v, g, l, points, tests):
                    return None
        merged: list[tuple[int, int]] = []
        last: list[int] | None = None
        for low, high in cut(r, points):
            _, there = with_value(self.model, g, l, v, None, low)
            try:
                outcome = [self.model.lookup.value(t, g, there) for t in tests]
            except NeedsSplit:
                return None
            if outcome == last:
                merged[-1] = (merged[-1][0], high)
            else:
                merged.append((low, high))
            last = outcome
        return merged

    def _collect(self, t: Term, v: Var, g: Shared, l: Local, points: list[int], tests: list[Term]) -> bool:
        """Are all uses of `v` in `t` comparisons with something known?"""
        if v not in t.vars:
            return True
        if t.op == "var" and t.width == 0:
            points.append(1)
            tests.append(t)
            return True
        if t.op in COMPARISONS:
            for side, other in (t.args, t.args[::-1]):
                offset = _offset(side, v)
                if offset is not None and v not in other.vars:
                    try:
                        c = self.model.lookup.value(other, g, l)
                    except NeedsSplit:
                        return False
                    mask, sign = (1 << v.width) - 1, 1 << (v.width - 1)
                    points.extend((p - offset) & mask for p in (0, sign, c, c + 1))
                    tests.append(t)
                    return True
            return False
        if t.op in ("not", "and", "or", "ite"):
            return all(self._collect(a, v, g, l, points, tests) for a in t.args)
        return False

    def _constants_of(self, width: int) -> list[int]:
        if self._constants is None:
            found: dict[int, dict[int, None]] = {}
            for location in self.model.locations:
                for e in location.edges:
                    for t in O.reads(e.op):
                        for u in subterms(t):
                            if u.value is not None and u.width:
                                found.setdefault(u.width, {})[u.value] = None
            self._constants = {w: sorted(values)[:64] for w, values in found.items()}
        return self._constants.get(width, [])


def _offset(t: Term, v: Var) -> int | None:
    """t is v + offset, perhaps extended to more bits."""
    while t.op in ("zext", "sext"):
        t = t.args[0]
    if t.op == "add" and t.args[1].value is not None:
        inner = t.args[0]
        return t.args[1].value if inner.op == "var" and inner.var is v else None
    return 0 if t.op == "var" and t.var is v else None
