"""POSIX semaphores: a counter that cannot go below zero. Functions that fail give -1 and set errno.

That a semaphore cannot count further than SEM_VALUE_MAX matters where somebody looks at the result of `sem_post`, or
gives it a value that is not small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cancellation
from threadproof.frontend.apis.arguments import (
    calls_in,
    is_valid_time,
    minus_one,
    read_clock,
    touch,
    uses_errno,
    write_integer,
)
from threadproof.frontend.apis.locks import EAGAIN, EINVAL, ETIMEDOUT, Alternative, equals, plus, setting
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import ObjectType, ThreadApi, register
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.patterns import pattern

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

EOVERFLOW = 75
SEM_VALUE_MAX = 0x7FFFFFFF
#: the end is far from here
SMALL = 1 << 30


def _looks(c: Calls, wanted: bool) -> bool:
    """Can the program see which way it went?"""
    return wanted or uses_errno(c)


def _may_be_full(c: Calls) -> bool:
    """Is some semaphore initialised to more than a small number? (None gets that far by posts alone.)"""
    program = c.program
    if program.large_semaphores is None:
        calls = calls_in(c, "sem_init")
        program.large_semaphores = calls is None or not all(map(_is_small, calls))
    return program.large_semaphores


def _is_small(call: A.Call) -> bool:
    value = A.without_casts(call.args[2]) if len(call.args) > 2 else None
    return isinstance(value, A.Const) and 0 <= value.value < SMALL


def _init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    c.value(c.arg(e, 1))
    value = T.resize(c.integer(c.arg(e, 2)), 32, False)
    fits = T.ule(value, T.const(SEM_VALUE_MAX, 32))
    init: Alternative = (lambda s: O.Step(fits, (setting(s("value"), value),), role=O.Role.INIT), 0)
    refused: Alternative = (lambda s: O.Step(T.not_(fits)), EINVAL)
    ways = [init] if fits is T.TRUE else [init, refused]
    return minus_one(c, c.sync([(place, "sem")], ways, e, True, initialises=True), e)


def _take(s: R.Fields, waits: bool) -> O.Op:
    v = s("value")
    return O.Step(T.is_nonzero(v.term), (plus(v, -1),), waits=waits, role=O.Role.SEM_WAIT, lock=v)


def _wait(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    cancellation.point(c)
    if not cancellation.is_possible(c) or c.at is None:
        return c.sync([(place, "sem")], [(lambda s: _take(s, True), 0)], e, False)
    taken, acts, is_due = c.location(), c.location(), cancellation.is_due(c)
    ways = ((lambda s: _take(s, True), taken), (lambda s: O.Step(is_due, waits=True), acts))
    c.edge(c.at, -1, R.SyncAccess(((place, "sem"),), ways))
    c.at = acts
    cancellation.act(c)
    c.at = taken
    return c.result(e, 0)


def _without_waiting(c: Calls, place: R.Place, code: int, e: A.Call, wanted: bool) -> Term:
    take: Alternative = (lambda s: _take(s, False), 0)
    empty: Alternative = (lambda s: O.Step(equals(s("value"), 0)), code)
    return minus_one(c, c.sync([(place, "sem")], [take, empty], e, _looks(c, wanted)), e)


def _trywait(c: Calls, e: A.Call, wanted: bool) -> Value:
    return _without_waiting(c, c.target(c.arg(e, 0)), EAGAIN, e, wanted)


def _timedwait(time: int) -> Handler:
    """May time out whenever it would have to wait; `time`: which argument says until when."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        for x in e.args[1:time]:
            read_clock(c, x)
        is_valid = is_valid_time(c, c.arg(e, time))
        if c.at is None:
            return c.result(e, -1)
        good, bad, end = c.location(), c.location(), c.location()
        out = c.new_temporary(32)
        c.branch(is_valid, good, bad)
        c.at = bad
        cancellation.point(c, is_sure=False)
        refused = minus_one(c, c.result(e, EINVAL), e)
        c.emit(O.Step(updates=(O.Update(out, (), refused),)), end)
        c.at = good
        cancellation.point(c)
        result = _without_waiting(c, place, ETIMEDOUT, e, wanted)
        c.emit(O.Step(updates=(O.Update(out, (), result),)), end)
        c.at = end
        return T.var(out)

    return handler


def _post(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    exactly = _looks(c, wanted) or _may_be_full(c)

    def give(s: R.Fields) -> O.Op:
        v = s("value")
        guard = T.not_(equals(v, SEM_VALUE_MAX)) if exactly else T.TRUE
        return O.Step(guard, (plus(v, 1),), role=O.Role.SEM_POST, lock=v)

    full: Alternative = (lambda s: O.Step(equals(s("value"), SEM_VALUE_MAX)), EOVERFLOW)
    return minus_one(c, c.sync([(place, "sem")], [(give, 0), full] if exactly else [(give, 0)], e, exactly), e)


def _getvalue(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    value = c.new_temporary(32)
    c.sync([(place, "sem")], [(lambda s: O.Step(updates=(O.Update(value, (), s("value").term),)), 0)], e, False)
    write_integer(c, c.arg(e, 1), T.var(value))
    return c.result(e, 0)


HANDLERS: dict[str, Handler] = {
    "sem_init": _init,
    "sem_wait": _wait,
    "sem_trywait": _trywait,
    "sem_timedwait": _timedwait(1),
    "sem_clockwait": _timedwait(2),
    "sem_post": _post,
    "sem_getvalue": _getvalue,
    "sem_destroy": lambda c, e, w: touch(c, c.arg(e, 0), "sem", e),
}

register(
    ThreadApi(
        "semaphores",
        HANDLERS,
        {
            "sem_t": ObjectType(
                "sem",
                "sem_wait",
                pattern(r"\bsem_(?:init|destroy|(?:try|timed|clock)?wait|post|getvalue|open|close|unlink)\b"),
            ),
        },
    )
)
