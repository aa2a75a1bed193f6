"""Simple facts: what is guessed, what is kept of it, and what of that is needed."""

from __future__ import annotations

from tests.unit.horn.systems import counter, num, two_counters, variables
from threadproof.horn.check import failing
from threadproof.horn.clause import System
from threadproof.horn.guesses import Guesses
from threadproof.horn.houdini import strongest
from threadproof.horn.needed import needed
from threadproof.horn.solver import GaveUp, Solved
from threadproof.logic import term as T
from threadproof.smt.solver import make_solver


def _tickets() -> System:
    """Two threads draw tickets and are served; two at once are an error. Tickets do not wrap around."""
    s = System()
    next_, serving, mine, other = variables("next serving mine other", 8)
    N, S, M, O = map(T.var, (next_, serving, mine, other))
    one = num(1, 8)
    idle = s.predicate("idle", (next_, serving))
    drawn = s.predicate("drawn", (next_, serving, mine))
    both = s.predicate("both", (next_, serving, mine, other))
    limit = T.ult(N, num(255, 8))
    s.add(idle(num(0, 8), num(0, 8)))
    s.add(drawn(T.add(N, one), S, N), idle(N, S), constraint=limit)
    s.add(both(T.add(N, one), S, M, N), drawn(N, S, M), constraint=limit)
    s.add(both(N, S, O, M), both(N, S, M, O))
    s.add(drawn(N, T.add(S, one), O), both(N, S, M, O), constraint=T.eq(M, S))
    s.add(idle(N, T.add(S, one)), drawn(N, S, M), constraint=T.eq(M, S))
    s.add(None, both(N, S, M, O), constraint=T.and_(T.eq(M, S), T.eq(O, S)))
    return s


def test_tickets() -> None:
    system = _tickets()
    outcome = Guesses().solve(system)
    assert isinstance(outcome, Solved)
    assert failing(system, outcome.solution, make_solver("z3")) is None


def test_a_bound() -> None:
    assert isinstance(Guesses().solve(counter(11)), Solved)
    assert isinstance(Guesses().solve(counter(10)), GaveUp)


def test_a_sum_must_be_suggested() -> None:
    system = two_counters(True)
    x, y, n = map(T.var, system.predicates[0].params)
    assert isinstance(Guesses().solve(system), GaveUp)
    wrong = T.eq(T.sub(x, y), n)
    assert isinstance(Guesses([wrong]).solve(system), GaveUp)
    assert isinstance(Guesses([wrong, T.eq(T.add(x, y), n)]).solve(system), Solved)


def test_cases() -> None:
    """While the lock is free nobody is inside; while it is not, nobody knows."""
    s = System()
    lock, inside = variables("lock inside", 8)
    L, I = T.var(lock), T.var(inside)
    zero, one = num(0, 8), num(1, 8)
    anywhere, holding = s.predicate("anywhere", (lock, inside)), s.predicate("holding", (lock, inside))
    s.add(anywhere(zero, zero))
    s.add(holding(one, I), anywhere(L, I), constraint=T.eq(L, zero))
    s.add(anywhere(one, one), holding(L, I))
    s.add(anywhere(zero, zero), holding(L, I))
    s.add(None, holding(L, I), constraint=T.ne(I, zero))
    assert isinstance(Guesses().solve(s), GaveUp)
    assert isinstance(Guesses(with_cases=True).solve(s), Solved)


def test_false_until_derived() -> None:
    s = System()
    (x,) = variables("x", 8)
    X = T.var(x)
    p, q = s.predicate("P", (x,)), s.predicate("Q", (x,))
    s.add(p(num(0, 8)))
    s.add(q(X), p(X), constraint=T.eq(X, num(1, 8)))
    zero = T.eq(X, num(0, 8))
    kept = strongest(s, {p: [zero], q: [zero]}, make_solver(), lambda: False)
    assert kept == {p: [zero], q: [T.FALSE, zero]}


def test_only_what_is_needed() -> None:
    s = System()
    x, y = variables("x y", 8)
    X, Y = T.var(x), T.var(y)
    p = s.predicate("P", (x, y))
    s.add(p(num(0, 8), num(0, 8)))
    s.add(p(X, Y), p(X, Y))
    s.add(None, p(X, Y), constraint=T.eq(X, num(1, 8)))
    facts = [T.eq(X, num(0, 8)), T.eq(Y, num(0, 8))]
    assert needed(s, {p: facts}, make_solver(), lambda: False) == {p: facts[:1]}
    assert needed(s, {p: facts[1:]}, make_solver(), lambda: False) is None
