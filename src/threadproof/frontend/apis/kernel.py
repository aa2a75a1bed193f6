"""Threads of the Linux kernel, for programs that include its headers: `include_kernel`, `library/kernel_*.c`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import ThreadApi, register
from threadproof.logic import term as T

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

#: the last numbers are errors, where no object is
_MAX_ERRNO = 4095


def _is_error_pointer(c: Calls, e: A.Call, wanted: bool) -> Value:
    p = c.pointer(c.arg(e, 0))
    is_high = T.ule(T.const(-_MAX_ERRNO, p.off.width), p.off)
    return T.from_bool(T.and_(T.eq(p.obj, R.NULL_OBJECT), is_high), 32)


def _error_of_pointer(c: Calls, e: A.Call, wanted: bool) -> Value:
    p = c.pointer(c.arg(e, 0))
    c.only_if(T.eq(p.obj, R.NULL_OBJECT), "PTR_ERR of the address of an object")
    return p.off


HANDLERS: dict[str, Handler] = {"__is_error_pointer": _is_error_pointer, "__error_of_pointer": _error_of_pointer}

register(
    ThreadApi(
        "kernel",
        HANDLERS,
        starts=("__kernel_kthread_create", "__kernel_queue_work", "__kernel_call_rcu", "__kernel_free_rcu"),
    )
)
