"""syscall: the number of the thread, and futexes, whose text is written in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.action import Doing
from threadproof.reference.library.environment import identity
from threadproof.reference.library.sync import EINVAL, read_time
from threadproof.reference.library.written import function
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number, wrap

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

#: of x86-64 and i386
_NAMES = {(64, 202): "futex", (64, 186): "gettid", (32, 240): "futex", (32, 224): "gettid"}
_WAIT, _WAKE, _WAIT_BITSET, _WAKE_BITSET = 0, 1, 9, 10
_PRIVATE, _REALTIME = 128, 256


def syscall(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    name = _NAMES.get((thread.machine.model.pointer_width, number(args[0])))
    if name == "gettid":
        return (yield from identity(thread, [], _as(e, "gettid")))
    if name != "futex" or len(args) < 4:
        raise NotUnderstood(f"syscall number {number(args[0])}", e.pos)
    operation = number(args[2]) & ~(_PRIVATE | _REALTIME)
    value = number(args[3])
    if operation in (_WAIT_BITSET, _WAKE_BITSET) and (len(args) < 7 or number(args[6]) & 0xFFFFFFFF != 0xFFFFFFFF):
        raise NotUnderstood("futex with a bit set", e.pos)
    if operation in (_WAIT, _WAIT_BITSET):
        is_timed = len(args) > 4 and bool(as_pointer(args[4]).address)
        if is_timed and not (yield from read_time(thread, args[4:5], A.Call(e.callee, e.args[4:5], e.type, e.pos))):
            yield from thread.set_errno(EINVAL, e.pos)
            return -1
        rest: list[Value] = [args[1], value & 0xFFFFFFFF, int(is_timed)]
        return (yield from _library(thread, "__futex_wait", rest, e))
    if operation in (_WAKE, _WAKE_BITSET):
        if wrap(value, ct.INT) <= 0:
            raise NotUnderstood("FUTEX_WAKE of no thread", e.pos)
        return (yield from _library(thread, "__futex_wake", [args[1], wrap(value, ct.INT)], e))
    raise NotUnderstood("operation on a futex other than FUTEX_WAIT and FUTEX_WAKE", e.pos)


def _library(thread: Thread, name: str, args: list[Value], e: A.Call) -> Doing[Value]:
    f = function(name, thread.machine.model)
    assert f is not None
    return (yield from thread.read_library(f, args, e))


def _as(e: A.Call, name: str) -> A.Call:
    f = A.FuncDecl(name, ct.Function(ct.INT, ()), [], None, e.pos)
    return A.Call(A.Name(f, f.type, e.pos), [], ct.INT, e.pos)


HANDLERS: dict[str, Handler] = {"syscall": syscall}
