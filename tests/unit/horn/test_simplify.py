"""Simplification: what becomes smaller, and that the way back gives solutions and derivations of the original."""

from __future__ import annotations

import pytest

from tests.unit.horn.random_systems import is_solvable, random_system
from tests.unit.horn.systems import SYSTEMS, num, variables
from tests.unit.horn.test_solvers import RELATIONAL, expect
from threadproof.horn.abstraction import AbstractionSolver
from threadproof.horn.clause import System
from threadproof.horn.simplify import simplify
from threadproof.horn.solver import Refuted, Solved
from threadproof.logic import term as T


def chain() -> System:
    """Four predicates in a row; nobody looks at y; one predicate leads nowhere, one is never there."""
    s = System()
    x, y = variables("x y", 8)
    X, Y = T.var(x), T.var(y)
    a, b, c, d, nowhere, never = (s.predicate(n, (x, y)) for n in "a b c d nowhere never".split())
    one = num(1, 8)
    s.add(a(num(0, 8), num(0, 8)))
    s.add(b(T.add(X, one), T.add(Y, X)), a(X, Y))
    s.add(c(T.add(X, one), Y), b(X, Y), constraint=T.ult(X, num(7, 8)))
    s.add(d(X, T.add(Y, one)), c(X, Y))
    s.add(nowhere(X, Y), d(X, Y))
    s.add(a(X, Y), never(X, Y))
    s.add(None, d(X, Y), constraint=T.ult(num(5, 8), X))
    return s


def test_useless_predicates_and_parameters_go() -> None:
    small = simplify(chain(), inlining=False).system
    assert [p.name for p in small.predicates] == ["a", "b", "c", "d"]
    assert all([v.name for v in p.params] == ["x"] for p in small.predicates)


def test_a_chain_becomes_one_clause() -> None:
    small = simplify(chain()).system
    assert not small.predicates
    assert all(not c.body for c in small.clauses)


def test_equations_of_clauses_are_solved() -> None:
    s = System()
    x, y, z = variables("x y z", 8)
    X, Y, Z = map(T.var, (x, y, z))
    p = s.predicate("p", (x, y))
    s.add(p(X, Y), constraint=T.and_(T.eq(X, num(3, 8)), T.eq(Y, T.add(X, num(1, 8)))))
    s.add(p(Z, T.add(Y, num(1, 8))), p(X, Y), constraint=T.eq(Z, X))
    s.add(None, p(X, Y), constraint=T.eq(X, num(4, 8)))
    small = simplify(s, inlining=False).system
    assert [[v.name for v in q.params] for q in small.predicates] == [["x"]]
    assert repr(small.clauses[0]) == "p(3) :- true."
    assert repr(small.clauses[1]) == "p(x) :- p(x)."


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("inlining", [False, True])
def test_the_way_back(inlining: bool) -> None:
    systems = [(make(), ok) for name, (make, ok) in SYSTEMS.items() if name not in {*RELATIONAL, "mutex 3"}]
    systems.append((chain(), True))
    systems += [(s, is_solvable(s)) for s in map(random_system, range(100))]
    for system, ok in systems:
        reduced = simplify(system, inlining)
        outcome = AbstractionSolver().solve(reduced.system, 10)
        if isinstance(outcome, Solved):
            solution = reduced.restore(outcome.solution)
            assert solution is not None
            expect(system, Solved(solution), ok)
        else:
            assert isinstance(outcome, Refuted) and outcome.derivation is not None
            derivation = reduced.lift(outcome.derivation)
            assert derivation is not None
            expect(system, Refuted(derivation), ok)
