"""Rewrites C text, keeping every byte offset, into text that tree-sitter-c parses without errors or guesses.

Old spellings become new ones, attributes and comments become blanks, and constructs outside its grammar
become identifiers (`fragments`). What a replacement meant is recorded under its offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

#: blank bytes put before the text, so that a part of it can be parsed again behind a longer prefix
MARGIN = 32


@dataclass(slots=True)
class Hints:
    """What type checking learned about ambiguous places; they are honoured when the text is parsed again."""

    #: offset of `(` in `(name)`: is it a cast?
    casts: dict[int, bool] = field(default_factory=dict)
    #: offset of `*` in `a * b;` that multiplies
    products: set[int] = field(default_factory=set)
    #: offset of `(` in `sizeof (a)[0]` where a is an expression
    parentheses: set[int] = field(default_factory=set)


class Reparse(Exception):
    """The tree rests on a wrong guess; the hints have been corrected, so parse again."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A construct replaced by an identifier: its keyword, and the normalised text between its parentheses."""

    keyword: str
    start: int
    inner: bytes


@dataclass(frozen=True, slots=True)
class Attribute:
    start: int
    end: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Marker:
    """A line marker: the line after the one starting at `offset` is line `line` of `file`."""

    offset: int
    file: str
    line: int


@dataclass(slots=True)
class Normal:
    text: bytes
    markers: list[Marker]
    #: only those that change a layout
    attributes: list[Attribute]
    fragments: dict[int, Fragment]
    #: `(T)` became the prefix operator `!`, which binds like a cast: offset -> name of the type
    casts: dict[int, str]
    #: `*` became `%`
    products: set[int]
    #: `...` in a case label became `?:`
    case_ranges: list[int]
    computed_gotos: set[int]


