"""Condition variables, barriers and once.

A wait releases the mutex and joins those who wait in one action; then it waits to be woken (by a signal, a time-out, or
without any reason), and then for the mutex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.reference.action import CANCELLED, GO, SPURIOUS, TIME_OUT, Doing
from threadproof.reference.library import cancellation
from threadproof.reference.library.locks import is_left, release
from threadproof.reference.library.sync import (
    EINVAL,
    ETIMEDOUT,
    initialise,
    leave,
    look_at,
    read_time,
    state,
    use,
    wait,
)
from threadproof.reference.outcome import NotUnderstood, ThreadEnd
from threadproof.reference.synchronisation import Barrier, Condition, Mutex, Once
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_SERIAL = -1
_LEFT = "condition wait with a robust mutex whose owner ended"


def cond_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from initialise(thread, args[0], Condition, "initialise a condition variable", e.pos)
    look_at(thread, args[1:2], e.pos)
    return 0


def cond_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    c = yield from use(thread, args[0], Condition, "destroy a condition variable", e.pos)
    if c.waiting:
        raise NotUnderstood("destruction of a condition variable that threads wait for", e.pos)
    return 0


def cond_wait(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from wait_for(thread, args[0], args[1], e.pos, is_timed=False))


def cond_timedwait(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if not (yield from read_time(thread, args, e)):
        yield from cancellation.here(thread, e.pos, is_required=False)
        return EINVAL
    return (yield from wait_for(thread, args[0], args[1], e.pos, is_timed=True))


def wait_for(thread: Thread, condition: Value, mutex: Value, pos: A.Pos, *, is_timed: bool) -> Doing[int]:
    c = yield from use(thread, condition, Condition, "release the mutex and wait", pos)
    m = state(thread, mutex, Mutex, pos)
    # a mutex that was locked twice is still locked: the thread has it again as soon as it is woken
    if m.is_inconsistent and m.owner == thread.number:
        raise NotUnderstood(_LEFT, pos)
    refused = release(m, thread)
    if refused:
        return refused
    c.waiting.append(thread.number)
    me, result = thread.number, 0

    def is_available(m: Mutex) -> bool:
        return m.owner in (0, me) or is_left(m, thread)

    def ways() -> tuple[str, ...]:
        asked = cancellation.ways(thread)
        if me in c.waiting:
            late = (TIME_OUT,) if is_timed else ()
            return (*late, *asked) if asked else (SPURIOUS, *late)
        # who was woken and goes would take a signal with it that others need; if there are others, they were woken
        return ((GO,) if is_available(m) else ()) + (() if c.waiting else asked)

    way = yield from leave(thread, condition, "wait", pos, lambda: me in c.waiting, ways)
    if way != GO:
        if me in c.waiting:
            c.waiting.remove(me)
        result = ETIMEDOUT if way == TIME_OUT else 0
        yield from wait(thread, mutex, Mutex, "lock again", pos, lambda m: (GO,) if is_available(m) else ())
    if m.is_lost or is_left(m, thread):
        raise NotUnderstood(_LEFT, pos)
    m.owner = me
    m.count += 1
    if way == CANCELLED:
        yield from cancellation.act(thread, pos)
    return result


def cond_signal(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    c = yield from use(thread, args[0], Condition, "signal", e.pos)
    if c.waiting:
        del c.waiting[thread.machine.pick("who is woken", len(c.waiting), e.pos)]
    return 0


def cond_broadcast(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    c = yield from use(thread, args[0], Condition, "broadcast", e.pos)
    c.waiting.clear()
    return 0


def barrier_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    b = yield from initialise(thread, args[0], Barrier, "initialise a barrier", e.pos)
    look_at(thread, args[1:2], e.pos)
    if not 0 < number(args[2]) % 2**32 < 2**31 - 1:
        return EINVAL
    b.needed, b.arrived = number(args[2]), 0
    return 0


def barrier_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from use(thread, args[0], Barrier, "destroy a barrier", e.pos)
    return 0


def barrier_wait(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    b = yield from use(thread, args[0], Barrier, "arrive at a barrier", e.pos)
    if b.needed == 0:
        raise NotUnderstood("barrier that was not initialised", e.pos)
    b.arrived += 1
    if b.arrived == b.needed:
        b.arrived = 0
        b.round += 1
        return _SERIAL
    before = b.round
    yield from leave(
        thread, args[0], "wait", e.pos, lambda: b.round == before, lambda: (GO,) if b.round != before else ()
    )
    return 0


def lie_down(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    c = yield from use(thread, args[0], Condition, "wait for a futex", e.pos)
    c.waiting.append(thread.number)
    return None


def _sleeper(*, is_timed: bool) -> Handler:
    """0: woken, 1: for no reason, 2: after some time. Whoever was not woken still lies there."""

    def sleep(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        c, me = state(thread, args[0], Condition, e.pos), thread.number

        def ways() -> tuple[str, ...]:
            if me in c.waiting:
                return (SPURIOUS, TIME_OUT) if is_timed else (SPURIOUS,)
            return (GO,)

        way = yield from leave(thread, args[0], "wait", e.pos, lambda: me in c.waiting, ways)
        return {GO: 0, SPURIOUS: 1, TIME_OUT: 2}[way]

    return sleep


def get_up(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    c = yield from use(thread, args[0], Condition, "get up", e.pos)
    if thread.number not in c.waiting:
        return 0
    c.waiting.remove(thread.number)
    return 1


def once(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Whoever comes first calls the function, and the others wait until it has returned."""
    o, _ = yield from wait(thread, args[0], Once, "once", e.pos, lambda o: () if o.state == 1 else (GO,))
    if o.state == 0:
        o.state = 1
        try:
            yield from thread.invoke(thread.called(as_pointer(args[1]), e.pos), [], e.pos)
        except ThreadEnd:
            raise NotUnderstood("end of a thread inside a function that is called once", e.pos) from None
        o = yield from use(thread, args[0], Once, "once is done", e.pos)
        o.state = 2
    return 0


HANDLERS: dict[str, Handler] = {
    "pthread_cond_init": cond_init,
    "pthread_cond_destroy": cond_destroy,
    "pthread_cond_wait": cond_wait,
    **dict.fromkeys(("pthread_cond_timedwait", "pthread_cond_clockwait"), cond_timedwait),
    "pthread_cond_signal": cond_signal,
    "pthread_cond_broadcast": cond_broadcast,
    "pthread_barrier_init": barrier_init,
    "pthread_barrier_destroy": barrier_destroy,
    "pthread_barrier_wait": barrier_wait,
    "pthread_once": once,
    "__lie_down": lie_down,
    "__sleep": _sleeper(is_timed=False),
    "__sleep_for_a_time": _sleeper(is_timed=True),
    "__get_up": get_up,
}
