"""POSIX threads: creation, joining, attributes. Functions never fail for lack of resources."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.analysis.points_to import From
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis import cancellation, libc, locks
from threadproof.frontend.apis.arguments import (
    calls_in,
    is_valid_time,
    look_at,
    object_type,
    read,
    read_clock,
    touch,
    write_integer,
)
from threadproof.frontend.ctypes import BOOL, INT, Int, Pointer, Void, is_thread_id
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import ObjectType, ThreadApi, register
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.patterns import pattern

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

ENOTSUP = 95
PTHREAD_STACK_MIN = 16384
LAST_SIGNAL = 64
ESRCH = 3


# ---------------------------------------------------------------- threads


def _create(c: Calls, e: A.Call, wanted: bool) -> Value:
    handle_place = c.target(c.arg(e, 0))
    attributes = c.pointer(c.arg(e, 1))
    start = c.pointer(c.arg(e, 2))
    argument = c.pointer(c.arg(e, 3))
    may_be_detached = not attributes.is_null and _has_detaching_attributes(c)
    look_at(c, c.arg(e, 1), "attr", e)
    c.start_thread(start, handle_place, c.handle_type(e), argument, may_be_detached=may_be_detached)
    return c.result(e, 0)


def _has_detaching_attributes(c: Calls) -> bool:
    calls = calls_in(c, "pthread_attr_setdetachstate")
    return calls is None or not all(map(_is_joinable, calls))


def _is_joinable(call: A.Call) -> bool:
    state = call.args[1]
    return isinstance(state, A.Const) and state.value == 0


def _may_be_detached(c: Calls) -> bool:
    is_detaching = any(n in c.program.unit.functions for n in ("pthread_detach", "thrd_detach"))
    return is_detaching or _has_detaching_attributes(c) or c.program.ids_are_numbers or _are_others_named(c)


def _are_others_named(c: Calls) -> bool:
    """By functions that take threads which have ended, if nobody has joined them."""
    return any(n in c.program.unit.functions for n in ("pthread_cancel", "pthread_kill"))


def must_be_joinable(c: Calls, thread: Term) -> None:
    """What joining a detached thread does is undefined."""
    if c.at is not None and _may_be_detached(c):
        c.program.tracks_detaching = True
        is_joinable = T.eq(T.select(c.program.detached, (thread,)), T.const(0, 8))
        c.only_if(is_joinable, "join of a thread that may be detached")


def has_been_joined(c: Calls, thread: Term) -> None:
    """From now on there is no such thread, as if it had been detached."""
    if c.at is not None and _may_be_detached(c):
        _detach_once(c, thread, "join of a thread that may be detached")


def _detach_once(c: Calls, thread: Term, otherwise: str) -> None:
    assert c.at is not None
    c.program.tracks_detaching = True
    first, again = c.location(), c.location()
    cell = O.Cell(c.program.detached, (thread,))
    is_first = T.eq(cell.term, T.const(0, 8))
    c.edge(c.at, first, O.Step(is_first, (O.Update(cell.var, cell.index, T.const(1, 8)),)))
    c.edge(c.at, again, O.Step(T.not_(is_first)))
    c.at = again
    c.unsupported(otherwise, always=False)
    c.at = first


def has_ended(c: Calls, thread: Term) -> Term:
    return T.eq(T.select(c.program.ended, (thread,)), T.const(1, 8))


def may_join_itself(c: Calls) -> bool:
    """Only main has nobody to know its number from but itself."""
    return c.raw.name != "main" or _is_self_asked_for(c)


def _is_self_asked_for(c: Calls) -> bool:
    return any(n in c.program.unit.functions for n in ("pthread_self", "thrd_current"))


def must_be_created(c: Calls, x: A.Expr, handle: Term) -> None:
    """Whoever was not created cannot be waited for. (An array of handles would need invariants about all of it.)"""
    if id(_place(x)) in c.program.filled_handles:
        return
    c.emit(R.MustBeThread(handle, is_exact=not _is_one_of_many(x), may_be_main=_is_self_asked_for(c)))


def _place(x: A.Expr) -> A.Expr:
    x = A.without_casts(x)
    return x.place if isinstance(x, A.Load) else x


def _is_one_of_many(x: A.Expr) -> bool:
    """Is the handle where others may be, too?"""
    while True:
        match x:
            case A.Cast(operand=x) | A.Load(place=x) | A.Member(base=x) | A.Index(array=x, index=A.Const()):
                pass
            case _:
                return isinstance(x, A.Index | A.Deref)


def _join(c: Calls, e: A.Call, wanted: bool) -> Value:
    held = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), c.model.ulong)
    assert isinstance(held, Term)
    where = c.pointer(c.arg(e, 1)) if len(e.args) > 1 else c.program.null()
    must_be_created(c, c.arg(e, 0), held)
    itself, other = c.location(), c.location()
    if may_join_itself(c):
        c.branch(T.eq(held, c.self_id), itself, other)
        c.at = other
    must_be_joinable(c, held)
    cancellation.while_waiting(c)
    c.emit(O.Step(guard=has_ended(c, held), waits=True, role=O.Role.JOIN))
    has_been_joined(c, held)
    _fetch_result(c, held, where)
    if not may_join_itself(c) or c.at is None:
        return c.result(e, 0)
    done, c.at = c.at, itself
    cancellation.point(c, is_sure=False)
    assert c.at is not None
    return c.merge({0: done, locks.EDEADLK: c.at}, e)


def _tryjoin(c: Calls, e: A.Call, wanted: bool) -> Value:
    held = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), c.model.ulong)
    assert isinstance(held, Term)
    where = c.pointer(c.arg(e, 1))
    must_be_created(c, c.arg(e, 0), held)
    results = {0: c.location(), locks.EBUSY: c.location()}
    over = c.location()
    must_be_joinable(c, held)
    c.branch(has_ended(c, held), over, results[locks.EBUSY])
    c.at = over
    has_been_joined(c, held)
    _fetch_result(c, held, where)
    c.jump(results[0])
    return c.merge(results, e)


def _timedjoin(time: int) -> Handler:
    """May time out whenever it would have to wait; `time`: which argument says until when."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        held = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), c.model.ulong)
        assert isinstance(held, Term)
        where = c.pointer(c.arg(e, 1))
        for x in e.args[2:time]:
            read_clock(c, x)
        until = c.evaluated(c.arg(e, time))
        c.only_if(c.truth(c.pointer(until)), "pthread_timedjoin_np without a time")
        c.only_if(is_valid_time(c, until), "pthread_timedjoin_np until a time that is none")
        must_be_created(c, c.arg(e, 0), held)
        results = {n: c.location() for n in (0, locks.ETIMEDOUT, locks.EDEADLK)}
        other, over = c.location(), c.location()
        c.branch(T.eq(held, c.self_id), results[locks.EDEADLK], other)
        c.at = other
        must_be_joinable(c, held)
        c.branch(has_ended(c, held), over, results[locks.ETIMEDOUT])
        c.at = over
        has_been_joined(c, held)
        _fetch_result(c, held, where)
        c.jump(results[0])
        return c.merge(results, e)

    return handler


