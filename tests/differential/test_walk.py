"""Random concurrent programs: `walk` against `explore`. What walk finds is there, and it finds most of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.concurrent import generate
from tests.helpers.rotation import rotating
from threadproof import frontend, passes
from threadproof.engines.engine import Run
from threadproof.engines.explore.engine import Explore
from threadproof.engines.walk.engine import Walk
from threadproof.evidence.replay import replay
from threadproof.options import Options
from threadproof.properties import named
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Safe, Unknown

FLAVOURS = ("mixed", "locks", "atomics", "arrays", "pointers", "condvars")
PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock", "termination")
STEPS = 4000


def _compare(seed: int, folder: Path) -> tuple[bool, bool]:
    """(there is a violation, walk found it)."""
    property_ = PROPERTIES[seed // len(FLAVOURS) % 2 + 2 * (seed % 5 == 0)]
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed, FLAVOURS[seed % len(FLAVOURS)]))
    options = Options.make(property=property_, max_states=20_000)
    program = passes.run(frontend.load(path, options), named(property_))
    found = Walk(STEPS).verify(program, named(property_), Run(options))
    assert not isinstance(found, Safe)
    if isinstance(found, Counterexample):
        replay(program, named(property_), found)
    truth = Explore().verify(program, named(property_), Run(options))
    if isinstance(truth, Safe):
        assert isinstance(found, Unknown), (seed, property_)
    return isinstance(truth, Counterexample), isinstance(found, Counterexample)


def _compare_all(seeds: range, folder: Path) -> None:
    there = seen = 0
    for seed in seeds:
        is_there, is_seen = _compare(seed, folder)
        there += is_there
        seen += is_there and is_seen
    assert there >= len(seeds) / 4
    assert seen >= 0.85 * there


def test_walk_agrees_with_explore(tmp_path: Path) -> None:
    for seed in rotating(18, 40 * 72):
        _compare(10_000 + seed, tmp_path)


@pytest.mark.long
def test_walk_finds_most_of_it(tmp_path: Path) -> None:
    _compare_all(range(36), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("block", range(40))
def test_walk_agrees_with_explore_long(block: int, tmp_path: Path) -> None:
    _compare_all(range(10_000 + 72 * block, 10_072 + 72 * block), tmp_path)
