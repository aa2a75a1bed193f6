"""WIN32: critical sections, slim reader/writer locks, condition variables, and initialisation that is done once.

A critical section is a recursive mutex. It has to be initialised, and left by who has entered it: what else happens is
not defined, so it is not understood. A thread that asks for a slim lock in shared mode may have to wait as long as
another one waits for it in exclusive mode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.libc import waiting
from threadproof.frontend.apis.locks import EPERM, ETIMEDOUT, RECURSIVE, Alternative, equals, number, plus, setting
from threadproof.frontend.ctypes import INT
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

INFINITE = 0xFFFFFFFF
ERROR_TIMEOUT = 1460
SHARED = 1
_UNKNOWN = "use of a critical section that is not initialised"


# ---------------------------------------------------------------- critical sections


def _is_known(m: R.Fields) -> Term:
    return equals(m("kind"), RECURSIVE)


def _is_mine(c: Calls, m: R.Fields) -> Term:
    return T.and_(_is_known(m), T.eq(m("owner").term, c.self_id))


def _unknown(*, waits: bool = False) -> Alternative:
    return lambda m: O.Step(T.not_(_is_known(m)), waits=waits), _UNKNOWN


def _initialise(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args[1:])

    def init(m: R.Fields) -> O.Op:
        values = {"owner": 0, "kind": RECURSIVE, "count": 0}
        updates = tuple(setting(m(f), number(m(f), v)) for f, v in values.items())
        return O.Step(updates=updates, role=O.Role.INIT, lock=m("owner"))

    return c.sync([(c.target(c.arg(e, 0)), "mutex")], [(init, 1)], e, False, initialises=True)


def _taking(c: Calls, *, waits: bool) -> list[Callable[[R.Fields], O.Op]]:
    def first(m: R.Fields) -> O.Op:
        updates = (setting(m("owner"), c.self_id), setting(m("count"), number(m("count"), 1)))
        guard = T.and_(_is_known(m), equals(m("owner"), 0))
        role = O.Role.ACQUIRE if waits else O.Role.TRY_ACQUIRE
        return O.Step(guard, updates, waits=waits, role=role, lock=m("owner"))

    def again(m: R.Fields) -> O.Op:
        return O.Step(_is_mine(c, m), (plus(m("count"), 1),), waits=waits, role=O.Role.REACQUIRE, lock=m("owner"))

    return [first, again]


def _enter(c: Calls, e: A.Call, wanted: bool) -> Value:
    ways: list[Alternative] = [*((way, 0) for way in _taking(c, waits=True)), _unknown(waits=True)]
    return c.sync([(c.target(c.arg(e, 0)), "mutex")], ways, e, False)


def _try_to_enter(c: Calls, e: A.Call, wanted: bool) -> Value:
    def busy(m: R.Fields) -> O.Op:
        return O.Step(T.and_(_is_known(m), T.not_(equals(m("owner"), 0)), T.ne(m("owner").term, c.self_id)))

    ways: list[Alternative] = [*((way, 1) for way in _taking(c, waits=False)), (busy, 0), _unknown()]
    return c.sync([(c.target(c.arg(e, 0)), "mutex")], ways, e, wanted)


def _leave(c: Calls, e: A.Call, wanted: bool) -> Value:
    def last(m: R.Fields) -> O.Op:
        updates = tuple(setting(m(f), number(m(f), 0)) for f in ("owner", "count"))
        guard = T.and_(_is_mine(c, m), equals(m("count"), 1))
        return O.Step(guard, updates, role=O.Role.RELEASE, lock=m("owner"))

    def inner(m: R.Fields) -> O.Op:
        return O.Step(T.and_(_is_mine(c, m), T.not_(equals(m("count"), 1))), (plus(m("count"), -1),))

    wrong: Alternative = (
        lambda m: O.Step(T.not_(_is_mine(c, m))), "LeaveCriticalSection by a thread that has not entered it"
    )  # fmt: skip
    return c.sync([(c.target(c.arg(e, 0)), "mutex")], [(last, 0), (inner, 0), wrong], e, False)


def _delete(c: Calls, e: A.Call, wanted: bool) -> Value:
    def free(m: R.Fields) -> O.Op:
        guard = T.and_(_is_known(m), equals(m("owner"), 0))
        return O.Step(guard, (setting(m("kind"), number(m("kind"), 0)),))

    def held(m: R.Fields) -> O.Op:
        return O.Step(T.and_(_is_known(m), T.not_(equals(m("owner"), 0))))

    ways: list[Alternative] = [(free, 0), (held, "DeleteCriticalSection while a thread is in it"), _unknown()]
    return c.sync([(c.target(c.arg(e, 0)), "mutex")], ways, e, False)


# ---------------------------------------------------------------- slim reader/writer locks


def _has_readers(c: Calls) -> bool:
    """Else nobody cares who waits."""
    names = ("AcquireSRWLockShared", "TryAcquireSRWLockShared", "SleepConditionVariableSRW", "__kernel_read_lock")
    return any(n in c.program.unit.functions for n in names)


def _is_free(m: R.Fields) -> Term:
    return T.and_(equals(m("writer"), 0), equals(m("readers"), 0))


def _acquire_exclusive(c: Calls, place: R.Place, e: A.Call) -> Value:
    def take(m: R.Fields) -> O.Op:
        own = (setting(m("writer"), c.self_id),)
        return O.Step(_is_free(m), own, waits=True, role=O.Role.ACQUIRE, lock=m("writer"))

    if not _has_readers(c) or c.at is None:
        return c.sync([(place, "srw")], [(take, 0)], e, False)
    # who has to wait is seen to do so
    queued, done = c.location(), c.location()

    def ask(m: R.Fields) -> O.Op:
        return O.Step(T.not_(_is_free(m)), (plus(m("writers"), 1),))

    def at_last(m: R.Fields) -> O.Op:
        updates = (setting(m("writer"), c.self_id), plus(m("writers"), -1))
        return O.Step(_is_free(m), updates, waits=True, role=O.Role.ACQUIRE, lock=m("writer"))

    c.edge(c.at, -1, R.SyncAccess(((place, "srw"),), ((take, done), (ask, queued))))
    c.edge(queued, done, R.SyncAccess(((place, "srw"),), ((at_last, done),)))
    c.at = done
    return c.result(e, 0)


def _acquire_shared(c: Calls, place: R.Place, e: A.Call) -> Value:
    if c.at is None:
        return c.result(e, 0)
    queued, done = c.location(), c.location()

    def may_be_queued(m: R.Fields) -> Term:
        return T.and_(T.not_(equals(m("readers"), 0)), T.not_(equals(m("writers"), 0)))

    def take(m: R.Fields) -> O.Op:
        guard = equals(m("writer"), 0)
        return O.Step(guard, (plus(m("readers"), 1),), waits=True, role=O.Role.READ_ACQUIRE, lock=m("writer"))

    def ask(m: R.Fields) -> O.Op:
        return O.Step(T.and_(equals(m("writer"), 0), may_be_queued(m)))

    def at_last(m: R.Fields) -> O.Op:
        guard = T.and_(equals(m("writer"), 0), T.not_(may_be_queued(m)))
        return O.Step(guard, (plus(m("readers"), 1),), waits=True, role=O.Role.READ_ACQUIRE, lock=m("writer"))

    c.edge(c.at, -1, R.SyncAccess(((place, "srw"),), ((take, done), (ask, queued))))
    c.edge(queued, done, R.SyncAccess(((place, "srw"),), ((at_last, done),)))
    c.at = done
    return c.result(e, 0)


def _try_exclusive(c: Calls, e: A.Call, wanted: bool) -> Value:
    def take(m: R.Fields) -> O.Op:
        return O.Step(_is_free(m), (setting(m("writer"), c.self_id),), role=O.Role.TRY_ACQUIRE, lock=m("writer"))

    busy: Alternative = (lambda m: O.Step(T.not_(_is_free(m))), 0)
    return c.sync([(c.target(c.arg(e, 0)), "srw")], [(take, 1), busy], e, wanted)


def _try_shared(c: Calls, e: A.Call, wanted: bool) -> Value:
    """It is refused, too, while somebody waits for those who have it."""

    def is_open(m: R.Fields) -> Term:
        return T.and_(equals(m("writer"), 0), T.or_(equals(m("readers"), 0), equals(m("writers"), 0)))

    def take(m: R.Fields) -> O.Op:
        return O.Step(is_open(m), (plus(m("readers"), 1),), role=O.Role.READ_ACQUIRE, lock=m("writer"))

    busy: Alternative = (lambda m: O.Step(T.not_(is_open(m))), 0)
    return c.sync([(c.target(c.arg(e, 0)), "srw")], [(take, 1), busy], e, wanted)


def _release(c: Calls, place: R.Place, e: A.Call, *, is_shared: bool) -> Value:
    return c.sync([(place, "srw")], _releasing(c, is_shared=is_shared), e, False)


def _releasing(c: Calls, *, is_shared: bool) -> list[Alternative]:
    def may(m: R.Fields) -> Term:
        return T.not_(equals(m("readers"), 0)) if is_shared else T.eq(m("writer").term, c.self_id)

    def give(m: R.Fields) -> O.Op:
        if is_shared:
            return O.Step(may(m), (plus(m("readers"), -1),), role=O.Role.READ_RELEASE, lock=m("writer"))
        free = (setting(m("writer"), number(m("writer"), 0)),)
        return O.Step(may(m), free, role=O.Role.RELEASE, lock=m("writer"))

    wrong: Alternative = (lambda m: O.Step(T.not_(may(m))), "release of a lock that the thread has not acquired")
    return [(give, 0), wrong]


def _initialise_condition(c: Calls, e: A.Call, wanted: bool) -> Value:
    return c.sync([(c.target(c.arg(e, 0)), "cond")], [(lambda _: O.Step(), 0)], e, False, initialises=True)


def _initialise_srw(c: Calls, e: A.Call, wanted: bool) -> Value:
    def init(m: R.Fields) -> O.Op:
        updates = tuple(setting(m(f), number(m(f), 0)) for f in ("writer", "readers", "writers"))
        return O.Step(updates=updates, role=O.Role.INIT)

    return c.sync([(c.target(c.arg(e, 0)), "srw")], [(init, 0)], e, False, initialises=True)


# ---------------------------------------------------------------- condition variables


def _late(c: Calls, e: A.Call, code: Value) -> Value:
    """TRUE, or FALSE for a wait that took too long."""
    assert isinstance(code, Term)
    held = c.hold(code, INT)
    assert isinstance(held, Term)
    c.only_if(T.ne(held, T.const(EPERM, held.width)), "wait with a critical section that the thread has not entered")
    is_late = T.eq(held, T.const(ETIMEDOUT, held.width))
    if "GetLastError" in c.program.unit.functions and is_late is not T.FALSE and c.at is not None:
        failed, end = c.location(), c.location()
        c.branch(is_late, failed, end)
        c.at = failed
        c.call_library("SetLastError", [T.const(ERROR_TIMEOUT, 32)])
        c.jump(end)
        c.at = end
    return T.from_bool(T.not_(is_late), c.result(e, 0).width)


def _with_or_without_time(c: Calls, e: A.Call, sleep: Callable[[bool], Value]) -> Value:
    """How long is the third argument."""
    time = c.integer(c.arg(e, 2))
    is_timed = T.ne(time, T.const(INFINITE, time.width))
    if is_timed is T.TRUE or is_timed is T.FALSE or c.at is None:
        return _late(c, e, sleep(is_timed is T.TRUE))
    short, ever, end = c.location(), c.location(), c.location()
    out = c.new_temporary(32)
    c.branch(is_timed, short, ever)
    for at, timed in ((short, True), (ever, False)):
        c.at = at
        code = sleep(timed)
        assert isinstance(code, Term)
        if c.at is not None:
            c.emit(O.Step(updates=(O.Update(out, (), T.resize(code, 32, False)),)), end)
    c.at = end
    return _late(c, e, T.var(out))


def _sleep_section(c: Calls, e: A.Call, wanted: bool) -> Value:
    condition, section = c.target(c.arg(e, 0)), c.target(c.arg(e, 1))
    known: Alternative = (lambda m: O.Step(_is_known(m)), 0)
    c.sync([(section, "mutex")], [known, _unknown()], e, False)

    def sleep(timed: bool) -> Value:
        return waiting.wait(c, condition, section, e, T.TRUE if timed else None)

    return _with_or_without_time(c, e, sleep)


def _sleep_srw(c: Calls, e: A.Call, wanted: bool) -> Value:
    condition, lock = c.target(c.arg(e, 0)), c.target(c.arg(e, 1))
    mode = c.hold(c.integer(c.arg(e, 3)), INT)
    assert isinstance(mode, Term)
    c.only_if(T.ule(mode, T.const(SHARED, mode.width)), "flags of SleepConditionVariableSRW that are not known")
    if mode.value is not None or c.at is None:
        return _sleep_as(c, condition, lock, e, shared=mode.value == SHARED)
    together, alone, end = c.location(), c.location(), c.location()
    c.branch(T.is_nonzero(mode), together, alone)
    out = c.new_temporary(32)
    for at, shared in ((together, True), (alone, False)):
        c.at = at
        done = _sleep_as(c, condition, lock, e, shared=shared)
        assert isinstance(done, Term)
        if c.at is not None:
            c.emit(O.Step(updates=(O.Update(out, (), T.resize(done, 32, False)),)), end)
    c.at = end
    return T.resize(T.var(out), c.result(e, 0).width, False)


def _sleep_as(c: Calls, condition: R.Place, lock: R.Place, e: A.Call, *, shared: bool) -> Value:
    return _with_or_without_time(c, e, lambda timed: _sleep_in(c, condition, lock, e, timed, shared))


def _sleep_in(c: Calls, condition: R.Place, lock: R.Place, e: A.Call, timed: bool, shared: bool) -> Value:
    """Release and wait, in one step; wake up, or do not wait any longer; acquire."""
    c.check_waiter()
    if c.at is None:
        return c.result(e, 0)
    bit = c.bit()
    queued, wrong, woken, late = (c.location() for _ in range(4))

    def both(release: Callable[..., O.Op]) -> Callable[[R.Fields, R.Fields], O.Op]:
        def op(v: R.Fields, m: R.Fields) -> O.Op:
            step = release(m)
            assert isinstance(step, O.Step)
            wait = setting(v("waiting"), T.bvor(v("waiting").term, bit))
            return O.Step(step.guard, (wait, *step.updates), role=O.Role.WAIT, lock=m("writer"))

        return op

    (give, _), (refuse, why) = _releasing(c, is_shared=shared)
    assert isinstance(why, str)
    objects = ((condition, "cond"), (lock, "srw"))
    c.edge(c.at, -1, R.SyncAccess(objects, ((both(give), queued), (lambda _, m: refuse(m), wrong))))
    c.at = wrong
    c.unsupported(why, always=False)

    def is_woken(v: R.Fields) -> Term:
        return T.not_(c.is_waiting(v("waiting").term))

    def wake(v: R.Fields) -> O.Op:
        return O.Step(is_woken(v), waits=True, role=O.Role.WAKE, lock=v("waiting"))

    def leave(role: O.Role) -> Callable[[R.Fields], O.Op]:
        def op(v: R.Fields) -> O.Op:
            gone = setting(v("waiting"), T.bvand(v("waiting").term, T.bvnot(bit)))
            return O.Step(c.is_waiting(v("waiting").term), (gone,), waits=True, role=role)

        return op

    steps = [(wake, woken), (leave(O.Role.SPURIOUS), woken)]
    if timed:
        steps.append((leave(O.Role.TIMEOUT), late))
    c.edge(queued, -1, R.SyncAccess(((condition, "cond"),), tuple(steps), has_left=is_woken))
    acquire = _acquire_shared if shared else _acquire_exclusive
    c.at = woken
    acquire(c, lock, e)
    if not timed:
        return T.const(0, 32)
    ends = {0: c.at}
    c.at = late
    acquire(c, lock, e)
    ends[ETIMEDOUT] = c.at
    return c.merge({value: at for value, at in ends.items() if at is not None}, e)


# ---------------------------------------------------------------- once: for `library/win32.c`


def _begin_once(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Is it for the caller to do? Waits while somebody else does it."""

    def first(o: R.Fields) -> O.Op:
        return O.Step(equals(o("state"), 0), (setting(o("state"), number(o("state"), 1)),), waits=True, lock=o("state"))

    def over(o: R.Fields) -> O.Op:
        return O.Step(equals(o("state"), 2), waits=True, lock=o("state"))

    return c.sync([(c.target(c.arg(e, 0)), "once")], [(first, 1), (over, 0)], e, True)


