"""What library functions do, in the words of their man pages. Entry point: `find`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.reference.action import Doing
from threadproof.reference.values import Value

if TYPE_CHECKING:
    from threadproof.reference.threads import Thread

Handler = Callable[["Thread", list[Value], A.Call], Doing[Value]]


@cache
def _table() -> dict[str, Handler]:
    from threadproof.reference.library import (
        atomics,
        c11_threads,
        conditions,
        environment,
        heap,
        intrinsics,
        locks,
        numbers,
        printing,
        semaphores,
        strings,
        threads,
        words,
    )

    table: dict[str, Handler] = {}
    for module in (
        intrinsics, heap, strings, words, printing, numbers, environment, threads, locks, conditions, semaphores,
        c11_threads, atomics,
    ):  # fmt: skip
        for name, handler in module.HANDLERS.items():
            assert name not in table, name
            table[name] = handler
    return table


def find(name: str) -> Handler | None:
    found = _table().get(name)
    if found is None and name.startswith("__builtin_"):
        found = _table().get(name.removeprefix("__builtin_"))
    if found is None and name.startswith(("__VERIFIER_nondet", "nondet")):
        from threadproof.reference.library.intrinsics import nondeterministic

        return nondeterministic
    return found
