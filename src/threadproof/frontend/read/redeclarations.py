"""One name, several declarations: are they of one thing, as C demands? Errors name both places.

`check_index` finds what is wrong whatever the types are, for all names of a file; `Redeclarations` compares the types
of those that are used, and of the names of one block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.conversions import are_qualified_alike, default_promoted, needs_no_prototype, same
from threadproof.frontend.read.index import Index, Item, Source
from threadproof.frontend.read.scope import Entry, Typedef
from threadproof.frontend.syntax.node import Node

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


def twice(source: Source, what: str, first: Node | int, second: Node | int) -> InputError:
    before = source.pos(first if isinstance(first, int) else first.start)
    return source.error(f"{what}, the other one is at {before}", second)


def check_index(index: Index) -> None:
    """No function has two bodies, no variable two initialisers; a name is of one kind."""
    for name, items in index.values.items():
        enum = index.enumerators.get(name)
        if enum is not None:
            raise twice(index.source, f"'{name}' is declared twice, once as an enumerator", enum, items[0].node)
        if len(items) > 1:
            _check_items(index.source, name, items)


def _check_items(source: Source, name: str, items: list[Item]) -> None:
    first = items[0]
    definition: Item | None = None
    for item in items:
        if (item.kind == "typedef") != (first.kind == "typedef"):
            raise twice(source, f"'{name}' is declared twice, once as a type", first.declarator, item.declarator)
        has_value = item.declarator.type == "init_declarator"
        if (item.kind == "function" and not may_be_replaced(item)) or (item.kind == "object" and has_value):
            if definition is not None:
                raise twice(source, f"'{name}' is defined twice", definition.declarator, item.declarator)
            definition = item


def may_be_replaced(item: Item) -> bool:
    """`extern inline` may, with GNU's meaning of it, have a definition besides."""
    words = {c.word for c in item.node.children if c.type == "storage_class_specifier"}
    return {"extern", "inline"} <= words


def compatible(a: ct.CType, b: ct.CType, is_same: Callable[[ct.CType, ct.CType], bool] = same) -> bool:
    """May one thing be declared at both types? `is_same`: compares those that have no others in them."""

    def fit(x: ct.CType, y: ct.CType) -> bool:
        return compatible(x, y, is_same)

    if isinstance(a, ct.Function) and isinstance(b, ct.Function):
        if not fit(a.result, b.result):
            return False
        if a.unprototyped or b.unprototyped:
            if a.unprototyped and b.unprototyped:
                return not (a.params and b.params) or len(a.params) == len(b.params)
            old, new = (a, b) if a.unprototyped else (b, a)
            if old.params:  # a definition in the old style
                if len(old.params) != len(new.params) or new.variadic:
                    return False
                pairs = zip(old.params, new.params, strict=True)
                return all(fit(x, y) or (not x.atomic and fit(default_promoted(x), y)) for x, y in pairs)
            return needs_no_prototype(new)
        return (
            a.variadic == b.variadic
            and len(a.params) == len(b.params)
            and all(fit(x, y) for x, y in zip(a.params, b.params, strict=True))
        )
    if isinstance(a, ct.Pointer) and isinstance(b, ct.Pointer):
        return are_qualified_alike(a, b) and fit(a.to, b.to)
    if isinstance(a, ct.Array) and isinstance(b, ct.Array):
        return (a.size == b.size or a.size is None or b.size is None) and fit(a.of, b.of)
    return is_same(a, b)


def _may_be_repeated(old: Entry, new: Entry) -> bool:
    if isinstance(old, Typedef) and isinstance(new, Typedef):
        return compatible(old.type, new.type) and old.qualifiers == new.qualifiers
    return old is new  # a function, or a variable of the file


class Redeclarations:
    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx

    def types(self, name: str, first: ct.CType, at: Node | ast.Pos, second: ct.CType, node: Node) -> None:
        if not compatible(first, second):
            before = at if isinstance(at, ast.Pos) else self.ctx.pos(at)
            what = f"'{name}' is declared as '{ct.show(second)}' and as '{ct.show(first)}'"
            raise self.ctx.error(f"{what}, the other one is at {before}", node)

    def in_block(self, name: str, entry: Entry, node: Node) -> None:
        """A new name in the innermost block."""
        scope = self.ctx.state.scopes[-1]
        old = scope.names.get(name)
        if old is not None and not _may_be_repeated(old, entry):
            raise twice(self.ctx.source, f"'{name}' is declared twice in the same block", scope.places[name], node)
        scope.names[name] = entry
        scope.places.setdefault(name, node.start)

    def linkage(self, name: str, items: list[tuple[Item, frozenset[str]]], is_function: bool) -> None:
        """Once external, a name cannot become static; a variable that is static needs `extern` or `static` again."""
        threads = {"__thread"}
        first, storage = items[0]
        for item, words in items[1:]:
            if "static" in words and "static" not in storage:
                raise twice(self.ctx.source, f"'{name}' is declared static and not static", first.node, item.node)
            if "static" in storage and not is_function and not words & {"static", "extern"}:
                raise twice(self.ctx.source, f"'{name}' is declared static and not static", first.node, item.node)
            # (in glibc errno is a macro, so that programs may declare what it stands for once more)
            is_errno = name == "errno" and self.ctx.source.text.is_system(first.node.start)
            if bool(words & threads) != bool(storage & threads) and not is_errno:
                what = f"'{name}' is declared thread-local and not thread-local"
                raise twice(self.ctx.source, what, first.node, item.node)
