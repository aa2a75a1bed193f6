"""What a guard makes simpler keeps its value wherever the guard holds; and the guard stays the same condition."""

from __future__ import annotations

import random
from itertools import product

from threadproof.blocks.assuming import Assuming
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var

WIDTH = 4
X, Y = Var("x", WIDTH, shared=True), Var("y", WIDTH, shared=True)


def const(n: int) -> Term:
    return T.const(n, WIDTH)


def number(rng: random.Random, depth: int) -> Term:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice((T.var(X), T.var(Y), const(rng.randrange(16))))
    match rng.randrange(4):
        case 0:
            c = const(rng.choice((2, 3, 5)))
            return T.udiv(T.mul(number(rng, depth - 1), c), c)
        case 1:
            return T.ite(condition(rng, depth - 1), number(rng, depth - 1), number(rng, depth - 1))
        case 2:
            return T.udiv(number(rng, depth - 1), const(rng.choice((2, 3))))
        case _:
            return T.add(number(rng, depth - 1), number(rng, depth - 1))


def condition(rng: random.Random, depth: int) -> Term:
    a = number(rng, depth)
    b = const(rng.randrange(16)) if rng.random() < 0.6 else number(rng, depth)
    if rng.random() < 0.3:
        a, b = b, a
    t = rng.choice((T.eq, T.ult, T.ule, T.slt, T.sle))(a, b)
    return T.not_(t) if rng.random() < 0.3 else t


def test_nothing_changes_under_the_guard() -> None:
    rng = random.Random(7)
    simpler = 0
    for _ in range(600):
        conditions = [condition(rng, rng.randrange(3)) for _ in range(rng.randrange(1, 4))]
        conditions.append(rng.choice((T.ult, T.ule, T.slt))(T.var(X), const(rng.randrange(1, 8))))
        chosen = rng.choice(conditions)
        conditions.append(T.or_(condition(rng, 1), T.not_(chosen) if rng.random() < 0.5 else chosen))
        guard = T.and_(*conditions, T.ne(number(rng, 1), T.udiv(T.mul(T.var(X), const(3)), const(3))))
        value = T.ite(chosen, number(rng, 3), T.ite(rng.choice(conditions), number(rng, 2), number(rng, 2)))
        known = Assuming(guard)
        new = known.simpler(value)
        simpler += new is not value
        for x, y in product(range(16), repeat=2):
            model = Model({X: x, Y: y})
            holds = evaluate(guard, model)
            assert bool(holds) == bool(evaluate(known.guard, model)), (guard, known.guard, x, y)
            if holds:
                assert evaluate(value, model) == evaluate(new, model), (guard, value, new, x, y)
    assert simpler > 50


def test_products_that_do_not_wrap_around() -> None:
    x = T.var(X)
    quotient = T.udiv(T.mul(x, const(3)), const(3))
    assert Assuming(T.and_(T.ult(x, const(6)), T.eq(quotient, const(2)))).simpler(quotient) is x
    assert T.eq(x, const(2)) in T.conjuncts(Assuming(T.and_(T.ult(x, const(6)), T.eq(quotient, const(2)))).guard)
    assert Assuming(T.and_(T.ult(x, const(7)), T.ne(quotient, const(2)))).simpler(quotient) is quotient
    signed = T.and_(T.sle(const(0), x), T.slt(x, const(4)), T.ne(quotient, const(2)))
    assert Assuming(signed).simpler(quotient) is x
    assert Assuming(T.and_(T.slt(x, const(4)), T.ne(quotient, const(2)))).simpler(quotient) is quotient
