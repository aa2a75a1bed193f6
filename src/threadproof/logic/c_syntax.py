"""Terms in C syntax, with the names of the source. Entry point: `to_c`."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.logic import floats
from threadproof.logic.term import BOOL, Term, Var, to_signed

_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "udiv": "/", "sdiv": "/", "urem": "%", "srem": "%", "bvand": "&", "bvor": "|",
    "bvxor": "^", "shl": "<<", "lshr": ">>", "ashr": ">>", "eq": "==", "ult": "<", "ule": "<=", "slt": "<", "sle": "<=",
    "and": "&&", "or": "||",
}  # fmt: skip
#: how tightly an operator binds, as in C
_LEVEL = {
    "or": 1, "and": 2, "bvor": 3, "bvxor": 4, "bvand": 5, "eq": 6, "ult": 7, "ule": 7, "slt": 7, "sle": 7, "shl": 8,
    "lshr": 8, "ashr": 8, "add": 9, "sub": 9, "mul": 10, "udiv": 10, "sdiv": 10, "urem": 10, "srem": 10,
}  # fmt: skip
_OPPOSITE = {"eq": "!=", "ult": ">=", "ule": ">", "slt": ">=", "sle": ">"}
_UNARY = 11
_UNSIGNED = frozenset({"ult", "ule", "udiv", "urem", "lshr", "zext"})
_SIGNED = frozenset({"slt", "sle", "sdiv", "srem", "ashr", "sext"})
#: narrower values become int before anything is done with them
_INT = 32


def to_c(t: Term, name: Callable[[Var], str]) -> str:
    """It has the value in C that the term has: casts say where something is read as (un)signed that is not.

    What is computed with floats, whose bits a term has, is shown as calls of functions that C does not have.
    """
    return _show(t, 0, name, None)


def _is_signed(t: Term) -> bool | None:
    """How a term would be read that is shown as it is; None: in either way."""
    if t.op in ("var", "select"):
        assert t.var is not None
        return t.var.signed or t.width == BOOL
    if t.op in _UNSIGNED | _SIGNED:
        return t.op in _SIGNED
    parts = () if t.op in ("const", "extract") else t.args[1:] if t.op == "ite" else t.args
    return next((s for s in map(_is_signed, parts) if s is not None), None)


def _show(t: Term, around: int, name: Callable[[Var], str], signed: bool | None) -> str:
    """`signed`: how it is read; None: as it is."""
    op = t.op
    if op == "const":
        assert t.value is not None
        is_large = t.width >= _INT and t.value >> t.width - 1
        if not signed or t.width == BOOL:
            return f"{t.value}u" if is_large else str(t.value)
        number = to_signed(t.value, t.width)
        # (the positive number would not fit)
        return f"({number + 1} - 1)" if is_large and t.value == 1 << t.width - 1 else str(number)
    if op in ("var", "select"):
        assert t.var is not None
        text = name(t.var) + "".join(f"[{_show(a, 0, name, False)}]" for a in t.args)
        return text if signed in (None, _is_signed(t)) else _cast(t.width, signed) + text
    if op == "not":
        inner = t.args[0]
        if inner.op in _OPPOSITE:
            return _infix(_OPPOSITE[inner.op], inner, around, name)
        return "!" + _show(inner, _UNARY, name, None)
    if op in floats.OPERATORS:
        args = ", ".join(_show(a, 0, name, False) for a in t.args)
        return f"{op}{t.width or t.args[0].width}({args})"
    if t.width == BOOL and op != "ite":
        return _infix(_BINARY[op], t, around, name)
    if signed is None:
        signed = _is_signed(t) is not False
    if op in ("zext", "sext"):
        text = _show(t.args[0], _UNARY, name, op == "sext")
        return text if t.width <= _INT and signed else _cast(t.width, signed) + text
    if op == "extract":
        return _cast(t.width, signed) + _show(t.args[0], _UNARY, name, None)
    if op == "ite":
        c = _show(t.args[0], 1, name, None)
        a, b = (_show(x, 1, name, signed) for x in t.args[1:])
        return _wrapped(f"{c} ? {a} : {b}", 0, around)
    is_exact = op in ("bvand", "bvor", "bvxor", "urem", "udiv", "lshr", "ashr", "srem")
    must_be_cast = (t.width < _INT and not is_exact) or (op in _UNSIGNED | _SIGNED and signed != (op in _SIGNED))
    inside = _UNARY if must_be_cast else around
    if op in ("neg", "bvnot"):
        text = ("-" if op == "neg" else "~") + _show(t.args[0], _UNARY, name, signed)
    else:
        text = _infix(_BINARY[op], t, inside, name, signed)
    return _cast(t.width, signed) + text if must_be_cast else text


def _infix(sign: str, t: Term, around: int, name: Callable[[Var], str], signed: bool | None = None) -> str:
    level = _LEVEL[t.op]
    if t.op in _UNSIGNED | _SIGNED:
        signed = t.op in _SIGNED
    elif t.op == "eq":
        found = [s for s in map(_is_signed, t.args) if s is not None]
        signed = found[0] if found else True
    parts = [
        _show(a, level + (n > 0 and t.op not in ("and", "or")), name, None if t.op in ("and", "or") else signed)
        for n, a in enumerate(t.args)
    ]
    return _wrapped(f" {sign} ".join(parts), level, around)


def _cast(width: int, signed: bool | None) -> str:
    return f"({'' if signed else 'u'}int{width}_t)"


def _wrapped(text: str, level: int, around: int) -> str:
    return f"({text})" if level < around or (around and not level) else text
