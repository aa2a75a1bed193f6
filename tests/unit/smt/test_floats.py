"""Floating point: every operator of every solver computes what `logic.floats` does."""

from __future__ import annotations

import random

import pytest

from threadproof.logic import floats
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.smt.solver import SOLVERS, make_solver

WIDTHS = (32, 64)


def special(rng: random.Random, width: int) -> int:
    """Bits of a float: of a special one, one near an integer limit, or any."""
    sign = rng.getrandbits(1) << (width - 1)
    match rng.randrange(6):
        case 0:
            return sign | rng.choice([0, 1, 2, floats.infinity(width), floats.infinity(width) - 1, floats.nan(width)])
        case 1:
            edge = rng.choice([0, 1, 2, 3, 127, 255, 1 << 31, (1 << 31) - 1, 1 << 32, 1 << 63, 1 << 64])
            return floats.from_integer(rng.choice([edge, -edge]), width) + rng.choice([-1, 0, 1]) & (1 << width) - 1
        case 2:
            return floats.bits_of(rng.choice([0.5, 1.5, -0.5, 0.1, 1e10, 3.0, -2.25, 1e-40, 1e-310]), width)
        case 3:  # subnormal
            return sign | rng.getrandbits(floats.PRECISION[width] - 1)
        case 4:
            return floats.infinity(width) + 1 | rng.getrandbits(width)  # mostly no number
    return rng.getrandbits(width)


def integer(rng: random.Random, width: int) -> int:
    edge = rng.choice([0, 1, (1 << 24) + 1, (1 << 25) + 3, 1 << 31, (1 << 53) + 1, (1 << 62) + (1 << 38) + 1, -1, -3])
    return (edge if rng.random() < 0.5 else rng.getrandbits(width)) & (1 << width) - 1


def operation(rng: random.Random) -> tuple[Term, Model]:
    """An operator on variables, and values for them."""
    w = rng.choice(WIDTHS)
    op = rng.choice(sorted(floats.OPERATORS))
    integers = rng.choice([8, 16, 32, 64])
    if op in floats.CONVERSIONS:
        from_integer = op in ("stof", "utof")
        x = Var("x", integers if from_integer else w, True)
        to = {"fsqrt": w, "ftof": 96 - w, "ftos": integers, "ftou": integers}.get(op, w)
        value = integer(rng, integers) if from_integer else special(rng, w)
        return T.RESIZE[op](T.var(x), to), Model({x: value})
    x, y = Var("x", w, True), Var("y", w, True)
    a = special(rng, w)
    b = a if rng.random() < 0.15 else special(rng, w)
    return T.REBUILD[op](T.var(x), T.var(y)), Model({x: a, y: b})


@pytest.mark.parametrize("name", SOLVERS)
def test_every_operator(name: str) -> None:
    rng = random.Random(16)
    solver = make_solver(name, recall=False)
    seen = set()
    for _ in range(150):
        t, values = operation(rng)
        if t.value is not None:
            continue
        seen.add(t.op)
        fixed = [T.eq(T.var(v), T.const(n, v.width)) for v, n in values.scalars.items()]
        is_it = T.eq(t, T.const(evaluate(t, values), t.width))
        assert solver.check(*fixed, T.not_(is_it)) is False, (t, values.scalars)
        assert solver.check(*fixed, is_it) is True, (t, values.scalars)
    assert seen == floats.OPERATORS


@pytest.mark.parametrize("name", SOLVERS)
def test_models_and_cores(name: str) -> None:
    solver = make_solver(name, recall=False)
    solver.limit = 60
    x, y = (T.var(Var(n, 32, True)) for n in "xy")
    half = T.const(floats.bits_of(0.5, 32), 32)
    product = T.eq(T.fmul(x, half), T.const(floats.bits_of(3.0, 32), 32))
    assert solver.check(product, T.flt(y, x)) is True
    model = solver.model()
    assert floats.number(evaluate(x, model), 32) == 6.0
    assert floats.number(evaluate(y, model), 32) < 6.0
    small = T.flt(x, half)
    assert solver.check(T.flt(y, x), product, small) is False
    assert set(solver.core()) <= {product, small, T.flt(y, x)} and small in solver.core()
    # no number is equal to itself only if it is one; and the bits of results are always the same
    total = T.fadd(x, y)
    assert solver.check(T.not_(T.feq(x, x)), T.ne(total, T.const(floats.nan(32), 32))) is False


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_integers_leave_floats_to_bits(name: str) -> None:
    solver = make_solver(name, "integers", recall=False)
    x = T.var(Var("x", 32, True, signed=True))
    one = T.const(floats.bits_of(1.0, 32), 32)
    assert solver.check(T.slt(T.const(0, 32), x), T.flt(T.fconvert("stof", x, 32), one)) is False
