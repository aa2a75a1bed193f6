"""Terms as C expressions with exactly their meaning. Entry point: `Expressions`.

A bit-vector is an unsigned integer of a fixed-width type, and every result is cut to its width; int has 32 bits. What C
leaves undefined is written out: division by zero, shifts by the width or more, and elements outside of an array (which
are only asked for where they cannot matter). `and`, `or`, `ite` stop where they are decided, as in the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from threadproof.logic.term import Term, Var, to_signed

_INFIX = {
    "add": "+", "sub": "-", "mul": "*", "bvand": "&", "bvor": "|", "bvxor": "^", "eq": "==", "ult": "<", "ule": "<=",
    "slt": "<", "sle": "<=", "and": "&&", "or": "||", "udiv": "/", "urem": "%", "sdiv": "/", "srem": "%",
}  # fmt: skip
_OPPOSITE = {"eq": "!=", "ult": ">=", "ule": ">", "slt": ">=", "sle": ">"}
_SIGNED = frozenset({"slt", "sle", "sdiv", "srem", "ashr"})
_DIVISIONS = frozenset({"udiv", "urem", "sdiv", "srem"})
#: the function behind an operation that C defines in part, for operands that are not constant
_FUNCTIONS = {
    "udiv": "return b ? a / b : {ones};",
    "urem": "return b ? a % b : a;",
    "sdiv": "if (!b) return a >> {top} ? 1 : {ones};\n"
    "    return b == {ones} ? 0 - a : {cut}({a} / {b});",
    "srem": "return !b ? a : b == {ones} ? 0 : {cut}({a} % {b});",
    "shl": "return b < {width} ? {cut}((uint64_t)a << b) : 0;",
    "lshr": "return b < {width} ? a >> b : 0;",
    "ashr": "return {cut}({a} >> (b < {width} ? b : {top}));",
}  # fmt: skip


def storage(width: int) -> int:
    """The width of the C type that holds it."""
    return next(w for w in (8, 16, 32, 64) if width <= w)


def c_type(width: int) -> str:
    return f"uint{storage(width)}_t" if width else "_Bool"


def number(value: int, width: int) -> str:
    suffix = "" if storage(width) < 32 else "u" if storage(width) == 32 else "ull"
    return f"{value}{suffix}"


class Expressions:
    """`name` gives variables their names, `lengths` what arrays without a length have instead."""

    def __init__(self, name: Callable[[Var], str], lengths: Mapping[Var, tuple[int, ...]]) -> None:
        self.name = name
        self.lengths = lengths
        #: functions that the expressions so far call, by name
        self.functions: dict[str, str] = {}

    def show(self, t: Term) -> str:
        """Without brackets around it."""
        text = self._show(t)
        return text[1:-1] if _is_bracketed(text) else text

    def cell(self, v: Var, index: tuple[Term, ...]) -> tuple[str, str]:
        """A variable or an element of an array, and the condition under which there is one ("": always)."""
        lengths = self.lengths.get(v, ())
        place, within = self.name(v), []
        for i, length in zip(index, lengths, strict=True):
            place += f"[{self.show(i)}]"
            if i.value is None or i.value >= length:
                within.append(f"{self._show(i)} < {number(length, i.width)}")
        return place, " && ".join(within)

    def _show(self, t: Term) -> str:
        match t.op:
            case "const":
                assert t.value is not None
                return number(t.value, t.width) if t.width else str(t.value)
            case "var" | "select":
                assert t.var is not None
                place, within = self.cell(t.var, t.args)
                return f"({within} ? {place} : 0)" if within else place
            case "not":
                (a,) = t.args
                return self._infix(a, _OPPOSITE[a.op]) if a.op in _OPPOSITE else f"!{self._show(a)}"
            case "neg":
                return _wrapped(f"(0u - {self._show(t.args[0])})", t.width)
            case "bvnot":
                return _wrapped(f"~{self._show(t.args[0])}", t.width)
            case "ite":
                return "({} ? {} : {})".format(*[self._show(a) for a in t.args])
            case "zext":
                return f"({c_type(t.width)}){self._show(t.args[0])}"
            case "extract":
                return _cut(self._show(t.args[0]), t.width)
            case "sext":
                return _cut(_signed(self._show(t.args[0]), t.args[0].width), t.width)
            case "shl" | "lshr" | "ashr":
                return self._shift(t)
        if t.op in _DIVISIONS and t.args[1].value in (None, 0, (1 << t.width) - 1):
            return self._call(t)
        return self._infix(t, _INFIX[t.op])

    def _infix(self, t: Term, sign: str) -> str:
        parts = [self._operand(t, a) for a in t.args]
        last = t.args[-1].value
        if t.op == "add" and last is not None and last >> (t.width - 1):
            sign, parts[1] = "-", number((1 << t.width) - last, t.width)
        text = f"({f' {sign} '.join(parts)})"
        if t.op in ("add", "sub", "mul"):
            return _wrapped(text, t.width)
        return _cut(text, t.width) if t.op in ("sdiv", "srem") else text

    def _operand(self, t: Term, a: Term) -> str:
        if t.op not in _SIGNED:
            # (the product of two short numbers may be too large for an int)
            return f"(uint32_t){self._show(a)}" if t.op == "mul" and storage(a.width) == 16 else self._show(a)
        if a.value is None:
            return _signed(self._show(a), a.width)
        value = to_signed(a.value, a.width)
        suffix = "ll" if storage(a.width) == 64 else ""
        return f"({value + 1}{suffix} - 1)" if value == -(1 << (a.width - 1)) else f"{value}{suffix}"

    def _shift(self, t: Term) -> str:
        a, b = t.args
        if b.value is None or b.value >= t.width:
            return self._call(t)
        if t.op == "ashr":
            return _cut(f"({_signed(self._show(a), a.width)} >> {b.value})", t.width)
        wide = f"({c_type(32)})" if storage(t.width) < 32 and t.op == "shl" else ""
        text = f"({wide}{self._show(a)} {'<<' if t.op == 'shl' else '>>'} {b.value})"
        return _wrapped(text, t.width) if t.op == "shl" else text

    def _call(self, t: Term) -> str:
        name = f"op_{t.op}{t.width}"
        of = c_type(t.width)
        body = _FUNCTIONS[t.op].format(
            a=_signed("a", t.width), b=_signed("b", t.width), cut=f"({of})", width=t.width, top=t.width - 1,
            ones=number((1 << t.width) - 1, t.width),
        )  # fmt: skip
        self.functions[name] = f"static {of} {name}({of} a, {of} b) {{\n    {body}\n}}\n"
        call = f"{name}({self.show(t.args[0])}, {self.show(t.args[1])})"
        return call if t.width == storage(t.width) else _cut(call, t.width)


def _wrapped(text: str, width: int) -> str:
    """Of unsigned operands: at these widths C wraps around by itself."""
    return text if width in (32, 64) else _cut(text, width)


def _cut(text: str, width: int) -> str:
    of = storage(width)
    if of == width:
        return f"(uint{width}_t){text}"
    return f"((uint{of}_t){text} & {number((1 << width) - 1, width)})"


def _signed(text: str, width: int) -> str:
    of = storage(width)
    if of == width:
        return f"(int{width}_t){text}"
    gap = 64 - width
    return f"((int64_t)((uint64_t){text} << {gap}) >> {gap})"


def _is_bracketed(text: str) -> bool:
    """Is the whole text inside one pair of brackets?"""
    if not text.startswith("("):
        return False
    depth = 0
    for n, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return n == len(text) - 1
    return False
