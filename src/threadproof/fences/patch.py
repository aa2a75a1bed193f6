"""Changes to the text of files: a new text of each, and the difference as `patch` reads it."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from pathlib import Path

from threadproof.records import NamedTuple


class Piece(NamedTuple):
    """So many characters from there, lines and columns counted from 1, are replaced by a text."""

    line: int
    column: int
    length: int
    text: str


class Change(NamedTuple):
    file: str
    pieces: tuple[Piece, ...]
    #: for people: where it is, and what is done there
    line: int
    place: str
    words: str


def changed_texts(changes: Collection[Change]) -> dict[Path, bytes]:
    texts = {}
    for name in sorted({c.file for c in changes}):
        path = Path(name)
        pieces = {piece for c in changes if c.file == name for piece in c.pieces}
        texts[path] = encoded(_with(pieces, decoded(path.read_bytes())))
    return texts


def decoded(text: bytes) -> str:
    """Whatever its encoding is: what is no UTF-8 comes out as it was."""
    return text.decode(errors="surrogateescape")


def encoded(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _with(pieces: Collection[Piece], text: str) -> str:
    lines = text.split("\n")
    # (from behind, so that places stay; of those at one place, what replaces something comes last)
    for piece in sorted(pieces, key=lambda p: (p.line, p.column, -p.length, p.text), reverse=True):
        line = lines[piece.line - 1]
        at = piece.column - 1
        lines[piece.line - 1] = line[:at] + piece.text + line[at + piece.length :]
    return "\n".join(lines)


def difference(changes: Collection[Change]) -> str:
    """A unified diff."""
    told = []
    for path, text in changed_texts(changes).items():
        old, new = (decoded(t).splitlines(keepends=True) for t in (path.read_bytes(), text))
        # (`patch` takes no other names)
        here = Path.cwd()
        name = (path.resolve().relative_to(here) if path.resolve().is_relative_to(here) else path).as_posix()
        found = list(difflib.unified_diff(old, new, name, name))
        told += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in found]
    return "".join(told)
