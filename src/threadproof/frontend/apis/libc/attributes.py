"""What attributes of POSIX objects say when they are asked. Nothing here depends on most of them, so none is kept.

If nobody sets an attribute it has its default; otherwise it may have any value that one can set. (Who finds a violation
behind such a call has to find it in the second reading as well, which keeps them: `library.APPROXIMATE`.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend.apis.arguments import calls_in, object_type, touch, write_integer
from threadproof.frontend.ctypes import Int
from threadproof.frontend.lower.whole import Value
from threadproof.logic import term as T

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

LEAST_STACK = 16384
PAGE = 4096


def _get(kind: str, high: int | None, default: int | None = 0, low: int = 0) -> Handler:
    """Any value up to `high` (None: of its type); `default`: None: it is a matter of the system."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        done = touch(c, c.arg(e, 0), kind, e)
        t = object_type(c.arg(e, 1))
        assert isinstance(e.callee, A.Name)
        if not isinstance(t, Int):
            c.unsupported("library function that writes to memory of unknown type")
            return done
        is_set = calls_in(c, e.callee.decl.name.replace("_get", "_set")) != []
        value = T.const(default, t.width) if default is not None and not is_set else c.nondet(t, low, high)
        write_integer(c, c.arg(e, 1), value)
        return done

    return handler


def _get_parameters(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Priorities are of no consequence, so they are only numbers."""
    if calls_in(c, "pthread_attr_setschedparam") != []:
        c.unsupported("priority of threads to come")
    done = touch(c, c.arg(e, 0), "attr", e)
    place, t = c.target(c.arg(e, 1)), object_type(c.arg(e, 1))
    for offset, part in c.program.scalar_parts(t):
        assert isinstance(part, Int)
        c.store(place.field(offset, ""), part, T.const(0, part.width))
    return done


HANDLERS: dict[str, Handler] = {
    "pthread_attr_getdetachstate": _get("attr", 1),
    "pthread_attr_getscope": _get("attr", 0),
    "pthread_attr_getschedpolicy": _get("attr", 2),
    "pthread_attr_getinheritsched": _get("attr", 0),
    "pthread_attr_getstacksize": _get("attr", None, None, LEAST_STACK),
    "pthread_attr_getguardsize": _get("attr", None, PAGE),
    "pthread_attr_getschedparam": _get_parameters,
    "pthread_mutexattr_getpshared": _get("mutexattr", 1),
    "pthread_mutexattr_getprotocol": _get("mutexattr", 0),
    "pthread_condattr_getclock": _get("attr", 1),
    "pthread_condattr_getpshared": _get("attr", 1),
    "pthread_rwlockattr_getpshared": _get("attr", 1),
    "pthread_rwlockattr_getkind_np": _get("attr", 1),
    "pthread_barrierattr_getpshared": _get("attr", 1),
}
