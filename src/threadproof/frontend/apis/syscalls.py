"""syscall: those that programs make themselves because libraries do not have them. Futexes: `library/futex.c`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import is_valid_time, set_errno
from threadproof.frontend.apis.locks import EINVAL
from threadproof.frontend.apis.stdlib import gettid
from threadproof.frontend.ctypes import INT
from threadproof.frontend.lower.context import Value
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

#: by the width of pointers: the numbers of x86-64 and i386
FUTEX, GETTID = {64: 202, 32: 240}, {64: 186, 32: 224}
#: of the operation: for one process only, which they are here; by which clock
_FLAGS = 128 | 256
WAIT, WAKE, WAIT_BITSET, WAKE_BITSET = 0, 1, 9, 10


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
    if len(args) < 3:
        c.unsupported("futex with fewer than three arguments")
        return T.const(0, 32)
    word, operation, value = c.pointer(args[0]), c.integer(args[1]), T.resize(c.integer(args[2]), 32, True)
    operation = T.bvand(T.resize(operation, 32, True), T.const(~_FLAGS, 32))
    result = c.new_local("result", INT)
    end = c.location()
    for kind in (WAIT, WAKE, WAIT_BITSET, WAKE_BITSET):
        here, other = c.location(), c.location()
        c.branch(T.eq(operation, T.const(kind, 32)), here, other)
        c.at = here if operation.value in (None, kind) else None
        if kind in (WAIT_BITSET, WAKE_BITSET) and c.at is not None:
            mask = c.integer(args[5]) if len(args) > 5 else T.const(0, 32)
            c.only_if(T.eq(T.resize(mask, 32, True), T.const(-1, 32)), "futex with a bit set")
        if c.at is not None:
            done = _wait(c, word, value, args[3:4]) if kind in (WAIT, WAIT_BITSET) else _wake(c, word, value)
            c.assign_local(result, done)
        c.jump(end)
        c.at = other if operation.value != kind else None
    c.unsupported("operation on a futex other than FUTEX_WAIT and FUTEX_WAKE")
    c.at = end
    return _word(c.value_of(result))


def _wake(c: Calls, word: R.Ptr, most: Term) -> Term:
    c.only_if(T.slt(T.const(0, 32), most), "FUTEX_WAKE of no thread")
    return _word(c.call_library("__futex_wake", [word, most]))


def _wait(c: Calls, word: R.Ptr, value: Term, time: list[A.Expr]) -> Term:
    """(Whoever may sleep for a time only never sleeps for ever.)"""
    limit = c.value(time[0]) if time else None
    if limit is None or _is_null(limit):
        return _word(c.call_library("__futex_wait", [word, value, T.const(0, 8)]))
    assert isinstance(limit, Term | R.Ptr)
    result = c.new_local("result", INT)
    timed, bad, always, end = (c.location() for _ in range(4))
    c.branch(c.truth(limit), timed, always)
    c.at = timed
    is_valid = is_valid_time(c, time[0])
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
        c.assign_local(result, _word(c.call_library("__futex_wait", [word, value, T.const(flag, 8)])))
        c.jump(end)
    c.at = end
    return _word(c.value_of(result))


def _is_null(v: Value) -> bool:
    return v.is_null if isinstance(v, R.Ptr) else isinstance(v, Term) and v.value == 0


HANDLERS: dict[str, Handler] = {"syscall": _syscall}
