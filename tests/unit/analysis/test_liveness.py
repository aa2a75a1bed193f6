"""Which locals are live where."""

from __future__ import annotations

from tests.helpers.ir_build import Thread, array, c, step
from threadproof.analysis.liveness import live_locals
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Var


def names(t: Thread, **more: bool) -> list[list[str]]:
    return [[v.name.split(".")[1] for v in vs] for vs in live_locals(t.build(), **more)]  # type: ignore[arg-type]


def test_from_the_use_back_to_the_assignment() -> None:
    t = Thread("t")
    a, b = t.local("a"), t.local("b")
    t.do(step(None, (a, c(1))))
    t.do(step(None, (b, T.var(a))))
    t.do(step(T.eq(T.var(b), c(1))))
    assert names(t) == [[], [], ["a"], ["b"], []]


def test_an_assignment_to_a_dead_variable_reads_nothing() -> None:
    t = Thread("t")
    a, b = t.local("a"), t.local("b")
    t.do(step(None, (b, T.var(a))))
    t.do(step(None, (a, c(1))))
    assert names(t) == [[], [], [], []]
    x = Var("x", 2, True)
    t.do(step(None, (x, T.var(a))))
    assert names(t)[3] == ["a"]


def test_a_loop_keeps_what_the_next_round_reads() -> None:
    t = Thread("t")
    i, s = t.local("i"), t.local("s")
    body, after = t.new(), t.new()
    t.edge(0, body, step(T.ult(T.var(i), c(3))))
    t.edge(0, after, step(T.not_(T.ult(T.var(i), c(3)))))
    t.edge(body, 0, step(None, (i, T.add(T.var(i), c(1))), (s, T.add(T.var(s), c(1)))))
    assert names(t)[0] == ["i"]
    t.edge(after, t.exit, step(T.eq(T.var(s), c(0))))
    assert names(t)[0] == ["i", "s"]


def test_parallel_assignment_reads_before_it_writes() -> None:
    t = Thread("t")
    a, b = t.local("a"), t.local("b")
    t.do(step(None, (a, T.var(b)), (b, T.var(a))))
    t.do(step(T.eq(T.var(a), c(0))))
    assert names(t)[0] == ["b"]


def test_one_cell_written_does_not_kill_the_array() -> None:
    t = Thread("t")
    a = array("t.a", 3, is_shared=False)
    t.locals.append(a)
    i = t.local("i")
    t.do(step(None, O.Update(a, (T.var(i),), c(1))))
    t.do(step(T.eq(T.select(a, (c(0),)), c(1))))
    assert names(t)[0] == ["a", "i"]
    t.do(O.Havoc(a, (), 0, 3))
    t.do(step(T.eq(T.select(a, (c(0),)), c(1))))
    assert names(t)[3] == []


def test_parameters_handles_and_counters() -> None:
    t = Thread("t")
    h, a, n = t.local("h", width=4), t.local("a"), t.local("n")
    t.do(O.Fresh(h, 1, n, 2, 0))
    t.do(O.Create("u", T.var(h), (T.var(a),)))
    assert names(t)[0] == ["a", "n"]
    assert names(t)[2] == ["h", "a"]


def test_what_is_kept() -> None:
    t = Thread("t")
    a = t.local("a")
    t.do(step())
    t.edge(t.at, t.exit, step())
    assert live_locals(t.build(), keep=[a]) == [(a,), (), (a,)]


def test_accesses_keep_the_index_of_an_unused_load() -> None:
    t = Thread("t")
    x = array("x", 3)
    i, v = t.local("i"), t.local("v")
    t.do(step(None, (v, T.select(x, (T.var(i),)))))
    assert names(t)[0] == []
    assert names(t, accesses=True)[0] == ["i"]