_OPAQUE = re.compile(
    rb'"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|//[^\n]*|/\*.*?\*/|\n[ \t]*#(?:[^\n\\]|\\.)*+', re.DOTALL
)
_MARKER = re.compile(rb'\n[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_IGNORED_DIRECTIVE = re.compile(rb"\n[ \t]*#[ \t]*(?:pragma\b|ident\b|$)")
_BALANCED = rb"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\))*+\)"
_SPELLINGS = re.compile(
    rb"__attribute(?:__)?\s*" + _BALANCED + rb"|__extension__\b|__const(?:__)?\b|__restrict(?:__)?\b"
    rb"|__inline(?:__)?\b|__volatile(?:__)?\b|__signed(?:__)?\b|__asm(?:__)?\b|__label__\b[^;]*;|_Noreturn\b"
    rb"|_Thread_local\b|_Static_assert\s*" + _BALANCED + rb"\s*;|_Alignas\s*" + _BALANCED
)
_NEW_SPELLING = {
    b"__con": b"const",
    b"__vol": b"volatile",
    b"__sig": b"signed",
    b"__asm": b"asm",
    b"_Thre": b"__thread",
}
_LAYOUT = re.compile(rb"packed|aligned|mode\b|mode__|vector_size|_Alignas")
_FRAGMENT = re.compile(
    rb"(?:(?:__)?typeof(?:_unqual)?(?:__)?|_Atomic|__builtin_offsetof|offsetof|__builtin_types_compatible_p"
    rb"|__builtin_va_arg|va_arg)\s*\("
)
_TYPE_KEYWORDS = (b"__typeof", b"typeof", b"_Atomic")
_CASE_RANGE = re.compile(rb"\bcase\b[^:;{}]*?(\.\.\.)")
_COMPUTED_GOTO = re.compile(rb"\bgoto(\s*\*[^;]*);")
_CAST = re.compile(rb"\(\s*([A-Za-z_$][\w$]*)\s*\)\s*(?:[*(]|&(?!&)|-(?!-)|\+(?!\+))")
_TYPEDEF = re.compile(rb"\btypedef\b")
_BRACE_OR_END = re.compile(rb"[{};]")
_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_NOT_A_CAST_NAME = frozenset(
    b"void char short int long float double signed unsigned bool const volatile struct union enum".split()
)
_BEFORE_EXPRESSION = frozenset(b"return case else do goto".split())
_WORD_BEFORE = re.compile(rb"[\w$]+\s*\Z")
_IDENTIFIER_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")


def normalise(text: bytes, hints: Hints) -> Normal:
    return _Normaliser(text, hints).run()


class _Normaliser:
    def __init__(self, text: bytes, hints: Hints) -> None:
        self.hints = hints
        original = b" " * (MARGIN - 1) + b"\n" + text
        self.text = bytearray(original)
        #: like `text`, but with blanks inside string and character literals: structure is searched here
        self.mask = self.text
        self.out = Normal(b"", [], [], {}, {}, set(), [], set())
        self.original = original
        self.typedef_names: set[bytes] | None = None

    def run(self) -> Normal:
        self.blank_opaque()
        self.respell()
        if b"goto" in self.mask:
            for m in list(_COMPUTED_GOTO.finditer(self.mask)):
                self.out.computed_gotos.add(m.start())
                self.write(m.start(1), b" " + b"x" * (len(m[1]) - 1))
        if b"case" in self.mask and b"..." in self.mask:
            for m in list(_CASE_RANGE.finditer(self.mask)):
                self.out.case_ranges.append(m.start(1))
                self.write(m.start(1), b"?: ")
        for offset in self.hints.products:
            self.write(offset, b"%")
            self.out.products.add(offset)
        for offset in self.hints.parentheses:
            self.write(self.closing(offset), b" ")
            self.write(offset, b" ")
        self.cut_fragments()
        self.rewrite_casts()
        self.out.text = bytes(self.text)
        return self.out

    def write(self, start: int, new: bytes) -> None:
        self.text[start : start + len(new)] = new
        self.mask[start : start + len(new)] = new

    def blank_opaque(self) -> None:
        text = self.text
        mask = bytearray(text)
        for m in _OPAQUE.finditer(self.original):
            start, end = m.span()
            first = text[start]
            if first == 0x22 or first == 0x27:
                mask[start + 1 : end - 1] = b" " * (end - start - 2)
            elif first == 0x2F:
                text[start:end] = mask[start:end] = b" " * (end - start)
            else:
                self.directive(m[0], start, mask)
        self.mask = mask

    def directive(self, line: bytes, start: int, mask: bytearray) -> None:
        marker = _MARKER.match(line)
        if marker is not None:
            name = marker[2]
            file = re.sub(rb"\\(.)", rb"\1", name).decode("utf-8", "replace") if name is not None else ""
            if name is None and self.out.markers:
                file = self.out.markers[-1].file
            self.out.markers.append(Marker(start + 1, file, int(marker[1])))
        elif _IGNORED_DIRECTIVE.match(line) is None:
            return
        blank = b" " * len(line)
        self.text[start : start + len(line)] = mask[start : start + len(line)] = blank

    def respell(self) -> None:
        mask = self.mask
        if b"_" not in mask:
            return
        for m in list(_SPELLINGS.finditer(mask)):
            start, end = m.span()
            if mask[start - 1] in _IDENTIFIER_BYTES:
                continue
            word = m[0]
            new = _NEW_SPELLING.get(word[:5], b"")
            if word.startswith((b"__attr", b"_Alignas")) and _LAYOUT.search(word):
                self.out.attributes.append(Attribute(start, end, bytes(self.text[start:end])))
            blank = new + b" " * (end - start - len(new))
            self.text[start:end] = blank
            mask[start:end] = blank

    def closing(self, opening: int) -> int:
        """Offset of the parenthesis that closes the one at `opening`; the end of the text if there is none."""
        depth = 0
        for m in re.compile(rb"[()]").finditer(self.mask, opening):
            depth += 1 if m[0] == b"(" else -1
            if depth == 0:
                return m.start()
        return len(self.mask) - 1

    def cut_fragments(self) -> None:
        mask = self.mask
        if not any(word in mask for word in (b"typeof", b"_Atomic", b"offsetof", b"va_arg", b"_types_compatible_p")):
            return
        for m in reversed(list(_FRAGMENT.finditer(mask))):
            start = m.start()
            if mask[start - 1] in _IDENTIFIER_BYTES:
                continue
            opening = m.end() - 1
            closing = self.closing(opening)
            if mask[closing] != 0x29:
                continue
            keyword = m[0][:-1].rstrip()
            inner = bytes(self.text[opening + 1 : closing])
            self.out.fragments[start] = Fragment(keyword.decode(), opening + 1, inner)
            name = b"__tpt" if keyword.startswith(_TYPE_KEYWORDS) else b"__tpe"
            self.write(start, name + b"_" * (closing + 1 - start - len(name)))
        for start, fragment in self.out.fragments.items():
            self.out.fragments[start] = self.with_casts(fragment)

    def with_casts(self, fragment: Fragment) -> Fragment:
        if b")" not in fragment.inner:
            return fragment
        text = bytearray(fragment.inner)
        found = self.find_casts(text, fragment.start)
        for opening, end, name in found:
            text[opening:end] = b"!" + b" " * (end - opening - 1)
            self.out.casts[fragment.start + opening] = name
        return Fragment(fragment.keyword, fragment.start, bytes(text)) if found else fragment

    def rewrite_casts(self) -> None:
        for opening, end, name in self.find_casts(self.mask, 0):
            self.write(opening, b"!" + b" " * (end - opening - 1))
            self.out.casts[opening] = name

    def find_casts(self, text: bytearray, base: int) -> list[tuple[int, int, str]]:
        """(offset of `(`, offset after `)`, name) of every `(name)` before an operator that must be a cast."""
        found = []
        position = 0
        while (m := _CAST.search(text, position)) is not None:
            position = m.end() - 1
            name = bytes(m[1])
            if name in _NOT_A_CAST_NAME:
                continue
            opening = m.start()
            decision = self.hints.casts.get(base + opening)
            if decision is None:
                before = text[max(0, opening - 40) : opening].rstrip()
                if before[-1:] == b"]":
                    continue
                if before[-1:] and before[-1] in _IDENTIFIER_BYTES:
                    word = _WORD_BEFORE.search(before)
                    if word is None or word[0] not in _BEFORE_EXPRESSION:
                        continue
                decision = self.is_typedef_name(name)
            if decision:
                found.append((opening, text.index(b")", opening) + 1, name.decode("utf-8", "replace")))
        return found

    def is_typedef_name(self, name: bytes) -> bool:
        """A guess: is the name declared by some typedef anywhere? Type checking corrects it."""
        if name == b"_Bool":  # the grammar takes it for an identifier
            return True
        if name.startswith(b"__tp"):
            return name.startswith(b"__tpt")
        if self.typedef_names is None:
            self.typedef_names = set(self.find_typedef_names())
        return name in self.typedef_names

    def find_typedef_names(self) -> Iterator[bytes]:
        """Every word of every typedef that is not inside its braces."""
        for typedef in _TYPEDEF.finditer(self.mask):
            depth, start = 0, typedef.end()
            for m in _BRACE_OR_END.finditer(self.mask, start):
                if m[0] == b"{":
                    depth += 1
                elif m[0] == b"}":
                    depth -= 1
                    start = m.end()
                elif depth == 0:
                    yield from _WORD.findall(self.mask, start, m.start())
                    break
