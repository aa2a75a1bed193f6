"""Tables that are larger than a run: one object for each value, and what was computed before. A new run forgets.

Of an intern table only objects that nobody holds may be forgotten: were an object made a second time while the first
is in use, equal things would no longer be the same. So whatever a caller keeps of earlier runs (programs, proofs) stays
right, whatever it meets. Caches may be emptied at any time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from sys import getrefcount
from threading import Lock
from typing import Any, Final, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

#: objects that are not worth a look at who holds them
LEAST: Final = 5_000

_interned: list[dict[Any, Any]] = []
_forget: list[Callable[[], None]] = []
_guard = Lock()
#: runs under way, in all threads
_runs = 0
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
def run() -> Iterator[None]:
    """Tables are swept when the first of the runs under way begins: another thread might be about to take an object."""
    global _runs  # noqa: PLW0603
    with _guard:
        if not _runs and sum(map(len, _interned)) > 2 * _held + LEAST:
            sweep()
        _runs += 1
    try:
        yield
    finally:
        with _guard:
            _runs -= 1


def sweep() -> None:
    """Empty all caches, and forget all interned objects that nobody holds."""
    global _held  # noqa: PLW0603
    for clear in _forget:
        clear()
    gc.collect()  # cycles hold objects, too
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
