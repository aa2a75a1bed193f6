"""Memory that is allocated with an alignment: `aligned_alloc` and its kin.

The texts of `library/stdlib.c` do the work; where the alignment is a constant, the object is known to have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.read.constants import evaluate

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

#: what malloc gives always
LEAST = 16


def _aligned(text: str, argument: int) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        f = c.program.library.function(text)
        assert f is not None
        first = len(c.program.sites)
        result = c.call_function(f, e, wanted)
        alignment = evaluate(c.arg(e, argument), c.model) or 0
        # arguments may allocate something, too, but they are evaluated first
        new = [site for site in c.program.sites[first:] if not site.is_alignment_known]
        if new and alignment > 0 and alignment & alignment - 1 == 0:
            new[-1].alignment = max(alignment, LEAST)
            new[-1].is_alignment_known = True
        return result

    return handler


def _malloc_aligned(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(For the texts.)"""
    pointer = c.allocate(c.integer(c.arg(e, 0)), "malloc")
    c.program.sites[-1].is_alignment_known = False
    return pointer


HANDLERS: dict[str, Handler] = {
    "aligned_alloc": _aligned("__aligned_alloc", 0),
    "memalign": _aligned("__memalign", 0),
    "posix_memalign": _aligned("__posix_memalign", 1),
    "__malloc_aligned": _malloc_aligned,
}
