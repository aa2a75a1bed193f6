"""How wide sizes of files and times are, where a machine of 32 bits leaves that to the program.

Texts of the C library are read with the same macros, so that its structures are laid out as those of the program. What
headers were read with is seen by their types: preprocessed texts have no macros any more.

Entry point: `macros`.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.context import Context
from threadproof.frontend.read.scope import Typedef

#: macro -> types that it makes twice as wide; tags of structures
_CHOICES = (
    ("_FILE_OFFSET_BITS=64", ("off_t", "ino_t", "rlim_t", "fsblkcnt_t"), ()),
    ("_TIME_BITS=64", ("time_t",), ("timeval", "timespec")),
)


def macros(contexts: Sequence[Context], model: ct.DataModel) -> tuple[tuple[str, ...], list[ast.UnsupportedStmt]]:
    """What the headers of a program were read with, and where that is not understood."""
    if model.pointer_width != 32:
        return (), []
    chosen: list[str] = []
    for macro, names, tags in _CHOICES:
        found = [w for ctx in contexts if (w := _is_wide(ctx, names, tags)) is not None]
        if any(is_wide != found[0][0] for is_wide, _ in found):
            what = f"files of which some were read with {macro}"
            return (), [ast.UnsupportedStmt(what, pos) for is_wide, pos in found if is_wide][:1]
        if found and found[0][0]:
            chosen.append(macro)
    if chosen == ["_TIME_BITS=64"]:  # (it is allowed only with both)
        chosen = [macro for macro, _, _ in _CHOICES]
    return tuple(chosen), []


def _is_wide(ctx: Context, names: Sequence[str], tags: Sequence[str]) -> tuple[bool, ast.Pos] | None:
    """None: the file has no such type."""
    for name in names:
        items = ctx.index.values.get(name)
        if items and items[0].kind == "typedef":
            found = ctx.file.lookup(name)
            if isinstance(found, Typedef) and isinstance(found.type, ct.Int):
                return found.type.width == 64, ctx.pos(items[0].node)
    for tag in tags:
        node = ctx.index.tags.get(tag)
        struct = ctx.file.tag(tag) if node is not None else None
        if node is not None and isinstance(struct, ct.Struct):
            ctx.structs.complete(struct)
            if struct.fields:
                return ctx.model.size_of(struct) == 16, ctx.pos(node)
    return None
