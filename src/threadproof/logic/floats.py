"""Floating point on bits: IEEE 754 binary32 and binary64, rounded to the nearest, ties to even.

A number is its 32 or 64 bits. Every operation is total: a result that is no number is the one `nan`, whatever the bits
of the operands, and what does not fit into an integer becomes 0 (the front end rules that out before it matters).
Python computes in binary64; a binary32 result is rounded once more, which changes nothing for + - * / and square roots,
since binary64 has more than twice the digits (Figueroa 1995).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from struct import Struct
from typing import Final

#: width -> bits of the significand, the hidden one included; what floats there are
PRECISION: Final = {32: 24, 64: 53}
WIDEST_INTEGER: Final = 128

_DOUBLE, _SINGLE = Struct("<d"), Struct("<f")
_BITS: Final = {64: Struct("<Q"), 32: Struct("<I")}
_NUMBER: Final = {64: _DOUBLE, 32: _SINGLE}


def nan(width: int) -> int:
    """The bits of what is no number."""
    return infinity(width) | 1 << (PRECISION[width] - 2)


def infinity(width: int) -> int:
    return (1 << (width - PRECISION[width])) - 1 << (PRECISION[width] - 1)


def is_nan(bits: int, width: int) -> bool:
    return bits & ((1 << (width - 1)) - 1) > infinity(width)


def number(bits: int, width: int) -> float:
    """The value of bits; every binary32 is a binary64 too."""
    found: float = _NUMBER[width].unpack(_BITS[width].pack(bits))[0]
    return found


def bits_of(x: float, width: int) -> int:
    """A binary64, rounded to this width."""
    if x != x:
        return nan(width)
    try:
        raw = _NUMBER[width].pack(x)
    except OverflowError:
        return infinity(width) | (x < 0) << (width - 1)
    found: int = _BITS[width].unpack(raw)[0]
    return found


def from_integer(n: int, width: int) -> int:
    """Rounded once: of what a binary64 cannot hold, a last digit remembers that there was more."""
    spare = n.bit_length() - 50
    if width == 32 and spare > 0:
        size = abs(n)
        size = (size >> spare | (size & ((1 << spare) - 1) != 0)) << spare
        n = -size if n < 0 else size
    return bits_of(float(n), width)


def to_integer(bits: int, width: int, signed: bool, to: int) -> int:
    """Towards zero; 0 if it does not fit."""
    x = number(bits, width)
    if not math.isfinite(x):
        return 0
    n = int(x)
    low, high = (-(1 << (to - 1)), 1 << (to - 1)) if signed else (0, 1 << to)
    return n & ((1 << to) - 1) if low <= n < high else 0


def integers(width: int, signed: bool, to: int) -> tuple[int, str, int]:
    """What fits into an integer: a number that comes behind (relation) the first one and is less than the other."""
    low, high = (-(1 << (to - 1)), 1 << (to - 1)) if signed else (0, 1 << to)
    if (1 - low).bit_length() <= PRECISION[width]:
        return from_integer(low - 1, width), "flt", from_integer(high, width)
    return from_integer(low, width), "fle", from_integer(high, width)


def divide(x: float, y: float) -> float:
    if y:
        return x / y
    return math.nan if x == 0 or x != x or y != y else math.copysign(math.inf, x) * math.copysign(1.0, y)


def square_root(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


def _signed(bits: int, width: int) -> int:
    return bits - (1 << width) if bits >> (width - 1) else bits


def _computed(of: Callable[[float, float], float]) -> Callable[[int, int, int], int]:
    return lambda a, b, w: bits_of(of(number(a, w), number(b, w)), w)


#: operator -> meaning on (a, b, width)
ARITHMETIC: Final[dict[str, Callable[[int, int, int], int]]] = {
    "fadd": _computed(lambda x, y: x + y),
    "fsub": _computed(lambda x, y: x - y),
    "fmul": _computed(lambda x, y: x * y),
    "fdiv": _computed(divide),
}
#: operator -> truth on (a, b, width), as 0 or 1
RELATIONS: Final[dict[str, Callable[[int, int, int], int]]] = {
    "feq": lambda a, b, w: int(number(a, w) == number(b, w)),
    "flt": lambda a, b, w: int(number(a, w) < number(b, w)),
    "fle": lambda a, b, w: int(number(a, w) <= number(b, w)),
}
#: operator -> meaning on (a, width of a, width of the result): square root, another format, from and to integers
CONVERSIONS: Final[dict[str, Callable[[int, int, int], int]]] = {
    "fsqrt": lambda a, w, _: bits_of(square_root(number(a, w)), w),
    "ftof": lambda a, w, to: bits_of(number(a, w), to),
    "stof": lambda a, w, to: from_integer(_signed(a, w), to),
    "utof": lambda a, _, to: from_integer(a, to),
    "ftos": lambda a, w, to: to_integer(a, w, True, to),
    "ftou": lambda a, w, to: to_integer(a, w, False, to),
}


def _quick(width: int) -> dict[str, Callable[[int, int], int]]:
    """The same as `ARITHMETIC` and `RELATIONS`, for one width and with fewer detours: for code that runs often."""
    pack, numbers = Struct(f"<2{_BITS[width].format[1]}").pack, Struct(f"<2{_NUMBER[width].format[1]}").unpack
    write, read = _NUMBER[width].pack, _BITS[width].unpack
    no_number, infinite, sign = nan(width), infinity(width), 1 << (width - 1)

    def arithmetic(of: Callable[[float, float], float]) -> Callable[[int, int], int]:
        def apply(a: int, b: int) -> int:
            x, y = numbers(pack(a, b))
            z = of(x, y)
            if z != z:
                return no_number
            try:
                found: int = read(write(z))[0]
            except OverflowError:
                return infinite | sign if z < 0 else infinite
            return found

        return apply

    def relation(of: Callable[[float, float], bool]) -> Callable[[int, int], int]:
        return lambda a, b: of(*numbers(pack(a, b)))

    return {
        "fadd": arithmetic(operator.add),
        "fsub": arithmetic(operator.sub),
        "fmul": arithmetic(operator.mul),
        "fdiv": arithmetic(divide),
        "feq": relation(operator.eq),
        "flt": relation(operator.lt),
        "fle": relation(operator.le),
    }


#: operator and width, as in fadd64 -> meaning on (a, b); of a relation, any truth value
QUICK: Final = {f"{op}{width}": apply for width in PRECISION for op, apply in _quick(width).items()}
OPERATORS: Final = frozenset({*ARITHMETIC, *RELATIONS, *CONVERSIONS})


def is_well_sorted(op: str, width: int, args: list[int]) -> bool:
    """An operator of these, its width (0: a truth value), and those of its operands: do they fit?"""
    if op in ARITHMETIC or op in RELATIONS:
        return len(args) == 2 and args[0] == args[1] in PRECISION and width == (0 if op in RELATIONS else args[0])
    if len(args) != 1 or not args[0] or not width:
        return False
    match op:
        case "fsqrt":
            return args[0] == width in PRECISION
        case "ftof":
            return args[0] in PRECISION and width in PRECISION and args[0] != width
        case "stof" | "utof":
            return width in PRECISION and args[0] <= WIDEST_INTEGER
    return args[0] in PRECISION and width <= WIDEST_INTEGER
