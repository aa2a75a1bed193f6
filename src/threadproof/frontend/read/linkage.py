"""What other files see of a name of this one (C17 6.2.2, 6.7.4, 6.9). Entry points: `linkage`, `defined_for_others`."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend.read.index import Index, Item
from threadproof.frontend.syntax.declarations import function_of
from threadproof.frontend.syntax.node import LazyPrototype

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


class Linkage(Enum):
    #: nobody else sees it
    INTERNAL = "internal"
    #: it is declared here, and defined elsewhere
    DECLARED = "declared"
    #: a definition, of which a program has one
    STRONG = "strong"
    #: a definition that counts if there is no other
    WEAK = "weak"
    #: a body for this file only, of a function that has a definition elsewhere
    INLINE = "inline"


def linkage(ctx: Context, name: str, decl: ast.VarDecl | ast.FuncDecl) -> Linkage:
    """Of what a name of the file's scope stands for."""
    if ctx.file.is_static(name):
        return Linkage.INTERNAL
    items = ctx.index.values.get(name, [])
    demands = ctx.file.demands(items) if items else None
    is_weak = demands is not None and (demands.weak or any(a.name == "#pragma weak" for a in demands.others))
    strength = Linkage.WEAK if is_weak else Linkage.STRONG
    if demands is not None and demands.alias is not None:
        return strength
    if isinstance(decl, ast.VarDecl):
        return strength if decl.defined else Linkage.DECLARED
    definitions = [item for item in items if item.kind == "function"]
    if not definitions:
        return Linkage.DECLARED
    return Linkage.INLINE if all(_is_inline(ctx, item, items) for item in definitions) else strength


def _is_inline(ctx: Context, definition: Item, items: list[Item]) -> bool:
    """Is the definition for this file only? In GNU's old C that is what `extern inline` says."""
    node, body = definition.node, definition.node.part("body")
    words = _words(definition)
    text = ctx.source.text
    head = text.source[text.end_before(node.start) if node.start else 0 : node.end if body is None else body.start]
    if ctx.source.version == "90" or "gnu_inline" in head:
        return {"extern", "inline"} <= words
    return all("inline" in _words(item) and "extern" not in _words(item) for item in items)


def _words(item: Item) -> set[str]:
    return {c.word for c in item.node.children if c.type == "storage_class_specifier"}


def defined_for_others(index: Index) -> tuple[set[str], set[str]]:
    """The functions and the variables that a file defines for others, found without reading a type."""
    functions: set[str] = set()
    variables: set[str] = set()
    for name, items in index.values.items():
        own = [item for item in items if not isinstance(item.node, LazyPrototype)]
        if not own or own[0].kind == "typedef" or "static" in _words(items[0]):
            continue
        if any(item.kind == "function" for item in own):
            functions.add(name)
        elif any(_is_variable(item) for item in own):
            variables.add(name)
    return functions, variables


def _is_variable(item: Item) -> bool:
    """Is it the definition of one, perhaps a tentative one?"""
    if item.declarator.type == "init_declarator":
        return True
    return "extern" not in _words(item) and function_of(item.declarator) is None
