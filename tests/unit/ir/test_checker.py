"""Every rule of the checker has a program that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, shared, step
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Var

X, Y = shared("x"), shared("y")
A = array("a", 4)
LOCK, COND = shared("m", kind="sync"), shared("cv", kind="sync")
LIVE = shared("x.live", kind="life")


class Broken:
    """A program with main and a worker; a test adds what is wrong."""

    def __init__(self) -> None:
        self.ended = ended_array()
        self.variables = [X, Y, A, LOCK, COND, LIVE]
        self.main = Thread("main", 1)
        self.t = self.main.local("t")
        self.worker = Thread("w", 2)
        self.worker.param("arg")
        self.worker.end(self.ended)

    def build(self) -> Program:
        self.main.end(self.ended)
        return program(self.ended, self.variables, self.main, self.worker)


def problems_of(*ops: O.Op) -> list[str]:
    b = Broken()
    for op in ops:
        b.main.do(op)
    return check(b.build())


WELL_FORMED: list[O.Op] = [
    step(T.eq(T.var(X), c(0)), (X, T.add(T.var(X), c(1)))),
    step(T.eq(T.var(LIVE), c(1)), (X, c(1))),
    step(None, O.Update(A, (c(1, 8),), c(1))),
    step(None, (COND, c(1)), (LOCK, c(0)), role=O.Role.WAIT, lock=O.Cell(COND)),
    O.Create("w", c(2, 4), (c(1),)),
    O.Signal(O.Cell(COND)),
    O.Havoc(X, (), 0, 3),
    O.Havoc(A, (), 0, 3),
    O.Exit("abort"),
]


def test_well_formed() -> None:
    assert problems_of(*WELL_FORMED) == []


WRONG_OPS: list[tuple[O.Op, str]] = [
    (step(T.var(X)), "the guard has width 2"),
    (put(X, c(1, 8)), "x has width 2, its new value 8"),
    (step(None, (X, c(1)), (X, c(2))), "a variable is updated twice"),
    (put(shared("z"), c(1)), "z is not declared"),
    (put(X, T.var(Var("w.u", 2, False))), "w.u is not declared"),
    (step(None, O.Update(A, (), c(1))), "a has 1 dimensions and 0 indices"),
    (put(X, T.select(A, (c(1), c(1)))), "a has 1 dimensions and 2 indices"),
    (step(None, O.Update(A, (T.TRUE,), c(1))), "an index of a is a Boolean"),
    (step(None, (X, T.var(Y))), "more than one shared access (x, y)"),
    (step(T.eq(T.select(A, (c(0),)), T.select(A, (c(1),)))), "more than one shared access (a, a)"),
    (step(None, (X, c(1)), (LOCK, c(1))), "more than one shared access (m, x)"),
    (step(None, (X, c(1)), (Y, c(1)), role=O.Role.WAIT), "more than one shared access (x, y)"),
    (step(None, lock=O.Cell(A)), "a has 1 dimensions and 0 indices"),
    (O.Create("u", c(2, 4), ()), "there is no template u"),
    (O.Create("w", c(2, 4), ()), "w has 1 parameters, 0 are given"),
    (O.Create("w", c(2, 4), (c(1, 8),)), "parameter w.arg has width 2, its argument 8"),
    (O.Create("w", c(2, 8), (c(1),)), "the handle has width 8"),
    (O.Create("w", c(3, 4), (c(1),)), "w is always instance 2"),
    (O.Havoc(X, (), 0, 4), "havoc range 0..4 does not fit width 2"),
    (O.Havoc(X, (), 2, 1), "havoc range 2..1 does not fit width 2"),
    (O.Fresh(X, 1, None, 0, 0), "fresh writes x, which is not a local scalar"),
    (O.Signal(O.Cell(Var("main.t2", 2, False))), "signal needs a shared bit set"),
    (O.AtomicEnd(), "atomic section ends outside of one"),
]


@pytest.mark.parametrize(("op", "text"), WRONG_OPS, ids=[text for _, text in WRONG_OPS])
def test_wrong_operation(op: O.Op, text: str) -> None:
    assert any(text in p for p in problems_of(op))


def test_sections() -> None:
    assert problems_of(O.AtomicBegin(), step(None, (X, T.var(Y))), O.AtomicEnd()) == []
    assert any("atomic section inside" in p for p in problems_of(O.AtomicBegin(), O.AtomicBegin(), O.AtomicEnd()))
    assert any("ends inside an atomic section" in p for p in problems_of(O.AtomicBegin()))
    b = Broken()
    start = b.main.at
    b.main.do(O.AtomicBegin())
    b.main.edge(start, b.main.at, step())
    b.main.do(O.AtomicEnd())
    assert any("from in- and outside" in p for p in check(b.build()))


def two_names(b: Broken) -> None:
    b.main.locals.append(Var("main.t", 2, False))


def local_called_like_shared(b: Broken) -> None:
    b.main.locals.append(Var("x", 2, False))


def shared_twice(b: Broken) -> None:
    b.variables.append(shared("x"))


def local_marked_shared(b: Broken) -> None:
    b.main.locals.append(shared("s"))


def shared_marked_local(b: Broken) -> None:
    b.variables.append(Var("s", 2, False))


def parameter_not_local(b: Broken) -> None:
    b.worker.locals.remove(b.worker.params[0])


def exit_has_edges(b: Broken) -> None:
    b.main.edge(b.main.exit, 0, step())


def error_has_edges(b: Broken) -> None:
    b.main.edge(b.main.error("bad"), 0, step())


def missing_target(b: Broken) -> None:
    b.main.edge(0, 99, step())


def missing_error(b: Broken) -> None:
    b.main.errors[99] = b.main.errors.pop(b.main.error("bad"))


def edge_in_wrong_place(b: Broken) -> None:
    b.main.edge(0, 1, step())
    b.main.edges[b.main.new()].append(b.main.edges[0][-1])


def initial_value_too_large(b: Broken) -> None:
    b.variables.append(shared("big", 4))


def initial_cell_outside(b: Broken) -> None:
    b.variables.append(Var("big", 2, True, dims=1, length=2, cells=((2, 1),)))


WRONG_PROGRAMS: list[tuple[Callable[[Broken], None], str]] = [
    (two_names, "main: two variables are called main.t"),
    (local_called_like_shared, "main: two variables are called x"),
    (shared_twice, "two shared variables are called x"),
    (local_marked_shared, "s is declared local but marked shared"),
    (shared_marked_local, "s is declared shared but marked local"),
    (parameter_not_local, "w.arg is a parameter but not among the locals"),
    (exit_has_edges, "the exit location L1 has edges"),
    (error_has_edges, "the error location L2 has edges"),
    (missing_target, "edge target does not exist"),
    (missing_error, "error location L99 does not exist"),
    (edge_in_wrong_place, "an edge of L2 says it leaves L0"),
    (initial_value_too_large, "big has an initial value 4 outside its width"),
    (initial_cell_outside, "big has an initial cell 2 outside its length 2"),
]


@pytest.mark.parametrize(("wrong", "text"), WRONG_PROGRAMS, ids=[f.__name__ for f, _ in WRONG_PROGRAMS])
def test_wrong_program(wrong: Callable[[Broken], None], text: str) -> None:
    b = Broken()
    wrong(b)
    assert any(text in p for p in check(b.build()))


def test_wrong_main_and_ended() -> None:
    p = Broken().build()
    assert any("main thread nobody" in x for x in check(replace(p, main="nobody")))
    assert any("`ended` is not declared" in x for x in check(replace(p, ended=ended_array())))
