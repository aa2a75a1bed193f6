"""Words of litmus tests with their lines, and what a parser by recursive descent asks of them."""

from __future__ import annotations

from typing import NoReturn

from threadproof.errors import InputError
from threadproof.patterns import pattern
from threadproof.records import NamedTuple

_WORD = pattern(
    r"(?P<space>\s+)|(?P<name>[A-Za-z_][A-Za-z_0-9.]*)|(?P<number>0[xX][0-9a-fA-F]+|[0-9]+)"
    r'|(?P<text>"[^"\n]*")'
    r"|(?P<sign>/\\|\\/|=>|==|!=|<=|>=|&&|\|\||<<|>>|\+\+|--|[-+*&|^]=|[^\sA-Za-z0-9_])"
)
NAME, NUMBER, TEXT, SIGN, END = "name", "number", "text", "sign", "end"


class Token(NamedTuple):
    kind: str
    text: str
    line: int

    def __str__(self) -> str:
        return f"`{self.text}`" if self.text else "the end"


def words(text: str, line: int) -> list[Token]:
    found = []
    for match in _WORD.finditer(text):
        kind = match.lastgroup or SIGN
        if kind == "space":
            line += match.group().count("\n")
        else:
            found.append(Token(kind, match.group(), line))
    found.append(Token(END, "", found[-1].line if found else line))
    return found


class Tokens:
    """Of one piece of text; the file is for messages."""

    def __init__(self, text: str, line: int, file: str):
        self._tokens = words(text, line)
        self._at = 0
        self.file = file

    @property
    def next(self) -> Token:
        return self._tokens[self._at]

    def ahead(self, distance: int) -> Token:
        return self._tokens[min(self._at + distance, len(self._tokens) - 1)]

    @property
    def is_at_end(self) -> bool:
        return self.next.kind == END

    def take(self) -> Token:
        token = self.next
        if token.kind != END:
            self._at += 1
        return token

    def accept(self, *texts: str) -> str:
        """The next word if it is one of these, else nothing."""
        if self.next.kind != TEXT and self.next.text in texts:
            return self.take().text
        return ""

    def expect(self, text: str) -> Token:
        if self.next.text != text:
            self.fail(f"`{text}` is expected, not {self.next}")
        return self.take()

    def name(self, what: str) -> Token:
        if self.next.kind != NAME:
            self.fail(f"{what} is expected, not {self.next}")
        return self.take()

    def number(self, what: str = "a number") -> int:
        sign = -1 if self.accept("-") else 1
        if self.next.kind != NUMBER:
            self.fail(f"{what} is expected, not {self.next}")
        return sign * int(self.take().text, 0)

    def end(self, what: str) -> None:
        """Nothing comes after it."""
        if not self.is_at_end:
            self.fail(f"the end of {what} is expected, not {self.next}")

    def fail(self, message: str, line: int = 0) -> NoReturn:
        raise InputError(message, file=self.file, line=line or self.next.line)
