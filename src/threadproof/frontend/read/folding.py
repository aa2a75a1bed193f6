"""Calls that compilers calculate: builtins of constants count as constants."""

from __future__ import annotations

import re
from collections.abc import Callable

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct

_LOCK_FREE = "__atomic_always_lock_free"


def is_calculated(name: str) -> bool:
    """May a call be constant?"""
    return name.startswith("__builtin_") or name == _LOCK_FREE


def fold(name: str, args: list[ast.Expr], numbers: list[int | None]) -> int | None:
    """The value of a builtin whose arguments have these values (None: not an integer constant), if it is known."""
    if name == "__builtin_strlen":
        return _length(args[0]) if len(args) == 1 else None
    if name == _LOCK_FREE:
        # of an object that is aligned as its size says
        return None if len(args) != 2 or numbers[0] is None or numbers[1] != 0 else int(numbers[0] in (1, 2, 4, 8))
    if name in ("__builtin_expect", "__builtin_expect_with_probability"):
        return numbers[0]
    m = re.fullmatch(r"__builtin_(\w+?)(?:l|ll|16|32|64)?", name)
    function = _FUNCTIONS.get(m[1]) if m else None
    if function is None or len(numbers) != 1 or numbers[0] is None or not isinstance(args[0].type, ct.Int):
        return None
    width = args[0].type.width
    return function(numbers[0] & ((1 << width) - 1), width)


def _length(e: ast.Expr) -> int | None:
    while isinstance(e, ast.Cast) and isinstance(e.type, ct.Pointer):
        e = e.operand
    if isinstance(e, ast.Decay) and isinstance(e.place, ast.Str) and isinstance(e.place.type, ct.Array):
        return (e.place.data + b"\0").index(0) if _of_bytes(e.place.type) else None
    return None


def _of_bytes(t: ct.Array) -> bool:
    return isinstance(t.of, ct.Int) and t.of.width == 8


def _abs(x: int, width: int) -> int | None:
    least = 1 << (width - 1)
    return None if x == least else x if x < least else (1 << width) - x


def _clrsb(x: int, width: int) -> int:
    """How many bits after the sign are like it."""
    ones = x if x >> (width - 1) == 0 else ~x & ((1 << width) - 1)
    return width - 1 - ones.bit_length()


#: of the bits of the argument, and how many there are
_FUNCTIONS: dict[str, Callable[[int, int], int | None]] = {
    "abs": _abs,
    "labs": _abs,
    "llabs": _abs,
    "ffs": lambda x, width: (x & -x).bit_length(),
    "ctz": lambda x, width: (x & -x).bit_length() - 1 if x else None,
    "clz": lambda x, width: width - x.bit_length() if x else None,
    "clrsb": _clrsb,
    "popcount": lambda x, width: x.bit_count(),
    "parity": lambda x, width: x.bit_count() & 1,
    "bswap": lambda x, width: int.from_bytes(x.to_bytes(width // 8, "little"), "big"),
}
