"""Sockets: what the system reads and writes is memory of the program, of the types it has there; results are any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.apis.arguments import disturb_errno, first_value, is_no_file, pointee, unless_null
from threadproof.frontend.apis.libc.memory import arbitrary, drop, each, elements, receive, size_of, transmit
from threadproof.frontend.ctypes import BOOL, INT, UINT, Int, Pointer
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

_MSG_TRUNC = 32
#: which argument of accept4 they are, and which there are: SOCK_CLOEXEC, SOCK_NONBLOCK
_FLAGS, _OF_ACCEPT = 3, 0x80800
#: of an address, or of an option
_MOST_BYTES = 128
#: of SOL_SOCKET those that are an int
_SOL_SOCKET, _INT_OPTIONS = 1, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 19, 29, 30, 38, 39)
_INT_BYTES = 4


def _bare(x: A.Expr) -> A.Expr:
    """A pointer as it was before it was cast to another type."""
    while isinstance(x, A.Cast) and isinstance(x.operand.type, Pointer):
        x = x.operand
    return x


def _failed(c: Calls, file: Term, is_sure: Term = T.FALSE) -> Term:
    nondet = c.hold(c.nondet(BOOL), BOOL)
    assert isinstance(nondet, Term)
    failed = T.or_(is_sure, T.is_nonzero(nondet))
    disturb_errno(c, failed)
    return T.or_(failed, is_no_file(c, file))


def _reads(at: int) -> Handler:
    """Memory behind argument `at`, as long as the next one says; 0, or -1."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        file = first_value(c, e.args[:at])
        look(c, c.arg(e, at), size_of(c, c.arg(e, at + 1)))
        return T.ite(_failed(c, file), c.result(e, -1), c.result(e, 0))

    return handler


def look(c: Calls, x: A.Expr, size: Term) -> None:
    """Where there is no address, the system looks nowhere."""

    def read(_: R.Ptr) -> None:
        found = elements(c, _bare(x), size, "input of the system")
        if found is not None:
            each(c, found.count, lambda i: drop(c.load(found.at(i), found.of, order=O.Order.PLAIN)))

    unless_null(c, c.pointer(x), read)


def _writes(at: int, *, gives_number: bool = False, may_be_null: bool = False, is_of_option: bool = False) -> Handler:
    """Memory behind argument `at`, of which the next one says how long it is, and is told how long the answer is."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        file = first_value(c, [*e.args[:at], *e.args[at + 2 :]])
        flags = c.number(e.args[_FLAGS]) if gives_number and len(e.args) > _FLAGS else None
        is_refused = T.TRUE if flags is not None and flags & ~_OF_ACCEPT else T.FALSE
        failed = c.hold(T.from_bool(_failed(c, file, is_refused), 8), BOOL)
        assert isinstance(failed, Term)
        good, end = c.location(), c.location()
        c.branch(T.is_nonzero(failed), end, good)
        c.at = good
        if may_be_null:
            unless_null(c, c.pointer(c.arg(e, at)), lambda held: _answer(c, held, e, at))
        else:
            _answer(c, c.pointer(c.arg(e, at)), e, at, is_of_option=is_of_option)
        c.jump(end)
        c.at = end
        number = c.nondet(INT, 0, 0x7FFFFFFF) if gives_number else c.result(e, 0)
        return T.ite(T.is_nonzero(failed), c.result(e, -1), number)

    return handler


def _answer(c: Calls, pointer: R.Ptr, e: A.Call, at: int, *, is_of_option: bool = False) -> None:
    """(No more than there is place for, so no more than the object, of which any part may be written.)"""
    t = pointee(c.arg(e, at))
    held = c.hold(c.pointer(c.arg(e, at + 1)), Pointer(UINT))
    assert isinstance(held, R.Ptr)
    place = c.deref(held, UINT)
    limit = c.load(place, UINT, order=O.Order.PLAIN)
    assert isinstance(limit, Term)
    size = T.const(c.size_of(t), 32)
    c.only_if(T.eq(limit, size), "address or option for which there is more or less place than it has")
    arbitrary(c, c.deref(pointer, t), t)
    if is_of_option and c.number(e.args[1]) == _SOL_SOCKET and c.number(e.args[2]) in _INT_OPTIONS:
        length = T.const(min(c.size_of(t), _INT_BYTES), 32)
    else:
        length = c.nondet(UINT, 0, _MOST_BYTES)
    c.store(place, UINT, length, order=O.Order.PLAIN)


def _send(c: Calls, e: A.Call, wanted: bool) -> Value:
    if len(e.args) > 5:
        look(c, e.args[4], size_of(c, e.args[5]))
    return transmit(c, replace(e, args=e.args[:4]), wanted)


def _length_of_message(c: Calls, e: A.Call, done: Term) -> Term:
    """With MSG_TRUNC, how long the message was, of which as much came as there is place for."""
    flags = c.integer(c.arg(e, 3))
    asked = T.ne(T.bvand(flags, T.const(_MSG_TRUNC, flags.width)), T.const(0, flags.width))
    if asked == T.FALSE:
        return done
    size = T.resize(c.integer(c.arg(e, 2)), done.width, False)
    length = c.nondet(Int(done.width, True, ""))
    is_longer = T.and_(asked, T.eq(done, size), T.sle(size, length))
    held = c.hold(T.ite(is_longer, length, done), Int(done.width, True, ""))
    assert isinstance(held, Term)
    return held


def _recv(c: Calls, e: A.Call, wanted: bool) -> Value:
    done = receive(c, replace(e, args=e.args[:4]), wanted)
    assert isinstance(done, Term)
    done = _length_of_message(c, e, done)
    if len(e.args) > 5 and not c.pointer(e.args[4]).is_null:
        held = c.hold(done, e.type)
        assert isinstance(held, Term)
        good, end = c.location(), c.location()
        c.branch(T.eq(held, c.result(e, -1)), end, good)
        c.at = good
        unless_null(c, c.pointer(e.args[4]), lambda pointer: _answer(c, pointer, e, 4))
        c.jump(end)
        c.at = end
        return held
    return done


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("bind", "connect"), _reads(1)),
    "setsockopt": _reads(3),
    "getsockopt": _writes(3, is_of_option=True),
    **dict.fromkeys(("getsockname", "getpeername"), _writes(1)),
    **dict.fromkeys(("accept", "accept4"), _writes(1, gives_number=True, may_be_null=True)),
    **dict.fromkeys(("send", "sendto"), _send),
    **dict.fromkeys(("recv", "recvfrom"), _recv),
}
