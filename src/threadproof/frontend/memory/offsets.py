"""Where in an object is an access? A `Distance` is bytes from its start; which cells of a leaf can it be?

Objects are bytes to C: `int *p` may walk through all of `int a[2][3]`, of a structure, of an array of structures. So an
access is compared with cells by its byte offset alone. There are two ways to do that:

* `follow`: the steps of the access are those of the arrays around the leaf (`s[i].v[j]`). Indices fall out without
  arithmetic. If there is an array inside a structure, that takes each index to be below the length of the array it is
  applied to; the caller deals with indices that are not.
* `compare`: quotient and remainder of the offset at run time. Always possible, and exact.

`covers` says that every offset inside an object at which an access may be is one of a cell that fits. If it does not,
the offsets that are left over are type punning.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd, lcm

from threadproof.frontend.memory.layout import Leaf
from threadproof.frontend.raw import ArrayStep
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass

#: more offsets than this are not looked at one by one
MOST_OFFSETS = 2048
INDEX_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Distance:
    """constant + base + the sum of index * stride, in bytes."""

    constant: int
    steps: tuple[ArrayStep, ...] = ()
    #: the offset of a pointer that is known only at run time, and what is known about it: residue and modulus
    base: Term | None = None
    residue: int = 0
    modulus: int = 0

    @property
    def congruence(self) -> tuple[int, int]:
        """All values are congruent to the first modulo the second; or equal to it, if that is 0."""
        m = gcd(self.modulus, *(s.stride for s in self.steps))
        value = self.constant + self.residue
        return (value % m if m else value), m

    def term(self, width: int, less: int = 0, unit: int = 1) -> Term:
        """(distance - less) / unit, where the unit divides everything; arithmetic as the machine does it."""
        total = T.const((self.constant - less) // unit, width)
        if self.base is not None:
            total = T.add(self.base, total)
        for s in self.steps:
            total = T.add(total, T.mul(T.resize(s.index, width, s.signed), T.const(s.stride // unit, width)))
        return total


@dataclass(frozen=True, slots=True)
class Hit:
    """The distance is that of the cell `index` (none: there is only one) if all `bounds` hold: (part, below what).

    None as a limit: the number of elements is known only at run time. `exact` is what must hold besides. `is_sure`: all
    distances inside the object are cells of this leaf, provided `assumed` steps are below their counts.
    """

    bounds: tuple[tuple[Term, int | None], ...]
    index: Term | None
    exact: Term = T.TRUE
    is_sure: bool = False
    assumed: tuple[ArrayStep, ...] = ()


def in_range(s: ArrayStep) -> Term:
    """The index is below the length of the array it is applied to."""
    assert s.count is not None
    return T.ult(T.resize(s.index, INDEX_WIDTH, s.signed), T.const(s.count, INDEX_WIDTH))


def follow(leaf: Leaf, d: Distance, size: int | None) -> Hit | None:
    """If the steps are those of the arrays around the leaf; `size` is that of the object."""
    if d.base is not None:
        return None
    rest, steps = d.constant - leaf.offset, list(d.steps)
    bounds: list[tuple[Term, int | None]] = []
    assumed: dict[ArrayStep, None] = {}
    index: Term | None = None
    is_sure = not leaf.dims
    for n, stride in leaf.dims:
        mine = [s for s in steps if s.stride % stride == 0]
        steps = [s for s in steps if s.stride % stride]
        quotient, rest = divmod(rest, stride)
        inner = _largest(steps)
        if inner is None or rest + inner >= stride:
            return None
        assumed.update(dict.fromkeys(steps))
        part = T.const(quotient, INDEX_WIDTH)
        for s in mine:
            wide = T.resize(s.index, INDEX_WIDTH, s.signed)
            part = T.add(T.mul(wide, T.const(s.stride // stride, INDEX_WIDTH)), part)
        if not mine and (quotient < 0 or (n is not None and quotient >= n)):
            return None
        if mine or n is None:
            bounds.append((part, n))
        most = _largest(mine)
        is_within = most is not None and quotient >= 0 and (n is None or quotient + most // stride < n)
        if index is None:
            is_whole = leaf.offset < stride and (n is None or n * stride == size)
            if is_within and not is_whole:
                assumed.update(dict.fromkeys(mine))
            is_sure = is_whole or is_within
            index = part
        elif n is None or not is_within:
            return None
        else:
            index = T.add(T.mul(index, T.const(n, INDEX_WIDTH)), part)
    if steps or rest:
        return None
    return Hit(tuple(bounds), index, is_sure=is_sure, assumed=tuple(assumed))


def _largest(steps: Iterable[ArrayStep]) -> int | None:
    """The largest sum of steps that are below their counts; None if one has no count."""
    total = 0
    for s in steps:
        if not s.count:
            return None
        total += (s.count - 1) * s.stride
    return total


def compare(leaf: Leaf, d: Distance, width: int) -> Hit | None:
    """By quotient and remainder; None if it is known that this is never a cell of the leaf."""
    known, modulus = d.congruence
    strides = gcd(*(stride for _, stride in leaf.dims))
    both = gcd(modulus, strides)
    away = known - leaf.offset
    if (away % both if both else away) != 0:
        return None
    if not modulus:  # one offset, known now
        at = leaf.element_at(known)
        return None if at is None else Hit((), T.const(at, INDEX_WIDTH) if leaf.dims else None)
    unit = 1 if d.base is not None else gcd(modulus, strides, away) or 1
    rest = d.term(width, less=leaf.offset, unit=unit)
    if not leaf.dims and len(d.steps) == 1 and d.base is None:
        s = d.steps[0]
        only = (leaf.offset - d.constant) // s.stride
        return Hit((), None, T.eq(T.resize(s.index, width, s.signed), T.const(only, width)))
    bounds: list[tuple[Term, int | None]] = []
    index: Term | None = None
    for n, stride in leaf.dims:
        size = T.const(stride // unit, width)
        part = T.zext(T.udiv(rest, size), INDEX_WIDTH)
        bounds.append((part, n))
        index = part if index is None else T.add(T.mul(index, T.const(n or 0, INDEX_WIDTH)), part)
        rest = T.urem(rest, size)
    is_exact = len(leaf.dims) == 1 and modulus % strides == 0
    exact = T.TRUE if is_exact else T.eq(rest, T.const(0, width))
    return Hit(tuple(bounds), index, exact)


def covers(leaves: Iterable[Leaf], d: Distance, extent: int, size: int | None) -> bool:
    """Is every distance at which `extent` bytes are inside the object one of a cell of these leaves?"""
    value, modulus = d.congruence
    if not modulus:
        is_outside = value < 0 or (size is not None and value + extent > size)
        return is_outside or any(x.element_at(value) is not None for x in leaves)
    fitting = tuple(leaves)
    outer = {x.dims[0] if x.dims else None for x in fitting}
    last = None if size is None else size - extent
    if len(outer) == 1 and (first := outer.pop()) is not None and all(x.offset < first[1] for x in fitting):
        count, stride = first
        if count is None or count * stride == size:  # elements that are all alike, and nothing else
            period = lcm(modulus, stride)
            last = period - 1 if last is None else min(last, period - 1)
    if last is None or last // modulus > MOST_OFFSETS:
        return False
    return all(any(x.element_at(o) is not None for x in fitting) for o in range(value, last + 1, modulus))
