"""Sockets: the system reads addresses and options, and writes them; what it answers is arbitrary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.access import parts
from threadproof.reference.action import Doing
from threadproof.reference.library.printing import read, write
from threadproof.reference.library.strings import pieces
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_MOST_BYTES = 128


def _failed(thread: Thread, e: A.Call) -> Doing[bool]:
    failed = bool(thread.machine.input(ct.BOOL, e.pos))
    yield from thread.disturb_errno(e.pos, failed)
    return failed


def _look(thread: Thread, v: Value, x: A.Expr, size: int, pos: A.Pos) -> Doing[None]:
    for at, length in pieces(thread, x, size) if as_pointer(v).address else ():
        yield from thread.touch(thread.moved(as_pointer(v), at), length, pos, write=False)


def _reader(at: int) -> Handler:
    def look(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from _look(thread, args[at], e.args[at], number(args[at + 1]), e.pos)
        return -1 if (yield from _failed(thread, e)) else 0

    return look


def _writer(at: int, *, gives_number: bool = False) -> Handler:
    def answer(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        if (yield from _failed(thread, e)):
            return -1
        if as_pointer(args[at]).address or not gives_number:
            x = e.args[at]
            while isinstance(x, A.Cast) and isinstance(x.operand.type, ct.Pointer):
                x = x.operand
            assert isinstance(x.type, ct.Pointer)
            place = number((yield from thread.load(as_pointer(args[at + 1]), ct.UINT, e.pos)))
            if place != thread.machine.model.size_of(x.type.to):
                raise NotUnderstood("address or option for which there is more or less place than it has", e.pos)
            for offset, size in parts(x.type.to, thread.machine.model):
                t = ct.Int(8 * size, False, "")
                where = thread.moved(as_pointer(args[at]), offset)
                yield from thread.store(where, thread.machine.input(t, e.pos), t, e.pos)
            length = thread.machine.input(ct.UINT, e.pos, 0, _MOST_BYTES)
            yield from thread.store(as_pointer(args[at + 1]), length, ct.UINT, e.pos)
        return thread.machine.input(ct.INT, e.pos, low=0) if gives_number else 0

    return answer


def send(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if len(args) > 5:
        yield from _look(thread, args[4], e.args[4], number(args[5]), e.pos)
    return (yield from write(thread, args, e))


def recv(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if len(args) > 5 and as_pointer(args[4]).address:
        raise NotUnderstood("recvfrom with the address of the sender", e.pos)
    return (yield from read(thread, args, e))


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("bind", "connect"), _reader(1)),
    "setsockopt": _reader(3),
    "getsockopt": _writer(3),
    **dict.fromkeys(("getsockname", "getpeername"), _writer(1)),
    **dict.fromkeys(("accept", "accept4"), _writer(1, gives_number=True)),
    **dict.fromkeys(("send", "sendto"), send),
    **dict.fromkeys(("recv", "recvfrom"), recv),
}
