"""Reads expressions: from syntax tree to typed tree, every implicit conversion written out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.cpp.literals import BadLiteral, character, unescape, units
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read import literals
from threadproof.frontend.read.constants import wrap
from threadproof.frontend.read.conversions import promote, rvalue
from threadproof.frontend.read.scope import Entry, Enumerator, Typedef
from threadproof.frontend.syntax.node import Node, excerpt
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
_INTEGER_ONLY = frozenset({"%", "&", "|", "^", "<<", ">>"})
_FUNCTION_NAMES = frozenset({"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"})

#: offset, type, bits, qualifiers
MemberPlace = tuple[int, ct.CType, tuple[int, int] | None, int]


class ExprReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._members: dict[int, tuple[ct.Struct, dict[str, MemberPlace]]] = {}
        self._readers: dict[str, Callable[[Node], ast.Expr]] = {
            "identifier": self.identifier,
            "number_literal": self.number,
            "char_literal": self.character,
            "string_literal": self.string,
            "concatenated_string": self.string,
            "parenthesized_expression": self.parenthesized,
            "binary_expression": self.binary,
            "unary_expression": self.unary,
            "pointer_expression": self.pointer,
            "prefix_update": self.update,
            "postfix_update": self.update,
            "label_address": self.label_address,
            "assignment_expression": self.assignment,
            "conditional_expression": self.conditional,
            "comma_expression": self.comma,
            "call_expression": ctx.calls.call,
            "subscript_expression": self.subscript,
            "field_expression": self.field,
            "cast_expression": ctx.type_exprs.cast,
            "sizeof_expression": ctx.type_exprs.sizeof,
            "alignof_expression": ctx.type_exprs.alignof,
            "generic_expression": ctx.type_exprs.generic,
            "offsetof": ctx.type_exprs.offsetof,
            "va_arg": ctx.type_exprs.va_arg,
            "types_compatible": ctx.type_exprs.types_compatible,
            "compound_literal_expression": self.compound_literal,
            "gnu_asm_expression": lambda node: ast.Unsupported("inline assembly", ct.VOID, self.ctx.pos(node)),
        }

    def expr(self, node: Node) -> ast.Expr:
        """The expression as written: a place is not loaded yet, an array not decayed."""
        reader = self._readers.get(node.type)
        if reader is None:
            raise self.ctx.error(f"syntax error near '{excerpt(node)}'", node)
        return reader(node)

    def value(self, node: Node) -> ast.Expr:
        e = self.expr(node)
        self.check_value(e, node)
        return rvalue(e)

    def check_value(self, e: ast.Expr, node: Node) -> None:
        """What is about to be loaded needs a known type; if it is an array, its address is taken."""
        if isinstance(e.type, ct.Int):
            self.ctx.enums.require(e.type, node)
        elif isinstance(e.type, ct.Struct):
            self.ctx.structs.require(e.type, node)
        elif isinstance(e.type, ct.Array) and conv.is_register(e):
            raise self.ctx.error(f"the address of '{excerpt(node)}' is taken, which is a register", node)

    def scalar(self, node: Node) -> ast.Expr:
        """A condition, or an operand that only scalars can be."""
        return self.as_scalar(self.expr(node), node)

    def as_scalar(self, e: ast.Expr, node: Node) -> ast.Expr:
        self.check_value(e, node)
        e = rvalue(e)
        if not ct.is_scalar(e.type) and not isinstance(e, ast.Unsupported):
            if isinstance(e.type, ct.Sync) and isinstance(e.type.underlying, ct.Int):
                return ast.Unsupported("reading a synchronisation object as a number", ct.INT, e.pos)
            raise self.ctx.error(f"a value of type '{ct.show(e.type)}' is used as a number", node)
        return e

    def unevaluated(self, node: Node) -> ast.Expr:
        state = self.ctx.state
        state.unevaluated += 1
        try:
            return self.expr(node)
        finally:
            state.unevaluated -= 1

    def convert(self, e: ast.Expr, t: ct.CType, node: Node) -> ast.Expr:
        try:
            return conv.convert(e, t, self.ctx.model)
        except conv.Incompatible as problem:
            raise self.ctx.error(str(problem), node) from None

    def child(self, node: Node, field: str) -> Node:
        found = node.part(field)
        assert found is not None, (node.type, field)
        return found

    # ------------------------------------------------------------ names and literals

    def identifier(self, node: Node, *, is_called: bool = False) -> ast.Expr:
        ctx = self.ctx
        name = node.word
        entry = ctx.visible(name, node.start)
        pos = ctx.pos(node)
        if entry is None and is_called:
            entry = self.declared_later(name, node)
        if isinstance(entry, ast.VarDecl | ast.FuncDecl):
            if entry.unsupported:
                return ast.Unsupported(f"{name} with {entry.unsupported}", entry.type, pos)
            if ctx.state.unevaluated and ctx.file.is_early(name, entry, node.start):
                ctx.not_understood_here(f"type of {name}, of which a later declaration says more", node)
            ctx.use(entry)
            return ast.Name(entry, entry.type, pos)
        if isinstance(entry, Enumerator):
            return ast.Const(entry.value, entry.type, pos)
        if isinstance(entry, Typedef):
            raise ctx.error(f"unexpected type name '{name}'", node)
        if name in _FUNCTION_NAMES:  # (GNU C has them outside of functions, too)
            data = (ctx.state.name or "").encode() + b"\0"
            return ast.Str(data, ct.Array(ct.CHAR, len(data), qualifiers=ct.CONST), pos, name)
        builtin = ctx.file.builtin(name, pos)
        if builtin is not None:
            ctx.use(builtin)
            return ast.Name(builtin, builtin.type, pos)
        raise ctx.undeclared(f"'{name}' is not declared", node)

    def declared_later(self, name: str, node: Node) -> Entry | None:
        """A function that is called before it is declared: until then it is `int f()`."""
        entry = self.ctx.file.lookup(name)
        if not isinstance(entry, ast.FuncDecl):
            return None
        result = ct.INT if not isinstance(entry.type.result, ct.Void) else ct.VOID
        assumed = ct.Function(result, (), unprototyped=True)
        self.ctx.redeclarations.types(name, entry.type, entry.pos, assumed, node)
        return entry

    def number(self, node: Node) -> ast.Expr:
        pos = self.ctx.pos(node)
        if node.word[-1] in "iIjJ":
            return ast.Unsupported("complex number", ct.Float(64), pos)
        if "'" in node.word:
            self._demand_c23("a separator of digits", node)
        try:
            value, t = literals.number(node.word, self.ctx.model)
        except BadLiteral as problem:
            raise self.ctx.error(str(problem), node) from None
        if isinstance(value, float) or isinstance(t, ct.Float):
            return ast.FloatConst(float(value), t, pos, *literals.shortened(node.word, t))
        return ast.Const(value, t, pos)

    def _demand_c23(self, what: str, node: Node) -> None:
        if self.ctx.source.version != "23":
            raise self.ctx.error(f"{what} is C23 (-std=c23)", node)

    def character(self, node: Node) -> ast.Expr:
        prefix, _, body = node.word.encode("latin-1").partition(b"'")
        t = ct.INT
        try:
            if not prefix:
                value = character(body[:-1])
            elif prefix == b"u8":
                self._demand_c23("a character with u8", node)
                t, value = ct.UCHAR, character(body[:-1]) & 0xFF
            else:
                t = literals.wide(prefix, self.ctx.model)
                codes = units(body[:-1], t.width)
                if not codes:
                    raise BadLiteral("empty character constant")
                value = wrap(codes[-1], t, self.ctx.model)  # of several characters the last one counts
        except BadLiteral as problem:
            raise self.ctx.error(str(problem), node) from None
        return ast.Const(value, t, self.ctx.pos(node))

    def string(self, node: Node) -> ast.Expr:
        units, t = self.string_parts(node)
        pos = self.ctx.pos(node)
        if t.width != 8:
            return ast.Unsupported("wide string literal", ct.Array(t, len(units)), pos, is_typed=True)
        return ast.Str(bytes(units), ct.Array(t, len(units)), pos)

    def string_parts(self, node: Node) -> tuple[list[int], ct.Int]:
        """The characters of a string literal, with the null at its end, and their type."""
        parts, t = [], ct.CHAR
        for part in [node] if node.type == "string_literal" else node.children:
            prefix, _, body = part.word.encode("latin-1").partition(b'"')
            if prefix not in (b"", b"u8"):
                kind = literals.wide(prefix, self.ctx.model)
                if t.width != 8 and kind != t:
                    raise self.ctx.error("string literals of different kinds", part)
                t = kind
            parts.append((body[:-1], part))
        found: list[int] = []
        for body, part in parts:
            try:
                found += unescape(body) if t.width == 8 else units(body, t.width)
            except BadLiteral as problem:
                raise self.ctx.error(str(problem), part) from None
        return [*found, 0], t

    # ------------------------------------------------------------ operators

    def parenthesized(self, node: Node) -> ast.Expr:
        inner = node.children[0]
        if inner.type == "compound_statement":
            return self.ctx.stmts.statement_expression(inner)
        return self.expr(inner)

    def binary(self, node: Node) -> ast.Expr:
        op, left_node, right_node = node.word, self.child(node, "left"), self.child(node, "right")
        if op == "&&" or op == "||":
            left, right = self.scalar(left_node), self.scalar(right_node)
            return ast.Logical(op, left, right, ct.INT, self.ctx.pos(node))
        return self.operation(op, self.scalar(left_node), self.scalar(right_node), node)

    def operation(self, op: str, a: ast.Expr, b: ast.Expr, node: Node) -> ast.Expr:
        pos = self.ctx.pos(node)
        for operand in (a, b):
            if isinstance(operand, ast.Unsupported) and not ct.is_scalar(operand.type):
                return operand
        if isinstance(a.type, ct.Pointer) or isinstance(b.type, ct.Pointer):
            return self.pointer_operation(op, a, b, node, pos)
        if op in _INTEGER_ONLY and not (ct.is_integer(a.type) and ct.is_integer(b.type)):
            raise self.ctx.error(f"operands of '{op}' must be integers", node)
        a, b = promote(a), promote(b)
        if op not in ("==", "!="):
            a, b = conv.as_number(a), conv.as_number(b)
        if op == "<<" or op == ">>":
            return ast.Binary(op, a, b, a.type, pos)
        t = conv.common_type(a.type, b.type)
        a, b = self.convert(a, t, node), self.convert(b, t, node)
        return ast.Binary(op, a, b, ct.INT if op in _COMPARISONS else t, pos)

    def pointer_operation(self, op: str, a: ast.Expr, b: ast.Expr, node: Node, pos: ast.Pos) -> ast.Expr:
        if op in _COMPARISONS:
            if isinstance(a.type, ct.Float) or isinstance(b.type, ct.Float):
                raise self.ctx.error("a pointer is compared with a floating-point number", node)
            a, b = conv.unify_pointers(a, b, self.ctx.model)
            return ast.Binary(op, a, b, ct.INT, pos)
        if op == "+" and isinstance(b.type, ct.Pointer):
            a, b = b, a
        if isinstance(a.type, ct.Pointer) and isinstance(b.type, ct.Pointer):
            if op == "-" and conv.same(a.type.to, b.type.to):
                self.require_element(b.type, node)
                if ct.is_without_size(a.type.to):
                    a = conv.recast(a, b.type)
                return self.ctx.lengths.distance(a, conv.recast(b, a.type), pos)
        elif op in ("+", "-") and isinstance(a.type, ct.Pointer) and isinstance(b.type, ct.Int):
            self.require_element(a.type, node)
            return self.ctx.lengths.moved(a, b, op == "-", pos)
        raise self.ctx.error(f"operands of '{op}' are '{ct.show(a.type)}' and '{ct.show(b.type)}'", node)

    def require_element(self, t: ct.Pointer, node: Node) -> None:
        """Arithmetic on the pointer needs the size of what it points to."""
        if ct.is_without_size(t.to):
            raise self.ctx.error("step over an array without a size", node)
        self.ctx.structs.require(t.to, node)

    def unary(self, node: Node) -> ast.Expr:
        op, pos = node.word, self.ctx.pos(node)
        e = self.scalar(self.child(node, "argument"))
        if op in ("__real__", "__imag__"):
            return ast.Unsupported("complex number", e.type, pos)
        if op == "!":
            return ast.Unary("!", e, ct.INT, pos)
        if isinstance(e, ast.Unsupported):
            return e
        if not (ct.is_arithmetic(e.type) and (op != "~" or ct.is_integer(e.type))):
            raise self.ctx.error(f"operand of '{op}' is '{ct.show(e.type)}'", node)
        e = promote(e)
        return e if op == "+" else ast.Unary(op, e, e.type, pos)

    def label_address(self, node: Node) -> ast.Expr:
        label = self.ctx.state.label(node.word)
        state, pos = self.ctx.state, self.ctx.pos(node)
        state.gotos.append((label, node, []))
        if label not in state.addresses:  # an object with no other purpose than its address
            decl = ast.VarDecl(f"&&{node.word}", ct.CHAR, "static", pos, function=state.name, address_taken=True)
            decl.qualifiers = ct.CONST
            state.addresses[label] = decl
            self.ctx.use(decl)
        decl = state.addresses[label]
        return ast.Cast(
            ast.AddrOf(ast.Name(decl, decl.type, pos), ct.Pointer(decl.type), pos), ct.Pointer(ct.VOID), pos
        )

    def pointer(self, node: Node) -> ast.Expr:
        e = self.expr(self.child(node, "argument"))
        if node.word == "*":
            return self.dereference(e, node)
        if isinstance(e.type, ct.Function):
            return rvalue(e)
        if isinstance(e, ast.Deref):
            return e.pointer
        if isinstance(e, ast.Unsupported):
            return e
        is_bit_field = isinstance(e, ast.Member) and e.bits is not None
        if not conv.is_lvalue(e) or is_bit_field or conv.is_register(e):
            raise self.ctx.error("'&' needs something that has an address", node)
        conv.mark_address(e)
        return ast.AddrOf(e, ct.Pointer(e.type, qualifiers=conv.qualifiers(e)), self.ctx.pos(node))

    def dereference(self, e: ast.Expr, node: Node) -> ast.Expr:
        self.check_value(e, node)
        if isinstance(e.type, ct.Array) and not isinstance(e, ast.Str):  # (`*"a"` is no constant, though `"a"[0]` is)
            return self.ctx.lengths.element(e, ast.Const(0, ct.INT, e.pos), self.ctx.pos(node))
        if isinstance(e.type, ct.Function):
            return e
        e = rvalue(e)
        if not isinstance(e.type, ct.Pointer):
            if isinstance(e, ast.Unsupported):
                return e
            raise self.ctx.error(f"'{ct.show(e.type)}' is dereferenced", node)
        self.ctx.structs.complete(e.type.to)
        if isinstance(e, ast.AddrOf):
            return e.place
        return ast.Deref(e, e.type.to, self.ctx.pos(node))

    def update(self, node: Node) -> ast.Expr:
        place = self.place(self.child(node, "argument"))
        delta = 1 if node.word == "++" else -1
        if isinstance(place, ast.Unsupported):
            return place
        if isinstance(place.type, ct.Pointer):
            self.require_element(place.type, node)
        elif not ct.is_arithmetic(place.type):
            return self.not_a_number(place, node)
        return self.ctx.lengths.increment(place, delta, node.type == "prefix_update", self.ctx.pos(node))

    def not_a_number(self, e: ast.Expr, node: Node) -> ast.Expr:
        if isinstance(e.type, ct.Sync) and isinstance(e.type.underlying, ct.Int):
            return ast.Unsupported("arithmetic on a synchronisation object", ct.INT, e.pos)
        raise self.ctx.error(f"a value of type '{ct.show(e.type)}' is used as a number", node)

    def place(self, node: Node) -> ast.Expr:
        e = self.expr(node)
        if not isinstance(e, ast.Unsupported):
            if not conv.is_lvalue(e):
                raise self.ctx.error(f"'{excerpt(node)}' cannot be assigned to", node)
            if isinstance(e.type, ct.Array | ct.Function | ct.Void):
                raise self.ctx.error(f"a value of type '{ct.show(e.type)}' cannot be assigned to", node)
            if conv.qualifiers(e) & ct.CONST or has_const_member(e.type):
                raise self.ctx.error(f"'{excerpt(node)}' is const", node)
        return e

    def assignment(self, node: Node) -> ast.Expr:
        place = self.place(self.child(node, "left"))
        op = node.word
        right = self.child(node, "right")
        pos = self.ctx.pos(node)
        t = conv.unqualified(place.type)
        if isinstance(place, ast.Unsupported):
            return place
        if not op:
            value = self.convert(self.value(right), t, right)
            return ast.Assign(place, value, t, pos)
        value = self.scalar(right)
        if isinstance(value, ast.Unsupported) and not ct.is_scalar(value.type):
            return value
        if isinstance(t, ct.Pointer):
            if op == "-" and isinstance(value.type, ct.Pointer):
                return ast.Unsupported("assignment of a difference to a pointer", t, pos)
            if op not in ("+", "-") or not ct.is_integer(value.type):
                raise self.ctx.error(f"operands of '{op}=' do not fit", node)
            self.require_element(t, node)
            return self.ctx.lengths.add_to(place, value, op, pos)
        if not ct.is_arithmetic(t):
            return self.not_a_number(place, node)
        if op in _INTEGER_ONLY and not (ct.is_integer(t) and ct.is_integer(value.type)):
            raise self.ctx.error(f"operands of '{op}=' must be integers", node)
        if op == "+" and isinstance(t, ct.Int) and t.enum <= 0 and isinstance(value.type, ct.Pointer):
            self.require_element(value.type, node)
            return ast.Unsupported("assignment of a pointer to an integer", t, pos)
        if not ct.is_arithmetic(value.type):
            raise self.ctx.error(f"operands of '{op}=' do not fit", node)
        bits = place.bits[1] if isinstance(place, ast.Member) and place.bits is not None else None
        left_type = conv.promoted(t, bits)
        value = conv.as_number(promote(value))
        if op in ("<<", ">>"):
            return ast.CompoundAssign(op, place, value, left_type, t, pos)
        common = conv.common_type(left_type, value.type)
        return ast.CompoundAssign(op, place, self.convert(value, common, right), common, t, pos)

    def conditional(self, node: Node) -> ast.Expr:
        cond = self.scalar(self.child(node, "condition"))
        consequence = node.part("consequence")
        then = cond if consequence is None else self.value(consequence)
        other = self.value(self.child(node, "alternative"))
        pos = self.ctx.pos(node)
        t: ct.CType
        if ct.is_arithmetic(then.type) and ct.is_arithmetic(other.type):
            then, other = promote(then), promote(other)
            t = conv.common_type(then.type, other.type)
            then, other = self.convert(then, t, node), self.convert(other, t, node)
        elif isinstance(then.type, ct.Void) or isinstance(other.type, ct.Void):
            t = ct.VOID
            then, other = self.convert(then, t, node), self.convert(other, t, node)
        elif conv.are_unrelated(then, other, self.ctx.model):
            t = ct.Pointer(ct.VOID)
            then, other = conv.recast(then, t), conv.recast(other, t)
        elif ct.is_scalar(then.type) and ct.is_scalar(other.type):
            types = then.type, other.type
            then, other = self.unify(then, other, node)
            t = then.type
            if isinstance(t, ct.Pointer) and isinstance(other.type, ct.Pointer):
                if all(isinstance(x, ct.Pointer) and conv.same(x.to, t.to) for x in types):
                    t = replace(t, to=conv.composite(*(x.to for x in types if isinstance(x, ct.Pointer))))
                t = replace(t, qualifiers=t.qualifiers | other.type.qualifiers)
        else:
            t = other.type if isinstance(then, ast.Unsupported) else then.type
            other = self.convert(other, t, node)
        return ast.Cond(cond, None if consequence is None else then, other, t, pos)

    def unify(self, a: ast.Expr, b: ast.Expr, node: Node) -> tuple[ast.Expr, ast.Expr]:
        try:
            return conv.unify_pointers(a, b, self.ctx.model)
        except conv.Incompatible as problem:
            raise self.ctx.error(str(problem), node) from None

    def comma(self, node: Node) -> ast.Expr:
        left = self.value(self.child(node, "left"))
        right = self.value(self.child(node, "right"))
        return ast.Comma(left, right, right.type, self.ctx.pos(node))

    # ------------------------------------------------------------ parts of objects

    def subscript(self, node: Node) -> ast.Expr:
        argument = self.child(node, "argument")
        a, i = self.expr(argument), self.expr(self.child(node, "index"))
        pos = self.ctx.pos(node)
        if ct.is_integer(a.type) and isinstance(i.type, ct.Array | ct.Pointer):
            a, i = i, a
        i = rvalue(i)
        if isinstance(a, ast.Unsupported):
            t = rvalue(a).type
            return ast.Unsupported(a.what, t.to if isinstance(t, ct.Pointer) else t, a.pos)
        if not ct.is_integer(i.type):
            if isinstance(i, ast.Unsupported):
                return i
            raise self.ctx.error(f"array index is '{ct.show(i.type)}'", node)
        if isinstance(a.type, ct.Array):
            return self.ctx.lengths.element(a, i, pos)
        a = rvalue(a)
        if not isinstance(a.type, ct.Pointer):
            raise self.ctx.error(f"'{ct.show(a.type)}' is indexed", node)
        if isinstance(a.type.to, ct.Function):
            raise self.ctx.error("a pointer to a function is indexed", node)
        self.require_element(a.type, node)
        return ast.Deref(self.ctx.lengths.moved(a, i, False, pos), a.type.to, pos)

    def field(self, node: Node) -> ast.Expr:
        base = self.expr(self.child(node, "argument"))
        if node.word == "->":
            base = self.dereference(base, node)
        name = self.child(node, "field").word
        pos = self.ctx.pos(node)
        if isinstance(base, ast.Unsupported):
            known = self.member(base.type, name, node)
            return base if known is None else ast.Unsupported(base.what, known[1], base.pos)
        if isinstance(base.type, ct.Sync):
            return ast.Unsupported("access to the inside of a synchronisation object", ct.INT, pos)
        member = self.member(base.type, name, node)
        if member is None:
            raise self.ctx.error(f"'{ct.show(base.type)}' has no member '{name}'", node)
        offset, t, bits, qualifiers = member
        return ast.Member(base, name, offset, t, pos, bits, qualifiers)

    def member(self, t: ct.CType, name: str, where: Node | int) -> MemberPlace | None:
        """Offset, type and bits of a member, also inside anonymous members."""
        if not isinstance(t, ct.Struct):
            return None
        known = self._members.get(id(t))
        self.ctx.structs.require(t, where)
        if known is None:
            known = self._members[id(t)] = (t, dict(self.members(t, 0)))
        return known[1].get(name)

    def members(self, t: ct.Struct, base: int) -> list[tuple[str, MemberPlace]]:
        found: list[tuple[str, MemberPlace]] = []
        layout = self.ctx.model.layout(t)
        for f, (offset, bit) in zip(t.fields or [], layout.offsets, strict=True):
            if f.name is not None:
                bits = None if f.bits is None else (bit, f.bits)
                found.append((f.name, (base + offset, f.type, bits, f.qualifiers)))
            elif isinstance(f.type, ct.Struct):
                found.extend(self.members(f.type, base + offset))
        return found

    def compound_literal(self, node: Node) -> ast.Expr:
        ctx = self.ctx
        types = ctx.types
        with ctx.lengths.collect():
            base = types.qualified_type_name(self.child(node, "type"))
        t, pos = base.type, ctx.pos(node)
        if ct.is_variably_modified(t):
            return ast.Unsupported("variable-length array", t, pos)
        static = ctx.state.name is None
        decl = ast.VarDecl("compound literal", t, "static" if static else "local", pos, function=ctx.state.name)
        decl.qualifiers = base.qualifiers
        decl.align = decl.type_align = base.align
        ctx.structs.require(t, node)
        decl.type, decl.init = ctx.inits.read(self.child(node, "value"), t, static=static)
        if static:
            ctx.use(decl)
        return ast.CompoundLiteral(decl, decl.type, pos)


def has_const_member(t: ct.CType) -> bool:
    while isinstance(t, ct.Array):
        t = t.of
    return isinstance(t, ct.Struct) and any(f.qualifiers & ct.CONST or has_const_member(f.type) for f in t.fields or [])
