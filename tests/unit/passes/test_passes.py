"""The schedule, and the small logic the passes share."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from tests.helpers.ir_build import c
from tests.helpers.ir_random import large_program, random_program
from threadproof import passes
from threadproof.ir.printer import print_program
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import conjoin, covers
from threadproof.properties import PROPERTIES, UNREACH_CALL, named


@pytest.mark.parametrize("property_", PROPERTIES)
def test_every_stage_has_a_pass_for_every_property(property_: str) -> None:
    """But what may be assumed after a failed assumption is no matter of deadlocks, nor of termination."""
    left_out = [s.alternatives[0].name for s in passes.SCHEDULE if passes.choose(s, named(property_)) is None]
    assert left_out == (["assumed"] if property_ in ("no-deadlock", "termination") else [])


def test_a_stage_that_preserves_nothing_is_left_out() -> None:
    never = passes.Stage((passes.Pass("never", lambda p: p, frozenset()),))
    assert passes.choose(never, UNREACH_CALL) is None


def test_alternatives_go_from_strong_to_safe() -> None:
    for stage in passes.SCHEDULE:
        for a, b in itertools.pairwise(stage.alternatives):
            assert a.preserves < b.preserves


def test_the_result_does_not_depend_on_the_run() -> None:
    for seed in range(10):
        first, second = (print_program(passes.run(random_program(seed), UNREACH_CALL)) for _ in range(2))
        assert first == second


def test_running_again_finds_little() -> None:
    once = twice = 0
    for seed in range(40):
        program = passes.run(random_program(seed), UNREACH_CALL)
        once += size(program)
        twice += size(passes.run(program, UNREACH_CALL))
    assert 0.9 * once <= twice <= once


@pytest.mark.parametrize("property_", ["unreach-call", "no-data-race"])
def test_time_grows_with_the_program_only(property_: str) -> None:
    """Milliseconds per edge must not grow; the bound is far above what it takes (0.05 ms an edge)."""
    program = large_program(4000)
    start = time.process_time()
    passes.run(program, named(property_))
    assert time.process_time() - start < 4.0


def size(program: Program) -> int:
    return sum(len(t.all_edges()) for t in program.templates.values())


A, B, N = (T.var(Var(n, w, False)) for n, w in (("a", 0), ("b", 0), ("n", 2)))


def random_guard(rng: random.Random, depth: int = 2) -> Term:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([A, B, T.not_(A), T.not_(B), T.eq(N, c(rng.randint(0, 3))), T.ne(N, c(rng.randint(0, 3)))])
    parts = [random_guard(rng, depth - 1) for _ in range(2)]
    return rng.choice([T.and_(*parts), T.or_(*parts), T.not_(T.and_(*parts))])


def values(t: Term) -> list[bool]:
    """The value of a guard for every assignment."""
    found = []
    for a, b, n in itertools.product((0, 1), (0, 1), range(4)):
        env = {A.var: T.boolean(bool(a)), B.var: T.boolean(bool(b)), N.var: c(n)}
        result = T.substitute(t, {v: x for v, x in env.items() if v is not None})
        assert result.value is not None
        found.append(bool(result.value))
    return found


def test_covers_and_conjoin_are_right() -> None:
    rng = random.Random(1)
    covering = 0
    for _ in range(3000):
        guards = [random_guard(rng) for _ in range(rng.randint(1, 3))]
        if covers(guards):
            covering += 1
            assert all(any(row) for row in zip(*map(values, guards), strict=True)), guards
        g, h = guards[0], guards[-1]
        assert values(conjoin(g, h)) == [x and y for x, y in zip(values(g), values(h), strict=True)]
    assert covering > 50


@pytest.mark.parametrize(
    "guards",
    [
        [T.TRUE],
        [A, T.not_(A)],
        [T.and_(A, B), T.not_(A), T.and_(A, T.not_(B))],
        [T.or_(A, B), T.and_(T.not_(A), T.not_(B))],
        [T.and_(A, B), T.not_(T.and_(A, B))],
        [T.eq(N, c(1)), T.eq(N, c(2)), T.and_(T.ne(N, c(1)), T.ne(N, c(2)))],
    ],
)
def test_covers_sees_what_the_front_end_writes(guards: list[Term]) -> None:
    assert covers(guards)


def test_covers_does_not_see_too_much() -> None:
    assert not covers([])
    assert not covers([A, B])
    assert not covers([T.and_(A, B), T.and_(T.not_(A), T.not_(B))])
