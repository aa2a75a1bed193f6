"""One deadline for every question to a solver."""

from __future__ import annotations

from time import monotonic

import pytest

from threadproof.budget import time_for, until
from threadproof.errors import Limit
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.smt.interpolate import INTERPOLATORS, make_interpolator
from threadproof.smt.solver import SOLVERS, make_solver


def factors() -> list[Term]:
    """Two factors of the product of two primes: hard for every solver."""
    a, b = (T.var(Var(name, 64, True)) for name in "ab")
    small = [T.ult(T.const(1, 64), x) for x in (a, b)] + [T.ult(x, T.const(1 << 32, 64)) for x in (a, b)]
    return [T.eq(T.mul(a, b), T.const(1000000016000000063, 64)), *small]


def test_the_nearest_limit_counts() -> None:
    assert time_for(None) is None
    assert time_for(3.0) == 3.0
    with until(monotonic() + 10):
        assert time_for(3.0) == 3.0
        left = time_for(None)
        assert left is not None
        assert 9 < left <= 10
        with until(monotonic() + 100):
            assert time_for(50.0) == left
        with until(monotonic() - 1), pytest.raises(Limit, match="timeout"):
            time_for(3.0)
    assert time_for(None) is None


@pytest.mark.parametrize("name", SOLVERS)
def test_a_question_without_a_limit_of_its_own_ends(name: str) -> None:
    solver, started = make_solver(name), monotonic()
    with until(started + 0.5), pytest.raises(Limit, match="timeout"):
        solver.check(*factors())
    assert monotonic() - started < 5


def test_a_question_that_ends_by_itself_is_undecided() -> None:
    solver = make_solver()
    solver.limit = 0.2
    with until(monotonic() + 60):
        assert solver.check(*factors()) is None


@pytest.mark.parametrize("name", INTERPOLATORS)
def test_an_interpolator_ends(name: str) -> None:
    parts, started = factors(), monotonic()
    with until(started + 0.5):
        try:
            assert make_interpolator(name).interpolate([T.and_(*parts[1:]), parts[0]]) is None
        except Limit as limit:
            assert limit.reason == "timeout"
    assert monotonic() - started < 5
