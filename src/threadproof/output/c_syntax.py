"""Terms in C syntax, with the names of the source. Entry point: `to_c`."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.logic.term import Term, Var, to_signed

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
_UNSIGNED = frozenset({"ult", "ule", "udiv", "urem", "lshr"})
#: small negative numbers read better as such
_MOST_NEGATIVE = -1024


def to_c(t: Term, name: Callable[[Var], str]) -> str:
    return _show(t, 0, name)


def _show(t: Term, around: int, name: Callable[[Var], str]) -> str:
    op = t.op
    if op == "const":
        assert t.value is not None
        signed = to_signed(t.value, t.width) if t.width > 1 else t.value
        return str(signed if _MOST_NEGATIVE <= signed < 0 else t.value)
    if op == "var":
        assert t.var is not None
        return name(t.var)
    if op == "select":
        assert t.var is not None
        return name(t.var) + "".join(f"[{_show(a, 0, name)}]" for a in t.args)
    if op == "not":
        inner = t.args[0]
        if inner.op in _OPPOSITE:
            return _infix(_OPPOSITE[inner.op], inner, around, name)
        return "!" + _show(inner, _UNARY, name)
    if op in ("neg", "bvnot"):
        return ("-" if op == "neg" else "~") + _show(t.args[0], _UNARY, name)
    if op in ("zext", "sext", "extract"):
        sign = "u" if op == "zext" else ""
        return f"({sign}int{t.width}_t)" + _show(t.args[0], _UNARY, name)
    if op == "ite":
        c, a, b = (_show(x, 1, name) for x in t.args)
        return _wrapped(f"{c} ? {a} : {b}", 0, around)
    return _infix(_BINARY[op], t, around, name)


def _infix(sign: str, t: Term, around: int, name: Callable[[Var], str]) -> str:
    level = _LEVEL[t.op]
    parts = []
    for n, a in enumerate(t.args):
        text = _show(a, level + (n > 0 and t.op not in ("and", "or")), name)
        if t.op in _UNSIGNED and a.var is not None and a.var.signed and a.op == "var":
            text = f"(unsigned){text}"
        parts.append(text)
    return _wrapped(f" {sign} ".join(parts), level, around)


def _wrapped(text: str, level: int, around: int) -> str:
    return f"({text})" if level < around or (around and not level) else text
