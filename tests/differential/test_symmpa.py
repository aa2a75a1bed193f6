"""Random programs: `symmpa` in every configuration against `explore`; every Safe's proof is checked.

SCPL programs with one to four threads, and with any number: then `explore` with up to five is the oracle, and only for
violations. C programs as they are: several threads of one function, or of a few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.generators import alike, concurrent, locking, scpl
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: cubes, passive
DEFAULT = (1, None)
CONFIGURATIONS = (DEFAULT, (0, None), (2, None), (1, 0), (0, 0), (2, 0))
#: threads that violations of programs with any number of them are looked for with
MOST = 5
FOCUSES = ("locks", "mixed", "locks", "atomics", "condvars", "arrays")
GENERATORS: dict[str, Callable[[int], str]] = {
    "alike": alike.generate,
    "locking": locking.generate,
    "concurrent": lambda seed: concurrent.generate(seed, FOCUSES[seed % len(FOCUSES)]),
}


class Score:
    """How many were decided, of those that `symmpa` is for, where constraints may be about all passive threads."""

    def __init__(self) -> None:
        self.decided: Counter[bool] = Counter()
        self.verdicts: Counter[str] = Counter()

    def count(self, configuration: tuple[int, int | None], verdict: Verdict) -> None:
        self.verdicts[type(verdict).__name__] += 1
        is_alike = not isinstance(verdict, Unknown) or verdict.reason != "threads are not alike"
        if configuration[1] is None and is_alike:
            self.decided[not isinstance(verdict, Unknown)] += 1

    @property
    def share(self) -> float:
        return self.decided[True] / self.decided.total()


def oracle(path: Path, threads: str | None, seconds: float, property_: str = "unreach-call") -> Verdict:
    return pipeline.verify(
        path, Options(engine="explore", property=property_, threads=threads, timeout=seconds)
    ).verdict


def symmpa(
    path: Path,
    threads: str | None,
    configuration: tuple[int, int | None],
    seconds: float,
    property_: str = "unreach-call",
) -> Verdict:
    cubes, passive = configuration
    options = Options.make(
        engine="symmpa", property=property_, threads=threads, timeout=seconds, cubes=cubes, passive=passive
    )
    # (a proof that is refused is an internal error)
    result = pipeline.verify(path, options, check_with="z3")
    if isinstance(result.verdict, Safe):
        assert result.check is not None and (result.check.is_accepted or result.check.limit), path.read_text()
    return result.verdict


def chosen(seed: int, *, all_: bool) -> Iterable[tuple[int, int | None]]:
    """Every configuration, or the usual one and another."""
    return CONFIGURATIONS if all_ else (DEFAULT, CONFIGURATIONS[1 + seed % (len(CONFIGURATIONS) - 1)])


def compare_scpl(seed: int, folder: Path, score: Score, seconds: float) -> None:
    path = folder / f"program{seed}.scpl"
    path.write_text(scpl.generate(seed))
    truth = {n: oracle(path, str(n), 20) for n in range(1, MOST + 1)}
    for threads in range(1, 5):
        for configuration in chosen(seed, all_=threads in (2, 3)):
            found = symmpa(path, str(threads), configuration, seconds)
            score.count(configuration, found)
            if not isinstance(found, Unknown) and not isinstance(truth[threads], Unknown):
                assert type(found) is type(truth[threads]), (seed, threads, configuration)
    is_violated = any(isinstance(v, Unsafe) for v in truth.values())
    for configuration in chosen(seed, all_=seed % 3 == 0):
        found = symmpa(path, "any", configuration, seconds)
        score.count(configuration, found)
        assert not (is_violated and isinstance(found, Safe)), (seed, "any", configuration)
        if isinstance(found, Safe):
            assert "every number of threads" in found.scope


def compare_c(kind: str, seed: int, folder: Path, score: Score, seconds: float) -> None:
    path = folder / f"program{seed}.c"
    path.write_text(GENERATORS[kind](seed))
    property_ = "no-overflow" if seed % 5 == 4 else "unreach-call"
    truth = oracle(path, None, 20, property_)
    if isinstance(truth, Unknown):
        return
    for configuration in chosen(seed, all_=False):
        found = symmpa(path, None, configuration, seconds, property_)
        score.count(configuration, found)
        if not isinstance(found, Unknown):
            assert type(found) is type(truth), (kind, seed, property_, configuration)


SEEDS = range(100_000, 101_200)


@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(1, len(SEEDS))])
def test_scpl(seed: int, tmp_path: Path) -> None:
    compare_scpl(seed, tmp_path, Score(), 2)


@pytest.mark.parametrize("kind", GENERATORS)
@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(1, len(SEEDS))])
def test_c(seed: int, kind: str, tmp_path: Path) -> None:
    compare_c(kind, seed, tmp_path, Score(), 2)


@pytest.mark.long
def test_most_of_scpl_is_decided(tmp_path: Path) -> None:
    score = Score()
    for seed in range(5, 14):
        compare_scpl(seed, tmp_path, score, 2)
    assert score.share >= 0.9
    assert min(score.verdicts["Safe"], score.verdicts["Unsafe"]) > score.verdicts.total() / 5


@pytest.mark.long
@pytest.mark.parametrize("kind", GENERATORS)
def test_most_of_c_is_decided(kind: str, tmp_path: Path) -> None:
    score = Score()
    for seed in range(7):
        compare_c(kind, seed, tmp_path, score, 2)
    assert score.share >= 0.9
    assert score.verdicts["Safe"] and score.verdicts["Unsafe"]


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(20, SEEDS), ids=str)
def test_scpl_long(seeds: range, tmp_path: Path) -> None:
    score = Score()
    for seed in seeds:
        compare_scpl(seed, tmp_path, score, 20)
    assert score.share >= 0.9


@pytest.mark.long
@pytest.mark.parametrize("kind", GENERATORS)
@pytest.mark.parametrize("seeds", blocks(20, SEEDS), ids=str)
def test_c_long(seeds: range, kind: str, tmp_path: Path) -> None:
    score = Score()
    for seed in seeds:
        compare_c(kind, seed, tmp_path, score, 10)
    assert score.share >= 0.75
