"""Random sequential programs that look at structures in several ways: members, whole copies, memset, memcpy, prefixes
of other structures, flexible arrays, blocks that are too short, realloc.

The generator keeps the bytes itself, so it knows the right verdicts. What is between members has no value after a
structure is stored as a whole. Entry point: `generate(seed) -> Layouts`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

HEADER = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
SCALARS = {"signed char": 1, "short": 2, "int": 4, "long long": 8}


@dataclass(frozen=True)
class Scalar:
    name: str

    @property
    def size(self) -> int:
        return SCALARS[self.name]

    align = size


@dataclass(frozen=True)
class Array:
    of: Scalar | Structure
    count: int

    @property
    def size(self) -> int:
        return self.of.size * self.count

    @property
    def align(self) -> int:
        return self.of.align


@dataclass(frozen=True)
class Structure:
    name: str
    members: tuple[tuple[str, Scalar | Array | Structure], ...]
    #: the type of the elements behind them
    tail: Scalar | None = None
    is_union: bool = False

    @property
    def align(self) -> int:
        return max(t.align for t in (*(t for _, t in self.members), *([self.tail] if self.tail else [])))

    def offsets(self) -> Iterator[tuple[str, int, Scalar | Array | Structure]]:
        end = 0
        for name, t in self.members:
            end = 0 if self.is_union else -(-end // t.align) * t.align
            yield name, end, t
            end += t.size

    @property
    def tail_offset(self) -> int:
        assert self.tail is not None
        end = max(at + t.size for _, at, t in self.offsets())
        return -(-end // self.tail.align) * self.tail.align

    @property
    def size(self) -> int:
        end = max(at + t.size for _, at, t in self.offsets())
        return -(-max(end, self.tail_offset if self.tail else 0) // self.align) * self.align

    def definition(self, how_tail: str) -> str:
        fields = "".join(f" {_declared(t, name)};" for name, t in self.members)
        tail = f" {self.tail.name} tail[{how_tail}];" if self.tail else ""
        return f"{'union' if self.is_union else 'struct'} {self.name} {{{fields}{tail} }};\n"

    @property
    def text(self) -> str:
        return f"{'union' if self.is_union else 'struct'} {self.name}"


def _declared(t: Scalar | Array | Structure, name: str) -> str:
    match t:
        case Scalar():
            return f"{t.name} {name}"
        case Array():
            return _declared(t.of, f"{name}[{t.count}]")
        case Structure():
            return f"{t.text} {name}"


def scalars(t: Scalar | Array | Structure, path: str = "", at: int = 0) -> Iterator[tuple[str, int, Scalar]]:
    """Path, offset and type of all scalar parts, those of all members of a union."""
    match t:
        case Scalar():
            yield path, at, t
        case Array():
            for i in range(t.count):
                yield from scalars(t.of, f"{path}[{i}]", at + i * t.of.size)
        case Structure():
            for name, offset, inner in t.offsets():
                yield from scalars(inner, f"{path}.{name}", at + offset)


@dataclass
class Layouts:
    text: str = ""
    is_reached: bool = False
    is_unsafe: bool = False
    features: set[str] = field(default_factory=set)


class _Program:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.result = Layouts()
        self.lines: list[str] = []
        self.types: list[Structure] = []
        self.data: list[int | None] = []
        #: is it known whether the program goes on?
        self.is_over = False

    def scalar(self) -> Scalar:
        return Scalar(self.random.choice(list(SCALARS)))

    def members(self, depth: int) -> tuple[tuple[str, Scalar | Array | Structure], ...]:
        found: list[tuple[str, Scalar | Array | Structure]] = []
        for n in range(self.random.randint(1, 3)):
            t: Scalar | Array | Structure = self.scalar()
            choice = self.random.random()
            if choice < 0.2:
                t = Array(self.scalar(), self.random.randint(1, 3))
            elif choice < 0.4 and depth:
                t = self.structure(depth - 1, is_union=self.random.random() < 0.3)
                self.result.features.add("union" if t.is_union else "nested")
            found.append((f"m{n}", t))
        return tuple(found)

    def structure(self, depth: int, *, is_union: bool = False, tail: Scalar | None = None) -> Structure:
        members = self.members(depth)
        found = Structure(f"t{len(self.types)}", members, tail, is_union)
        self.types.append(found)
        return found

    # ------------------------------------------------------------ what happens

    def access(self, at: int, size: int) -> bool:
        """Are these bytes there?"""
        if at + size > len(self.data):
            self.result.is_unsafe = self.is_over = True
        return not self.is_over

    def write(self, at: int, value: bytes) -> None:
        if self.access(at, len(value)):
            self.data[at : at + len(value)] = value

    def member(self, p: str, t: Structure, *, is_write: bool) -> None:
        parts = [(f"{p}->{path[1:]}", at, x) for path, at, x in scalars(t)]
        if t.tail is not None and self.random.random() < 0.6:
            i = self.random.randrange(4)
            parts = [(f"{p}->tail[{i}]", t.tail_offset + i * t.tail.size, t.tail)]
            self.result.features.add("flexible")
        path, at, x = self.random.choice(parts)
        if is_write:
            value = self.random.randrange(128)
            self.lines.append(f"{path} = {value};")
            self.write(at, value.to_bytes(x.size, "little"))
            return
        known = self.data[at : at + x.size]
        if not self.access(at, x.size):
            self.lines.append(f"sink = {path};")
        elif (whole := [b for b in known if b is not None]) == known:
            value = int.from_bytes(bytes(whole), "little", signed=True)
            is_right = self.random.random() < 0.8
            self.lines.append(f"assert({path} == {value if is_right else (value + 1) % 128 - (value == 0) * 3});")
            if not is_right:
                self.result.is_reached = self.is_over = True

    def whole(self, p: str, t: Structure) -> None:
        choice = self.random.choice(("store", "load", "memset", "memcpy"))
        self.result.features.add(choice)
        byte = self.random.choice((0, 0, 1, 85))
        match choice:
            case "load":
                self.lines.append(f"copy_{t.name} = *{p};")
                self.access(0, t.size)
            case "memset":
                self.lines.append(f"memset({p}, {byte}, sizeof *{p});")
                self.write(0, bytes([byte]) * t.size)
            case _:
                assign = f"*{p} = from_{t.name};" if choice == "store" else f"memcpy({p}, &from_{t.name}, sizeof *{p});"
                self.lines.append(f"memset(&from_{t.name}, {byte}, sizeof from_{t.name}); {assign}")
                if self.access(0, t.size):
                    self.data[: t.size] = [byte if i in _values(t) else None for i in range(t.size)]

    def move(self) -> None:
        size = self.random.choice((len(self.data), len(self.data) + 4, 2 * len(self.data), max(1, len(self.data) - 3)))
        self.lines.append(f"p = realloc(p, {size});{' q = (void *)p;' if len(self.views) > 1 else ''}")
        self.data = (self.data + [None] * size)[:size]
        self.result.features.add("realloc")

    def run(self) -> Layouts:
        tail = self.scalar() if self.random.random() < 0.35 else None
        t = self.structure(1, tail=tail)
        self.views = [("p", t)]
        if tail is None and self.random.random() < 0.4:
            more = (*t.members, ("n0", self.scalar()), ("n1", self.scalar()))
            longer = Structure(f"t{len(self.types)}", more)
            self.types.append(longer)
            self.views.append(("q", longer))
            self.result.features.add("prefix")
        largest = self.views[-1][1]
        room = largest.size + (self.random.randrange(4) * tail.size if tail else 0)
        if self.random.random() < 0.3:
            room = max(1, room - self.random.randint(1, 4))
            self.result.features.add("short")
        is_zero = self.random.random() < 0.4
        self.data = [0 if is_zero else None] * room
        self.lines.append(f"{t.text} *p = {f'calloc(1, {room})' if is_zero else f'malloc({room})'};")
        for _, view in self.views[1:]:
            self.lines.append(f"{view.text} *q = (void *)p;")
        for _ in range(self.random.randint(3, 9)):
            p, view = self.random.choice(self.views)
            choice = self.random.random()
            if choice < 0.35:
                self.member(p, view, is_write=True)
            elif choice < 0.6:
                self.member(p, view, is_write=False)
            elif choice < 0.85:
                self.whole(p, view)
            else:
                self.move()
            if self.is_over:
                break
        self.lines.append("free(p);")
        how_tail = self.random.choice(("", "0"))
        made = "".join(x.definition(how_tail) for x in self.types)
        made += "long long sink;\n" + "".join(f"{x.text} from_{x.name}, copy_{x.name};\n" for _, x in self.views)
        body = "".join(f"    {line}\n" for line in self.lines)
        self.result.text = f"{HEADER}{made}int main(void)\n{{\n{body}    return 0;\n}}\n"
        return self.result


def _values(t: Structure) -> set[int]:
    """The bytes that a copy of the structure keeps for sure. (A union is copied by its bytes, but ask nobody for those
    that are in no member.)"""
    return {at + i for _, at, x in scalars(t) for i in range(x.size)}


def generate(seed: int) -> Layouts:
    return _Program(seed).run()
