"""Random sequential programs about what both readings of C share: initialisers, constants, bit-fields, values of types.

`generate(seed)` gives a text that calls `__output` on every value that it has declared, computed and copied: the
compiler is the judge. Entry point: `generate`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SCALARS = (
    "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
    "_Bool", "long long",
)  # fmt: skip
WIDTHS = {"int": 32, "unsigned": 32, "long": 32, "unsigned long": 32, "char": 8, "short": 16, "_Bool": 1}
FLOATS = ("0.1f", "0.1", "16777217.0f", "3.5", "1e9f", "8388609.5f", "1.0f / 3", "1.0 / 3", "(float)0.1", "7.0")


@dataclass
class Type:
    """`parts`: of a struct or union, names and types; `length`: of an array."""

    name: str
    parts: list[tuple[str, Type]] = field(default_factory=list)
    of: Type | None = None
    length: int = 0
    is_union: bool = False
    bits: int = 0


class _Writer:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"threadproof declared {seed}")
        self.lines: list[str] = []
        self.types: list[Type] = []

    def scalar(self) -> Type:
        return Type(self.rng.choice(SCALARS))

    def type(self, depth: int) -> Type:
        rng = self.rng
        if depth and rng.random() < 0.3:
            return Type("", of=self.type(depth - 1), length=rng.randint(1, 3))
        return rng.choice(self.types) if self.types and rng.random() < 0.4 else self.scalar()

    def declared(self, t: Type, name: str) -> str:
        dims = ""
        while t.of is not None:
            dims += f"[{t.length}]"
            t = t.of
        return f"{t.name} {name}{dims}" + (f" : {t.bits}" if t.bits else "")

    def structure(self, number: int) -> None:
        rng = self.rng
        is_union = rng.random() < 0.25
        parts: list[tuple[str, Type]] = []
        for i in range(rng.randint(1, 4)):
            t = self.type(2)
            if not is_union and t.of is None and not t.parts and t.name in WIDTHS and rng.random() < 0.4:
                t = Type(t.name, bits=rng.randint(1, WIDTHS[t.name]))
            parts.append((f"m{i}", t))
        word = "union" if is_union else "struct"
        after = rng.choice(("", "", "", " __attribute__((packed))"))
        members = " ".join(f"{self.declared(t, n)};" for n, t in parts)
        self.lines.append(f"{word} T{number} {{ {members} }}{after};")
        self.types.append(Type(f"{word} T{number}", parts, is_union=is_union))

    # ------------------------------------------------------------ initialisers

    def number(self, t: Type) -> str:
        value = self.rng.randint(-9, 99)
        return str(value & 1 if t.name == "_Bool" else value)

    def initialiser(self, t: Type, *, braced: bool = True) -> str:
        rng = self.rng
        if t.of is None and not t.parts:
            return f"{{{self.number(t)}}}" if rng.random() < 0.05 else self.number(t)
        if t.is_union:
            name, part = rng.choice(t.parts)
            return f"{{.{name} = {self.initialiser(part)}}}"
        parts = [(f"[{i}]", t.of) for i in range(t.length)] if t.of is not None else [(f".{n}", p) for n, p in t.parts]
        items = []
        at = 0
        for _ in range(rng.randint(1, len(parts) + 2)):
            if at >= len(parts) or rng.random() < 0.4:
                at = rng.randrange(len(parts))
                designator, inner = self.designated(t, at)
                path = designator
                while (inner.parts or inner.of is not None) and rng.random() < 0.4:
                    more, inner = self.designated(inner, rng.randrange(inner.length or len(inner.parts)))
                    path += more
                items.append(f"{path} = {self.initialiser(inner)}")
                if path != designator:
                    # what comes next is inside
                    items += [self.number(Type("int")) for _ in range(rng.choice((0, 0, 1, 2)))]
                    at = len(parts)
                elif "..." in designator:
                    at += 1
            else:
                items.append(self.initialiser(parts[at][1]))
            at += 1
        return "{" + ", ".join(items) + "}"

    def designated(self, t: Type, at: int) -> tuple[str, Type]:
        if t.of is None:
            return f".{t.parts[at][0]}", t.parts[at][1]
        if at + 1 < t.length and self.rng.random() < 0.3:
            return f"[{at} ... {at + 1}]", t.of
        return f"[{at}]", t.of

    def leaves(self, t: Type, path: str) -> list[str]:
        if t.of is not None:
            return [x for i in range(t.length) for x in self.leaves(t.of, f"{path}[{i}]")]
        if t.is_union:
            return []  # (what was not written last is another matter)
        if t.parts:
            return [x for n, p in t.parts for x in self.leaves(p, f"{path}.{n}")]
        return [path]

    # ------------------------------------------------------------ constants

    def constant(self) -> str:
        rng = self.rng
        a, b = rng.choice(FLOATS), rng.choice(FLOATS)
        return rng.choice(
            (
                f"(long long)({a} {rng.choice('+-*')} {b})",
                f"{a} {rng.choice(('==', '<', '>=', '!='))} {b}",
                f"(unsigned char)({rng.choice(('-1', '300', '0x1ff'))})",
                f"sizeof({rng.choice(SCALARS)}) {rng.choice('+-*')} {rng.randint(1, 9)}",
                f"({rng.choice(SCALARS[:9])}){rng.randint(-300, 70000)} >> {rng.randint(0, 7)}",
                f"{rng.randint(1, 9)} ? {rng.randint(-5, 5)} : {rng.randint(0, 9)}u",
            )
        )

    def program(self) -> str:
        rng = self.rng
        for i in range(4):
            self.structure(i)
        made = [t for t in self.types if not t.is_union and t.parts]
        objects: list[tuple[str, Type, str]] = []
        for i in range(4):
            t = self.type(2) if rng.random() < 0.5 or not made else rng.choice(made)
            objects.append((f"o{i}", t, self.initialiser(t)))
        self.lines.append("enum { " + ", ".join(f"c{i} = {self.constant()}" for i in range(5)) + " };")
        self.lines += [f"static {self.declared(t, n)} = {init};" for n, t, init in objects if not t.bits]
        for i, t in enumerate(made):
            self.lines.append(f"static int calls{i}; static {t.name} give{i}({t.name} v) {{ calls{i}++; return v; }}")
        self.lines.append("void __output(unsigned long long v);")
        self.lines.append("int main(void) {")
        for n, t, init in objects:
            self.lines.append(f"  {self.declared(t, 'l' + n)} = {init};")
            self.lines += [f"  __output({x}); __output(l{x});" for x in self.leaves(t, n)]
        self.lines += [f"  __output(c{i});" for i in range(5)]
        for i, t in enumerate(made):
            self.lines.append(f"  {t.name} v{i} = {self.initialiser(t)}, w{i} = give{i}(v{i});")
            for x in self.leaves(t, f"v{i}"):
                member = x.removeprefix(f"v{i}")
                self.lines.append(f"  __output({x} + 1); __output(w{i}{member} - 1); __output(-{x} < 0);")
                if "[" not in member:
                    change = f"w{i}{member} {rng.choice('+-|^')}= {rng.randint(1, 9)}"
                    self.lines.append(f"  __output(give{i}(v{i}){member} << 1); __output({change});")
                    self.lines.append(f"  __output(w{i}{member}++); __output(w{i}{member});")
            self.lines.append(f"  __output(calls{i});")
        self.lines += ["  return 0;", "}"]
        return "\n".join(self.lines) + "\n"


def generate(seed: int) -> str:
    return _Writer(seed).program()
