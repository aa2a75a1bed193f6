"""syscall: the number of the thread, and futexes, whose text is written in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.library.environment import identity
from threadproof.reference.library.sync import EINVAL, time_in
from threadproof.reference.library.written import function
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

#: of x86-64 and i386
_NAMES = {(64, 202): "futex", (64, 186): "gettid", (32, 240): "futex", (32, 224): "gettid"}
_PRIVATE, _REALTIME = 128, 256
_WAIT, _WAKE, _REQUEUE, _CMP_REQUEUE, _WAIT_BITSET, _WAKE_BITSET = 0, 1, 3, 4, 9, 10
_LOCK_PI, _UNLOCK_PI, _TRYLOCK_PI, _LOCK_PI2 = 6, 7, 8, 13
#: those that may be given a time
_TIMED = (_WAIT, _WAIT_BITSET, _LOCK_PI, _LOCK_PI2)
#: those that may be given a clock in every version
_BY_CLOCK = (_WAIT_BITSET, _LOCK_PI2)


def syscall(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    name = _NAMES.get((thread.machine.model.pointer_width, number(args[0])))
    if name == "gettid":
        return (yield from identity(thread, [], _as(e, "gettid")))
    if name != "futex" or len(args) < 3:
        raise NotUnderstood(f"syscall number {number(args[0])}", e.pos)
    operation, is_shared = number(args[2]) & ~(_PRIVATE | _REALTIME), int(not number(args[2]) & _PRIVATE)
    if number(args[2]) & _REALTIME and operation not in _BY_CLOCK:
        raise NotUnderstood("futex operation with a clock, which depends on the version of Linux", e.pos)
    is_timed = False
    if operation in _TIMED:
        if len(args) < 5:
            raise NotUnderstood("futex to wait for, without a word about the time", e.pos)
        is_timed = bool(as_pointer(args[4]).address)
        if is_timed:
            time = yield from time_in(thread, args[4:5], A.Call(e.callee, e.args[4:5], e.type, e.pos))
            if time is None:
                raise NotUnderstood("time for a futex of a type that is not known", e.pos)
            if time[0] < 0 or not 0 <= time[1] < 1_000_000_000:
                yield from thread.set_errno(EINVAL, e.pos)
                return -1

    def given(n: int) -> int:
        """(What is not passed is whatever the register holds.)"""
        v = args[n] if n < len(args) else thread.machine.input(ct.INT, e.pos)
        p = as_pointer(v)
        if p.target is not None:
            raise NotUnderstood("address as a number for a futex", e.pos)
        return p.address & 0xFFFFFFFF

    word, rest, every = (args[1], is_shared), int(is_timed), 0xFFFFFFFF
    match operation:
        case 0 | 9:
            bits = every if operation == _WAIT else given(6)
            return (yield from _library(thread, "__futex_wait", [*word, given(3), bits, rest], e))
        case 1 | 10:
            bits = every if operation == _WAKE else given(6)
            return (yield from _library(thread, "__futex_wake", [*word, wrap(given(3), ct.INT), bits], e))
        case 3 | 4:
            is_compared = operation == _CMP_REQUEUE
            if len(args) < 6 + is_compared:
                raise NotUnderstood("futex with too few arguments", e.pos)
            most, others = wrap(given(3), ct.INT), wrap(given(4), ct.INT)
            value = given(6) if is_compared else 0
            return (
                yield from _library(
                    thread, "__futex_requeue", [*word, most, others, args[5], int(is_compared), value], e
                )
            )
        case 6 | 7 | 8 | 13:
            me = yield from identity(thread, [], _as(e, "gettid"))
            if operation == _UNLOCK_PI:
                return (yield from _library(thread, "__futex_unlock", [*word, me], e))
            return (yield from _library(thread, "__futex_lock", [*word, me, int(operation != _TRYLOCK_PI), rest], e))
    raise NotUnderstood("operation on a futex that is not known", e.pos)


def _library(thread: Thread, name: str, args: list[Value], e: A.Call) -> Doing[Value]:
    f = function(name, thread.machine)
    assert f is not None
    return (yield from thread.read_library(f, args, e))


def _as(e: A.Call, name: str) -> A.Call:
    f = A.FuncDecl(name, ct.Function(ct.INT, ()), [], None, e.pos)
    return A.Call(A.Name(f, f.type, e.pos), [], ct.INT, e.pos)


HANDLERS: dict[str, Handler] = {"syscall": syscall}
