"""A cursor in the tokens, and which names are types where it stands: C cannot be parsed without knowing that."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import InputError
from threadproof.frontend.syntax.node import Node, excerpt
from threadproof.frontend.syntax.tokens import END, NAME, Text

TYPE_WORDS = frozenset("void char short int long float double signed unsigned _Bool __int128 _Complex".split())
QUALIFIERS = frozenset(["const", "volatile", "restrict", "_Atomic"])
STORAGE = frozenset(["typedef", "extern", "static", "auto", "register", "inline", "__thread"])
TAGGED = frozenset(["struct", "union", "enum"])
SPECIFIERS = TYPE_WORDS | QUALIFIERS | STORAGE | TAGGED | {"typeof", "typeof_unqual"}
#: names that are types unless the program says otherwise
BUILTIN_TYPES = frozenset(
    """
    __int128_t __uint128_t __builtin_va_list _Float32 _Float64 _Float32x _Float64x _Float128 __float128
    __auto_type
    """.split()
)
#: words that a program cannot declare
KEYWORDS = SPECIFIERS - {"typeof_unqual"} | frozenset(
    """
        break case continue default do else for goto if return sizeof switch while asm _Alignof __alignof__ _Generic
        _Imaginary _Static_assert __label__ __real__ __imag__
        """.split()
)


class Names:
    keywords = KEYWORDS

    def __init__(self, text: Text) -> None:
        self.file = text
        self.source = text.source
        self.words, self.kinds = text.words, text.kinds
        self.starts, self.ends = text.starts, text.ends
        self.closing = text.closing
        self.at = 0
        #: names of blocks and parameter lists around the cursor: is it a type?
        self.scopes: list[dict[str, bool]] = []
        #: names of the file -> where they are declared first
        self.types: dict[str, int] = {}
        self.values: dict[str, int] = {}

    # ------------------------------------------------------------ the cursor

    def end_before(self) -> int:
        """Where the last token that was read ends."""
        return self.ends[self.at - 1]

    def expect(self, word: str) -> None:
        if self.words[self.at] != word:
            raise self.unexpected(word)
        self.at += 1

    def unexpected(self, missing: str = "") -> InputError:
        start = self.starts[self.at]
        if self.kinds[self.at] == END:
            where = "at the end of the file"
        else:
            where = f"near '{excerpt(self.source[start : self.ends[self.at]])}'"
        if not missing:
            return self.file.error(f"syntax error {where}", start)
        # it is missing behind the last token, not before the next one
        offset = start if self.at == 0 or self.kinds[self.at] == END else self.starts[self.at - 1]
        return self.file.error(f"syntax error {where}: missing '{missing}'", offset)

    def separated(self, end: str, one: Callable[[], Node], *, may_end_with_comma: bool = False) -> list[Node]:
        """A list with commas; `end` closes it."""
        found: list[Node] = []
        while self.words[self.at] != end or (found and not may_end_with_comma):
            found.append(one())
            if self.words[self.at] == end:
                break
            if self.words[self.at] != ",":
                raise self.unexpected(end)
            self.at += 1
        self.expect(end)
        return found

    def name(self, kind: str) -> Node:
        at = self.at
        if self.kinds[at] != NAME or self.words[at] in KEYWORDS:
            raise self.unexpected()
        self.at += 1
        return Node(kind, self.source, self.starts[at], self.ends[at], self.words[at])

    # ------------------------------------------------------------ names

    def declare(self, name: str, is_type: bool, offset: int) -> None:
        if self.scopes:
            self.scopes[-1][name] = is_type
        else:
            (self.types if is_type else self.values).setdefault(name, offset)

    def is_type(self, at: int) -> bool:
        """Is the name there a type?"""
        name, offset = self.words[at], self.starts[at]
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if self.types.get(name, offset) < offset:
            return True
        return name in BUILTIN_TYPES and self.values.get(name, offset) >= offset

    def is_declared(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes) or name in self.values

    def starts_type(self, at: int) -> bool:
        word = self.words[at]
        return word in SPECIFIERS or (self.kinds[at] == NAME and word not in KEYWORDS and self.is_type(at))
