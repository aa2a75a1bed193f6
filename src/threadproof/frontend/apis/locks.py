"""Mutexes, spin locks and read-write locks: what each call does to the fields of the abstract object.

As glibc has it where POSIX leaves it open: unlocking a normal mutex that the thread does not hold frees it, and locking
a read-write lock that the thread has locked for writing is refused. A timed operation may time out whenever it would
have to wait. Objects that were never initialised are free; `destroy` leaves an object as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import robust
from threadproof.frontend.apis.arguments import is_valid_time, look_at, object_type, read_clock, touch, write_integer
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

EPERM, EAGAIN, EBUSY, EINVAL, EDEADLK, ETIMEDOUT = 1, 11, 16, 22, 35, 110
NORMAL, RECURSIVE, ERRORCHECK, ADAPTIVE = 0, 1, 2, 3

#: an operation, and what the call then returns (or why what it does is not understood)
Alternative = tuple[Callable[..., O.Op], int | str]


def setting(cell: O.Cell, value: Term) -> O.Update:
    return O.Update(cell.var, cell.index, value)


def number(cell: O.Cell, value: int) -> Term:
    return T.const(value, cell.var.width)


def equals(cell: O.Cell, value: int) -> Term:
    return T.eq(cell.term, number(cell, value))


def plus(cell: O.Cell, amount: int) -> O.Update:
    return setting(cell, T.add(cell.term, number(cell, amount)))


def _zero(m: R.Fields, *fields: str) -> tuple[O.Update, ...]:
    return tuple(setting(m(f), number(m(f), 0)) for f in fields)


# ---------------------------------------------------------------- mutexes


def has_kinds(c: Calls, kind: str) -> bool:
    """Are there mutexes that are not normal ones? If not, nobody needs to know of kinds."""
    return kind == "mutex" and c.program.uses_mutex_kinds


def is_of(c: Calls, m: R.Fields, kind: int) -> Term:
    """Of this type; where it may be robust, no robust one is normal: all of them know their owner."""
    cell = m("kind")
    if not c.program.uses_robust_mutexes:
        return equals(cell, kind)
    bits = robust.TYPE if kind != NORMAL else robust.TYPE | robust.ROBUST
    return T.eq(T.bvand(cell.term, number(cell, bits)), number(cell, kind))


def is_mine(c: Calls, m: R.Fields, kind: int) -> Term:
    return T.and_(T.eq(m("owner").term, c.self_id), is_of(c, m, kind))


def is_free(c: Calls, m: R.Fields, kind: str) -> Term:
    free = equals(m("owner"), 0)
    return T.and_(free, T.not_(robust.is_lost(m))) if has_robust(c, kind) else free


def has_robust(c: Calls, kind: str) -> bool:
    return has_kinds(c, kind) and c.program.uses_robust_mutexes


def taking(c: Calls, m: R.Fields, kind: str) -> tuple[O.Update, ...]:
    owner = setting(m("owner"), c.self_id)
    return (owner, setting(m("count"), number(m("count"), 1))) if has_kinds(c, kind) else (owner,)


def _again(c: Calls, waits: bool) -> list[Alternative]:
    """By the owner: counted by a recursive mutex, as far as it can count, and refused by one that checks errors."""

    def is_full(m: R.Fields) -> Term:
        return equals(m("count"), -1)

    def again(m: R.Fields) -> O.Op:
        guard = T.and_(is_mine(c, m, RECURSIVE), T.not_(is_full(m)))
        return O.Step(guard, (plus(m("count"), 1),), waits=waits, role=O.Role.REACQUIRE, lock=m("owner"))

    def full(m: R.Fields) -> O.Op:
        return O.Step(T.and_(is_mine(c, m, RECURSIVE), is_full(m)), waits=waits)

    return [(again, 0), (full, EAGAIN)]


def _left_behind(c: Calls, *, waits: bool) -> list[Alternative]:
    """By an owner that has ended, or useless for ever."""

    def left(m: R.Fields) -> O.Op:
        updates = (*taking(c, m, "mutex"), robust.with_bit(m("kind"), robust.INCONSISTENT))
        return O.Step(robust.is_left(c, m), updates, waits=waits, role=O.Role.ACQUIRE, lock=m("owner"))

    def lost(m: R.Fields) -> O.Op:
        return O.Step(robust.is_lost(m), waits=waits)

    return [(left, robust.EOWNERDEAD), (lost, robust.ENOTRECOVERABLE)]


def acquire_mutex(c: Calls, place: R.Place, kind: str, e: A.Call, wanted: bool, is_valid: Term | None = None) -> Value:
    """`is_valid`: with a time until when to wait, and whether that is a time at all."""
    timed, kinds = is_valid is not None, has_kinds(c, kind)

    def free(m: R.Fields) -> O.Op:
        owner = m("owner")
        return O.Step(is_free(c, m, kind), taking(c, m, kind), waits=not timed, role=O.Role.ACQUIRE, lock=owner)

    def refused(m: R.Fields) -> O.Op:
        return O.Step(is_mine(c, m, ERRORCHECK), waits=not timed)

    def late(valid: Term) -> Callable[[R.Fields], O.Op]:
        def op(m: R.Fields) -> O.Op:
            busy = T.not_(equals(m("owner"), 0))
            if kinds:
                busy = T.and_(busy, T.not_(T.or_(is_mine(c, m, RECURSIVE), is_mine(c, m, ERRORCHECK))))
            if has_robust(c, kind):
                busy = T.and_(busy, T.not_(robust.is_left(c, m)))
            return O.Step(T.and_(busy, valid))

        return op

    alternatives: list[Alternative] = [(free, 0)]
    if kinds:
        alternatives += [*_again(c, waits=not timed), (refused, EDEADLK)]
    if has_robust(c, kind):
        alternatives += _left_behind(c, waits=not timed)
    if is_valid is not None:
        alternatives += [(late(is_valid), ETIMEDOUT), (late(T.not_(is_valid)), EINVAL)]
    return c.sync([(place, kind)], alternatives, e, wanted)


_AS_IN_POSIX = "a trylock leaves a mutex that is not recoverable as it is (glibc 2.36 keeps it locked)"


def try_mutex(c: Calls, place: R.Place, kind: str, e: A.Call, wanted: bool) -> Value:
    kinds = has_kinds(c, kind)

    def free(m: R.Fields) -> O.Op:
        return O.Step(is_free(c, m, kind), taking(c, m, kind), role=O.Role.TRY_ACQUIRE, lock=m("owner"))

    def is_refused(m: R.Fields) -> Term:
        return T.and_(robust.has(m("kind"), robust.ROBUST), is_mine(c, m, ERRORCHECK))

    def busy(m: R.Fields) -> O.Op:
        guard = T.not_(equals(m("owner"), 0))
        if has_robust(c, kind):
            guard = T.and_(guard, T.not_(robust.is_left(c, m)), T.not_(is_refused(m)))
        return O.Step(T.and_(guard, T.not_(is_mine(c, m, RECURSIVE))) if kinds else guard)

    alternatives: list[Alternative] = [(free, 0), (busy, EBUSY)]
    if has_robust(c, kind):  # (a robust one that checks errors says that it is its owner's, in glibc)
        alternatives += [*_left_behind(c, waits=False), (lambda m: O.Step(is_refused(m)), EDEADLK)]
        c.program.scope[_AS_IN_POSIX] = None
    return c.sync([(place, kind)], alternatives + _again(c, waits=False) if kinds else alternatives, e, wanted)


def release_mutex(c: Calls, place: R.Place, kind: str, e: A.Call, wanted: bool, *, by_store: bool = False) -> Value:
    """`by_store`: no more than that is done, so it may be late."""
    kinds = has_kinds(c, kind)
    order = O.Order.RELEASE if by_store or kind == "spin" else O.Order.PLAIN

    def plain(m: R.Fields) -> O.Op:
        guard = is_of(c, m, NORMAL) if kinds else T.TRUE
        return O.Step(guard, _zero(m, "owner"), order, role=O.Role.RELEASE, lock=m("owner"))

    def is_owned(m: R.Fields) -> Term:
        return T.and_(T.not_(is_of(c, m, NORMAL)), T.eq(m("owner").term, c.self_id))

    def last(m: R.Fields) -> O.Op:
        guard = T.and_(is_owned(m), equals(m("count"), 1))
        updates = _zero(m, "owner", "count")
        if has_robust(c, kind):
            k = m("kind")
            useless = T.bvor(T.bvand(k.term, number(k, ~robust.INCONSISTENT)), number(k, robust.LOST))
            gone = T.ite(robust.has(k, robust.INCONSISTENT), useless, k.term)
            updates = (*updates, setting(m("kind"), gone))
        return O.Step(guard, updates, role=O.Role.RELEASE, lock=m("owner"))

    def inner(m: R.Fields) -> O.Op:
        return O.Step(T.and_(is_owned(m), T.not_(equals(m("count"), 1))), (plus(m("count"), -1),))

    def refused(m: R.Fields) -> O.Op:
        return O.Step(T.and_(T.not_(is_of(c, m, NORMAL)), T.ne(m("owner").term, c.self_id)))

    alternatives: list[Alternative] = [(plain, 0)]
    if kinds:
        alternatives += [(last, 0), (inner, 0), (refused, EPERM)]
    return c.sync([(place, kind)], alternatives, e, wanted)


def lock(kind: str) -> Handler:
    return lambda c, e, wanted: acquire_mutex(c, c.target(c.arg(e, 0)), kind, e, wanted)


def timed_lock(time: int) -> Handler:
    """`time`: which argument says until when."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        for x in e.args[1:time]:
            read_clock(c, x)
        return acquire_mutex(c, place, "mutex", e, wanted, is_valid_deadline(c, c.arg(e, time)))

    return handler


