"""Arrays whose length is known only when the program runs: each length is a variable of the function.

It is set where the type is read, as C has it: at the declaration, at a typedef, inside a cast or `sizeof`, when a
function is entered. A type refers to its variables (`ctypes.Array.length`), and whatever needs its size is written out
here as ordinary expressions: sizes, steps over rows, distances. Nobody behind the reader has to know of such sizes.
The order of evaluation is gcc's: in a declarator from right to left, of parameters the outermost lengths last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.ctypes import has_variable_size
from threadproof.frontend.read.conversions import rvalue
from threadproof.frontend.syntax.node import Node
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


@dataclass(frozen=True, slots=True)
class Length:
    """What is evaluated where a type is read: the length of an array, or, without a variable, only for its effects."""

    node: Node
    variable: ast.VarDecl | None
    #: the node, if it has been read already
    expr: ast.Expr | None = None


class LengthReader:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        #: the lengths of the type that is being read, in the order of their evaluation
        self.found: list[Length] = []

    # ------------------------------------------------------------ reading types

    @contextmanager
    def collect(self) -> Iterator[list[Length]]:
        """Finds the lengths in the types that are read inside."""
        outer, self.found = self.found, []
        try:
            yield self.found
        finally:
            self.found = outer

    def variable(self, node: Node, t: ct.CType) -> ast.VarDecl:
        """A new variable for a length of type t."""
        wide = isinstance(t, ct.Int) and t.width > self.ctx.model.pointer_width
        kind = t if wide else self.ctx.model.ptrdiff_t
        v = ast.VarDecl("array length", kind, "local", self.ctx.pos(node))
        self.found.append(Length(node, v))
        return v

    def effects(self, node: Node, e: ast.Expr | None = None) -> None:
        self.found.append(Length(node, None, e))

    # ------------------------------------------------------------ evaluating lengths

    def evaluate(self, found: list[Length], *, of: ct.CType = ct.VOID) -> list[ast.Expr]:
        """Expressions that set the variables. An object `of` a type has its lengths examined where it begins."""
        own = {id(x) for x in variables(of)}
        return [e for x in found for e in self._evaluate(x, x.variable is not None and id(x.variable) not in own)]

    def _evaluate(self, length: Length, is_examined: bool) -> Iterator[ast.Expr]:
        ctx, v = self.ctx, length.variable
        pos = ctx.pos(length.node)
        if ctx.state.name is None and not ctx.state.unevaluated:
            raise ctx.error("array of variable length outside a function", length.node)
        if v is None:
            yield ast.Cast(rvalue(length.expr or ctx.exprs.expr(length.node)), ct.VOID, pos)
            return
        value = ctx.exprs.convert(ctx.exprs.scalar(length.node), v.type, length.node)
        if not ctx.state.unevaluated:
            v.function = ctx.state.name
            ctx.state.lengths.append(v)
        yield ast.Assign(ast.Name(v, v.type, pos), value, v.type, pos)
        if is_examined:
            negative = ast.Binary("<", self._load(v, pos), ast.Const(0, v.type, pos), ct.INT, pos)
            bad = ast.Unsupported("array type of negative length", ct.INT, pos, is_rare=True)
            yield ast.Cond(negative, bad, ast.Const(0, ct.INT, pos), ct.INT, pos)

    def before(self, found: list[Length], e: ast.Expr) -> ast.Expr:
        """The expression after its lengths."""
        for x in reversed(self.evaluate(found)):
            e = ast.Comma(x, e, e.type, e.pos)
        return e

    # ------------------------------------------------------------ sizes

    def _load(self, v: ast.VarDecl, pos: ast.Pos) -> ast.Expr:
        return ast.Load(ast.Name(v, v.type, pos), v.type, pos)

    def lengths(self, t: ct.CType, pos: ast.Pos) -> list[ast.Expr]:
        """The lengths of the arrays that a type of variable size is made of, outermost first."""
        out: list[ast.Expr] = []
        while isinstance(t, ct.Array) and has_variable_size(t):
            if t.length is not None:
                out.append(self._load(t.length, pos))
            else:
                out.append(ast.Const(t.size or 0, self.ctx.model.ptrdiff_t, pos))
            t = t.of
        return out

    def elements(self, t: ct.CType, times: ast.Expr, pos: ast.Pos) -> ast.Expr:
        """How many elements of fixed size are in so many objects of a type of variable size. Nothing overflows."""
        unsigned = self.ctx.model.size_t
        count: ast.Expr = ast.Cast(times, unsigned, pos)
        for n in self.lengths(t, pos):
            count = ast.Binary("*", count, ast.Cast(n, unsigned, pos), unsigned, pos)
        return count

    def size(self, t: ct.CType, pos: ast.Pos) -> ast.Expr:
        """The size of a type in bytes."""
        unsigned = self.ctx.model.size_t
        return self.elements(t, ast.Const(self.ctx.model.size_of(ct.fixed_part(t)), unsigned, pos), pos)

    # ------------------------------------------------------------ pointers to arrays of variable size

    def _as_elements(self, t: ct.Pointer) -> ct.Pointer:
        return ct.Pointer(ct.fixed_part(t.to), qualifiers=t.qualifiers)

    def _steps(self, t: ct.Pointer, index: ast.Expr, pos: ast.Pos) -> ast.Expr:
        return ast.Cast(self.elements(t.to, index, pos), self.ctx.model.ptrdiff_t, pos)

    def moved(self, p: ast.Expr, index: ast.Expr, negative: bool, pos: ast.Pos) -> ast.Expr:
        """p + index (or p - index)."""
        assert isinstance(p.type, ct.Pointer)
        index = _number(index)
        if not has_variable_size(p.type.to):
            return ast.PtrAdd(p, index, negative, p.type, pos)
        t = self._as_elements(p.type)
        moved = ast.PtrAdd(ast.Cast(p, t, pos), self._steps(p.type, index, pos), negative, t, pos)
        return ast.Cast(moved, p.type, pos)

    def distance(self, p: ast.Expr, q: ast.Expr, pos: ast.Pos) -> ast.Expr:
        """p - q"""
        assert isinstance(p.type, ct.Pointer)
        result = self.ctx.model.ptrdiff_t
        if not has_variable_size(p.type.to):
            return ast.PtrDiff(p, q, result, pos)
        t = self._as_elements(p.type)
        elements = ast.PtrDiff(ast.Cast(p, t, pos), ast.Cast(q, t, pos), result, pos)
        return ast.Binary("/", elements, self._steps(p.type, ast.Const(1, ct.INT, pos), pos), result, pos)

    def add_to(self, place: ast.Expr, index: ast.Expr, op: str, pos: ast.Pos) -> ast.Expr:
        """p += index or p -= index"""
        t = place.type
        assert isinstance(t, ct.Pointer)
        kept = ct.unqualified(t)
        if not has_variable_size(t.to):
            return ast.CompoundAssign(op, place, index, kept, kept, pos)
        return ast.CompoundAssign(op, place, self._steps(t, index, pos), self._as_elements(t), kept, pos)

    def increment(self, place: ast.Expr, delta: int, prefix: bool, pos: ast.Pos) -> ast.Expr:
        """++p, p++, --p or p--"""
        if not isinstance(place.type, ct.Pointer) or not has_variable_size(place.type.to):
            return ast.IncDec(place, delta, prefix, ct.unqualified(place.type), pos)
        one = ast.Const(1, ct.INT, pos)
        new = self.add_to(place, one, "+" if delta > 0 else "-", pos)
        return new if prefix else self.moved(new, one, delta > 0, pos)

    def element(self, array: ast.Expr, index: ast.Expr, pos: ast.Pos) -> ast.Expr:
        """An element of an array that is a place."""
        assert isinstance(array.type, ct.Array)
        if not has_variable_size(array.type.of):
            return ast.Index(array, _number(index), array.type.of, pos)
        return ast.Deref(self.moved(rvalue(array), index, False, pos), array.type.of, pos)


def _number(index: ast.Expr) -> ast.Expr:
    """(The id of a thread is none before it is converted.)"""
    return ast.Cast(index, ct.ULLONG, index.pos) if ct.is_thread_id(index.type) else index


def variables(t: ct.CType) -> Iterator[ast.VarDecl]:
    """The variables for the lengths of an array."""
    while isinstance(t, ct.Array):
        if t.length is not None:
            yield t.length
        t = t.of
