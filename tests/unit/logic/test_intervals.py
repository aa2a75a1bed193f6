"""Intervals contain every value that a term has where conditions hold, and what is decided is so."""

from __future__ import annotations

import random
from itertools import product

from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.intervals import Interval, Intervals
from threadproof.logic.term import Term, Var

WIDTH = 3
VARIABLES = [Var("x", WIDTH, False), Var("y", WIDTH, False, signed=True)]
VALUES = range(1 << WIDTH)


def _word(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        return T.var(rng.choice(VARIABLES)) if rng.random() < 0.7 else T.const(rng.choice(VALUES), WIDTH)
    a, b = _word(rng, depth - 1), _word(rng, depth - 1)
    two = rng.choice([T.add, T.sub, T.mul, T.udiv, T.sdiv, T.urem, T.srem, T.bvand, T.bvor, T.shl])
    wide = rng.choice([T.zext, T.sext])
    return rng.choice(
        [
            two(a, b),
            two(a, T.const(rng.choice(VALUES), WIDTH)),
            T.neg(a),
            T.ite(_truth(rng, depth - 1), a, b),
            T.extract(two(wide(a, 2 * WIDTH), wide(b, 2 * WIDTH)), WIDTH),
        ]
    )


def _truth(rng: random.Random, depth: int) -> Term:
    compare = rng.choice([T.eq, T.ult, T.ule, T.slt, T.sle])
    atom = compare(_word(rng, depth), _word(rng, depth))
    t = T.not_(atom) if rng.random() < 0.5 else atom
    return t if depth == 0 or rng.random() < 0.6 else rng.choice([T.and_, T.or_])(t, _truth(rng, depth - 1))


def _as_number(value: int, *, signed: bool) -> int:
    return T.to_signed(value, WIDTH) if signed else value


def test_intervals() -> None:
    rng = random.Random(1)
    narrow = decided = nowhere = 0
    for _ in range(1500):
        of = {}
        for v in VARIABLES:
            low, high = sorted(_as_number(rng.choice(VALUES), signed=v.signed) for _ in range(2))
            of[v] = Interval(low, high)
        intervals = Intervals(of)
        condition, t, question = _truth(rng, 1), _word(rng, 2), _truth(rng, 2)
        known = intervals.behind(condition, {})
        known = known and intervals.behind(condition, known)
        models = [
            m
            for x in product(VALUES, repeat=len(VARIABLES))
            if all(of[v].low <= _as_number(n, signed=v.signed) <= of[v].high for v, n in zip(VARIABLES, x, strict=True))
            and evaluate(condition, m := Model(dict(zip(VARIABLES, x, strict=True))))
        ]
        if known is None:
            nowhere += 1
            assert not models, (condition, of)
            continue
        answer = intervals.decide(question, known)
        decided += answer is not None
        for signed in (True, False):
            found = intervals.value(t, signed, known)
            narrow += found.high - found.low < len(VALUES) - 1
            for m in models:
                assert found.low <= _as_number(evaluate(t, m), signed=signed) <= found.high, (t, condition, of)
        for m in models:
            assert answer is None or bool(evaluate(question, m)) == answer, (question, condition, of)
    assert narrow > 500 and decided > 100 and nowhere > 20, (narrow, decided, nowhere)
