"""C's arithmetic as terms: what an operator yields, and whether a signed result fits. No steps, no control."""

from __future__ import annotations

from threadproof.frontend.ctypes import CType, DataModel, Float, Int
from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.term import Term


def compare(op: str, a: Term, b: Term, signed: bool) -> Term:
    match op:
        case "==":
            return T.eq(a, b)
        case "!=":
            return T.ne(a, b)
        case "<":
            return T.slt(a, b) if signed else T.ult(a, b)
        case "<=":
            return T.sle(a, b) if signed else T.ule(a, b)
        case ">":
            return T.slt(b, a) if signed else T.ult(b, a)
        case _:
            return T.sle(b, a) if signed else T.ule(b, a)


def compare_floats(op: str, a: Term, b: Term) -> Term:
    """What is no number is unequal to everything, and in no order."""
    match op:
        case "==":
            return T.feq(a, b)
        case "!=":
            return T.not_(T.feq(a, b))
        case "<":
            return T.flt(a, b)
        case "<=":
            return T.fle(a, b)
        case ">":
            return T.flt(b, a)
        case _:
            return T.fle(b, a)


FLOATING = {"+": T.fadd, "-": T.fsub, "*": T.fmul, "/": T.fdiv}


def is_integer_in(v: Term, target: Int) -> Term:
    """Does a float fit into an integer type, without its fraction? What it becomes is undefined otherwise (6.3.1.4)."""
    low, relation, high = floats.integers(v.width, target.signed, target.width)
    above = T.REBUILD[relation](T.const(low, v.width), v)
    return T.and_(above, T.flt(v, T.const(high, v.width)))


def converted(v: Term, source: CType, target: Int | Float) -> Term:
    """A number as one of another type, of which at least one is a float."""
    if isinstance(target, Float):
        op = "ftof" if isinstance(source, Float) else "stof" if is_signed(source) else "utof"
    else:
        op = "ftos" if target.signed else "ftou"
    return T.fconvert(op, v, target.width)


PLAIN = {"+": T.add, "-": T.sub, "*": T.mul, "&": T.bvand, "|": T.bvor, "^": T.bvxor}


def operation(op: str, a: Term, b: Term, t: CType, right: CType) -> Term:
    """The value of `a op b` in type t, wrapped around where it does not fit."""
    signed = is_signed(t)
    match op:
        case "<<":
            return T.shl(a, _amount(a, b, right))
        case ">>":
            return (T.ashr if signed else T.lshr)(a, _amount(a, b, right))
        case "/":
            return T.sdiv(a, b) if signed else T.udiv(a, b)
        case "%":
            return T.srem(a, b) if signed else T.urem(a, b)
        case _:
            return PLAIN[op](a, b)


def _amount(a: Term, b: Term, right: CType) -> Term:
    """The right operand of a shift, as wide as the left one."""
    if b.width <= a.width:
        return T.resize(b, a.width, is_signed(right))
    # only the small amounts have a meaning, so nothing is lost
    return T.ite(T.ult(b, T.const(a.width, b.width)), T.extract(b, a.width), T.const(a.width, a.width))


def is_signed(t: CType) -> bool:
    return isinstance(t, Int) and t.signed


def _fits_constant(op: str, x: Term, c: int) -> Term:
    """Is x + c, x - c, c - x ("from") or x * c representable? Between which values must x be for that?"""
    top = 1 << (x.width - 1)
    low, high = -top, top - 1
    match op:
        case "+":
            least, most = low - c, high - c
        case "-":
            least, most = low + c, high + c
        case "from":
            least, most = c - high, c - low
        case _:
            ends = (low, high) if c > 0 else (high, low)
            least, most = (-(-ends[0] // c), ends[1] // c) if c else (low, high)
    return T.and_(
        T.sle(T.const(least, x.width), x) if least > low else T.TRUE,
        T.sle(x, T.const(most, x.width)) if most < high else T.TRUE,
    )


def may_trap(op: str, b: Term, t: CType, model: DataModel) -> bool:
    """INT_MIN / -1 ends the process, unless compilers see the -1, and negate, or have a function for wide numbers."""
    return op in ("/", "%") and is_signed(t) and b.value is None and b.width <= model.pointer_width


def fits(op: str, a: Term, b: Term, right: CType) -> Term:
    """Is the result of `a op b` in the signed type of a representable?"""
    if op == "<<":
        amount = _amount(a, b, right)
        wide = T.shl(T.sext(a, 2 * a.width), T.zext(amount, 2 * a.width))
        return T.and_(
            T.eq(wide, T.sext(T.shl(a, amount), 2 * a.width)),
            T.sle(T.const(0, a.width), a),
            T.ult(amount, T.const(a.width, a.width)),
        )
    if op in ("/", "%"):
        low = T.const(1 << (a.width - 1), a.width)
        return T.not_(T.and_(T.eq(a, low), T.eq(b, T.const(-1, a.width))))
    if op in ("+", "-", "*"):
        if a.value is not None and b.value is None:
            return _fits_constant({"-": "from"}.get(op, op), b, T.to_signed(a.value, a.width))
        if b.value is not None and a.value is None:
            return _fits_constant(op, a, T.to_signed(b.value, b.width))
        double = 2 * a.width if op == "*" else a.width + 1
        exact = PLAIN[op](T.sext(a, double), T.sext(b, double))
        return T.eq(exact, T.sext(PLAIN[op](a, b), double))
    return T.TRUE
