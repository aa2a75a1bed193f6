"""Terms as text, in C-like notation: for the IR printer, traces and invariants."""

from __future__ import annotations

from threadproof.logic.floats import CONVERSIONS
from threadproof.logic.term import Term, to_signed
from threadproof.patterns import pattern

#: in the shape of a variable
DIMENSION = pattern(r"\[(\d*)\]")
_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "udiv": "/u", "sdiv": "/", "urem": "%u", "srem": "%", "bvand": "&",
    "bvor": "|", "bvxor": "^", "shl": "<<", "lshr": ">>u", "ashr": ">>", "eq": "==", "ult": "<u", "ule": "<=u",
    "slt": "<", "sle": "<=", "and": "&&", "or": "||", "fadd": "+f", "fsub": "-f", "fmul": "*f", "fdiv": "/f",
    "feq": "==f", "flt": "<f", "fle": "<=f",
}  # fmt: skip


def show(t: Term) -> str:
    match t.op:
        case "const":
            assert t.value is not None
            if t.width == 0:
                return "true" if t.value else "false"
            # small negative numbers read better as such
            signed = to_signed(t.value, t.width) if t.width > 1 else t.value
            return str(signed) if -1024 <= signed < 0 else str(t.value)
        case "var":
            return str(t.var)
        case "select":
            return f"{t.var}[{', '.join(map(show, t.args))}]"
        case "not":
            inner = t.args[0]
            if inner.op == "eq":
                return f"{_operand(inner.args[0])} != {_operand(inner.args[1])}"
            return f"!{_operand(inner)}"
        case "neg":
            return f"-{_operand(t.args[0])}"
        case "bvnot":
            return f"~{_operand(t.args[0])}"
        case "zext" | "sext" | "extract":
            return f"{ {'zext': 'u', 'sext': 's', 'extract': 'low'}[t.op] }{t.width}({show(t.args[0])})"
        case op if op in CONVERSIONS:
            return f"{op}{t.width}({show(t.args[0])})"
        case "ite":
            return " ? ".join([_operand(t.args[0]), f"{_operand(t.args[1])} : {_operand(t.args[2])}"])
        case op:
            return f" {_INFIX[op]} ".join(map(_operand, t.args))


def _operand(t: Term) -> str:
    text = show(t)
    return f"({text})" if t.op in _INFIX or t.op == "ite" or (t.op == "not" and t.args[0].op == "eq") else text


def element(shape: str, index: int) -> str:
    """`s[3].row[2][4]` and 9 make `s[1].row[0][1]`; without dimensions, it is one of several objects."""
    sizes = DIMENSION.findall(shape)
    if not sizes:
        base, dot, path = settled(shape).partition(".")
        return settled(shape) if index == 0 else f"{base}#{index + 1}{dot}{path}"
    found: list[str] = []
    for size in reversed(sizes[1:]):
        index, rest = divmod(index, int(size or 1))
        found.append(str(rest))
    found.append(str(index))
    return settled(DIMENSION.sub(lambda _: f"[{found.pop()}]", shape))


def settled(shape: str) -> str:
    """The shape of a scalar as its name."""
    return shape.replace("{0}", "[0]")
