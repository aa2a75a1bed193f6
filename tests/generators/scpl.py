"""Random small SCPL programs: `generate(seed)`.

One to three shared variables and one or two local ones with values 0 to 2, four to nine statements, so that all states
of three threads are soon visited. What is asserted holds, as a rule, as long as nobody else interferes: of 300 programs
34 are violated by one thread, 89 by two, 21 by three.
"""

from __future__ import annotations

import random
import sys

Lines = list[str]

#: the number of some statement
SOMEWHERE = "@"


class Generator:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"threadproof scpl {seed}")
        self.shared = ["s", "t", "u"][: self.rng.randint(1, 3)]
        self.locals = ["l", "m"][: self.rng.randint(1, 2)]
        self.flag = self.rng.choice(self.shared) if self.chance(0.3) else ""

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def program(self) -> str:
        statements = self.statements()
        names = [
            *("shared " + self.declared(v) for v in self.shared),
            *("local " + self.declared(v) for v in self.locals),
        ]
        count = len(statements)
        lines = [self.resolved(text, count) for text in statements]
        return "\n".join([*names, *(f"{n}: {text};" for n, text in enumerate(lines, 1))]) + "\n"

    def declared(self, name: str) -> str:
        if name == self.flag:
            return f"bool {name} = {self.rng.choice('0001*')};"
        return f"{self.rng.choice(('', 'int '))}{name} = {self.rng.choice('000012')};"

    def resolved(self, text: str, count: int) -> str:
        while SOMEWHERE in text:
            text = text.replace(SOMEWHERE, str(self.rng.randint(1, count)), 1)
        return text

    # ------------------------------------------------------------ statements

    def statements(self) -> Lines:
        wanted = self.rng.randint(4, 9)
        found: Lines = []
        while len(found) < wanted or not any(x.startswith(("assert", "error")) for x in found):
            piece = self.rng.choice(self.pieces())
            if len(found) + len(piece) > 9:
                found = []
            found += piece
        return found

    def pieces(self) -> list[Lines]:
        s, t = self.number(), self.number()
        own, other = self.rng.choice(self.locals), self.rng.choice(self.locals)
        c = self.rng.randrange(3)
        pieces = [
            [f"{own} = {s}", f"{s} = ({own} + 1) % 3", f"assert {s} == ({own} + 1) % 3"],
            [f"{own} = {s}", f"assert {s} == {own}"],
            [f"assume {s} == {c}", f"{s} = {(c + 1) % 3}", f"{s} = {c}"],
            [f"assume {s} != 2", f"{s} = {s} + 1", f"assert {s} <= 2"],
            [f"if {self.condition()} then goto {SOMEWHERE}"],
            [f"if * then goto {SOMEWHERE}{self.rng.choice(('', f' else goto {SOMEWHERE}'))}"],
            [f"goto {SOMEWHERE}, {SOMEWHERE}"],
            [f"assume {self.condition()}"],
            [f"{s} = {self.value()}"],
            [f"{s} = {self.value()}", f"{own} = {t}"],
            [f"{own} = {self.value()}"],
            [f"{own} = *", f"assume 0 <= {own} && {own} <= 2"],
            [f"assert {self.claim(own, other)}"],
            [f"assert {s} < 3 && {own} >= 0"],
            [f"assume {own} != {s}", f"assert {own} != {s}"],
            [f"if {s} != {own} then goto {SOMEWHERE}", f"{s} = {self.value()}"],
        ]
        if self.chance(0.3):
            pieces.append([f"if {self.condition()} then goto {SOMEWHERE}", "error"])
        if self.flag:
            pieces += [
                [f"if {self.flag} then goto {SOMEWHERE}", f"{self.flag} = 1"],
                [f"{self.flag} = {self.condition()}"],
                [f"assume !{self.flag}", f"{self.flag} = true", f"{s} = {self.value()}", f"{self.flag} = false"],
            ]
        return pieces

    def claim(self, own: str, other: str) -> str:
        s = self.number()
        return self.rng.choice(
            (f"{own} <= 2", f"{own} + {s} <= 4", f"{own} + {other} < 5", f"{s} != {own} || {own} == {other}",
             f"{s} + {own} != {self.rng.choice('344')}", f"!({s} - {own} > 2)")
        )  # fmt: skip

    # ------------------------------------------------------------ expressions

    def number(self) -> str:
        """A variable that may have all three values."""
        return self.rng.choice([v for v in self.shared if v != self.flag] or self.locals)

    def variable(self) -> str:
        return self.rng.choice([*self.shared, *self.locals])

    def value(self) -> str:
        a, b = self.variable(), self.variable()
        c = self.rng.randrange(3)
        return self.rng.choice(
            (str(c), a, f"({a} + 1) % 3", f"({a} + {b}) % 3", f"2 - {a}", f"{a} > {b}", f"{a} == {c} ? {b} : {c}",
             f"({a} * 2 + {b}) % 3", f"{a} & 2")
        )  # fmt: skip

    def condition(self) -> str:
        a, b = self.variable(), self.variable()
        c = self.rng.randrange(3)
        comparison = self.rng.choice(("==", "!=", "<", "<=", ">"))
        return self.rng.choice(
            (f"{a} {comparison} {b}", f"{a} {comparison} {c}", f"{a} == {c}", f"{a} != {b} && {a} < 2", f"{a} || !{b}")
        )


def generate(seed: int) -> str:
    return Generator(seed).program()


if __name__ == "__main__":
    print(generate(int(sys.argv[1])))
