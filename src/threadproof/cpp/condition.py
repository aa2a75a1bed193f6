"""The value of an `#if` expression: integers of 64 bits, signed or unsigned, with C's rules.

Entry point: `evaluate`, on tokens in which macros and `defined` are replaced already.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.cpp.literals import BadLiteral, character, integer, units
from threadproof.cpp.tokens import CppError, Token, is_identifier, tokenise
from threadproof.records import NamedTuple

#: the widths of characters in literals with a prefix, and whether they are signed
_WIDE = {b"L": (32, True), b"u": (16, False), b"U": (32, False)}
_PRECEDENCE = {
    "||": 1,
    "&&": 2,
    "|": 3,
    "^": 4,
    "&": 5,
    "==": 6,
    "!=": 6,
    "<": 7,
    ">": 7,
    "<=": 7,
    ">=": 7,
    "<<": 8,
    ">>": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "%": 10,
}


class Value(NamedTuple):
    number: int
    unsigned: bool = False


def evaluate(tokens: list[Token], ask: Callable[[str], None]) -> Value:
    """`ask` is told every name that is left, if its value is needed."""
    parser = _Parser([token.text for token in tokens], ask)
    if not parser.rest:
        raise CppError("#if with no expression")
    value = parser.expression(evaluated=True)
    if parser.rest:
        raise CppError(f"unexpected {parser.rest[-1]} in the condition")
    return value


def name_of(directive: str, body: str) -> str:
    """The operand of an `#ifdef`, and of others that have a name only."""
    tokens = tokenise(body)
    if not tokens or not is_identifier(tokens[0].text):
        raise CppError(f"#{directive} needs a name")
    return tokens[0].text


def operand_of_defined(rest: list[Token]) -> tuple[str, int]:
    """Of `defined X` or `defined(X)`, and how many tokens that takes; `rest` is what follows `defined`."""
    inner = 1 if rest and rest[0].text == "(" else 0
    if len(rest) <= inner or not is_identifier(rest[inner].text):
        raise CppError("'defined' needs a name")
    if inner and (len(rest) < 3 or rest[2].text != ")"):
        raise CppError("missing ')' after 'defined'")
    return rest[inner].text, 1 + 2 * inner


def _fit(number: int, unsigned: bool) -> Value:
    number &= (1 << 64) - 1
    return Value(number - (1 << 64) if not unsigned and number >> 63 else number, unsigned)


class _Parser:
    """Precedence climbing; `evaluated` is false where C does not evaluate, so that `0 && 1/0` is fine."""

    def __init__(self, texts: list[str], ask: Callable[[str], None]):
        self.rest = texts[::-1]
        self.ask = ask

    def peek(self) -> str:
        return self.rest[-1] if self.rest else ""

    def expect(self, text: str) -> None:
        if self.peek() != text:
            raise CppError(f"missing '{text}' in the condition")
        self.rest.pop()

    def expression(self, evaluated: bool) -> Value:
        value = self.conditional(evaluated)
        while self.peek() == ",":
            self.rest.pop()
            value = self.conditional(evaluated)
        return value

    def conditional(self, evaluated: bool) -> Value:
        test = self.binary(1, evaluated)
        if self.peek() == "?":
            self.rest.pop()
            then = self.expression(evaluated and test.number != 0)
            self.expect(":")
            other = self.conditional(evaluated and test.number == 0)
            test = _fit((then if test.number else other).number, then.unsigned or other.unsigned)
        return test

    def binary(self, least: int, evaluated: bool) -> Value:
        left = self.unary(evaluated)
        while (precedence := _PRECEDENCE.get(self.peek(), 0)) >= least:
            operator = self.rest.pop()
            needed = evaluated
            if operator == "&&":
                needed = evaluated and left.number != 0
            elif operator == "||":
                needed = evaluated and left.number == 0
            right = self.binary(precedence + 1, needed)
            left = _apply(operator, left, right, needed)
        return left

    def unary(self, evaluated: bool) -> Value:
        prefixes: list[str] = []
        while self.peek() in ("!", "-", "+", "~"):
            prefixes.append(self.rest.pop())
        value = self.primary(evaluated)
        for prefix in reversed(prefixes):
            match prefix:
                case "!":
                    value = Value(int(value.number == 0))
                case "-":
                    value = _fit(-value.number, value.unsigned)
                case "~":
                    value = _fit(~value.number, value.unsigned)
        return value

    def primary(self, evaluated: bool) -> Value:
        if not self.rest:
            raise CppError("the condition ends too early")
        text = self.rest.pop()
        if text == "(":
            if self.rest[-2:] == [")", "_Bool"]:  # `true` and `false` of C23: see `predefined`
                del self.rest[-2:]
                return self.unary(evaluated)
            value = self.expression(evaluated)
            self.expect(")")
            return value
        if text[-1] == "'":
            return _character(text)
        if text[0] in "0123456789":
            return _integer(text)
        if is_identifier(text):
            if self.peek() == "(":
                raise CppError(f"{text} is not a macro that takes arguments")
            if evaluated:
                self.ask(text)
            return Value(0)
        raise CppError(f"{text} is not valid in a condition")


def _integer(text: str) -> Value:
    try:
        number, _, suffix = integer(text)
    except BadLiteral:
        raise CppError(f"{text} is not an integer") from None
    if number >> 64:
        raise CppError(f"{text} is too large")
    return Value(number, "u" in suffix.lower() or number >> 63 != 0)


def _character(text: str) -> Value:
    prefix, _, content = text.encode("latin-1").partition(b"'")
    if len(content) < 2 or not content.endswith(b"'"):
        raise CppError("empty or unterminated character constant in the condition")
    try:
        if prefix in (b"", b"u8"):
            number = character(content[:-1])
            return Value(number & 0xFF, unsigned=True) if prefix else Value(number)
        width, is_signed = _WIDE[prefix]
        number = units(content[:-1], width)[-1]  # of several characters the last one counts
    except BadLiteral as problem:
        raise CppError(str(problem)) from None
    return Value(number - (1 << width) if is_signed and number >> (width - 1) else number, not is_signed)


def _apply(operator: str, left: Value, right: Value, evaluated: bool) -> Value:
    a, b = left.number, right.number
    match operator:
        case "&&":
            return Value(int(a != 0 and b != 0))
        case "||":
            return Value(int(a != 0 or b != 0))
        case "<<" | ">>":
            if b < 0:
                operator, b = (">>" if operator == "<<" else "<<"), -b
            if operator == ">>":
                return _fit(a >> min(b, 64), left.unsigned)
            return _fit(a << b if b < 64 else 0, left.unsigned)
    unsigned = left.unsigned or right.unsigned
    a, b = _fit(a, unsigned).number, _fit(b, unsigned).number
    match operator:
        case "==":
            return Value(int(a == b))
        case "!=":
            return Value(int(a != b))
        case "<":
            return Value(int(a < b))
        case ">":
            return Value(int(a > b))
        case "<=":
            return Value(int(a <= b))
        case ">=":
            return Value(int(a >= b))
        case "+":
            return _fit(a + b, unsigned)
        case "-":
            return _fit(a - b, unsigned)
        case "*":
            return _fit(a * b, unsigned)
        case "&":
            return _fit(a & b, unsigned)
        case "|":
            return _fit(a | b, unsigned)
        case "^":
            return _fit(a ^ b, unsigned)
    if b == 0:
        if evaluated:
            raise CppError("division by zero in the condition")
        return Value(0, unsigned)
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return _fit(quotient if operator == "/" else a - quotient * b, unsigned)
