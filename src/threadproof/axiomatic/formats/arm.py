"""Assembly of ARMv7: loads and stores of words, arithmetic, branches, fences, exclusive pairs."""

from __future__ import annotations

from threadproof.axiomatic.formats.assembly import Assembly
from threadproof.axiomatic.formats.tokens import Tokens
from threadproof.axiomatic.program import (
    Const,
    Expr,
    Instruction,
    Let,
    Load,
    Operation,
    Register,
    Store,
    StoreExclusive,
)
from threadproof.axiomatic.values import narrow
from threadproof.patterns import pattern
from threadproof.records import replace

_REGISTER = pattern(r"[rR]([0-9]|1[0-5])$")
ARITHMETIC = {"eor": "^", "and": "&", "orr": "|", "add": "+", "sub": "-", "mul": "*"}
#: what a barrier keeps apart, by its option
OPTIONS = {
    option: suffix
    for suffix, options in {
        "": ("", "sy", "ish", "osh", "nsh"),
        ".ld": ("ld", "ishld", "oshld", "nshld"),
        ".st": ("st", "ishst", "oshst", "nshst"),
    }.items()
    for option in options
}


class Arm(Assembly):
    def register_name(self, name: str) -> str | None:
        return name.upper() if _REGISTER.match(name) else None

    def instruction(self, name: str, tokens: Tokens) -> list[Instruction]:
        base, _, option = name.partition(".")
        if base in ("dmb", "dsb", "isb"):
            return self.barrier(base, option, tokens)
        if name.startswith("b") and (name == "b" or name[1:] in self.conditions):
            return self.branch(tokens, self.conditions.get(name[1:], ""))
        if name == "cmp":
            left = Register(self.register(tokens))
            self.comma(tokens)
            return self.compare(left, self.operand(tokens))
        known = name in ARITHMETIC or (name[:-1] in ARITHMETIC and name[-1] == "s")
        if not known and name not in ("mov", "ldr", "str", "ldrex", "strex"):
            self.unknown(tokens, name)
        target = self.register(tokens)
        self.comma(tokens)
        if name == "mov":
            return [self.let(target, self.operand(tokens))]
        if known:
            left = Register(self.register(tokens))
            self.comma(tokens)
            return self.arithmetic(name, self.let(target, left), left, self.operand(tokens))
        if name == "strex":
            value = Register(self.register(tokens))
            self.comma(tokens)
            return [StoreExclusive(self.place, target, self._address(tokens), value, is_status_dependent=True)]
        address = self._address(tokens)
        if name == "str":
            return [Store(self.place, address, Register(target))]
        return [Load(self.place, target, address, is_exclusive=name == "ldrex")]

    def arithmetic(self, name: str, target: Let, left: Expr, right: Expr, width: int = 32) -> list[Instruction]:
        """With an `s` at the end, the result is compared with 0, or what is subtracted with what it is taken from."""
        op = ARITHMETIC.get(name) or ARITHMETIC[name[:-1]]
        result = narrow(Operation(op, left, right), width)
        if name in ARITHMETIC:
            return [replace(target, value=result)]
        flags = self.compare(left, right) if op == "-" else self.compare(result, Const(0))
        return [*flags, replace(target, value=result)]

    def operand(self, tokens: Tokens) -> Expr:
        return Register(self.register(tokens)) if self.is_register(tokens) else self.immediate(tokens)

    def _address(self, tokens: Tokens) -> Expr:
        tokens.expect("[")
        address: Expr = Register(self.register(tokens))
        if tokens.accept(","):
            address = Operation("+", address, self.operand(tokens))
        tokens.expect("]")
        return address

    def barrier(self, base: str, option: str, tokens: Tokens) -> list[Instruction]:
        if not option and not tokens.is_at_end:
            option = tokens.name("an option of the barrier").text.lower()
        if option not in OPTIONS:
            tokens.fail(f"the option {option.upper()} of {base.upper()} is not understood")
        return self.fence("isb" if base == "isb" else f"dmb{OPTIONS[option]}")