def _fetch_result(c: Calls, thread: Term, where: R.Ptr) -> None:
    """*where := what the thread returned, unless `where` is null."""
    if where.is_null or c.at is None:
        return
    yes, end = c.location(), c.location()
    c.branch(c.truth(where), yes, end)
    c.at = yes
    out = c.new_local("joined", Pointer(Void()))
    updates = tuple(O.Update(v, (), T.select(r, (thread,))) for v, r in zip(out.vars, c.program.result, strict=True))
    c.emit(O.Step(updates=updates))
    c.flow(out.vars[0], R.Ptr(T.var(out.vars[0]), T.var(out.vars[1]), (From("result"),)))
    c.store(c.deref(where, Pointer(Void())), Pointer(Void()), c.value_of(out))
    c.jump(end)
    c.at = end


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    result = c.value(c.arg(e, 0))
    if isinstance(result, Term | R.Ptr) and has_cleanups(c):
        result = c.hold(result, c.arg(e, 0).type)
    leave(c, result)
    return None


def has_cleanups(c: Calls) -> bool:
    return "pthread_cleanup_push" in c.program.unit.functions


def leave(c: Calls, result: Value) -> None:
    """The thread ends, wherever it is, with what it has pushed to be done then."""
    was_leaving, c.is_leaving = c.is_leaving, True
    if has_cleanups(c):
        c.call_library("__run_cleanup_functions", [])
    c.end_thread(result)
    c.is_leaving = was_leaving


def _self(c: Calls, e: A.Call, wanted: bool) -> Value:
    if wanted and not is_thread_id(e.type):  # as the program declares the function
        c.emit(R.ThreadAsNumber())
    return T.resize(c.self_id, e.type.width if isinstance(e.type, Int) else 32, False)


def _equal(c: Calls, e: A.Call, wanted: bool) -> Value:
    a, b = c.values(e.args)
    assert isinstance(a, Term) and isinstance(b, Term)
    c.compare_threads(a, b)
    return T.from_bool(T.eq(a, T.resize(b, a.width, False)), 32)


def _is_free(c: Calls, e: A.Call, wanted: bool) -> Value:
    """May a new thread have this id?"""
    thread = T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False)
    is_let_go = T.ne(T.select(c.program.detached, (thread,)), T.const(0, 8))
    return T.from_bool(T.and_(has_ended(c, thread), is_let_go), 8)


