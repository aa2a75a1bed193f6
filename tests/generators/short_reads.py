"""Random objects into which some bytes arrive: what has not arrived stays as it was, what has arrived is anything."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from random import Random
from typing import Any

SCALARS: dict[str, Any] = {
    "signed char": ctypes.c_int8,
    "unsigned char": ctypes.c_uint8,
    "short": ctypes.c_int16,
    "unsigned short": ctypes.c_uint16,
    "int": ctypes.c_int32,
    "unsigned": ctypes.c_uint32,
    "long long": ctypes.c_int64,
}
MOST_LEAVES = 40
CALLS = ("read(0, {}, {})", "recv(0, {}, {}, 0)", "pread(0, {}, {}, 5)")


@dataclass(frozen=True)
class Leaf:
    """A number in an object."""

    name: str
    offset: int
    size: int
    value: int

    def keeps(self, first: int) -> str:
        """All its bytes but the first ones have the value that they had."""
        mask = (1 << 8 * self.size) - (1 << 8 * first)
        type_ = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long"}[self.size]
        return f"(({type_}){self.name} & {mask}ull) == {self.value & mask}ull"


@dataclass(frozen=True)
class Question:
    program: str
    is_safe: bool


def question(seed: int) -> Question:
    random = Random(seed)
    while True:
        made = _Maker(random)
        size = made.object()
        asked = size if random.random() < 0.7 else random.randint(1, size)
        arrived = random.randint(0, asked)
        kept = [leaf.keeps(max(0, arrived - leaf.offset)) for leaf in made.leaves if leaf.offset + leaf.size > arrived]
        lost = [leaf for leaf in made.leaves if leaf.offset < arrived]
        is_safe = random.random() < 0.5
        if not (kept if is_safe else lost) or len(made.leaves) > MOST_LEAVES:
            continue
        claims = random.sample(kept, min(len(kept), 3))
        if not is_safe:
            leaf = random.choice(lost)
            gone = min(leaf.size, arrived - leaf.offset)
            claims.insert(random.randint(0, len(claims)), leaf.keeps(random.randint(0, gone - 1)))
        return Question(made.program(random.choice(CALLS), asked, size, arrived, claims), is_safe)


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.leaves: list[Leaf] = []
        self.declarations: list[str] = []

    def object(self) -> int:
        """Declares `x`, fills `leaves`, and says how many bytes it has."""
        text, type_ = self._type(2)
        several = self.random.choice((0, 0, 1, 2, 3))
        if several:
            type_ = type_ * several
        filled = type_()
        data = (ctypes.c_uint8 * ctypes.sizeof(type_)).from_buffer(filled)
        for i in range(len(data)):
            data[i] = self.random.choice((0, 1, 0x7F, 0x80, 0xFF, self.random.randint(0, 255)))
        self._collect("x", type_, filled, 0)
        dimension = f"[{several}]" if several else ""
        self.declarations.append(f"{text} x{dimension} = {self._initialiser(type_, filled)};")
        self.is_array = bool(several)
        return ctypes.sizeof(type_)

    def _type(self, depth: int) -> tuple[str, Any]:
        if depth == 0 or self.random.random() < 0.35:
            text = self.random.choice(list(SCALARS))
            return text, SCALARS[text]
        is_packed = self.random.random() < 0.2
        members, fields = [], []
        for i in range(self.random.choice((1, 2, 2, 3, 4, 13))):
            text, type_ = self._type(depth - 1)
            several = self.random.choice((0, 0, 0, 2, 3, 5))
            members.append(f"{text} m{i}{f'[{several}]' if several else ''};")
            fields.append((f"m{i}", type_ * several if several else type_))
        name = f"struct s{len(self.declarations)}"
        packed = " __attribute__((packed))" if is_packed else ""
        self.declarations.append(f"{name} {{ {' '.join(members)} }}{packed};")
        body = {"_fields_": fields, **({"_pack_": 1} if is_packed else {})}
        return name, type("Made", (ctypes.Structure,), body)

    def _collect(self, name: str, type_: Any, value: Any, offset: int) -> None:
        if issubclass(type_, ctypes.Array):
            for i in range(type_._length_):
                self._collect(f"{name}[{i}]", type_._type_, value[i], offset + i * ctypes.sizeof(type_._type_))
        elif issubclass(type_, ctypes.Structure):
            for field, of in type_._fields_:  # type: ignore[misc]
                self._collect(f"{name}.{field}", of, getattr(value, field), offset + getattr(type_, field).offset)
        else:
            number = value if isinstance(value, int) else value.value
            self.leaves.append(Leaf(name, offset, ctypes.sizeof(type_), number & (1 << 8 * ctypes.sizeof(type_)) - 1))

    def _initialiser(self, type_: Any, value: Any) -> str:
        if issubclass(type_, ctypes.Array):
            return "{" + ", ".join([self._initialiser(type_._type_, value[i]) for i in range(type_._length_)]) + "}"
        if issubclass(type_, ctypes.Structure):
            return "{" + ", ".join([self._initialiser(of, getattr(value, f)) for f, of in type_._fields_]) + "}"  # type: ignore[misc]
        number = value if isinstance(value, int) else value.value
        return f"{number + 1} - 1" if number < -(2**62) else str(number)

    def program(self, call: str, asked: int, size: int, arrived: int, claims: list[str]) -> str:
        random = self.random
        pointer = random.choice(("&x", "x")) if self.is_array else "&x"
        *types, variable = self.declarations
        before, claim = [], " && ".join(claims)
        if not self.is_array and random.random() < 0.3:
            before = ["  __typeof__(x) *p = malloc(sizeof x);", "  if (!p) return 0;", "  *p = x;"]
            pointer, claim = "p", claim.replace("x.", "p->").replace(")x ", ")*p ")
        length = "sizeof x" if asked == size and random.random() < 0.6 else str(asked)
        if random.random() < 0.3:
            before += ["  size_t k = __VERIFIER_nondet_ulong();", f"  if (k != {asked}) return 0;"]
            length = "k"
        is_local = random.random() < 0.5
        lines = [f"#include <{name}.h>" for name in ("assert", "stdlib", "sys/socket", "unistd")]
        lines += ["unsigned long __VERIFIER_nondet_ulong(void);", *types]
        lines += [] if is_local else [f"static {variable}"]
        lines += ["int main(void) {", *([f"  {variable}"] if is_local else []), *before]
        lines += [f"  ssize_t n = {call.format(pointer, length)};", f"  if (n == {arrived})"]
        lines += [f"    assert({claim});", "}"]
        return "\n".join(lines) + "\n"
