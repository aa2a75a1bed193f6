"""POSIX semaphores: a counter that cannot go below zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import INT
from threadproof.frontend.lower.context import Value
from threadproof.ir import op as O
from threadproof.logic import term as T

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler


def _init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    c.value(c.arg(e, 1))
    value = T.resize(c.integer(c.arg(e, 2)), 32, False)

    def init(s: R.Fields) -> O.Op:
        return O.Step(updates=(O.Update(s("value").var, s("value").index, value),), role="init")

    return c.sync([(place, "sem")], [(init, 0)], e, False)


def _wait(trying: bool = False) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        for x in e.args[1:]:
            c.value(x)

        def take(s: R.Fields) -> O.Op:
            v = s("value")
            less = O.Update(v.var, v.index, T.sub(v.term, T.const(1, 32)))
            return O.Step(T.is_nonzero(v.term), (less,), waits=not trying, role="sem-wait", lock=v)

        def empty(s: R.Fields) -> O.Op:
            return O.Step(T.not_(T.is_nonzero(s("value").term)))

        alternatives = [(take, 0), (empty, -1)] if trying else [(take, 0)]
        return c.sync([(place, "sem")], alternatives, e, wanted)

    return handler


def _post(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))

    def give(s: R.Fields) -> O.Op:
        v = s("value")
        more = O.Update(v.var, v.index, T.add(v.term, T.const(1, 32)))
        return O.Step(updates=(more,), role="sem-post", lock=v)

    return c.sync([(place, "sem")], [(give, 0)], e, False)


def _getvalue(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    out = c.target(c.arg(e, 1))
    value = c.new_temporary(32)
    c.sync([(place, "sem")], [(lambda s: O.Step(updates=(O.Update(value, (), s("value").term),)), 0)], e, False)
    c.store(out, INT, T.var(value))
    return c.result(e, 0)


def _destroy(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return c.result(e, 0)


HANDLERS: dict[str, Handler] = {
    "sem_init": _init,
    "sem_wait": _wait(),
    "sem_trywait": _wait(trying=True),
    "sem_timedwait": _wait(trying=True),
    "sem_post": _post,
    "sem_getvalue": _getvalue,
    "sem_destroy": _destroy,
}
