"""Inputs that nobody has looked at yet: an `Interval` in a cell stands for any one of its values.

Intervals in different cells are independent of each other, so a state with intervals stands for the product of their
values. There is no arithmetic on them: code that computes with one raises TypeError.

`enclose` gives bounds of a term over the values that a state allows: where low and high are equal, the term has that
value for all of them. It never promises more than it knows: what it does not follow may be anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from threadproof.logic.interning import intern_table
from threadproof.logic.term import COMPARISONS, Term

Bounds = tuple[int, int]

FALSE: Final = (0, 0)
TRUE: Final = (1, 1)
UNSURE: Final = (0, 1)


class Interval:
    """low..high, both included, low < high. One object for each, so that equality is identity."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"{self.low}..{self.high}"


_intervals: dict[tuple[int, int], Interval] = intern_table({})


def interval(low: int, high: int) -> Interval | int:
    """The value itself where there is only one."""
    if low == high:
        return low
    done = _intervals.get((low, high))
    if done is None:
        done = _intervals[low, high] = Interval(low, high)
    return done


def any_value(width: int) -> Interval | int:
    return interval(0, largest(width))


def largest(width: int) -> int:
    return (1 << width) - 1 if width else 1


def enclose(t: Term, read: Callable[[Term], Bounds]) -> Bounds:
    """Bounds of a term; `read` gives those of a variable or array element."""

    def bounds(u: Term) -> Bounds:
        return enclose(u, read)

    match t.op:
        case "const":
            assert t.value is not None
            return t.value, t.value
        case "var" | "select":
            return read(t)
        case "not":
            low, high = bounds(t.args[0])
            return 1 - high, 1 - low
        case "and":
            parts = [bounds(a) for a in t.args]
            return FALSE if FALSE in parts else TRUE if all(p == TRUE for p in parts) else UNSURE
        case "or":
            parts = [bounds(a) for a in t.args]
            return TRUE if TRUE in parts else FALSE if all(p == FALSE for p in parts) else UNSURE
        case "ite":
            test = bounds(t.args[0])
            if test != UNSURE:
                return bounds(t.args[1 if test == TRUE else 2])
            (a, b), (c, d) = bounds(t.args[1]), bounds(t.args[2])
            return min(a, c), max(b, d)
        case "zext":
            return bounds(t.args[0])
        case "sext":
            return _extended(bounds(t.args[0]), t.args[0].width, t.width)
        case "extract":
            return _wrapped(*bounds(t.args[0]), t.width)
        case "add" | "sub":
            (a, b), (c, d) = bounds(t.args[0]), bounds(t.args[1])
            return _wrapped(a + c, b + d, t.width) if t.op == "add" else _wrapped(a - d, b - c, t.width)
        case op if op in COMPARISONS:
            return _compared(op, bounds(t.args[0]), bounds(t.args[1]), t.args[0].width)
    return 0, largest(t.width)


def _wrapped(low: int, high: int, width: int) -> Bounds:
    """The numbers modulo 2**width, if all of them wrap around equally often."""
    if low >> width == high >> width:
        return low & largest(width), high & largest(width)
    return 0, largest(width)


def _extended(b: Bounds, width: int, wider: int) -> Bounds:
    sign = 1 << (width - 1)
    if (b[0] ^ b[1]) & sign:
        return 0, largest(wider)
    more = largest(wider) - largest(width) if b[0] & sign else 0
    return b[0] + more, b[1] + more


def _compared(op: str, a: Bounds, b: Bounds, width: int) -> Bounds:
    if op == "eq":
        if a == b and a[0] == a[1]:
            return TRUE
        return FALSE if a[1] < b[0] or b[1] < a[0] else UNSURE
    if op in ("slt", "sle"):
        # in another order, and only where an interval does not contain both signs
        sign = 1 << (width - 1)
        if (a[0] ^ a[1]) & sign or (b[0] ^ b[1]) & sign:
            return UNSURE
        a, b = (a[0] ^ sign, a[1] ^ sign), (b[0] ^ sign, b[1] ^ sign)
    if op in ("ult", "slt"):
        return TRUE if a[1] < b[0] else FALSE if a[0] >= b[1] else UNSURE
    return TRUE if a[1] <= b[0] else FALSE if a[0] > b[1] else UNSURE
