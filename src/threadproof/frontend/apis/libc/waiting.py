"""Condition variables, barriers and once: a set of waiting threads, one bit each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cancellation, robust
from threadproof.frontend.apis.arguments import is_valid_time, look_at, read_clock, touch
from threadproof.frontend.apis.locks import (
    EINVAL,
    EPERM,
    ETIMEDOUT,
    NORMAL,
    RECURSIVE,
    Alternative,
    acquire_mutex,
    equals,
    has_robust,
    is_free,
    is_mine,
    is_of,
    number,
    plus,
    setting,
    taking,
)
from threadproof.frontend.ctypes import Void
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

SERIAL = -1
_LEFT = "condition wait with a robust mutex whose owner ended"
#: glibc refuses as many and more
MOST_AT_BARRIER = 2**31 - 2


# ---------------------------------------------------------------- condition variables


def _cond_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    if len(e.args) > 1:  # (that of C11 has none)
        look_at(c, c.arg(e, 1), "attr", e)
    # (those who wait, still do)
    c.sync([(place, "cond")], [(lambda _: O.Step(), 0)], e, False, initialises=True)
    return c.result(e, 0)


def _broadcast(c: Calls, e: A.Call, wanted: bool) -> Value:
    def all_(v: R.Fields) -> O.Op:
        return O.Step(
            updates=(setting(v("waiting"), number(v("waiting"), 0)),), role=O.Role.BROADCAST, lock=v("waiting")
        )

    return c.sync([(c.target(c.arg(e, 0)), "cond")], [(all_, 0)], e, False)


def _signal(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    return c.sync([(place, "cond")], [(lambda v: O.Signal(v("waiting")), 0)], e, False)


def _enqueue(c: Calls) -> list[Alternative]:
    """Release the mutex and wait, in one step. A recursive mutex is released once; one not held is refused."""
    kinds = c.program.uses_mutex_kinds
    bit = c.bit()

    def join(v: R.Fields) -> O.Update:
        return setting(v("waiting"), T.bvor(v("waiting").term, bit))

    def released(m: R.Fields) -> tuple[O.Update, ...]:
        fields = ("owner", "count") if kinds else ("owner",)
        return tuple(setting(m(f), number(m(f), 0)) for f in fields)

    def is_normal(m: R.Fields) -> Term:
        return is_of(c, m, NORMAL)

    def is_sound(m: R.Fields) -> Term:
        return T.not_(robust.has(m("kind"), robust.INCONSISTENT)) if has_robust(c, "mutex") else T.TRUE

    def plain(v: R.Fields, m: R.Fields) -> O.Op:
        last = T.and_(T.eq(m("owner").term, c.self_id), equals(m("count"), 1)) if kinds else T.TRUE
        guard = T.and_(T.or_(is_normal(m), last), is_sound(m)) if kinds else T.TRUE
        return O.Step(guard, (join(v), *released(m)), role=O.Role.WAIT, lock=m("owner"))

    def inner(v: R.Fields, m: R.Fields) -> O.Op:
        mine = T.and_(T.not_(is_normal(m)), T.eq(m("owner").term, c.self_id), T.not_(equals(m("count"), 1)))
        return O.Step(T.and_(mine, is_sound(m)), (join(v), plus(m("count"), -1)), role=O.Role.WAIT)

    def refused(v: R.Fields, m: R.Fields) -> O.Op:
        return O.Step(T.and_(T.not_(is_normal(m)), T.ne(m("owner").term, c.self_id)))

    def inconsistent(v: R.Fields, m: R.Fields) -> O.Op:
        return O.Step(T.not_(is_sound(m)))

    if not kinds:
        return [(plain, 0)]
    ways: list[Alternative] = [(plain, 0), (inner, 0), (refused, EPERM)]
    return [*ways, (inconsistent, _LEFT)] if has_robust(c, "mutex") else ways


def _reacquire(
    c: Calls,
    waiting: int,
    done: int,
    timeout: int | None,
    cancelled: int | None,
    left: int | None,
    objects: list[tuple[R.Place, str]],
) -> None:
    """Once woken and the mutex is free, take it. Spurious wake-ups and time-outs happen at any time.

    `cancelled`: where it goes who is to be cancelled. Who was woken and is cancelled before it has noticed that has not
    used up a signal: it was meant for any of those who wait (so in the model for another one), unless there are none.
    """
    bit = c.bit()
    is_due = T.FALSE if cancelled is None else cancellation.is_due(c)

    def is_woken(v: R.Fields, _: R.Fields) -> Term:
        return T.not_(c.is_waiting(v("waiting").term))

    def woken(v: R.Fields, m: R.Fields) -> O.Op:
        guard = T.and_(is_woken(v, m), is_free(c, m, "mutex"))
        return O.Step(guard, taking(c, m, "mutex"), waits=True, role=O.Role.WAKE, lock=m("owner"))

    def still_mine(v: R.Fields, m: R.Fields) -> O.Op:
        guard = T.and_(is_woken(v, m), is_mine(c, m, RECURSIVE))
        return O.Step(guard, (plus(m("count"), 1),), waits=True, role=O.Role.REACQUIRE, lock=m("owner"))

    def leave(role: O.Role | None) -> Callable[[R.Fields, R.Fields], O.Op]:
        def op(v: R.Fields, m: R.Fields) -> O.Op:
            gone = T.bvand(v("waiting").term, T.bvnot(bit))
            guard = c.is_waiting(v("waiting").term)
            if role is O.Role.SPURIOUS:
                guard = T.and_(guard, T.not_(is_due))
            elif role is None:
                guard = T.and_(guard, is_due)
            return O.Step(guard, (setting(v("waiting"), gone),), waits=True, role=role)

        return op

    def woken_in_vain(v: R.Fields, m: R.Fields) -> O.Op:
        return O.Step(T.and_(is_due, equals(v("waiting"), 0)), waits=True)

    alternatives: list[tuple[Callable[..., O.Op], int]] = [(woken, done), (leave(O.Role.SPURIOUS), waiting)]

    def left_behind(v: R.Fields, m: R.Fields) -> O.Op:
        return O.Step(
            T.and_(is_woken(v, m), T.or_(robust.is_left(c, m), robust.is_lost(m))), waits=True, role=O.Role.WAKE
        )

    if left is not None:
        alternatives.append((left_behind, left))
    if cancelled is not None:
        alternatives += [(leave(None), cancelled), (woken_in_vain, cancelled)]
    if c.program.uses_mutex_kinds:
        alternatives.append((still_mine, done))
    if timeout is not None:
        alternatives.append((leave(O.Role.TIMEOUT), timeout))
    c.edge(waiting, -1, R.SyncAccess(tuple(objects), tuple(alternatives), has_left=is_woken))


def _take_again(c: Calls, mutex: R.Place, e: A.Call) -> None:
    code = acquire_mutex(c, mutex, "mutex", e, has_robust(c, "mutex"))
    if has_robust(c, "mutex"):
        assert isinstance(code, Term)
        c.only_if(T.eq(code, T.const(0, code.width)), _LEFT)


def wait(
    c: Calls, cond: R.Place, mutex: R.Place, e: A.Call, is_valid: Term | None = None, late: int = ETIMEDOUT
) -> Value:
    """`is_valid`: with a time until when to wait, and whether that is a time at all."""
    c.check_waiter()
    objects = [(cond, "cond"), (mutex, "mutex")]
    results: dict[int, int] = {}
    if is_valid is not None and is_valid is not T.TRUE:
        results[EINVAL], good = c.location(), c.location()
        c.branch(is_valid, good, results[EINVAL])
        c.at = results[EINVAL]
        cancellation.point(c, is_sure=False)
        assert c.at is not None
        results[EINVAL] = c.at
        c.at = good
    if c.at is None:
        return c.result(e, 0)
    waiting, results[0] = c.location(), c.location()
    ways = _enqueue(c)
    if len(ways) > 1:
        results[EPERM] = c.location()
    targets: dict[int | str, int] = {0: waiting, EPERM: results.get(EPERM, waiting)}
    if has_robust(c, "mutex"):
        targets[_LEFT] = c.location()
    steps = tuple((make, targets[n]) for make, n in ways)
    c.edge(c.at, -1 if len(ways) > 1 else waiting, R.SyncAccess(tuple(objects), steps))
    timeout = c.location() if is_valid is not None else None
    cancelled = c.location() if cancellation.is_possible(c) else None
    _reacquire(c, waiting, results[0], timeout, cancelled, targets.get(_LEFT), objects)
    if _LEFT in targets:
        c.at = targets[_LEFT]
        c.unsupported(_LEFT, always=False)
    if cancelled is not None:
        c.at = cancelled
        _take_again(c, mutex, e)
        cancellation.act(c)
    if timeout is not None:
        c.at = timeout
        _take_again(c, mutex, e)
        results[late] = c.at
    if len(results) == 1:
        c.at = results[0]
        return c.result(e, 0)
    return c.merge(results, e)


def _wait(time: int | None = None) -> Handler:
    """`time`: which argument says until when."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        cond = c.target(c.arg(e, 0))
        mutex = c.target(c.arg(e, 1))
        for x in e.args[2:time]:
            read_clock(c, x)
        return wait(c, cond, mutex, e, None if time is None else is_valid_time(c, c.arg(e, time)))

    return handler


