"""Floating point for solvers, once for all back ends: what a term becomes in the theory of floating point.

Terms are bits, and the theory knows numbers: `of_bits` is a function there, but the way back is none, since what is no
number has many bit patterns. Where a solver has no function of its own for it, the bits of a result get a name
(`NamedBits`), and a fact says which they are; there are always such bits, so a fact may be said or left out wherever
its name does not occur.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Generic, Protocol, TypeVar

from threadproof.logic import floats
from threadproof.logic.evaluate import postorder
from threadproof.logic.interning import empties
from threadproof.logic.term import Term
from threadproof.smt.integers import NoFloats

E = TypeVar("E")

#: operators whose results are floats
NUMBERS: Final = floats.OPERATORS - set(floats.RELATIONS) - {"ftos", "ftou"}


class FloatingPoint(Protocol[E]):
    """The theory, in some solver. Results are rounded to the nearest, integers towards zero."""

    def of_bits(self, a: E, width: int) -> E: ...
    def bits(self, f: E, width: int) -> E: ...
    def operation(self, op: str, args: list[E]) -> E: ...
    def relation(self, op: str, a: E, b: E) -> E: ...
    def resized(self, f: E, width: int) -> E: ...
    def of_integer(self, a: E, signed: bool, width: int) -> E: ...
    def to_integer(self, f: E, signed: bool, width: int) -> E: ...
    def constant(self, value: int, width: int) -> E: ...
    def ite(self, c: E, a: E, b: E) -> E: ...


_known: dict[Term, bool] = {}
empties(_known.clear)


def has_floats(terms: Sequence[Term]) -> bool:
    for t in terms:
        found = _known.get(t)
        if found is None:
            if len(_known) > 100_000:
                _known.clear()
            found = _known[t] = any(u.op in floats.OPERATORS for u in postorder(t))
        if found:
            return True
    return False


def float_node(fp: FloatingPoint[E] | None, t: Term, args: list[E]) -> E:
    """What a term becomes whose operator is one of `floats.OPERATORS`."""
    if fp is None:
        raise NoFloats
    op, width = t.op, t.args[0].width
    if op in ("stof", "utof"):
        return fp.bits(fp.of_integer(args[0], op == "stof", t.width), t.width)
    numbers = [fp.of_bits(a, width) for a in args]
    if op in floats.RELATIONS:
        return fp.relation(op[1:], *numbers)
    if op in ("ftos", "ftou"):
        return _to_integer(fp, t, numbers[0])
    return fp.bits(fp.resized(numbers[0], t.width) if op == "ftof" else fp.operation(op[1:], numbers), t.width)


def _to_integer(fp: FloatingPoint[E], t: Term, x: E) -> E:
    """Out of range the theory leaves it open."""
    width = t.args[0].width
    low, relation, high = floats.integers(width, t.op == "ftos", t.width)
    first, last = (fp.of_bits(fp.constant(b, width), width) for b in (low, high))
    zero = fp.constant(0, t.width)
    value = fp.ite(fp.relation("lt", x, last), fp.to_integer(x, t.op == "ftos", t.width), zero)
    return fp.ite(fp.relation(relation[1:], first, x), value, zero)


class NamedBits(ABC, Generic[E]):
    """`bits` for a solver that has no such function."""

    def __init__(self) -> None:
        #: name of bits -> which they are; number -> name of its bits
        self._facts: dict[E, E] = {}
        self._names: dict[E, E] = {}

    @abstractmethod
    def of_bits(self, a: E, width: int) -> E: ...
    @abstractmethod
    def fresh(self, width: int) -> E: ...
    @abstractmethod
    def is_nan(self, f: E) -> E: ...
    @abstractmethod
    def equal(self, a: E, b: E) -> E: ...
    @abstractmethod
    def constant(self, value: int, width: int) -> E: ...
    @abstractmethod
    def ite(self, c: E, a: E, b: E) -> E: ...

    def bits(self, f: E, width: int) -> E:
        name = self._names.get(f)
        if name is None:
            name = self._names[f] = self.fresh(width)
            is_it = self.equal(self.of_bits(name, width), f)
            canonical = self.equal(name, self.constant(floats.nan(width), width))
            self._facts[name] = self.ite(self.is_nan(f), canonical, is_it)
        return name

    def facts(self, terms: Sequence[Term], done: Mapping[Term, E]) -> list[E]:
        """About all names that occur in the terms, `done` being what they became."""
        names = dict.fromkeys(done[u] for t in terms for u in postorder(t) if u.op in NUMBERS)
        return [self._facts[n] for n in names]
