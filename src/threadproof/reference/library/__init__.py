"""What library functions do, in the words of their man pages. Entry point: `find`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.reference.action import Doing
from threadproof.reference.values import Value

if TYPE_CHECKING:
    from threadproof.reference.threads import Thread

Handler = Callable[["Thread", list[Value], A.Call], Doing[Value]]


#: those that programs need most come first: each is imported when the ones before do not have a function
_MODULES = (
    "intrinsics", "threads", "locks", "conditions", "atomics", "heap", "printing", "strings", "semaphores",
    "environment", "scanning", "words", "numbers", "mathematics", "c11_threads", "variadic", "written", "syscalls",
    "descriptors", "channels", "mapping", "sockets", "win32", "streams",
)  # fmt: skip


@cache
def _handler(name: str) -> Handler | None:
    tables = (import_module(f"{__name__}.{module}").HANDLERS for module in _MODULES)
    return next((handlers[name] for handlers in tables if name in handlers), None)


def find(name: str) -> Handler | None:
    found = _handler(name)
    if found is None and name.startswith("__builtin_"):
        found = _handler(name.removeprefix("__builtin_"))
    if found is None and name.startswith(("__VERIFIER_nondet", "nondet")):
        from threadproof.reference.library.intrinsics import nondeterministic

        return nondeterministic
    return found
