"""Mutexes, read-write locks and spin locks, as POSIX has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import GO, TIME_OUT, Doing
from threadproof.reference.library.sync import (
    EBUSY,
    EDEADLK,
    EINVAL,
    EPERM,
    ETIMEDOUT,
    initialise,
    look_at,
    read_time,
    state,
    use,
    wait,
)
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.synchronisation import (
    ERROR_CHECK,
    RECURSIVE,
    Mutex,
    MutexAttributes,
    ReadWriteLock,
    SpinLock,
)
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread


_EOWNERDEAD, _ENOTRECOVERABLE = 130, 131


# ---------------------------------------------------------------- mutexes


def mutex_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from initialise(thread, args[0], Mutex, "initialise a mutex", e.pos)
    m.kind = m.owner = m.count = 0
    m.is_robust = m.is_inconsistent = m.is_lost = False
    if as_pointer(args[1]).address:
        attributes = state(thread, args[1], MutexAttributes, e.pos)
        m.kind, m.is_robust = attributes.kind, attributes.is_robust
    return 0


def mutex_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "destroy a mutex", e.pos)
    return EBUSY if m.owner and not m.is_robust else 0


def may_take(m: Mutex, thread: Thread) -> bool:
    """Locking it does not wait (though it may be refused)."""
    return m.owner == 0 or is_left(m, thread) or (m.owner == thread.number and m.kind in (RECURSIVE, ERROR_CHECK))


def is_left(m: Mutex, thread: Thread) -> bool:
    """A robust mutex whose owner has ended."""
    return m.is_robust and m.owner != 0 and thread.machine.threads[m.owner - 1].has_ended


def take(m: Mutex, thread: Thread) -> int:
    if m.is_lost:
        return _ENOTRECOVERABLE
    if is_left(m, thread):
        m.owner, m.count, m.is_inconsistent = thread.number, 1, True
        return _EOWNERDEAD
    if m.owner == thread.number and m.kind == ERROR_CHECK:
        return EDEADLK
    assert may_take(m, thread)
    m.owner = thread.number
    m.count += 1
    return 0


def mutex_lock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m, _ = yield from wait(thread, args[0], Mutex, "lock", e.pos, lambda m: (GO,) if may_take(m, thread) else ())
    return take(m, thread)


def mutex_trylock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "try to lock", e.pos)
    if m.owner == 0 or is_left(m, thread) or (m.owner == thread.number and m.kind == RECURSIVE):
        return take(m, thread)
    if m.is_robust and m.kind == ERROR_CHECK and m.owner == thread.number:
        return EDEADLK  # in glibc
    return EBUSY


def mutex_timedlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_time = yield from read_time(thread, args, e)
    m, way = yield from wait(
        thread, args[0], Mutex, "lock", e.pos, lambda m: (GO,) if may_take(m, thread) else (TIME_OUT,)
    )
    if way == TIME_OUT:
        return ETIMEDOUT if is_time else EINVAL
    return take(m, thread)


def mutex_unlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "unlock", e.pos)
    return release(m, thread)


def release(m: Mutex, thread: Thread) -> int:
    if m.owner != thread.number and (m.is_robust or m.kind in (RECURSIVE, ERROR_CHECK)):
        return EPERM
    m.count = max(0, m.count - 1) if m.kind == RECURSIVE else 0
    if m.count == 0:
        m.owner = 0
        m.is_lost, m.is_inconsistent = m.is_lost or m.is_inconsistent, False
    return 0


def consistent(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    m = yield from use(thread, args[0], Mutex, "make consistent", e.pos)
    if not m.is_inconsistent:
        return EINVAL
    if m.owner != thread.number:
        raise NotUnderstood("pthread_mutex_consistent by who does not have the mutex", e.pos)
    m.is_inconsistent = False
    return 0


def attributes_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    attributes = state(thread, args[0], MutexAttributes, e.pos)
    attributes.kind, attributes.is_robust, attributes.is_shared = 0, False, False
    return 0


def attributes_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(What they say stays.)"""
    yield from ()
    state(thread, args[0], MutexAttributes, e.pos)
    return 0


