"""GCC's arithmetic that says whether it overflowed: computed with enough bits, then cut to the type of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Int, Pointer
from threadproof.frontend.lower.whole import Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler

_OPERATIONS = {"add": T.add, "sub": T.sub, "mul": T.mul}


def _overflow(c: Calls, e: A.Call, wanted: bool) -> Value:
    """Operands, and where the result goes; or, with `_p`, only a value of its type."""
    name = e.callee.decl.name if isinstance(e.callee, A.Name) else ""
    types = [c.arg(e, i).type for i in range(3)]
    a, b, target = c.values([c.arg(e, i) for i in range(3)])
    left, right, result = types[0], types[1], types[2].to if isinstance(types[2], Pointer) else types[2]
    if not (isinstance(left, Int) and isinstance(right, Int) and isinstance(result, Int) and not result.is_bool):
        c.unsupported(f"{name} of these types")
        return c.dummy(e.type)
    if result.atomic or not (isinstance(a, Term) and isinstance(b, Term)):
        c.unsupported(f"{name} of these values")
        return c.dummy(e.type)
    c.calculates(left, right, result)
    operation = next(op for word, op in _OPERATIONS.items() if word in name)
    width = 8 + max(left.width + right.width, result.width)
    exact = operation(T.resize(a, width, left.signed), T.resize(b, width, right.signed))
    kept = T.extract(exact, result.width)
    overflows = T.from_bool(T.ne(T.resize(kept, width, result.signed), exact), 8)
    if isinstance(target, R.Ptr):
        c.store(c.deref(target, result), result, kept, order=O.Order.PLAIN)
    return overflows


_KINDS = ["", *(sign + long for sign in "su" for long in ("", "l", "ll"))]
HANDLERS: dict[str, Handler] = {
    **{f"__builtin_{k[:1]}{name}{k[1:]}_overflow": _overflow for name in _OPERATIONS for k in _KINDS},
    **{f"__builtin_{name}_overflow_p": _overflow for name in _OPERATIONS},
}
