"""Values that are not chosen yet: a `Range` stands for any one of its values.

A Havoc, and memory that was never written, put a Range into a cell instead of branching at once. Ranges in different
cells are independent of each other, so a state with Ranges stands for exactly the product of their values. A Range
has no arithmetic: code that computes with one raises TypeError, and the explorer then splits that cell.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from threadproof.logic.interning import intern_table

#: a Range with at most this many values may be replaced by all of them
ENUMERABLE = 256


class Range:
    """low..high, both included, low < high. Interned: equality is identity, as for the ints beside it in a state."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def __bool__(self) -> bool:
        raise TypeError("a Range has no truth value")

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"{self.low}..{self.high}"


_interned: dict[tuple[int, int], Range] = intern_table({})


def make_range(low: int, high: int) -> Range | int:
    """The value itself if there is only one."""
    if low == high:
        return low
    done = _interned.get((low, high))
    if done is None:
        done = _interned[low, high] = Range(low, high)
    return done


def full_range(width: int) -> Range | int:
    return make_range(0, (1 << width) - 1 if width else 1)


def cut(r: Range, points: Iterable[int]) -> list[tuple[int, int]]:
    """Split into intervals that each start at one of the points (or at the low end)."""
    starts = sorted({r.low, *(p for p in points if r.low < p <= r.high)})
    return list(zip(starts, [*(s - 1 for s in starts[1:]), r.high], strict=True))


def sample(r: Range, width: int, constants: Sequence[int], seed: int) -> list[int]:
    """Some values of a large Range, best first: small numbers, ends, random ones, the program's constants."""
    top = (1 << width) - 1
    sign = 1 << (width - 1)
    rng = random.Random(seed * 1_000_003 + r.low * 31 + r.high)
    guesses = [rng.randint(r.low, r.high) for _ in range(4)]
    chosen = [0, 1, 2, r.low, r.high, guesses[0], top, sign, sign - 1, *guesses]
    chosen += [(c + d) & top for c in constants for d in (0, 1, -1)]
    return [v for v in dict.fromkeys(chosen) if r.low <= v <= r.high]
