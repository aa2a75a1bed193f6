"""Functions on pages of memory: they want to know where one begins. The rest of what they do is said in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.reference.access import PAGE
from threadproof.reference.action import Doing
from threadproof.reference.library.descriptors import EINVAL, wrong
from threadproof.reference.library.written import function
from threadproof.reference.values import Value, as_pointer

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread


def _on_pages(name: str) -> Handler:
    def handler(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        if as_pointer(args[0]).address % PAGE:
            if name == "posix_madvise":
                return EINVAL
            return (yield from wrong(thread, EINVAL, e))
        text = function(name, thread.machine)
        assert text is not None
        return (yield from thread.read_library(text, args, e))

    return handler


HANDLERS: dict[str, Handler] = {
    name: _on_pages(name) for name in ("munmap", "mprotect", "msync", "madvise", "posix_madvise")
}
