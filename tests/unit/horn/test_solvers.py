"""Every Horn solver on hand-written systems and on random ones, against enumeration: never a wrong answer."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.unit.horn.random_systems import is_solvable, random_system
from tests.unit.horn.systems import SYSTEMS, counter, mutual_exclusion, two_counters, wraps_around
from threadproof.errors import UsageError
from threadproof.horn.abstraction import AbstractionSolver
from threadproof.horn.check import failing, is_derivation
from threadproof.horn.clause import System
from threadproof.horn.portfolio import Portfolio
from threadproof.horn.solver import GaveUp, HornSolver, Outcome, Refuted, Solved, make_horn_solver
from threadproof.horn.spacer import GLOBAL, Plan, Spacer
from threadproof.smt.solver import make_solver

#: (see `tests.helpers.rotation`)
IN_TURN = 3

#: what the abstraction is not made for: relations between large numbers, and derivations of a hundred steps
RELATIONAL = {"two counters safe", "two counters unsigned", "two counters 64", "wraps unsafe"}
#: what takes Spacer more than a second
SLOW_FOR_SPACER = {"mutex 2", "mutex 3", "wraps unsafe", "two counters unsigned", "two counters 64"}


def expect(system: System, outcome: Outcome, has_solution: bool) -> None:
    """The outcome is right, and so is what it says."""
    match outcome:
        case Solved(solution):
            assert has_solution
            assert failing(system, solution, make_solver(recall=False)) is None
        case Refuted(derivation):
            assert not has_solution
            assert derivation is None or is_derivation(derivation)
        case GaveUp(reason):
            assert reason


@pytest.mark.parametrize("name", [n for n in SYSTEMS if n not in RELATIONAL])
def test_abstraction(name: str) -> None:
    make, has_solution = SYSTEMS[name]
    system = make()
    outcome = AbstractionSolver().solve(system, 10)
    expect(system, outcome, has_solution)
    assert isinstance(outcome, Solved if has_solution else Refuted)
    assert not isinstance(outcome, Refuted) or outcome.derivation is not None


@pytest.mark.parametrize("name", [n for n in SYSTEMS if n not in SLOW_FOR_SPACER])
def test_spacer(name: str) -> None:
    make, has_solution = SYSTEMS[name]
    system = make()
    outcome = Spacer().solve(system, 20)
    expect(system, outcome, has_solution)
    assert isinstance(outcome, Solved if has_solution else Refuted)


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_abstraction_on_random_systems(seed: int) -> None:
    for k in range(seed, seed + 20):
        system = random_system(k)
        outcome = AbstractionSolver().solve(system, 10)
        expect(system, outcome, is_solvable(system))
        assert not isinstance(outcome, GaveUp)


def test_spacer_on_random_systems() -> None:
    kinds: Counter[type] = Counter()
    for k in range(6):
        system = random_system(k)
        outcome = Spacer([Plan("bits"), Plan("ideal", (GLOBAL,))]).solve(system, 5)
        expect(system, outcome, is_solvable(system))
        kinds[type(outcome)] += 1
    assert kinds[GaveUp] <= 1


def test_portfolio_on_random_systems() -> None:
    for k in range(300, 330):
        system = random_system(k)
        outcome = Portfolio(inlining=k % 2 == 0).solve(system, 5)
        expect(system, outcome, is_solvable(system))
        assert not isinstance(outcome, GaveUp)
        assert not isinstance(outcome, Refuted) or outcome.derivation is not None


def test_portfolio_hands_over_to_spacer() -> None:
    solver = Portfolio(first_turn=0.2)
    system = two_counters(safe=True)
    outcome = solver.solve(system, 30)
    expect(system, outcome, has_solution=True)
    assert isinstance(outcome, Solved)
    assert solver.statistics["winner"].startswith("spacer")


def test_ideal_integers_guess_wrong_and_nobody_believes_them() -> None:
    system = wraps_around(safe=False)
    solver = Spacer([Plan("ideal"), Plan("ideal", (GLOBAL,))])
    assert solver.solve(system, 10) == GaveUp("the solution does not hold for bit-vectors")


def test_a_refutation_over_ideal_integers_counts_for_nothing() -> None:
    assert Spacer([Plan("ideal")]).solve(counter(7), 10) == GaveUp("only ideal integers are refuted")


def test_derivations_have_values() -> None:
    system = mutual_exclusion(safe=False)
    outcome = AbstractionSolver().solve(system, 10)
    assert isinstance(outcome, Refuted) and outcome.derivation is not None
    assert outcome.derivation.clause.head is None
    assert {v.name: n for v, n in outcome.derivation.values.items()}["count"] != 1


@pytest.mark.parametrize("name", ["abstraction", "spacer", "portfolio"])
def test_time_is_limited(name: str) -> None:
    outcome = make_horn_solver(name).solve(wraps_around(safe=False, width=32), 0.3)
    assert outcome == GaveUp("timeout")


@pytest.mark.parametrize("name", ["abstraction", "spacer", "portfolio"])
def test_systems_with_nothing_to_solve(name: str) -> None:
    solver: HornSolver = make_horn_solver(name)
    assert solver.solve(System(), 5) == Solved({})
    empty = System()
    p = empty.predicate("P", ())
    empty.add(None, p())
    assert isinstance(solver.solve(empty, 5), Solved)
    assert solver.statistics["predicates"] == 1
    empty.add(None)
    assert isinstance(solver.solve(empty, 5), Refuted)


def test_runs_can_be_repeated() -> None:
    system = mutual_exclusion(safe=True)
    first, second = AbstractionSolver(), AbstractionSolver()
    assert first.solve(system) == second.solve(system)
    assert first.statistics["refinements"] == second.statistics["refinements"]


def test_unknown_solver() -> None:
    with pytest.raises(UsageError):
        make_horn_solver("oracle")
    with pytest.raises(UsageError):
        make_horn_solver("'z3")
