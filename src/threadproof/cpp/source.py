"""The text of one file while it is read: continued lines joined, line numbers, tokens on demand."""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path

from threadproof.cpp.tokens import (
    BLOCK_COMMENT,
    CHARACTER,
    COMMENT,
    IDENTIFIER,
    LETTER,
    LEX,
    STRING,
    CppError,
    Token,
    with_letters,
)
from threadproof.patterns import pattern
from threadproof.records import NamedTuple, dataclass

#: a directive's `#` is the first token of its line: only white space and comments stand before it
HASH = rf"^[ \t\f\v\r]*(?:{BLOCK_COMMENT}[ \t\f\v\r]*)*(?:\#|%:)"
CONDITIONALS = frozenset(("if", "ifdef", "ifndef"))
BRANCHES = frozenset(("elif", "elifdef", "elifndef", "else", "endif"))

#: where directives are looked for; group 1: one, 2: a comment that never ends
_LOOK = pattern(rf"{STRING}|{CHARACTER}|({HASH})|{COMMENT}|(/\*)", re.A | re.M)
_DIRECTIVE_NAME = pattern(rf"{HASH}(?:[ \t\f\v]|{BLOCK_COMMENT})*({IDENTIFIER}|[0-9]+)?", re.A | re.M)
#: what a directive consists of, up to its end of line; group 1: a comment
_DIRECTIVE_PART = pattern(rf"{STRING}|{CHARACTER}|({COMMENT})|[^\"'/\n]+|/|[\"']", re.A)
CONTINUATION = pattern(r"\\[ \t\f\v]*\n")


@dataclass(slots=True)
class OpenIf:
    """An open conditional: a branch of it was taken already; its `#else` was seen."""

    directive: str
    line: int
    taken: bool
    has_else: bool = False


_DIGRAPH = pattern(rf"({STRING}|{CHARACTER}|{COMMENT})|<%|%>|<:|:>|%:", re.A)
#: (the one of a `#` stays: directives know it)
_DIGRAPHS = {"<%": "{ ", "%>": "} ", "<:": "[ ", ":>": "] ", "%:": "%:"}


def without_digraphs(text: str) -> tuple[str, bool]:
    """Brackets and braces in their usual spelling, and whether any has been spelled otherwise."""
    if not any(digraph in text for digraph in _DIGRAPHS):
        return text, False
    has_some = any(m[1] is None for m in _DIGRAPH.finditer(text))
    return _DIGRAPH.sub(lambda m: m[0] if m[1] is not None else _DIGRAPHS[m[0]], text), has_some


class File:
    """The text being read, and where in it we are."""

    def __init__(self, text: str, name: str, path: Path, *, system: bool, index: int):
        joined, self._joints = splice(text)
        text, self.has_digraphs = without_digraphs(joined)
        self.text = with_letters(text, self._joints)
        self.name = self.own_name = name
        self.path = path
        #: index of the search directory that has it; -1: found beside its includer
        self.index = index
        #: the marker flag of system headers
        self.flag = " 3" if system else ""
        self.is_system = system
        self.position = 0
        self.open: list[OpenIf] = []
        self._line = 1
        self._counted = 0

    def line(self, position: int | None = None) -> int:
        position = self.position if position is None else position
        if position < self._counted:
            return self._line - self.text.count("\n", position, self._counted)
        self._line += self.text.count("\n", self._counted, position)
        self._counted = position
        return self._line

    def written_line(self, position: int) -> int:
        """The line in the file, also of what stands on the second line of two that a backslash makes one."""
        line = self.line(position)
        if self._joints:
            line += bisect_right(self._joints, position) - bisect_left(self._joints, self.line_start(position))
        return line

    def renumber(self, position: int, line: int) -> None:
        """`#line`: the text at `position` is on line `line`."""
        self._counted = position
        self._line = line

    def line_start(self, position: int) -> int:
        return self.text.rfind("\n", 0, position) + 1

    def branch(self, directive: str) -> OpenIf:
        """The conditional that an `#elif`, `#else` or `#endif` belongs to."""
        if not self.open:
            raise CppError(f"#{directive} without #if")
        conditional = self.open[-1]
        if directive == "endif":
            return self.open.pop()
        if conditional.has_else:
            raise CppError(f"#{directive} after #else")
        conditional.has_else = directive == "else"
        return conditional

    # The reader's side: more tokens for the arguments of a macro.

    def take_parenthesis(self) -> bool:
        position = self.position
        match = LEX.match(self.text, position)
        if match is not None and match.lastindex == 1:
            position = match.end()
        if self.text.startswith("(", position):
            self.position = position + 1
            return True
        return False

    def take(self) -> Token | None:
        match = LEX.match(self.text, self.position)
        space = ""
        if match is not None and match.lastindex == 1:
            space = match[0]
            match = LEX.match(self.text, match.end())
        if match is None:
            return None
        if match[0] in ("#", "%:") and "\n" in space:
            hint = "close the call before it, or preprocess with a compiler: --cpp gcc"
            raise CppError("a directive inside the arguments of a macro", hint)
        self.position = match.end()
        return Token(match[0], bool(space), line=self.written_line(match.start()))


