"""Evaluates integer constant expressions over the typed tree, in the arithmetic of the data model."""

from __future__ import annotations

from math import isfinite

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.folding import fold, is_calculated
from threadproof.frontend.read.literals import rounded


def wrap(value: int, t: ct.CType, model: ct.DataModel) -> int:
    """The value as converted to an integer (or pointer) type."""
    if isinstance(t, ct.Pointer):
        return value & ((1 << model.pointer_width) - 1)
    if not isinstance(t, ct.Int):
        return value
    if t.is_bool:
        return int(value != 0)
    value &= (1 << t.width) - 1
    return value - (1 << t.width) if t.signed and value >> (t.width - 1) else value


def evaluate(e: ast.Expr, model: ct.DataModel) -> int | None:
    """The value of a constant expression of integer or pointer type; None if it is not constant."""
    match e:
        case ast.Const():
            return e.value
        case ast.Cast():
            return _cast(e, model)
        case ast.Unary():
            return _unary(e, model)
        case ast.Binary():
            return _binary(e, model)
        case ast.Logical():
            left = truth(e.left, model)
            if left is None:
                return None
            if left == (e.op == "||"):
                return int(left)
            right = truth(e.right, model)
            return None if right is None else int(right)
        case ast.Cond():
            chosen = truth(e.cond, model)
            if chosen is None:
                return None
            branch = e.other if not chosen else e.cond if e.then is None else e.then
            value = evaluate(branch, model)
            return None if value is None else wrap(value, e.type, model)
        case ast.AddrOf() | ast.Decay():
            return address(e.place, model)
        case ast.PtrAdd():
            pointer, index = evaluate(e.pointer, model), evaluate(e.index, model)
            if pointer is None or index is None or not isinstance(e.type, ct.Pointer):
                return None
            step = index * _size(e.type.to, model)
            return wrap(pointer - step if e.negative else pointer + step, e.type, model)
        case ast.PtrDiff():
            left_at, right_at = evaluate(e.left, model), evaluate(e.right, model)
            if left_at is None or right_at is None or not isinstance(e.left.type, ct.Pointer):
                return None
            size = _size(e.left.type.to, model)
            return (left_at - right_at) // size if size else None
        case ast.Call(callee=ast.Name(decl=decl)) if is_calculated(decl.name):
            result = fold(decl.name, e.args, [evaluate(a, model) for a in e.args])
            return None if result is None else wrap(result, e.type, model)
    return None


def address(place: ast.Expr, model: ct.DataModel) -> int | None:
    """The address of a place that is reached from a constant pointer, as in `&((T *)0)->field`."""
    match place:
        case ast.Deref():
            return evaluate(place.pointer, model)
        case ast.Member() if place.bits is None:
            base = address(place.base, model)
            return None if base is None else base + place.offset
        case ast.Index():
            base, index = address(place.array, model), evaluate(place.index, model)
            return None if base is None or index is None else base + index * _size(place.type, model)
    return None


def _size(t: ct.CType, model: ct.DataModel) -> int:
    try:
        return model.size_of(t)
    except LookupError:
        return 0


def truth(e: ast.Expr, model: ct.DataModel) -> bool | None:
    """Is the value of a constant expression other than zero? None if it is not constant."""
    number = float_value(e, model) if isinstance(e.type, ct.Float) else evaluate(e, model)
    if number is None and _is_a_string(e):
        return True
    return None if number is None else number != 0


def _is_a_string(e: ast.Expr) -> bool:
    """Its address is not null. (That of a variable or a function may be, if it is weak.)"""
    while isinstance(e, ast.Cast) and isinstance(e.type, ct.Pointer):
        e = e.operand
    return isinstance(e, ast.AddrOf | ast.Decay) and isinstance(e.place, ast.Str)


def float_value(e: ast.Expr, model: ct.DataModel) -> float | None:
    from fractions import Fraction

    match e:
        case ast.FloatConst():
            return e.value if isfinite(e.value) else None
        case ast.Cast() if isinstance(e.type, ct.Float):
            is_float = isinstance(e.operand.type, ct.Float)
            value = float_value(e.operand, model) if is_float else evaluate(e.operand, model)
            return None if value is None else rounded(Fraction(value), e.type.width)
        case ast.Unary(op="-"):
            operand = float_value(e.operand, model)
            return None if operand is None else -operand
        case ast.Binary(op="+" | "-" | "*" | "/") if isinstance(e.type, ct.Float):
            x, y = float_value(e.left, model), float_value(e.right, model)
            if x is None or y is None or (e.op == "/" and y == 0):
                return None
            a, b = Fraction(x), Fraction(y)
            exact = a + b if e.op == "+" else a - b if e.op == "-" else a * b if e.op == "*" else a / b
            return rounded(exact, e.type.width)
    return None


