"""Random sequential programs: what gcc's program prints is what ours computes.

The printed values are put into the program, which then checks itself: `explore` must find no difference (and must
find one if a value is changed), and the plain interpreter must get to the end without an error.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.generators import declared
from tests.generators.sequential import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import frontend, pipeline
from threadproof.errors import Limit
from threadproof.evidence.execute import execute
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

PRINTER = """
#include <stdio.h>
void __output(unsigned long long v) { printf("%llu\\n", v); }
"""
CHECKER = """
extern void reach_error(void);
static const unsigned long long __expected[{count}] = {{{values}}};
static int __checked;
static void __output(unsigned long long v) {{
    if (__checked >= {count} || __expected[__checked] != v) reach_error();
    __checked++;
}}
"""


def _needs_gcc() -> None:
    if shutil.which("gcc") is None:
        pytest.skip("NOT TESTED: no gcc")


def _native(text: str, folder: Path) -> list[int]:
    program, printer = folder / "program.c", folder / "printer.c"
    program.write_text(text)
    printer.write_text(PRINTER)
    command = ["gcc", "-fwrapv", "-fsigned-char", "-w", "-O1", "-o", str(folder / "a.out"), str(program), str(printer)]
    subprocess.run(command, check=True)
    done = subprocess.run([str(folder / "a.out")], check=True, capture_output=True, text=True, timeout=20)
    return [int(line) for line in done.stdout.split()]


def _checking(text: str, values: list[int], folder: Path) -> Path:
    """The program that compares what it computes with `values`, all of them."""
    lines = [line for line in text.splitlines() if "__output(unsigned long long" not in line]
    count = len(values)
    checker = CHECKER.format(count=count, values=", ".join(f"{v}ull" for v in values))
    body = "\n".join(lines).replace("int main(", "static int __main(", 1)
    end = f"int main(void) {{ __main(); if (__checked != {count}) reach_error(); return 0; }}\n"
    path = folder / "checking.c"
    path.write_text(checker + body + "\n" + end)
    return path


def _options() -> Options:
    return Options(data_model="LP64", timeout=120)


def _compare(seed: int, folder: Path, text: str, *allowed: str) -> None:
    allowed = ("program too large", "timeout", *allowed)
    values = _native(text, folder)
    assert values
    verdict = pipeline.verify(_checking(text, values, folder), _options()).verdict
    if isinstance(verdict, Unknown) and verdict.reason in allowed:
        pytest.skip(f"seed {seed}: {verdict.reason}")
    assert isinstance(verdict, Safe), (seed, verdict)


SEEDS = [*range(40), *range(1000, 3000)]


@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(2, len(SEEDS))])
def test_same_output(seed: int, tmp_path: Path) -> None:
    _needs_gcc()
    _compare(seed, tmp_path, generate(seed))


@pytest.mark.parametrize("seed", rotating(2, 5000))
def test_what_is_declared(seed: int, tmp_path: Path) -> None:
    """Initialisers, constants, bit-fields, values: what the two readings of C share."""
    _needs_gcc()
    # (a quarter of them has bit-fields in unions, or members of unions that overlap)
    _compare(seed, tmp_path, declared.generate(seed), "unsupported construct")


@pytest.mark.parametrize("seed", rotating(1, 3))
def test_difference_is_found(seed: int, tmp_path: Path) -> None:
    _needs_gcc()
    text = generate(seed)
    values = _native(text, tmp_path)
    values[-1] ^= 1
    verdict = pipeline.verify(_checking(text, values, tmp_path), _options()).verdict
    assert isinstance(verdict, Unsafe), (seed, verdict)


@pytest.mark.parametrize("seed", rotating(2, 5000))
def test_plain_interpreter(seed: int, tmp_path: Path) -> None:
    """No passes, no engine: the interpreter on what the front end made."""
    _needs_gcc()
    text = generate(seed)
    try:
        program = frontend.load(_checking(text, _native(text, tmp_path), tmp_path), _options())
    except Limit:
        return
    _, end = execute(program, random.Random(0), 2_000_000)
    assert end == "the process ended: main returned", (seed, end)


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(20, range(40), range(1000, 3000)), ids=str)
def test_same_output_long(seeds: range, tmp_path: Path) -> None:
    _needs_gcc()
    for seed in seeds:
        _compare(seed, tmp_path, generate(seed))
