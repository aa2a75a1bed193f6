"""Evaluation of terms under a model agrees with what term building folds, operator by operator."""

from __future__ import annotations

import random

import pytest

from tests.unit.smt.random_terms import Terms
from tests.unit.smt.test_floats import operation as float_operation
from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate, postorder
from threadproof.logic.term import Term, Var


def random_model(g: Terms) -> Model:
    model = Model()
    for w, vs in g.scalars.items():
        for v in vs:
            model.scalars[v] = g.constant(w).value or 0 if w else g.rng.getrandbits(1)
    for w, vs in g.vectors.items():
        for v in vs:
            cells = model.arrays[v] = {}
            for _ in range(20):
                index = tuple(g.rng.randrange(4) for _ in range(v.dims))
                cells[index] = g.rng.getrandbits(max(1, w)) & ((1 << max(1, w)) - 1)
    return model


def fold(t: Term, model: Model) -> Term:
    """Put constants for the leaves and let the term builders compute."""

    def leaf(u: Term) -> Term:
        assert u.var is not None
        return T.const(model.cell(u.var, tuple(a.value or 0 for a in u.args)), u.width)

    return T.transform(t, leaf)


@pytest.mark.parametrize("seed", range(40))
def test_evaluation_agrees_with_folding(seed: int) -> None:
    g = Terms(seed)
    model = random_model(g)
    for _ in range(25):
        t = g.boolean(4) if g.rng.random() < 0.5 else g.bits(g.rng.choice(g.widths), 4)
        assert evaluate(t, model) == fold(t, model).value


def test_every_operator_is_generated() -> None:
    seen: set[str] = set()
    for seed in range(30):
        g = Terms(seed)
        for _ in range(25):
            seen |= {u.op for u in T.subterms(g.boolean(4))}
    assert seen == T.OPERATORS - floats.OPERATORS


def test_floats() -> None:
    rng = random.Random(3)
    for _ in range(3000):
        t, model = float_operation(rng)
        assert evaluate(t, model) == fold(t, model).value


def test_a_model_is_total() -> None:
    x, a = Var("x", 8, True), Var("a", 8, True, dims=1)
    t = T.add(T.var(x), T.select(a, (T.const(3, 32),)))
    assert evaluate(t, Model()) == 0
    assert evaluate(t, Model({x: 250}, {a: {(3,): 9}})) == 3


def test_deep_terms() -> None:
    x = Var("x", 32, True)
    t = T.var(x)
    for i in range(20_000):
        t = T.bvxor(T.add(t, T.const(i + 1, 32)), T.const(i + 5, 32))
    assert postorder(t)[-1] is t
    assert 0 <= evaluate(t, Model()) < 1 << 32


def test_a_memo_is_shared() -> None:
    x = Var("x", 8, True)
    memo: dict[Term, int] = {}
    t = T.add(T.var(x), T.const(1, 8))
    assert evaluate(t, Model({x: 4}), memo) == 5
    assert memo[t] == 5
    assert evaluate(T.mul(t, t), Model({x: 4}), memo) == 25