# ---------------------------------------------------------------- barriers


def _barrier_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    look_at(c, c.arg(e, 1), "attr", e)
    need = T.resize(c.integer(c.arg(e, 2)), 32, False)
    is_wrong = T.not_(T.ult(T.sub(need, T.const(1, 32)), T.const(MOST_AT_BARRIER, 32)))

    def init(b: R.Fields) -> O.Op:
        updates = (setting(b("need"), need), setting(b("arrived"), number(b("arrived"), 0)))
        return O.Step(T.not_(is_wrong), updates, role=O.Role.INIT)  # (those who wait, still do)

    refused: Alternative = (lambda b: O.Step(is_wrong), EINVAL)
    return c.sync(
        [(place, "barrier")], [(init, 0)] if is_wrong is T.FALSE else [(init, 0), refused], e, wanted, initialises=True
    )


def _barrier_wait(c: Calls, e: A.Call, wanted: bool) -> Value:
    """The last one to arrive is the one that is told so, as glibc has it."""
    place = c.target(c.arg(e, 0))
    c.check_waiter()
    bit = c.bit()
    if c.at is None:
        return c.result(e, 0)

    def last_one(b: R.Fields) -> Term:
        return T.ule(b("need").term, T.add(b("arrived").term, T.const(1, 32)))

    def arrive(b: R.Fields) -> O.Op:
        updates = (plus(b("arrived"), 1), setting(b("waiting"), T.bvor(b("waiting").term, bit)))
        return O.Step(T.not_(last_one(b)), updates, role=O.Role.BARRIER, lock=b("waiting"))

    def release(b: R.Fields) -> O.Op:
        updates = (setting(b("arrived"), T.const(0, 32)), setting(b("waiting"), number(b("waiting"), 0)))
        return O.Step(last_one(b), updates, role=O.Role.BROADCAST, lock=b("waiting"))

    def is_released(b: R.Fields) -> Term:
        return T.not_(c.is_waiting(b("waiting").term))

    def leave(b: R.Fields) -> O.Op:
        return O.Step(is_released(b), waits=True, role=O.Role.WAKE, lock=b("waiting"))

    waiting, serial, done = c.location(), c.location(), c.location()
    objects = ((place, "barrier"),)
    c.edge(c.at, -1, R.SyncAccess(objects, ((arrive, waiting), (release, serial))))
    c.edge(waiting, -1, R.SyncAccess(objects, ((leave, done),), has_left=is_released))
    return c.merge({0: done, SERIAL: serial}, e)


