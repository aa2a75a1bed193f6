"""Random structures in blocks of all sizes, seen in several ways: the verdict is what their bytes say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.layouts import generate
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

TOTAL = 5000


def _compare(seed: int, folder: Path) -> None:
    program = generate(seed)
    path = folder / "program.c"
    path.write_text(program.text)
    for name, is_violated in (("unreach-call", program.is_reached), ("valid-memsafety", program.is_unsafe)):
        verdict = pipeline.verify(path, Options(property=name, data_model="LP64", timeout=60)).verdict
        assert not isinstance(verdict, Safe if is_violated else Unsafe), (seed, name, verdict, program.text)


@pytest.mark.parametrize("seed", rotating(10, TOTAL))
def test_layouts(seed: int, tmp_path: Path) -> None:
    _compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("block", range(TOTAL // 250))
def test_layouts_long(block: int, tmp_path: Path) -> None:
    for seed in range(block * 250, (block + 1) * 250):
        _compare(seed, tmp_path)
