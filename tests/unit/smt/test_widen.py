"""Linear facts over the integers become terms that say the same, for all values."""

from __future__ import annotations

import random

from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Var, to_signed
from threadproof.smt.widen import Linear, at_most, equals, leaf, modulo, number, quotient


def test_random_facts() -> None:
    rng = random.Random(3)
    for _ in range(400):
        variables = [Var(f"x{i}", rng.choice((1, 4, 8, 32)), True, signed=rng.random() < 0.5) for i in range(3)]
        l = number(rng.choice((0, 1, -1, rng.randrange(-40, 40), rng.randrange(-(2**33), 2**33))))
        for v in rng.sample(variables, rng.randrange(4)):
            l += leaf(T.var(v), v.signed).times(rng.choice((1, 1, -1, -1, 2, -3, 6, rng.randrange(-9, 9))))
        k = rng.choice((1, 2, 3, 8, 10))
        facts = at_most(l), *equals(l), modulo(l, k), quotient(l, k)
        for _ in range(12):
            model = Model({v: rng.choice((0, 1, (1 << v.width) - 1, rng.getrandbits(v.width))) for v in variables})
            value = number_of(l, model)
            le, exact, weak, mod, div = (evaluate(t, model) for t in facts)
            assert le == (value <= 0)
            assert exact == (value == 0)
            assert weak >= exact
            assert to_signed(mod, facts[3].width) == value % k
            assert to_signed(div, facts[4].width) == value // k


def number_of(l: Linear, model: Model) -> int:
    total = l.constant
    for (t, signed), c in l.parts:
        value = evaluate(t, model)
        total += c * (to_signed(value, t.width) if signed else value)
    return total


def test_simple_facts_stay_simple() -> None:
    x, y = (T.var(Var(n, 32, True, signed=True)) for n in "xy")
    assert at_most(leaf(x, True) + number(-5)) is T.sle(x, T.const(5, 32))
    assert at_most(leaf(x, True).times(-2) + number(5)) is T.sle(T.const(3, 32), x)
    assert at_most(leaf(x, True) + leaf(y, True).times(-1)) is T.sle(x, y)
    assert at_most(leaf(x, True) + leaf(y, True).times(-1) + number(1)) is T.slt(x, y)
    assert at_most(leaf(x, True) + number(-(2**31))) is T.TRUE
    assert equals(leaf(x, True).times(2) + number(-5))[0] is T.FALSE
    assert equals(leaf(x, True) + leaf(y, True) + number(-5))[1] is T.eq(T.add(x, y), T.const(5, 32))
