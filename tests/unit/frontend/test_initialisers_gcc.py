"""Random initialisers: designators again and again, unions, ranges, elided braces; bytes as gcc's.

Those of local objects have variables in them.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.constants import evaluate
from threadproof.frontend.read.typecheck import build_unit

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")

PER_FILE = 40


@dataclass
class Type:
    """A scalar has a name only; `members` are names (None: anonymous), types and widths of bit-fields."""

    name: str = ""
    of: Type | None = None
    length: int = 0
    members: list[tuple[str | None, Type, int | None]] = field(default_factory=list)

    def declare(self, name: str) -> str:
        if self.of is not None:
            return self.of.declare(f"{name}[{self.length}]")
        return f"{self.name} {name}"


CHAR = Type("char")


class Writer:
    def __init__(self, seed: int, *, has_variables: bool = False) -> None:
        self.chance = random.Random(f"initialisers {seed}")
        self.count = 0
        self.has_variables = has_variables

    def type(self, depth: int) -> Type:
        pick = self.chance.random()
        if depth == 0 or pick < 0.2:
            return Type(self.chance.choice(["char", "int", "short", "long", "unsigned char", "_Bool"]))
        if pick < 0.45:
            of = CHAR if self.chance.random() < 0.4 else self.type(depth - 1)
            return Type(of=of, length=self.chance.randint(1, 4))
        t = Type()
        keyword = "union" if pick < 0.7 else "struct"
        text = f"{keyword} {{ "
        for _ in range(self.chance.randint(1, 3)):
            self.count += 1
            inner = self.type(depth - 1)
            name: str | None = f"m{self.count}"
            bits = None
            if inner.members and self.chance.random() < 0.3:
                name = None
            elif inner.name in ("int", "char", "short") and keyword == "struct" and self.chance.random() < 0.3:
                bits = self.chance.randint(1, 7)
            t.members.append((name, inner, bits))
            width = "" if bits is None else f" : {bits}"
            text += (inner.name if name is None else inner.declare(name)) + f"{width}; "
        t.name = text + "}"
        return t

    def parts(self, t: Type) -> list[tuple[str, Type]]:
        """The designators of what is inside it."""
        if t.of is not None:
            return [(f"[{i}]", t.of) for i in range(t.length)]
        found: list[tuple[str, Type]] = []
        for name, inner, _ in t.members:
            found += self.parts(inner) if name is None else [(f".{name}", inner)]
        return found

    def designated(self, t: Type) -> tuple[str, Type]:
        text = ""
        while True:
            if t.of is not None and t.length > 1 and self.chance.random() < 0.25:
                low = self.chance.randrange(t.length - 1)
                step, t = f"[{low} ... {self.chance.randrange(low, t.length)}]", t.of
            else:
                step, t = self.chance.choice(self.parts(t))
            text += step
            if not (t.of or t.members) or self.chance.random() < 0.4:
                return text, t

    def number(self) -> str:
        n = self.chance.choice([0, 0, 1, 2, 3, 60, 100, -1, 127])
        return f"k{n}" if self.has_variables and n >= 0 and self.chance.random() < 0.2 else str(n)

    def value(self, t: Type, depth: int = 3) -> str:
        if t.of is CHAR and self.chance.random() < 0.5:
            text = "".join(self.chance.choice("abc") for _ in range(self.chance.randint(0, t.length)))
            return f'"{text}"' if self.chance.random() < 0.7 else f'{{"{text}"}}'
        if not (t.of or t.members):
            return self.number() if self.chance.random() < 0.9 else f"{{{self.number()}}}"
        if depth == 0 or self.chance.random() < 0.1:
            return "{}"
        entries = []
        for _ in range(self.chance.randint(0, 5)):
            if self.chance.random() < 0.6:
                to, inner = self.designated(t)
                entries.append(f"{to} = {self.entry(inner, depth - 1)}")
            else:
                entries.append(self.number() if self.chance.random() < 0.6 else self.entry(self.first(t), depth - 1))
        return "{" + ", ".join(entries) + "}"

    def entry(self, t: Type, depth: int) -> str:
        """With braces, or the first of the values that it takes."""
        return self.number() if self.chance.random() < 0.3 else self.value(t, depth)

    def first(self, t: Type) -> Type:
        return t.of or t.members[0][1]


def known(e: ast.Expr) -> ast.Expr:
    """k7 is 7."""
    match e:
        case ast.Load(place=ast.Name(decl=ast.VarDecl(name=name))) if name[0] == "k":
            return ast.Const(int(name[1:]), ct.INT, e.pos)
        case ast.Cast(operand=x):
            return replace(e, operand=known(x))
    return e


def declared(x: object) -> Iterator[ast.VarDecl]:
    if isinstance(x, ast.VarDecl):
        if x.name[0] == "x":
            yield x
    else:
        for y in ast.parts(x):
            yield from declared(y)


def bytes_of(decl: ast.VarDecl, model: ct.DataModel) -> str | None:
    """As the parts of the initialiser say, what they do not name being zero; None: not understood."""
    data = 0
    assert decl.init is not None
    for part in decl.init.parts:
        value = evaluate(known(part.value), model)
        if value is None:
            return None
        shift, width = (0, 8 * model.size_of(part.type)) if part.bits is None else part.bits
        mask = ((1 << width) - 1) << (8 * part.offset + shift)
        data = data & ~mask | value << (8 * part.offset + shift) & mask
    return data.to_bytes(model.size_of(decl.type), "little").hex()


VARIABLES = "".join(f"volatile int v{n} = {n}; int k{n} = v{n}; " for n in (0, 1, 2, 3, 60, 100, 127))
SHOW = """extern int printf(const char *, ...);
static void show(const char *name, void *at, unsigned long size) {
printf("%s ", name); while (size--) printf("%02x", *(unsigned char *)at++);
printf("\\n"); }
"""
#: where objects are: what comes before them and after them
STATIC = ("", "int main(void) {{ {} return 0; }}\n")
LOCAL = (f"int main(void) {{ {VARIABLES}\n", "{} return 0; }}\n")
#: also what lies between members is zero
OPTIONS = ("-w", "-std=gnu17", "-ftrivial-auto-var-init=zero")


def compare(seed: int, folder: Path, around: tuple[str, str]) -> tuple[int, int]:
    """How many were compared, and how many are not understood."""
    assert GCC is not None
    writer = Writer(seed, has_variables=around is LOCAL)
    objects: dict[str, str] = {}
    while len(objects) < PER_FILE:
        t = writer.type(3)
        if t.of or t.members:
            name = f"x{len(objects)}"
            objects[name] = f"{t.declare(name)} = {writer.value(t)};\n"
    path = folder / f"p{seed}.c"
    before, after = around
    while True:
        path.write_text(before + "".join(objects.values()) + after.format(""))
        done = subprocess.run([GCC, *OPTIONS, "-fsyntax-only", str(path)], capture_output=True, text=True)
        lines = {int(line.split(":")[1]) - 1 for line in done.stderr.splitlines() if ": error: " in line}
        if not lines:
            break
        names = [*[""] * before.count("\n"), *objects]
        for n in lines:
            del objects[names[n]]
    text = before + "".join(objects.values())
    uses = "".join(f"(void)&{name};" for name in objects)
    unit = build_unit((text + after.format(uses)).encode(), str(path), ct.LP64)
    show = "".join(f'show("{name}", &{name}, sizeof {name});\n' for name in objects)
    path.write_text(SHOW + text + after.format(show))
    subprocess.run([GCC, *OPTIONS, "-o", f"p{seed}", path.name], cwd=folder, check=True)
    output = subprocess.run([f"./p{seed}"], cwd=folder, check=True, capture_output=True, text=True).stdout
    expected = dict(line.split() for line in output.splitlines())
    unknown = 0
    found = list(declared(unit.functions["main"].body)) if around is LOCAL else unit.globals
    assert len(found) == len(objects)
    refused = {x.pos.line for x in unit.unsupported}
    for decl in found:
        data = None if decl.pos.line in refused else bytes_of(decl, ct.LP64)
        unknown += data is None
        assert data in (None, expected[decl.name]), (objects[decl.name], data, expected[decl.name])
    return len(found), unknown


@pytest.mark.parametrize("around", [STATIC, LOCAL], ids=["static", "local"])
@pytest.mark.parametrize("seed", rotating(2, 3000))
def test_initialisers(seed: int, around: tuple[str, str], tmp_path: Path) -> None:
    compared, unknown = compare(seed, tmp_path, around)
    assert compared > PER_FILE / 3
    assert unknown < compared / 3
