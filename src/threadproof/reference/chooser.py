"""Everything that is not determined is asked here, so that an execution can be repeated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from threadproof.frontend.ast import Pos

T = TypeVar("T")

SCHEDULE = "schedule"
INPUT = "input"
INITIAL = "initial value"
#: of objects in memory
ARRANGEMENT = "arrangement"

#: inputs are mostly small numbers: they get further into most programs than any 32 bits do
_SMALL = (0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 100)


class Chooser(Protocol):
    def choose(self, kind: str, options: Sequence[T], pos: Pos, who: int, about: str = "") -> T:
        """One of the options (never none), for thread `who`; `about`: the name of the variable concerned."""


class RandomChooser:
    """Random choices; a thread goes on for a while, how long is different in each run."""

    def __init__(self, seed: int, constants: Sequence[int] = ()) -> None:
        self.chance = random.Random(seed)
        self.constants = constants
        self.switching = self.chance.choice((0.02, 0.1, 0.3, 0.6, 1.0))
        self._last: object = None

    def choose(self, kind: str, options: Sequence[T], pos: Pos, who: int, about: str = "") -> T:
        if kind == SCHEDULE:
            return self._next(options)
        if isinstance(options, range) and options.stop - options.start > 256:
            return self._input(options)  # type: ignore[return-value]
        return self.chance.choice(options)

    def _next(self, moves: Sequence[T]) -> T:
        """Of (thread, way): rarely a spurious wake-up, a time-out or the end, if there is anything else."""
        usual = [m for m in moves if m[1] == "go"] or list(moves)  # type: ignore[index]
        if len(usual) < len(moves) and self.chance.random() < 0.05:
            usual = list(moves)
        if self.chance.random() >= self.switching:
            for m in usual:
                if m[0] == self._last:  # type: ignore[index]
                    return m
        chosen = self.chance.choice(usual)
        self._last = chosen[0]  # type: ignore[index]
        return chosen

    def _input(self, options: range) -> int:
        low, high = options.start, options.stop - 1
        kind = self.chance.random()
        if kind < 0.4:
            n = self.chance.choice(_SMALL)
        elif kind < 0.7 and self.constants:
            n = self.chance.choice(self.constants) + self.chance.choice((-1, 0, 0, 1))
        elif kind < 0.85:
            n = self.chance.choice((low, high, -1, low + 1, high - 1))
        else:
            n = self.chance.randint(low, high)
        return n if low <= n <= high else self.chance.randint(low, high)


class Recording:
    """Writes down what another chooser says, after a beginning that is given."""

    def __init__(self, other: Chooser, beginning: Sequence[object] = ()) -> None:
        self.other = other
        self.beginning = beginning
        self.choices: list[object] = []
        #: where the last choice of a thread is
        self.last_schedule = 0
        #: moves that may not be chosen as the first after the beginning
        self.excluded: set[object] = set()

    def choose(self, kind: str, options: Sequence[T], pos: Pos, who: int, about: str = "") -> T:
        n = len(self.choices)
        if kind == SCHEDULE:
            self.last_schedule = n
        if n < len(self.beginning):
            choice: T = self.beginning[n]  # type: ignore[assignment]
        else:
            if n == len(self.beginning) and self.excluded:
                options = [o for o in options if o not in self.excluded] or options
            choice = self.other.choose(kind, options, pos, who, about)
        self.choices.append(choice)
        return choice


class Numbering:
    """Writes down the number of each option that another chooser takes: plain data, enough to repeat the execution."""

    def __init__(self, other: Chooser) -> None:
        self.other = other
        self.numbers: list[int] = []

    def choose(self, kind: str, options: Sequence[T], pos: Pos, who: int, about: str = "") -> T:
        choice = self.other.choose(kind, options, pos, who, about)
        self.numbers.append(options.index(choice))
        return choice


class Numbered:
    """Repeats an execution that was written down. What cannot be repeated is an IndexError."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = iter(numbers)

    def choose(self, kind: str, options: Sequence[T], pos: Pos, who: int, about: str = "") -> T:
        number = next(self._numbers, -1)
        if number < 0:
            raise IndexError("more choices are needed than were written down")
        return options[number]
