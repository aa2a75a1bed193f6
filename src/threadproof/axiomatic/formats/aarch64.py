"""Assembly of ARMv8 in 64 bits: loads and stores with their orders, exclusive pairs, atomic instructions, barriers."""

from __future__ import annotations

from threadproof.axiomatic.formats.arm import ARITHMETIC, Arm
from threadproof.axiomatic.formats.tokens import NAME, Tokens
from threadproof.axiomatic.program import (
    PLAIN,
    Branch,
    Const,
    Expr,
    Instruction,
    Let,
    Load,
    Operation,
    Register,
    Rmw,
    Store,
    StoreExclusive,
    Tags,
)
from threadproof.axiomatic.values import narrow
from threadproof.patterns import pattern

_REGISTER = pattern(r"([xXwW])([0-9]|[12][0-9]|30|[zZ][rR])$")
_ATOMIC = pattern(r"(swp|cas|ldadd|ldeor|ldset|stadd|steor|stset)(a|l|al)?$")
_OPS = {"swp": "xchg", "cas": "xchg", "add": "+", "eor": "^", "set": "|"}
ZERO = "XZR"
_LOADS: dict[str, Tags] = {
    "ldr": PLAIN,
    "ldar": frozenset("A"),
    "ldapr": frozenset("Q"),
    "ldxr": PLAIN,
    "ldaxr": frozenset("A"),
}
_STORES: dict[str, Tags] = {"str": PLAIN, "stlr": frozenset("L"), "stxr": PLAIN, "stlxr": frozenset("L")}


class AArch64(Arm):
    def register_name(self, name: str) -> str | None:
        match = _REGISTER.match(name)
        return f"X{match[2].upper()}" if match else None

    def instruction(self, name: str, tokens: Tokens) -> list[Instruction]:
        base, _, option = name.partition(".")
        if base in ("dmb", "dsb", "isb"):
            return self.barrier(base, option, tokens)
        if base.startswith("b") and (name == "b" or (base[1:] or option) in self.conditions):
            return self.branch(tokens, self.conditions.get(base[1:] or option, ""))
        if name in ("cbz", "cbnz"):
            _, value = self._wide(tokens)
            self.comma(tokens)
            op = "==" if name == "cbz" else "!="
            return [Branch(self.place, tokens.name("a label").text, Operation(op, value, Const(0)))]
        if name == "cmp":
            _, left = self._wide(tokens)
            self.comma(tokens)
            return self.compare(left, self.operand(tokens))
        if _ATOMIC.match(name):
            return self._atomic(name, tokens)
        if name in _LOADS or name in _STORES:
            return self._access(name, tokens)
        if name != "mov" and name not in ARITHMETIC and name not in ("adds", "subs", "ands"):
            self.unknown(tokens, name)
        target, width = self._target(tokens)
        self.comma(tokens)
        value = self.operand(tokens)
        to = Let(self.place, self.fresh() if target == ZERO else target, narrow(value, width))
        if name == "mov":
            return [to]
        self.comma(tokens)
        return self.arithmetic(name, to, value, self.operand(tokens), width)

    def _target(self, tokens: Tokens) -> tuple[str, int]:
        """A register and how many bits of it are meant."""
        is_wide = tokens.next.text[:1] in ("x", "X")
        return self.register(tokens), 64 if is_wide else 32

    def _wide(self, tokens: Tokens) -> tuple[str, Expr]:
        name, width = self._target(tokens)
        if name == ZERO:
            return name, Const(0)
        return name, Register(name) if width == 64 else narrow(Register(name))

    def operand(self, tokens: Tokens) -> Expr:
        return self._wide(tokens)[1] if self.is_register(tokens) else self.immediate(tokens)

    def _place_of_access(self, tokens: Tokens) -> Expr:
        tokens.expect("[")
        address: Expr = Register(self.register(tokens))
        if tokens.accept(","):
            address = Operation("+", address, self.operand(tokens))
            if tokens.accept(","):
                extension = tokens.name("SXTW or UXTW")
                if extension.text.lower() not in ("sxtw", "uxtw"):
                    tokens.fail(f"{extension.text} is not understood", extension.line)
        tokens.expect("]")
        if tokens.next.text == "!" or tokens.next.kind == NAME:
            tokens.fail(f"{tokens.next} after an address is not understood")
        return address

    def _access(self, name: str, tokens: Tokens) -> list[Instruction]:
        status = ""
        if name in ("stxr", "stlxr"):
            status = self.register(tokens)
            self.comma(tokens)
        register, width = self._target(tokens)
        value: Expr = Const(0) if register == ZERO else narrow(Register(register), width)
        self.comma(tokens)
        address = self._place_of_access(tokens)
        if status:
            return [StoreExclusive(self.place, status, address, value, _STORES[name])]
        if name in _STORES:
            return [Store(self.place, address, value, _STORES[name])]
        if register == ZERO:
            register = self.fresh()
        return [Load(self.place, register, address, _LOADS[name], name in ("ldxr", "ldaxr"))]

    def _atomic(self, name: str, tokens: Tokens) -> list[Instruction]:
        match = _ATOMIC.match(name)
        assert match is not None
        kind, suffix = match[1], match[2] or ""
        first, first_value = self._wide(tokens)
        self.comma(tokens)
        second, second_value = first, first_value
        if not kind.startswith("st"):
            second, second_value = self._wide(tokens)
            self.comma(tokens)
        address = self._place_of_access(tokens)
        # of swp and ldadd the second is the target, of cas the first; a target that is zero reads without a trace
        target = first if kind == "cas" else second
        has_result = target != ZERO and not kind.startswith("st")
        read = frozenset("A" if "a" in suffix and has_result else "") | frozenset(() if has_result else ("noret",))
        write = frozenset("L" if "l" in suffix else "")
        old = target if has_result else self.fresh()
        if kind == "cas":
            made = Rmw(self.place, old, address, "xchg", second_value, read, write, first_value, fail_tags=read)
        else:
            made = Rmw(self.place, old, address, _OPS[kind if kind == "swp" else kind[2:]], first_value, read, write)
        return [made]
