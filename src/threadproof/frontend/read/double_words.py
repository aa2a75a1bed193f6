"""`lock cmpxchg16b` and `lock cmpxchg8b`: compare-exchange of two words, as that of a structure with two members.

What is expected, and then what there was, is in the registers d and a (or in A, which is both of 32 bits), what is
to be stored in c and b. Entry point: `exchange`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv

if TYPE_CHECKING:
    from threadproof.frontend.read.assembly import Assembly, Operand

#: with the size of each half
INSTRUCTIONS = {"cmpxchg8b": 4, "cmpxchg16b": 8}
_HALVES = ("low", "high")


def exchange(a: Assembly, word: str, arguments: list[str], flag: Operand | None) -> tuple[ast.Expr, ast.Expr]:
    """What the zero flag says is equal."""
    size = INSTRUCTIONS[word]
    if len(arguments) != 1 or 8 * size > a.ctx.model.pointer_width:
        a.refuse()
    number = {4: ct.UINT, 8: ct.ULLONG}[size]
    wanted = _in_both(a, number, flag)
    expected = wanted or [_input(a, r, number, flag) for r in "ad"]
    desired = [_input(a, r, number, flag) for r in "bc"]
    types = [_common(a, x.type, y.type, number) for x, y in zip(expected, desired, strict=True)]
    pair = ct.Struct("", align=2 * size, fields=[ct.Field(name, t) for name, t in zip(_HALVES, types, strict=True)])
    pointer = a.pointer_to_bytes(arguments[0], 2 * size)
    assert isinstance(pointer.type, ct.Pointer)
    if not isinstance(pointer.type.to, ct.Int | ct.Struct) or a.ctx.model.align_of(pointer.type.to) < 2 * size:
        a.ctx.unit.scope[f"what {word} accesses is aligned"] = None
    before, after = (_variable(a, pair, halves) for halves in (expected, desired))
    places = [ast.AddrOf(x, ct.Pointer(pair), a.pos) for x in (before, after)]
    args = [conv.recast(pointer, ct.Pointer(pair)), *places, ast.Const(0, ct.INT, a.pos), a.order(), a.order()]
    done = a.kept(a.ctx.calls.generic("__atomic_compare_exchange", args, ct.INT, a.pos))
    found: list[ast.Expr] = [
        conv.rvalue(ast.Member(before, name, size * i, types[i], a.pos)) for i, name in enumerate(_HALVES)
    ]
    _give(a, found, number, flag, is_one=wanted is not None)
    return done, ast.Const(1, ct.INT, a.pos)


def _in_both(a: Assembly, number: ct.Int, flag: Operand | None) -> list[ast.Expr] | None:
    """The halves of what is expected, if it is in A."""
    if a.ctx.model.pointer_width != 32 or not any(o.constraint == "A" for o in a.operands):
        return None
    wide = ct.ULLONG
    whole = _input(a, "A", wide, flag)
    if not isinstance(whole.type, ct.Int):
        a.refuse()
    shift = ast.Const(number.width, ct.INT, a.pos)
    whole = a.kept(conv.recast(whole, wide))
    return [conv.recast(x, number) for x in (whole, ast.Binary(">>", whole, shift, wide, a.pos))]


def _input(a: Assembly, register: str, t: ct.Int, flag: Operand | None) -> ast.Expr:
    outputs = [o for o in a.operands if o.is_output and o.constraint == register and o is not flag]
    inputs = [o for o in a.operands if not o.is_output and o.constraint == register]
    inputs += [a.matching[n] for o in outputs if (n := a.operands.index(o)) in a.matching]
    inputs += [o for o in outputs if o.is_input]
    if len(inputs) != 1:
        a.refuse()
    value = a.used(inputs[0])
    if isinstance(value, ast.Const):
        return conv.recast(value, t)
    if a.size(value.type) != t.width // 8:
        a.refuse()
    return a.kept(value)


def _common(a: Assembly, x: ct.CType, y: ct.CType, number: ct.Int) -> ct.CType:
    """Pointers if one of them is; of numbers the sign does not matter."""
    return ct.Pointer(ct.VOID) if isinstance(x, ct.Pointer) or isinstance(y, ct.Pointer) else number


def _variable(a: Assembly, pair: ct.Struct, halves: list[ast.Expr]) -> ast.Name:
    decl = ast.VarDecl("pair", pair, "local", a.pos, function=a.ctx.state.name, address_taken=True)
    parts = []
    for f, (offset, _), value in zip(pair.fields or (), a.ctx.model.layout(pair).offsets, halves, strict=True):
        parts.append(ast.InitPart(offset, f.type, conv.recast(value, f.type)))
    decl.init = ast.Init(parts, False)
    a.before.append(ast.DeclStmt([decl], a.pos))
    return ast.Name(decl, pair, a.pos)


def _give(a: Assembly, found: list[ast.Expr], number: ct.Int, flag: Operand | None, *, is_one: bool) -> None:
    """What there was. Nobody may believe that the registers are what they were."""
    for register in ["A"] if is_one else "ad":
        outputs = [o for o in a.operands if o.is_output and o.constraint == register and o is not flag]
        if len(outputs) != 1:
            a.refuse()
        (o,) = outputs
        t = conv.unqualified(o.place.type)
        if is_one:
            wide = ct.ULLONG
            if not isinstance(t, ct.Int) or t.width != wide.width:
                a.refuse()
            low, high = (conv.recast(x, wide) for x in found)
            shift = ast.Const(number.width, ct.INT, a.pos)
            value: ast.Expr = ast.Binary("|", ast.Binary("<<", high, shift, wide, a.pos), low, wide, a.pos)
        else:
            value = found["ad".index(register)]
            if not isinstance(t, ct.Int | ct.Pointer) or a.size(t) != number.width // 8:
                a.refuse()
        a.assign(o, conv.recast(value, t))
