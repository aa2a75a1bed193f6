from __future__ import annotations

from dataclasses import replace

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.program import Memory, Program, Root
from threadproof.logic import term as T
from threadproof.passes.dead import dead, dead_but_accesses

X, Y = shared("x"), shared("y")


def build(main: Thread, *others: Thread) -> Program:
    ended = ended_array()
    for t in (main, *others):
        t.end(ended)
    return program(ended, [X, Y], main, *others)


def test_dead_updates_and_havocs_go() -> None:
    main = Thread("main")
    t, u = main.local("t"), main.local("u")
    main.do(O.Havoc(t, (), 0, 3))
    main.do(step(None, (t, c(1)), (u, c(2))))
    main.do(step(T.eq(T.var(t), c(1)), (X, T.var(t))))
    main.do(step(T.eq(T.var(X), c(1))))
    after = dead(build(main))
    assert lines(after) == ["0 -> 2: skip", "2 -> 3: t := 1", "3 -> 4: [t == 1] x := t", "4 -> 5: [x == 1]"]
    assert [v.name for v in after.templates["main"].locals] == ["main.self", "main.t"]
    assert [v.name for v in after.shared] == ["x", "ended"]


def test_a_counter_that_only_feeds_itself_is_dead() -> None:
    main = Thread("main")
    i = main.local("i")
    main.edge(0, 0, put(i, T.add(T.var(i), c(1))))
    main.do(step(T.eq(T.var(X), c(0))))
    assert lines(dead(build(main))) == ["0 -> 0: skip", "0 -> 2: [x == 0]"]


def test_a_dead_load_is_still_an_access() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    main.do(put(X, c(1)))
    main.do(step(T.eq(T.var(X), c(1))))
    before = build(main)
    assert lines(dead(before))[0] == "0 -> 2: skip"
    assert lines(dead_but_accesses(before))[0] == "0 -> 2: t := x"


def test_the_index_of_a_kept_load_is_alive() -> None:
    main = Thread("main")
    t, i = main.local("t"), main.local("i")
    a = array("a", 4)
    main.do(put(i, c(1)))
    main.do(put(t, T.select(a, (T.var(i),))))
    before = replace(build(main), shared=(a, *build(Thread("other")).shared))
    assert lines(dead_but_accesses(before)) == ["0 -> 2: i := 1", "2 -> 3: t := a[i]"]


def test_guards_stay() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(step(T.eq(T.var(X), c(1)), (t, T.var(X))))
    assert lines(dead(build(main))) == ["0 -> 2: [x == 1]"]


def test_shared_variables_that_are_only_written_go() -> None:
    """y is read only to compute x, which is never read."""
    main = Thread("main")
    t = main.local("t")
    main.do(put(Y, c(1)))
    main.do(put(t, T.var(Y)))
    main.do(put(X, T.var(t)))
    before = build(main)
    after = dead(before)
    assert lines(after) == ["0 -> 2: skip", "2 -> 3: skip", "3 -> 4: skip"]
    assert [v.name for v in after.shared] == ["ended"]
    assert lines(dead_but_accesses(before)) == ["0 -> 2: y := 1", "2 -> 3: t := y", "3 -> 4: x := t"]


def test_locks_keep_their_variable() -> None:
    main = Thread("main")
    main.do(step(None, (X, c(1)), role=O.Role.RELEASE, lock=O.Cell(X)))
    assert lines(dead(build(main))) == ["0 -> 2: x := 1 {release x}"]


def test_unused_parameters_go_with_their_arguments() -> None:
    main, w = Thread("main"), Thread("w")
    w.param("a")
    b = w.param("b")
    t = main.local("t")
    w.do(put(X, T.var(b)))
    w.do(step(T.eq(T.var(X), c(1))))
    main.do(put(t, T.var(Y)))
    main.do(O.Create("w", c(2, 4), (T.var(t), c(1))))
    after = dead(build(main, w))
    assert lines(after)[-1] == "2 -> 3: create w(1) as 2"
    assert [v.name for v in after.templates["w"].params] == ["w.b"]


def test_what_the_leak_check_needs_stays() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, c(1)))
    main.do(put(X, c(1)))
    before = build(main)
    kept = replace(before, memory=Memory(4, (), (Root(X),), {"main": (Root(t),)}))
    assert lines(dead(before)) == ["0 -> 2: skip", "2 -> 3: skip"]
    assert lines(dead(kept)) == ["0 -> 2: t := 1", "2 -> 3: x := 1"]
