"""One suite for all solvers: the three agree, their models are models, their cores are unsatisfiable."""

from __future__ import annotations

import time

import pytest

from tests.unit.smt.random_terms import Terms
from threadproof.errors import UsageError
from threadproof.logic import term as T
from threadproof.logic.evaluate import evaluate
from threadproof.logic.term import FALSE, TRUE, Term, Var
from threadproof.smt.solver import Solver, make_solver

#: (see `tests.helpers.rotation`)
IN_TURN = 3

KINDS = [("bitwuzla", "bits"), ("z3", "bits"), ("cvc5", "bits"), ("z3", "integers"), ("cvc5", "integers")]
X, Y, Z = (Var(n, 32, True, signed=True) for n in "xyz")
x, y, z = T.var(X), T.var(Y), T.var(Z)


def num(n: int, w: int = 32) -> Term:
    return T.const(n, w)


@pytest.fixture(params=KINDS, ids="-".join)
def solver(request: pytest.FixtureRequest) -> Solver:
    return make_solver(*request.param)


def check_answer(solver: Solver, literals: list[Term], expected: bool | None, judge: Solver) -> None:
    answer = solver.check(*literals)
    if answer is None:
        return  # out of time
    assert answer == expected
    if answer:
        assert all(evaluate(t, solver.model()) for t in literals)
    else:
        assert set(solver.core()) <= set(literals)
        assert judge.check(*solver.core()) is False


@pytest.mark.parametrize(("linear", "recall"), [(False, False), (True, False), (True, True)])
def test_all_solvers_agree_on_random_terms(linear: bool, recall: bool) -> None:
    judge = make_solver(recall=False)
    solvers = [make_solver(*kind, recall=recall) for kind in KINDS]
    for s in solvers:
        s.limit = 2.0
    answers = []
    for seed in range(16):
        g = Terms(seed + 1000 * recall, (1, 8, 16) if seed % 3 else (8, 32, 64), linear=linear)
        for _ in range(2):
            literals = [g.boolean(3) for _ in range(g.rng.randrange(1, 7))]
            expected = judge.check(*literals)
            answers.append(expected)
            for s in solvers:
                check_answer(s, literals, expected, judge)
    assert {True, False} <= set(answers)


def test_constants(solver: Solver) -> None:
    p = T.var(Var("p", 0, True))
    assert solver.check() is True
    assert solver.check(TRUE, TRUE) is True
    assert solver.check(p, FALSE) is False
    assert solver.core() == (FALSE,)
    assert solver.check(p, TRUE, p) is True
    assert evaluate(p, solver.model()) == 1
    assert solver.check(p, TRUE, T.not_(p)) is False
    assert solver.core() == (p, T.not_(p))


def test_a_core_is_some_of_the_assumptions_in_their_order(solver: Solver) -> None:
    others = [T.slt(z, num(k)) for k in (7, 9)]
    a, b, c = T.slt(x, y), T.slt(y, z), T.slt(z, x)
    assert solver.check(others[0], a, b, others[1], c, a) is False
    core = solver.core()
    assert {a, b, c} <= set(core)
    assert core == tuple(t for t in (others[0], a, b, others[1], c) if t in core)


def test_checks_do_not_influence_each_other(solver: Solver) -> None:
    for k in range(30):
        assert solver.check(T.eq(x, num(k)), T.slt(x, y), T.sle(y, num(k + 1))) is True
        assert solver.model().scalars[Y] == k + 1
        assert solver.check(T.eq(x, num(k)), T.slt(x, y), T.slt(y, num(k + 1))) is False


def test_arithmetic_wraps_around(solver: Solver) -> None:
    assert solver.check(T.slt(T.add(x, num(1)), x)) is True
    assert solver.model().scalars[X] == 2**31 - 1
    assert solver.check(T.slt(T.add(x, num(1)), x), T.slt(x, num(100))) is False
    assert solver.check(T.ult(T.mul(x, num(3)), x), T.ult(x, num(1000))) is False


def test_variables_of_the_same_name_are_different(solver: Solver) -> None:
    a, b = T.var(Var("n", 8, True)), T.var(Var("n", 8, False))
    assert solver.check(T.ult(a, b)) is True
    f, g = Var("f", 8, True, dims=1), Var("f", 8, True, dims=1)
    assert solver.check(T.ne(T.select(f, (a,)), T.select(g, (a,)))) is True


