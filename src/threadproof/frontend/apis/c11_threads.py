"""C11 <threads.h>: the same objects as POSIX threads under other names and with other result values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cancellation
from threadproof.frontend.apis import pthread as P
from threadproof.frontend.apis.arguments import is_valid_time, sleep
from threadproof.frontend.apis.locks import EBUSY, ETIMEDOUT, acquire_mutex, init_mutex, is_valid_deadline
from threadproof.frontend.ctypes import INT
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import ObjectType, ThreadApi, register
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.patterns import pattern

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

THRD_BUSY, THRD_ERROR, THRD_TIMEDOUT = 1, 2, 4
MTX_RECURSIVE = 1


def _create(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    start = c.pointer(c.arg(e, 1))
    argument = c.pointer(c.arg(e, 2))
    c.start_thread(start, place, c.handle_type(e), argument)
    return c.result(e, 0)


def _join(c: Calls, e: A.Call, wanted: bool) -> Value:
    handle = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), INT)
    assert isinstance(handle, Term)
    where = c.pointer(c.arg(e, 1))
    P.must_be_created(c, c.arg(e, 0), handle)
    itself, other = c.location(), c.location()
    if P.may_join_itself(c):
        c.branch(T.eq(handle, c.self_id), itself, other)
        c.at = other
    P.must_be_joinable(c, handle)
    cancellation.while_waiting(c)
    c.emit(O.Step(T.eq(T.select(c.program.ended, (handle,)), T.const(1, 8)), waits=True, role=O.Role.JOIN))
    P.has_been_joined(c, handle)
    if not where.is_null:
        yes, end = c.location(), c.location()
        c.branch(c.truth(where), yes, end)
        c.at = yes
        # the result of a C11 thread is an int, kept as the offset of a pointer to nothing
        is_number = T.eq(T.select(c.program.result[0], (handle,)), R.NULL_OBJECT)
        c.only_if(is_number, "result of a thread that is a pointer, as an int")
        out = c.new_temporary(32)
        value = T.extract(T.select(c.program.result[1], (handle,)), 32)
        c.emit(O.Step(updates=(O.Update(out, (), value),)))
        c.store(c.deref(where, INT), INT, T.var(out))
        c.jump(end)
        c.at = end
    if not P.may_join_itself(c) or c.at is None:
        return c.result(e, 0)
    done, c.at = c.at, itself
    cancellation.point(c, is_sure=False)
    assert c.at is not None
    return c.merge({0: done, THRD_ERROR: c.at}, e)


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    value = c.integer(c.arg(e, 0))
    if P.has_cleanups(c):
        held = c.hold(value, c.arg(e, 0).type)
        assert isinstance(held, Term)
        value = held
    P.leave(c, R.Ptr(R.NULL_OBJECT, T.resize(value, c.model.pointer_width, True), ()))
    return None


def _mtx_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    kind = c.integer(c.arg(e, 1))
    recursive = T.ne(T.bvand(kind, T.const(MTX_RECURSIVE, kind.width)), T.const(0, kind.width))
    return init_mutex(c, place, "mutex", T.from_bool(recursive, 8), e)


def _named(code: Term) -> Term:
    """The result of a POSIX function in the words of C11."""
    result = T.const(THRD_ERROR, code.width)
    for posix, c11 in ((ETIMEDOUT, THRD_TIMEDOUT), (EBUSY, THRD_BUSY), (0, 0)):
        result = T.ite(T.eq(code, T.const(posix, code.width)), T.const(c11, code.width), result)
    return result


def _like(name: str) -> Handler:
    """What the POSIX function does."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        code = P.HANDLERS[name](c, e, wanted)
        return _named(code) if isinstance(code, Term) else code

    return handler


def _mtx_timedlock(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    v = acquire_mutex(c, place, "mutex", e, True, is_valid_deadline(c, c.arg(e, 1)))
    assert isinstance(v, Term)
    return _named(v)


def _cnd_timedwait(c: Calls, e: A.Call, wanted: bool) -> Value:
    cond, mutex = c.target(c.arg(e, 0)), c.target(c.arg(e, 1))
    from threadproof.frontend.apis.libc.waiting import wait

    v = wait(c, cond, mutex, e, is_valid_time(c, c.arg(e, 2)))
    assert isinstance(v, Term)
    return _named(v)


def _sleep(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Nothing interrupts it, so the rest of the time is never written."""
    c.value(c.arg(e, 1))
    return T.ite(sleep(c, c.arg(e, 0)), c.result(e, 0), c.result(e, -2))


def _call_once(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    from threadproof.frontend.apis.libc.waiting import once

    once(c, place, c.pointer(c.arg(e, 1)), e)
    return None


HANDLERS: dict[str, Handler] = {
    "thrd_create": _create,
    "thrd_join": _join,
    "thrd_exit": _exit,
    "thrd_current": P.HANDLERS["pthread_self"],
    "thrd_equal": P.HANDLERS["pthread_equal"],
    "thrd_detach": P.HANDLERS["pthread_detach"],
    "thrd_yield": P.HANDLERS["sched_yield"],
    "thrd_sleep": _sleep,
    "mtx_init": _mtx_init,
    "mtx_lock": _like("pthread_mutex_lock"),
    "mtx_unlock": _like("pthread_mutex_unlock"),
    "mtx_trylock": _like("pthread_mutex_trylock"),
    "mtx_timedlock": _mtx_timedlock,
    "mtx_destroy": _like("pthread_mutex_destroy"),
    "cnd_init": _like("pthread_cond_init"),
    "cnd_wait": _like("pthread_cond_wait"),
    "cnd_timedwait": _cnd_timedwait,
    "cnd_signal": _like("pthread_cond_signal"),
    "cnd_broadcast": _like("pthread_cond_broadcast"),
    "cnd_destroy": _like("pthread_cond_destroy"),
    "call_once": _call_once,
}

register(
    ThreadApi(
        "C11",
        HANDLERS,
        {
            "mtx_t": ObjectType(
                "mutex",
                "mtx_lock",
                pattern(r"\b(?:mtx_(?:init|destroy|(?:try|timed)?lock|unlock)|cnd_(?:timed)?wait)\b"),
            ),
            "cnd_t": ObjectType(
                "cond", "cnd_wait", pattern(r"\bcnd_(?:init|destroy|(?:timed)?wait|signal|broadcast)\b")
            ),
            "once_flag": ObjectType("once", "call_once", pattern(r"\bcall_once\b")),
        },
        ids={"thrd_t": pattern(r"\bthrd_(?:create|join|detach|current|equal)\b")},
        creates=("thrd_create",),
        joins=("thrd_join",),
        detaches=("thrd_detach",),
    )
)
