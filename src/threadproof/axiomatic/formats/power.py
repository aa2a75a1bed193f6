"""Power assembly: loads and stores of words, arithmetic, branches, fences, reserve and conditional store."""

from __future__ import annotations

from threadproof.axiomatic.formats.assembly import LEFT, RIGHT, Assembly
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
from threadproof.patterns import pattern

_REGISTER = pattern(r"[rR]([0-9]|[12][0-9]|3[01])$")
_FENCES = {"sync": "sync", "hwsync": "sync", "lwsync": "lwsync", "isync": "isync", "eieio": "eieio"}
_ARITHMETIC = {"xor": "^", "and": "&", "or": "|", "add": "+", "mullw": "*", "sub": "-"}
_IMMEDIATE = {"xori": "^", "andi.": "&", "ori": "|", "addi": "+", "mulli": "*", "subi": "-"}
_LOADS, _STORES = ("lwz", "ld"), ("stw", "std")


class Power(Assembly):
    def register_name(self, name: str) -> str | None:
        return name.lower() if _REGISTER.match(name) else None

    def instruction(self, name: str, tokens: Tokens) -> list[Instruction]:
        if name in _FENCES:
            return self.fence(_FENCES[name])
        if name.startswith("b") and (name == "b" or name[1:] in self.conditions):
            tokens.accept("-", "+")  # (a hint)
            if tokens.next.text.startswith("cr"):
                tokens.fail("condition registers other than cr0 are not understood")
            return self.branch(tokens, self.conditions.get(name[1:], ""))
        if name in ("cmpw", "cmpwi", "cmpd", "cmpdi"):
            if tokens.next.text in ("cr0", "CR0"):
                tokens.take()
                self.comma(tokens)
            left = Register(self.register(tokens))
            self.comma(tokens)
            right: Expr = self.immediate(tokens) if name.endswith("i") else Register(self.register(tokens))
            return self.compare(left, right)
        if name == "stwcx.":
            return self._store_conditional(tokens)
        return self._with_target(name, tokens)

    def _with_target(self, name: str, tokens: Tokens) -> list[Instruction]:
        first = self.register if name in ("li", "lis", "mr", "lwarx") else None
        is_known = first or name in _ARITHMETIC or name in _IMMEDIATE or name.rstrip("x") in (*_LOADS, *_STORES)
        if not is_known:
            self.unknown(tokens, name)
        target = self.register(tokens)
        self.comma(tokens)
        if name in ("li", "lis"):
            number = self.immediate(tokens)
            shift = 16 if name == "lis" else 0
            return [self.let(target, Operation("<<", number, Const(shift)) if shift else number)]
        if name == "mr":
            return [self.let(target, Register(self.register(tokens)))]
        if name in _ARITHMETIC or name in _IMMEDIATE:
            left = Register(self.register(tokens))
            self.comma(tokens)
            right: Expr = Register(self.register(tokens)) if name in _ARITHMETIC else self.immediate(tokens)
            op = _ARITHMETIC.get(name) or _IMMEDIATE[name]
            made: list[Instruction] = [self.let(target, Operation(op, left, right))]
            return made + (self.compare(Register(target), Const(0)) if name.endswith(".") else [])
        address = self._indexed(tokens) if name.endswith("x") else self._displaced(tokens)
        if name.rstrip("x") in _STORES:
            return [Store(self.place, address, Register(target))]
        return [Load(self.place, target, address, is_exclusive=name == "lwarx")]

    def _store_conditional(self, tokens: Tokens) -> list[Instruction]:
        value = Register(self.register(tokens))
        self.comma(tokens)
        address = self._indexed(tokens)
        store = StoreExclusive(self.place, LEFT, address, value, is_status_dependent=True)
        return [store, Let(self.place, RIGHT, Const(0))]

    def _displaced(self, tokens: Tokens) -> Expr:
        distance = tokens.number("a displacement")
        tokens.expect("(")
        base = Register(self.register(tokens))
        tokens.expect(")")
        return Operation("+", base, Const(distance)) if distance else base

    def _indexed(self, tokens: Tokens) -> Expr:
        left: Expr = self.immediate(tokens) if not self.is_register(tokens) else Register(self.register(tokens))
        self.comma(tokens)
        return Operation("+", left, Register(self.register(tokens)))
