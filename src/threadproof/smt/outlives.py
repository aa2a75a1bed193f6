"""A term manager outlives its terms, even if Python's collector takes both at once.

Of objects that are garbage together the collector clears one after the other, in any order. A term that is cleared
lets go of its manager, and if that ends before the term does, the library reads memory that is no longer its own.
But the collector calls `__del__` of all before it clears any.
"""

from __future__ import annotations

import threading
from typing import Any


class _Ended(threading.local):
    """Of this thread: a collector runs in one thread, and nobody asks for a manager meanwhile."""

    def __init__(self) -> None:
        self.managers: list[Any] = []


_ended = _Ended()


class Outlives:
    """Held by whoever holds terms of the manager."""

    def __init__(self, manager: Any) -> None:
        _ended.managers.clear()
        self._manager = manager

    def __del__(self) -> None:
        _ended.managers.append(self._manager)
