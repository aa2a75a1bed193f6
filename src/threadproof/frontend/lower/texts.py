"""Lvalues and their indices roughly as the user wrote them, for messages and traces."""

from __future__ import annotations

from threadproof.frontend import ast as A

_POSTFIX, _UNARY = 15, 14
_BINARY = {
    op: level
    for level, ops in enumerate(("|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"), start=6)
    for op in ops.split()
}


def text_of(e: A.Expr, level: int = 0) -> str:
    """`level`: how tightly what stands around it binds."""
    match e:
        case A.Name():
            return e.decl.name
        case A.Const():
            return _enclosed(str(e.value), _UNARY if e.value < 0 else _POSTFIX, level)
        case A.Member(base=A.Deref(pointer=p)) if not _is_element(p):
            return f"{text_of(p, _POSTFIX)}->{e.name}"
        case A.Member():
            return f"{text_of(e.base, _POSTFIX)}.{e.name}"
        case A.Index():
            return f"{text_of(e.array, _POSTFIX)}[{text_of(e.index)}]"
        case A.Deref(pointer=A.PtrAdd() as p) if _is_element(p):
            return f"{text_of(p.pointer, _POSTFIX)}[{text_of(p.index)}]"
        case A.Deref():
            return _enclosed(f"*{text_of(e.pointer, _UNARY)}", _UNARY, level)
        case A.Load(place=x) | A.Decay(place=x) | A.Cast(operand=x):
            return text_of(x, level)
        case A.AddrOf():
            return _enclosed(f"&{text_of(e.place, _UNARY)}", _UNARY, level)
        case A.Unary():
            return _enclosed(f"{e.op}{text_of(e.operand, _UNARY)}", _UNARY, level)
        case A.PtrAdd():
            sign = "-" if e.negative else "+"
            return _enclosed(f"{text_of(e.pointer, 12)} {sign} {text_of(e.index, 13)}", 12, level)
        case A.Binary():
            mine = _BINARY[e.op]
            return _enclosed(f"{text_of(e.left, mine)} {e.op} {text_of(e.right, mine + 1)}", mine, level)
        case A.Call(callee=A.Name(decl=A.FuncDecl() as f)):
            return f"{f.name}({'...' if e.args else ''})"
        case _:
            return "..."


def _enclosed(text: str, mine: int, level: int) -> str:
    return text if mine >= level else f"({text})"


def _is_element(p: A.Expr) -> bool:
    return isinstance(p, A.PtrAdd) and not p.negative