def _cast(e: ast.Cast, model: ct.DataModel) -> int | None:
    if not isinstance(e.type, ct.Int | ct.Pointer):
        return None
    if isinstance(e.operand.type, ct.Float):
        number = float_value(e.operand, model)
        if number is None or number != number or abs(number) == float("inf"):
            return None
        if isinstance(e.type, ct.Int) and e.type.is_bool:
            return int(number != 0)
        whole = int(number)
        return whole if wrap(whole, e.type, model) == whole else None  # undefined if it does not fit
    value = evaluate(e.operand, model)
    if value is not None and isinstance(e.operand.type, ct.Pointer):
        value = wrap(value, ct.Int(model.pointer_width, True, ""), model)  # a wider integer has its sign
    return None if value is None else wrap(value, e.type, model)


def _unary(e: ast.Unary, model: ct.DataModel) -> int | None:
    if e.op == "!":
        is_true = truth(e.operand, model)
        return None if is_true is None else int(not is_true)
    value = evaluate(e.operand, model)
    if value is None:
        return None
    return wrap(-value if e.op == "-" else ~value, e.type, model)


def _binary(e: ast.Binary, model: ct.DataModel) -> int | None:
    if isinstance(e.left.type, ct.Float):
        x, y = float_value(e.left, model), float_value(e.right, model)
        return None if x is None or y is None else _compare(e.op, x, y)
    a, b = evaluate(e.left, model), evaluate(e.right, model)
    if e.op in ("==", "!=") and ((_is_a_string(e.left) and b == 0) or (_is_a_string(e.right) and a == 0)):
        return int(e.op == "!=")
    if a is None or b is None:
        return None
    match e.op:
        case "+":
            value = a + b
        case "-":
            value = a - b
        case "*":
            value = a * b
        case "/" | "%":
            if b == 0:
                return None
            quotient = abs(a) // abs(b)
            if (a < 0) != (b < 0):
                quotient = -quotient
            value = quotient if e.op == "/" else a - b * quotient
        case "<<" | ">>":
            width = e.type.width if isinstance(e.type, ct.Int) else 0
            if not 0 <= b < width:
                return None
            value = a << b if e.op == "<<" else a >> b
        case "&":
            value = a & b
        case "|":
            value = a | b
        case "^":
            value = a ^ b
        case _:
            return _compare(e.op, a, b)
    return wrap(value, e.type, model)


def _compare(op: str, a: float, b: float) -> int | None:
    match op:
        case "<":
            return int(a < b)
        case "<=":
            return int(a <= b)
        case ">":
            return int(a > b)
        case ">=":
            return int(a >= b)
        case "==":
            return int(a == b)
        case "!=":
            return int(a != b)
    return None


def is_static(e: ast.Expr, model: ct.DataModel) -> bool:
    """May an object that lives as long as the program be initialised with this?"""
    match e:
        case ast.Decay() | ast.AddrOf():
            return _is_static_place(e.place, model)
        case ast.Cast(operand=(ast.AddrOf() | ast.Decay()) as operand, type=ct.Int(is_bool=True)):
            # that the address of a variable is not null is all that compilers know
            return isinstance(operand.place, ast.Name) and is_static(operand, model)
        case ast.Cast() if isinstance(e.operand.type, ct.Pointer) and isinstance(e.type, ct.Int):
            # an address is known to the linker only as a whole
            return e.type.width >= model.pointer_width and is_static(e.operand, model)
        case ast.Cast(type=ct.Int(is_bool=False, width=width)) if width < model.pointer_width and _has_address(
            e.operand, model
        ):
            return False
        case ast.Cast() | ast.Unary():
            return is_static(e.operand, model)
        case ast.Binary(op="/" | "%") if isinstance(e.type, ct.Int) and evaluate(e.right, model) == 0:
            return False
        case ast.Logical() if (left := truth(e.left, model)) is not None and left == (e.op == "||"):
            return True
        case ast.Binary() | ast.Logical() | ast.PtrDiff():
            return is_static(e.left, model) and is_static(e.right, model)
        case ast.PtrAdd():
            return is_static(e.pointer, model) and is_static(e.index, model)
        case ast.Cond() if (chosen := truth(e.cond, model)) is not None:
            return is_static(e.other if not chosen else e.cond if e.then is None else e.then, model)
        case ast.Cond():
            return (
                is_static(e.cond, model) and is_static(e.other, model) and (e.then is None or is_static(e.then, model))
            )
        case ast.Load(place=ast.CompoundLiteral(decl=decl)):
            return decl.init is not None and all(is_static(p.value, model) for p in decl.init.parts)
        case ast.Load():
            return _is_constant_place(e.place)
        case ast.Call(callee=ast.Name(decl=decl)):
            return decl.name.startswith("__builtin_") and all(is_static(a, model) for a in e.args)
        case ast.Call() | ast.Assign() | ast.CompoundAssign() | ast.IncDec() | ast.StmtExpr() | ast.Comma():
            return False
    return True


