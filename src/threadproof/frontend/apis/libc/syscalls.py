"""syscall: those that programs make themselves because libraries do not have them. Futexes: `library/futex.c`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import calls_in, is_valid_time, set_errno
from threadproof.frontend.apis.locks import EINVAL
from threadproof.frontend.apis.stdlib import gettid
from threadproof.frontend.ctypes import INT
from threadproof.frontend.lower.whole import Value
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

    Action = Callable[[Calls, "Word", list[A.Expr], A.Call], Term]

#: by the width of pointers: the numbers of x86-64 and i386
FUTEX, GETTID = {64: 202, 32: 240}, {64: 186, 32: 224}
#: of the operation: for one process only; by which clock
_PRIVATE, _REALTIME = 128, 256
WAIT, WAKE, REQUEUE, CMP_REQUEUE, WAIT_BITSET, WAKE_BITSET = 0, 1, 3, 4, 9, 10
LOCK_PI, UNLOCK_PI, TRYLOCK_PI, LOCK_PI2 = 6, 7, 8, 13
#: of these operations every Linux lets the caller choose the clock
_BY_DATE = (WAIT_BITSET, LOCK_PI2)
#: these look who has the lock. (Whoever takes it without Linux is told of by its number in the word.)
_TAKING = (LOCK_PI, LOCK_PI2, TRYLOCK_PI)
_ALL_BITS = T.const(-1, 32)
#: where it is, and whether other processes may wait for it
Word = tuple[R.Ptr, Term]


def _syscall(c: Calls, e: A.Call, wanted: bool) -> Value:
    number = c.integer(c.arg(e, 0)).value
    width = c.model.pointer_width
    if number == GETTID[width]:
        return T.resize(_word(gettid(c, e, wanted)), c.result(e, 0).width, True)
    if number == FUTEX[width]:
        return T.resize(_futex(c, [c.evaluated(x) for x in e.args[1:]], e), c.result(e, 0).width, True)
    c.unsupported("syscall" if number is None else f"syscall number {number}")
    return c.dummy(e.type)


def _word(v: Value) -> Term:
    assert isinstance(v, Term)
    return v


def _futex(c: Calls, args: list[A.Expr], e: A.Call) -> Term:
    if len(args) < 2:
        c.unsupported("futex without an operation")
        return T.const(0, 32)
    word = c.pointer(args[0])
    given = _number(c, args, 1)
    operation = T.bvand(given, T.const(~(_PRIVATE | _REALTIME), 32))
    is_shared = T.from_bool(T.not_(T.is_nonzero(T.bvand(given, T.const(_PRIVATE, 32)))), 8)
    is_by_date = T.is_nonzero(T.bvand(given, T.const(_REALTIME, 32)))
    result = c.new_local("result", INT)
    end = c.location()
    for kind, act in _OPERATIONS.items():
        here, other = c.location(), c.location()
        c.branch(T.eq(operation, T.const(kind, 32)), here, other)
        c.at = here if operation.value in (None, kind) else None
        if c.at is not None:
            if kind not in _BY_DATE:
                c.only_if(T.not_(is_by_date), "clock of a futex operation that not every Linux knows with one")
            c.assign_local(result, act(c, (word, is_shared), args, e))
        c.jump(end)
        c.at = other if operation.value != kind else None
    c.unsupported("operation on a futex that is not known", always=operation.value is not None)
    c.at = end
    return _word(c.value_of(result))


def uses_locks(c: Calls) -> bool:
    """May the program have locks that are futexes?"""
    program = c.program
    if program.uses_futex_locks is None:
        calls = calls_in(c, "syscall")
        program.uses_futex_locks = calls is None or any(_may_lock(c, call) for call in calls)
    return program.uses_futex_locks


def _may_lock(c: Calls, call: A.Call) -> bool:
    x = A.without_casts(call.args[2]) if len(call.args) > 2 else None
    value = c.integer(x).value if x is not None and _is_of_constants(x) else None
    return value is None or value & ~(_PRIVATE | _REALTIME) in _TAKING


def _is_of_constants(x: A.Expr) -> bool:
    return isinstance(x, A.Const) or (
        isinstance(x, A.Binary) and _is_of_constants(x.left) and _is_of_constants(x.right)
    )


def _number(c: Calls, args: list[A.Expr], n: int) -> Term:
    """What is not passed is whatever the register holds."""
    if n >= len(args):
        return c.anything(32)
    v = c.value(args[n])
    if isinstance(v, R.Ptr):  # (as a time-out that is none)
        c.only_if(T.eq(v.obj, R.NULL_OBJECT), "address as a number for a futex")
        v = v.off
    return T.resize(_word(v), 32, True)


def _wake(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    return _word(c.call_library("__futex_wake", [*word, _number(c, args, 2), _ALL_BITS]))


def _wake_bits(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    return _word(c.call_library("__futex_wake", [*word, _number(c, args, 2), _number(c, args, 5)]))


def _wait(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    value = _number(c, args, 2)
    return _for_a_time(c, args, lambda limit: c.call_library("__futex_wait", [*word, value, _ALL_BITS, limit]))


def _wait_bits(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    value, bits = _number(c, args, 2), _number(c, args, 5)
    return _for_a_time(c, args, lambda limit: c.call_library("__futex_wait", [*word, value, bits, limit]))


def _requeue(*, is_compared: bool) -> Action:
    def requeue(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
        if len(args) < 5 + is_compared:
            c.unsupported("futex with too few arguments")
            return T.const(0, 32)
        most, others, other = _number(c, args, 2), _number(c, args, 3), c.pointer(args[4])
        value = _number(c, args, 5) if is_compared else T.const(0, 32)
        compared = T.const(is_compared, 8)
        return _word(c.call_library("__futex_requeue", [*word, most, others, other, compared, value]))

    return requeue


def _lock(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    me, yes = _word(gettid(c, e, True)), T.const(1, 8)
    return _for_a_time(c, args, lambda limit: c.call_library("__futex_lock", [*word, me, yes, limit]))


def _try_lock(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    no = T.const(0, 8)
    return _word(c.call_library("__futex_lock", [*word, _word(gettid(c, e, True)), no, no]))


def _unlock(c: Calls, word: Word, args: list[A.Expr], e: A.Call) -> Term:
    return _word(c.call_library("__futex_unlock", [*word, _word(gettid(c, e, True))]))


_OPERATIONS: dict[int, Action] = {
    WAIT: _wait,
    WAKE: _wake,
    REQUEUE: _requeue(is_compared=False),
    CMP_REQUEUE: _requeue(is_compared=True),
    WAIT_BITSET: _wait_bits,
    WAKE_BITSET: _wake_bits,
    LOCK_PI: _lock,
    UNLOCK_PI: _unlock,
    TRYLOCK_PI: _try_lock,
    LOCK_PI2: _lock,
}


def _for_a_time(c: Calls, args: list[A.Expr], sleep: Callable[[Term], Value]) -> Term:
    """(Whoever may sleep for a time only never sleeps for ever.)"""
    if len(args) < 4:
        c.unsupported("futex to wait for, without a word about the time")
        return T.const(0, 32)
    limit = c.value(args[3])
    if _is_null(limit):
        return _word(sleep(T.const(0, 8)))
    assert isinstance(limit, Term | R.Ptr)
    result = c.new_local("result", INT)
    timed, bad, always, end = (c.location() for _ in range(4))
    c.branch(c.truth(limit), timed, always)
    c.at = timed
    is_valid = is_valid_time(c, args[3], may_be_negative=False)
    if is_valid is not T.TRUE:
        good = c.location()
        c.branch(is_valid, good, bad)
        c.at = bad
        set_errno(c, T.const(EINVAL, 32))
        c.assign_local(result, T.const(-1, 32))
        c.jump(end)
        c.at = good
    for at, flag in ((c.at, 1), (always, 0)):
        c.at = at
        c.assign_local(result, _word(sleep(T.const(flag, 8))))
        c.jump(end)
    c.at = end
    return _word(c.value_of(result))


def _is_null(v: Value) -> bool:
    return v.is_null if isinstance(v, R.Ptr) else isinstance(v, Term) and v.value == 0


HANDLERS: dict[str, Handler] = {"syscall": _syscall}
