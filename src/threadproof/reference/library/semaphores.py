"""Semaphores without names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import CANCELLED, GO, TIME_OUT, Doing
from threadproof.reference.library import cancellation
from threadproof.reference.library.sync import EAGAIN, EINVAL, ETIMEDOUT, initialise, read_time, use, wait
from threadproof.reference.synchronisation import Semaphore
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_MOST = 2147483647
_EOVERFLOW = 75


def sem_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    s = yield from initialise(thread, args[0], Semaphore, "initialise a semaphore", e.pos)
    if number(args[2]) > _MOST:
        yield from thread.set_errno(EINVAL, e.pos)
        return -1
    s.value = number(args[2])
    return 0


def sem_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from use(thread, args[0], Semaphore, "destroy a semaphore", e.pos)
    return 0


def sem_wait(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from cancellation.here(thread, e.pos, is_required=True)
    s, way = yield from wait(
        thread,
        args[0],
        Semaphore,
        "wait",
        e.pos,
        lambda s: ((GO,) if s.value else ()) + cancellation.ways(thread),
    )
    if way == CANCELLED:
        yield from cancellation.act(thread, e.pos)
    s.value -= 1
    return 0


def sem_trywait(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    s = yield from use(thread, args[0], Semaphore, "try to wait", e.pos)
    if s.value == 0:
        yield from thread.set_errno(EAGAIN, e.pos)
        return -1
    s.value -= 1
    return 0


def sem_timedwait(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_time = yield from read_time(thread, args, e)
    yield from cancellation.here(thread, e.pos, is_required=is_time)
    if not is_time:
        yield from thread.set_errno(EINVAL, e.pos)
        return -1
    s, way = yield from wait(thread, args[0], Semaphore, "wait", e.pos, lambda s: (GO,) if s.value else (TIME_OUT,))
    if way == TIME_OUT:
        yield from thread.set_errno(ETIMEDOUT, e.pos)
        return -1
    s.value -= 1
    return 0


def sem_post(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    s = yield from use(thread, args[0], Semaphore, "post", e.pos)
    if s.value == _MOST:
        yield from thread.set_errno(_EOVERFLOW, e.pos)
        return -1
    s.value += 1
    return 0


def sem_getvalue(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    s = yield from use(thread, args[0], Semaphore, "look at a semaphore", e.pos)
    yield from thread.store(as_pointer(args[1]), s.value, ct.INT, e.pos)
    return 0


HANDLERS: dict[str, Handler] = {
    "sem_init": sem_init,
    "sem_destroy": sem_destroy,
    "sem_wait": sem_wait,
    "sem_trywait": sem_trywait,
    **dict.fromkeys(("sem_timedwait", "sem_clockwait"), sem_timedwait),
    "sem_post": sem_post,
    "sem_getvalue": sem_getvalue,
}