def attributes_settype(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    kind = number(args[1])
    if not 0 <= kind <= 3:
        return EINVAL
    state(thread, args[0], MutexAttributes, e.pos).kind = kind
    return 0


def attributes_gettype(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    kind = state(thread, args[0], MutexAttributes, e.pos).kind
    yield from thread.store(as_pointer(args[1]), kind, ct.INT, e.pos)
    return 0


def setrobust(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    attributes = state(thread, args[0], MutexAttributes, e.pos)
    if number(args[1]) not in (0, 1):
        return EINVAL
    attributes.is_robust = number(args[1]) == 1
    return 0


def getrobust(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_robust = state(thread, args[0], MutexAttributes, e.pos).is_robust
    yield from thread.store(as_pointer(args[1]), int(is_robust), ct.INT, e.pos)
    return 0


def setprotocol(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from ()
    if number(args[1]) != 0:
        raise NotUnderstood("mutex that changes priorities", e.pos)
    state(thread, args[0], MutexAttributes, e.pos)
    return 0


def setpshared(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """Other processes make no difference, but some values are refused."""
    yield from ()
    attributes = state(thread, args[0], MutexAttributes, e.pos)
    if number(args[1]) not in (0, 1):
        return EINVAL
    attributes.is_shared = number(args[1]) == 1
    return 0


def getpshared(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_shared = state(thread, args[0], MutexAttributes, e.pos).is_shared
    yield from thread.store(as_pointer(args[1]), int(is_shared), ct.INT, e.pos)
    return 0


def getprotocol(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    """(No other one can be set.)"""
    state(thread, args[0], MutexAttributes, e.pos)
    yield from thread.store(as_pointer(args[1]), 0, ct.INT, e.pos)
    return 0


# ---------------------------------------------------------------- read-write locks


def rwlock_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from initialise(thread, args[0], ReadWriteLock, "initialise a lock", e.pos)
    look_at(thread, args[1:2], e.pos)
    lock.readers, lock.writer = [], 0
    return 0


def rwlock_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from use(thread, args[0], ReadWriteLock, "destroy a lock", e.pos)
    return 0


def _may_read(lock: ReadWriteLock) -> bool:
    return not lock.writer


def _may_write(lock: ReadWriteLock) -> bool:
    return not lock.writer and not lock.readers


def _way(lock: ReadWriteLock, thread: Thread, is_free: bool) -> tuple[str, ...]:
    """Who has it for writing is refused, and does not wait (as glibc does)."""
    return (GO,) if is_free or lock.writer == thread.number else ()


def rdlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock, _ = yield from wait(
        thread, args[0], ReadWriteLock, "lock for reading", e.pos, lambda k: _way(k, thread, _may_read(k))
    )
    if lock.writer == thread.number:
        return EDEADLK
    lock.readers.append(thread.number)
    return 0


def wrlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock, _ = yield from wait(
        thread, args[0], ReadWriteLock, "lock for writing", e.pos, lambda k: _way(k, thread, _may_write(k))
    )
    if lock.writer == thread.number:
        return EDEADLK
    lock.writer = thread.number
    return 0


def tryrdlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], ReadWriteLock, "try to lock for reading", e.pos)
    if not _may_read(lock):
        return EBUSY
    lock.readers.append(thread.number)
    return 0


def trywrlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], ReadWriteLock, "try to lock for writing", e.pos)
    if not _may_write(lock):
        return EBUSY
    lock.writer = thread.number
    return 0


def timedrdlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_time = yield from read_time(thread, args, e)
    lock, way = yield from wait(
        thread, args[0], ReadWriteLock, "lock for reading", e.pos, lambda k: _timed_ways(_may_read(k), is_time)
    )
    if way == TIME_OUT:
        return _late(lock, thread, is_time)
    lock.readers.append(thread.number)
    return 0


def timedwrlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    is_time = yield from read_time(thread, args, e)
    lock, way = yield from wait(
        thread, args[0], ReadWriteLock, "lock for writing", e.pos, lambda k: _timed_ways(_may_write(k), is_time)
    )
    if way == TIME_OUT:
        return _late(lock, thread, is_time)
    lock.writer = thread.number
    return 0


def _timed_ways(is_free: bool, is_time: bool) -> tuple[str, ...]:
    """A wrong time is noticed even if nobody has to wait."""
    return (GO,) if is_free and is_time else (TIME_OUT,)


def _late(lock: ReadWriteLock, thread: Thread, is_time: bool) -> int:
    if lock.writer == thread.number and is_time:
        return EDEADLK
    return ETIMEDOUT if is_time else EINVAL


def rwlock_unlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], ReadWriteLock, "unlock", e.pos)
    if lock.writer == thread.number:
        lock.writer = 0
    elif thread.number in lock.readers:
        lock.readers.remove(thread.number)
    else:
        raise NotUnderstood("unlock of a read-write lock that the thread does not hold", e.pos)
    return 0


# ---------------------------------------------------------------- spin locks


def spin_init(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from initialise(thread, args[0], SpinLock, "initialise a lock", e.pos)
    lock.owner = 0
    return 0


def spin_destroy(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from use(thread, args[0], SpinLock, "destroy a lock", e.pos)
    return 0


def spin_lock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock, _ = yield from wait(thread, args[0], SpinLock, "lock", e.pos, lambda k: () if k.owner else (GO,))
    lock.owner = thread.number
    return 0


def spin_trylock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], SpinLock, "try to lock", e.pos)
    if lock.owner:
        return EBUSY
    lock.owner = thread.number
    return 0


def spin_unlock(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    lock = yield from use(thread, args[0], SpinLock, "unlock", e.pos)
    lock.owner = 0
    return 0


HANDLERS: dict[str, Handler] = {
    "pthread_mutex_init": mutex_init,
    "pthread_mutex_destroy": mutex_destroy,
    "pthread_mutex_lock": mutex_lock,
    "pthread_mutex_trylock": mutex_trylock,
    **dict.fromkeys(("pthread_mutex_timedlock", "pthread_mutex_clocklock"), mutex_timedlock),
    "pthread_mutex_unlock": mutex_unlock,
    "__unlock_by_store": mutex_unlock,
    "pthread_mutexattr_init": attributes_init,
    "pthread_mutexattr_destroy": attributes_destroy,
    "pthread_mutexattr_settype": attributes_settype,
    "pthread_mutexattr_gettype": attributes_gettype,
    "pthread_mutexattr_setrobust": setrobust,
    "pthread_mutexattr_getrobust": getrobust,
    "pthread_mutex_consistent": consistent,
    "pthread_mutexattr_setprotocol": setprotocol,
    "pthread_mutexattr_setpshared": setpshared,
    "pthread_mutexattr_getpshared": getpshared,
    "pthread_mutexattr_getprotocol": getprotocol,
    "pthread_rwlock_init": rwlock_init,
    "pthread_rwlock_destroy": rwlock_destroy,
    "pthread_rwlock_rdlock": rdlock,
    "pthread_rwlock_wrlock": wrlock,
    "pthread_rwlock_tryrdlock": tryrdlock,
    "pthread_rwlock_trywrlock": trywrlock,
    **dict.fromkeys(("pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock"), timedrdlock),
    **dict.fromkeys(("pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock"), timedwrlock),
    "pthread_rwlock_unlock": rwlock_unlock,
    "pthread_spin_init": spin_init,
    "pthread_spin_destroy": spin_destroy,
    "pthread_spin_lock": spin_lock,
    "pthread_spin_trylock": spin_trylock,
    "pthread_spin_unlock": spin_unlock,
}