class Directive(NamedTuple):
    """The word or the number behind the hash, if there is one; where its line begins, and what follows the word."""

    name: str
    start: int
    rest: int


def directive_at(text: str, start: int) -> Directive:
    match = _DIRECTIVE_NAME.match(text, start)
    assert match is not None
    return Directive(match[1] or "", start, match.end())


def directives(text: str, start: int = 0) -> Iterator[Directive]:
    """All from there on. What looks like one in a string or a comment is none."""
    for match in _LOOK.finditer(text, start):
        if match.lastindex == 1:
            yield directive_at(text, match.start())
        elif match.lastindex == 2:
            raise CppError("unterminated comment", position=match.start())


def directive_body(text: str, start: int) -> tuple[str, int]:
    """The directive's text with each comment made a space, and where its line ends (at the newline)."""
    parts: list[str] = []
    while match := _DIRECTIVE_PART.match(text, start):
        if match.lastindex == 1:
            parts.append(" ")
        else:
            parts.append(match[0])
        start = match.end()
    return "".join(parts), start


_RAW = pattern(rf"{STRING}|{CHARACTER}|{COMMENT}|(?<![{LETTER}0-9])((?:u8|[uUL])?R\")", re.A)
_HEADER = pattern(r"^[ \t]*(?:#|%:)[ \t]*(?:include|include_next|import)[ \t]*<[^>\n]*/[/*]", re.M)


def doubt(data: bytes) -> tuple[str, int] | None:
    """What is read in a way of its own, wherever it stands, also where it is skipped; and the line."""
    found = re.search(rb"\r(?!\n)", data)
    if found is not None:
        return "a carriage return without a line feed", data.count(b"\n", 0, found.start()) + 1
    text = CONTINUATION.sub("", decode(data)) if b'R"' in data or b"R\\" in data or b"/" in data else ""
    if 'R"' in text:
        for m in _RAW.finditer(text):
            if m[1] is not None:
                return "a raw string literal", text.count("\n", 0, m.start()) + 1
    header = _HEADER.search(text) if "<" in text else None
    if header is not None:
        return "a comment in the name of a header", text.count("\n", 0, header.end()) + 1
    return None


def decode(data: bytes) -> str:
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").decode("latin-1")


def encode_name(path: Path) -> str:
    """A path in the encoding of the text, so that its bytes come out as they are on disk."""
    return os.fsencode(path).decode("latin-1")


def splice(text: str) -> tuple[str, list[int]]:
    """Join continued lines, keeping the number of every line that follows; and where they are joined."""
    joints: list[int] = []
    if CONTINUATION.search(text) is None:
        return text, joints
    lines: list[str] = []
    pending: list[str] = []
    at = 0
    for line in text.split("\n"):
        stripped = line.rstrip(" \t\f\v")
        if stripped.endswith("\\"):
            pending.append(stripped[:-1])
            at += len(stripped) - 1
            joints.append(at)
        else:
            lines.append("".join(pending) + line + "\n" * len(pending))
            at += len(line) + len(pending) + 1
            pending = []
    if pending:
        lines.append("".join(pending) + "\n" * len(pending))
    return "\n".join(lines), joints
