"""The table of what functions of the C library touch: one line for each case (`*.txt` in this folder).

    strspn(s, set) | s "aab" r0-3 ?3-4 | set "a" r

A line is a call, or several, and what the names in it stand for: pointers to objects. Each has its contents,

    "text"                  characters, with the end
    8                       so many bytes of anything
    TYPE, TYPE = VALUE      an object, or an array: char[8]
    handle TYPE OPEN CLOSE  what one call opens, and another one closes (-: the call itself does)

and its marks:

    r, w    surely read; surely written, if the call succeeds
    ?, !    may be read, too; may be written, too
    null    may be a null pointer (open: not judged)
    lazy    the C library here may do without the end of it; others, or sanitizers, read it
    locked, race: two calls with the same handle at a time are in order, or not

A mark without a range is about all of the object; ranges are in bytes (`r0-3`: the first three) or members
(`r.tm_sec`), in ascending order.

Behind a colon a line says of its call: `: race` if it has something of its own that nobody locks (`: open` if that
depends), `: unknown` if it is not understood, `: foreign` if it is not tried on the machine that runs the tests.
`- NAMES: REASON` says why functions have no line. Lines of `#include` and `static` hold for the rest of the file.

Entry points: `cases`, `without_a_line`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_MARK = re.compile(r"[rw?!](\d+-\d+|\.[\w.]+)?")
_WORDS = ("null", "open", "lazy", "locked", "race")
_FLAGS = ("race", "open", "unknown", "foreign")


@dataclass(frozen=True)
class Mark:
    """Bytes from `start` to `end`, which are expressions of C."""

    kind: str
    start: str
    end: str


@dataclass(frozen=True)
class Item:
    """What an argument leads to: an object, or a handle."""

    name: str
    #: of its elements, if it has several
    type: str
    count: str | None
    value: str | None
    marks: tuple[Mark, ...]
    words: frozenset[str]
    #: of a handle: the call that gives it, and the function that takes it back
    opened: str | None = None
    closed: str = ""

    @property
    def size(self) -> str:
        return f"sizeof({self.type})" if self.count is None else f"sizeof({self.type}[{self.count}])"

    def of(self, kinds: str) -> list[Mark]:
        return [m for m in self.marks if m.kind in kinds]

    def end(self, kinds: str) -> str:
        """Behind the last byte with such a mark."""
        ends = [m.end for m in self.of(kinds)]
        if not ends or self.size in ends:
            return self.size if ends else "0"
        return max(ends, key=int) if all(e.isdigit() for e in ends) else ends[-1]

    def gaps(self) -> list[str]:
        """Places between the ranges, as far as those are numbers."""
        if not all(m.start.isdigit() and m.end.isdigit() for m in self.marks):
            return []
        touched = {n for m in self.marks for n in range(int(m.start), int(m.end))}
        return [str(n) for n in range(max(touched, default=0)) if n not in touched]


@dataclass(frozen=True)
class Case:
    place: str
    headers: tuple[str, ...]
    call: str
    items: tuple[Item, ...]
    flags: frozenset[str]

    @property
    def functions(self) -> list[str]:
        """Called here, or in what the file defines for it."""
        own = [h for h in self.headers if h.startswith("static") and set(_called(h)[:1]) & set(_called(self.call))]
        return [name for text in (self.call, *own) for name in _called(text)]

    def __str__(self) -> str:
        return f"{self.place} {self.call}"


def _called(text: str) -> list[str]:
    names = re.findall(r"\b([A-Za-z_]\w*)\(", re.sub(r'"[^"]*"', "", text))
    return [name.removeprefix("__builtin_") for name in names]


def _mark(text: str, item_type: str, size: str) -> Mark:
    kind, where = text[0], text[1:]
    if not where:
        return Mark(kind, "0", size)
    if where[0] == ".":
        start = f"offsetof({item_type}, {where[1:]})"
        return Mark(kind, start, f"{start} + sizeof((({item_type} *)0)->{where[1:]})")
    start, end = where.split("-")
    assert int(start) < int(end), text
    return Mark(kind, start, end)


def _item(text: str) -> Item:
    name, *parts = text.split(" ")
    words, marks = [], []
    while parts and (parts[-1] in _WORDS or _MARK.fullmatch(parts[-1])):
        (words if parts[-1] in _WORDS else marks).append(parts.pop())
    if parts[0] == "handle":
        type_, closed = parts[1], parts[-1]
        return Item(name, type_, None, None, (), frozenset(words), " ".join(parts[2:-1]), closed)
    whole = " ".join(parts)
    value: str | None = None
    count: str | None = None
    if whole[0] == '"':
        type_, value = "char", whole
        count = f"sizeof {whole}"
    elif whole.isdigit():
        type_, count = "char", whole
    else:
        type_, _, rest = whole.partition(" = ")
        value = rest or None
        found = re.fullmatch(r"(.*?) ?\[(.*)\]", type_)
        if found:
            type_, count = found[1], found[2]
        if value is not None and value[0] != "{":
            value = f"{{{value}}}"
    item = Item(name, type_, count, value, (), frozenset(words))
    return Item(name, type_, count, value, tuple(_mark(m, type_, item.size) for m in reversed(marks)), frozenset(words))


def _read(path: Path) -> tuple[list[Case], dict[str, str]]:
    headers: list[str] = []
    cases, left_out = [], {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith(("#include", "static ")):
            headers.append(line)
        elif line.startswith("- "):
            names, _, reason = line[2:].partition(": ")
            assert reason, line
            left_out |= dict.fromkeys(names.split(), reason)
        elif line and not line.startswith("# "):
            call, *cells = re.split(r" +\| +", line.strip())
            call, _, words = call.partition(" : ")
            flags = frozenset(words.split())
            assert flags <= frozenset(_FLAGS), line
            place = f"{path.stem}:{number}"
            cases.append(Case(place, tuple(headers), call.strip(), tuple(_item(c) for c in cells), flags))
    return cases, left_out


@cache
def cases() -> tuple[Case, ...]:
    return tuple(case for path in sorted(_FOLDER.glob("*.txt")) for case in _read(path)[0])


def without_a_line() -> dict[str, str]:
    """Functions, and why they have none."""
    return {name: why for path in sorted(_FOLDER.glob("*.txt")) for name, why in _read(path)[1].items()}
