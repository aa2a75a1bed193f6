from __future__ import annotations

from dataclasses import replace

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Memory, Program, Root
from threadproof.logic import term as T
from threadproof.passes.localize import localize

X, Y, M, A = shared("x"), shared("y"), shared("m", kind="sync"), array("a", 2)


def build(worker_id: int | None = 2) -> Program:
    ended = ended_array()
    main, w = Thread("main"), Thread("w", worker_id)
    main.do(put(X, c(1)))
    main.do(O.Create("w", c(2, 4), ()))
    main.do(put(X, T.add(T.var(X), c(1))))
    main.do(step(T.eq(T.var(M), c(0)), (M, c(1)), waits=True, role=O.Role.ACQUIRE, lock=O.Cell(M)))
    main.do(step(None, O.Update(A, (c(1),), T.select(A, (c(1),)))))
    w.do(put(Y, c(1)))
    main.end(ended)
    w.end(ended)
    return program(ended, [X, Y, M, A], main, w)


def test_variables_of_one_thread() -> None:
    done = localize(build())
    assert check(done) == []
    assert [v.name for v in done.shared] == ["m", "ended"]
    assert [v.name for v in done.templates["main"].locals] == ["main.self", "x", "a"]
    assert [v.name for v in done.templates["w"].locals] == ["w.self", "y"]
    assert not any(v.shared for t in done.templates.values() for v in t.locals)
    assert lines(done) == lines(build())


def test_several_instances_share() -> None:
    done = localize(build(worker_id=None))
    assert [v.name for v in done.shared] == ["y", "m", "ended"]


def test_what_the_leak_check_looks_at_stays() -> None:
    done = localize(replace(build(), memory=Memory(4, (), (Root(X),))))
    assert [v.name for v in done.shared] == ["x", "m", "ended"]
