"""WIN32: locks, condition variables, and the objects behind handles, as Microsoft's documentation has them.

Which object a handle means, the text of the library says (`frontend/library/win32.c`); this is what happens to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import GO, SPURIOUS, TIME_OUT, Action, Doing
from threadproof.reference.library.conditions import cond_broadcast, cond_signal
from threadproof.reference.library.sync import initialise as initialise_object
from threadproof.reference.library.sync import leave, state, use, wait
from threadproof.reference.library.threads import leave as leave_thread
from threadproof.reference.outcome import NotUnderstood, ThreadEnd
from threadproof.reference.synchronisation import RECURSIVE, Condition, KernelObject, Mutex, Once, SlimLock
from threadproof.reference.values import Value, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_NOTHING, _CLOSED, _THREAD, _MUTEX, _SEMAPHORE, _MANUAL_EVENT, _AUTO_EVENT = range(7)
_ABANDONED, _LATE = 0x80, 258
_INFINITE = 0xFFFFFFFF
_TIMEOUT = 1460
#: so many numbers are there for one thread
_IDS = 1 << 24


# ---------------------------------------------------------------- objects behind handles


def make(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "create an object", e.pos)
    o.kind, o.value, o.most = (number(v) for v in args[1:4])
    o.owner = thread.number if o.kind == _MUTEX and o.value else 0
    return None


def make_thread(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "create a handle", e.pos)
    o.kind, o.thread = _THREAD, number(args[1])
    return None


def _open(o: KernelObject, pos: A.Pos) -> None:
    if o.kind == _CLOSED:
        raise NotUnderstood("use of a handle that was closed", pos)


def close(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "close a handle", e.pos)
    _open(o, e.pos)
    if o.kind == _NOTHING:
        return 0
    o.kind = _CLOSED
    return 1


def _has_ended(thread: Thread, n: int) -> bool:
    return n > 0 and thread.machine.threads[n - 1].has_ended


def _is_lost(thread: Thread, o: KernelObject) -> bool:
    """A mutex whose owner has ended."""
    return o.kind == _MUTEX and _has_ended(thread, o.owner)


def _is_signalled(thread: Thread, o: KernelObject) -> bool:
    if o.kind == _THREAD:
        return _has_ended(thread, o.thread)
    if o.kind == _MUTEX:
        return o.owner in (0, thread.number) or _is_lost(thread, o)
    return o.value > 0


def _take(thread: Thread, o: KernelObject) -> None:
    if o.kind == _MUTEX:
        o.value = o.value + 1 if o.owner == thread.number else 1
        o.owner = thread.number
    elif o.kind == _SEMAPHORE:
        o.value -= 1
    elif o.kind == _AUTO_EVENT:
        o.value = 0


def _wait(thread: Thread, args: list[Value], e: A.Call, *, for_all: bool) -> Doing[Value]:
    is_timed = number(args[0]) != 0
    objects = [state(thread, v, KernelObject, e.pos) for v in args[1:]]

    def is_satisfied() -> bool:
        signalled = [_is_signalled(thread, o) for o in objects]
        return all(signalled) if for_all else any(signalled)

    def ways() -> tuple[str, ...]:
        if is_satisfied() or any(o.kind in (_NOTHING, _CLOSED) for o in objects):
            return (GO,)
        return (TIME_OUT,) if is_timed else ()

    way = yield Action(e.pos, "wait", ways=ways)
    for o in objects:
        _open(o, e.pos)
    if any(o.kind == _NOTHING for o in objects):
        return -1
    if way == TIME_OUT:
        return _LATE
    chosen = objects if for_all else [next(o for o in objects if _is_signalled(thread, o))]
    lost = any(_is_lost(thread, o) for o in chosen)
    for o in chosen:
        _take(thread, o)
    if not for_all:
        return objects.index(chosen[0]) + lost * _ABANDONED
    return _ABANDONED + thread.machine.pick("which was abandoned", len(objects), e.pos) if lost else 0


def wait_any(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from _wait(thread, args, e, for_all=False))


def wait_all(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return (yield from _wait(thread, args, e, for_all=True))


def release_mutex(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "release a mutex", e.pos)
    _open(o, e.pos)
    if o.kind != _MUTEX:
        return -1
    if o.owner != thread.number:
        return 0
    o.value -= 1
    if not o.value:
        o.owner = 0
    return 1


def post(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "release a semaphore", e.pos)
    _open(o, e.pos)
    if o.kind != _SEMAPHORE:
        return -1
    before = o.value
    if before + number(args[1]) > o.most:
        return -2
    o.value += number(args[1])
    return before


def set_event(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "set or reset an event", e.pos)
    _open(o, e.pos)
    if o.kind not in (_MANUAL_EVENT, _AUTO_EVENT):
        return 0
    o.value = number(args[1])
    return 1


def exit_code(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], KernelObject, "ask for the result of a thread", e.pos)
    _open(o, e.pos)
    if o.kind != _THREAD:
        return -1
    other = thread.machine.threads[o.thread - 1]
    if not other.has_ended:
        return 259
    if other.result is None:
        return 0
    return number(other.result) & 0xFFFFFFFF


def any_id(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if "GetCurrentThreadId" in thread.machine.unit.functions:
        raise NotUnderstood("the number of a thread, which its creator and the thread itself know", e.pos)
    first = (number(args[0]) + 1) * _IDS
    return thread.machine.input(ct.UINT, e.pos, first, first + _IDS - 1)


def disturb(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if "GetLastError" in thread.machine.unit.functions:
        yield from _set_last_error(thread, thread.machine.input(ct.UINT, e.pos), e)
    return None


def _set_last_error(thread: Thread, error: int, e: A.Call) -> Doing[None]:
    from threadproof.reference.library.written import function

    f = function("SetLastError", thread.machine)
    assert f is not None
    yield from thread.read_library(f, [error], e)


def exit_thread(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from leave_thread(thread, e.pos)
    raise ThreadEnd(number(args[0]) if args else 0, ct.UINT)


def exit_process(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if thread.machine.at_exit or thread.machine.unit.destructors:
        raise NotUnderstood("ExitProcess in a program that has functions for its end", e.pos)
    yield from thread.machine.exit_process(thread, "ExitProcess is called")
    return None


# ---------------------------------------------------------------- critical sections


def initialise(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from initialise_object(thread, args[0], Mutex, "initialise a critical section", e.pos)
    m.kind, m.owner, m.count = RECURSIVE, 0, 0
    return 1


def _known(m: Mutex, pos: A.Pos) -> None:
    if m.kind != RECURSIVE:
        raise NotUnderstood("use of a critical section that is not initialised", pos)


def enter(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    def ways(m: Mutex) -> tuple[str, ...]:
        return (GO,) if m.kind != RECURSIVE or m.owner in (0, thread.number) else ()

    m, _ = yield from wait(thread, args[0], Mutex, "enter", e.pos, ways)
    _known(m, e.pos)
    m.owner = thread.number
    m.count += 1
    return None


def try_to_enter(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "try to enter", e.pos)
    _known(m, e.pos)
    if m.owner not in (0, thread.number):
        return 0
    m.owner = thread.number
    m.count += 1
    return 1


def _must_be_inside(thread: Thread, m: Mutex, pos: A.Pos) -> None:
    _known(m, pos)
    if m.owner != thread.number:
        raise NotUnderstood("a critical section is left by a thread that has not entered it", pos)


def leave_section(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "leave", e.pos)
    _must_be_inside(thread, m, e.pos)
    m.count -= 1
    if not m.count:
        m.owner = 0
    return None


def delete(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "delete a critical section", e.pos)
    _known(m, e.pos)
    if m.owner:
        raise NotUnderstood("DeleteCriticalSection while a thread is in it", e.pos)
    m.kind = 0
    return None


# ---------------------------------------------------------------- slim reader/writer locks


def initialise_slim(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from initialise_object(thread, args[0], SlimLock, "initialise a lock", e.pos)
    lock.writer = lock.readers = lock.wanted = 0
    return None


def _exclusively(thread: Thread, v: Value, pos: A.Pos) -> Doing[None]:
    """A thread that has to wait for it can be seen to."""

    def is_free(lock: SlimLock) -> bool:
        return not lock.writer and not lock.readers

    lock = yield from use(thread, v, SlimLock, "acquire", pos)
    if not is_free(lock):
        lock.wanted += 1
        lock, _ = yield from wait(thread, v, SlimLock, "acquire", pos, lambda k: (GO,) if is_free(k) else ())
        lock.wanted -= 1
    lock.writer = thread.number


def _together(thread: Thread, v: Value, pos: A.Pos) -> Doing[None]:
    """Who comes while somebody waits for it exclusively may have to wait for that one."""
    lock, _ = yield from wait(thread, v, SlimLock, "acquire", pos, lambda k: () if k.writer else (GO,))
    if lock.readers and lock.wanted and thread.machine.flag("who waits comes first", pos):
        lock, _ = yield from wait(
            thread, v, SlimLock, "acquire", pos, lambda k: () if k.writer or (k.readers and k.wanted) else (GO,)
        )
    lock.readers += 1


def acquire_exclusive(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _exclusively(thread, args[0], e.pos)
    return None


def acquire_shared(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _together(thread, args[0], e.pos)
    return None


def try_exclusive(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], SlimLock, "try to acquire", e.pos)
    if lock.writer or lock.readers:
        return 0
    lock.writer = thread.number
    return 1


def try_shared(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], SlimLock, "try to acquire", e.pos)
    if lock.writer or (lock.readers and lock.wanted):
        return 0
    lock.readers += 1
    return 1


def _give_back(thread: Thread, lock: SlimLock, pos: A.Pos, *, is_shared: bool) -> None:
    if not (lock.readers if is_shared else lock.writer == thread.number):
        raise NotUnderstood("release of a lock that the thread has not acquired", pos)
    if is_shared:
        lock.readers -= 1
    else:
        lock.writer = 0


def release_exclusive(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], SlimLock, "release", e.pos)
    _give_back(thread, lock, e.pos, is_shared=False)
    return None


def release_shared(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], SlimLock, "release", e.pos)
    _give_back(thread, lock, e.pos, is_shared=True)
    return None


# ---------------------------------------------------------------- condition variables


def initialise_condition(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from initialise_object(thread, args[0], Condition, "initialise a condition variable", e.pos)
    return None


def _sleep(
    thread: Thread, args: list[Value], e: A.Call, give: Callable[[], None], take: Callable[[], Doing[None]]
) -> Doing[Value]:
    """Give the lock back and wait, at once; then take it again."""
    c = yield from use(thread, args[0], Condition, "release the lock and wait", e.pos)
    give()
    me, is_timed = thread.number, number(args[2]) != _INFINITE
    c.waiting.append(me)

    def ways() -> tuple[str, ...]:
        if me in c.waiting:
            return (SPURIOUS, TIME_OUT) if is_timed else (SPURIOUS,)
        return (GO,)

    way = yield from leave(thread, args[0], "wait", e.pos, lambda: me in c.waiting, ways)
    if me in c.waiting:
        c.waiting.remove(me)
    yield from take()
    if way != TIME_OUT:
        return 1
    yield from _set_last_error(thread, _TIMEOUT, e)
    return 0


def sleep_section(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    def give() -> None:
        m = state(thread, args[1], Mutex, e.pos)
        _must_be_inside(thread, m, e.pos)
        m.count -= 1
        if not m.count:
            m.owner = 0

    def take() -> Doing[None]:
        yield from enter(thread, args[1:], e)

    return (yield from _sleep(thread, args, e, give, take))


def sleep_slim(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if number(args[3]) > 1:
        raise NotUnderstood("flags of SleepConditionVariableSRW that are not known", e.pos)
    is_shared = number(args[3]) == 1

    def give() -> None:
        _give_back(thread, state(thread, args[1], SlimLock, e.pos), e.pos, is_shared=is_shared)

    def take() -> Doing[None]:
        yield from (_together if is_shared else _exclusively)(thread, args[1], e.pos)

    return (yield from _sleep(thread, args, e, give, take))


# ---------------------------------------------------------------- once


def begin_once(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o, _ = yield from wait(thread, args[0], Once, "once", e.pos, lambda o: () if o.state == 1 else (GO,))
    if o.state:
        return 0
    o.state = 1
    return 1


def end_once(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    o = yield from use(thread, args[0], Once, "once is done", e.pos)
    o.state = number(args[1])
    return None


HANDLERS: dict[str, Handler] = {
    "__make": make,
    "__make_thread": make_thread,
    "__close": close,
    "__wait_for_any": wait_any,
    "__wait_for_all": wait_all,
    "__release_mutex": release_mutex,
    "__post": post,
    "__set_event": set_event,
    "__exit_code": exit_code,
    "__any_id": any_id,
    "__disturb": disturb,
    **dict.fromkeys(("ExitThread", "_endthread", "_endthreadex"), exit_thread),
    "ExitProcess": exit_process,
    **dict.fromkeys(
        ("InitializeCriticalSection", "InitializeCriticalSectionAndSpinCount", "InitializeCriticalSectionEx"),
        initialise,
    ),
    "EnterCriticalSection": enter,
    "TryEnterCriticalSection": try_to_enter,
    "LeaveCriticalSection": leave_section,
    "DeleteCriticalSection": delete,
    "InitializeSRWLock": initialise_slim,
    "AcquireSRWLockExclusive": acquire_exclusive,
    "AcquireSRWLockShared": acquire_shared,
    "TryAcquireSRWLockExclusive": try_exclusive,
    "TryAcquireSRWLockShared": try_shared,
    "ReleaseSRWLockExclusive": release_exclusive,
    "ReleaseSRWLockShared": release_shared,
    "InitializeConditionVariable": initialise_condition,
    "SleepConditionVariableCS": sleep_section,
    "SleepConditionVariableSRW": sleep_slim,
    "WakeConditionVariable": cond_signal,
    "WakeAllConditionVariable": cond_broadcast,
    "__begin_once": begin_once,
    "__end_once": end_once,
}
