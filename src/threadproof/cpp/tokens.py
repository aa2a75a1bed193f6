"""Preprocessing tokens: cutting text into them, and writing them back so that they stay separate tokens.

All text is decoded as Latin-1, so that any byte sequence goes through unchanged; bytes from 0x80 on count as
letters, which lets UTF-8 identifiers and strings pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from threadproof.patterns import pattern
from threadproof.records import NamedTuple


class CppError(Exception):
    """Something the preprocessor cannot accept; whoever knows the position turns it into an InputError."""

    def __init__(self, message: str, hint: str | None = None, position: int | None = None):
        super().__init__(message)
        self.message = message
        self.hint = hint
        #: in the text; None: in the directive or macro that is being worked on
        self.position = position


class Token(NamedTuple):
    text: str
    #: white space stands before it
    space: bool = False
    #: it was met inside the expansion of the macro that it names, so it is never expanded
    painted: bool = False
    #: where it stands in the file, or the macro that it came from; 0: not known
    line: int = 0


#: padding: a replacement begins here, of something with or without white space before it; or it ends
SPACED, TIGHT, END = Token("", True, line=-1), Token("", line=-1), Token("", line=-1)


LETTER = r"A-Za-z_$\x80-\xff"
IDENTIFIER = rf"[{LETTER}][{LETTER}0-9]*"
#: (with the separators of digits that C23 has)
NUMBER = rf"\.?[0-9](?:[eEpP][+-]|[{LETTER}0-9.]|'(?![0-9a-zA-Z_]')[0-9a-zA-Z_])*"
#: a literal that is not closed runs to the end of its line, as in GNU C
STRING = r'(?:u8|[uUL])?"[^"\\\n]*(?:\\.[^"\\\n]*)*(?:"|(?=\n)|\\?\Z)'
CHARACTER = r"(?:u8|[uUL])?'[^'\\\n]*(?:\\.[^'\\\n]*)*(?:'|(?=\n)|\\?\Z)"
BLOCK_COMMENT = r"/\*[^*]*\*+(?:[^*/][^*]*\*+)*/"
COMMENT = rf"//[^\n]*|{BLOCK_COMMENT}"
PUNCTUATION = r"\.\.\.|<<=|>>=|%:%:|\#\#|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|%:|[^\s]"

#: group 1: white space or comments; group 2: a token
LEX = pattern(rf"((?:[ \t\n\r\f\v]+|{COMMENT})+)|({STRING}|{CHARACTER}|{IDENTIFIER}|{NUMBER}|{PUNCTUATION})", re.A)
IS_IDENTIFIER = pattern(IDENTIFIER).fullmatch

_NAMED_CHARACTER = pattern(
    rf"{STRING}|{CHARACTER}|{COMMENT}|(?:(?<=([{LETTER}0-9])))?(\\(?:u[0-9a-fA-F]{{4}}|U[0-9a-fA-F]{{8}}))", re.A
)
_DIGRAPHS = {"%:": "#", "%:%:": "##"}
_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$") | {
    chr(c) for c in range(0x80, 0x100)
}
LETTERS = _WORD - frozenset("0123456789")
#: two characters that would begin a longer token (or a comment) when they touch
_GLUE = frozenset("++ -- -> << >> <= >= == != && || += -= *= /= %= &= |= ^= ## // /* .. <: <% %: %> :>".split())


def with_letters(text: str, marks: list[int] | None = None) -> str:
    """Letters of identifiers that are written as numbers, as in `\\u00e9`, in the encoding of the text.

    `marks` are positions in it, in their order, and move along.
    """
    if "\\u" not in text and "\\U" not in text:
        return text
    moved: list[int] = []
    gone = 0

    def letter(m: re.Match[str]) -> str:
        nonlocal gone
        code = 0 if m[2] is None else int(m[2][2:], 16)
        if not 0xA0 <= code <= 0x10FFFF or not f"{'a' if m[1] else ''}{chr(code)}".isidentifier():
            return m[0]
        found = chr(code).encode("utf-8").decode("latin-1")
        if marks is not None:
            while len(moved) < len(marks) and marks[len(moved)] < m.end():
                moved.append(min(marks[len(moved)], m.start()) - gone)
        gone += len(m[0]) - len(found)
        return found

    result = _NAMED_CHARACTER.sub(letter, text)
    if marks is not None:
        marks[:] = [*moved, *(mark - gone for mark in marks[len(moved) :])]
    return result


def is_identifier(text: str) -> bool:
    """For the text of one token: a name (prefixed literals such as `L"x"` are not)."""
    return bool(text) and text[0] in LETTERS and text[-1] not in "\"'"


def tokenise(text: str) -> list[Token]:
    tokens: list[Token] = []
    space = False
    for match in LEX.finditer(text):
        if match.lastindex == 1:
            space = True
        else:
            tokens.append(Token(_DIGRAPHS.get(match[0], match[0]), space))
            space = False
    return tokens


def is_one_token(text: str) -> bool:
    match = LEX.match(text)
    return match is not None and match.end() == len(text) and match.lastindex == 2


def must_separate(left: str, right: str) -> bool:
    """Whether these two token texts, written without a space between them, may read as something else.

    `left` may be just the last character of what stands before: then the answer errs on the side of yes.
    """
    if not left or not right:
        return False
    last, first = left[-1], right[0]
    if last in _WORD:
        return first in _WORD or first in "\"'" or (first in ".+-" and (left[0] in "0123456789." or len(left) == 1))
    return last + first in _GLUE or (last == "." and first in "0123456789")


def spell(tokens: Iterable[Token]) -> str:
    """The tokens as text, with spaces where they had them or need them."""
    parts: list[str] = []
    previous = ""
    for text, space, *_ in tokens:
        if parts and (space or must_separate(previous, text)):
            parts.append(" ")
        parts.append(text)
        previous = text
    return "".join(parts)


def settled(tokens: Iterable[Token]) -> list[Token]:
    """Without padding: the first replacement that begins before a token says whether a space stands there.

    But not if it had no space and has ended: then the next one does, or the token itself.
    """
    done: list[Token] = []
    space: bool | None = None
    for t in tokens:
        if t.text:
            done.append(t if space is None or space == t.space else t._replace(space=space))
            space = None
        elif t is END:
            space = space or None
        elif space is None:
            space = t.space
    return done


def stringify(tokens: list[Token]) -> str:
    """What the `#` operator makes of a macro argument."""
    parts: list[str] = []
    for index, (text, space, *_) in enumerate(tokens):
        if index and space:
            parts.append(" ")
        if text[-1] in "\"'" and text[0] in "\"'LuU":
            text = text.replace("\\", "\\\\").replace('"', '\\"')
        parts.append(text)
    whole = "".join(parts)
    if (len(whole) - len(whole.rstrip("\\"))) % 2:
        raise CppError("# of an argument that ends with a backslash")
    return f'"{whole}"'


def quote(name: str) -> str:
    """A file name as a C string."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
