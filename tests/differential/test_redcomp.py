"""Random programs: `redcomp` with every rule, with and without blocks, against `explore`.

Each program is checked in one configuration, chosen by its number. Every Safe's proof is checked. Half of the programs
are about locks only, and made of what blocks stumble over.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators import locking
from tests.generators.concurrent import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

FOCUSES = ("locks", "mixed", "locks", "condvars", "atomics", "arrays")
RULES = ("tm", "og", "product", "ladder", "tmw")
REDUCTIONS = ("future", "none", "future")
#: programs per test
BLOCK = 20


def _verify(path: Path, options: Options, check_with: str | None = None) -> Verdict:
    return pipeline.verify(path, options, check_with=check_with).verdict


def compare(seed: int, folder: Path, *, is_locking: bool) -> bool:
    """Was it decided?"""
    path = folder / f"program{seed}.c"
    path.write_text(locking.generate(seed) if is_locking else generate(seed, FOCUSES[seed % len(FOCUSES)]))
    property_ = "no-overflow" if seed % 5 == 4 else "unreach-call"
    rule, reduction = RULES[seed // 2 % len(RULES)], REDUCTIONS[seed % len(REDUCTIONS)]
    oracle = _verify(path, Options(property=property_, engine="explore", timeout=10))
    if isinstance(oracle, Unknown):
        return False
    limit = 2 if isinstance(oracle, Safe) else 0.5
    options = Options.make(property=property_, engine="redcomp", rule=rule, reduction=reduction, timeout=limit)
    verdict = _verify(path, options, "bitwuzla")
    if isinstance(verdict, Unknown):
        return False
    assert type(verdict) is type(oracle), (seed, property_, rule, reduction, oracle, verdict)
    assert isinstance(verdict, Safe | Unsafe)
    return True


BLOCKS = blocks(BLOCK, range(5 * BLOCK), range(200_000, 200_000 + 300 * BLOCK))


@pytest.mark.long
@pytest.mark.parametrize("is_locking", [False, True])
def test_some_are_decided(is_locking: bool, tmp_path: Path) -> None:
    decided = [compare(seed, tmp_path, is_locking=is_locking) for seed in BLOCKS[0]]
    assert sum(decided) > BLOCK / 4


@pytest.mark.parametrize("is_locking", [False, True])
@pytest.mark.parametrize("seeds", [BLOCKS[n][:4] for n in rotating(1, len(BLOCKS))], ids=str)
def test_redcomp_agrees(seeds: range, is_locking: bool, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path, is_locking=is_locking)


@pytest.mark.long
@pytest.mark.parametrize("is_locking", [False, True])
@pytest.mark.parametrize("seeds", [BLOCKS[n] for n in rotating(40, len(BLOCKS))], ids=str)
def test_redcomp_agrees_long(seeds: range, is_locking: bool, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path, is_locking=is_locking)