def test_arrays_are_functions_of_the_values_of_their_indices(solver: Solver) -> None:
    a = Var("a", 32, True, dims=1, signed=True)
    m = Var("m", 8, True, dims=2)
    i, j = T.var(Var("i", 32, True)), T.var(Var("j", 64, True))
    at_i, at_j = T.select(a, (i,)), T.select(a, (j,))
    assert solver.check(T.ne(at_i, at_j), T.eq(T.zext(i, 64), j)) is False
    assert solver.check(T.ne(at_i, at_j), T.ult(i, num(2)), T.ult(j, num(2, 64))) is True
    nested = T.select(a, (at_i,))
    facts = [T.slt(nested, at_i), T.slt(at_i, T.select(a, (T.add(i, num(1)),))), T.ult(at_i, num(3))]
    assert solver.check(*facts) is True
    assert all(evaluate(t, solver.model()) for t in facts)
    cells = T.eq(T.select(m, (i, at_i)), T.add(T.select(m, (at_i, i)), num(1, 8)))
    assert solver.check(cells) is True
    assert evaluate(cells, solver.model())
    assert solver.check(cells, T.eq(i, at_i)) is False


def test_deep_terms_are_no_problem(solver: Solver) -> None:
    p = [T.var(Var(f"p{k}", 0, True)) for k in range(1501)]
    t = p[-1]
    for k in range(1500):
        t = T.or_(T.and_(t, T.not_(p[k])), p[k]) if k % 2 else T.and_(T.or_(t, p[k]), T.not_(p[k]))
    assert solver.check(t, *map(T.not_, p)) is False
    assert solver.check(t) is True
    assert evaluate(t, solver.model()) == 1


@pytest.mark.parametrize("kind", [("bitwuzla", "bits"), ("z3", "bits"), ("cvc5", "bits")], ids="-".join)
def test_a_limit_is_kept_and_can_be_lifted(kind: tuple[str, str]) -> None:
    solver = make_solver(*kind)
    a, b = T.var(Var("a", 64, True)), T.var(Var("b", 64, True))
    wide = T.mul(T.zext(a, 128), T.zext(b, 128))
    hard = [T.eq(wide, num(1000000000000000003 * 998244353000000149, 128)), T.ult(num(1, 64), a), T.ult(a, b)]
    solver.limit = 0.2
    start = time.monotonic()
    assert solver.check(*hard) is None
    assert time.monotonic() - start < 5
    assert solver.check(T.slt(x, y)) is True
    solver.limit = None
    assert solver.check(T.slt(x, y), T.slt(y, x)) is False


def test_what_needs_no_solver_does_not_reach_it(solver: Solver) -> None:
    a, b, c = T.slt(x, y), T.slt(y, z), T.slt(z, x)
    assert solver.check(a, b) is True
    assert solver.check(a, b, c) is False
    assert set(solver.core()) == {a, b, c}
    asked = solver.smt_checks
    assert asked >= 1
    assert solver.solver_time > 0
    assert solver.check(b) is True
    assert solver.check(c, T.slt(z, num(5)), b, a) is False
    assert solver.core() == (c, b, a)
    assert solver.check(T.eq(x, num(1)), T.eq(y, T.add(x, num(1))), T.slt(z, num(7)), T.slt(y, x)) is False
    assert solver.core() == (T.eq(x, num(1)), T.eq(y, T.add(x, num(1))), T.slt(y, x))
    assert solver.smt_checks == asked
    assert solver.checks == 5


def test_nothing_is_recalled_without_recall() -> None:
    solver = make_solver(recall=False)
    for _ in range(3):
        assert solver.check(T.eq(x, num(1))) is True
    assert solver.smt_checks == 3


def test_unknown_names_are_refused() -> None:
    for name, encoding in (("mathsat", "bits"), ("z3", "reals"), ("bitwuzla", "integers")):
        with pytest.raises(UsageError):
            make_solver(name, encoding)


def test_a_session_outlives_its_context() -> None:
    """The collector may end the context first."""
    from threadproof.smt.z3 import Z3Session

    session = Z3Session("bits")
    session._start()
    owner = session._context.owner
    owner.__del__()
    owner.owner = False  # it cannot end twice
    del session
