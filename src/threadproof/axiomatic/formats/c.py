"""Litmus tests in C: functions P0, P1, ... over pointers to shared locations. Entry point: `read_functions`.

As in herd, `*x` is a plain access whatever the type of `x` says; what is atomic is called by its name of `stdatomic.h`.
"""

from __future__ import annotations

from threadproof.axiomatic.formats.expressions import Expressions
from threadproof.axiomatic.formats.tokens import NAME, NUMBER, TEXT, Tokens
from threadproof.axiomatic.program import (
    Branch,
    Const,
    Expr,
    Instruction,
    Label,
    Let,
    Load,
    Operation,
    Place,
    Register,
    Store,
)

_TYPES = frozenset(
    "int long short char unsigned signed volatile const _Atomic bool _Bool atomic_int atomic_uint atomic_long "
    "atomic_ulong atomic_bool atomic_char int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t "
    "intptr_t uintptr_t atomic_intptr_t".split()
)
_NOT = Const(0)


def read_functions(text: str, line: int, file: str) -> list[list[Instruction]]:
    tokens = Tokens(text, line, file)
    threads: list[list[Instruction]] = []
    while not tokens.is_at_end:
        threads.append(_Function(tokens, len(threads)).read())
    if not threads:
        tokens.fail("`P0 (...) { ... }` is expected")
    return threads


class _Function(Expressions):
    def __init__(self, tokens: Tokens, number: int):
        super().__init__(tokens)
        self.number = number

    def read(self) -> list[Instruction]:
        tokens = self.tokens
        tokens.accept("static")
        tokens.accept("void")
        name = tokens.name(f"`P{self.number}`")
        if name.text != f"P{self.number}":
            tokens.fail(f"`P{self.number}` is expected, not {name}", name.line)
        tokens.expect("(")
        while not tokens.accept(")"):
            self._parameter()
            if tokens.next.text != ")":
                tokens.expect(",")
        self._block()
        return self.code

    def _parameter(self) -> None:
        tokens = self.tokens
        if not self._type():
            tokens.fail(f"the type of a parameter is expected, not {tokens.next}")
        if tokens.next.text != "*":
            tokens.fail(f"a pointer to a shared location is expected, not {tokens.next}")
        while tokens.accept("*", "const", "volatile", "restrict"):
            pass
        self.locations.add(tokens.name("the name of a location").text)

    def _type(self) -> bool:
        """Whether there is one; it is skipped."""
        tokens = self.tokens
        found = False
        while tokens.next.text in _TYPES and tokens.next.kind == NAME:
            tokens.take()
            found = True
        return found

    def _block(self) -> None:
        self.tokens.expect("{")
        while not self.tokens.accept("}"):
            if self.tokens.is_at_end:
                self.tokens.expect("}")
            self._statement()

    def _statement(self) -> None:
        tokens = self.tokens
        if tokens.accept(";"):
            return
        if tokens.next.text == "{":
            self._block()
        elif tokens.next.text == "if":
            self._if()
        elif tokens.next.text == "while":
            self._while()
        elif tokens.next.text == "do":
            self._do()
        elif tokens.next.text in ("for", "goto", "switch", "return", "break", "continue"):
            tokens.fail(f"{tokens.next} is not understood")
        else:
            self._simple()
            tokens.expect(";")

    def _simple(self) -> None:
        tokens = self.tokens
        self.here()
        if self._type():
            while tokens.accept("*", "const", "volatile"):
                pass
            name = tokens.name("the name of a variable").text
            if tokens.next.text == "[":
                tokens.fail("arrays are not understood")
            if name in self.locations:
                tokens.fail(f"{name} is a parameter")
            self._assign(name) if tokens.accept("=") else self.locals.add(name)
        elif tokens.next.text == "*":
            self._store()
        elif tokens.next.kind == NAME and tokens.ahead(1).text == "=":
            name = tokens.take().text
            if name in self.locations:
                tokens.fail(f"a store to what {name} points to is written `*{name} = ...`")
            if name not in self.locals:
                tokens.fail(f"{name} is not declared")
            tokens.take()
            self._assign(name)
        elif tokens.next.kind == NAME and tokens.ahead(1).text == "(":
            self.is_statement = True
            self.expression()
            self.is_statement = False
        elif tokens.next.kind in (NUMBER, TEXT) or tokens.next.kind == NAME:
            tokens.fail(f"a statement is expected, not {tokens.next} {tokens.ahead(1)}")
        else:
            tokens.fail(f"a statement is expected, not {tokens.next}")

    def _assign(self, name: str) -> None:
        place = self.place
        value = self.expression()
        self.locals.add(name)
        last = self.code[-1] if self.code else None
        # (what was just loaded goes there at once, so that listings are short)
        if isinstance(last, Load) and value == Register(last.register) and last.register.startswith("("):
            self.code[-1] = Load(last.place, name, last.address, last.tags)
        else:
            self.code.append(Let(place, name, value))

    def _store(self) -> None:
        place = self.place
        self.tokens.take()
        address = self.unary()
        if self.tokens.next.text != "=":
            self.tokens.fail(f"`=` is expected, not {self.tokens.next}")
        self.tokens.take()
        value = self.expression()
        self.code.append(Store(place, address, value))

    def _condition(self) -> Expr:
        self.tokens.expect("(")
        value = self.expression()
        self.tokens.expect(")")
        return value

    def _if(self) -> None:
        place = self.here()
        self.tokens.take()
        value = self._condition()
        otherwise, end = self._label("else"), self._label("end")
        self.code.append(Branch(place, otherwise, Operation("==", value, _NOT)))
        self._statement()
        if self.tokens.accept("else"):
            self.code += [Branch(place, end), Label(place, otherwise)]
            self._statement()
            self.code.append(Label(place, end))
        else:
            self.code.append(Label(place, otherwise))

    def _while(self) -> None:
        place = self.here()
        self.tokens.take()
        start, end = self._label("while"), self._label("end")
        self.code.append(Label(place, start))
        value = self._condition()
        self.code.append(Branch(place, end, Operation("==", value, _NOT)))
        self._statement()
        self.code += [Branch(place, start), Label(place, end)]

    def _do(self) -> None:
        place = self.here()
        self.tokens.take()
        start = self._label("do")
        self.code.append(Label(place, start))
        self._statement()
        self.tokens.expect("while")
        value = self._condition()
        self.tokens.expect(";")
        self.code.append(Branch(place, start, Operation("!=", value, _NOT)))

    def _label(self, what: str) -> str:
        self.labels += 1
        return f"{what} {self.labels}"

    def here(self) -> Place:
        self.place = Place(self.tokens.next.line, self.text_of_statement())
        return self.place
