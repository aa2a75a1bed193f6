"""Bit-vector terms as mathematical integers, exactly: `IntegerTranslator` over any solver's `Arithmetic`.

A term of width w becomes an integer expression that is congruent to its value modulo 2**w, with an interval that the
expression cannot leave. Wrapping is explicit but late: an expression is brought into the signed or the unsigned range
only where an operator looks at the number itself, and only if its interval leaves that range. What is not linear
raises `NotLinear`; the caller then uses bit-vectors.

The ranges of variables and array cells are facts that the caller asserts: `range_fact`.
"""

from __future__ import annotations

from typing import Final, Generic, Protocol, TypeVar

from threadproof.logic import floats
from threadproof.logic.term import Term, to_signed
from threadproof.records import dataclass
from threadproof.smt.translate import Translator, check_index

E = TypeVar("E")

#: Beyond this many ranges an expression is brought back by `mod` instead of by cases.
CASES: Final = 3
#: Bit masks are cut into runs of ones; more runs than these are better left to bit-vectors.
RUNS: Final = 3


class NotLinear(Exception):
    """The term has no exact linear form."""


class NoFloats(NotLinear):
    """Floating point, where the solver has none."""


class Arithmetic(Protocol[E]):
    """Linear integer arithmetic and Booleans of some solver. `div` and `mod` round down; their divisor is positive."""

    def number(self, n: int) -> E: ...
    def truth(self, b: bool) -> E: ...
    def leaf(self, t: Term, index: list[E]) -> E: ...
    def plus(self, a: E, b: E) -> E: ...
    def minus(self, a: E, b: E) -> E: ...
    def times(self, k: int, a: E) -> E: ...
    def div(self, a: E, k: int) -> E: ...
    def mod(self, a: E, k: int) -> E: ...
    def le(self, a: E, b: E) -> E: ...
    def lt(self, a: E, b: E) -> E: ...
    def equal(self, a: E, b: E) -> E: ...
    def ite(self, c: E, a: E, b: E) -> E: ...
    def not_(self, a: E) -> E: ...
    def and_(self, parts: list[E]) -> E: ...
    def or_(self, parts: list[E]) -> E: ...


@dataclass(slots=True)
class Number(Generic[E]):
    """A Boolean (`low` = `high` = 0), or an integer expression within low..high."""

    e: E
    low: int
    high: int


def variable_range(width: int, signed: bool) -> tuple[int, int]:
    return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)


