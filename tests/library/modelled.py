"""The functions of the C library that have a meaning here, by the tables of the first reading.

Entry point: `modelled`.
"""

from __future__ import annotations

from threadproof.frontend.apis import c11_threads, pthread, semaphores, stdlib
from threadproof.frontend.library import CONTENTS

#: of other libraries, which have no table
ELSEWHERE = ("win32.c", "interlocked.c", "kernel_locks.c", "kernel_threads.c")


def modelled() -> set[str]:
    """Without those that only the library calls, and with builtins under the names of what they stand for."""
    names = {name for file, all_ in CONTENTS.items() if file not in ELSEWHERE for name in all_.split()}
    for handlers in (stdlib.HANDLERS, pthread.HANDLERS, c11_threads.HANDLERS, semaphores.HANDLERS):
        names |= set(handlers)
    names = {name.removeprefix("__builtin_") for name in names}
    return {name for name in names if not name.startswith("__")}
