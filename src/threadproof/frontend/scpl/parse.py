"""SCPL text to tree; whatever is wrong is an InputError with its position and what to do. Entry point: `parse`.

    program     = ["0" ":"] {declaration} {NUMBER ":" statement ";"}
    declaration = ["shared" | "local"] ["int" | "bool"] NAME "=" initial {"," NAME "=" initial} ";"
    initial     = ["-"] NUMBER | "true" | "false" | "*"
    statement   = NAME "=" expression | "assume" expression | "assert" expression | "error" | "goto" numbers
                | "if" expression ["then"] "goto" numbers ["else" "goto" numbers]

Statements are numbered 1, 2, 3, ... in order. A declaration without a word in front continues the one before.
Expressions are those of C over `int`, without side effects; `*` where a value is expected is an arbitrary one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn

from threadproof.errors import InputError
from threadproof.frontend.scpl.tree import (
    BOOL_WIDTH,
    INT_WIDTH,
    Assert,
    Assign,
    Assume,
    Error,
    Goto,
    Kind,
    Statement,
    Tree,
)
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.patterns import pattern
from threadproof.records import dataclass

_TOKEN: Final = pattern(
    r"\s+|//[^\n]*|/\*.*?\*/|(?P<open>/\*)|(?P<name>[A-Za-z_]\w*)|(?P<number>\d\w*)"
    r"|(?P<sign>&&|\|\||==|!=|<=|>=|<<|>>|[-+*/%!~<>&|^?:;,=()])|(?P<stray>.)",
    re.A | re.S,
)
_KEYWORDS: Final = frozenset("shared local int bool true false assume assert error goto if then else".split())
#: parentheses and the like inside each other, and operators in one expression
_MAX_DEPTH: Final = 100
_MAX_OPERATORS: Final = 300


def _int(t: Term) -> Term:
    return T.from_bool(t, INT_WIDTH) if t.width == T.BOOL else T.zext(t, INT_WIDTH)


def _on_ints(f: Callable[[Term, Term], Term], *, swapped: bool = False) -> Callable[[Term, Term], Term]:
    return lambda a, b: f(_int(b), _int(a)) if swapped else f(_int(a), _int(b))


#: operators by how tightly they bind, loosest first; a comparison is a Boolean until a number is needed
_LEVELS: Final[tuple[dict[str, Callable[[Term, Term], Term]], ...]] = (
    {"||": lambda a, b: T.or_(T.is_nonzero(a), T.is_nonzero(b))},
    {"&&": lambda a, b: T.and_(T.is_nonzero(a), T.is_nonzero(b))},
    {"|": _on_ints(T.bvor)},
    {"^": _on_ints(T.bvxor)},
    {"&": _on_ints(T.bvand)},
    {"==": _on_ints(T.eq), "!=": _on_ints(T.ne)},
    {
        "<": _on_ints(T.slt),
        "<=": _on_ints(T.sle),
        ">": _on_ints(T.slt, swapped=True),
        ">=": _on_ints(T.sle, swapped=True),
    },
    {"<<": _on_ints(T.shl), ">>": _on_ints(T.ashr)},
    {"+": _on_ints(T.add), "-": _on_ints(T.sub)},
    {"*": _on_ints(T.mul), "/": _on_ints(T.sdiv), "%": _on_ints(T.srem)},
)
_LEVEL: Final = {operator: level for level, operators in enumerate(_LEVELS) for operator in operators}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    column: int


def parse(text: str, file: str) -> Tree:
    return _Parser(text, file).program()


class _Parser:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.tokens = self._tokens(text)
        self.at = 0
        self.depth = 0
        self.operators = 0
        self.variables: dict[str, Var] = {}
        self.inputs: list[Var] = []
        #: of `inputs`, those that the statement being read has used
        self.used = 0
        #: where a goto leads
        self.targets: list[_Token] = []

    # ------------------------------------------------------------ tokens

    def _tokens(self, text: str) -> list[_Token]:
        found, line, start = [], 1, 0
        for match in _TOKEN.finditer(text):
            kind, word = match.lastgroup, match.group()
            token = _Token(kind or "", word, line, match.start() - start + 1)
            if kind == "open":
                self.fail("a comment is not closed", "write */ where it ends", token)
            if kind == "stray":
                self.fail(f"{word!r} is not a character of SCPL", "remove it", token)
            if kind is not None:
                found.append(token)
            elif breaks := word.count("\n"):
                line += breaks
                start = match.start() + word.rindex("\n") + 1
        return [*found, _Token("end", "", line, len(text) - start + 1)]

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def fail(self, message: str, hint: str, token: _Token | None = None) -> NoReturn:
        where = self.token if token is None else token
        raise InputError(f"column {where.column}: {message}", file=self.file, line=where.line, hint=hint)

    def take(self) -> _Token:
        token = self.token
        self.at += token.kind != "end"
        return token

    def accept(self, *words: str) -> str:
        """The word that stands here, if it is one of these, and on to what follows."""
        return self.take().text if self.token.text in words and self.token.kind != "end" else ""

    def expect(self, word: str, hint: str) -> None:
        if not self.accept(word):
            self.fail(f"`{word}` expected, not {self.found()}", hint)

    def found(self) -> str:
        return f"`{self.token.text}`" if self.token.text else "the end of the file"

    def end(self, what: str) -> None:
        if not self.accept(";"):
            self.fail(f"`;` expected before {self.found()}", f"{what} ends with a semicolon")

    # ------------------------------------------------------------ the program

    def program(self) -> Tree:
        if self.token.kind == "end":
            self.fail("the program is empty", "write declarations (shared s = 0;) and statements (1: s = s + 1;)")
        self._declarations()
        statements: list[Statement] = []
        while self.token.kind != "end":
            statements.append(self._numbered(len(statements) + 1))
        if not statements:
            self.fail("there is no statement", "write at least one: 1: s = s + 1;")
        for t in self.targets:
            if not 1 <= _number(t) <= len(statements):
                self.fail(f"there is no statement {t.text}", f"statements have the numbers 1 to {len(statements)}", t)
        variables = self.variables.values()
        return Tree(
            tuple([v for v in variables if v.shared]),
            tuple([v for v in variables if not v.shared]),
            tuple(self.inputs),
            tuple(statements),
        )

    def _declarations(self) -> None:
        if self.token.text == "0" and self.tokens[self.at + 1].text == ":":
            self.at += 2
        scope = ""
        while self.token.kind == "name":
            scope = self.accept("shared", "local") or scope
            if not scope:
                self.fail(f"`shared`, `local` or `1:` expected, not {self.found()}", "declarations come first")
            is_bool = self.accept("int", "bool") == "bool"
            self._declared(scope, is_bool=is_bool)
            while self.accept(","):
                self._declared(scope, is_bool=is_bool)
            self.end("a declaration")

    def _declared(self, scope: str, *, is_bool: bool) -> None:
        name = self.token
        if name.kind != "name" or name.text in _KEYWORDS:
            self.fail(f"the name of a variable expected, not {self.found()}", "for example: shared s = 0;")
        if name.text in self.variables:
            self.fail(f"`{name.text}` is declared twice", "choose another name; shared and local ones differ, too")
        self.at += 1
        self.expect("=", f"give it an initial value: {name.text} = 0, or = * for an arbitrary one")
        is_shared = scope == "shared"
        self.variables[name.text] = Var(
            name.text if is_shared else f"thread::{name.text}",
            BOOL_WIDTH if is_bool else INT_WIDTH,
            is_shared,
            init=self._initial(is_bool=is_bool),
            signed=not is_bool,
            lvalue=name.text,
            ctype="bool" if is_bool else "int",
        )

    def _initial(self, *, is_bool: bool) -> int | None:
        if self.accept("*"):
            return None
        if word := self.accept("true", "false"):
            return int(word == "true")
        is_negative = bool(self.accept("-"))
        if self.token.kind != "number":
            self.fail(f"an initial value expected, not {self.found()}", "write a number, or * for an arbitrary value")
        value = self._literal(is_negative=is_negative)
        return int(value != 0) if is_bool else value & ((1 << INT_WIDTH) - 1)

    # ------------------------------------------------------------ statements

    def _numbered(self, number: int) -> Statement:
        token = self.take()
        if token.kind != "number":
            is_late = token.text in ("shared", "local")
            hint = "declarations come first" if is_late else f"the next statement is number {number}"
            self.fail(f"`{number}:` expected, not `{token.text}`", hint, token)
        if token.text != str(number):
            hint = "statements are numbered 1, 2, 3, ... in order"
            self.fail(f"number {number} expected, not {token.text}", hint, token)
        self.expect(":", f"a statement begins with its number: {number}: ...")
        self.used = self.operators = 0
        line = self.token.line
        kind = self._statement(number)
        self.end("a statement")
        return Statement(line, kind, tuple(self.inputs[: self.used]))

    def _statement(self, number: int) -> Kind:
        match self.accept("assume", "assert", "error", "goto", "if"):
            case "assume":
                return Assume(self._condition())
            case "assert":
                return Assert(self._condition())
            case "error":
                return Error()
            case "goto":
                return Goto(None, self._numbers(), ())
            case "if":
                return self._branch(number)
        name = self.token
        if name.kind != "name" or name.text in _KEYWORDS:
            self.fail(f"a statement expected, not {self.found()}", "an assignment, assume, assert, error, goto or if")
        target = self._variable()
        self.expect("=", f"an assignment is: {name.text} = expression;")
        if self.token.text == "*" and self.tokens[self.at + 1].text == ";":
            self.at += 1
            return Assign(target, None)
        value = self._expression()
        is_bool = target.width == BOOL_WIDTH
        return Assign(target, T.from_bool(T.is_nonzero(value), BOOL_WIDTH) if is_bool else _int(value))

    def _branch(self, number: int) -> Goto:
        condition: Term | None = None
        if self.token.text == "*" and self.tokens[self.at + 1].text in ("then", "goto"):
            self.take()
        else:
            condition = self._condition()
        self.accept("then")
        self.expect("goto", "a branch is a jump: if x > 0 then goto 3;")
        yes = self._numbers()
        if not self.accept("else"):
            return Goto(condition, yes, (number + 1,))
        self.expect("goto", "a branch is a jump: if x > 0 then goto 3 else goto 5;")
        return Goto(condition, yes, self._numbers())

    def _numbers(self) -> tuple[int, ...]:
        found = []
        while True:
            if self.token.kind != "number":
                self.fail(f"the number of a statement expected, not {self.found()}", "for example: goto 1, 4;")
            self.targets.append(self.token)
            found.append(_number(self.take()))
            if not self.accept(","):
                return tuple(dict.fromkeys(found))

    # ------------------------------------------------------------ expressions

    def _condition(self) -> Term:
        return T.is_nonzero(self._expression())

    def _expression(self) -> Term:
        self._enter()
        value = self._binary(0)
        if self.accept("?"):
            yes = self._expression()
            self.expect(":", "a choice is: condition ? value : value")
            no = self._expression()
            value = T.ite(T.is_nonzero(value), _int(yes), _int(no))
        self.depth -= 1
        return value

    def _enter(self) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            self.fail("the expression is nested too deeply", "compute it in several statements")

    def _binary(self, loosest: int) -> Term:
        """Operands and the operators between them, as far as these bind at least so tightly."""
        left = self._unary()
        while (level := _LEVEL.get(self.token.text, -1)) >= loosest:
            operator = self.take().text
            self.operators += 1
            if self.operators > _MAX_OPERATORS:
                self.fail("the expression is too long", "compute it in several statements")
            left = _LEVELS[level][operator](left, self._binary(level + 1))
        return left

    def _unary(self) -> Term:
        operator = self.accept("!", "-", "~")
        if not operator:
            return self._primary()
        if operator == "-" and self.token.kind == "number":
            return T.const(self._literal(is_negative=True), INT_WIDTH)
        self._enter()
        value = self._unary()
        self.depth -= 1
        if operator == "!":
            return T.not_(T.is_nonzero(value))
        return T.neg(_int(value)) if operator == "-" else T.bvnot(_int(value))

    def _primary(self) -> Term:
        if self.accept("("):
            value = self._expression()
            self.expect(")", "close the parenthesis")
            return value
        if self.accept("*"):
            self.used += 1
            if self.used > len(self.inputs):
                self.inputs.append(Var(f"thread::any#{self.used}", INT_WIDTH, shared=False, signed=True))
            return T.var(self.inputs[self.used - 1])
        if word := self.accept("true", "false"):
            return T.boolean(word == "true")
        if self.token.kind == "number":
            return T.const(self._literal(), INT_WIDTH)
        if self.token.kind != "name" or self.token.text in _KEYWORDS:
            self.fail(f"a value expected, not {self.found()}", "a number, a variable, * or something in parentheses")
        return T.zext(T.var(self._variable()), INT_WIDTH)

    def _variable(self) -> Var:
        name = self.take()
        if name.text not in self.variables:
            hint = f"declare it at the top: shared {name.text} = 0; or local {name.text} = 0;"
            self.fail(f"`{name.text}` is not declared", hint, name)
        return self.variables[name.text]

    def _literal(self, *, is_negative: bool = False) -> int:
        token = self.take()
        value = _number(token)
        if value < 0:
            self.fail(f"`{token.text}` is not a number", "numbers are decimal, names begin with a letter", token)
        if value > (1 << (INT_WIDTH - 1)) - (not is_negative):
            self.fail(f"{token.text} is too large", f"integers are from {-(1 << 31)} to {(1 << 31) - 1}", token)
        return -value if is_negative else value


def _number(token: _Token) -> int:
    """-1 if it is none."""
    if not token.text.isdecimal():
        return -1
    return int(token.text) if len(token.text) < 20 else 1 << 64
