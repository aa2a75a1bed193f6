"""Random calls of library functions: what gcc's library computes is what ours does, in both readings of C."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.test_compiler import _checking, _native, _needs_gcc
from tests.generators.library import generate
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe


def _compare(seed: int, folder: Path) -> None:
    _needs_gcc()
    text = generate(seed)
    path = _checking(text, _native(text, folder), folder)
    verdict = pipeline.verify(path, Options(data_model="LP64", engine="explore", timeout=60)).verdict
    assert isinstance(verdict, Safe), (seed, verdict)


@pytest.mark.parametrize("seed", rotating(3, 10_000))
def test_library_functions(seed: int, tmp_path: Path) -> None:
    _compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10_000, 10_300))
def test_library_functions_long(seed: int, tmp_path: Path) -> None:
    _compare(seed, tmp_path)
