"""The files that a program is made of, how each is preprocessed, and the tree of all of them.

Entry points: `tree`, which both readings of a program begin with, and `digest`.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof import contents
from threadproof.errors import InputError
from threadproof.frontend.ctypes import DATA_MODELS
from threadproof.frontend.preprocess import More, preprocess, written
from threadproof.frontend.unknown import HAVOC
from threadproof.options import DATABASE_SUFFIX, Options
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.frontend.ast import Unit
    from threadproof.frontend.read.context import Context
    from threadproof.frontend.read.index import Source

#: standards whose language is the one that is read
_AS_READ = ("gnu17", "gnu18", "gnu11")


@dataclass(frozen=True, slots=True)
class File:
    path: Path
    include_dirs: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    more: More = More()
    data_model: str | None = None


def files_of(path: Path, options: Options) -> list[File]:
    """Those that are named, in an order that does not depend on who names them."""
    last = "pthread.h" if options.thread else ""
    more = More(tuple(options.undefines), tuple(options.includes), last=last, standard=options.std or "")
    if path.suffix == DATABASE_SUFFIX:
        from threadproof.frontend.project import Database

        found = [_with(file, options, more) for file in Database(path).files]
    else:
        found = []
    dirs, defines = tuple(options.include_dirs), tuple(options.defines)
    named = [] if found else [path, *options.files]
    return [*found, *[File(p, dirs, defines, more) for p in sorted([*named, *options.stub])]]


def _with(file: File, options: Options, more: More) -> File:
    """The options of the command line come behind those of the database."""
    undefined = {*more.undefines, *(d.partition("=")[0].partition("(")[0] for d in options.defines)}
    kept = [d for d in file.defines if d.partition("=")[0].partition("(")[0] not in undefined]
    of_file = file.more
    return File(
        file.path,
        (*options.include_dirs, *file.include_dirs),
        (*kept, *options.defines),
        More(
            (*of_file.undefines, *more.undefines),
            (*of_file.includes, *more.includes),
            of_file.quote_dirs,
            of_file.system_dirs,
            more.standard or of_file.standard,
            more.last,
        ),
    )


def tree(path: Path, options: Options) -> tuple[bytes, Unit]:
    """The preprocessed texts of a program, and what they are as one typed tree."""
    from threadproof.frontend.read.typecheck import build_program, has_function, source_of
    from threadproof.frontend.start import begun

    files = files_of(path, options)
    texts: dict[File, bytes] = {}
    #: which file defines a function that something is put behind
    holders: dict[str, str] = {}

    def source(file: File, more: str) -> Source:
        if file not in texts:
            texts[file] = _preprocessed(file, options)
        text = texts[file] + more.encode("latin-1")
        return source_of(text, str(file.path), written(file.path), version=file.more.version)

    def choose(contexts: list[Context]) -> list[Context]:
        if path.suffix != DATABASE_SUFFIX:
            return contexts
        from threadproof.frontend.project import files_of_program

        chosen = files_of_program(contexts, path, options.main)
        names = ", ".join(ctx.source.file_name for ctx in chosen)
        chosen[0].unit.scope[f"of the project these files: {names}"] = None
        return chosen

    def read(begin: str, more: str = "", beside: str = "") -> Unit:
        def look(contexts: list[Context]) -> list[Context]:
            chosen = choose(contexts)
            _check_stubs(chosen, options)
            for c in chosen:
                if has_function(c, begin):
                    holders[begin] = c.source.file_name
            return chosen

        sources = [partial(source, f, more if str(f.path) == holders.get(beside) else "") for f in files]
        return build_program(sources, str(path), DATA_MODELS[options.data_model], look, begin)

    if options.thread:
        _demand_pthread([(f, texts.setdefault(f, _preprocessed(f, options))) for f in files])
    unit = begun(read, path, options)
    unit.assumes_unknown = options.unknown_calls == HAVOC
    if any(f.more.standard not in ("", *_AS_READ) for f in files):
        unit.scope["the language is that of gnu17, with the macros of -std"] = None
    if any(file.path.suffix != ".i" for file in files):
        for name in unit.sources:  # traces show what the user wrote, not what the preprocessor made of it
            if Path(name).is_file():
                unit.sources[name] = contents.read(Path(name)).decode(errors="replace").split("\n")
    return b"\n".join(texts.values()), unit


def _check_stubs(contexts: list[Context], options: Options) -> None:
    """A stub is for functions that have no body; whatever it defines is defined there only."""
    from threadproof.frontend.read.linkage import defined_for_others

    stubs = {str(p) for p in options.stub}
    defined = {c.source.file_name: set().union(*defined_for_others(c.index)) for c in contexts} if stubs else {}
    for stub in sorted(stubs & defined.keys()):
        for file, names in defined.items():
            if file != stub and (both := sorted(names & defined[stub])):
                what = f"the stub defines {both[0]}, which {file} defines, too"
                raise InputError(what, file=stub, hint="a stub gives bodies to functions that have none")


def _demand_pthread(texts: list[tuple[File, bytes]]) -> None:
    for file, text in texts:
        if file.path.suffix == ".i" and b"pthread_create" not in text:
            what = "--thread needs pthread.h, which this preprocessed text does not include"
            raise InputError(what, file=str(file.path))


def _preprocessed(file: File, options: Options) -> bytes:
    return preprocess(
        file.path,
        cpp=options.cpp,
        include_dirs=file.include_dirs,
        defines=file.defines,
        model_name=options.data_model,
        more=file.more,
    )


def digest(path: Path, options: Options) -> str:
    """A number that tells the texts of all files from those of other programs, wherever they are."""
    from hashlib import sha256

    texts = [re.sub(rb"(?m)^#.*$", b"", _preprocessed(file, options)) for file in files_of(path, options)]
    return sha256(b"".join(sorted(sha256(text).digest() for text in texts))).hexdigest()
