"""Conditionals about some names are resolved, and everything else is left as it is. Entry point: `resolve`.

Comments and layout stay, and no macro is replaced. A condition is decided if it mentions such names, and no others.
What is left of a conditional with other conditions is one again: an `#elif` may become its `#if`, or its `#else`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from threadproof.cpp.condition import evaluate, name_of, operand_of_defined
from threadproof.cpp.macros import Expander, Macro
from threadproof.cpp.source import (
    BRANCHES,
    CONDITIONALS,
    CONTINUATION,
    Directive,
    File,
    OpenIf,
    directive_body,
    directives,
)
from threadproof.cpp.tokens import CppError, Token, is_identifier, tokenise
from threadproof.errors import InputError
from threadproof.patterns import pattern
from threadproof.records import dataclass

_HEADER = pattern(r'\s*"([^"]*)"\s*').fullmatch
#: `str.splitlines` knows more ends of lines than C does
_LINES = pattern(r"[^\n]*\n|[^\n]+")


def resolve(text: str, name: str, macros: Mapping[str, str | None], includes: Mapping[str, str] | None = None) -> str:
    """The text as it is where each of `macros` is defined like this, or (None) not at all.

    An `#include` of one of `includes`, in quotes, is replaced by its text. An InputError calls the file `name`.
    """
    return _Resolver(text, name, macros, includes or {}).run()


@dataclass(slots=True)
class _Open(OpenIf):
    #: the text around it is kept
    outside: bool = True
    #: there is an `#if` for what is left of it
    is_left: bool = False


class _Resolver:
    def __init__(self, text: str, name: str, known: Mapping[str, str | None], includes: Mapping[str, str]) -> None:
        self.file = File(text, name, Path(name), system=False, index=-1)
        self.lines: list[str] = _LINES.findall(text)
        self.known = known
        self.includes = includes
        self.expander = Expander({n: Macro(n, value) for n, value in known.items() if value is not None})
        self.out: list[str] = []
        #: how many lines are done, and whether those that follow are kept
        self.done = 0
        self.kept = True

    def run(self) -> str:
        file, line = self.file, 1
        try:
            for directive in directives(file.text):
                line = file.line(directive.start)
                self._directive(directive)
        except CppError as error:
            line = line if error.position is None else file.line(error.position)
            raise InputError(error.message, file=file.name, line=line, hint=error.hint) from error
        if file.open:
            unclosed = file.open[-1]
            raise InputError(f"#{unclosed.directive} without #endif", file=file.name, line=unclosed.line)
        self._copy(len(self.lines))
        return "".join(self.out)

    def _copy(self, end: int) -> None:
        """The lines up to there, if they are kept."""
        if self.kept:
            self.out += self.lines[self.done : end]
        self.done = end

    def _directive(self, directive: Directive) -> None:
        name, start, rest = directive
        body, end = directive_body(self.file.text, rest)
        self._copy(self.file.line(start) - 1)
        # what it is in the file, whose lines are not joined
        behind = self.file.line(end)
        while behind < len(self.lines) and CONTINUATION.search(self.lines[behind - 1]):
            behind += 1
        written = "".join(self.lines[self.done : behind])
        if name in CONDITIONALS:
            left = self._begin(directive, body, written)
        elif name in BRANCHES:
            left = self._branch(directive, body, written)
        else:
            left = self._other(name, body, written) if self.kept else ""
        self.out.append(left)
        self.done = behind

    # ------------------------------------------------------------ what is left of a directive

    def _begin(self, directive: Directive, body: str, written: str) -> str:
        holds = self._holds(directive.name, body) if self.kept else False
        line = self.file.line(directive.start)
        self.file.open.append(_Open(directive.name, line, bool(holds), outside=self.kept, is_left=holds is None))
        self.kept = holds is not False
        return written if holds is None else ""

    def _branch(self, directive: Directive, body: str, written: str) -> str:
        name = directive.name
        conditional = self.file.branch(name)
        assert isinstance(conditional, _Open)
        if name == "endif":
            self.kept = conditional.outside
            return written if conditional.is_left else ""
        if conditional.taken or not conditional.outside:
            self.kept = False
            return ""
        holds = True if name == "else" else self._holds(name, body)
        self.kept = holds is not False
        conditional.taken = holds is True
        if conditional.is_left:
            return written if name == "else" or holds is None else self._renamed(directive, "else") if holds else ""
        conditional.is_left = holds is None
        return self._renamed(directive, name.removeprefix("el")) if holds is None else ""

    def _renamed(self, directive: Directive, name: str) -> str:
        text = self.file.text
        _, end = directive_body(text, directive.rest)
        condition = "" if name == "else" else text[directive.rest : end]
        return f"{text[directive.start : directive.rest - len(directive.name)]}{name}{condition}\n"

    def _other(self, name: str, body: str, written: str) -> str:
        if name in ("define", "undef") and (defined := name_of(name, body)) in self.known:
            raise CppError(f"{defined} is decided already")
        header = _HEADER(body) if name == "include" else None
        if header is None or header[1] not in self.includes:
            return written
        return resolve(self.includes[header[1]], header[1], self.known, self.includes)

    # ------------------------------------------------------------ conditions

    def _holds(self, directive: str, body: str) -> bool | None:
        """None: other names, or none at all, decide it."""
        if directive.endswith("def"):
            name = name_of(directive, body)
            return (self.known[name] is None) == directive.endswith("ndef") if name in self.known else None
        tokens = tokenise(body)
        if not any(token.text in self.known for token in tokens):
            return None
        tokens = self.expander.expand(tokens, None, {"defined": self._defined})
        if any(is_identifier(token.text) and token.text not in self.known for token in tokens):
            return None
        return evaluate(tokens, lambda _: None).number != 0

    def _defined(self, rest: list[Token]) -> tuple[str, int]:
        name, used = operand_of_defined(rest)
        return str(int(self.known[name] is not None)) if name in self.known else name, used