# ---------------------------------------------------------------- futexes: for `library/futex.c`


def _lie_down(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, bit = c.target(c.arg(e, 0)), c.bit()
    c.check_waiter()

    def join(v: R.Fields) -> O.Op:
        return O.Step(updates=(setting(v("waiting"), T.bvor(v("waiting").term, bit)),), role=O.Role.BARRIER)

    return c.sync([(place, "cond")], [(join, 0)], e, False)


def _sleep(*, is_timed: bool) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        if c.at is None:
            return c.result(e, 0)

        def is_woken(v: R.Fields) -> Term:
            return T.not_(c.is_waiting(v("waiting").term))

        def woken(v: R.Fields) -> O.Op:
            return O.Step(is_woken(v), waits=True, role=O.Role.WAKE, lock=v("waiting"))

        def by_itself(role: O.Role) -> Callable[[R.Fields], O.Op]:
            return lambda v: O.Step(c.is_waiting(v("waiting").term), waits=True, role=role)

        results = {n: c.location() for n in range(2 + is_timed)}
        roles = {1: O.Role.SPURIOUS, 2: O.Role.TIMEOUT}
        ways = [(woken, results[0]), *((by_itself(roles[n]), at) for n, at in results.items() if n)]
        c.edge(c.at, -1, R.SyncAccess(((place, "cond"),), tuple(ways), has_left=is_woken))
        return c.merge(results, e)

    return handler


def _get_up(c: Calls, e: A.Call, wanted: bool) -> Value:
    place, bit = c.target(c.arg(e, 0)), c.bit()

    def leave(v: R.Fields) -> O.Op:
        gone = T.bvand(v("waiting").term, T.bvnot(bit))
        return O.Step(c.is_waiting(v("waiting").term), (setting(v("waiting"), gone),))

    def is_gone(v: R.Fields) -> O.Op:
        return O.Step(T.not_(c.is_waiting(v("waiting").term)))

    return c.sync([(place, "cond")], [(leave, 1), (is_gone, 0)], e, True)


# ---------------------------------------------------------------- once


def once(c: Calls, place: R.Place, function: R.Ptr, e: A.Call) -> Value:
    if c.at is None:
        return c.result(e, 0)
    running, done = c.location(), c.location()

    def first(o: R.Fields) -> O.Op:
        return O.Step(equals(o("state"), 0), (setting(o("state"), number(o("state"), 1)),), waits=True, lock=o("state"))

    def over(o: R.Fields) -> O.Op:
        return O.Step(equals(o("state"), 2), waits=True, lock=o("state"))

    def finish(o: R.Fields) -> O.Op:
        return O.Step(updates=(setting(o("state"), number(o("state"), 2)),), lock=o("state"))

    c.edge(c.at, -1, R.SyncAccess(((place, "once"),), ((first, running), (over, done))))
    c.at = running
    c.inside_once += 1
    c.call_through(function, [], [], Void(), e.pos, wanted=False)
    c.inside_once -= 1
    c.sync([(place, "once")], [(finish, 0)], e, False)
    c.jump(done)
    c.at = done
    return c.result(e, 0)


def _once(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    return once(c, place, c.pointer(c.arg(e, 1)), e)


HANDLERS: dict[str, Handler] = {
    "pthread_cond_init": _cond_init,
    "pthread_cond_destroy": lambda c, e, w: touch(c, c.arg(e, 0), "cond", e),
    "pthread_cond_wait": _wait(),
    "pthread_cond_timedwait": _wait(time=2),
    "pthread_cond_clockwait": _wait(time=3),
    "pthread_cond_signal": _signal,
    "pthread_cond_broadcast": _broadcast,
    "pthread_barrier_init": _barrier_init,
    "pthread_barrier_destroy": lambda c, e, w: touch(c, c.arg(e, 0), "barrier", e),
    "pthread_barrier_wait": _barrier_wait,
    "pthread_once": _once,
    "__lie_down": _lie_down,
    "__sleep": _sleep(is_timed=False),
    "__sleep_for_a_time": _sleep(is_timed=True),
    "__get_up": _get_up,
}
