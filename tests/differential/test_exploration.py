"""Random concurrent programs: the checker of explorations against `explore` without reduction, and with each.

Every Safe is accepted; a claim about a program that is Unsafe is refused, whatever it says about reductions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.concurrent import generate
from tests.helpers.claiming import PROPERTIES, load, says
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 6

FLAVOURS = ("mixed", "locks", "atomics", "arrays", "pointers", "condvars")
REDUCTIONS = ("none", "local", "future")
BLOCK = 3


def compare(seed: int, folder: Path) -> list[str]:
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed, FLAVOURS[seed % len(FLAVOURS)]))
    found = []
    for n, property_ in enumerate(PROPERTIES):
        reduction = REDUCTIONS[(seed + n) % len(REDUCTIONS)]
        options = Options.make(property=property_, engine="explore", reduction=reduction, timeout=20, max_states=50_000)
        result = pipeline.verify(path, options, check_with="z3")  # a proof that is refused raises
        if isinstance(result.verdict, Safe):
            assert result.check is not None
            assert result.check.is_accepted, (seed, property_, result.check)
        elif isinstance(result.verdict, Unsafe):
            assert says(load(path, property_), property_) == "refused", (seed, property_)
        found.append(type(result.verdict).__name__)
    return found


@pytest.mark.parametrize("block", range(6))
def test_the_checker_agrees(block: int, tmp_path: Path) -> None:
    found = [v for seed in range(BLOCK * block, BLOCK * (block + 1)) for v in compare(seed, tmp_path)]
    assert found.count(Safe.__name__) > 2 * BLOCK


@pytest.mark.long
@pytest.mark.parametrize("block", range(100))
def test_the_checker_agrees_long(block: int, tmp_path: Path) -> None:
    for seed in range(50_000 + 5 * BLOCK * block, 50_000 + 5 * BLOCK * (block + 1)):
        compare(seed, tmp_path)