def named(c: Calls, e: A.Call, what: str) -> Term:
    """The thread that the first argument means, which may have ended; but then somebody still has to join it."""
    handle = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), c.model.ulong)
    assert isinstance(handle, Term)
    must_be_created(c, c.arg(e, 0), handle)
    c.program.tracks_detaching = True
    is_let_go = T.ne(T.select(c.program.detached, (handle,)), T.const(0, 8))
    is_gone = T.and_(has_ended(c, handle), is_let_go)
    c.only_if(T.not_(is_gone), f"{what} of a thread that has ended and was joined or detached")
    return handle


def _kill(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Without a signal it only looks whether there is such a thread."""
    signal = c.hold(c.integer(c.arg(e, 1)), INT)
    assert isinstance(signal, Term)
    named(c, e, "pthread_kill")
    is_none, is_wrong = T.eq(signal, T.const(0, 32)), T.not_(T.ule(signal, T.const(LAST_SIGNAL, 32)))
    c.only_if(T.or_(is_none, is_wrong), "pthread_kill with a signal")
    return T.ite(is_none, c.result(e, 0), c.result(e, locks.EINVAL))


def _told(what: str, tell: Callable[[Calls, A.Call], None]) -> Handler:
    """Of one that has ended, and that nobody has joined yet, the system may know nothing any more."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        thread = named(c, e, what)
        is_unknown = T.and_(has_ended(c, thread), T.eq(c.nondet(BOOL), T.const(1, 8)))
        is_told = c.hold(T.zext(T.from_bool(T.not_(is_unknown), 8), 32), INT)
        assert isinstance(is_told, Term)
        known, end = c.location(), c.location()
        c.branch(T.eq(is_told, T.const(1, 32)), known, end)
        c.at = known
        tell(c, e)
        c.jump(end)
        c.at = end
        return T.ite(T.eq(is_told, T.const(1, 32)), c.result(e, 0), c.result(e, ESRCH))

    return handler


def _tell_parameters(c: Calls, e: A.Call) -> None:
    """However the system schedules it."""
    write_integer(c, c.arg(e, 1), c.nondet(INT, 0, 2))
    place, t = c.target(c.arg(e, 2)), object_type(c.arg(e, 2))
    for offset, part in c.program.scalar_parts(t):
        assert isinstance(part, Int)
        c.store(place.field(offset, ""), part, c.nondet(part, 0, 99))


def _tell_clock(c: Calls, e: A.Call) -> None:
    write_integer(c, c.arg(e, 1), c.nondet(INT))


def _nothing(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    return c.result(e, 0)


def _unsupported(what: str) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        c.unsupported(what)
        return c.dummy(e.type)

    return handler


def _attribute(is_valid: Callable[[Term], Term] | None = None, kind: str = "attr") -> Handler:
    """Attributes without a meaning here: stacks, priorities, other processes, clocks. What is no value is refused."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        values = c.values(e.args[1:])
        done = touch(c, c.arg(e, 0), kind, e)
        if is_valid is None or not values or not isinstance(values[0], Term):
            return done
        return T.ite(is_valid(values[0]), done, c.result(e, locks.EINVAL))

    return handler


def _one_of(*values: int) -> Callable[[Term], Term]:
    return lambda x: T.or_(*[T.eq(x, T.const(n, x.width)) for n in values])


def _is_stack_size(x: Term) -> Term:
    return T.ule(T.const(PTHREAD_STACK_MIN, x.width), x)


def _set_guard(c: Calls, e: A.Call, wanted: bool) -> Value:
    size = c.integer(c.arg(e, 1))
    c.only_if(T.ult(size, T.const(1 << 20, size.width)), "large guard of a stack")
    return touch(c, c.arg(e, 0), "attr", e)


def _set_scope(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Threads that compete with those of their process only are not there on Linux."""
    scope = c.integer(c.arg(e, 1))
    done = touch(c, c.arg(e, 0), "attr", e)
    refused = T.ite(T.eq(scope, T.const(1, scope.width)), c.result(e, ENOTSUP), c.result(e, locks.EINVAL))
    return T.ite(T.eq(scope, T.const(0, scope.width)), done, refused)


def _detach(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Nothing but that it must not be done twice, which matters if somebody looks at the result, nor before a join."""
    handle = c.hold(T.resize(c.integer(c.arg(e, 0)), R.OBJECT_WIDTH, False), c.model.ulong)
    assert isinstance(handle, Term)
    must_be_created(c, c.arg(e, 0), handle)
    joins = ("pthread_join", "thrd_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np")
    calls = calls_in(c, "pthread_detach", "thrd_detach")
    is_once = calls is not None and len(calls) <= 1
    if (wanted or not is_once or any(n in c.program.unit.functions for n in joins)) and c.at is not None:
        _detach_once(c, handle, "pthread_detach of a thread that was detached or joined before")
    return c.result(e, 0)


def _set_scheduling(c: Calls, e: A.Call, wanted: bool) -> Value:
    """The priority is read. Whether it may be set is a matter of the system, and of privileges."""
    for x in e.args[:-1]:
        c.value(x)
    read(c, e.args[-1])
    if wanted:
        c.unsupported("result of a function that sets how threads are scheduled")
    return c.result(e, 0)


def _set_priority(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.values(e.args)
    if wanted:
        c.unsupported("result of a function that sets how threads are scheduled")
    return c.result(e, 0)


_ATTRIBUTES = (
    "pthread_attr_init pthread_attr_destroy pthread_condattr_init pthread_condattr_destroy "
    "pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_barrierattr_init pthread_barrierattr_destroy"
)
#: those with two values
_SWITCHES = (
    "pthread_attr_setdetachstate pthread_condattr_setclock pthread_condattr_setpshared "
    "pthread_rwlockattr_setpshared pthread_barrierattr_setpshared"
)
#: neither read nor write memory through their arguments
_WITHOUT_EFFECT = "pthread_testcancel pthread_yield sched_yield __builtin_ia32_pause"

HANDLERS: dict[str, Handler] = {
    **locks.HANDLERS,
    **libc.OF_THREADS,
    **dict.fromkeys(_ATTRIBUTES.split(), _attribute()),
    **dict.fromkeys(_SWITCHES.split(), _attribute(_one_of(0, 1))),
    "pthread_mutexattr_setpshared": _attribute(_one_of(0, 1), "mutexattr"),
    "pthread_attr_setinheritsched": locks.only("attr", "thread that is scheduled in its own way", 0),
    "pthread_attr_setschedpolicy": _attribute(_one_of(0, 1, 2)),
    "pthread_attr_setstacksize": _attribute(_is_stack_size),
    "pthread_attr_setguardsize": _set_guard,
    "pthread_attr_setscope": _set_scope,
    "pthread_detach": _detach,
    **dict.fromkeys(_WITHOUT_EFFECT.split(), _nothing),
    "pthread_create": _create,
    "pthread_join": _join,
    "pthread_tryjoin_np": _tryjoin,
    "pthread_timedjoin_np": _timedjoin(2),
    "pthread_clockjoin_np": _timedjoin(3),
    "pthread_kill": _kill,
    "pthread_getschedparam": _told("pthread_getschedparam", _tell_parameters),
    "pthread_getcpuclockid": _told("pthread_getcpuclockid", _tell_clock),
    "pthread_exit": _exit,
    "pthread_self": _self,
    "pthread_equal": _equal,
    "__id_is_free": _is_free,
    "pthread_cancel": cancellation.cancel,
    "pthread_setcancelstate": cancellation.set_state,
    "pthread_setcanceltype": cancellation.set_type,
    "pthread_setschedprio": _set_priority,
    "pthread_setschedparam": _set_scheduling,
    "pthread_attr_setschedparam": _set_scheduling,
    "sched_setscheduler": _set_scheduling,
    "pthread_rwlockattr_setkind_np": locks.only("attr", "read-write lock that prefers writers", 0, 1),
}

register(
    ThreadApi(
        "pthread",
        HANDLERS,
        {
            "pthread_mutex_t": ObjectType("mutex", "pthread_mutex_lock"),
            "pthread_cond_t": ObjectType("cond", "pthread_cond_wait"),
            "pthread_rwlock_t": ObjectType("rwlock", "pthread_rwlock_wrlock"),
            "pthread_spinlock_t": ObjectType("spin", "pthread_spin_lock"),
            "pthread_barrier_t": ObjectType("barrier", "pthread_barrier_wait"),
            "pthread_once_t": ObjectType("once", "pthread_once"),
            "pthread_mutexattr_t": ObjectType("mutexattr", "pthread_mutexattr_settype"),
            "pthread_attr_t": ObjectType("attr", "pthread_attr_init"),
            "pthread_condattr_t": ObjectType("attr", "pthread_condattr_init"),
            "pthread_rwlockattr_t": ObjectType("attr", "pthread_rwlockattr_init"),
            "pthread_barrierattr_t": ObjectType("attr", "pthread_barrierattr_init"),
        },
        ids={"pthread_t": pattern(r"\bpthread_(?:create|join|detach|self|equal|kill|cancel)\b")},
        creates=("pthread_create",),
        joins=("pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np"),
        detaches=("pthread_detach",),
        may_detach=(
            "pthread_attr_setdetachstate",
            "pthread_tryjoin_np",
            "pthread_timedjoin_np",
            "pthread_clockjoin_np",
        ),
    )
)
