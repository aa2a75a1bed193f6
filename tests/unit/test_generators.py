"""The random program generators: the same text for the same seed, and text that a compiler accepts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.generators import concurrent, sequential

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = '#include <stdio.h>\nvoid __output(unsigned long long x) { printf("%llu\\n", x); }\n'

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def _gcc(*args: object) -> None:
    run = subprocess.run(["gcc", "-w", "-pthread", *map(str, args)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_same_seed_same_program() -> None:
    assert sequential.generate(7) == sequential.generate(7)
    for focus in concurrent.FOCUSES:
        assert concurrent.generate(7, focus) == concurrent.generate(7, focus)


@pytest.mark.parametrize("module", ["sequential", "concurrent"])
def test_same_program_in_every_process(module: str) -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-m", f"tests.generators.{module}", "11"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(texts) == 1


def test_seeds_differ() -> None:
    assert len({sequential.generate(seed) for seed in range(20)}) == 20
    for focus in concurrent.FOCUSES:
        assert len({concurrent.generate(seed, focus) for seed in range(40)}) >= 30


def test_sequential_size() -> None:
    for seed in range(40):
        assert 100 <= sequential.generate(seed).count("\n") <= 240


def test_concurrent_shape() -> None:
    for focus in concurrent.FOCUSES:
        for seed in range(40):
            text = concurrent.generate(seed, focus)
            assert "reach_error();" in text
            assert "pthread_create" in text
            assert text.count("\n") < 90
    with pytest.raises(ValueError, match="focus"):
        concurrent.generate(0, "nothing")


@needs_gcc
@pytest.mark.parametrize("seed", range(5))
def test_sequential_is_the_same_with_and_without_optimisation(seed: int, tmp_path: Path) -> None:
    source, output = tmp_path / "program.c", tmp_path / "output.c"
    source.write_text(sequential.generate(seed))
    output.write_text(OUTPUT)
    printed = []
    for level in ("-O0", "-O2"):
        program = tmp_path / f"program{level}"
        _gcc("-fwrapv", "-fsigned-char", level, source, output, "-o", program)
        run = subprocess.run([program], capture_output=True, text=True, timeout=60)
        assert run.returncode == 0
        printed.append(run.stdout)
    assert printed[0] == printed[1] != ""


@pytest.mark.in_turn(3)
@needs_gcc
@pytest.mark.parametrize("focus", concurrent.FOCUSES)
def test_concurrent_is_valid_c(focus: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{seed}.c" for seed in range(25)]
    for seed, file in enumerate(files):
        file.write_text(concurrent.generate(seed, focus))
    _gcc("-fsyntax-only", "-Werror=implicit-function-declaration", "-Werror=int-conversion", *files)
