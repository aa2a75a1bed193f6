"""What instructions of ARM access, and whether the compiler is told so. Entry point: `Memory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.arm_code import Argument, Instruction, NotKnown

if TYPE_CHECKING:
    from threadproof.frontend.read.assembly import Assembly, Operand


class Memory:
    def __init__(self, a: Assembly, code: list[Instruction]) -> None:
        self.a = a
        self.code = code
        self.is_clobbered = "memory" in a.clobbers
        #: numbers of operands that say what is accessed
        self.used: set[int] = set()
        self._pointers: dict[str, ast.Expr] = {}

    def is_memory(self, o: Operand) -> bool:
        return bool({"m", "Q"} & set(o.constraint)) and set(o.constraint) <= set("mQo")

    def type(self, c: Instruction) -> ct.CType:
        """Of what is accessed; where the compiler is told of all memory, `void` and bytes are what the register is."""
        o, is_pointer = self._operand(c)
        t: ct.CType = o.place.type
        if is_pointer:
            given = conv.rvalue(o.place).type
            if not isinstance(given, ct.Pointer):
                raise NotKnown
            t = given.to
        t = conv.unqualified(t)
        is_byte = isinstance(t, ct.Int) and t.width == 8
        if self.is_clobbered and (isinstance(t, ct.Void) or (is_byte and c.size > 1)):
            same = [x for x in self.code if x.size == c.size and x.addresses == c.addresses]
            held = [self._type_in(moved(x)) for x in same]
            t = next((h for h in held if h is not None and self.a.size(h) == c.size), t)
        is_number = isinstance(t, ct.Int) and not t.is_bool
        if not (is_number or isinstance(t, ct.Pointer)) or self.a.size(t) != c.size:
            raise NotKnown
        return t

    def _type_in(self, x: Argument) -> ct.CType | None:
        if not x.key.startswith("%"):
            return None
        t = conv.unqualified(self.a.operands[int(x.key[1:])].place.type)
        return t if isinstance(t, ct.Int | ct.Pointer) else None

    def _operand(self, c: Instruction) -> tuple[Operand, bool]:
        address = c.arguments[-1]
        o = self.a.operands[int(address.key[1:])]
        is_register = o.constraint in ("r", "l") and not o.is_output and o not in self.a.matching.values()
        if not (is_register if address.value else self.is_memory(o)) or self.a.has_effects(o.place):
            raise NotKnown
        return o, bool(address.value)

    def pointer(self, c: Instruction, *, reads: bool, writes: bool) -> ast.Expr:
        """To what is accessed."""
        o, is_pointer = self._operand(c)
        t = self.type(c)
        named = [n for n, x in enumerate(self.a.operands) if self.is_memory(x) and self._is_at(x, o, is_pointer)]
        self.used |= {*named, self.a.operands.index(o)}
        told = [x for n in named if self._size((x := self.a.operands[n]).place.type) == c.size]
        if reads and not (self.is_clobbered or any(x.is_input for x in told)):
            raise NotKnown
        if writes and not (self.is_clobbered or any(x.is_output for x in told)):
            raise NotKnown
        key = c.arguments[-1].key
        if key not in self._pointers:
            given = conv.rvalue(o.place) if is_pointer else self.a.address(o.place)
            self._pointers[key] = self.a.kept(given)
        return conv.recast(self._pointers[key], ct.Pointer(t))

    def _size(self, t: ct.CType) -> int:
        return self.a.ctx.model.size_of(t) if isinstance(t, ct.Int | ct.Pointer) else 0

    def _is_at(self, memory: Operand, o: Operand, is_pointer: bool) -> bool:
        """Is it what the other one is, or what that points to?"""
        if memory is o or self.a.has_effects(memory.place):
            return memory is o
        if not is_pointer:
            return _are_alike(memory.place, o.place)
        pointer = ast.without_casts(conv.rvalue(o.place))
        if isinstance(memory.place, ast.Deref):
            return _are_alike(ast.without_casts(memory.place.pointer), pointer)
        return isinstance(pointer, ast.AddrOf) and _are_alike(memory.place, pointer.place)


def moved(c: Instruction) -> Argument:
    """The register with what is loaded or stored."""
    return c.arguments[1] if c.word == "strex" else c.arguments[0]


def _are_alike(x: object, y: object) -> bool:
    """Are they written with the same words?"""
    if type(x) is not type(y):
        return False
    match x, y:
        case ast.Name(decl=a), ast.Name(decl=b):
            return a is b
        case ast.Const(value=a), ast.Const(value=b):
            return a == b
        case ast.Call() | ast.StmtExpr() | ast.CompoundLiteral() | ast.Str(), _:
            return False
        case (ast.Member(offset=a, bits=None), ast.Member(offset=b, bits=None)) if a != b:
            return False
    if not hasattr(x, "pos"):
        return bool(x == y)
    mine, theirs = ast.parts(x), ast.parts(y)
    return len(mine) == len(theirs) and all(_are_alike(m, t) for m, t in zip(mine, theirs, strict=True))
