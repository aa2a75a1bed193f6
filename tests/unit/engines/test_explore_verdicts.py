"""Random programs: every reduction gives, for every property, the answer that the definitions give."""

from __future__ import annotations

import functools
import os
from collections import Counter

import pytest

from tests.helpers.exploring import REDUCTIONS, explore
from tests.helpers.ir_oracle import Oracle, TooLarge
from tests.helpers.ir_random import random_program
from threadproof.ir.program import Program

SEEDS = int(os.environ.get("THREADPROOF_FUZZ", "60"))
PROPERTIES = (
    *("unreach-call", "no-data-race", "no-deadlock", "termination"),
    *("termination none", "termination strong"),
)


@functools.cache
def samples() -> list[tuple[int, Program, dict[str, bool]]]:
    """Programs with, for each property, whether it is violated."""
    found = []
    for seed in range(SEEDS):
        program = random_program(seed)
        oracle = Oracle(program, 1_500)
        try:
            graph = oracle.graph()
            oracle.graph = functools.partial(dict, graph)  # type: ignore[method-assign]
            found.append((seed, program, {p: oracle.is_violated(p) for p in PROPERTIES}))
        except TooLarge:
            continue
    return found


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("property_", PROPERTIES)
def test_the_answer_is_right(property_: str, reduction: str) -> None:
    for seed, program, violated in samples():
        expected = "unsafe" if violated[property_] else "safe"
        assert explore(program, property_, reduction, seed=seed) == expected, f"seed {seed}"


def test_the_programs_are_worth_it() -> None:
    """Each property is violated by some, and kept by some; that is what makes the test above a test."""
    count = Counter((p, v) for _, _, violated in samples() for p, v in violated.items())
    for p in PROPERTIES:
        assert count[p, True] > len(samples()) // 20
        assert count[p, False] > len(samples()) // 2
