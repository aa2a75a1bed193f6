"""Functions without a body under `--unknown-calls havoc`: any result, any change of what their arguments lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.analysis.points_to import From, LoadFrom
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    CONST,
    CType,
    Float,
    Int,
    Pointer,
    Struct,
    Void,
    is_argument_list,
    is_thread_id,
    show,
)
from threadproof.frontend.lower.whole import StructValue, Value
from threadproof.frontend.unknown import ASSUMPTION, MARK, said_of
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler


def assumed(f: A.FuncDecl) -> Handler:
    def handle(c: Calls, e: A.Call, wanted: bool) -> Value:
        c.program.scope[said_of(f)] = None
        c.program.scope[ASSUMPTION] = None
        args = c.values(e.args)
        if any(is_argument_list(x.type) for x in e.args):
            c.unsupported(f"arguments of a function for {f.name}, which has no body")
        pointers: list[tuple[R.Ptr, bool]] = []
        for n, (v, x) in enumerate(zip(args, e.args, strict=True)):
            if not isinstance(x.type, Pointer) and (isinstance(v, R.Ptr) or _is_address(x)):
                c.unsupported(f"address as a number for {f.name}, which has no body")
            t = f.type.params[n] if n < len(f.type.params) else x.type
            pointers += [(p, not (isinstance(t, Pointer) and t.qualifiers & CONST)) for p in _pointers(v, x.type)]
        if pointers and c.at is not None:
            _change(c, f, pointers)
        return _anything(c, f, e.type, wanted)

    return handle


def _is_address(x: A.Expr) -> bool:
    """Was it a pointer a moment ago?"""
    while isinstance(x, A.Cast):
        x = x.operand
        if isinstance(x.type, Pointer) and not isinstance(x, A.Const):
            return True
    return False


def _pointers(v: Value, t: CType) -> list[R.Ptr]:
    """(A number may be an address, and is no pointer all the same.)"""
    if isinstance(v, StructValue):
        return [x for _, part, x in v.parts if isinstance(x, R.Ptr) and isinstance(part, Pointer)]
    return [v] if isinstance(v, R.Ptr) and isinstance(t, Pointer) and not v.is_null else []


def _change(c: Calls, f: A.FuncDecl, pointers: list[tuple[R.Ptr, bool]]) -> None:
    """What the pointers lead to is found out once it is known what they point to (`memory.unknown_calls`)."""
    reached = c.new_local("reached", Pointer(Void()))
    c.temporaries.update(reached.vars)
    held = []
    for p, may_change in pointers:
        value = c.hold(p, Pointer(Void()))
        assert isinstance(value, R.Ptr)
        held.append((value, may_change))
        c.flow(reached.vars[0], value)
    c.constrain(LoadFrom(reached.vars[0], (From(reached.vars[0], 0, 1),)))
    obj, off = reached.vars
    c.emit(R.UnknownCall(f.name, tuple(held), obj, off), note=f"{f.name}, {MARK} access this")


def _anything(c: Calls, f: A.FuncDecl, t: CType, wanted: bool) -> Value:
    note = f"{f.name}, {MARK} return this"
    match t:
        case _ if not wanted or isinstance(t, Void):
            return c.dummy(t)
        case Int() | Float(width=32 | 64) if not is_thread_id(t):
            return _number(c, t, note)
        case Struct() if t.fields is not None:
            try:
                parts = c.program.scalar_parts(t)
            except LookupError:
                parts = []
            if parts and all(isinstance(part, Int | Float) and not is_thread_id(part) for _, part in parts):
                return StructValue(
                    [(offset, p, _number(c, p, note)) for offset, p in parts if isinstance(p, Int | Float)]
                )
    c.unsupported(f"{show(t)} that {f.name} returns, which has no body")
    return c.dummy(t)


def _number(c: Calls, t: Int | Float, note: str) -> Term:
    v = c.new_temporary(t.width)
    highest = 1 if isinstance(t, Int) and t.is_bool else (1 << t.width) - 1
    c.emit(O.Havoc(v, (), 0, highest), note=note)
    return T.var(v)
