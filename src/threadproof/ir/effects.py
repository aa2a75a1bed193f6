"""What the turns of cooperative threads touch of their scheduler, so that it can be said which of two may come first.

A *turn* is what a thread does from when it gets control until it gives it back. A *cell* is a part of the scheduler's
state that threads share, with a number, which may be ANY: it is not known. A thread

    LOOKS at a cell     how it goes on depends on it
    WAITS for it        it is there, or the thread waits until it is: then it goes on in the same way
    BRINGS it           from now on it is there, whoever brought it
    CHANGES it          in any other way

A scheduler that can say all that is `Reducible`. Of any other one (`reducible` is None) every order is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, Self, cast

from threadproof.ir.sched import Scheduler

Cell = tuple[str, int]
#: how cells are touched
Touched = Mapping[Cell, int]

#: a number that is not known
ANY: Final = -1
LOOKS, WAITS, BRINGS, CHANGES = 1, 2, 4, 8


def is_met(cells: Iterable[Cell], touched: Touched, modes: int) -> bool:
    """Is one of the cells touched in one of these ways?"""
    return any(m & modes and _is_same(c, d) for d, m in touched.items() for c in cells)


def order_matters(first: Touched, second: Touched) -> bool:
    """May it make a difference that what is touched first was not touched second? It may wait for what the other
    brings: then it goes on behind it."""
    return any(_clash(m, n) and _is_same(c, d) for c, m in first.items() for d, n in second.items())


def _clash(first: int, second: int) -> bool:
    if (first | second) & CHANGES:
        return True
    return bool((first & BRINGS and second & (LOOKS | WAITS)) or (first & LOOKS and second & BRINGS))


def _is_same(c: Cell, d: Cell) -> bool:
    return c == d or (c[0] == d[0] and ANY in (c[1], d[1]))


class Reducible(Scheduler, Protocol):
    """What the calls of a thread touch; main is no thread of the scheduler, so its calls never wait.

    The scheduler may remember in which order threads run, or only within groups that have no thread in common.
    """

    @property
    def any_order(self) -> bool:
        """At first, threads may run in any order."""
        ...

    def with_order_of(self, *groups: Sequence[int]) -> Self:
        """In the beginning: one that remembers the order within these groups only, and can do all that this can."""
        ...

    def without_order(self) -> Self:
        """What does not depend on which order is remembered."""
        ...

    def remembers_order(self, a: int, b: int) -> bool:
        """Does it remember in which order these threads run? (Of one thread: is it in a group?)"""
        ...

    def linked(self) -> tuple[int, ...]:
        """The threads that may run now or later."""
        ...

    def effects(self, id_: int, call: str, args: Sequence[int]) -> list[tuple[Cell, int]]:
        """What a call touches, whatever the state is; `create` is one, too."""
        ...

    def when_resumed(self, id_: int) -> list[tuple[Cell, int]]:
        """What a thread, or main, looks at when it gets control."""
        ...

    def may_wake(self, id_: int, touched: Touched) -> bool:
        """May the thread run in this instant, if another one touches that?"""
        ...

    def ends_instant(self, id_: int, call: str, args: Sequence[int]) -> bool:
        """Behind the call the thread does no more in this instant, whatever others do."""
        ...

    def may_go_on(self, id_: int, call: str, args: Sequence[int], touched: Touched) -> bool:
        """May the turn go on behind the call, in this state, if that has been touched in it before?"""
        ...

    def minds(self, touched: Touched) -> bool:
        """Main does that at any time, beside the threads: may it matter in which instant?"""
        ...


def reducible(s: Scheduler | None) -> Reducible | None:
    return cast(Reducible, s) if hasattr(s, "with_order_of") else None
