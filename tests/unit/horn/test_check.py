"""Checking solutions and derivations: the small part that proofs depend on."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.horn.systems import counter, num, two_counters, variables
from threadproof.horn.abstraction import AbstractionSolver
from threadproof.horn.check import failing, is_derivation
from threadproof.horn.clause import System
from threadproof.horn.solver import Refuted
from threadproof.logic import term as T
from threadproof.smt.solver import make_solver


def test_the_first_failing_clause_is_found() -> None:
    system = counter(11)
    (p,) = system.predicates
    x = T.var(p.params[0])
    init, step, query = system.clauses
    solver = make_solver()
    assert failing(system, {p: T.ule(x, num(10, 32))}, solver) is None
    assert failing(system, {p: T.FALSE}, solver) is init
    assert failing(system, {p: T.ule(x, num(9, 32))}, solver) is step
    assert failing(system, {p: T.TRUE}, solver) is query


def test_a_formula_may_speak_of_parameters_only() -> None:
    system = counter(11)
    (p,) = system.predicates
    (z,) = variables("z", 32)
    assert (
        failing(system, {p: T.and_(T.ule(T.var(p.params[0]), num(10, 32)), T.eq(T.var(z), T.var(z)))}, make_solver())
        is None
    )
    assert failing(system, {p: T.ult(T.var(z), T.var(p.params[0]))}, make_solver()) is system.clauses[0]


def test_what_is_not_decided_does_not_hold() -> None:
    class Undecided:
        def check(self, *_: object) -> None:
            return None

    system = two_counters(safe=True)
    (p,) = system.predicates
    (query,) = [c for c in system.clauses if c.head is None]
    assert failing(system, {p: T.TRUE}, Undecided()) is query  # type: ignore[arg-type]


def test_derivations_are_checked_step_by_step() -> None:
    outcome = AbstractionSolver().solve(counter(2))
    assert isinstance(outcome, Refuted) and outcome.derivation is not None
    good = outcome.derivation
    assert is_derivation(good)
    assert not is_derivation(good.premises[0])
    assert not is_derivation(replace(good, premises=()))
    assert not is_derivation(replace(good, values=dict.fromkeys(good.values, 3)))
    assert not is_derivation(replace(good, premises=(good,)))
    (before,) = good.premises
    assert not is_derivation(replace(good, premises=(replace(before, values=dict.fromkeys(before.values, 5)),)))


def test_no_clause_no_problem() -> None:
    assert failing(System(), {}, make_solver()) is None
