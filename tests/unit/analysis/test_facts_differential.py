"""Random programs: static facts against executions. What is excluded never races, cases hold, movers can be swapped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.concurrent import FOCUSES, generate
from tests.helpers.facts_oracle import all_races, commute, walk
from tests.helpers.ir_random import random_program
from tests.helpers.rotation import rotating
from threadproof import frontend, passes
from threadproof.analysis.movers import Movers
from threadproof.analysis.plain import mover_facts, race_facts
from threadproof.analysis.races import RaceAnalysis, possible_races
from threadproof.evidence.facts.movers import check as check_movers
from threadproof.evidence.facts.races import check
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import NO_DATA_RACE

#: every so many programs one is built directly in the IR
IR_PART = 7


def _program(seed: int, folder: Path) -> Program:
    if seed % IR_PART == 0:
        return random_program(seed)
    path = folder / f"p{seed}.c"
    path.write_text(generate(seed, FOCUSES[seed % len(FOCUSES)]))
    return frontend.load(path, Options(property="no-data-race"))


def _compare(seed: int, folder: Path) -> tuple[RaceAnalysis, bool, int]:
    """The analysis, whether there is a race, and how many swaps of movers were looked at."""
    p = passes.run(_program(seed, folder), NO_DATA_RACE)
    found = possible_races(p)
    races = {frozenset(pair) for pair in all_races(p)}
    assert races <= {frozenset((a.edge, b.edge)) for a, b in found.pairs}, seed
    complaints = check(p, race_facts(found))
    assert (not complaints) == found.is_race_free, (seed, complaints[:3])
    for walk_seed in range(2):
        walk(p, found.knowledge, walk_seed)
    movers = Movers(found.knowledge)
    assert not check_movers(p, mover_facts(movers)), seed
    return found, bool(races), commute(p, movers, seed)


@pytest.mark.parametrize("block", rotating(2, 10))
def test_facts_hold(block: int, tmp_path: Path) -> None:
    results = [_compare(seed, tmp_path) for seed in range(30 * block, 30 * block + 30)]
    assert sum(r.is_race_free for r, _, _ in results) >= 3
    assert sum(racy for _, racy, _ in results) >= 8
    assert sum(looked for _, _, looked in results) >= 100


@pytest.mark.long
@pytest.mark.parametrize("block", range(100))
def test_facts_hold_long(block: int, tmp_path: Path) -> None:
    for seed in range(10_000 + 50 * block, 10_050 + 50 * block):
        _compare(seed, tmp_path)
