"""Every pass keeps what it says it keeps: random programs, executed exhaustively before and after."""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Iterator

import pytest

from tests.helpers.ir_behaviour import Behaviour, TooLarge, explore, shared_names
from tests.helpers.ir_random import random_program
from threadproof import passes
from threadproof.evidence import totality
from threadproof.ir.checker import check
from threadproof.ir.printer import print_program
from threadproof.ir.program import Program
from threadproof.passes import Pass, foretell, instantiate, number, single, unroll
from threadproof.properties import Kind, named

#: (see `tests.helpers.rotation`)
IN_TURN = 2

SCHEDULED = {p for stage in passes.SCHEDULE for p in stage.alternatives}
ALL = [
    *sorted(SCHEDULED, key=lambda p: p.name),
    Pass("foretell", foretell.foretell, foretell.PRESERVES),
    Pass("instantiate", instantiate.instantiate, instantiate.PRESERVES),
    Pass("number", number.number, number.PRESERVES),
    Pass("single", single.single_steps, single.PRESERVES),
    Pass("unroll", unroll.unroll, unroll.PRESERVES),
]
SEEDS = 50
#: for the campaign that `make test-long` runs
LONG_SEEDS = int(os.environ.get("THREADPROOF_FUZZ", "1500"))
MAX_STATES = 1_500


@functools.cache
def sample(seed: int) -> tuple[Program, Behaviour] | None:
    program = random_program(seed)
    try:
        return program, explore(program, MAX_STATES)
    except TooLarge:
        return None


def samples(first: int = 0, count: int = SEEDS) -> Iterator[tuple[int, Program, Behaviour]]:
    for seed in range(first, first + count):
        found = sample(seed)
        if found is not None:
            yield seed, *found


def compare(before: Program, old: Behaviour, after: Program, preserves: frozenset[Kind]) -> None:
    problems = check(after) or (totality.check(after) if not totality.check(before) else [])
    assert not problems, problems
    new = explore(after, 4 * MAX_STATES)
    names = shared_names(after) & shared_names(before)
    text = print_program(before) + "\n=====\n" + print_program(after)
    for what, a, b in zip(("errors", "finals", "deadlocks"), old.only(names), new.only(names), strict=True):
        assert a == b, f"{what}: {a} became {b}\n{text}"
    if Kind.RACE in preserves:
        assert old.races == new.races, text
    if Kind.ENDLESS in preserves:
        assert old.may_run_for_ever == new.may_run_for_ever, text


def test_random_programs_are_well_formed() -> None:
    for seed in range(SEEDS):
        program = random_program(seed)
        assert not check(program) + totality.check(program), print_program(program)


def test_random_programs_are_varied() -> None:
    found = [b for _, _, b in samples()]
    assert len(found) > SEEDS // 2
    assert sum(bool(b.errors) for b in found) > len(found) // 8
    assert sum(bool(b.races) for b in found) > len(found) // 12
    assert any(b.deadlocks for b in found)
    assert any(b.may_run_for_ever for b in found)


@pytest.mark.parametrize("one", ALL, ids=lambda p: p.name)
def test_single_pass(one: Pass) -> None:
    for _, before, old in samples():
        compare(before, old, one.function(before), one.preserves)


@pytest.mark.parametrize("property_", ["unreach-call", "no-data-race", "termination"])
def test_schedule(property_: str) -> None:
    for _, before, old in samples():
        compare(before, old, passes.run(before, named(property_)), named(property_).kinds)


def test_any_order() -> None:
    for seed, before, old in samples():
        any_order(seed, before, old)


def test_fences_may_have_been_fused() -> None:
    """Seeds by which a fence took an assignment along."""
    for seed in (1365, 1872):
        found = sample(seed)
        assert found is not None
        any_order(seed, *found)


def any_order(seed: int, before: Program, old: Behaviour) -> None:
    rng = random.Random(seed)
    property_ = rng.choice(["no-data-race", "termination", "no-deadlock"])
    allowed = [p for p in ALL if named(property_).is_within(p.preserves)]
    after = before
    for p in rng.choices(allowed, k=6):
        after = p.function(after)
    compare(before, old, after, named(property_).kinds)


@pytest.mark.long
def test_many_programs() -> None:
    for seed, before, old in samples(1000, LONG_SEEDS):
        any_order(seed, before, old)
        for one in ALL:
            compare(before, old, one.function(before), one.preserves)
