"""Text to broadcast program: what `printer` writes, and some shorthand. Entry point: `parse_program`.

    program   = ["shared" names ";"] {template}
    template  = "template" NAME ("*" | NUMBER) ["dormant"] "{" ["local" names ";"] ["initially" formula ";"]
                ["error" numbers ";"] {"forgets" NUMBER ":" NAME {"," …} ";"}
                {NUMBER ":" statement ["->" NUMBER] ";"} "}"
    names     = NAME ["=" ("0" | "1" | "*")] {"," …}
    statement = "goto" numbers | "skip" {constrain} | "assume" formula | "assert" formula
              | "start" NAME ["when" formula] | target ":=" (formula | "*") {"," …} {constrain}
    target    = NAME | "a" "." NAME | "all" "(" [NAME "."] NAME ")"
    constrain = "constrain" ["[" NAME ":" NAME {"," …} "]"] formula

A NAME that is a keyword, or no word, is written in quotation marks; that of a variable or a thread is a word. Formulas
have, from the weakest: `c ? x : y`, `=>`, `||`, `&&`, `==` and `!=`, `!`. Without an arrow an edge leads to the
location with the next number. Templates may be used before they are declared. Whatever is wrong is an InputError.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

from threadproof.broadcast.program import (
    ACTIVE,
    DORMANT,
    NEW,
    Assert,
    Constraint,
    Declared,
    Edge,
    Program,
    Start,
    Statement,
    Template,
    Update,
    variable,
)
from threadproof.errors import InputError
from threadproof.logic import term as T
from threadproof.logic.term import FALSE, TRUE, Term
from threadproof.patterns import pattern
from threadproof.records import dataclass

_TOKEN: Final = pattern(
    r"\s+|//[^\n]*|(?P<name>[A-Za-z_]\w*)|(?P<number>\d+)|(?P<quoted>\"[^\"\n]+\")"
    r"|(?P<sign>:=|->|=>|&&|\|\||==|!=|\S)",
    re.A,
)
_WORD: Final = pattern(r"[A-Za-z_]\w*", re.A)
KEYWORDS: Final = frozenset(
    "shared template local initially error forgets goto skip assume assert start when new constrain all dormant "
    "true false".split()
)
#: parentheses, negations and the like inside each other
_MAX_DEPTH: Final = 100
_MAX_NUMBER: Final = 10**9

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    column: int


def parse_program(text: str, file: str = "<text>") -> Program:
    return _Parser(text, file).program()


class _Parser:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0
        self.shared: frozenset[str] = frozenset()
        #: the locals of each template, when it has been read
        self.locals: dict[str, frozenset[str]] = {}
        #: what can only be checked when all templates have been read
        self.checks: list[Callable[[], None]] = []
        self.template = ""
        #: indices of passive threads that may be used here, with their templates
        self.indices: dict[str, str] = {}
        self.may_prime = False

    # ---------------------------------------------------------------- tokens

    def fail(self, message: str, token: _Token | None = None) -> NoReturn:
        t = self.tokens[self.at] if token is None else token
        raise InputError(f"column {t.column}: {message}", file=self.file, line=t.line)

    def peek(self, text: str) -> bool:
        return self.tokens[self.at].text == text

    def take(self) -> _Token:
        token = self.tokens[self.at]
        self.at += token.kind != "end"
        return token

    def accept(self, text: str) -> bool:
        if not self.peek(text):
            return False
        self.at += 1
        return True

    def expect(self, text: str) -> None:
        if not self.accept(text):
            self.fail(f"`{text}` expected, not {self.found()}")

    def found(self) -> str:
        return f"`{self.tokens[self.at].text}`" if self.tokens[self.at].text else "the end of the text"

    def name(self) -> _Token:
        token = self.tokens[self.at]
        if token.kind == "quoted":
            self.at += 1
            return _Token("name", token.text[1:-1], token.line, token.column)
        if token.kind != "name" or token.text in KEYWORDS or token.text == ACTIVE:
            self.fail(f"a name expected, not {self.found()}")
        return self.take()

    def own_name(self) -> _Token:
        """Of a variable or a thread. (`s'`, `p.b` and `0:b` are other variables, and names are all there is.)"""
        token = self.name()
        if not _WORD.fullmatch(token.text):
            self.fail(f"`{token.text}` is no name for a variable or a thread", token)
        return token

    def number(self) -> int:
        if self.tokens[self.at].kind != "number":
            self.fail(f"a number expected, not {self.found()}")
        if len(self.tokens[self.at].text) > 9:
            self.fail(f"the number is not below {_MAX_NUMBER}")
        return int(self.take().text)

    def separated(self, item: Callable[[], Item]) -> list[Item]:
        items = [item()]
        while self.accept(","):
            items.append(item())
        return items

    # ---------------------------------------------------------------- declarations

    def program(self) -> Program:
        shared: tuple[Declared, ...] = ()
        if self.accept("shared"):
            shared = self.declared()
            self.shared = frozenset(name for name, _ in shared)
        templates = []
        while self.tokens[self.at].kind != "end":
            templates.append(self.one_template())
        for check in self.checks:
            check()
        return Program(shared, tuple(templates))

    def declared(self) -> tuple[Declared, ...]:
        seen: dict[str, int | None] = {}

        def one() -> None:
            token = self.own_name()
            if token.text in seen or token.text in self.shared:
                self.fail(f"`{token.text}` is declared twice", token)
            seen[token.text] = self.initial_value() if self.accept("=") else None

        self.separated(one)
        self.expect(";")
        return tuple(seen.items())

    def initial_value(self) -> int | None:
        for text, value in (("0", 0), ("1", 1), ("*", None)):
            if self.accept(text):
                return value
        self.fail(f"0, 1 or * expected, not {self.found()}")

    def one_template(self) -> Template:
        self.expect("template")
        token = self.name()
        self.template = token.text
        if self.template in self.locals:
            self.fail(f"template `{self.template}` is declared twice", token)
        number = None if self.accept("*") else self.number()
        dormant = self.accept("dormant")
        self.expect("{")
        names = self.declared() if self.accept("local") else ()
        self.locals[self.template] = frozenset(name for name, _ in names)
        initially, errors = TRUE, []
        if self.accept("initially"):
            initially = self.formula()
            self.expect(";")
        if self.accept("error"):
            errors = self.separated(self.number)
            self.expect(";")
        forgets = []
        while self.accept("forgets"):
            forgets.append(self.forgotten())
        edges: list[Edge] = []
        while not self.accept("}"):
            edges += self.edges()
        return Template(self.template, names, tuple(edges), tuple(errors), number, dormant, initially, tuple(forgets))

    def forgotten(self) -> tuple[int, tuple[str, ...]]:
        location = self.number()
        self.expect(":")
        names = self.separated(self.name)
        for name in names:
            self.use_local(self.template, name)
        self.expect(";")
        return location, tuple(name.text for name in names)

    # ---------------------------------------------------------------- statements

    def edges(self) -> list[Edge]:
        token = self.tokens[self.at]
        source = self.number()
        if source == DORMANT:
            self.fail(f"no edge begins at location {DORMANT}: threads there have not been started", token)
        self.expect(":")
        if self.accept("goto"):
            edges = [Edge(source, Update(), target) for target in self.separated(self.number)]
        else:
            statement = self.statement()
            edges = [Edge(source, statement, self.number() if self.accept("->") else source + 1)]
        if any(e.target == DORMANT for e in edges):
            self.fail(f"no edge leads to location {DORMANT}", token)
        self.expect(";")
        return edges

    def statement(self) -> Statement:
        if self.accept("assume"):
            return Update(constraints=(Constraint(self.formula()),))
        if self.accept("assert"):
            return Assert(self.formula())
        if self.accept("start"):
            return self.start()
        assigned: dict[str, Term | None] = {}
        broadcast: list[tuple[str, str]] = []
        if not self.accept("skip"):
            self.separated(lambda: self.assignment(assigned, broadcast))
        constraints = []
        while self.accept("constrain"):
            constraints.append(self.constraint())
        return Update(tuple(assigned.items()), tuple(broadcast), tuple(constraints))

    def start(self) -> Start:
        template, condition = self.template_name(), TRUE
        if self.accept("when"):
            self.indices = {NEW: template}
            condition = self.formula()
            self.indices = {}
        return Start(template, condition)

    def template_name(self) -> str:
        token = self.name()

        def check() -> None:
            if token.text not in self.locals:
                self.fail(f"there is no template `{token.text}`", token)

        self.checks.append(check)
        return token.text

    def assignment(self, assigned: dict[str, Term | None], broadcast: list[tuple[str, str]]) -> None:
        token = self.tokens[self.at]
        if self.accept("all"):
            self.expect("(")
            owner, local = self.template, self.name()
            if self.accept("."):
                owner, local = local.text, self.name()
            self.expect(")")
            self.use_local(owner, local)
            if (owner, local.text) in broadcast:
                self.fail("assigned twice", token)
            broadcast.append((owner, local.text))
            self.expect(":=")
            self.expect("*")
            return
        if self.accept(ACTIVE):
            self.expect(".")
            local = self.name()
            self.use_local(self.template, local)
            target = f"{ACTIVE}.{local.text}"
        else:
            target = self.name().text
            if target not in self.shared:
                self.fail(f"there is no shared variable `{target}`", token)
        if target in assigned:
            self.fail("assigned twice", token)
        self.expect(":=")
        assigned[target] = None if self.accept("*") else self.formula()

    def constraint(self) -> Constraint:
        self.indices = {}
        if self.accept("["):
            self.separated(self.index)
            self.expect("]")
        self.may_prime = True
        formula = self.formula()
        self.may_prime = False
        passive = tuple(self.indices.items())
        self.indices = {}
        return Constraint(formula, passive)

    def index(self) -> None:
        token = self.own_name()
        if token.text in (*self.indices, *self.shared, ACTIVE, NEW):
            self.fail(f"`{token.text}` has a meaning already", token)
        self.expect(":")
        self.indices[token.text] = self.template_name()

    def use_local(self, owner: str, name: _Token) -> None:
        def check() -> None:
            if owner not in self.locals:
                self.fail(f"there is no template `{owner}`", name)
            if name.text not in self.locals[owner]:
                self.fail(f"template `{owner}` has no local `{name.text}`", name)

        self.checks.append(check)

    # ---------------------------------------------------------------- formulas

    def formula(self) -> Term:
        self.enter()
        condition = self.implication()
        if self.accept("?"):
            yes = self.formula()
            self.expect(":")
            condition = T.ite(condition, yes, self.formula())
        self.depth -= 1
        return condition

    def enter(self) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            self.fail("the formula is nested too deeply")

    def implication(self) -> Term:
        left = self.disjunction()
        if not self.accept("=>"):
            return left
        self.enter()
        right = self.implication()
        self.depth -= 1
        return T.or_(T.not_(left), right)

    def disjunction(self) -> Term:
        parts = [self.conjunction()]
        while self.accept("||"):
            parts.append(self.conjunction())
        return T.or_(*parts)

    def conjunction(self) -> Term:
        parts = [self.equation()]
        while self.accept("&&"):
            parts.append(self.equation())
        return T.and_(*parts)

    def equation(self) -> Term:
        left = self.literal()
        if self.accept("=="):
            return T.eq(left, self.literal())
        if self.accept("!="):
            return T.ne(left, self.literal())
        return left

    def literal(self) -> Term:
        if self.accept("!"):
            self.enter()
            negated = T.not_(self.literal())
            self.depth -= 1
            return negated
        if self.accept("("):
            inside = self.formula()
            self.expect(")")
            return inside
        for text, constant in (("true", TRUE), ("1", TRUE), ("false", FALSE), ("0", FALSE)):
            if self.accept(text):
                return constant
        return self.variable()

    def variable(self) -> Term:
        token = self.tokens[self.at]
        if self.accept(ACTIVE):
            name = self.local_of(ACTIVE, self.template)
        elif token.text in self.indices:
            self.at += 1
            name = self.local_of(token.text, self.indices[token.text])
        else:
            name = self.name().text
            if name not in self.shared:
                self.fail(f"`{name}` is neither a shared variable nor a thread here", token)
        if self.peek("'") and not self.may_prime:
            self.fail("values after the step have a meaning in constraints of updates only")
        return T.var(variable(name + "'" if self.accept("'") else name))

    def local_of(self, index: str, owner: str) -> str:
        self.expect(".")
        local = self.name()
        self.use_local(owner, local)
        return f"{index}.{local.text}"


def _tokens(text: str) -> list[_Token]:
    tokens, line, start = [], 1, 0
    for match in _TOKEN.finditer(text):
        if match.lastgroup is not None:
            tokens.append(_Token(match.lastgroup, match.group(), line, match.start() - start + 1))
        elif breaks := match.group().count("\n"):
            line += breaks
            start = match.start() + match.group().rindex("\n") + 1
    tokens.append(_Token("end", "", line, len(text) - start + 1))
    return tokens
