"""What is answered without a solver is what the solver answers."""

from __future__ import annotations

import random

from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.smt import recall
from threadproof.smt.quick import quick_check
from threadproof.smt.recall import Recall
from threadproof.smt.solver import make_solver


def literals(rng: random.Random, variables: list[Var], n: int) -> list[Term]:
    def one() -> Term:
        v = rng.choice(variables)
        if not v.width:
            return T.var(v)
        others = [T.var(u) for u in variables if u.width == v.width]
        b = T.const(rng.randrange(6), v.width) if rng.random() < 0.6 else rng.choice(others)
        b = T.add(b, T.const(rng.randrange(-2, 3), v.width)) if rng.random() < 0.3 else b
        return rng.choice([T.eq, T.eq, T.slt, T.sle, T.ult, T.ule])(T.var(v), b)

    found = []
    for _ in range(n):
        t = one()
        if rng.random() < 0.15:
            t = T.or_(t, one())
        found.append(T.not_(t) if rng.random() < 0.4 else t)
    return found


def test_quick_answers_are_right() -> None:
    rng = random.Random(7)
    judge = make_solver(recall=False)
    answers = {"model": 0, "core": 0, "unknown": 0}
    last: Model | None = None
    for _ in range(250):
        variables = [Var(f"x{i}", w, True) for i, w in enumerate((8, 8, 8, 32, 32, 0, 0))]
        terms = [t for t in literals(rng, variables, rng.randrange(1, 9)) if t.value is None]
        answer = quick_check(dict.fromkeys(terms), last)
        if isinstance(answer, Model):
            answers["model"] += 1
            assert all(evaluate(t, answer) for t in terms)
            last = answer
        elif answer is not None:
            answers["core"] += 1
            assert set(answer) <= set(terms)
            assert judge.check(*answer) is False
        else:
            answers["unknown"] += 1
    assert answers["model"] > 80
    assert answers["core"] > 20
    assert answers["unknown"] < 50


def test_arrays_are_left_to_the_solver() -> None:
    a, i = Var("a", 8, True, dims=1), Var("i", 8, True)
    cell = T.select(a, (T.var(i),))
    assert quick_check([T.eq(T.var(i), T.const(1, 8)), T.eq(cell, T.const(2, 8))], None) is None
    core = quick_check([T.eq(cell, T.const(2, 8)), T.eq(T.var(i), T.const(1, 8)), T.ult(T.var(i), T.const(1, 8))], None)
    assert core is not None and not isinstance(core, Model)
    assert set(core) == {T.eq(T.var(i), T.const(1, 8)), T.ult(T.var(i), T.const(1, 8))}


def test_recall_is_bounded() -> None:
    memory = Recall()
    x = Var("x", 32, True)
    for k in range(5 * recall.MODELS):
        memory.learn_model(Model({x: k}))
        assert memory.model([T.eq(T.var(x), T.const(k, 32))]) is not None
    assert memory.model([T.eq(T.var(x), T.const(0, 32))]) is None
    p = [T.var(Var(f"p{k}", 0, True)) for k in range(recall.CORES + 10)]
    for t in p:
        memory.learn_core((t,))
    assert memory.core([p[-1]]) == ({p[-1]}, True)
    assert memory.core([p[0]]) is None
