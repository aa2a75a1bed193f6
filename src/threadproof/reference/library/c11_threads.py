"""Threads of C11: those of POSIX with other names and other results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.library import conditions, locks
from threadproof.reference.library.sync import EBUSY, ETIMEDOUT, initialise
from threadproof.reference.library.threads import create, detach, joined, key_delete, leave
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import ThreadEnd
from threadproof.reference.synchronisation import Mutex
from threadproof.reference.values import Value, as_pointer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

SUCCESS, BUSY, ERROR, TIMED_OUT = 0, 1, 2, 4
_RECURSIVE = 1


def _as_c11(handler: Handler) -> Handler:
    """The same with the results of C11."""

    def call(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        result = yield from handler(thread, args, e)
        if isinstance(e.type, ct.Void):
            return None
        return {0: SUCCESS, EBUSY: BUSY, ETIMEDOUT: TIMED_OUT}.get(number(result), ERROR)

    return call


def thrd_create(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from create(thread, args[0], thread.called(args[1], e.pos), args[2], e.pos)
    return SUCCESS


def thrd_join(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    other = yield from joined(thread, args[0], e.pos)
    if other is None:
        return ERROR
    if as_pointer(args[1]).address:
        v = thread.machine.missing_value(ct.INT, e.pos) if other.result is None else other.result
        if other.is_cancelled and isinstance(v, Pointer):  # PTHREAD_CANCELED, as an int
            v = wrap(v.address, ct.INT)
        yield from thread.store(as_pointer(args[1]), v, ct.INT, e.pos)
    return SUCCESS


def thrd_exit(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from leave(thread, e.pos)
    raise ThreadEnd(args[0], ct.INT)


def mtx_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from initialise(thread, args[0], Mutex, "initialise a mutex", e.pos)
    m.owner = m.count = 0
    m.kind = number(args[1]) & _RECURSIVE
    return SUCCESS


HANDLERS: dict[str, Handler] = {
    "thrd_create": thrd_create,
    "thrd_join": thrd_join,
    "thrd_detach": _as_c11(detach),
    "thrd_exit": thrd_exit,
    "mtx_init": mtx_init,
    "mtx_destroy": _as_c11(locks.mutex_destroy),
    "mtx_lock": _as_c11(locks.mutex_lock),
    "mtx_trylock": _as_c11(locks.mutex_trylock),
    "mtx_timedlock": _as_c11(locks.mutex_timedlock),
    "mtx_unlock": _as_c11(locks.mutex_unlock),
    "cnd_init": _as_c11(conditions.cond_init),
    "cnd_destroy": _as_c11(conditions.cond_destroy),
    "cnd_wait": _as_c11(conditions.cond_wait),
    "cnd_timedwait": _as_c11(conditions.cond_timedwait),
    "cnd_signal": _as_c11(conditions.cond_signal),
    "cnd_broadcast": _as_c11(conditions.cond_broadcast),
    "call_once": _as_c11(conditions.once),
    "tss_delete": _as_c11(key_delete),
}
