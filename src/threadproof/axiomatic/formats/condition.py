"""Initial values, and what a test asks of final states: `exists`, `~exists`, `forall`, `locations`."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.axiomatic.formats.tokens import END, NAME, NUMBER, TEXT, Tokens
from threadproof.axiomatic.program import (
    And,
    Atom,
    Condition,
    Final,
    Not,
    Observable,
    Or,
    Truth,
    Value,
)

#: the name that code uses for a register, or an error
Canonical = Callable[[Tokens, str], str]


class Ending:
    """The text behind the code."""

    def __init__(self, tokens: Tokens, canonical: Canonical):
        self.tokens = tokens
        self.canonical = canonical
        self.shown: list[Observable] = []

    def read(self) -> Final:
        tokens = self.tokens
        while tokens.accept("locations"):
            self._locations()
        if tokens.is_at_end and self.shown:
            return Final("forall", Truth(True), "forall (true)")
        if tokens.next.text == "filter":
            tokens.fail("`filter` is not understood")
        quantifier = ""
        if tokens.accept("~", "not"):
            tokens.expect("exists")
            quantifier = "~exists"
        else:
            quantifier = tokens.accept("exists", "forall")
            if not quantifier:
                tokens.fail(f"`exists`, `~exists`, `forall` or `locations` is expected, not {tokens.next}")
        condition = self._implication()
        tokens.accept(";")
        tokens.end("the condition")
        return Final(quantifier, condition, f"{quantifier} ({text_of(condition)})")

    def _locations(self) -> None:
        tokens = self.tokens
        tokens.expect("[")
        while not tokens.accept("]"):
            self.shown.append(self._observable())
            if not tokens.accept(";"):
                tokens.expect("]")
                return

    def _implication(self) -> Condition:
        left = self._either()
        if self.tokens.accept("=>"):
            return Or((Not(left), self._implication()))
        return left

    def _either(self) -> Condition:
        parts = [self._both()]
        while self.tokens.accept("\\/"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _both(self) -> Condition:
        parts = [self._atom()]
        while self.tokens.accept("/\\"):
            parts.append(self._atom())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _atom(self) -> Condition:
        tokens = self.tokens
        if tokens.accept("~", "not"):
            return Not(self._atom())
        if tokens.accept("("):
            inner = self._implication()
            tokens.expect(")")
            return inner
        if tokens.next.text in ("true", "false"):
            return Truth(tokens.take().text == "true")
        thread, name = self._observable()
        is_equal = tokens.next.text in ("=", "==")
        if not is_equal and tokens.next.text not in ("!=", "<>"):
            tokens.fail(f"`=` is expected, not {tokens.next}")
        tokens.take()
        return Atom(thread, name, value_of(tokens), is_equal)

    def _observable(self) -> Observable:
        tokens = self.tokens
        if tokens.next.kind == NUMBER:
            thread = tokens.number()
            tokens.expect(":")
            tokens.accept("%")
            return thread, self.canonical(tokens, tokens.name("a register").text)
        tokens.accept("*")
        if tokens.accept("["):
            name = tokens.name("a location").text
            tokens.expect("]")
            return None, name
        return None, tokens.name("a register as `0:r1`, or a location,").text


def value_of(tokens: Tokens) -> Value:
    if tokens.accept("&"):
        return tokens.name("a location").text
    if tokens.next.kind == NAME:
        return tokens.take().text
    return tokens.number("a number or the name of a location")


def text_of(condition: Condition) -> str:
    match condition:
        case Atom(thread, name, value, is_equal):
            place = name if thread is None else f"{thread}:{name}"
            return f"{place}{'=' if is_equal else '!='}{value}"
        case Not(inner):
            return f"~({text_of(inner)})"
        case And(parts):
            return " /\\ ".join(f"({text_of(p)})" if isinstance(p, Or) else text_of(p) for p in parts)
        case Or(parts):
            return " \\/ ".join(text_of(p) for p in parts)
        case Truth(value):
            return "true" if value else "false"


class Initial:
    """The text between braces."""

    def __init__(self, tokens: Tokens, canonical: Canonical):
        self.tokens = tokens
        self.canonical = canonical
        self.locations: dict[str, Value] = {}
        self.registers: dict[int, dict[str, Value]] = {}
        #: such as %x0, which has one value for all threads
        self.symbolic: dict[str, Value] = {}

    def read(self) -> None:
        tokens = self.tokens
        while not tokens.is_at_end:
            if not tokens.accept(";"):
                self._entry()
                if not tokens.is_at_end:
                    tokens.expect(";")

    def _entry(self) -> None:
        tokens = self.tokens
        while tokens.next.kind == NAME and (tokens.ahead(1).kind in (NAME, NUMBER) or tokens.ahead(1).text in "*%["):
            if tokens.ahead(1).text == "[":
                tokens.fail("arrays are not understood")
            tokens.take()  # (a word of a type)
        while tokens.accept("*"):
            pass
        if tokens.accept("%"):
            name = f"%{tokens.name('a register').text}"
            self.symbolic[name] = self._value()
            return
        if tokens.next.kind == NUMBER or tokens.ahead(1).text == ":":
            thread = self._thread()
            tokens.expect(":")
            tokens.accept("%")
            name = self.canonical(tokens, tokens.name("a register").text)
            self.registers.setdefault(thread, {})[name] = self._value()
            return
        is_bracketed = bool(tokens.accept("["))
        name = tokens.name("a location, or a register as `0:r1`,").text
        if is_bracketed:
            tokens.expect("]")
        self.locations[name] = self._value()

    def _thread(self) -> int:
        """0 or P0."""
        tokens = self.tokens
        if tokens.next.kind == NUMBER:
            return tokens.number()
        name = tokens.take()
        if not (name.text[:1] == "P" and name.text[1:].isdigit()):
            tokens.fail(f"a thread as `0` is expected, not {name}", name.line)
        return int(name.text[1:])

    def _value(self) -> Value:
        tokens = self.tokens
        if tokens.next.text == ";" or tokens.next.kind == END:
            return 0
        tokens.expect("=")
        if tokens.next.text == "{" or tokens.next.kind == TEXT:
            tokens.fail("arrays are not understood")
        is_enclosed = bool(tokens.accept("("))
        value = value_of(tokens)
        if is_enclosed:
            tokens.expect(")")
        return value
