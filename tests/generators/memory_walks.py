"""Random sequential programs about memory: nested structures and arrays, global, local and on the heap, that pointers
of several types walk through, that are copied whole and in parts.

`generate(seed)` gives a program that ends with `check(h)`, where h depends on all scalars; there is no input, no signed
overflow, and nothing uninitialised. With `is_wild` walks may leave their objects. Entry point: `generate`.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

SCALARS = {"char": 1, "short": 2, "int": 4, "long": 8}


@dataclass
class Type:
    """A scalar by its name, a structure by its members, or an array."""

    name: str
    members: list[tuple[str, Type]] = field(default_factory=list)
    of: Type | None = None
    count: int = 0
    is_union: bool = False

    def declare(self, name: str) -> str:
        dimensions, t = "", self
        while t.of is not None:
            dimensions += f"[{t.count}]"
            t = t.of
        return f"{t.name} {name}{dimensions}"

    def cells(self, place: str) -> list[tuple[str, str]]:
        """(lvalue, type) of every scalar; of a union those of its first member."""
        if self.of is not None:
            return [c for i in range(self.count) for c in self.of.cells(f"{place}[{i}]")]
        if self.members:
            used = self.members[:1] if self.is_union else self.members
            return [c for name, t in used for c in t.cells(f"{place}.{name}")]
        return [(place, self.name)]

    def parts(self, place: str) -> list[tuple[str, Type]]:
        """All subobjects with their types."""
        out: list[tuple[str, Type]] = [(place, self)]
        if self.of is not None:
            out += [p for i in range(self.count) for p in self.of.parts(f"{place}[{i}]")]
        used = self.members[:1] if self.is_union else self.members
        for name, t in used:
            out += t.parts(f"{place}.{name}")
        return out


class Generator:
    def __init__(self, seed: int, is_wild: bool) -> None:
        self.random = random.Random(seed)
        self.is_wild = is_wild
        self.structures: list[Type] = []
        self.texts: list[str] = []
        self.objects: list[tuple[str, Type]] = []
        #: heap arrays: pointer, element, how many
        self.heap: list[tuple[str, Type, int]] = []
        self.body: list[str] = []
        self.names = 0

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def scalar(self) -> Type:
        return Type(self.random.choice(["char", "short", "int", "int", "int", "long"]))

    def type(self, depth: int) -> Type:
        r = self.random.random()
        if depth == 0 or r < 0.35:
            return self.scalar()
        if r < 0.7 or not self.structures:
            return Type("", of=self.type(depth - 1), count=self.random.choice([1, 2, 2, 3]))
        return self.random.choice(self.structures)

    def structure(self) -> None:
        name = self.name("s")
        is_union = self.random.random() < 0.15
        # often of one scalar type, so that walks get far
        same = self.scalar() if self.random.random() < 0.5 else None
        members = []
        for i in range(self.random.randint(1, 3)):
            t = self.type(2) if same is None else same
            if same is not None and self.random.random() < 0.4:
                t = Type("", of=same, count=self.random.randint(1, 3))
            members.append((f"m{i}", t))
        kind = "union" if is_union else "struct"
        lines = " ".join(f"{t.declare(m)};" for m, t in members)
        self.texts.append(f"{kind} {name} {{ {lines} }};")
        self.structures.append(Type(f"{kind} {name}", members, is_union=is_union))

    def generate(self) -> str:
        for _ in range(self.random.randint(1, 3)):
            self.structure()
        for _ in range(self.random.randint(1, 3)):
            t = self.type(3)
            name = self.name("g")
            self.objects.append((name, t))
            self.texts.append(f"{t.declare(name)};")
        if self.random.random() < 0.5:
            t = self.type(2)
            name = self.name("l")
            self.objects.append((name, t))
            self.body.append(f"{t.declare(name)}; memset(&{name}, 0, sizeof {name});")
        for _ in range(self.random.randint(0, 2)):
            self.allocate()
        self.texts.append("int one = 1, two = 2;")
        for _ in range(self.random.randint(3, 7)):
            self.random.choice(
                [self.walk, self.walk, self.walk, self.set, self.set, self.set, self.copy, self.step, self.grow]
            )()
        self.finish()
        body = "\n    ".join(self.body)
        head = "#include <stdlib.h>\n#include <string.h>\n#include <stddef.h>\nvoid check(unsigned h);\n"
        return (
            head + "\n".join(self.texts) + f"\nint main(void) {{\n    unsigned h = 1;\n    {body}\n    return 0;\n}}\n"
        )

    def allocate(self) -> None:
        element = self.random.choice([*self.structures, self.scalar()])
        count = self.random.randint(1, 4)
        name = self.name("h")
        self.body.append(f"{element.declare('*' + name)} = calloc({count}, sizeof *{name});")
        self.heap.append((name, element, count))

    def number(self, n: int) -> str:
        """A constant, or something that the reader of the program has to compute."""
        if self.random.random() < 0.6:
            return str(n)
        return f"({n - 1} + one)" if self.random.random() < 0.5 else f"({n - 2} + two)"

    def places(self) -> list[tuple[str, Type]]:
        found = [p for name, t in self.objects for p in t.parts(name)]
        for name, t, n in self.heap:
            found += [p for i in range(n) for p in t.parts(f"{name}[{i}]")]
        return found

    def cells(self) -> list[tuple[str, str]]:
        return [p for name, t in self.objects for p in t.cells(name)] + [
            p for name, t, n in self.heap for i in range(n) for p in t.cells(f"{name}[{i}]")
        ]

    def cell(self) -> str:
        """Any scalar, by indices of all kinds."""
        cell, _ = self.random.choice(self.cells())
        return re.sub(r"\[(\d+)\]", lambda m: f"[{self.number(int(m[1]))}]", cell)

    def value(self) -> str:
        cell = self.cell()
        return self.random.choice([str(self.random.randint(0, 60)), f"({cell} & 31)", f"(({cell} & 7) + 3)"])

    def set(self) -> None:
        self.body.append(f"{self.cell()} = {self.value()};")

    def walk(self) -> None:
        """A pointer to a scalar goes through the object it is in, forwards or backwards."""
        cell, t = self.random.choice(self.cells())
        p, q = self.name("p"), self.name("i")
        before, after = self.room(cell, t)
        low, high = self.random.choice([(0, after), (-before, after), (-before, 0), (0, min(after, 3))])
        if self.is_wild and self.random.random() < 0.4:
            high += self.random.randint(0, 2)  # (the sanitizer does not see what is before a global)
        if high - low > 24:
            high = low + 24
        change = self.random.choice(["{x} = {i} & 63;", "{x} = ({x} & 31) + 2;", "h = h * 7 + (unsigned){x};"])
        style = self.random.randrange(3)
        access = f"{p}[{q}]" if style == 0 else f"*({p} + {q})" if style == 1 else f"*{p}"
        step = change.format(x=access, i=q)
        start = f"&{cell}" if style < 2 else f"&{cell} + {self.number(low)}"
        move = f" {p}++;" if style == 2 else ""
        loop = f"for (int {q} = {self.number(low)}; {q} < {self.number(high)}; {q}++)"
        self.body.append(f"{t} *{p} = {start}; {loop} {{ {step}{move} }}")

    def room(self, cell: str, t: str) -> tuple[int, int]:
        """How many cells of the same type follow each other there: not more than one can walk without punning."""
        order = [p for p in self.cells() if _object(p[0]) == _object(cell)]
        at = next(i for i, p in enumerate(order) if p[0] == cell)
        before = after = 0
        while at - before > 0 and order[at - before - 1][1] == t:
            before += 1
        while at + after < len(order) and order[at + after][1] == t:
            after += 1
        return before, after

    def copy(self) -> None:
        """A structure or an array is assigned, or copied as bytes."""
        places = [p for p in self.places() if p[1].members or p[1].of is not None]
        pairs = [
            (a, b)
            for a, s in places
            for b, t in places
            if a != b and s.declare("") == t.declare("") and not _inside(a, b)
        ]
        if not pairs:
            return
        a, b = self.random.choice(pairs)
        is_array = next(t for p, t in places if p == a).of is not None
        if is_array or self.random.random() < 0.4:
            self.body.append(f"{self.random.choice(['memcpy', 'memmove'])}(&{a}, &{b}, sizeof {a});")
        elif self.random.random() < 0.2:
            self.body.append(f"memset(&{a}, 0, sizeof {a});")
        else:
            self.body.append(f"{a} = {b};")

    def step(self) -> None:
        """Pointers to structures and to rows, with differences and interior pointers."""
        arrays = [p for p in self.places() if p[1].of is not None and p[1].count > 1]
        if not arrays:
            return
        place, t = self.random.choice(arrays)
        assert t.of is not None
        p = self.name("q")
        if t.of.of is not None:
            row = t.of.of.declare(f"(*{p})[{t.of.count}]")
            self.body.append(f"{row} = &{place}[{self.number(t.count - 1)}]; h = h * 3 + ({p} - {place});")
            leaf = t.of.cells(f"(*({p} - one))")
        else:
            self.body.append(f"{t.of.declare('*' + p)} = {place} + {self.number(t.count - 1)};")
            self.body.append(f"h = h * 3 + ({p} - {place}) + ({p} > {place});")
            leaf = t.of.cells(f"{p}[-one]")
        cell, _ = self.random.choice(leaf)
        self.body.append(f"{cell} = ({cell} & 15) + 1;")

    def grow(self) -> None:
        if not self.heap:
            return
        i = self.random.randrange(len(self.heap))
        name, t, n = self.heap[i]
        m = n + self.random.randint(0, 2)
        self.body.append(f"{name} = realloc({name}, {m} * sizeof *{name});")
        if m > n:
            self.body.append(f"memset({name} + {n}, 0, {m - n} * sizeof *{name});")
        self.heap[i] = (name, t, m)

    def finish(self) -> None:
        for cell, _ in self.cells():
            self.body.append(f"h = h * 31 + (unsigned){cell};")
        self.body += [f"free({name});" for name, _, _ in self.heap]
        self.body.append("check(h);")


def _object(cell: str) -> str:
    return re.split(r"[.\[]", cell, maxsplit=1)[0]


def _inside(a: str, b: str) -> bool:
    return a.startswith(b) or b.startswith(a)


def generate(seed: int, is_wild: bool = False) -> str:
    return Generator(seed, is_wild).generate()
