"""Bounds of random terms contain every value, and single values are exact."""

from __future__ import annotations

import random
from collections.abc import Callable

from threadproof.evidence.states.interval import Bounds, enclose
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var

WIDTH = 4
VARIABLES = [Var(name, WIDTH, False) for name in "xyz"]


def random_term(rng: random.Random, depth: int, is_bool: bool) -> Term:
    def word(d: int = depth - 1) -> Term:
        return random_term(rng, d, False)

    def truth() -> Term:
        return random_term(rng, depth - 1, True)

    if is_bool:
        if depth == 0:
            return T.eq(word(0), word(0))
        compare = rng.choice([T.eq, T.ult, T.ule, T.slt, T.sle])
        return rng.choice(
            [lambda: compare(word(), word()), lambda: T.not_(truth()), lambda: T.and_(truth(), truth()),
             lambda: T.or_(truth(), truth())]
        )()  # fmt: skip
    if depth == 0:
        return T.var(rng.choice(VARIABLES)) if rng.random() < 0.7 else T.const(rng.randrange(16), WIDTH)
    binary = rng.choice([T.add, T.sub, T.mul, T.bvand, T.bvor, T.bvxor, T.shl, T.lshr, T.udiv, T.urem])
    return rng.choice(
        [lambda: binary(word(), word()), lambda: T.add(word(), T.const(rng.randrange(16), WIDTH)),
         lambda: T.ite(truth(), word(), word()), lambda: T.neg(word()),
         lambda: T.extract(T.sext(word(), 8), WIDTH), lambda: T.extract(T.add(T.zext(word(), 8), T.sext(word(), 8)), 4)]
    )()  # fmt: skip


def reading(ranges: dict[Var, Bounds]) -> Callable[[Term], Bounds]:
    return lambda t: ranges[t.var]  # type: ignore[index]


def test_bounds() -> None:
    rng = random.Random(4)
    single = 0
    for _ in range(1_500):
        t = random_term(rng, 3, rng.random() < 0.6)
        ranges: dict[Var, Bounds] = {}
        for v in VARIABLES:
            low = rng.randrange(16)
            ranges[v] = (low, min(15, low + rng.choice([0, 0, 1, 3, 15])))
        low, high = enclose(t, reading(ranges))
        single += low == high and any(a != b for a, b in (ranges[v] for v in t.vars))
        for _ in range(12):
            values = {v: rng.randint(*ranges[v]) for v in VARIABLES}
            assert low <= int(evaluate(t, Model(values))) <= high, (t, ranges)
    assert single > 50
