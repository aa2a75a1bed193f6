"""<stdarg.h>: what is passed for `...`, argument by argument. What a `va_list` is: `lower.passing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CHAR, SCHAR, UCHAR, CType, Int, Pointer, Void, is_thread_id, show
from threadproof.frontend.lower.passing import Passed
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

_ALIKE = "arguments for ... are passed alike if they are pointers, or integers of one size"
_BYTES = (CHAR, SCHAR, UCHAR)


def list_argument(c: Calls, x: A.Expr) -> R.Ptr:
    held = c.hold(c.pointer(x), Pointer(Void()))
    assert isinstance(held, R.Ptr)
    return held


def _own_list(c: Calls, x: A.Expr) -> R.Ptr:
    """One that ends with the function, so that it is never about the arguments of a call that is over."""
    place = x.place if isinstance(x, A.Decay) else x
    while isinstance(place, A.Member | A.Index):
        place = place.base if isinstance(place, A.Member) else place.array
    if not (isinstance(place, A.Name) and isinstance(place.decl, A.VarDecl) and place.decl.storage == "local"):
        c.unsupported("list of arguments that is no variable of the function")
    return list_argument(c, x)


def _start(c: Calls, e: A.Call, wanted: bool) -> Value:
    pointer = _own_list(c, c.arg(e, 0))
    passed = c.frame.passed
    if passed is None or not passed.number:
        c.unsupported("va_start in a function that is not called by the program")
        return None
    c.set_list(pointer, passed.number)
    return None


def _end(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.set_list(list_argument(c, c.arg(e, 0)), 0)
    return None


def _copy(c: Calls, e: A.Call, wanted: bool) -> Value:
    to, source = _own_list(c, c.arg(e, 0)), list_argument(c, c.arg(e, 1))
    places = zip(c.list_at(to)[:2], c.list_at(source)[:2], strict=True)
    t = c.list_at(to)[2]
    for place, value in [(place, c.read_part(other, t)) for place, other in places]:
        c.store(place, t, value, order=O.Order.PLAIN)
    return None


def _next(c: Calls, e: A.Call, wanted: bool) -> Value:
    pointer = list_argument(c, c.arg(e, 0))
    holder = None if isinstance(e.type, Void) else c.result_holder(e.type)
    _, second, t = c.list_at(pointer)
    assert isinstance(t, Int)

    def is_possible(more: Sequence[Passed]) -> bool:
        return bool(more) and more[0].holder is not None and not obstacle(c, more[0].type, e.type)

    def take(more: Sequence[Passed]) -> None:
        passed = more[0]
        assert passed.holder is not None and holder is not None
        value = c.result_value(passed.holder)
        is_other_sign = isinstance(passed.type, Int) and isinstance(e.type, Int) and passed.type.signed != e.type.signed
        if is_other_sign and isinstance(value, Term):
            is_in_both = T.sle(T.const(0, value.width), value)
            c.only_if(is_in_both, f"va_arg of type {show(e.type)} for a value that only {show(passed.type)} has")
        c.keep_result(holder, value)
        c.store(second, t, T.add(c.read_part(second, t), T.const(1, t.width)), order=O.Order.PLAIN)

    if holder is None:
        c.unsupported(f"va_arg of type {show(e.type)}")
        return c.dummy(e.type)
    c.with_arguments(pointer, take, f"va_arg of type {show(e.type)}, of which no argument is next", is_possible)
    return c.result_value(holder)


def obstacle(c: Calls, passed: CType, wanted: CType) -> bool:
    """An argument of one type cannot be taken as another: it is undefined, and does not work either."""
    if isinstance(passed, Int) and isinstance(wanted, Int):
        if passed.rank != wanted.rank and passed.width == wanted.width:
            c.program.scope[_ALIKE] = None
        return passed.width != wanted.width or wanted.is_bool or is_thread_id(passed) != is_thread_id(wanted)
    if isinstance(passed, Pointer) and isinstance(wanted, Pointer):
        if passed.to != wanted.to and not all(isinstance(t.to, Void) or t.to in _BYTES for t in (passed, wanted)):
            c.program.scope[_ALIKE] = None
        return False
    return passed != wanted


HANDLERS: dict[str, Handler] = {
    "__builtin_va_start": _start,
    "__builtin_va_end": _end,
    "__builtin_va_copy": _copy,
    "__builtin_va_arg": _next,
}
