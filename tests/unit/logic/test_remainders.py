"""What is known of quotients and remainders is true of them."""

from __future__ import annotations

import itertools

import pytest

from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.remainders import loosened
from threadproof.logic.term import Var

X, Y = (T.var(Var(name, 4, shared=False)) for name in "xy")


@pytest.mark.parametrize("operator", [T.urem, T.udiv, T.srem, T.sdiv])
def test_the_real_result_is_one_of_those_that_are_left(operator: object) -> None:
    result = operator(X, Y)  # type: ignore[operator]
    for x, y in itertools.product(range(16), repeat=2):
        value = evaluate(result, Model({X.var: x, Y.var: y}))  # type: ignore[dict-item]
        loose = loosened([T.eq(result, T.const(value, 4))])
        assert loose is not None
        (unknown,) = {v for t in loose for v in t.vars} - {X.var, Y.var}
        model = Model({X.var: x, Y.var: y, unknown: value})  # type: ignore[dict-item]
        assert all(evaluate(t, model) for t in loose), (x, y)


def test_it_is_known_to_be_small() -> None:
    loose = loosened([T.ne(Y, T.const(0, 4)), T.ule(Y, T.urem(X, Y))])
    assert loose is not None
    values = itertools.product(range(16), repeat=3)
    variables = sorted({v for t in loose for v in t.vars}, key=lambda v: v.name)
    assert not any(all(evaluate(t, Model(dict(zip(variables, v, strict=True)))) for t in loose) for v in values)


def test_nothing_to_do() -> None:
    assert loosened([T.eq(X, Y), T.eq(T.urem(X, T.const(3, 4)), Y)]) is None
