"""What compilers and linkers make of a program beyond C: its promises, names that they know, variables of the linker.

Whether a promise is kept is not looked at, except for `noreturn`, so the scope of the verdict names it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING

from threadproof.frontend.syntax.node import LazyPrototype, Node
from threadproof.patterns import pattern

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context
    from threadproof.frontend.read.index import Item

#: an attribute, or a word
_PROMISE = pattern(
    r"[(,:]\s*_*(nonnull|returns_nonnull|assume_aligned|alloc_align|malloc|pure|const|noreturn)_*\s*(?=[(),\]])"
    r"|\b_(Noreturn)\b"
)
_RESTRICT = pattern(r"\b(?:__)?restrict(?:__)?\b")
_LINKER = pattern(
    r"__(?:start|stop)_\w+|_?(?:end|etext|edata)|__(?:bss_start|executable_start|etext)|(?:__)?data_start"
)
#: functions that compilers know and may expand, whoever defines them
_BUILTINS = frozenset(
    """abs labs llabs imaxabs ffs ffsl ffsll toupper tolower toascii memchr memcmp memcpy memmove memset mempcpy
    bcmp bcopy bzero index rindex puts putc putchar fputs fputc fputchar fwrite fwrite_unlocked
    puts_unlocked putc_unlocked putchar_unlocked fputs_unlocked fputc_unlocked fputchar_unlocked
    malloc calloc realloc free alloca aligned_alloc posix_memalign exit _exit _Exit abort fork setjmp longjmp
    """.split()
    + [
        f"{v}{to}{n}{way}{also}"
        for v in ("", "v")
        for to in ("", "f", "s")
        for n in ("", "n")
        for way in ("printf", "scanf")
        for also in ("", "_unlocked")
    ]
)
_BEGINNINGS = tuple("isal isasc isbl iscnt isdi isgr islo ispr ispu issp isup isxd str stp exec".split())


def is_of_the_linker(name: str) -> bool:
    return _LINKER.fullmatch(name) is not None


def _is_builtin(name: str) -> bool:
    return name in _BUILTINS or name.startswith(_BEGINNINGS)


def never_returns(ctx: Context, items: Iterable[Item]) -> bool:
    """So one of the declarations of a function says."""
    for item in items:
        body = item.node.part("body")
        if "noreturn" in _made(ctx, item.node, item.node.end if body is None else body.start):
            return True
    return False


def note(ctx: Context) -> None:
    """Put into the scope of the verdict what the whole text promises.

    (What prototypes of functions promise that are elsewhere does not matter.)
    """
    text, scope = ctx.source.text, ctx.unit.scope
    for node in ctx.source.items:
        if text.is_system(node.start) or (isinstance(node, LazyPrototype) and not ctx.file.is_defined(node.name)):
            continue
        for word in sorted(_made(ctx, node, node.end) - {"noreturn"}):
            scope[f"what {word!r} promises holds"] = None
    ctx.not_understood([a for a in text.attributes if a.name == "section"])
    if "#pragma GCC ivdep" in text.source:
        scope["what 'ivdep' promises holds"] = None
    if any(_is_builtin(name) and ctx.file.is_defined(name) for name in ctx.index.values):
        # (compilers may also call what nobody else does)
        scope["names of the C library mean what the program says (-fno-builtin)"] = None


def _made(ctx: Context, node: Node, end: int) -> set[str]:
    """The promises in a declaration, with the attributes before it."""
    text = ctx.source.text
    before = bisect_left(text.starts, node.start)
    start = text.ends[before - 1] if before else 0
    found = {x[1] or x[2].lower() for x in _PROMISE.finditer(text.source, start, end)}
    return found | {"restrict"} if _RESTRICT.search(text.source, start, end) else found