def is_constant_expression(e: ast.Expr, model: ct.DataModel) -> bool:
    """By the letter (6.6): all operands are constants, even those that do not matter, and nothing overflows.

    A float is one only as the operand of a cast; here it is not known whether it was written so, and the answer is yes.
    """
    match e:
        case ast.Const():
            return isinstance(e.type, ct.Int)
        case ast.Cast(operand=x):
            return isinstance(e.type, ct.Int) and (isinstance(x, ast.FloatConst) or is_constant_expression(x, model))
        case ast.Unary(operand=x):
            return is_constant_expression(x, model) and not _overflows(e, model)
        case ast.Binary(left=x, right=y) | ast.Logical(left=x, right=y):
            return is_constant_expression(x, model) and is_constant_expression(y, model) and not _overflows(e, model)
        case ast.Cond(cond=c, then=x, other=y):
            return all(part is None or is_constant_expression(part, model) for part in (c, x, y))
        case ast.Call(callee=ast.Name(decl=decl)):
            return decl.name.startswith("__builtin_") and evaluate(e, model) is not None
    return False


def _overflows(e: ast.Expr, model: ct.DataModel) -> bool:
    if not isinstance(e.type, ct.Int) or not e.type.signed:
        return False
    match e:
        case ast.Unary(op="-", operand=x):
            left: int | None = 0
            right, op = evaluate(x, model), "-"
        case ast.Binary(op="+" | "-" | "*" as op, left=x, right=y):
            left, right = evaluate(x, model), evaluate(y, model)
        case _:
            return False
    if left is None or right is None:
        return False
    return evaluate(e, model) != (left + right if op == "+" else left - right if op == "-" else left * right)


def _has_address(e: ast.Expr, model: ct.DataModel) -> bool:
    """Does an integer depend on where something lies?"""
    match e:
        case ast.Cast() if isinstance(e.type, ct.Int | ct.Pointer):
            return _has_address(e.operand, model)
        case ast.Unary(op="-" | "~" | "+"):
            return _has_address(e.operand, model)
        case ast.Binary(op="+" | "-"):
            return _has_address(e.left, model) or _has_address(e.right, model)
        case ast.AddrOf() | ast.Decay() | ast.PtrAdd():
            return evaluate(e, model) is None
    return False


def _is_static_place(place: ast.Expr, model: ct.DataModel) -> bool:
    match place:
        case ast.Name(decl=ast.VarDecl() as decl) | ast.CompoundLiteral(decl=decl):
            return decl.storage in ("global", "static")
        case ast.Member():
            return _is_static_place(place.base, model)
        case ast.Index():
            return _is_static_place(place.array, model) and is_static(place.index, model)
        case ast.Deref():
            return is_static(place.pointer, model)
    return True


def _is_constant_place(place: ast.Expr) -> bool:
    """Compilers know what constant variables hold."""
    while isinstance(place, ast.Member | ast.Index):
        place = place.base if isinstance(place, ast.Member) else place.array
    return not isinstance(place, ast.Name | ast.Deref) or (
        isinstance(place, ast.Name)
        and isinstance(place.decl, ast.VarDecl)
        and place.decl.storage != "param"
        and not place.decl.type.atomic
        and place.decl.qualifiers & (ct.CONST | ct.VOLATILE) == ct.CONST
    )