def is_valid_deadline(c: Calls, x: A.Expr) -> Term:
    """(Whether it is looked at where nobody has to wait, the library decides.)"""
    if not isinstance(x, A.AddrOf):
        x = c.evaluated(x)  # (others may change it)
        c.only_if(c.truth(c.pointer(x)), "deadline that is a null pointer")
    return is_valid_time(c, x)


def trylock(kind: str) -> Handler:
    return lambda c, e, wanted: try_mutex(c, c.target(c.arg(e, 0)), kind, e, wanted)


def unlock(kind: str) -> Handler:
    return lambda c, e, wanted: release_mutex(c, c.target(c.arg(e, 0)), kind, e, wanted)


def init_mutex(c: Calls, place: R.Place, kind: str, mutex_kind: Term | None, e: A.Call) -> Value:
    def init(m: R.Fields) -> O.Op:
        updates = [*_zero(m, "owner")]
        if has_kinds(c, kind):
            updates.append(setting(m("kind"), mutex_kind if mutex_kind is not None else number(m("kind"), 0)))
            updates += _zero(m, "count")
        return O.Step(updates=tuple(updates), role=O.Role.INIT, lock=m("owner"))

    return c.sync([(place, kind)], [(init, 0)], e, False, initialises=True)


def _mutex_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    attributes = c.pointer(c.arg(e, 1))
    if not c.program.uses_mutex_kinds or attributes.is_null:
        look_at(c, c.arg(e, 1), "mutexattr", e)
        return init_mutex(c, place, "mutex", None, e)
    kind = c.new_temporary(8)
    yes, no, end = c.location(), c.location(), c.location()
    c.branch(c.truth(attributes), yes, no)
    c.at = no
    c.emit(O.Step(updates=(O.Update(kind, (), T.const(NORMAL, 8)),)))
    c.jump(end)
    c.at = yes
    there = c.deref(attributes, object_type(c.arg(e, 1)))
    c.sync(
        [(there, "mutexattr")],
        [(lambda a: O.Step(updates=(O.Update(kind, (), _behaviour(a, c.program.uses_robust_mutexes)),)), 0)],
        e,
        False,
    )
    c.jump(end)
    c.at = end
    return init_mutex(c, place, "mutex", T.var(kind), e)