def _end_once(c: Calls, e: A.Call, wanted: bool) -> Value:
    state = c.integer(c.arg(e, 1))

    def finish(o: R.Fields) -> O.Op:
        return O.Step(updates=(setting(o("state"), T.extract(state, 8)),), lock=o("state"))

    return c.sync([(c.target(c.arg(e, 0)), "once")], [(finish, 0)], e, False)


HANDLERS: dict[str, Handler] = {
    "InitializeCriticalSection": _initialise,
    "InitializeCriticalSectionAndSpinCount": _initialise,
    "InitializeCriticalSectionEx": _initialise,
    "EnterCriticalSection": _enter,
    "TryEnterCriticalSection": _try_to_enter,
    "LeaveCriticalSection": _leave,
    "DeleteCriticalSection": _delete,
    "InitializeSRWLock": _initialise_srw,
    "AcquireSRWLockExclusive": lambda c, e, w: _acquire_exclusive(c, c.target(c.arg(e, 0)), e),
    "AcquireSRWLockShared": lambda c, e, w: _acquire_shared(c, c.target(c.arg(e, 0)), e),
    "TryAcquireSRWLockExclusive": _try_exclusive,
    "TryAcquireSRWLockShared": _try_shared,
    "ReleaseSRWLockExclusive": lambda c, e, w: _release(c, c.target(c.arg(e, 0)), e, is_shared=False),
    "ReleaseSRWLockShared": lambda c, e, w: _release(c, c.target(c.arg(e, 0)), e, is_shared=True),
    "InitializeConditionVariable": _initialise_condition,
    "SleepConditionVariableCS": _sleep_section,
    "SleepConditionVariableSRW": _sleep_srw,
    "WakeConditionVariable": waiting.HANDLERS["pthread_cond_signal"],
    "WakeAllConditionVariable": waiting.HANDLERS["pthread_cond_broadcast"],
    "__begin_once": _begin_once,
    "__end_once": _end_once,
}
