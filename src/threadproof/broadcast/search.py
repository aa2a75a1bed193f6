"""A search for a given number of threads: explicit as long as that is quick, then with decision diagrams.

The explicit search does some work for each state, the symbolic one for each control (where threads are): so what counts
is the work for each control. Deterministic: no clock is read. Entry point: `search`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from threadproof.broadcast.explore import Exploration, Search
from threadproof.broadcast.moves import WORK
from threadproof.broadcast.program import Program

#: how much the explicit search may work before anybody asks, and how much for each control then
_FIRST: Final = 16 * WORK
_DENSE: Final = 250


class _Dense(Exception):
    pass


def search(program: Program, counts: Mapping[str, int], *, tick: Callable[[], None] = lambda: None) -> Exploration:
    """A shortest trace to an error, or all states; incomplete if decision diagrams were tried and there was no room."""
    work, due = 0, _FIRST

    def watch() -> None:
        nonlocal work, due
        tick()
        work += WORK
        if work >= due:
            due *= 2
            if work > _DENSE * explicit.controls() and _has_room():
                raise _Dense

    explicit = Search(program, counts, watch)
    try:
        return explicit.run()
    except _Dense:
        del explicit
        # not before it is needed: it loads a library
        from threadproof.broadcast import symbolic

        return symbolic.explore(program, counts, tick=tick)


def _has_room() -> bool:
    from threadproof.broadcast.diagrams import most_nodes

    return most_nodes() > 0
