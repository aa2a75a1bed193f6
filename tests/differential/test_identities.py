"""Which objects are one: comparisons of pointers whose result is known are right, those that are open stay so."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.generators.identities import THREADS, generate, handed_over
from tests.helpers.rotation import blocks, in_turn, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

TOTAL = 2_000
SAMPLE = 3


def _verdict(text: str, folder: Path, engine: str) -> Verdict:
    file = folder / "program.c"
    file.write_text(text)
    return pipeline.verify(file, Options(engine=engine, timeout=8)).verdict


def _check(seed: int, folder: Path) -> None:
    programs = generate(seed)
    engine = ("explore", "auto", "impact")[seed % 3]
    assert not isinstance(_verdict(programs.safe, folder, engine), Unsafe), (seed, programs.safe)
    if programs.unsafe is not None:
        assert not isinstance(_verdict(programs.unsafe, folder, engine), Safe), (seed, programs.unsafe)
    if programs.open is not None:
        assert not isinstance(_verdict(programs.open, folder, engine), Safe), (seed, programs.open)


@pytest.mark.parametrize("seed", rotating(SAMPLE, TOTAL))
def test_identities(seed: int, tmp_path: Path) -> None:
    _check(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(20, range(TOTAL)), ids=str)
def test_many_identities(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _check(seed, tmp_path)


def test_most_are_decided(tmp_path: Path) -> None:
    verdicts = [_verdict(generate(seed).safe, tmp_path, "explore") for seed in range(5)]
    assert sum(not isinstance(v, Unknown) for v in verdicts) >= 4


HANDED_OVER = [x for x in itertools.product(THREADS, THREADS, THREADS, (False, True)) if x[1] == x[2] or not x[3]]


@pytest.mark.parametrize("case", [pytest.param(c, marks=in_turn(n, 10)) for n, c in enumerate(HANDED_OVER)], ids=str)
def test_handed_over(case: tuple[str, str, str, bool], tmp_path: Path) -> None:
    text, may_be_equal = handed_over(*case)
    verdict = _verdict(text, tmp_path, "auto")
    assert not isinstance(verdict, Safe if may_be_equal else Unsafe), text
