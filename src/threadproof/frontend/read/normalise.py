"""Rewrites C text, keeping every byte offset, into text that tree-sitter-c parses without errors or guesses.

Old spellings become new ones, attributes and comments become blanks, and constructs outside its grammar
become identifiers (`fragments`). What a replacement meant is recorded under its offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from threadproof.frontend.read.attributes import Attribute, Packing, pragma, significant

#: blank bytes put before the text, so that a part of it can be parsed again behind a longer prefix
MARGIN = 32


@dataclass(slots=True)
class Hints:
    """What type checking learned about ambiguous places; they are honoured when the text is parsed again."""

    #: offset of `(` in `(name)`: is it a cast?
    casts: dict[int, bool] = field(default_factory=dict)
    #: offset of `*` in `a * b;` that multiplies
    products: set[int] = field(default_factory=set)
    #: offset of `(` in `(a[0]) - 1` and the like, where the tree shows a type but a is an expression
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
class Marker:
    """A line marker: the line after the one starting at `offset` is line `line` of `file`."""

    offset: int
    file: str
    line: int


@dataclass(slots=True)
class Normal:
    text: bytes
    markers: list[Marker]
    #: only those that are not harmless
    attributes: list[Attribute]
    fragments: dict[int, Fragment]
    #: `(T)` became the prefix operator `!`, which binds like a cast: offset -> name of the type
    casts: dict[int, str]
    #: `(x)` became ` x `: offset of x -> offset of `(`
    unwrapped: dict[int, int]
    #: `*` became `%`
    products: set[int]
    #: `...` in a case label became `?:`
    case_ranges: list[int]
    computed_gotos: set[int]
    #: `switch` before something other than a brace became `while`
    bare_switches: set[int]
    #: functions defined without a result type, cut out: offset and text of each
    implicit_int: list[tuple[int, bytes]]
    #: every `_Static_assert`, cut out, in the order of the text
    static_asserts: list[Fragment]
    packing: Packing
    #: only those that are not harmless
    pragmas: list[Attribute]
    #: `__label__ a, b;`: offset and names
    local_labels: list[tuple[int, list[str]]]
    #: the text before fragments were cut out of it
    uncut: bytes = b""

    def fragment(self, name: str, offset: int) -> Fragment | None:
        """The fragment that an identifier in the normalised text stands for."""
        return self.fragments.get(offset) if name.startswith("__tp") else None


_OPAQUE = re.compile(
    rb'"(?:[^"\\\n]|\\.)*+"|\'(?:[^\'\\\n]|\\.)*+\'|//[^\n]*|/\*.*?\*/|\n[ \t]*#(?:[^\n\\]|\\.)*+', re.DOTALL
)
_MARKER = re.compile(rb'\n[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_IGNORED_DIRECTIVE = re.compile(rb"\n[ \t]*#[ \t]*(?:(pragma)\b|ident\b|$)")
_CONTINUED = re.compile(rb"\\\n\s*")
_BALANCED = rb"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\))*+\)"
_SPELLINGS = re.compile(
    rb"__attribute(?:__)?\s*" + _BALANCED + rb"|__extension__\b|__const(?:__)?\b|__restrict(?:__)?\b"
    rb"|__inline(?:__)?\b|__volatile(?:__)?\b|__signed(?:__)?\b|__asm(?:__)?\b|__label__\b[^;]*;|_Noreturn\b"
    rb"|_Thread_local\b|_Alignas\s*" + _BALANCED + rb"|\[\s*\[[^]]*\]\s*\]"
)
_FOREIGN = re.compile(
    rb"__(?:uptr|sptr|ptr32|ptr64|try|except|finally|leave|based|(?:cdecl|clrcall|stdcall|fastcall|thiscall|vectorcall)"
    rb"|unaligned|declspec|forceinline)\b"
)
_NEW_SPELLING = {
    b"__con": b"const",
    b"__vol": b"volatile",
    b"__sig": b"signed",
    b"__asm": b"asm",
    b"_Thre": b"__thread",
}
_FRAGMENT_WORDS = (
    b"typeof", b"_Atomic", b"offsetof", b"__builtin_types_compatible_p", b"va_arg", b"sizeof",
    b"_Static_assert",
)  # fmt: skip
_FRAGMENT_ENDS = {b"typeof": rb"(?:_unqual)?(?:__)?"}
_FRAGMENT_STARTS = {b"typeof": b"__", b"offsetof": b"__builtin_", b"va_arg": b"__builtin_"}
#: after `sizeof (x)`: the operand goes on
_POSTFIX = re.compile(rb"\s*(?:[\[.({]|->|\+\+|--)")
_TYPE_KEYWORDS = (b"__typeof", b"typeof", b"_Atomic")
_CASE_RANGE = re.compile(rb"case\b[^:;{}]*?(\.\.\.)")
_SWITCH = re.compile(rb"switch\s*\(")
_NOT_BLANK = re.compile(rb"\S")
_COMPUTED_GOTO = re.compile(rb"goto(\s*\*[^;]*);")
_NAME_IN_PARENTHESES = re.compile(rb"\(\s*([A-Za-z_$][\w$]*)\s*\)\s*[-+*&(]")
_IMPLICIT_INT = re.compile(
    rb"(?:[;}]|\A)\s*+((?:(?:static|extern|inline)\s+)*+\**\s*([A-Za-z_$][\w$]*)\s*\([^(){};]*\)"
    rb"\s*(?:[A-Za-z_$][\w\s*,\[\]$]*;\s*)*+\{)"
)
_ASM_LABEL = re.compile(rb'([\w$]+|\])\s+(asm\s*\(\s*"[^()]*"\s*\))(?=\s*[;,=])')
_UNNAMED_BITS = re.compile(rb"[;{}]\s*((?:unsigned|signed|long|short|int|char)(?:\s+(?:long|short|int|char))+)\s*:")
_WHOLE_FRAGMENT = re.compile(rb"__tpe_*\s*;")
_TAGGED = re.compile(rb"(?<![\w$])(?:struct|union|enum)(?:\s+[A-Za-z_$][\w$]*)?\s*\Z")
_BRACE = re.compile(rb"[{}]")
_TYPEDEF = re.compile(rb"\btypedef\b")
_BRACE_OR_END = re.compile(rb"[{};]")
_WORD = re.compile(rb"[A-Za-z_$][\w$]*")
_PLAIN_TYPES = frozenset(b"void char short int long float double signed unsigned bool".split())
_TYPE_WORDS = _PLAIN_TYPES | frozenset(b"_Bool __int128 const volatile struct union enum".split())
_NOT_TYPES = frozenset(b"const volatile static extern register auto typedef inline __thread".split())
_SPECIFIERS = re.compile(
    rb"(?<![\w$])(?:W)(?:[ \t]+(?:W))+(?![\w$])".replace(b"W", b"|".join(sorted(_PLAIN_TYPES | _NOT_TYPES)))
)
_BEFORE_EXPRESSION = frozenset(b"return case else do sizeof".split())
_BEFORE_CONDITION = frozenset(b"if while for switch".split())
_LAST_WORD = re.compile(rb"[\w$]+\Z")
_PARENTHESIS = re.compile(rb"[()]")
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
        self.out = Normal(b"", [], [], {}, {}, {}, set(), [], set(), set(), [], [], Packing(), [], [])
        self.original = original
        self.typedef_names: set[bytes] | None = None

    def run(self) -> Normal:
        self.blank_opaque()
        self.respell()
        self.order_specifiers()
        if b"goto" in self.mask:
            for m in list(_COMPUTED_GOTO.finditer(self.mask)):
                if self.starts_word(m.start()):
                    self.out.computed_gotos.add(m.start())
                    self.write(m.start(1), b" " + b"x" * (len(m[1]) - 1))
        if b"switch" in self.mask:
            self.mark_bare_switches()
        if b"case" in self.mask and b"..." in self.mask:
            for m in list(_CASE_RANGE.finditer(self.mask)):
                if self.starts_word(m.start()):
                    self.out.case_ranges.append(m.start(1))
                    self.write(m.start(1), b"?: ")
        for offset in self.hints.products:
            self.write(offset, b"%")
            self.out.products.add(offset)
        self.out.uncut = bytes(self.text)
        self.cut_fragments()
        for m in list(_UNNAMED_BITS.finditer(self.mask)):
            # after several words the grammar wants a name
            start, words = m.start(1), bytes(m[1])
            self.out.fragments[start] = Fragment("typeof", start, words)
            self.write(start, b"__tpt".ljust(len(words), b"_"))
        self.resolve_names(self.text, self.mask, 0)
        for start, end in self.find_implicit_int():
            self.out.implicit_int.append((start, bytes(self.text[start:end])))
            self.write(start, b" " * (end - start))
        self.out.text = bytes(self.text)
        return self.out

    def order_specifiers(self) -> None:
        """`int typedef t` and `long const int` say the type first, or in parts: C allows it, the grammar does not."""
        for m in list(_SPECIFIERS.finditer(self.mask)):
            words = m[0].split()
            types = [w for w in words if w in _PLAIN_TYPES]
            others = [w for w in words if w in _NOT_TYPES]
            if types and others and words != others + types:
                self.write(m.start(), b" ".join(others + types).ljust(len(m[0])))

    def mark_bare_switches(self) -> None:
        """The grammar wants braces."""
        for m in list(_SWITCH.finditer(self.mask)):
            closing = self.closing(m.end() - 1)
            rest = _NOT_BLANK.search(self.mask, closing + 1)
            if self.starts_word(m.start()) and rest is not None and rest[0] != b"{":
                self.out.bare_switches.add(m.start())
                self.write(m.start(), b"while ")

    def starts_word(self, offset: int) -> bool:
        return self.mask[offset - 1] not in _IDENTIFIER_BYTES

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
        else:
            ignored = _IGNORED_DIRECTIVE.match(line)
            if ignored is None:
                return
            if ignored[1] is not None:
                self.pragma(_CONTINUED.sub(b" ", line[ignored.end() :]).strip(), start + 1, start + len(line))
        blank = b" " * len(line)
        self.text[start : start + len(line)] = mask[start : start + len(line)] = blank

    def pragma(self, text: bytes, start: int, end: int) -> None:
        if not self.out.packing.pragma(text, start):
            found = pragma(text, start, end)
            if found is not None:
                self.out.pragmas.append(found)

    def rename_foreign_keywords(self) -> None:
        """Words that the grammar takes from another dialect are ordinary names in C."""
        for m in list(_FOREIGN.finditer(self.mask)):
            if self.starts_word(m.start()):
                self.write(m.start(), b"$")

    def respell(self) -> None:
        mask = self.mask
        if b"__" in mask:
            self.rename_foreign_keywords()
        if b"_" not in mask and b"[" not in mask:
            return
        for m in list(_SPELLINGS.finditer(mask)):
            start, end = m.span()
            word = m[0]
            if mask[start - 1] in _IDENTIFIER_BYTES and word[0] != 0x5B:
                continue
            new = _NEW_SPELLING.get(word[:5], b"")
            if word.startswith((b"__attr", b"_Alignas", b"[")):
                self.out.attributes += significant(bytes(self.text[start:end]), start)
            elif word.startswith(b"__label"):
                self.out.local_labels.append((start, re.findall(r"\w+", word[9:].decode("utf-8", "replace"))))
            blank = new + b" " * (end - start - len(new))
            self.text[start:end] = blank
            mask[start:end] = blank
        if b"asm" in mask:
            self.cut_labels()

    def cut_labels(self) -> None:
        """`int x asm("y")`: an attribute, in other words (after parameters the grammar knows it)."""
        for m in list(_ASM_LABEL.finditer(self.mask)):
            if m[1] not in _BEFORE_EXPRESSION:
                start, end = m.span(2)
                self.out.attributes.append(Attribute(start, end, "asm label"))
                self.write(start, b" " * (end - start))
        self.out.attributes.sort(key=lambda a: a.start)

    def closing(self, opening: int) -> int:
        """Offset of the parenthesis that closes the one at `opening`; the end of the text if there is none."""
        depth = 0
        for m in _PARENTHESIS.finditer(self.mask, opening):
            depth += 1 if m[0] == b"(" else -1
            if depth == 0:
                return m.start()
        return len(self.mask) - 1

    def cut_fragments(self) -> None:
        """Put identifiers in place of constructs outside the grammar, inner ones first."""
        cuts = list(self.find_fragments())
        cuts += [(opening, opening) for opening in self.hints.parentheses]
        inside: list[tuple[int, str, bytearray, bytearray]] = []
        for start, opening in sorted(cuts, reverse=True):
            mask = self.mask
            if mask[opening] != 0x28:
                continue
            closing = self.closing(opening)
            keyword = bytes(mask[start:opening]).strip()
            if mask[closing] != 0x29 or (keyword == b"sizeof" and _POSTFIX.match(mask, closing + 1)):
                continue
            content = slice(opening + 1, closing)
            if not keyword and _WORD.fullmatch(bytes(mask[content]).strip()):  # (a fragment may be too long for it)
                self.write(opening, b" ")
                self.write(closing, b" ")
                continue
            inside.append((opening + 1, keyword.decode(), self.text[content], mask[content]))
            if not keyword:
                # a blank keeps the identifier apart from a word before the parenthesis
                self.write(start, b" ")
                start += 1
            length = closing + 1 - start
            name = b"__tpt" if keyword.startswith(_TYPE_KEYWORDS) else b"__tpe"
            # a blank keeps the identifier apart from a word behind the parenthesis
            apart = b" " if _WORD.match(self.mask, closing + 1) else b""
            self.write(start, name.ljust(length - len(apart), b"_")[: length - len(apart)] + apart)
            self.out.fragments[start] = Fragment(keyword.decode(), opening + 1, b"")
        starts = {fragment.start: start for start, fragment in self.out.fragments.items()}
        for inner_start, keyword_text, text, mask in inside:
            self.resolve_names(text, mask, inner_start)
            self.out.fragments[starts[inner_start]] = Fragment(keyword_text, inner_start, bytes(text))
        if b"_Static_assert" in self.original:
            self.cut_static_asserts()

    def cut_static_asserts(self) -> None:
        for start in sorted(self.out.fragments):
            fragment = self.out.fragments[start]
            if fragment.keyword == "_Static_assert":
                whole = _WHOLE_FRAGMENT.match(self.mask, start)
                if whole is not None:
                    self.out.static_asserts.append(self.out.fragments.pop(start))
                    self.write(start, b" " * len(whole[0]))

    def find_fragments(self) -> Iterator[tuple[int, int]]:
        """Where the words start that take types in parentheses, and where their parentheses open."""
        for word in _FRAGMENT_WORDS:
            if word in self.mask:
                prefix = _FRAGMENT_STARTS.get(word, b"")
                for m in re.finditer(word + _FRAGMENT_ENDS.get(word, b"") + rb"\s*\(", self.mask):
                    start = m.start()
                    if prefix and self.mask.endswith(prefix, 0, start):
                        start -= len(prefix)
                    if self.starts_word(start):
                        yield start, m.end() - 1

    def resolve_names(self, text: bytearray, mask: bytearray, base: int) -> None:
        """Rewrite every `(name)` before what may be an operator: a cast, or an operand, but never a guess."""
        position = 0
        while (m := _NAME_IN_PARENTHESES.search(mask, position)) is not None:
            position = m.end() - 1
            name = bytes(m[1])
            opening, closing = m.start(), mask.index(b")", m.start())
            if name in _PLAIN_TYPES:
                continue
            is_type = self.hints.casts.get(base + opening)
            if is_type is None:
                is_type = self.is_typedef_name(name)
            if not self.is_operand(mask, opening, is_type):
                continue
            for buffer in (text, mask):
                buffer[closing] = 0x20
                if is_type:
                    buffer[opening:closing] = b"!" + b" " * (closing - opening - 1)
                else:
                    buffer[opening] = 0x20
            if is_type:
                self.out.casts[base + opening] = name.decode("utf-8", "replace")
            else:
                self.out.unwrapped[base + m.start(1)] = base + opening

    def is_operand(self, mask: bytearray, opening: int, is_type: bool) -> bool:
        """Can `(name)` at `opening` be a cast or an operand? (Else it is an argument or parameter list.)"""
        before = bytes(mask[max(0, opening - 200) : opening]).rstrip()
        last = before[-1:]
        if last == b"]":
            return False
        if last == b")":
            return is_type or self.ends_cast_or_condition(before)
        word = _LAST_WORD.search(before)
        return word is None or word[0] in _BEFORE_EXPRESSION

    def ends_cast_or_condition(self, before: bytes) -> bool:
        depth = 0
        for i in range(len(before) - 1, -1, -1):
            if before[i] == 0x29:
                depth += 1
            elif before[i] == 0x28:
                depth -= 1
                if depth == 0:
                    word = _LAST_WORD.search(before[:i].rstrip())
                    if word is not None:
                        return word[0] in _BEFORE_CONDITION
                    first = _WORD.match(before[i + 1 :].lstrip())
                    return first is not None and (first[0] in _TYPE_WORDS or self.is_typedef_name(first[0]))
        return False

    def find_implicit_int(self) -> list[tuple[int, int]]:
        """Start and end of every definition like `f() { ... }`, which old programs have."""
        candidates = {
            m.end() - 1: m.start(1) for m in _IMPLICIT_INT.finditer(self.mask) if m[2] not in _BEFORE_CONDITION
        }
        found: list[tuple[int, int]] = []
        if candidates:
            depth, start, type_end = 0, None, 0
            is_type = False
            for m in _BRACE.finditer(self.mask):
                if m[0] == b"{":
                    if depth == 0:
                        start = candidates.get(m.start())
                        if start is not None and not self.mask[type_end:start].strip() and type_end:
                            start = None  # the type is a structure that is defined right here
                        is_type = _TAGGED.search(self.mask, max(0, m.start() - 200), m.start()) is not None
                    depth += 1
                else:
                    depth -= 1
                    if depth == 0 and start is not None:
                        found.append((start, m.end()))
                    if depth == 0:
                        type_end = m.end() if is_type else 0
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