class IntegerTranslator(Translator[Number[E]]):
    def __init__(self, arithmetic: Arithmetic[E]) -> None:
        super().__init__()
        self.a = arithmetic
        self._facts: dict[Term, E] = {}

    def boolean(self, t: Term) -> E:
        return self.translate(t).e

    def range_fact(self, leaf: Term) -> E:
        """That a `var` or `select` term holds a value of its type."""
        assert leaf.var is not None and leaf.width
        fact = self._facts.get(leaf)
        if fact is None:
            n = self.translate(leaf)
            bounds = [self.a.le(self.a.number(n.low), n.e), self.a.le(n.e, self.a.number(n.high))]
            fact = self._facts[leaf] = self.a.and_(bounds)
        return fact

    # ------------------------------------------------------------ ranges

    def number(self, n: int) -> Number[E]:
        return Number(self.a.number(n), n, n)

    def unsigned(self, n: Number[E], width: int) -> Number[E]:
        return self.wrap(n, width, 0)

    def signed(self, n: Number[E], width: int) -> Number[E]:
        return self.wrap(n, width, -(1 << (width - 1)))

    def wrap(self, n: Number[E], width: int, bottom: int) -> Number[E]:
        """The number congruent to `n` in bottom .. bottom + 2**width - 1."""
        size = 1 << width
        first, last = (n.low - bottom) >> width, (n.high - bottom) >> width
        a = self.a
        if first == last:
            shift = first * size
            return Number(self._plus(n.e, -shift), n.low - shift, n.high - shift) if shift else n
        top = bottom + size - 1
        if last - first >= CASES:
            return Number(self._plus(a.mod(self._plus(n.e, -bottom), size), bottom), bottom, top)
        e = self._plus(n.e, -last * size)
        for k in range(last - 1, first - 1, -1):
            e = a.ite(a.le(n.e, a.number(top + k * size)), self._plus(n.e, -k * size), e)
        return Number(e, bottom, top)

    def _plus(self, e: E, k: int) -> E:
        return e if k == 0 else self.a.plus(e, self.a.number(k))

    # ------------------------------------------------------------ nodes

    def node(self, t: Term, args: list[Number[E]]) -> Number[E]:
        if t.op in floats.OPERATORS:
            raise NoFloats
        match t.op:
            case "const":
                assert t.value is not None
                if t.width == 0:
                    return Number(self.a.truth(bool(t.value)), 0, 0)
                return self.number(to_signed(t.value, t.width))
            case "var" | "select":
                return self._leaf(t, args)
            case "not":
                return Number(self.a.not_(args[0].e), 0, 0)
            case "and":
                return Number(self.a.and_([n.e for n in args]), 0, 0)
            case "or":
                return Number(self.a.or_([n.e for n in args]), 0, 0)
            case "ite":
                e = self.a.ite(args[0].e, args[1].e, args[2].e)
                return Number(e, min(args[1].low, args[2].low), max(args[1].high, args[2].high))
            case "eq":
                return Number(self._equal(t, args[0], args[1]), 0, 0)
            case "ult" | "ule" | "slt" | "sle":
                w = t.args[0].width
                l, r = (self.unsigned(n, w) if t.op[0] == "u" else self.signed(n, w) for n in args)
                return Number(self.a.lt(l.e, r.e) if t.op[2] == "t" else self.a.le(l.e, r.e), 0, 0)
            case "extract":
                return args[0]
            case "zext":
                return self.unsigned(args[0], t.args[0].width)
            case "sext":
                return self.signed(args[0], t.args[0].width)
        return self._tame(self._arithmetic(t, args), t.width)

    def _leaf(self, t: Term, args: list[Number[E]]) -> Number[E]:
        assert t.var is not None
        check_index(t)
        index = [self.unsigned(n, u.width).e for n, u in zip(args, t.args, strict=True)]
        low, high = variable_range(t.width, t.var.signed) if t.width else (0, 0)
        return Number(self.a.leaf(t, index), low, high)

    def _equal(self, t: Term, l: Number[E], r: Number[E]) -> E:
        """Congruent numbers are equal if they are less than 2**width apart; a constant has few congruent ones."""
        a = self.a
        w = t.args[0].width
        if w == 0:
            return a.equal(l.e, r.e)
        size = 1 << w
        if max(l.high, r.high) - min(l.low, r.low) < size:
            return a.equal(l.e, r.e)
        if r.low == r.high:
            first = l.low + (r.low - l.low) % size
            if first > l.high:
                return a.truth(False)
            if (l.high - first) // size < CASES:
                return a.or_([a.equal(l.e, a.number(k)) for k in range(first, l.high + 1, size)])
        half = size // 2
        fit_unsigned = (l.low >= 0 and l.high < size) + (r.low >= 0 and r.high < size)
        fit_signed = (l.low >= -half and l.high < half) + (r.low >= -half and r.high < half)
        bottom = 0 if fit_unsigned > fit_signed else -half
        return a.equal(self.wrap(l, w, bottom).e, self.wrap(r, w, bottom).e)

    def _tame(self, n: Number[E], width: int) -> Number[E]:
        """Keep intervals from growing with the depth of the term."""
        return n if n.high - n.low < 4 << width else self.signed(n, width)

    def _arithmetic(self, t: Term, args: list[Number[E]]) -> Number[E]:
        a, w = self.a, t.width
        x = args[0]
        match t.op:
            case "neg":
                return Number(a.times(-1, x.e), -x.high, -x.low)
            case "bvnot":
                return Number(self._plus(a.times(-1, x.e), -1), -1 - x.high, -1 - x.low)
        y = args[1]
        match t.op:
            case "add":
                return Number(a.plus(x.e, y.e), x.low + y.low, x.high + y.high)
            case "sub":
                return Number(a.minus(x.e, y.e), x.low - y.high, x.high - y.low)
            case "mul":
                if y.low != y.high:
                    x, y = y, x
                if y.low != y.high:
                    raise NotLinear
                return self._times(x, to_signed(y.low % (1 << w), w))
            case "bvand" | "bvor" | "bvxor":
                return self._bitwise(t, x, y)
        if y.low != y.high:
            raise NotLinear
        k = y.low % (1 << w)
        match t.op:
            case "shl":
                return self._times(x, 1 << k) if k < w else self.number(0)
            case "lshr":
                return self._div(self.unsigned(x, w), 1 << k) if k < w else self.number(0)
            case "ashr":
                return self._div(self.signed(x, w), 1 << min(k, w - 1))
            case "udiv":
                return self._div(self.unsigned(x, w), k) if k else self.number(-1)
            case "urem":
                return self._mod(self.unsigned(x, w), k) if k else x
            case "sdiv":
                return self._truncated(self.signed(x, w), to_signed(k, w))
            case "srem":
                return self._remainder(self.signed(x, w), abs(to_signed(k, w))) if k else x
        raise AssertionError(t.op)

    def _times(self, x: Number[E], k: int) -> Number[E]:
        ends = (x.low * k, x.high * k)
        return Number(self.a.times(k, x.e), min(ends), max(ends)) if k != 1 else x

    def _div(self, x: Number[E], k: int) -> Number[E]:
        return x if k == 1 else Number(self.a.div(x.e, k), x.low // k, x.high // k)

    def _mod(self, x: Number[E], k: int) -> Number[E]:
        if x.low // k == x.high // k:
            base = x.low // k * k
            return Number(self._plus(x.e, -base), x.low - base, x.high - base)
        return Number(self.a.mod(x.e, k), 0, k - 1)

    def _truncated(self, x: Number[E], k: int) -> Number[E]:
        """Division as in C; by zero as in SMT-LIB."""
        a = self.a
        if k == 0:
            return Number(a.ite(a.lt(x.e, a.number(0)), a.number(1), a.number(-1)), -1, 1)
        up = self._div(x, abs(k))
        if x.low < 0:
            minus = self._times(x, -1)
            down = self._times(self._div(minus, abs(k)), -1)
            up = Number(a.ite(a.le(a.number(0), x.e), up.e, down.e), min(down.low, up.low), max(down.high, up.high))
        return self._times(up, -1) if k < 0 else up

    def _remainder(self, x: Number[E], k: int) -> Number[E]:
        a = self.a
        up = self._mod(x, k)
        if x.low >= 0:
            return up
        down = self._times(self._mod(self._times(x, -1), k), -1)
        return Number(a.ite(a.le(a.number(0), x.e), up.e, down.e), min(down.low, up.low), max(down.high, up.high))

    def _bitwise(self, t: Term, x: Number[E], y: Number[E]) -> Number[E]:
        a, w = self.a, t.width
        if x.low == x.high:
            x, y = y, x
        if y.low == y.high:
            k = y.low % (1 << w)
            u = self.unsigned(x, w)
            if t.op == "bvand":
                return self._mask(u, k)
            if t.op == "bvor":
                rest = self._mask(u, ~k % (1 << w))
                return Number(self._plus(rest.e, k), rest.low + k, rest.high + k)
            common = self._times(self._mask(u, k), 2)
            return Number(self._plus(a.minus(u.e, common.e), k), u.low + k - common.high, u.high + k - common.low)
        # Truth values as numbers
        if min(x.low, y.low) < 0 or max(x.high, y.high) > 1:
            raise NotLinear
        is_one = a.equal(x.e, a.number(1))
        if t.op == "bvand":
            return Number(a.ite(is_one, y.e, a.number(0)), 0, 1)
        if t.op == "bvor":
            return Number(a.ite(is_one, a.number(1), y.e), 0, 1)
        return Number(a.ite(is_one, a.minus(a.number(1), y.e), y.e), 0, 1)

    def _mask(self, u: Number[E], k: int) -> Number[E]:
        """u & k for u >= 0: for every run of ones in k, u div 2**low mod 2**length * 2**low."""
        total = self.number(0)
        at = runs = 0
        while k >> at and u.high >> at:
            if not k >> at & 1:
                at += 1
                continue
            length = 0
            while k >> (at + length) & 1:
                length += 1
            runs += 1
            if runs > RUNS:
                raise NotLinear
            part = self._times(self._mod(self._div(u, 1 << at), 1 << length), 1 << at)
            e = part.e if runs == 1 else self.a.plus(total.e, part.e)
            total = Number(e, total.low + part.low, total.high + part.high)
            at += length
        return total


class IdealTranslator(IntegerTranslator[E]):
    """As if nothing ever wrapped around. Not exact: for guesses that are proved in another way."""

    def wrap(self, n: Number[E], width: int, bottom: int) -> Number[E]:
        return super().wrap(n, width, bottom) if n.low == n.high else n

    def _equal(self, t: Term, l: Number[E], r: Number[E]) -> E:
        if t.args[0].width and r.low == r.high and not l.low <= r.low <= l.high:
            return super()._equal(t, l, r)
        return self.a.equal(l.e, r.e)
