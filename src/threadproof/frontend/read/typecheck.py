"""From preprocessed C text to the typed tree of everything reachable from main."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from threadproof.errors import InputError
from threadproof.frontend import ast, threads
from threadproof.frontend.ctypes import DataModel
from threadproof.frontend.preprocess import USUAL_VERSION
from threadproof.frontend.read import promises, widths
from threadproof.frontend.read.context import Context
from threadproof.frontend.read.index import Source, label_text
from threadproof.frontend.read.redeclarations import check_index
from threadproof.patterns import pattern

#: Python frames, not nesting levels; frames of Python functions cost no C stack
_RECURSION_LIMIT = 30_000
_ALLOCATORS = ("malloc", "calloc", "realloc", "free")
#: functions of the library that allocate
_ALLOCATING = pattern(
    r"strn?dup|aligned_alloc|memalign|posix_memalign|reallocarray|valloc|pthread_create|thrd_create|atexit|sem_open"
    r"|v?[fd]?(?:printf|scanf)|v?asprintf|f?put(?:s|c|char)|putw|perror|(?:err|warn)x?|f?get(?:s|c|char)|fopen|fdopen|fread|fwrite|getline"
)


def build_unit(
    text: bytes,
    file_name: str,
    model: DataModel,
    written: Callable[[str], list[str]] | None = None,
    begin: str = "main",
) -> ast.Unit:
    """The program that one text is; `written`: see `Text`; `begin`: the function from which everything is reachable."""
    return build_program([lambda: source_of(text, file_name, written)], file_name, model, begin=begin)


def source_of(
    text: bytes,
    file_name: str,
    written: Callable[[str], list[str]] | None = None,
    *,
    version: str = USUAL_VERSION,
) -> Source:
    if b"\0" in text:
        raise InputError("not a C source text: it contains zero bytes", file=file_name)
    if not text.strip():
        raise InputError("the file is empty", file=file_name)
    return Source(text, file_name, written, version=version)


def build_program(
    files: Sequence[Callable[[], Source]],
    file_name: str,
    model: DataModel,
    choose: Callable[[list[Context]], list[Context]] = lambda contexts: contexts,
    begin: str = "main",
) -> ast.Unit:
    """The program that texts are together, or those of them that are chosen.

    `file_name`: what to name where nothing else can be named.
    """
    threads.load()
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        sources = [parse() for parse in files]
        try:
            return _build(sources, model, choose, begin)
        except InputError:
            found = ((s, a) for s in sources for a in s.text.attributes if a.name == "vector_size")
            source, vector = next(found, (None, None))
            if source is None or vector is None:
                raise
            # such a type is read as that of one element, so perhaps nothing is wrong
            empty = f"int {begin}(void) {{ return 0; }}".encode()
            unit = _build([Source(empty, file_name)], model, lambda contexts: contexts, begin)
            unit.unsupported.append(ast.UnsupportedStmt(str(vector), source.pos(vector.start)))
            return unit
    except RecursionError:
        raise InputError("nested too deeply", file=file_name) from None
    finally:
        sys.setrecursionlimit(limit)


def _check_allocators(ctx: Context) -> None:
    """What the library allocates comes from the program's own `malloc`, if there is one."""
    own = next((n for n in _ALLOCATORS if ctx.file.is_defined(n)), None)
    for f in ctx.unit.functions.values():
        if own is not None and _ALLOCATING.fullmatch(f.name) and f.body is None:
            what = f"{f.name} where the program has its own {own}"
            ctx.unit.unsupported.append(ast.UnsupportedStmt(what, f.pos))


def _check_asm_labels(ctx: Context) -> None:
    """One that is the name of something else in the file makes both the same."""
    for at, label in ctx.source.parser.labels.items():
        is_other = any(item.declarator.start != at for item in ctx.index.values.get(label_text(label), []))
        if is_other and not ctx.source.text.is_system(at):
            ctx.unit.unsupported.append(ast.UnsupportedStmt("asm label", ctx.pos(label)))


def _build(
    sources: list[Source], model: DataModel, choose: Callable[[list[Context]], list[Context]], begin: str
) -> ast.Unit:
    contexts = choose([Context(source, model, number) for number, source in enumerate(sources)])
    for ctx in contexts:
        check_index(ctx.index)
    if len(contexts) > 1:
        from threadproof.frontend.read import link

        link.introduce(contexts)
        contexts.sort(
            key=lambda ctx: (not has_function(ctx, begin), ctx.file.is_static(begin))
        )  # others stay as they are
    _use(contexts[0], begin)
    for ctx in contexts:
        ctx.file.find_roots()
        ctx.file.elaborate_used()
    if len(contexts) > 1:
        link.read(contexts)
    for ctx in contexts:
        promises.note(ctx)
        ctx.check_whole_file()
        ctx.file.check_unused()
        _check_allocators(ctx)
        _check_asm_labels(ctx)
        ctx.unit.sources = ctx.source.text.lines()
    unit = contexts[0].unit if len(contexts) == 1 else link.linked(contexts)
    unit.macros_of_layouts, unsupported = widths.macros(contexts, model)
    unit.unsupported += unsupported
    return unit


def has_function(ctx: Context, name: str) -> bool:
    """Is it defined there?"""
    return any(item.kind == "function" for item in ctx.index.values.get(name, []))


def _use(ctx: Context, begin: str) -> None:
    source = ctx.source
    if not has_function(ctx, begin):
        if source.errors:
            raise source.errors[0]
        source.check_bodies()
        raise InputError(f"no function {begin}", file=source.file_name)
    main = ctx.file.lookup(begin)
    assert isinstance(main, ast.FuncDecl)
    ctx.file.use(main)
