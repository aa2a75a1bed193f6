"""Random expressions over every pair of types: gcc says type, size, value and side effects, we prove that it is so."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")
#: per program
COUNT = 60

DECLARATIONS = (
    "enum eu { E0, E5 = 5 }; enum es { M1 = -1, P1 = 1 }; typedef unsigned char u8; typedef long long s64;\n"
    "typedef int T;\n"
)
#: name -> bits, negative for signed ones
TYPES = {
    "_Bool": 1, "char": -8, "signed char": -8, "unsigned char": 8, "short": -16, "unsigned short": 16, "int": -32,
    "unsigned int": 32, "long": -64, "unsigned long": 64, "long long": -64, "unsigned long long": 64, "enum eu": 32,
    "enum es": -32, "u8": 8, "s64": -64, "T": -32,
}  # fmt: skip
KIND = (
    "_Generic((%s), _Bool: 0, char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6,"
    " unsigned: 7, long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, default: 99)"
)


class Generator:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def literal(self, t: str) -> str:
        bits = TYPES[t]
        low, high = (0, (1 << bits) - 1) if bits > 0 else (-(1 << (-bits - 1)), (1 << (-bits - 1)) - 1)
        values = [low, high, 0, 1, 2, 3, 7, -1, -2, high // 2, low + 1, high - 1, self.chance.randint(low, high)]
        value = self.chance.choice([v for v in values if low <= v <= high])
        if value == -(1 << 63):
            return "(-9223372036854775807LL - 1)"
        return f"{value}{'ULL' if value >= 1 << 63 else 'LL' if abs(value) >= 1 << 31 else ''}"

    def type(self) -> str:
        return self.chance.choice(list(TYPES))

    def expression(self, depth: int) -> str:
        pick = self.chance.choice
        if depth == 0:
            return pick("abc")
        x, y = (self.expression(self.chance.randint(0, depth - 1)) for _ in range(2))
        z = pick("abc")
        forms = [
            *[f"({x} {op} {y})" for op in "+ - * & | ^ < <= > >= == != && || ,".split()],
            f"({x} / {odd(y)})", f"({x} % ({y} && {y} != -1 ? {y} : 3))", f"({x} << ({y} & 7))", f"({x} >> ({y} & 7))",
            f"(-{x})", f"(~{x})", f"(!{x})", f"(+{x})", f"(({self.type()})({x}))", f"(({self.type()}){x})",
            f"(T){x}", f"(({z})-{x})", f"(({z})*({y}))", f"({x} ? {y} : {z})", f"({x} ?: {y})",
            f"(sizeof({x}) + {y})", f"({{ {self.type()} t = {x}; t + {y}; }})",
        ]  # fmt: skip
        return f"({pick(forms)})"

    def effect(self) -> str:
        pick = self.chance.choice
        v, x = pick("abc"), self.expression(1)
        forms = [
            *[f"({v} {op} {x})" for op in "+= -= *= &= |= ^= =".split()], f"({v} <<= ({x} & 7))",
            f"({v} >>= ({x} & 7))", f"({v} /= {odd(x)})", f"({v} %= {odd(x)})", f"{v}++", f"++{v}", f"{v}--",
            f"--{v}", f"!{v}++", f"-{v}--",
        ]  # fmt: skip
        return pick(forms)

    def case(self) -> tuple[str, str]:
        """Declarations of a, b and c, and an expression over them."""
        storage = self.chance.choice(["", "", "static ", "volatile "])
        names = [(self.type(), n) for n in "abc"]
        declared = " ".join(f"{storage}{t} {n} = {self.literal(t)};" for t, n in names)
        return declared, self.effect() if self.chance.random() < 0.3 else self.expression(self.chance.randint(1, 3))


def odd(x: str) -> str:
    """A divisor by which no division overflows."""
    return f"(({x} | 1) == -1 ? 3 : ({x} | 1))"


def facts(cases: list[tuple[str, str]], folder: Path) -> list[list[str]]:
    """Per case: kind, size and value of the expression, and a, b and c afterwards."""
    assert GCC is not None
    text = DECLARATIONS + "int printf(const char *, ...);\n"
    for i, (declared, e) in enumerate(cases):
        shown = ", ".join(f"(unsigned long long){v}" for v in ("r", *"abc"))
        text += (
            f"static void f{i}(void) {{ {declared} int k = {KIND % e}; int s = sizeof({e}); __typeof__({e}) r = {e};"
            f' printf("%d %d %llu %llu %llu %llu\\n", k, s, {shown}); }}\n'
        )
    text += "int main(void) {" + " ".join(f"f{i}();" for i in range(len(cases))) + "}\n"
    (folder / "print.c").write_text(text)
    flags = ["-w", "-std=gnu17", "-fwrapv", "-O0"]
    subprocess.run([GCC, *flags, "-o", "print", "print.c"], cwd=folder, check=True)
    done = subprocess.run(["./print"], cwd=folder, capture_output=True, text=True, check=False)
    return [line.split() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("seed", rotating(2, 200))
def test_expressions(seed: int, tmp_path: Path) -> None:
    generator = Generator(seed)
    cases = [generator.case() for _ in range(COUNT)]
    text = DECLARATIONS + "extern void reach_error(void);\n"
    found = facts(cases, tmp_path)
    assert len(found) == COUNT
    for i, ((declared, e), (kind, size, *values)) in enumerate(zip(cases, found, strict=True)):
        differ = " || ".join(f"(unsigned long long){n} != {v}ULL" for n, v in zip("rabc", values, strict=True))
        text += (
            f"static void f{i}(void) {{ {declared}\n  if ({KIND % e} != {kind} || sizeof({e}) != {size}) reach_error();"
            f"\n  __typeof__({e}) r = {e};\n  if ({differ}) reach_error(); }}\n"
        )
    text += "int main(void) {" + " ".join(f"f{i}();" for i in range(COUNT)) + "}\n"
    program = tmp_path / "proved.c"
    program.write_text(text)
    verdict = pipeline.verify(program, Options(engine="explore", data_model="LP64", timeout=120)).verdict
    assert isinstance(verdict, Safe), (verdict, program)
