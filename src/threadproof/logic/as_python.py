"""Terms as Python expressions that compute their values, for code that is made for one program.

An operator is one Python operator only where that is plainly the same; all others call the function of `BINARY` or
`CONVERSIONS`.
Whoever derives from `AsPython` says how a variable is read, and runs the code with `SCOPE`.
"""

from __future__ import annotations

from typing import Any, Final

from threadproof.logic.floats import CONVERSIONS, QUICK
from threadproof.logic.term import BINARY, Term, to_signed

_PLAIN: Final = {"bvand": "&", "bvor": "|", "bvxor": "^", "eq": "==", "ult": "<", "ule": "<="}
_WRAPPED: Final = {"add": "+", "sub": "-", "mul": "*"}
_SIGNED: Final = {"slt": "<", "sle": "<="}

#: the names that expressions use
SCOPE: Final[dict[str, Any]] = {
    "to_signed": to_signed,
    **{f"_{op}": function for op, function in (*BINARY.items(), *CONVERSIONS.items(), *QUICK.items())},
}


class AsPython:
    def read(self, t: Term) -> str:
        """A variable, or an element of one."""
        raise NotImplementedError

    def value(self, t: Term) -> str:
        """An expression for a number; a Boolean is 0 or 1."""
        text = self.plain(t)
        return f"(1 if {text} else 0)" if t.width == 0 and t.op not in ("const", "var", "select") else text

    def key(self, index: tuple[Term, ...]) -> str:
        parts = [self.value(t) for t in index]
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def plain(self, t: Term) -> str:
        """A Boolean is true or false as Python has it."""
        mask = (1 << t.width) - 1
        match t.op:
            case "const":
                return str(int(t.value or 0))
            case "var" | "select":
                return self.read(t)
            case "ite":
                test, yes, no = map(self.plain, t.args)
                return f"({yes} if {test} else {no})"
            case "and" | "or":
                return f"({f' {t.op} '.join(map(self.plain, t.args))})"
            case "not":
                return f"(not {self.plain(t.args[0])})"
            case "neg":
                return f"(-{self.plain(t.args[0])} & {mask})"
            case "bvnot":
                return f"(~{self.plain(t.args[0])} & {mask})"
            case "zext":
                return self.plain(t.args[0])
            case "sext":
                return f"(to_signed({self.plain(t.args[0])}, {t.args[0].width}) & {mask})"
            case "extract":
                return f"({self.plain(t.args[0])} & {mask})"
        width = t.args[0].width
        if t.op in CONVERSIONS:
            return f"_{t.op}({self.plain(t.args[0])}, {width}, {t.width})"
        a, b = map(self.plain, t.args)
        if t.op in _PLAIN:
            return f"({a} {_PLAIN[t.op]} {b})"
        if t.op in _WRAPPED:
            return f"({a} {_WRAPPED[t.op]} {b} & {mask})"
        if t.op in _SIGNED and width:
            sign = 1 << (width - 1)
            return f"(({a} ^ {sign}) {_SIGNED[t.op]} ({b} ^ {sign}))"
        if f"{t.op}{width}" in QUICK:
            return f"_{t.op}{width}({a}, {b})"
        return f"_{t.op}({a}, {b}, {width})"