def _behaviour(attributes: R.Fields, is_robust: bool) -> Term:
    """Adaptive mutexes behave like normal ones."""
    kind = attributes("kind")
    flags = T.bvand(kind.term, number(kind, ~robust.TYPE))
    is_adaptive = T.eq(T.bvand(kind.term, number(kind, robust.TYPE)), number(kind, ADAPTIVE))
    if not is_robust:
        return T.ite(equals(kind, ADAPTIVE), number(kind, NORMAL), kind.term)
    return T.ite(is_adaptive, flags, kind.term)


def _mutex_destroy(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(glibc does not look whether somebody has a robust one.)"""
    if not wanted:
        return touch(c, c.arg(e, 0), "mutex", e)

    def may_go(m: R.Fields) -> Term:
        is_free = equals(m("owner"), 0)
        return T.or_(is_free, robust.has(m("kind"), robust.ROBUST)) if has_robust(c, "mutex") else is_free

    free: Alternative = (lambda m: O.Step(may_go(m)), 0)
    locked: Alternative = (lambda m: O.Step(T.not_(may_go(m))), EBUSY)
    return c.sync([(c.target(c.arg(e, 0)), "mutex")], [free, locked], e, wanted)


# ---------------------------------------------------------------- attributes of mutexes


def _attr_settype(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    wide = c.integer(c.arg(e, 1))
    is_known = T.ule(wide, T.const(ADAPTIVE, wide.width))
    kind = T.extract(wide, 8)

    def set_(a: R.Fields) -> O.Op:
        cell = a("kind")
        more = T.bvand(cell.term, number(cell, robust.ROBUST)) if c.program.uses_robust_mutexes else number(cell, 0)
        return O.Step(is_known, (setting(cell, T.bvor(kind, more)),))

    known: Alternative = (set_, 0)
    unknown: Alternative = (lambda a: O.Step(T.not_(is_known)), EINVAL)
    return c.sync([(place, "mutexattr")], [known] if is_known is T.TRUE else [known, unknown], e, wanted)


def _attr_gettype(c: Calls, e: A.Call, wanted: bool) -> Value:
    kind = c.new_temporary(8)
    place = c.target(c.arg(e, 0))
    c.sync([(place, "mutexattr")], [(lambda a: O.Step(updates=(O.Update(kind, (), a("kind").term),)), 0)], e, False)
    found = T.bvand(T.var(kind), T.const(robust.TYPE, 8)) if c.program.uses_robust_mutexes else T.var(kind)
    write_integer(c, c.arg(e, 1), T.resize(found, 32, False))
    return c.result(e, 0)


def _attr_setrobust(c: Calls, e: A.Call, wanted: bool) -> Value:
    if not c.program.uses_robust_mutexes:
        return only("mutexattr", "robust mutex", 0)(c, e, wanted)
    place = c.target(c.arg(e, 0))
    value = c.integer(c.arg(e, 1))

    def set_(bit: int) -> Alternative:
        change = robust.with_bit if bit else robust.without_bit
        is_it = T.eq(value, T.const(bit, value.width))
        return lambda a: O.Step(is_it, (change(a("kind"), robust.ROBUST),)), 0

    is_neither = T.ult(T.const(1, value.width), value)
    ways = [set_(0), set_(1), (lambda a: O.Step(is_neither), EINVAL)]
    return c.sync([(place, "mutexattr")], ways, e, wanted)


def _attr_getrobust(c: Calls, e: A.Call, wanted: bool) -> Value:
    flag = c.new_temporary(8)
    place = c.target(c.arg(e, 0))

    def get(a: R.Fields) -> O.Op:
        is_robust = robust.has(a("kind"), robust.ROBUST) if c.program.uses_robust_mutexes else T.FALSE
        return O.Step(updates=(O.Update(flag, (), T.from_bool(is_robust, 8)),))

    c.sync([(place, "mutexattr")], [(get, 0)], e, False)
    write_integer(c, c.arg(e, 1), T.zext(T.var(flag), 32))
    return c.result(e, 0)


def _mutex_consistent(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    if not has_robust(c, "mutex"):
        return c.sync([(place, "mutex")], [(lambda m: O.Step(), EINVAL)], e, wanted)

    def is_so(m: R.Fields) -> Term:
        return robust.has(m("kind"), robust.INCONSISTENT)

    def mended(m: R.Fields) -> O.Op:
        mine = T.eq(m("owner").term, c.self_id)
        return O.Step(T.and_(is_so(m), mine), (robust.without_bit(m("kind"), robust.INCONSISTENT),))

    def of_another(m: R.Fields) -> O.Op:
        return O.Step(T.and_(is_so(m), T.ne(m("owner").term, c.self_id)))

    ways: list[Alternative] = [
        (mended, 0),
        (lambda m: O.Step(T.not_(is_so(m))), EINVAL),
        (of_another, "pthread_mutex_consistent by another thread than the owner"),
    ]
    return c.sync([(place, "mutex")], ways, e, wanted)


def _attr_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    return c.sync([(place, "mutexattr")], [(lambda a: O.Step(updates=_zero(a, "kind")), 0)], e, False)


def only(kind: str, what: str, *values: int) -> Handler:
    """An attribute of which only these values are understood, those that change nothing; all others are `what`."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        if c.integer(c.arg(e, 1)).value not in values:
            c.unsupported(what)
        return touch(c, c.arg(e, 0), kind, e)

    return handler


# ---------------------------------------------------------------- read-write locks


def _rwlock(write: bool, trying: bool = False, time: int | None = None) -> Handler:
    """`time`: which argument says until when to wait."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        place = c.target(c.arg(e, 0))
        for x in e.args[1:time]:
            read_clock(c, x)
        is_valid = None if time is None else is_valid_deadline(c, c.arg(e, time))
        waits = not trying and is_valid is None
        #: a wrong time is noticed first, as glibc does
        is_right = T.TRUE if is_valid is None else is_valid

        def available(m: R.Fields) -> Term:
            return T.and_(equals(m("writer"), 0), equals(m("readers"), 0)) if write else equals(m("writer"), 0)

        def is_own(m: R.Fields) -> Term:
            return T.eq(m("writer").term, c.self_id)

        def take(m: R.Fields) -> O.Op:
            update = setting(m("writer"), c.self_id) if write else plus(m("readers"), 1)
            role = O.Role.ACQUIRE if write else O.Role.READ_ACQUIRE
            guard = T.and_(is_right, available(m))
            return O.Step(guard, (update,), waits=waits, role=role, lock=m("writer"))

        def refused(m: R.Fields) -> O.Op:
            return O.Step(T.and_(is_right, is_own(m)), waits=waits)

        def late(m: R.Fields) -> O.Op:
            return O.Step(T.and_(is_right, T.not_(available(m)), T.not_(is_own(m))))

        def never(m: R.Fields) -> O.Op:
            return O.Step(T.not_(is_right))

        alternatives: list[Alternative] = [(take, 0)]
        if trying:
            alternatives.append((lambda m: O.Step(T.not_(available(m))), EBUSY))
        else:
            alternatives.append((refused, EDEADLK))
        if is_valid is not None:
            alternatives += [(late, ETIMEDOUT), (never, EINVAL)]
        return c.sync([(place, "rwlock")], alternatives, e, wanted)

    return handler


def _rw_unlock(c: Calls, e: A.Call, wanted: bool) -> Value:
    def is_mine(m: R.Fields) -> Term:
        return T.eq(m("writer").term, c.self_id)

    def writer(m: R.Fields) -> O.Op:
        return O.Step(is_mine(m), _zero(m, "writer"), role=O.Role.RELEASE, lock=m("writer"))

    def reader(m: R.Fields) -> O.Op:
        guard = T.and_(T.not_(is_mine(m)), T.not_(equals(m("readers"), 0)))
        return O.Step(guard, (plus(m("readers"), -1),), role=O.Role.READ_RELEASE, lock=m("writer"))

    def nobody(m: R.Fields) -> O.Op:
        return O.Step(T.and_(T.not_(is_mine(m)), equals(m("readers"), 0)))

    why = "unlock of a read-write lock that the thread has not locked"
    place = c.target(c.arg(e, 0))
    return c.sync([(place, "rwlock")], [(writer, 0), (reader, 0), (nobody, why)], e, wanted)


def _spin_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    c.values(e.args[1:])
    return init_mutex(c, place, "spin", None, e)


def _rw_init(c: Calls, e: A.Call, wanted: bool) -> Value:
    place = c.target(c.arg(e, 0))
    look_at(c, c.arg(e, 1), "attr", e)
    return c.sync(
        [(place, "rwlock")],
        [(lambda m: O.Step(updates=_zero(m, "writer", "readers"), role=O.Role.INIT), 0)],
        e,
        False,
        initialises=True,
    )


HANDLERS: dict[str, Handler] = {
    "pthread_mutex_init": _mutex_init,
    "pthread_mutex_destroy": _mutex_destroy,
    "pthread_mutex_lock": lock("mutex"),
    "pthread_mutex_timedlock": timed_lock(1),
    "pthread_mutex_clocklock": timed_lock(2),
    "pthread_mutex_trylock": trylock("mutex"),
    "pthread_mutex_unlock": unlock("mutex"),
    "pthread_mutexattr_init": _attr_init,
    "pthread_mutexattr_settype": _attr_settype,
    "pthread_mutexattr_gettype": _attr_gettype,
    "pthread_mutexattr_setrobust": _attr_setrobust,
    "pthread_mutexattr_getrobust": _attr_getrobust,
    "pthread_mutex_consistent": _mutex_consistent,
    "pthread_mutexattr_setprotocol": only("mutexattr", "mutex that changes priorities", 0),
    "pthread_mutexattr_destroy": lambda c, e, w: touch(c, c.arg(e, 0), "mutexattr", e),
    "pthread_spin_init": _spin_init,
    "pthread_spin_destroy": lambda c, e, w: touch(c, c.arg(e, 0), "spin", e),
    "pthread_spin_lock": lock("spin"),
    "pthread_spin_trylock": trylock("spin"),
    "pthread_spin_unlock": unlock("spin"),
    "__unlock_by_store": lambda c, e, w: release_mutex(c, c.target(c.arg(e, 0)), "mutex", e, w, by_store=True),
    "pthread_rwlock_init": _rw_init,
    "pthread_rwlock_destroy": lambda c, e, w: touch(c, c.arg(e, 0), "rwlock", e),
    "pthread_rwlock_rdlock": _rwlock(write=False),
    "pthread_rwlock_wrlock": _rwlock(write=True),
    "pthread_rwlock_tryrdlock": _rwlock(write=False, trying=True),
    "pthread_rwlock_trywrlock": _rwlock(write=True, trying=True),
    "pthread_rwlock_timedrdlock": _rwlock(write=False, time=1),
    "pthread_rwlock_timedwrlock": _rwlock(write=True, time=1),
    "pthread_rwlock_clockrdlock": _rwlock(write=False, time=2),
    "pthread_rwlock_clockwrlock": _rwlock(write=True, time=2),
    "pthread_rwlock_unlock": _rw_unlock,
}
