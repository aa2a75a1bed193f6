"""Interpolants of small hand-made sequences; each result is checked here once more."""

from __future__ import annotations

from itertools import pairwise

import pytest

from threadproof.errors import UsageError
from threadproof.logic import term as T
from threadproof.logic.term import FALSE, TRUE, Term, Var
from threadproof.smt.interpolate import Interpolator, make_interpolator
from threadproof.smt.sequence import BitwuzlaSequence
from threadproof.smt.solver import make_solver
from threadproof.smt.spacer import Spacer

MAKERS = {
    "spacer": lambda: make_interpolator("spacer"),
    "spacer-integers": lambda: Spacer(["integers", "bits"]),
    "spacer-bits": lambda: Spacer(["bits"]),
    "sequence": lambda: make_interpolator("sequence"),
    "sequence-bits": lambda: BitwuzlaSequence(substitute=False),
}


@pytest.fixture(params=MAKERS)
def interpolator(request: pytest.FixtureRequest) -> Interpolator:
    return MAKERS[request.param]()


def steps(name: str, n: int, width: int = 32, signed: bool = True) -> list[Term]:
    return [T.var(Var(f"{name}{i}", width, True, signed=signed)) for i in range(n)]


def num(n: int, w: int = 32) -> Term:
    return T.const(n, w)


def check(parts: list[Term], found: list[Term] | None) -> list[Term]:
    assert found is not None
    assert len(found) == len(parts) - 1
    solver = make_solver("bitwuzla", recall=False)
    full = [TRUE, *found, FALSE]
    for k, part in enumerate(parts):
        assert solver.check(full[k], part, T.not_(full[k + 1])) is False, (k, full[k], full[k + 1])
    for k, i in enumerate(found):
        before = frozenset().union(*(p.vars for p in parts[: k + 1]))
        after = frozenset().union(*(p.vars for p in parts[k + 1 :]))
        assert i.vars <= before & after
    return found


def test_counting(interpolator: Interpolator) -> None:
    x = steps("x", 5)
    parts = [T.eq(x[0], num(0)), *(T.eq(b, T.add(a, num(1))) for a, b in pairwise(x))]
    parts.append(T.slt(x[4], num(0)))
    check(parts, interpolator.interpolate(parts))


def test_a_relation_between_two_variables(interpolator: Interpolator) -> None:
    x, y = steps("x", 4, 4), steps("y", 4, 4)
    n = T.var(Var("n", 4, True, signed=True))
    one = num(1, 4)
    parts = [T.and_(T.eq(x[0], num(0, 4)), T.eq(y[0], n))]
    for i in range(3):
        parts.append(T.and_(T.eq(x[i + 1], T.add(x[i], one)), T.eq(y[i + 1], T.sub(y[i], one))))
    parts.append(T.ne(T.add(x[3], y[3]), n))
    check(parts, interpolator.interpolate(parts))


def test_spacer_finds_the_invariant_sum() -> None:
    x, y = steps("x", 4), steps("y", 4)
    parts = [T.and_(T.eq(x[0], num(0)), T.eq(y[0], num(10)))]
    for i in range(3):
        parts.append(T.and_(T.eq(x[i + 1], T.add(x[i], num(1))), T.eq(y[i + 1], T.sub(y[i], num(1)))))
    parts.append(T.ne(T.add(x[3], y[3]), num(10)))
    found = check(parts, Spacer().interpolate(parts))
    for k, i in enumerate(found):
        assert i in (T.eq(T.add(x[k], y[k]), num(10)), T.eq(T.add(y[k], x[k]), num(10)))


def test_wrapping(interpolator: Interpolator) -> None:
    x = steps("x", 3, 8, signed=False)
    parts = [T.ult(num(250, 8), x[0]), T.eq(x[1], T.add(x[0], num(5, 8))), T.eq(x[2], T.add(x[1], num(1, 8)))]
    parts.append(T.ult(num(5, 8), x[2]))
    check(parts, interpolator.interpolate(parts))


