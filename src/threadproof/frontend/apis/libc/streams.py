"""The streams that are always there: which of them a pointer is, for texts of the library.

Entry point: `is_standard`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.lower.statics import STREAM, STREAMS
from threadproof.frontend.lower.whole import Value
from threadproof.logic import term as T

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls


def is_standard(c: Calls, e: A.Call, wanted: bool) -> Value:
    stream = c.pointer(c.arg(e, 0))
    number = c.integer(c.arg(e, 1)).value
    assert number is not None
    for d in c.program.unit.globals:
        if d.name == STREAMS[number] and not d.defined:
            c.declare(d)  # (it may be that its first use comes later)
    name = STREAM + STREAMS[number]
    sites = [s.number for s in c.program.sites if s.name == name]
    return T.zext(T.or_(*(T.eq(stream.obj, T.const(n, R.OBJECT_WIDTH)) for n in sites)), 32)


HANDLERS = {"__is_standard": is_standard}
