"""What an answer may cost: time and memory, for engines, solvers, analyses and checkers alike.

There is one deadline for all of them, so that no question can forget it: whoever runs an engine or a checker says
`until`; every back end asks `time_for` before each call of its library, and what may take long by itself calls
`check_time` now and then. Memory is what is in use now: what somebody before needed, and gave back, does not count.
"""

from __future__ import annotations

import gc
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import frexp
from pathlib import Path
from time import monotonic
from typing import Final

from threadproof.errors import Limit
from threadproof.records import dataclass

#: steps between a limit and its double: a solver is set up anew for a new limit, so they should not be many
STEPS: Final = 16
#: what native code says when it gets no memory
NO_MEMORY: Final = (
    "bad_alloc", "out of memory", "Out of memory", "Cannot allocate memory",
    "failed to map segment", "libz3.so not found",  # a library has no room
)  # fmt: skip
_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


@dataclass(frozen=True, slots=True)
class Budget:
    #: time.monotonic() after which to give up
    deadline: float | None = None
    #: megabytes
    memory_limit: int | None = None

    def check(self) -> None:
        """Raises Limit if time is up or memory is short."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise Limit("timeout")
        check_memory(self.memory_limit)


def check_memory(limit: int | None) -> None:
    """Raises Limit if more is in use. (Looking it up costs 20 microseconds.)"""
    if limit is not None and megabytes_in_use() > limit:
        raise Limit("out of memory")


def is_out_of_memory(error: Exception, limit: int | None) -> bool:
    """Is that why something failed? Native code has many ways to say it, which are believed if there is a limit."""
    if isinstance(error, MemoryError):
        return True
    is_native = isinstance(error, SystemError | ImportError) or any(words in str(error) for words in NO_MEMORY)
    return limit is not None and is_native


def megabytes_in_use() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:  # (no Linux: the most that it ever was)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return pages * resource.getpagesize() / 1e6


@contextmanager
def until(deadline: float | None) -> Iterator[None]:
    """`deadline` is a time of `time.monotonic`; one that is set already and comes first stays."""
    outer = _deadline.get()
    token = _deadline.set(min((d for d in (outer, deadline) if d is not None), default=None))
    try:
        yield
    finally:
        _deadline.reset(token)


def time_for(limit: float | None) -> float | None:
    """Seconds that a question may take which nobody would wait for longer than `limit`. Raises Limit if time is up."""
    deadline = _deadline.get()
    if deadline is None:
        return limit
    left = deadline - monotonic()
    if left <= 0:
        raise Limit("timeout")
    if limit is not None and limit <= left:
        return limit
    mantissa, exponent = frexp(left)
    return int(mantissa * 2 * STEPS) / (2 * STEPS) * 2.0**exponent


def check_time() -> None:
    """Raises Limit if time is up."""
    time_for(None)


@contextmanager
def without_collector() -> Iterator[None]:
    """Python's search for cycles is off: many objects are made that form none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Clock:
    """How long what has taken."""

    def __init__(self) -> None:
        self.start = self._last = monotonic()
        self.laps: dict[str, float] = {}

    def deadline(self, timeout: float | None) -> float | None:
        return None if timeout is None else self.start + timeout

    def lap(self, name: str) -> None:
        now = monotonic()
        self.laps[name] = self.laps.get(name, 0.0) + now - self._last
        self._last = now

    def finish(self) -> dict[str, float]:
        return {"total": monotonic() - self.start, **self.laps}