def test_booleans(interpolator: Interpolator) -> None:
    p, q, r = (T.var(Var(n, 0, True)) for n in "pqr")
    x = steps("x", 2)
    parts = [
        T.eq(p, T.slt(x[0], num(3))),
        T.and_(T.or_(p, q), T.eq(x[1], x[0])),
        T.and_(T.not_(q), T.eq(r, T.slt(x[1], num(5)))),
        T.not_(r),
    ]
    check(parts, interpolator.interpolate(parts))


def test_what_is_not_linear(interpolator: Interpolator) -> None:
    x = steps("x", 3, 8)
    y = T.var(Var("y", 8, True))
    parts = [T.eq(x[0], T.bvand(y, num(0x55, 8))), T.eq(x[1], T.bvor(x[0], num(2, 8)))]
    parts += [T.eq(x[2], T.mul(x[1], x[1])), T.eq(x[2], num(0, 8))]
    parts[1] = T.eq(x[1], T.bvor(x[0], num(3, 8)))
    check(parts, interpolator.interpolate(parts))


def test_mixed_widths_and_signs(interpolator: Interpolator) -> None:
    x, y = T.var(Var("x", 8, True, signed=True)), T.var(Var("y", 16, True))
    z = T.var(Var("z", 32, True, signed=True))
    parts = [T.slt(x, num(10, 8)), T.ult(y, num(20, 16)), T.eq(z, T.add(T.sext(x, 32), T.zext(y, 32)))]
    parts.append(T.sle(num(29), z))
    check(parts, interpolator.interpolate(parts))


def test_parts_that_say_nothing_new(interpolator: Interpolator) -> None:
    x = steps("x", 2)
    a, b, c = T.slt(x[0], num(5)), T.eq(x[1], T.add(x[0], num(1))), T.eq(x[1], num(9))
    parts = [TRUE, a, TRUE, b, a, TRUE, c, TRUE]
    found = check(parts, interpolator.interpolate(parts))
    assert found[0] is TRUE
    assert found[1] is found[2]
    assert found[6] is FALSE
    parts = [TRUE, T.and_(a, T.eq(x[0], num(7))), TRUE]
    assert interpolator.interpolate(parts) == [TRUE, FALSE]


def test_what_cannot_be_done_is_none(interpolator: Interpolator) -> None:
    x = steps("x", 2)
    a = Var("a", 32, True, dims=1)
    assert interpolator.interpolate([T.eq(x[0], num(1)), T.slt(x[0], x[1])]) is None
    assert interpolator.interpolate([T.eq(T.select(a, (x[0],)), num(1)), T.eq(T.select(a, (x[0],)), num(2))]) is None
    assert interpolator.interpolate([TRUE, TRUE]) is None


def test_cuts_restrict_the_variables() -> None:
    x, y = steps("x", 1)[0], steps("y", 1)[0]
    parts = [T.and_(T.slt(x, num(5)), T.eq(y, x)), T.slt(num(8), x), T.slt(num(8), y)]
    by_x = Spacer().interpolate(parts, [frozenset(x.vars), frozenset()])
    assert check(parts, by_x)[0].vars == x.vars
    assert Spacer().interpolate([parts[0], parts[1]], [frozenset(y.vars)]) is None


def test_a_limit_is_kept() -> None:
    x, y = steps("x", 40, 32), steps("y", 40, 32)
    parts = [T.and_(T.eq(x[0], num(3)), T.eq(y[0], num(5)))]
    for i in range(39):
        parts.append(T.and_(T.eq(x[i + 1], T.mul(x[i], y[i])), T.eq(y[i + 1], T.bvxor(x[i], y[i]))))
    parts.append(T.eq(T.bvand(x[39], num(1)), T.bvand(y[39], num(1))))
    parts.append(T.ne(T.bvand(T.add(x[39], y[39]), num(1)), num(0)))
    for name in ("spacer", "spacer-integers", "spacer-bits", "sequence"):
        MAKERS[name]().interpolate(parts, limit=0.3)  # whatever it says, it comes back


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UsageError):
        make_interpolator("craig")
