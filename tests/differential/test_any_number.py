"""Random concurrent programs with any number of threads: no rule of `redcomp` proves what few threads violate.

`explore` with up to n threads at each creation is the oracle: a violation that it finds is one for any number. There is
no oracle for the other direction, but every Safe's proof is checked.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators import locking
from tests.generators.concurrent import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.errors import UsageError
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

FOCUSES = ("locks", "mixed", "locks", "atomics", "condvars", "arrays")
RULES = ("tm", "tm2", "tmc", "tmw")
#: threads at each creation
MOST = 5


def threads_needed(path: Path, seconds: float) -> int | None:
    for n in range(1, MOST + 1):
        options = Options(engine="explore", threads=str(n), timeout=seconds)
        if isinstance(pipeline.verify(path, options).verdict, Unsafe):
            return n
    return None


def compare(seed: int, folder: Path, seconds: float) -> tuple[bool, int]:
    """Is there a violation, and how many rules find a proof?"""
    path = folder / f"program{seed}.c"
    path.write_text(locking.generate(seed) if seed % 2 else generate(seed, FOCUSES[seed // 2 % len(FOCUSES)]))
    try:
        needed = threads_needed(path, seconds)
    except UsageError:
        # it is not clear how to start more threads
        return False, 0
    proofs = 0
    for rule in RULES:
        options = Options.make(engine="redcomp", rule=rule, threads="any", timeout=seconds)
        result = pipeline.verify(path, options, check_with="bitwuzla")
        if isinstance(result.verdict, Safe):
            assert needed is None, (seed, rule, needed)
            assert result.check is not None and (result.check.is_accepted or result.check.limit)
            proofs += 1
    return needed is not None, proofs


BLOCKS = blocks(20, range(300_000, 302_000))


@pytest.mark.parametrize("seed", [BLOCKS[n // 20][n % 20] for n in rotating(3, 20 * len(BLOCKS))])
def test_any_number(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path, 0.4)


@pytest.mark.long
def test_programs_are_worth_it(tmp_path: Path) -> None:
    found = [compare(seed, tmp_path, 0.4) for seed in range(16)]
    assert sum(is_violated for is_violated, _ in found) > len(found) / 4
    assert any(proofs for _, proofs in found)


@pytest.mark.long
@pytest.mark.parametrize("seeds", BLOCKS, ids=str)
def test_any_number_long(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path, 3)
