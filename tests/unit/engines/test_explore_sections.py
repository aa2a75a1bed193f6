"""Atomic sections: one relation, enabled if and only if a complete run through them exists."""

from __future__ import annotations

import pytest

from tests.helpers.exploring import REDUCTIONS, explore
from tests.helpers.ir_build import step
from tests.helpers.ir_builder import Code, ended_array, mutex, program, word
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.term import Var


def two(write: object, variables: list[Var], *, check: object = None) -> Program:
    """main starts two workers, joins them, and checks."""
    ended = ended_array()
    worker = Code("worker")
    write(worker)  # type: ignore[operator]
    worker.end(ended)
    main = Code("main", 1)
    main.create("worker", 2)
    main.create("worker", 3)
    main.join(ended, 2)
    main.join(ended, 3)
    if check is not None:
        check(main)  # type: ignore[operator]
    main.return_()
    return program(ended, variables, main, worker)


def count(x: Var, atomic: bool) -> Program:
    def write(w: Code) -> None:
        t = w.var("t")

        def add() -> None:
            w.assign(t, T.var(x))
            w.assign(T.var(x), T.add(t, w.const(1)))

        if atomic:
            w.atomic(add)
        else:
            add()

    def check(m: Code) -> None:
        t = m.var("t")
        m.assign(t, T.var(x))
        m.check(T.eq(t, m.const(2)))

    return two(write, [x], check=check)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_section_is_one_step(reduction: str) -> None:
    assert explore(count(word("x"), atomic=True), reduction=reduction) == "safe"
    assert explore(count(word("x"), atomic=False), reduction=reduction) == "unsafe"


