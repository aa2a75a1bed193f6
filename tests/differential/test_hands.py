"""What an expression holds while it is evaluated is not leaked, what it has used is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.hands import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

TOTAL = 2_000
SAMPLE = 5


def _check(seed: int, folder: Path) -> None:
    program = generate(seed)
    file = folder / "program.c"
    file.write_text(program.text)
    engine = ("explore", "auto", "impact")[seed % 3]
    verdict = pipeline.verify(file, Options(property="valid-memsafety", engine=engine, timeout=20)).verdict
    assert not isinstance(verdict, Safe if program.leaks else Unsafe), (seed, program)
    assert isinstance(verdict, Safe | Unsafe), (seed, verdict)


@pytest.mark.parametrize("seed", rotating(SAMPLE, TOTAL))
def test_hands(seed: int, tmp_path: Path) -> None:
    _check(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(40, range(TOTAL)), ids=str)
def test_many_hands(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _check(seed, tmp_path)
