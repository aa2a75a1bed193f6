"""Reads expressions that are about types: casts, sizeof and its kin, offsetof, _Generic."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tree_sitter import Node

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.conversions import rvalue
from threadproof.frontend.read.literals import TIGHT
from threadproof.frontend.read.normalise import Fragment, Reparse
from threadproof.frontend.read.parse import text_of

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context
    from threadproof.frontend.read.declarators import Base

_DESIGNATOR = re.compile(rb"\s*(?:\.?\s*([A-Za-z_$][\w$]*)|\[([^\]]*)\])\s*")


class TypeExprReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    # ------------------------------------------------------------ what normalisation cut out

    def fragment(self, node: Node, fragment: Fragment) -> ast.Expr:
        ctx = self.ctx
        pos = ctx.pos(node)
        if not fragment.keyword:
            return ctx.exprs.expr(ctx.source.fragment_expression(fragment.start, fragment.inner))
        if fragment.keyword == "sizeof":
            return self.size(ctx.source.fragment_operand(fragment.start, fragment.inner), node)
        if fragment.keyword == "_Static_assert":
            self.static_assert(fragment)
            return ast.Cast(ast.Const(0, ct.INT, pos), ct.VOID, pos)
        first, second, offset = self.split(fragment)
        if second is None:
            raise ctx.error(f"unexpected '{fragment.keyword}'", node)
        if "va_arg" in fragment.keyword:
            t = ctx.types.operand_type(ctx.source.fragment_operand(offset, second))
            return ast.Unsupported("va_arg", t, pos)
        t = ctx.types.operand_type(ctx.source.fragment_operand(fragment.start, first))
        if "offsetof" in fragment.keyword:
            return ast.Const(self.offset_in(t, second, offset), ctx.model.size_t, pos)
        other = ctx.types.operand_type(ctx.source.fragment_operand(offset, second))
        return ast.Const(int(conv.same(conv.unqualified(t), conv.unqualified(other))), ct.INT, pos)

    def static_assert(self, fragment: Fragment) -> None:
        condition, message, _ = self.split(fragment)
        node = self.ctx.source.fragment_expression(fragment.start, condition)
        if not self.ctx.types.constant(node):
            said = "" if message is None else f": {message.strip().decode('utf-8', 'replace')}"
            raise self.ctx.error(f"static assertion failed{said}", fragment.start)

    def split(self, fragment: Fragment) -> tuple[bytes, bytes | None, int]:
        """The two arguments of a fragment, and the offset of the second."""
        depth = 0
        for m in re.finditer(rb'"(?:[^"\\]|\\.)*"|[()\[\]{},]', fragment.inner):
            if m[0] in (b"(", b"[", b"{"):
                depth += 1
            elif m[0] in (b")", b"]", b"}"):
                depth -= 1
            elif m[0] == b"," and depth == 0:
                return fragment.inner[: m.start()], fragment.inner[m.end() :], fragment.start + m.end()
        return fragment.inner, None, 0

    def offset_in(self, t: ct.CType, designator: bytes, start: int) -> int:
        offset = at = 0
        while at < len(designator):
            m = _DESIGNATOR.match(designator, at)
            if m is None:
                raise self.ctx.error("syntax error in offsetof", start)
            at = m.end()
            if m[1] is not None:
                member = self.ctx.exprs.member(t, m[1].decode(), start)
                if member is None:
                    raise self.ctx.error(f"'{ct.show(t)}' has no member '{m[1].decode()}'", start)
                if member[2] is not None:
                    raise self.ctx.error(f"'{m[1].decode()}' is a bit-field and has no address", start)
                offset, t = offset + member[0], member[1]
            elif isinstance(t, ct.Array):
                operand = self.ctx.source.fragment_operand(start + m.start(2), b"+" + m[2])
                index = self.ctx.types.constant(self.ctx.exprs.child(operand, "value"))
                t = t.of
                offset += index * self.ctx.model.size_of(t)
            else:
                raise self.ctx.error(f"'{ct.show(t)}' is not an array", start)
        return offset

    # ------------------------------------------------------------ casts and types

    def cast(self, node: Node) -> ast.Expr:
        descriptor = self.ctx.exprs.child(node, "type")
        self.check_is_type(descriptor, node.start_byte)
        with self.ctx.lengths.collect() as lengths:
            t = self.ctx.types.type_name(descriptor)
        e = self.cast_to(t, self.ctx.exprs.expr(self.ctx.exprs.operand(node, "value", loose=TIGHT)), node)
        return self.ctx.lengths.before(lengths, e)

    def hidden_cast(self, node: Node) -> tuple[str, int] | None:
        """Name and offset of T if a prefix operator is really a cast `(T)` that normalisation rewrote."""
        name = self.ctx.source.normal.casts.get(node.start_byte)
        if name is None:
            return None
        start = node.start_byte + 1
        while self.ctx.source.original[start : start + 1].isspace():
            start += 1
        return name, start

    def check_hidden_cast(self, node: Node) -> None:
        """If T is no type here, the tree is wrong: parse again."""
        cast = self.hidden_cast(node)
        if cast is not None and not self.ctx.types.is_type_name(*cast):
            self.ctx.source.hints.casts[node.start_byte] = False
            raise Reparse

    def cast_to(self, t: ct.CType, e: ast.Expr, node: Node) -> ast.Expr:
        e = rvalue(e)
        t = conv.unqualified(t)
        pos = self.ctx.pos(node)
        if isinstance(t, ct.Pointer):
            self.ctx.types.complete(t.to)
        if isinstance(e, ast.Unsupported):
            return ast.Unsupported(e.what, t, e.pos)
        if isinstance(t, ct.Void):
            return ast.Cast(e, t, pos)
        if isinstance(t, ct.Struct) and e.type is not t:
            if t.is_union:
                return ast.Unsupported("cast to a union", t, pos)
            raise self.ctx.error("cast to a struct", node)
        # a bit-field, unlike its cast, is promoted by its width
        if conv.same(e.type, t) and conv.bit_width(e) is None and not ct.is_variably_modified(t):
            return e
        if isinstance(t, ct.Sync) or isinstance(e.type, ct.Sync):
            return ast.Unsupported("cast of a synchronisation object", t, pos)
        floats = isinstance(t, ct.Float), isinstance(e.type, ct.Float)
        pointers = isinstance(t, ct.Pointer) or isinstance(e.type, ct.Pointer)
        if not ct.is_scalar(t) or not ct.is_scalar(e.type) or (any(floats) and pointers):
            raise self.ctx.error(f"cast from '{ct.show(e.type)}' to '{ct.show(t)}'", node)
        return ast.Cast(e, t, pos)

    def check_is_type(self, descriptor: Node, opening: int) -> None:
        """The tree shows a type between the parentheses; if it is an expression, parse again."""
        name = descriptor.child_by_field_name("type")
        if name is None or name.type != "type_identifier" or opening in self.ctx.source.hints.parentheses:
            return
        word = text_of(name)
        known = self.ctx.source.normal.fragment(word, name.start_byte) or self.ctx.lookup(word)
        is_type = self.ctx.types.is_type_name(word, name.start_byte)
        if name.start_byte == descriptor.start_byte and not is_type and known is not None:
            self.ctx.source.hints.parentheses.add(opening)
            raise Reparse

    def check_sizeof(self, node: Node) -> None:
        """`sizeof (a)[0]` is about `(a)[0]` unless a is a type."""
        if node.type == "sizeof_expression":
            descriptor = node.child_by_field_name("type")
            if descriptor is not None:
                self.check_is_type(descriptor, next(c.start_byte for c in node.children if c.type == "("))

    def sizeof(self, node: Node) -> ast.Expr:
        return self.size(node, node)

    def size(self, operand: Node, node: Node) -> ast.Expr:
        pos = self.ctx.pos(node)
        with self.ctx.lengths.collect() as lengths:
            t = self.ctx.types.operand_type(operand)
        if ct.has_variable_size(t):
            self.ctx.types.require(t, node)
            return self.ctx.lengths.before(lengths, self.ctx.lengths.size(t, pos))
        if isinstance(t, ct.Array) and t.size is None:
            raise self.ctx.error("size of an array without a size", node)
        return ast.Const(self.ctx.types.size_of(t, node), self.ctx.model.size_t, pos)

    def alignof(self, node: Node) -> ast.Expr:
        descriptor = self.ctx.exprs.child(node, "type")
        # the grammar allows only types here, but GNU C also expressions
        operand = self.ctx.source.fragment_operand(descriptor.start_byte, descriptor.text or b"")
        with self.ctx.lengths.collect():  # nothing is evaluated
            base = self.ctx.types.operand(operand)
        align = base.align or self.ctx.types.align_of(base.type, node)
        value = operand.child_by_field_name("value")
        while value is not None and value.type == "parenthesized_expression":
            value = value.named_children[0]
        element = base.type
        while isinstance(element, ct.Array):
            element = element.of
        is_double_word = isinstance(element, ct.Int | ct.Float) and element.width == 64 and not base.align
        # what gcc prefers, unless it is a member
        if (
            is_double_word
            and text_of(node).startswith("__alignof")
            and (value is None or value.type != "field_expression")
        ):
            align = 8
        return ast.Const(align, self.ctx.model.size_t, self.ctx.pos(node))

    def generic(self, node: Node) -> ast.Expr:
        children = node.named_children
        t = rvalue(self.ctx.exprs.unevaluated(children[0])).type
        chosen: Node | None = None
        default: Node | None = None
        seen: list[Base] = []
        for i in range(1, len(children) - 1, 2):
            descriptor, value = children[i], children[i + 1]
            if text_of(descriptor) == "default":
                if default is not None:
                    raise self.ctx.error("_Generic has two defaults", descriptor)
                default = value
                continue
            association = self.ctx.types.qualified_type_name(descriptor)
            if any(s.qualifiers == association.qualifiers and conv.same(s.type, association.type) for s in seen):
                raise self.ctx.error(f"_Generic has '{ct.show(association.type)}' twice", descriptor)
            seen.append(association)
            if not association.qualifiers and conv.same(t, association.type):
                chosen = value
        chosen = chosen or default
        if chosen is None:
            raise self.ctx.error(f"no association of _Generic for '{ct.show(t)}'", node)
        return self.ctx.exprs.expr(chosen)
