"""Terms in C have the value that they have: random conditions, compiled."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.logic import term as T
from threadproof.logic.c_syntax import to_c
from threadproof.logic.term import Term, Var

WIDTHS = (8, 16, 32, 64)
VARIABLES = [
    Var(f"{'s' if signed else 'u'}{width}{letter}", width, shared=True, signed=signed)
    for width in WIDTHS
    for signed in (False, True)
    for letter in "ab"
]
#: (not those that C leaves undefined for some operands)
ARITHMETIC = (T.add, T.sub, T.mul, T.bvand, T.bvor, T.bvxor)
COMPARISONS = (T.eq, T.ult, T.ule, T.slt, T.sle)
INTERESTING = (0, 1, 2, 100, 127, 128, 200, 255)


def value(rng: random.Random, width: int) -> int:
    edge = rng.choice((*INTERESTING, 1 << width - 1, (1 << width - 1) - 1, (1 << width) - 1, (1 << width) - 5000))
    return edge % (1 << width) if rng.random() < 0.8 else rng.getrandbits(width)


def number(rng: random.Random, width: int, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.2:
        if rng.random() < 0.3:
            return T.const(value(rng, width), width)
        return T.var(rng.choice([v for v in VARIABLES if v.width == width]))
    match rng.randrange(5):
        case 0 if width > 8:
            narrow = rng.choice([w for w in WIDTHS if w < width])
            return rng.choice((T.zext, T.sext))(number(rng, narrow, depth - 1), width)
        case 1 if width < 64:
            return T.extract(number(rng, rng.choice([w for w in WIDTHS if w > width]), depth - 1), width)
        case 2:
            return T.ite(condition(rng, depth - 1), number(rng, width, depth - 1), number(rng, width, depth - 1))
        case 3:
            return rng.choice((T.neg, T.bvnot))(number(rng, width, depth - 1))
        case _:
            return rng.choice(ARITHMETIC)(number(rng, width, depth - 1), number(rng, width, depth - 1))


def condition(rng: random.Random, depth: int) -> Term:
    if depth > 0 and rng.random() < 0.3:
        return rng.choice((T.and_, T.or_))(condition(rng, depth - 1), condition(rng, depth - 1))
    if depth > 0 and rng.random() < 0.2:
        return T.not_(condition(rng, depth - 1))
    width = rng.choice(WIDTHS)
    return rng.choice(COMPARISONS)(number(rng, width, depth), number(rng, width, depth))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_conditions_in_c(tmp_path: Path) -> None:
    rng = random.Random(14)
    lines = ["#include <stdint.h>", "#include <stdio.h>", "int main(void) {", "    int wrong = 0;"]
    for n in range(600):
        values = {v: value(rng, v.width) for v in VARIABLES}
        term = condition(rng, 3)
        expected = T.substitute(term, {v: T.const(x, v.width) for v, x in values.items()}).value
        assert expected in (0, 1)
        used = [v for v in VARIABLES if v in term.vars]
        declared = " ".join([f"{'' if v.signed else 'u'}int{v.width}_t {v.name} = {values[v]}u;" for v in used])
        declared = declared.replace("u;", "ull;")
        text = to_c(term, lambda v: v.name)
        lines.append(f'    {{ {declared} if (({text}) != {expected}) {{ printf("{n}\\n"); wrong++; }} }}')
    lines += ["    return wrong != 0;", "}"]
    path = tmp_path / "conditions.c"
    path.write_text("\n".join(lines))
    subprocess.run(["gcc", "-fwrapv", "-w", "-o", tmp_path / "conditions", path], check=True)
    done = subprocess.run([tmp_path / "conditions"], capture_output=True, text=True, check=False)
    numbers = [int(n) for n in done.stdout.split()]
    assert not numbers, "\n".join([lines[4 + n] for n in numbers[:5]])


@pytest.mark.parametrize(
    ("name", "number_", "text"),
    [
        ("u8a", 200, "u8a == 200"),
        ("s8a", 200, "s8a == -56"),
        ("s32a", -5000, "s32a == -5000"),
        ("u32a", 5, "u32a == 5"),
    ],
)
def test_a_constant_is_read_as_its_variable_is(name: str, number_: int, text: str) -> None:
    v = next(v for v in VARIABLES if v.name == name)
    assert to_c(T.eq(T.var(v), T.const(number_, v.width)), lambda v: v.name) == text
