"""Assembly of x86: in tests of X86 the target comes first (Intel), in those of X86_64 it comes last (AT&T)."""

from __future__ import annotations

from threadproof.axiomatic.formats.assembly import LEFT, RIGHT, Assembly
from threadproof.axiomatic.formats.tokens import NAME, NUMBER, Tokens
from threadproof.axiomatic.program import (
    Const,
    Expr,
    Instruction,
    Let,
    Load,
    Operation,
    Register,
    Rmw,
    Store,
)
from threadproof.axiomatic.values import narrow
from threadproof.patterns import pattern
from threadproof.records import NamedTuple

_REGISTER = pattern(r"[eErR]([aAbBcCdD][xX]|[sSdD][iI]|[bBsS][pP])$|[rR](8|9|1[0-5])[dD]?$")
_ARITHMETIC = {"add": "+", "sub": "-", "xor": "^", "and": "&", "or": "|", "inc": "+", "dec": "-"}
_KNOWN = (*_ARITHMETIC, "mov", "xchg", "cmp", "xadd", "cmpxchg")
_JUMPS = {
    "jmp": "",
    "je": "==",
    "jz": "==",
    "jne": "!=",
    "jnz": "!=",
    "jl": "<",
    "jle": "<=",
    "jg": ">",
    "jge": ">=",
}
_LOCKED = frozenset({"locked"})


class _Operand(NamedTuple):
    """Of one of three kinds: a register by its name, memory by its address, or a value."""

    register: str = ""
    address: Expr | None = None
    value: Expr = Const(0)


class X86(Assembly):
    is_target_last = False
    #: of registers, as states show them
    prefix = "E"

    def register_name(self, name: str) -> str | None:
        match = _REGISTER.match(name)
        if match is None:
            return None
        return f"R{match[2]}" if match[2] else f"{self.prefix}{match[1].upper()}"

    def instruction(self, name: str, tokens: Tokens) -> list[Instruction]:
        is_locked = name == "lock"
        if is_locked:
            tokens.accept(";")
            name = tokens.name("an instruction after LOCK").text.lower()
        if name in ("mfence", "lfence", "sfence"):
            return self.fence(name)
        if name in _JUMPS:
            return self.branch(tokens, _JUMPS[name])
        kind = name if name in _KNOWN else name[:-1] if name[-1:] in "lq" else ""
        if kind not in _KNOWN:
            self.unknown(tokens, name)
        operands = [self._operand(tokens)]
        while tokens.accept(","):
            operands.append(self._operand(tokens))
        if len(operands) != (1 if kind in ("inc", "dec") else 2):
            tokens.fail(f"{name.upper()} with {len(operands)} operands is not understood")
        if len(operands) == 1:
            operands.append(_Operand(value=Const(1)))
        elif self.is_target_last:
            operands.reverse()
        return self._meaning(kind, operands[0], operands[1], is_locked, tokens)

    def _operand(self, tokens: Tokens) -> _Operand:
        tokens.accept("%")
        if tokens.accept("$"):
            return _Operand(value=Const(tokens.number()))
        if tokens.next.kind == NAME:
            name = self.register(tokens)
            return _Operand(register=name, value=Register(name))
        distance = 0
        if tokens.next.kind == NUMBER or tokens.next.text == "-":
            distance = tokens.number()
            if tokens.next.text not in "([":
                if self.is_target_last:
                    tokens.fail(f"`$` is expected before the number {distance}")
                return _Operand(value=Const(distance))
        if not (closing := {"[": "]", "(": ")"}.get(tokens.next.text)):
            tokens.fail(f"a register, a number or an address is expected, not {tokens.next}")
        tokens.take()
        tokens.accept("%")
        name = tokens.name("a register or a location").text
        register = self.register_name(name)
        address: Expr = Const(name) if register is None else Register(register)
        tokens.expect(closing)
        return _Operand(address=Operation("+", address, Const(distance)) if distance else address)

    def _meaning(
        self, kind: str, target: _Operand, source: _Operand, is_locked: bool, tokens: Tokens
    ) -> list[Instruction]:
        if not target.register and target.address is None and kind != "cmp":
            tokens.fail("a register or an address is expected, not a number")
        if kind == "xchg":
            return self._exchange(target, source, tokens)
        if is_locked or kind in ("xadd", "cmpxchg"):
            if not is_locked or target.address is None:
                tokens.fail(f"{kind.upper()} is understood with LOCK and an address only")
            return self._locked(kind, target.address, source, tokens)
        if target.address is not None and source.address is not None:
            tokens.fail("two operands in memory are not understood")
        made: list[Instruction] = []
        value = self._loaded(source, made)
        if kind == "mov":
            self._store(target, value, made)
        elif kind == "cmp":
            made += self.compare(self._loaded(target, made), value)
        else:
            result = narrow(Operation(_ARITHMETIC[kind], self._loaded(target, made), value))
            made += self.compare(result, Const(0))
            self._store(target, Register(LEFT), made)
        return made

    def _loaded(self, operand: _Operand, made: list[Instruction]) -> Expr:
        if operand.address is None:
            return operand.value
        register = self.fresh()
        made.append(Load(self.place, register, operand.address))
        return Register(register)

    def _store(self, target: _Operand, value: Expr, made: list[Instruction]) -> None:
        if target.address is None:
            made.append(self.let(target.register, value))
        else:
            made.append(Store(self.place, target.address, value))

    def _exchange(self, target: _Operand, source: _Operand, tokens: Tokens) -> list[Instruction]:
        memory, other = (target, source) if target.address is not None else (source, target)
        if memory.address is None or not other.register:
            tokens.fail("XCHG is understood for a register and an address only")
        return [Rmw(self.place, other.register, memory.address, "xchg", other.value)]

    def _locked(self, kind: str, address: Expr, source: _Operand, tokens: Tokens) -> list[Instruction]:
        if source.address is not None or (kind in ("xadd", "cmpxchg") and not source.register):
            tokens.fail("a register is expected as the source")
        old = self.fresh()
        if kind == "cmpxchg":
            accumulator = f"{self.prefix}AX"
            return [
                Let(self.place, RIGHT, Register(accumulator)),
                Rmw(
                    self.place,
                    LEFT,
                    address,
                    "xchg",
                    source.value,
                    expected=Register(accumulator),
                    fail_tags=_LOCKED,
                ),
                Let(self.place, accumulator, Register(LEFT)),
            ]
        if kind not in _ARITHMETIC and kind != "xadd":
            tokens.fail(f"LOCK {kind.upper()} is not understood")
        op = _ARITHMETIC.get(kind, "+")
        made: list[Instruction] = [Rmw(self.place, old, address, op, source.value)]
        made += self.compare(narrow(Operation(op, Register(old), source.value)), Const(0))
        return [*made, Let(self.place, source.register, Register(old))] if kind == "xadd" else made


class X86At(X86):
    is_target_last = True
    prefix = "R"
