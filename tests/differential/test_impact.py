"""Random concurrent programs: `impact` in every configuration against `explore`, for every property it decides.

Each program is checked for one property in one configuration, chosen by its number, so that all combinations occur.
Every Unsafe is replayed, every Safe's proof is checked (by another solver than the engine's). Programs of threads that
are alike, or nearly so, show that covers modulo permutation are right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.generators import alike
from tests.generators.concurrent import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unknown, Verdict

FOCUSES = ("mixed", "locks", "atomics", "arrays", "pointers", "condvars")
#: the first property counts twice: it is the one that everything else rests on
PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock", "unreach-call", "valid-memsafety", "no-overflow")
CONFIGURATIONS: tuple[dict[str, Any], ...] = (
    {"por": "sleep"},
    {"por": "monotonic"},
    {"por": "static", "interpolation": "sequence"},
    {"por": "sleep", "force_cover": False},
    {"por": "monotonic", "force_cover": False},
    {"por": "none", "interpolation": "relax"},
    {"por": "sleep", "encoding": "integers"},
    {"por": "sleep", "interpolation": "spacer"},
    {"por": "sleep", "interpolation": "core"},
    {"por": "sleep"},
    {"por": "monotonic"},
)
#: programs per test
BLOCK = 20


def _verify(path: Path, options: Options, check_with: str | None = None) -> Verdict:
    return pipeline.verify(path, options, check_with=check_with).verdict


def compare(seed: int, folder: Path, *, are_alike: bool = False) -> bool:
    """Did both decide it?"""
    path = folder / f"program{seed}.c"
    path.write_text(alike.generate(seed) if are_alike else generate(seed, FOCUSES[seed % len(FOCUSES)]))
    property_ = PROPERTIES[seed // len(FOCUSES) % len(PROPERTIES)]
    configuration = CONFIGURATIONS[seed % len(CONFIGURATIONS)]
    options = Options.make(property=property_, engine="impact", timeout=2, **configuration)
    solver = ("bitwuzla", "z3", "bitwuzla", "cvc5")[seed % 4]
    verdict = _verify(path, options, solver)
    oracle = _verify(path, Options(property=property_, engine="explore", timeout=10))
    if isinstance(oracle, Unknown) or isinstance(verdict, Unknown):
        return False
    assert type(verdict) is type(oracle), (seed, property_, configuration, oracle, verdict)
    return True


BLOCKS = blocks(BLOCK, range(40 * BLOCK), range(100_000, 100_000 + 500 * BLOCK))


@pytest.mark.long
def test_most_are_decided(tmp_path: Path) -> None:
    decided = [compare(seed, tmp_path) for seed in BLOCKS[0][:8]]
    assert sum(decided) > 5


@pytest.mark.parametrize("seeds", [BLOCKS[n][:6] for n in rotating(1, len(BLOCKS))], ids=str)
def test_impact_agrees(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path)


def test_impact_agrees_on_threads_that_are_alike(tmp_path: Path) -> None:
    for seed in rotating(5, 2000):
        compare(seed, tmp_path, are_alike=True)


@pytest.mark.long
def test_most_that_are_alike_are_decided(tmp_path: Path) -> None:
    decided = [compare(seed, tmp_path, are_alike=True) for seed in range(8)]
    assert sum(decided) > 5


@pytest.mark.long
@pytest.mark.parametrize("block", rotating(30, 100))
def test_impact_agrees_on_threads_that_are_alike_long(block: int, tmp_path: Path) -> None:
    for seed in range(100_000 + BLOCK * block, 100_000 + BLOCK * (block + 1)):
        compare(seed, tmp_path, are_alike=True)


@pytest.mark.long
@pytest.mark.parametrize("seeds", [BLOCKS[n] for n in rotating(60, len(BLOCKS))], ids=str)
def test_impact_agrees_long(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path)
