"""Sockets: the system reads addresses and options, and writes them; what it answers is arbitrary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import ctypes as ct
from threadproof.reference.access import parts
from threadproof.reference.action import Doing
from threadproof.reference.library import descriptors
from threadproof.reference.library.channels import read, write
from threadproof.reference.library.strings import pieces
from threadproof.reference.memory import Pointer
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.values import Value, as_pointer, number

if TYPE_CHECKING:
    from threadproof.reference.library import Handler
    from threadproof.reference.threads import Thread

_MOST_BYTES = 128
#: options of SOL_SOCKET that are an int
_SOL_SOCKET, _INTS = 1, frozenset({*range(1, 11), 12, 15, 18, 19, 29, 30, 38, 39})
_TRUNCATED = 32
#: which argument of getsockopt it is
_OPTION = 3
#: which argument of accept4 they are, and which there are
_FLAGS, _OF_ACCEPT = 3, 0x80800
#: ways to end a connection
_WRITING, _BOTH_WAYS = 1, 2


def _failed(thread: Thread, n: Value, e: A.Call) -> Doing[bool]:
    failed = yield from descriptors.failed(thread, e)
    error = _error(thread, number(n))
    if error:
        yield from thread.set_errno(error, e.pos)
    return failed or bool(error)


def _error(thread: Thread, n: int) -> int:
    """Of a descriptor that is none, or of something else than a socket."""
    if n < 0:
        return descriptors.EBADF
    return descriptors.ENOTSOCK if descriptors.of(thread).file(n).kind in descriptors.NO_SOCKETS else 0


def listen(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    return -(yield from _failed(thread, args[0], e))


def shutdown(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    file, way = descriptors.of(thread).file(number(args[0])), number(args[1])
    if (yield from _failed(thread, args[0], e)):
        return -1
    if not 0 <= way <= _BOTH_WAYS:
        return (yield from descriptors.wrong(thread, descriptors.EINVAL, e))
    if file.kind == "pair" and way != _WRITING:
        raise NotUnderstood("end of reading from a pair of sockets", e.pos)
    if file.target is not None:
        file.target.writers = 0
    return 0


def _look(thread: Thread, v: Value, x: A.Expr, size: int, pos: A.Pos) -> Doing[None]:
    for at, length in pieces(thread, x, size) if as_pointer(v).address else ():
        yield from thread.touch(thread.moved(as_pointer(v), at), length, pos, write=False)


def _reader(at: int) -> Handler:
    def look(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        yield from _look(thread, args[at], e.args[at], number(args[at + 1]), e.pos)
        return -1 if (yield from _failed(thread, args[0], e)) else 0

    return look


def _writer(at: int, *, gives_number: bool = False) -> Handler:
    def answer(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
        if gives_number and len(args) > _FLAGS and number(args[_FLAGS]) & ~_OF_ACCEPT:
            return (yield from descriptors.wrong(thread, _error(thread, number(args[0])) or descriptors.EINVAL, e))
        if (yield from _failed(thread, args[0], e)):
            return -1
        if as_pointer(args[at]).address or not gives_number:
            yield from _address(thread, args, e, at)
        return descriptors.new(thread, descriptors.File("socket", descriptors.RDWR), e) if gives_number else 0

    return answer


def _address(thread: Thread, args: list[Value], e: A.Call, at: int) -> Doing[None]:
    """Behind argument `at`; how long it is, behind the next one."""
    t = _pointee(e.args[at])
    place = number((yield from thread.load(as_pointer(args[at + 1]), ct.UINT, e.pos)))
    if place != thread.machine.model.size_of(t):
        raise NotUnderstood("address or option for which there is more or less place than it has", e.pos)
    yield from _anything(thread, as_pointer(args[at]), t, e.pos)
    if at == _OPTION and number(args[1]) == _SOL_SOCKET and number(args[2]) in _INTS:
        length = min(place, 4)
    else:
        length = thread.machine.input(ct.UINT, e.pos, 0, _MOST_BYTES)
    yield from thread.store(as_pointer(args[at + 1]), length, ct.UINT, e.pos)


def _pointee(x: A.Expr) -> ct.CType:
    while isinstance(x, A.Cast) and isinstance(x.operand.type, ct.Pointer):
        x = x.operand
    assert isinstance(x.type, ct.Pointer)
    return x.type.to


def _anything(thread: Thread, p: Pointer, t: ct.CType, pos: A.Pos) -> Doing[None]:
    for offset, size in parts(t, thread.machine.model):
        part = ct.Int(8 * size, False, "")
        yield from thread.store(thread.moved(p, offset), thread.machine.input(part, pos), part, pos)


def anything_in(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    yield from _anything(thread, as_pointer(args[0]), _pointee(e.args[0]), e.pos)
    return None


def send(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    if len(args) > 5:
        yield from _look(thread, args[4], e.args[4], number(args[5]), e.pos)
    error = _error(thread, number(args[0]))
    if error:
        return (yield from descriptors.wrong(thread, error, e))
    return (yield from write(thread, args, e))


def recv(thread: Thread, args: list[Value], e: A.Call) -> Doing[Value]:
    error = _error(thread, number(args[0]))
    if error:
        return (yield from descriptors.wrong(thread, error, e))
    has_more = bool(number(args[3])) or (len(args) > 5 and bool(as_pointer(args[4]).address))
    if has_more and descriptors.of(thread).file(number(args[0])).kind == "pair":
        raise NotUnderstood("flags or an address for what comes through a pair of sockets", e.pos)
    done = yield from read(thread, args, e)
    if number(args[3]) & _TRUNCATED and done == number(args[2]):  # then the result is how long the message was
        assert isinstance(e.type, ct.Int)
        done = thread.machine.input(e.type, e.pos, low=number(args[2]))
    if len(args) > 5 and as_pointer(args[4]).address and done != -1:
        yield from _address(thread, args, e, 4)
    return done


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("bind", "connect"), _reader(1)),
    "setsockopt": _reader(3),
    "getsockopt": _writer(3),
    **dict.fromkeys(("getsockname", "getpeername"), _writer(1)),
    **dict.fromkeys(("accept", "accept4"), _writer(1, gives_number=True)),
    **dict.fromkeys(("send", "sendto"), send),
    **dict.fromkeys(("recv", "recvfrom"), recv),
    "listen": listen,
    "shutdown": shutdown,
    "__anything_in": anything_in,
}
