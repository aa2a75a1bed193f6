"""Linear facts over mathematical integers as terms, exactly: computed in so many bits that nothing wraps around.

The way back from `integers`. A leaf is a bit-vector term read as a signed or an unsigned number. Entry points:
`at_most` and `equals`.
"""

from __future__ import annotations

from math import gcd
from typing import Final

from threadproof.logic import term as T
from threadproof.logic.term import FALSE, TRUE, Term
from threadproof.records import dataclass
from threadproof.smt.integers import variable_range

Leaf = tuple[Term, bool]
#: Wider sums than this are not worth having.
WIDEST: Final = 256


class TooWide(Exception):
    """The fact needs numbers of absurd size."""


@dataclass(frozen=True, slots=True)
class Linear:
    """The sum of coefficient * leaf, plus a constant. No coefficient is 0."""

    parts: tuple[tuple[Leaf, int], ...]
    constant: int = 0

    def __add__(self, other: Linear) -> Linear:
        sums = dict(self.parts)
        for leaf, c in other.parts:
            sums[leaf] = sums.get(leaf, 0) + c
        return Linear(tuple((leaf, c) for leaf, c in sums.items() if c), self.constant + other.constant)

    def times(self, k: int) -> Linear:
        return Linear(tuple((leaf, c * k) for leaf, c in self.parts) if k else (), self.constant * k)

    def range(self) -> tuple[int, int]:
        low = high = self.constant
        for (t, signed), c in self.parts:
            ends = [c * e for e in variable_range(t.width, signed)]
            low += min(ends)
            high += max(ends)
        return low, high


def number(n: int) -> Linear:
    return Linear((), n)


def leaf(t: Term, signed: bool) -> Linear:
    return Linear((((t, signed), 1),))


def wide(l: Linear) -> Term:
    """A bit-vector whose value, read as signed, is that of `l`."""
    if len(l.parts) == 1 and l.parts[0][1] == 1 and l.constant == 0 and l.parts[0][0][1]:
        return l.parts[0][0][0]
    return _sum(l, _width(l))


def _width(l: Linear) -> int:
    # Every partial sum has to fit, not only the result.
    most = abs(l.constant)
    for (t, signed), c in l.parts:
        most += abs(c) * max(map(abs, variable_range(t.width, signed)))
    width = max(most.bit_length() + 1, *(t.width for (t, _), _ in l.parts), 1)
    if width > WIDEST:
        raise TooWide
    return width


def _sum(l: Linear, width: int) -> Term:
    total: Term | None = None
    for (t, signed), c in sorted(l.parts, key=lambda p: p[1] < 0):
        x = T.resize(t, width, signed)
        if total is None:
            total = x if c == 1 else T.mul(x, T.const(c, width))
        elif c < 0:
            total = T.sub(total, x if c == -1 else T.mul(x, T.const(-c, width)))
        else:
            total = T.add(total, x if c == 1 else T.mul(x, T.const(c, width)))
    constant = T.const(l.constant, width)
    return constant if total is None else T.add(total, constant)


def normal(l: Linear) -> tuple[tuple[tuple[Leaf, int], ...], int]:
    """`l <= 0` as (parts, bound): the parts without common divisor, their sum at most the bound."""
    divisor = gcd(*(c for _, c in l.parts))
    if not divisor:
        return (), -l.constant
    return tuple((x, c // divisor) for x, c in l.parts), -l.constant // divisor


def at_most(l: Linear) -> Term:
    """l <= 0."""
    parts, bound = normal(l)
    low, high = Linear(parts).range()
    if high <= bound:
        return TRUE
    if low > bound:
        return FALSE
    (x, signed), c = parts[0]
    le, lt = (T.sle, T.slt) if signed else (T.ule, T.ult)
    if len(parts) == 1:
        return le(x, T.const(bound, x.width)) if c == 1 else le(T.const(-bound, x.width), x)
    if len(parts) == 2:
        (y, other), d = parts[1]
        if (c, d) == (-1, 1):
            x, y = y, x
        if (c, d) in ((1, -1), (-1, 1)) and signed == other and x.width == y.width and bound in (0, -1):
            return le(x, y) if bound == 0 else lt(x, y)
    width = _width(Linear(parts, bound))
    return T.sle(_sum(Linear(parts), width), T.const(bound, width))


def equals(l: Linear) -> tuple[Term, Term]:
    """l == 0, and a fact that follows from it and may be handier: the same modulo 2**width, if there is one width."""
    parts, bound = normal(l)
    if l.parts and l.constant % (l.parts[0][1] // parts[0][1]):
        return FALSE, FALSE
    low, high = Linear(parts).range()
    if not low <= bound <= high:
        return FALSE, FALSE
    if not parts:
        return TRUE, TRUE
    (x, signed), c = parts[0]
    if len(parts) == 1:
        exact = T.eq(x, T.const(bound * c, x.width))
        return exact, exact
    if len(parts) == 2 and bound == 0:
        (y, other), d = parts[1]
        if c == -d and signed == other and x.width == y.width:
            exact = T.eq(x, y)
            return exact, exact
    width = _width(Linear(parts, bound))
    exact = T.eq(_sum(Linear(parts), width), T.const(bound, width))
    widths = {t.width for (t, _), _ in parts}
    if len(widths) > 1:
        return exact, exact
    own = widths.pop()
    return exact, T.eq(_sum(Linear(parts), own), T.const(bound, own))


def modulo(l: Linear, k: int) -> Term:
    """The remainder of division by k > 0 that rounds down, as a signed bit-vector."""
    a, divisor = _with_room(l, k)
    if l.range()[0] >= 0:
        return T.urem(a, divisor)
    r = T.srem(a, divisor)
    return T.ite(T.slt(r, T.const(0, a.width)), T.add(r, divisor), r)


def quotient(l: Linear, k: int) -> Term:
    a, divisor = _with_room(l, k)
    if l.range()[0] >= 0:
        return T.udiv(a, divisor)
    r = T.srem(a, divisor)
    down = T.ite(T.slt(r, T.const(0, a.width)), T.const(1, a.width), T.const(0, a.width))
    return T.sub(T.sdiv(a, divisor), down)


def _with_room(l: Linear, k: int) -> tuple[Term, Term]:
    a = wide(l)
    width = max(a.width, k.bit_length() + 1)
    return T.resize(a, width, True), T.const(k, width)
