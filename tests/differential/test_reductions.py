"""Random concurrent programs: `explore` with each reduction against `explore` without, for every property.

The quotas of unsafe programs and of violations that need context switches are asserted, so that a generator that
became too tame would be noticed. Every violation is replayed by the pipeline.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.generators.concurrent import generate
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.properties import PROPERTIES
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: (see `tests.helpers.rotation`)
IN_TURN = 2

FLAVOURS = ("mixed", "locks", "atomics", "arrays", "pointers", "condvars")


def _verify(path: Path, property_: str, reduction: str) -> Verdict:
    options = Options.make(property=property_, reduction=reduction, timeout=60, max_states=200_000)
    return pipeline.verify(path, options).verdict


#: of preemptive threads
PREEMPTIVE = tuple(p for p in PROPERTIES if p != "no-lost-event")


def _compare(seed: int, folder: Path, properties: tuple[str, ...] = PREEMPTIVE) -> Verdict:
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed, FLAVOURS[seed % len(FLAVOURS)]))
    first: Verdict | None = None
    for property_ in properties:
        oracle = _verify(path, property_, "none")
        first = first or oracle
        if isinstance(oracle, Unknown):
            continue
        for reduction in ("local", "future"):
            verdict = _verify(path, property_, reduction)
            assert type(verdict) is type(oracle), (seed, property_, reduction, oracle, verdict)
    assert first is not None
    return first


def _switches(verdict: Unsafe) -> int:
    threads = [s.thread for s in verdict.trace.steps]
    return sum(a != b for a, b in pairwise(threads))


BLOCKS = blocks(50, range(60), range(10_000, 20_000))
SEEDS = [seed for block in BLOCKS for seed in block]


@pytest.mark.parametrize("seed", [SEEDS[n] for n in rotating(4, len(SEEDS))])
def test_reductions_agree(seed: int, tmp_path: Path) -> None:
    _compare(seed, tmp_path)


@pytest.mark.long
def test_quotas(tmp_path: Path) -> None:
    count = 80
    verdicts = []
    for seed in range(1000, 1000 + count):
        path = tmp_path / f"program{seed}.c"
        path.write_text(generate(seed, FLAVOURS[seed % len(FLAVOURS)]))
        verdicts.append(_verify(path, "unreach-call", "none"))
    unsafe = [v for v in verdicts if isinstance(v, Unsafe)]
    assert len(unsafe) >= count / 4
    assert sum(isinstance(v, Safe) for v in verdicts) >= count / 4
    assert sum(_switches(v) >= 2 for v in unsafe) >= count / 4


@pytest.mark.long
@pytest.mark.parametrize("seeds", BLOCKS, ids=str)
def test_reductions_agree_long(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _compare(seed, tmp_path)
