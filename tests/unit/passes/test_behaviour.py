"""Every pass keeps what it says it keeps: random programs, executed exhaustively before and after."""

from __future__ import annotations

import os
import random

import pytest

from tests.helpers.ir_behaviour import Behaviour, TooLarge, explore, shared_names
from tests.helpers.ir_random import random_program
from threadproof import passes
from threadproof.ir.checker import check
from threadproof.ir.printer import print_program
from threadproof.ir.program import Program
from threadproof.passes import Pass
from threadproof.passes.instantiate import PRESERVES, instantiate

SCHEDULED = {p for stage in passes.SCHEDULE for p in stage.alternatives}
ALL = [*sorted(SCHEDULED, key=lambda p: p.name), Pass("instantiate", instantiate, PRESERVES)]
SEEDS = int(os.environ.get("THREADPROOF_FUZZ", "60"))
MAX_STATES = 4_000


def behaviour(program: Program) -> Behaviour | None:
    try:
        return explore(program, MAX_STATES)
    except TooLarge:
        return None


def compare(before: Program, old: Behaviour, after: Program, preserves: frozenset[str]) -> None:
    problems = check(after)
    assert not problems, problems
    new = explore(after, 4 * MAX_STATES)
    names = shared_names(after) & shared_names(before)
    text = print_program(before) + "\n=====\n" + print_program(after)
    for what, a, b in zip(("errors", "finals", "deadlocks"), old.only(names), new.only(names), strict=True):
        assert a == b, f"{what}: {a} became {b}\n{text}"
    if "no-data-race" in preserves:
        assert old.races == new.races, text
    if "termination" in preserves:
        assert old.may_run_for_ever == new.may_run_for_ever, text


def test_random_programs_are_well_formed() -> None:
    for seed in range(SEEDS):
        program = random_program(seed)
        assert not check(program), print_program(program)


@pytest.mark.parametrize("one", ALL, ids=lambda p: p.name)
def test_single_pass(one: Pass) -> None:
    for seed in range(SEEDS):
        before = random_program(seed)
        old = behaviour(before)
        if old is not None:
            compare(before, old, one.function(before), one.preserves)


@pytest.mark.parametrize("property_", ["unreach-call", "no-data-race", "termination"])
def test_schedule(property_: str) -> None:
    for seed in range(SEEDS):
        before = random_program(seed)
        old = behaviour(before)
        if old is not None:
            compare(before, old, passes.run(before, property_), frozenset({property_}))


def test_any_order() -> None:
    for seed in range(SEEDS):
        before = random_program(seed)
        old = behaviour(before)
        if old is not None:
            rng = random.Random(seed)
            property_ = rng.choice(["no-data-race", "termination", "no-deadlock"])
            allowed = [p for p in ALL if property_ in p.preserves]
            after = before
            for p in rng.choices(allowed, k=6):
                after = p.function(after)
            compare(before, old, after, frozenset({property_}))
