"""What the texts in `library` ask about pointers to arguments of main, where those may be any."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Int, Pointer, Void
from threadproof.frontend.lower.arguments import NUMBERS, length_of, which
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler


#: about an argument as a number
_INPUTS = ("is_number", "is_large", "goes_on", "as_int", "as_long", "as_ulong", "as_llong", "as_ullong", "order")


def _asked(answer: Callable[[Calls, R.Ptr, int], Term], otherwise: int, width: int | None = None) -> Handler:
    """The answer for the argument that the pointer points into."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        p = c.hold(c.pointer(c.arg(e, 0)), Pointer(Void()))
        assert isinstance(p, R.Ptr)
        found = T.const(otherwise, width or c.model.pointer_width)
        for here, n in which(c, p):
            found = T.ite(here, answer(c, p, n), found)
        return found

    return handler


def _is_inside(c: Calls, p: R.Ptr, n: int) -> Term:
    return T.from_bool(T.ule(p.off, length_of(c, n)), 32)


def _is_whole(c: Calls, p: R.Ptr, n: int) -> Term:
    return T.from_bool(T.eq(p.off, T.const(0, p.off.width)), 32)


def _number(name: str) -> Handler:
    """The function of the library, which is told whose number it is asked for."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        written = c.program.library.function(name)
        assert written is not None
        outer, c.asked = c.asked, c.program.asked_once.get(id(e), c.asked)
        value = c.call_function(written, e, wanted)
        c.asked = outer
        return value

    return handler


def _are_any_arguments(c: Calls, e: A.Call, wanted: bool) -> Value:
    """(If some other vector is meant: more can happen than there is, as with arguments themselves.)"""
    return T.const(int(c.program.arguments is not None), 32)


def _is_asked_once(c: Calls, e: A.Call, wanted: bool) -> Value:
    return T.const(int(c.asked is not None), 32)


def _input(name: str) -> Handler:
    """Something about the argument that is made a number of."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        assert isinstance(e.type, Int)
        v = c.new_var(f"__argument_{name}" + ("" if c.asked is None else f"[{c.asked}]"), e.type.width)
        c.temporaries.add(v)
        c.emit(O.Havoc(v, (), 0, (1 << e.type.width) - 1))
        return T.var(v)

    return handler


HANDLERS: dict[str, Handler] = {
    **{name: _number(name) for name in (*NUMBERS, "strcmp")},
    **{f"__some_{name}": _input(name) for name in _INPUTS},
    "__is_asked_once": _is_asked_once,
    "__are_any_arguments": _are_any_arguments,
    "__is_in_argument": _asked(_is_inside, 0, 32),
    "__is_argument": _asked(_is_whole, 0, 32),
    "__argument_number": _asked(lambda c, p, n: T.const(n, 32), 0, 32),
    "__argument_length": _asked(lambda c, p, n: T.sub(length_of(c, n), p.off), 0),
}
