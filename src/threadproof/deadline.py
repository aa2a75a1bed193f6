"""Until when solvers and analyses may work: one deadline for all of them, so that no question can forget it.

Whoever runs an engine or a checker says `until`; every back end asks `time_for` before each call of its library, and
what may take long by itself calls `check_time` now and then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import frexp
from time import monotonic
from typing import Final

from threadproof.errors import Limit

#: steps between a limit and its double: a solver is set up anew for a new limit, so they should not be many
STEPS: Final = 16
_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)


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
