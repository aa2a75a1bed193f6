"""Objects that are carved out of buffers, ours and gcc's: the same values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.test_memory_walks import compare_values
from tests.generators.carved import generate
from tests.helpers.rotation import rotating

TOTAL = 5000


@pytest.mark.parametrize("seed", rotating(4, TOTAL))
def test_same_values(seed: int, tmp_path: Path) -> None:
    compare_values(generate(seed), seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("block", range(TOTAL // 250))
def test_same_values_long(block: int, tmp_path: Path) -> None:
    decided = sum(compare_values(generate(seed), seed, tmp_path) for seed in range(block * 250, (block + 1) * 250))
    assert decided > 250