def acquire(w: Code, lock: Var) -> None:
    t = w.var("t")
    w.do(O.AtomicBegin())
    w.assign(t, T.var(lock))
    w.assume(T.eq(t, w.const(0)))
    w.assign(T.var(lock), 1)
    w.do(O.AtomicEnd())


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_failed_assume_inside_makes_the_section_wait(reduction: str) -> None:
    """The usual way to write a lock: the section is taken only when its assume can hold."""
    lock, x = word("lock"), word("x")

    def write(w: Code) -> None:
        u = w.var("u")
        acquire(w, lock)
        w.assign(u, T.var(x))
        w.assign(T.var(x), T.add(u, w.const(1)))
        w.assign(T.var(lock), 0)

    def check(m: Code) -> None:
        t = m.var("t2")
        m.assign(t, T.var(x))
        m.check(T.eq(t, m.const(2)))

    p = two(write, [lock, x], check=check)
    assert explore(p, reduction=reduction) == "safe"
    assert explore(p, "no-deadlock", reduction) == "safe"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_section_that_can_never_complete_is_no_deadlock(reduction: str) -> None:
    """Waiting for ever at an assume means that the execution is discarded."""
    lock = word("lock")
    p = two(lambda w: acquire(w, lock), [lock])
    assert explore(p, "no-deadlock", reduction) == "safe"
    assert explore(p, "termination", reduction) == "safe"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_an_error_inside_ends_the_section(reduction: str) -> None:
    x = word("x")

    def write(w: Code) -> None:
        t = w.var("t")

        def body() -> None:
            w.assign(t, T.var(x))
            w.check(T.eq(t, w.const(0)))
            w.assign(T.var(x), 1)

        w.atomic(body)

    assert explore(two(write, [x]), reduction=reduction) == "unsafe"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_exit_inside_ends_the_process(reduction: str) -> None:
    """The first worker exits the process inside its section, so the second cannot go on to the error."""
    x = word("x")

    def write(w: Code) -> None:
        t = w.var("t")
        w.do(O.AtomicBegin())
        w.assign(t, T.var(x))
        w.assign(T.var(x), 1)
        start = w.at
        w.at = w.new()
        w.edge(start, w.at, step(T.eq(t, w.const(0))))
        w.edge(w.at, w.new(), O.Exit("exit"))
        w.at = w.error("not the first")
        w.edge(start, w.at, step(T.ne(t, w.const(0))))
        w.at = w.new()

    assert explore(two(write, [x]), reduction=reduction) == "safe"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_thread_may_end_and_be_created_inside(reduction: str) -> None:
    ended = ended_array()
    x = word("x")
    worker = Code("worker")
    t = worker.var("t")
    worker.assign(t, T.var(x))
    worker.check(T.eq(t, worker.const(2)))
    worker.end(ended)
    main = Code("main", 1)
    main.do(O.AtomicBegin())
    main.assign(T.var(x), 1)
    main.create("worker", 2)
    main.assign(T.var(x), 2)
    main.end(ended)
    assert explore(program(ended, [x], main, worker), reduction=reduction) == "safe"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_branches_and_inputs_inside(reduction: str) -> None:
    """Every complete run counts, whatever inputs it needs."""
    x = word("x")

    def write(w: Code) -> None:
        t = w.var("t")

        def body() -> None:
            w.havoc(t)
            w.if_(T.eq(t, w.const(77)), lambda: w.assign(T.var(x), 1), lambda: w.assign(T.var(x), 2))

        w.atomic(body)

    def check(value: int) -> object:
        def write_check(m: Code) -> None:
            t = m.var("t")
            m.assign(t, T.var(x))
            m.check(T.ne(t, m.const(value)))

        return write_check

    assert explore(two(write, [x], check=check(1)), reduction=reduction) == "unsafe"
    assert explore(two(write, [x], check=check(2)), reduction=reduction) == "unsafe"
    assert explore(two(write, [x], check=check(0)), reduction=reduction) == "safe"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_what_a_section_must_not_do_is_unknown(reduction: str) -> None:
    m = mutex("m")
    waiting = two(lambda w: w.atomic(lambda: w.lock(m)), [m])
    assert explore(waiting, reduction=reduction) == "blocking operation in an atomic section"
    nested = two(lambda w: w.atomic(lambda: w.atomic(lambda: None)), [])
    assert explore(nested, reduction=reduction) == "nested atomic section"
    unsupported = two(lambda w: w.atomic(lambda: w.do(O.Unsupported("setjmp"))), [])
    assert explore(unsupported, reduction=reduction) == "unsupported construct"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_a_section_that_never_ends_is_not_enabled_or_unknown(reduction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def spin(w: Code) -> None:
        w.atomic(lambda: w.while_(T.TRUE, lambda: None))

    assert explore(two(spin, []), reduction=reduction) == "safe"

    def climb(w: Code) -> None:
        t = w.var("t")
        w.atomic(lambda: w.while_(T.ne(t, w.const(-1)), lambda: w.assign(t, T.add(t, w.const(1)))))

    monkeypatch.setattr("threadproof.engines.compiled.steps.SECTION_LIMIT", 1_000)
    assert explore(two(climb, []), reduction=reduction) == "atomic section too long"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_accesses_inside_race_with_accesses_outside_only(reduction: str) -> None:
    def body(w: Code, x: Var) -> None:
        t = w.var("t")
        w.havoc(t)
        w.if_(T.eq(t, w.const(3)), lambda: w.assign(t, T.var(x)), lambda: w.assign(t, 5))
        w.assign(T.var(y), t)

    x, y = word("x"), word("y")
    inside = two(lambda w: w.atomic(lambda: body(w, x)), [x, y])
    assert explore(inside, "no-data-race", reduction) == "safe"

    def racing(value: int) -> Program:
        """Worker 2 reads x inside, and only if its run completes; main writes x outside."""
        ended = ended_array()
        worker = Code("worker")
        t = worker.var("t")
        worker.do(O.AtomicBegin())
        worker.assign(t, T.var(x))
        worker.assume(T.eq(t, worker.const(value)))
        worker.do(O.AtomicEnd())
        worker.end(ended)
        main = Code("main", 1)
        main.create("worker", 2)
        main.assign(T.var(x), 0)
        main.end(ended)
        return program(ended, [x], main, worker)

    assert explore(racing(0), "no-data-race", reduction) == "unsafe"
    # no complete run exists, so there is no access
    assert explore(racing(1), "no-data-race", reduction) == "safe"
