"""An execution in outline, move by move: enough to find it again in the source. Plain data."""

from __future__ import annotations

from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Outline:
    """What one move of a counterexample was, for those who do not know the program model."""

    #: number of the instance
    thread: int
    #: (file, line) of the statements it stands for
    places: tuple[tuple[str, int], ...] = ()
    #: other threads may have noticed it
    visible: bool = False
    #: not done, but about to be: one side of a data race
    is_next: bool = False
    #: a wake-up without reason
    is_spurious: bool = False
    #: the instance that it started
    created: int | None = None
    #: the input that was read, and the values that were written, as unsigned numbers
    input: int | None = None
    written: tuple[int, ...] = ()
    #: (variable, value): memory that was never written, and turned out to have this value
    initial: tuple[tuple[str, int], ...] = ()
