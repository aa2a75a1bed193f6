"""Random programs about memory, ours and gcc's: what the machine computes is right for us, and nothing else is.

What AddressSanitizer objects to is a violation of `valid-memsafety`, and what it does not object to is none. Unknown is
always allowed (type punning), but must stay the exception.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.generators.memory_walks import generate
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

PRINTER = '\n#include <stdio.h>\nvoid check(unsigned h) { printf("%u\\n", h); }\n'
CHECKER = "\nextern void reach_error(void);\nvoid check(unsigned h) {{ if (h {op} {value}u) reach_error(); }}\n"
TOTAL = 5000


def _native(text: str, folder: Path) -> int | None:
    """What the program prints; None if the sanitizer stops it."""
    if shutil.which("gcc") is None:
        pytest.skip("NOT TESTED: no gcc")
    program = folder / "native.c"
    program.write_text(text + PRINTER)
    flags = ["-fsanitize=address", "-fwrapv", "-fsigned-char", "-fno-strict-aliasing", "-w", "-O0"]
    subprocess.run(["gcc", *flags, "-o", str(folder / "a.out"), str(program)], check=True)
    environment = {"ASAN_OPTIONS": "detect_leaks=0"}
    try:
        done = subprocess.run(
            [str(folder / "a.out")], capture_output=True, text=True, timeout=20, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("what is outside its object has no end")
    return int(done.stdout) if done.returncode == 0 else None


def _verdict(text: str, property_: str, folder: Path) -> Verdict:
    path = folder / "program.c"
    path.write_text(text)
    return pipeline.verify(path, Options(data_model="LP64", timeout=60, property=property_)).verdict


def compare_values(text: str, seed: int, folder: Path) -> int:
    """How many of the questions were decided."""
    value = _native(text, folder)
    if value is None:
        return _compare_safety(text, None, folder)
    right = _verdict(text + CHECKER.format(op="!=", value=value), "unreach-call", folder)
    assert isinstance(right, Safe | Unknown), (seed, right)
    wrong = _verdict(text + CHECKER.format(op="==", value=value), "unreach-call", folder)
    assert isinstance(wrong, Unsafe | Unknown), (seed, wrong)
    return isinstance(right, Safe) + isinstance(wrong, Unsafe)


def _compare_safety(text: str, value: int | None, folder: Path) -> int:
    verdict = _verdict(text + CHECKER.format(op="!=", value=0), "valid-memsafety", folder)
    assert isinstance(verdict, (Unsafe if value is None else Safe) | Unknown), verdict
    return not isinstance(verdict, Unknown)


def _compare_wild(seed: int, folder: Path) -> int:
    text = generate(seed, is_wild=True)
    return _compare_safety(text, _native(text, folder), folder)


@pytest.mark.parametrize("seed", rotating(3, TOTAL))
def test_same_values(seed: int, tmp_path: Path) -> None:
    compare_values(generate(seed), seed, tmp_path)


@pytest.mark.parametrize("seed", rotating(3, TOTAL))
def test_same_safety(seed: int, tmp_path: Path) -> None:
    _compare_wild(seed, tmp_path)


@pytest.mark.long
def test_campaign(tmp_path: Path) -> None:
    decided = sum(
        compare_values(generate(seed), seed, tmp_path) + _compare_wild(seed, tmp_path) for seed in range(TOTAL)
    )
    assert decided > 2 * TOTAL
