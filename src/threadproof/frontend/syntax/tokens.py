"""Cuts preprocessed C text into tokens; attributes, pragmas and line markers are taken out and kept beside them.

The text is decoded as Latin-1, so an offset in it is one in the file, unless letters were written as numbers. Spellings
that GNU C has for the same word become one; what only the reader of the program is told is dropped.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from copy import copy

from threadproof.cpp.tokens import BLOCK_COMMENT, CHARACTER, IDENTIFIER, NUMBER, STRING, with_letters
from threadproof.errors import InputError
from threadproof.frontend.ast import Pos, Span
from threadproof.frontend.syntax.attributes import Attribute, Packing, pragma, significant
from threadproof.frontend.syntax.node import excerpt
from threadproof.patterns import pattern
from threadproof.records import dataclass

#: kinds of tokens: the groups of `_LEX`, and the end of the text
LITERAL, NAME, NUMBER_KIND, PUNCTUATION, END = 2, 3, 4, 5, 0
_ATTRIBUTE = 6
_LEX = pattern(
    rf"((?:[ \t\n\r\f\v]+|//[^\n]*|{BLOCK_COMMENT})+)|({STRING}|{CHARACTER})|({IDENTIFIER})|({NUMBER})"
    r"|(\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<:|:>|<%|%>|\[(?!\s*\[)|[^\#\[])"
    r"|(\[\s*\[)|(\#(?:[^\n\\]|\\.)*)",
    re.A | re.S,
)
_DIGRAPHS = {"<:": "[", ":>": "]", "<%": "{", "%>": "}"}
_SPELLINGS = {
    "__const": "const", "__const__": "const", "__volatile": "volatile", "__volatile__": "volatile",
    "__signed": "signed", "__signed__": "signed", "__inline": "inline", "__inline__": "inline",
    "__asm": "asm", "__asm__": "asm", "_Thread_local": "__thread", "__typeof": "typeof", "__typeof__": "typeof",
    "__typeof_unqual": "typeof_unqual", "__typeof_unqual__": "typeof_unqual", "__alignof": "__alignof__",
    "__complex__": "_Complex", "__complex": "_Complex", "__real": "__real__", "__imag": "__imag__",
    "__restrict": "restrict", "__restrict__": "restrict",
}  # fmt: skip
_DROPPED = frozenset(["__extension__", "_Noreturn"])
_ATTRIBUTES = frozenset(["__attribute__", "__attribute", "_Alignas"])
_SPECIAL = frozenset(_SPELLINGS) | _DROPPED | _ATTRIBUTES
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_MARKER = pattern(r'#[ \t]*(?:line[ \t]+)?(-?\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_IGNORED_DIRECTIVE = pattern(r"#[ \t]*(?:(pragma)\b|ident\b|$)")
_CONTINUED = pattern(r"\\\n\s*")
_NEWLINE = pattern(r"\n")
_BALANCE = pattern(rf"{STRING}|{CHARACTER}|//[^\n]*|{BLOCK_COMMENT}|[()\[\]]", re.S)
_BLANK = pattern(rf"(?:\s|//[^\n]*|^\#[^\n]*|{BLOCK_COMMENT})*", re.M)
_LINE_MARKER = pattern(r"^#[^\n]*", re.M)
#: files whose names begin like this are not the user's
_SYSTEM = ("<", "/usr/")


@dataclass(frozen=True, slots=True)
class Marker:
    """A line marker: the line after the one at `offset` is line `line` of `file`."""

    offset: int
    file: str
    line: int


class Text:
    """The tokens of one text, as lists side by side, and everything that positions are asked for."""

    def __init__(self, data: bytes, file_name: str, written: Callable[[str], list[str]] | None = None) -> None:
        """`written`: the lines of a file before it was preprocessed, in Latin-1; None: there is only this text."""
        self.file_name = file_name
        self.source = with_letters(data.decode("latin-1"))
        self._written = written
        self._files: dict[str, list[str]] = {}
        self._is_as_written = len(self.source) == len(data)
        self.words: list[str] = []
        self.kinds: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        #: index of a bracket -> index of the one that closes it
        self.closing: dict[int, int] = {}
        self.markers: list[Marker] = []
        #: only those that are not harmless, in the order of the text
        self.attributes: list[Attribute] = []
        #: only those that are not harmless
        self.pragmas: list[Attribute] = []
        self.packing = Packing()
        self._line_starts = [0, *(m.end() for m in _NEWLINE.finditer(self.source))]
        self._scan(0, len(self.source))
        self._marker_offsets = [m.offset for m in self.markers]
        self._match()
        self._attribute_starts = [a.start for a in self.attributes]

    def part(self, start: int, end: int) -> Text:
        """The tokens of a part that was taken out, such as the arguments of an attribute."""
        part = copy(self)
        part.words, part.kinds, part.starts, part.ends, part.closing = [], [], [], [], {}
        part._scan(start, end)
        part._match()
        return part

    # ------------------------------------------------------------ cutting

    def _scan(self, position: int, stop: int) -> None:
        source = self.source
        words, kinds, starts, ends = self.words, self.kinds, self.starts, self.ends
        match = _LEX.match
        while position < stop:
            m = match(source, position)
            assert m is not None
            kind = m.lastindex
            start, position = position, m.end()
            if kind == 1:
                continue
            word = m[0]
            if kind == NAME:
                if word in _SPECIAL:
                    if word in _DROPPED:
                        continue
                    if word in _ATTRIBUTES:
                        position = self._attribute(start, position)
                        continue
                    word = _SPELLINGS[word]
            elif kind == PUNCTUATION:
                word = _DIGRAPHS.get(word, word)
            elif kind == _ATTRIBUTE:
                position = self._attribute(start, start)
                continue
            elif kind == LITERAL:
                if len(word) < 2 or word[-1] not in "\"'" or word[-1] != word[word.find(word[-1])]:
                    raise self.error(f"syntax error: {excerpt(word)} is not closed", start)
            elif kind != NUMBER_KIND:
                self._directive(word, start)
                continue
            words.append(word)
            kinds.append(kind or END)
            starts.append(start)
            ends.append(position)
        words.append("")
        kinds.append(END)
        starts.append(stop)
        ends.append(stop)

    def _attribute(self, start: int, position: int) -> int:
        """Take out an attribute specifier; where it ends."""
        depth = 0
        for m in _BALANCE.finditer(self.source, position):
            if m[0] in ("(", "["):
                if depth == 0 and _BLANK.fullmatch(self.source, position, m.start()) is None:
                    break
                depth += 1
            elif m[0] in (")", "]"):
                depth -= 1
                if depth <= 0:
                    if depth < 0:
                        break
                    previous = self.ends[-1] if self.ends else 0
                    text = self.source[start : m.end()]
                    for marker in _LINE_MARKER.finditer(text):  # compilers put some around what macros are
                        self._directive(marker[0], start + marker.start())
                    text = _LINE_MARKER.sub(lambda m: " " * len(m[0]), text)
                    try:
                        self.attributes += significant(text.encode("latin-1"), start, previous)
                    except ValueError:
                        break
                    return m.end()
        raise self.error(f"syntax error near '{excerpt(self.source[start : start + 40])}'", start)

    def _directive(self, line: str, start: int) -> None:
        marker = _MARKER.match(line)
        if marker is not None:
            name = marker[2]
            file = re.sub(r"\\(.)", r"\1", name).encode("latin-1").decode("utf-8", "replace") if name else ""
            if name is None and self.markers:
                file = self.markers[-1].file
            self.markers.append(Marker(start, file, int(marker[1][:10])))
            return
        ignored = _IGNORED_DIRECTIVE.match(line)
        if ignored is None:
            self._marker_offsets = [m.offset for m in self.markers]
            raise self.error(f"preprocessor directive '{excerpt(line)}' is not preprocessed", start)
        if ignored[1] is not None:
            text = _CONTINUED.sub(" ", line[ignored.end() :]).strip().encode("latin-1")
            if not self.packing.pragma(text, start):
                found = pragma(text, start, start + len(line))
                if found is not None:
                    self.pragmas.append(found)

    def _match(self) -> None:
        """Find out which bracket closes which."""
        open_: list[int] = []
        words = self.words
        for i, kind in enumerate(self.kinds):
            if kind != PUNCTUATION:
                continue
            word = words[i]
            if word in "([{":
                open_.append(i)
            elif word in ")]}":
                if not open_ or _CLOSING[words[open_[-1]]] != word:
                    missing = f": missing '{_CLOSING[words[open_[-1]]]}'" if open_ else ""
                    raise self.error(f"syntax error near '{word}'{missing}", self.starts[i])
                self.closing[open_.pop()] = i
        if open_:
            opening = open_[-1]
            what = (
                f"missing '{_CLOSING[words[opening]]}' for the '{words[opening]}' at {self.pos(self.starts[opening])}"
            )
            last = self.ends[-2] - 1
            raise self.error(f"syntax error at the end of the file: {what}", last)

    # ------------------------------------------------------------ positions

    def pos(self, offset: int, end: int | None = None) -> Pos:
        """Of what ends before `end`, if that is said."""
        file, line, row = self._line(offset)
        end_line = end_column = 0
        if end is not None:
            end_file, end_line, end_row = self._line(end - 1)
            end_column = self._column(file, end_line, end_row, end) if end_file == file else 0
        span = Span(self._column(file, line, row, offset), end_line if end_column else 0, end_column)
        return Pos(file, line, offset - self._line_starts[row] + 1, span)

    def _line(self, offset: int) -> tuple[str, int, int]:
        """File, line in it, and line of this text."""
        row = bisect_right(self._line_starts, offset) - 1
        i = bisect_right(self._marker_offsets, offset) - 1 if self.markers else -1
        if i < 0:
            return self.file_name, row + 1, row
        marker = self.markers[i]
        line = marker.line + row - bisect_right(self._line_starts, marker.offset)
        return marker.file or self.file_name, line, row

    def _column(self, file: str, line: int, row: int, offset: int) -> int:
        """Where it is in the line that the user wrote; 0 if something before it is not as it was written."""
        before = self.source[self._line_starts[row] : offset]
        if self._written is not None:
            lines = self._files.get(file)
            if lines is None:
                lines = self._files[file] = self._written(file)
            if not 0 < line <= len(lines) or not lines[line - 1].startswith(before):
                return 0
        elif not self._is_as_written:
            return 0
        return len(before if before.isascii() else before.encode("latin-1").decode("utf-8", "replace")) + 1

    def error(self, message: str, offset: int) -> InputError:
        if len(getattr(self, "_marker_offsets", ())) != len(self.markers):
            self._marker_offsets = [m.offset for m in self.markers]
        pos = self.pos(offset)
        return InputError(message, file=pos.file, line=pos.line, column=pos.span.column)

    def is_system(self, offset: int) -> bool:
        """Is it in a header of the system, or in one of ours?"""
        return self.is_system_file(self._line(offset)[0])

    def is_system_file(self, name: str) -> bool:
        return name.startswith(_SYSTEM)

    def lines(self) -> dict[str, list[str]]:
        """The lines of every file that the text was made of."""
        lines = self.source.encode("latin-1").decode("utf-8", "replace").split("\n")
        if not self.markers:
            return {self.file_name: lines}
        files: dict[str, list[str]] = {}
        rows = [bisect_right(self._line_starts, m.offset) - 1 for m in self.markers]
        files[self.file_name] = lines[: rows[0]]
        for marker, row, end in zip(self.markers, rows, [*rows[1:], len(lines)], strict=True):
            known = files.setdefault(marker.file or self.file_name, [])
            chunk = lines[row + 1 : end]
            first = max(marker.line - 1, 0)
            if chunk and first < 1_000_000:
                known.extend([""] * (first - len(known)))
                known[first : first + len(chunk)] = chunk
        return files

    # ------------------------------------------------------------ what was taken out

    def attributes_within(self, start: int, end: int) -> list[Attribute]:
        if not self._attribute_starts:
            return []
        i = bisect_left(self._attribute_starts, start)
        return self.attributes[i : bisect_left(self._attribute_starts, end)]

    def attributes_after(self, end: int) -> list[Attribute]:
        """Attributes that follow directly, with nothing but blanks between."""
        found = []
        i = bisect_left(self._attribute_starts, end)
        while i < len(self.attributes) and self.attributes[i].previous == end:
            found.append(self.attributes[i])
            i += 1
        return found

    def attributes_before(self, start: int) -> list[Attribute]:
        """Attributes that precede directly, with nothing but blanks between."""
        token = bisect_left(self.starts, start)
        previous = self.ends[token - 1] if token else 0
        return [a for a in self.attributes_within(previous, start) if a.previous == previous]

    def end_before(self, start: int) -> int:
        """Of the token before the one that starts there."""
        return self.ends[bisect_left(self.starts, start) - 1]

    def words_between(self, start: int, end: int) -> list[str]:
        return self.words[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def pack_limit(self, offset: int) -> int:
        """The alignment that `#pragma pack` allows members of structs at most; 0: any."""
        i = bisect_right(self.packing.offsets, offset)
        return self.packing.limits[i - 1] if i else 0
