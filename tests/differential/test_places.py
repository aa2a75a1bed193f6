"""Random programs that compare pointers to objects of which some have ended: the verdict is what lifetimes say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.places import generate
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

TOTAL = 5000


def _compare(seed: int, folder: Path) -> None:
    text, is_violated = generate(seed)
    path = folder / "program.c"
    path.write_text(text)
    verdict = pipeline.verify(path, Options(data_model="LP64", timeout=60)).verdict
    assert isinstance(verdict, Unsafe if is_violated else Safe), (verdict, text)


@pytest.mark.parametrize("seed", rotating(7, TOTAL))
def test_equal_pointers(seed: int, tmp_path: Path) -> None:
    _compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("block", range(TOTAL // 250))
def test_equal_pointers_long(block: int, tmp_path: Path) -> None:
    for seed in range(block * 250, (block + 1) * 250):
        _compare(seed, tmp_path)
