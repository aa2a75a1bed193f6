"""Litmus tests in assembly: a table with a column for each thread; each machine says what its instructions mean."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from threadproof.axiomatic.formats.tokens import NAME, Tokens
from threadproof.axiomatic.program import (
    Branch,
    Const,
    Expr,
    Fence,
    Instruction,
    Label,
    Let,
    Operation,
    Place,
    Register,
)
from threadproof.axiomatic.values import narrow
from threadproof.errors import InputError

#: what was compared last
LEFT, RIGHT = "(left)", "(right)"


class Assembly:
    """`instruction` of a machine reads one; `canonical` gives the one name of a register."""

    #: conditions of branches, in lower case
    conditions: ClassVar[dict[str, str]] = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

    def __init__(self, file: str):
        self.file = file
        self.place = Place(0, "")
        self.scratch = 0

    def canonical(self, tokens: Tokens, name: str) -> str:
        found = self.register_name(name)
        if found is None:
            tokens.fail(f"{name} is no register of this machine")
        return found

    def register_name(self, name: str) -> str | None:
        raise NotImplementedError

    def instruction(self, name: str, tokens: Tokens) -> list[Instruction]:
        """`name`: in lower case; the words behind it."""
        raise NotImplementedError

    def threads(self, text: str, line: int) -> list[list[Instruction]]:
        rows = self._rows(text, line)
        if not rows:
            raise InputError("a row `P0 | P1 ... ;` is expected", file=self.file, line=line)
        head, head_line = rows[0]
        for number, cell in enumerate(head):
            if cell.strip() != f"P{number}":
                raise InputError(f"`P{number}` is expected, not `{cell.strip()}`", file=self.file, line=head_line)
        code: list[list[Instruction]] = [[] for _ in head]
        for cells, number in rows[1:]:
            if len(cells) > len(head):
                message = f"a row of {len(head)} columns is expected, not of {len(cells)}"
                raise InputError(message, file=self.file, line=number)
            for thread, cell in enumerate(cells):
                self._cell(cell, number, code[thread])
        return code

    def _rows(self, text: str, line: int) -> list[tuple[list[str], int]]:
        found = []
        pieces = text.split(";")
        for n, piece in enumerate(pieces):
            start = line + piece[: len(piece) - len(piece.lstrip())].count("\n")
            line += piece.count("\n")
            if n == len(pieces) - 1:
                if piece.strip():
                    raise InputError("`;` is expected after the last row", file=self.file, line=start)
            elif piece.strip():
                found.append((piece.split("|"), start))
        return found

    def _cell(self, cell: str, line: int, code: list[Instruction]) -> None:
        tokens = Tokens(cell.strip(), line, self.file)
        self.place = Place(line, " ".join(cell.split()))
        while tokens.next.kind == NAME and tokens.ahead(1).text == ":":
            code.append(Label(self.place, tokens.take().text))
            tokens.take()
        if tokens.is_at_end:
            return
        name = tokens.name("an instruction").text.lower()
        if name in ("nop",):
            tokens.end("the instruction")
            return
        code += self.instruction(name, tokens)
        tokens.end("the instruction")

    # what machines have in common

    def unknown(self, tokens: Tokens, name: str) -> NoReturn:
        tokens.fail(f"the instruction {name.upper()} is not understood")

    def is_register(self, tokens: Tokens) -> bool:
        if tokens.next.text == "%":
            return True
        return tokens.next.kind == NAME and self.register_name(tokens.next.text) is not None

    def register(self, tokens: Tokens) -> str:
        """`%x` is one that the initial values name."""
        if tokens.accept("%"):
            name = tokens.name("a register").text
            return self.register_name(name) or f"%{name}"
        return self.canonical(tokens, tokens.name("a register").text)

    def immediate(self, tokens: Tokens) -> Const:
        tokens.accept("#", "$")
        return Const(tokens.number())

    def fresh(self) -> str:
        self.scratch += 1
        return f"({self.scratch})"

    def let(self, register: str, value: Expr) -> Let:
        return Let(self.place, register, narrow(value))

    def compare(self, left: Expr, right: Expr) -> list[Instruction]:
        return [Let(self.place, LEFT, left), Let(self.place, RIGHT, right)]

    def branch(self, tokens: Tokens, op: str = "") -> list[Instruction]:
        """On what was compared, if there is an operator."""
        target = tokens.name("a label").text
        condition = Operation(op, Register(LEFT), Register(RIGHT)) if op else None
        return [Branch(self.place, target, condition)]

    def fence(self, *tags: str) -> list[Instruction]:
        return [Fence(self.place, frozenset(tags))]

    def comma(self, tokens: Tokens) -> None:
        tokens.expect(",")
