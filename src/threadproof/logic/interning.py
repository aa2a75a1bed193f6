"""Tables that outlive a verification: one object for each value, and what was computed before. A new one forgets.

Of an intern table only objects that nobody holds may be forgotten: were an object made a second time while the first
is in use, equal things would no longer be the same. So whatever a caller keeps of earlier ones (programs, proofs) stays
right, whatever it meets. Caches may be emptied at any time.
"""

from __future__ import annotations

from _thread import RLock  # (of `threading`, which takes longer to import)
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from sys import getrefcount
from typing import Any, Final, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

#: objects that are not worth a look at who holds them
LEAST: Final = 5_000

_interned: list[dict[Any, Any]] = []
_forget: list[Callable[[], None]] = []
_guard = RLock()
#: how much work is under way, in all threads
_works = 0
#: objects that were held when somebody looked
_held = 0


def intern_table(table: dict[Key, Value]) -> dict[Key, Value]:
    """A table of which unused objects are forgotten. Parts come before what is made of them, or in a table that is
    registered later."""
    _interned.append(table)
    return table


def empties(clear: Callable[[], None]) -> None:
    """`clear` empties a cache."""
    _forget.append(clear)


@contextmanager
def work() -> Iterator[None]:
    """Tables are swept when work begins and none is under way: another thread might be about to take an object."""
    global _works  # noqa: PLW0603
    with _guard:
        if not _works and sum(map(len, _interned)) > 2 * _held + LEAST:
            sweep()
        _works += 1
    try:
        yield
    finally:
        with _guard:
            _works -= 1


def sweep() -> None:
    """Empty all caches, and forget all interned objects that nobody holds.

    What cycles hold stays until Python finds them: to look for them here ended in a crash inside a solver's library.
    """
    global _held  # noqa: PLW0603
    for clear in _forget:
        clear()
    for table in _interned:
        _sweep(table)
    _held = sum(map(len, _interned))


def _sweep(table: dict[Any, Any]) -> None:
    probe = {0: object()}
    unheld = getrefcount(probe[0])
    keys = list(table)
    while keys:
        key = keys.pop()  # the last one first: parts are held by what is made of them
        if getrefcount(table[key]) == unheld:
            del table[key]
