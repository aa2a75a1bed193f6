"""Boxes: bounds that hold in all states reached and in no bad one, as far out as they can be."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from threadproof.engines.covering.box import Boxes
from threadproof.engines.covering.labels import Labels
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.smt.solver import make_solver

WIDTH = 4
X, Y, INPUT = [Var(name, WIDTH, shared=True) for name in ("x", "y", "input")]
x, y, chosen = map(T.var, (X, Y, INPUT))


def number(n: int) -> Term:
    return T.const(n, WIDTH)


def between(reached: list[Term], bad: list[Term], known: tuple[Term, ...] = ()) -> list[Term] | None:
    boxes = Boxes(Labels(make_solver("bitwuzla")))
    return boxes.between(reached, {x: x, y: y}, bad, {t: t for t in known})


def test_the_bound_is_next_to_the_first_bad_value() -> None:
    bad = [T.slt(number(5), T.add(x, T.udiv(chosen, number(8)))), T.slt(x, number(7)), T.sle(number(0), x)]
    assert between([T.eq(x, number(0))], bad) == [T.sle(x, number(4))]


def test_what_is_known_comes_first() -> None:
    known = T.sle(x, number(2))
    assert between([T.eq(x, number(0))], [T.slt(number(3), x)], (T.sle(y, number(1)), known)) == [known]


def test_relations_are_not_found() -> None:
    assert between([T.eq(x, y)], [T.ne(x, y)]) is None


@pytest.mark.parametrize("seed", range(60))
def test_random(seed: int) -> None:
    """Inside are all states reached, and no bad one, whatever is chosen."""
    rng = Random(seed)

    def term(depth: int) -> Term:
        if depth == 0:
            return rng.choice((x, y, chosen, number(rng.randrange(16))))
        make = rng.choice((T.add, T.sub, T.mul, T.udiv, T.srem, T.bvand))
        return make(term(depth - 1), term(depth - 1))

    def comparison() -> Term:
        return rng.choice((T.slt, T.ule, T.eq, T.ne))(term(1), term(1))

    reached = [T.substitute(T.and_(comparison(), comparison()), {INPUT: number(3)})]
    bad = [comparison(), comparison()]
    box = between(reached, bad)
    if box is None:
        return
    assert all(t.vars <= {X, Y} for t in box)
    for a, b, c in product(range(16), repeat=3):
        model = Model({X: a, Y: b, INPUT: c})
        inside = all(evaluate(t, model) for t in box)
        assert inside or not all(evaluate(t, model) for t in reached)
        assert not inside or not all(evaluate(t, model) for t in bad)
