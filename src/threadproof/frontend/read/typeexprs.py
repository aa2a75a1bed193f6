"""Reads expressions that are about types: casts, sizeof and its kin, offsetof, _Generic."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.constants import evaluate
from threadproof.frontend.read.conversions import rvalue
from threadproof.frontend.syntax.node import Node
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context
    from threadproof.frontend.read.declarators import Base


class TypeExprReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    # ------------------------------------------------------------ what looks like a call

    def va_arg(self, node: Node) -> ast.Expr:
        t = self.ctx.types.type_name(self.ctx.exprs.child(node, "second"))
        self.ctx.structs.require(t, node)
        return self.ctx.calls.about_lists("__builtin_va_arg", [self.ctx.exprs.child(node, "first")], t, node)

    def _check_restrict(self, node: Node) -> None:
        """`restrict` makes other types, which are not kept here."""
        if self._has_inner_restrict:
            self.ctx.not_understood_here("question about types, where there are pointers to restrict pointers", node)

    @cached_property
    def _has_inner_restrict(self) -> bool:
        return re.search(r"\b(?:restrict|__restrict|__restrict__)\s*\*", self.ctx.source.text.source) is not None

    def _check_sync(self, t: ct.CType, node: Node) -> bool:
        """Is it the type of a synchronisation object? Which of those are one type is not kept."""
        if _has_sync(t):
            self.ctx.not_understood_here("question about the type of a synchronisation object", node)
        return _has_sync(t)

    def types_compatible(self, node: Node) -> ast.Expr:
        self._check_restrict(node)
        first, second = (self.ctx.types.type_name(self.ctx.exprs.child(node, part)) for part in ("first", "second"))
        self._check_sync(first, node)
        self._check_sync(second, node)
        is_same = conv.same(_of_elements(first), _of_elements(second))
        return ast.Const(int(is_same), ct.INT, self.ctx.pos(node))

    def offsetof(self, node: Node) -> ast.Expr:
        t = self.ctx.types.type_name(self.ctx.exprs.child(node, "first"))
        offset, pos, unsigned = 0, self.ctx.pos(node), self.ctx.model.size_t
        distance: ast.Expr | None = None
        for designator in node.children:
            if designator.type == "field_designator":
                name = designator.word
                member = self.ctx.exprs.member(t, name, node)
                if member is None:
                    raise self.ctx.error(f"'{ct.show(t)}' has no member '{name}'", node)
                if member[2] is not None:
                    raise self.ctx.error(f"'{name}' is a bit-field and has no address", node)
                offset, t = offset + member[0], member[1]
            elif isinstance(t, ct.Array):
                index = self.ctx.exprs.value(self.ctx.exprs.child(designator, "first"))
                if not isinstance(index.type, ct.Int):
                    raise self.ctx.error(f"an index of type '{ct.show(index.type)}'", node)
                t = t.of
                known, size = evaluate(index, self.ctx.model), self.ctx.model.size_of(t)
                if known is not None:
                    offset += known * size
                    continue
                step = ast.Binary("*", ast.Cast(index, unsigned, pos), ast.Const(size, unsigned, pos), unsigned, pos)
                distance = step if distance is None else ast.Binary("+", distance, step, unsigned, pos)
            else:
                raise self.ctx.error(f"'{ct.show(t)}' is not an array", node)
        start = ast.Const(offset, unsigned, pos)
        return start if distance is None else ast.Binary("+", start, distance, unsigned, pos)

    def static_assert(self, node: Node) -> None:
        if not self.ctx.types.constant(self.ctx.exprs.child(node, "condition")):
            message = node.part("message")
            said = "" if message is None else f": {message.text}"
            raise self.ctx.error(f"static assertion failed{said}", node)

    # ------------------------------------------------------------ casts and types

    def cast(self, node: Node) -> ast.Expr:
        with self.ctx.lengths.collect() as lengths:
            t = self.ctx.types.type_name(self.ctx.exprs.child(node, "type"))
        if isinstance(t, ct.Int):
            self.ctx.enums.require(t, node)
        operand = self.ctx.exprs.expr(self.ctx.exprs.child(node, "value"))
        self.ctx.exprs.check_value(operand, node)
        e = self.cast_to(t, operand, node)
        return self.ctx.lengths.before(lengths, e)

    def cast_to(self, t: ct.CType, e: ast.Expr, node: Node) -> ast.Expr:
        e = rvalue(e)
        t = conv.unqualified(t)
        pos = self.ctx.pos(node)
        if isinstance(t, ct.Pointer):
            self.ctx.structs.complete(t.to)
        if isinstance(e, ast.Unsupported):
            return ast.Unsupported(e.what, t, e.pos)
        if isinstance(t, ct.Void):
            return ast.Cast(e, t, pos)
        if isinstance(t, ct.Struct) and e.type is not t:
            self.ctx.structs.require(t, node)
            if t.is_union and any(conv.same(conv.unqualified(f.type), e.type) for f in t.fields or []):
                return ast.Unsupported("cast to a union", t, pos)
            if t.is_union:
                raise self.ctx.error(f"no member of the union has type '{ct.show(e.type)}'", node)
            raise self.ctx.error("cast to a struct", node)
        # a bit-field, unlike its cast, is promoted by its width; and `(void *)(void *)0` is no null pointer constant
        is_null = isinstance(e, ast.Cast) and isinstance(t, ct.Pointer)
        is_id_alike = ct.is_thread_id(e.type) == ct.is_thread_id(t)
        is_same = conv.same(e.type, t) and is_id_alike and not ct.is_variably_modified(t)
        if is_same and conv.bit_width(e) is None and not is_null:
            return e
        if isinstance(t, ct.Sync) or isinstance(e.type, ct.Sync):
            return ast.Unsupported("cast of a synchronisation object", t, pos)
        floats = isinstance(t, ct.Float), isinstance(e.type, ct.Float)
        pointers = isinstance(t, ct.Pointer) or isinstance(e.type, ct.Pointer)
        if not ct.is_scalar(t) or not ct.is_scalar(e.type) or (any(floats) and pointers):
            raise self.ctx.error(f"cast from '{ct.show(e.type)}' to '{ct.show(t)}'", node)
        return conv.cast(e, t, pos)

    def sizeof(self, node: Node) -> ast.Expr:
        pos = self.ctx.pos(node)
        with self.ctx.lengths.collect() as lengths:
            t = self.ctx.types.operand_type(node)
        if ct.has_variable_size(t):
            self.ctx.structs.require(t, node)
            return self.ctx.lengths.before(lengths, self.ctx.lengths.size(t, pos))
        if isinstance(t, ct.Array) and (t.size is None or self.is_sized_later(node)):
            raise self.ctx.error("size of an array without a size", node)
        return ast.Const(self.ctx.types.size_of(t, node), self.ctx.model.size_t, pos)

    def is_sized_later(self, node: Node) -> bool:
        """Is the operand a variable whose length only a later declaration says?"""
        value = _bare_operand(node)
        if value is None or value.type != "identifier" or self.ctx.state.entry(value.word) is not None:
            return False
        sized_from = self.ctx.file.sized_from
        return value.word in self.ctx.index.values and sized_from.get(value.word, value.start) >= value.start

    def alignof(self, node: Node) -> ast.Expr:
        with self.ctx.lengths.collect():  # nothing is evaluated
            base = self.ctx.types.operand(node)
            base.align = self.align_of_variable(node) or base.align
        if isinstance(base.type, ct.Function):
            return ast.Unsupported("alignment of a function", self.ctx.model.size_t, self.ctx.pos(node))
        if ct.is_without_size(base.type):
            raise self.ctx.error("alignment of an array without a size", node)
        if self.has_hidden_alignment(node):
            return ast.Unsupported("alignment of an expression", self.ctx.model.size_t, self.ctx.pos(node))
        align = base.align or self.ctx.types.align_of(base.type, node)
        value = _bare_operand(node)
        element: ct.CType = base.type
        while isinstance(element, ct.Array):
            element = element.of
        is_double_word = isinstance(element, ct.Int | ct.Float) and element.width == 64 and not base.align
        # what gcc prefers, unless it is a member
        if is_double_word and node.word == "__alignof__" and (value is None or value.type != "field_expression"):
            align = 8
        return ast.Const(align, self.ctx.model.size_t, self.ctx.pos(node))

    def has_hidden_alignment(self, node: Node) -> bool:
        """Is it an expression, other than a name, in a program that has its own ideas of alignment?"""
        value = _bare_operand(node)
        words = ("aligned", "packed", "_Alignas")
        text = self.ctx.source.text
        return (
            value is not None
            and value.type != "identifier"
            and (bool(text.packing.offsets) or any(a.name in words for a in text.attributes))
        )

    def align_of_variable(self, node: Node) -> int:
        """What the attributes of a variable demand, whose name is the operand; 0: nothing."""
        value = _bare_operand(node)
        e = self.ctx.exprs.unevaluated(value) if value is not None and value.type == "identifier" else None
        return e.decl.align if isinstance(e, ast.Name) and isinstance(e.decl, ast.VarDecl) else 0

    def generic(self, node: Node) -> ast.Expr:
        self._check_restrict(node)
        first = self.ctx.exprs.child(node, "first")
        if first.type == "type_descriptor":
            t = self.ctx.types.type_name(first)
        else:
            e = rvalue(self.ctx.exprs.unevaluated(first))
            t = e.type
            if conv.is_narrow(e) or conv.has_unknown_type(e):
                self.ctx.not_understood_here("type of a bit-field, or of what is not understood", node)
        if self._check_sync(t, node):
            return ast.Unsupported("_Generic of a synchronisation object", ct.INT, self.ctx.pos(node))
        chosen: Node | None = None
        default: Node | None = None
        seen: list[Base] = []
        for child in node.children:
            descriptor, value = child.part("type"), self.ctx.exprs.child(child, "value")
            self.ctx.exprs.unevaluated(value)
            if descriptor is None:
                if default is not None:
                    raise self.ctx.error("_Generic has two defaults", child)
                default = value
                continue
            association = self.ctx.types.qualified_type_name(descriptor)
            if self._check_sync(association.type, node):
                return ast.Unsupported("_Generic of a synchronisation object", ct.INT, self.ctx.pos(node))
            self.ctx.structs.require(association.type, descriptor)
            odd = isinstance(association.type, ct.Void | ct.Function)
            if odd or (isinstance(association.type, ct.Array) and association.type.size is None):
                raise self.ctx.error(f"_Generic cannot choose '{ct.show(association.type)}'", descriptor)
            if any(s.qualifiers == association.qualifiers and conv.same(s.type, association.type) for s in seen):
                raise self.ctx.error(f"_Generic has '{ct.show(association.type)}' twice", descriptor)
            seen.append(association)
            if not association.qualifiers and conv.same(t, association.type):
                if chosen is not None:
                    raise self.ctx.error(f"two associations of _Generic for '{ct.show(t)}'", child)
                chosen = value
        chosen = chosen or default
        if chosen is None:
            raise self.ctx.error(f"no association of _Generic for '{ct.show(t)}'", node)
        return self.ctx.exprs.expr(chosen)


def _of_elements(t: ct.CType) -> ct.CType:
    """The type without qualifiers; those of an array are those of its elements."""
    return replace(t, of=_of_elements(t.of)) if isinstance(t, ct.Array) else conv.unqualified(t)


def _bare_operand(node: Node) -> Node | None:
    """The expression that is asked about, without its parentheses; None if it is a type."""
    value = node.part("value")
    while value is not None and value.type == "parenthesized_expression":
        value = value.children[0]
    return value


def _has_sync(t: ct.CType) -> bool:
    match t:
        case ct.Sync():
            return True
        case ct.Pointer(to=of) | ct.Array(of=of):
            return _has_sync(of)
        case ct.Function():
            return _has_sync(t.result) or any(map(_has_sync, t.params))
    return False
