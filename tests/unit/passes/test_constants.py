from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.ir_build import Thread, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.passes.constants import constants, constants_but_accesses
from threadproof.passes.simplify import simplify

X, Y, P = shared("x"), shared("y"), shared("p")


def build(main: Thread, *others: Thread) -> Program:
    ended = ended_array()
    for t in (main, *others):
        t.end(ended)
    return program(ended, [X, Y, P], main, *others)


def after(before: Program, *, keep: bool = False) -> Program:
    done = (constants_but_accesses if keep else constants)(before)
    assert check(done) == []
    return simplify(done)


def test_locals_along_the_way() -> None:
    main = Thread("main")
    t, u = main.local("t"), main.local("u", None)
    main.do(O.Havoc(u, (), 0, 3))
    main.do(put(t, c(1)))
    main.do(put(X, T.add(T.var(t), T.var(u))))
    main.do(put(t, T.var(u)))
    main.do(put(X, T.var(t)))
    assert lines(after(build(main)))[1:] == ["1 -> 2: t := 1", "2 -> 3: x := u + 1", "3 -> 4: t := u", "4 -> 5: x := u"]


def test_facts_meet() -> None:
    """After a branch only what both sides agree on is known."""
    main = Thread("main")
    t, u, v = main.local("t"), main.local("u"), main.local("v", None)
    end = main.new()
    main.edge(0, end, step(T.eq(T.var(v), c(0)), (t, c(1)), (u, c(1))))
    main.edge(0, end, step(T.ne(T.var(v), c(0)), (t, c(1)), (u, c(0))))
    main.at = end
    main.do(put(X, T.add(T.var(t), T.var(u))))
    assert lines(after(build(main)))[-1] == "1 -> 2: x := u + 1"


def test_guards_are_facts() -> None:
    main = Thread("main")
    t = main.local("t", None)
    main.do(step(T.eq(T.var(t), c(1))))
    main.do(put(X, T.var(t)))
    main.edge(main.at, main.error("never"), step(T.ne(T.var(t), c(1))))
    main.do(step(T.eq(T.var(t), c(1))))
    done = after(build(main))
    assert lines(done) == ["0 -> 1: [t == 1]", "1 -> 2: x := 1"]
    assert not done.templates["main"].errors


def test_a_loop_forgets_its_counter() -> None:
    main = Thread("main")
    i = main.local("i")
    main.do(put(i, c(0)))
    head = main.at
    main.do(step(T.ult(T.var(i), c(2))))
    main.edge(main.at, head, put(i, T.add(T.var(i), c(1))))
    main.at = head
    main.do(step(T.not_(T.ult(T.var(i), c(2)))))
    assert "1 -> 2: [i <u -2]" in lines(after(build(main)))


def test_swap() -> None:
    main = Thread("main")
    t, u = main.local("t", None), main.local("u", 1)
    main.do(step(None, (t, T.var(u)), (u, T.var(t))))
    main.do(put(X, T.var(t)))
    main.do(put(X, T.var(u)))
    assert lines(after(build(main)))[1:] == ["1 -> 2: x := 1", "2 -> 3: x := u"]


def test_users_variables_are_not_replaced_by_temporaries() -> None:
    main = Thread("main")
    t, n = main.local("t", None), main.local("n", None, user=True)
    main.do(O.Havoc(t, (), 0, 3))
    main.do(put(n, T.var(t)))
    main.do(put(X, T.var(n)))
    main.do(put(t, T.var(n)))
    main.do(put(X, T.var(t)))
    assert lines(after(build(main)))[2:] == ["2 -> 3: x := n", "3 -> 4: t := n", "4 -> 5: x := n"]


def test_parameters() -> None:
    main, w = Thread("main"), Thread("w")
    a, b = w.param("a"), w.param("b")
    w.do(put(X, T.add(T.var(a), T.var(b))))
    main.do(O.Create("w", c(2, 4), (c(1), c(0))))
    main.do(O.Create("w", c(3, 4), (c(1), c(1))))
    assert lines(after(build(main, w)), "w") == ["0 -> 1: x := b + 1"]


@pytest.mark.parametrize(("id_", "text"), [(2, "0 -> 1: x := 1"), (None, "0 -> 1: [self == 2] x := 1")])
def test_self_is_known_where_there_is_one_instance(id_: int | None, text: str) -> None:
    main, w = Thread("main"), Thread("w", id_)
    main.do(O.Create("w", c(2, 4), ()))
    w.do(step(T.eq(T.var(w.self_var), c(2, 4)), (X, c(1))))
    assert lines(after(build(main, w)), "w") == [text]


def test_shared_variable_set_before_the_threads_start() -> None:
    main, w = Thread("main"), Thread("w", 2)
    main.do(put(P, c(1)))
    main.do(O.Create("w", c(2, 4), ()))
    t = w.local("t")
    w.do(put(t, T.var(P)))
    w.do(step(T.eq(T.var(t), c(1)), (X, c(1))))
    before = build(main, w)
    for keep in (False, True):
        assert lines(after(before, keep=keep), "w") == ["0 -> 1: t := 1", "1 -> 2: x := 1"]


def test_shared_variable_that_a_thread_writes() -> None:
    main, w = Thread("main"), Thread("w", 2)
    main.do(put(P, c(1)))
    main.do(O.Create("w", c(2, 4), ()))
    main.do(put(main.local("t"), T.var(P)))
    w.do(put(P, c(0)))
    assert lines(after(build(main, w)))[-1] == "2 -> 3: t := p"


def test_shared_variable_that_is_written_with_its_own_value() -> None:
    """No other value is ever seen; but it is an access, and may be a race."""
    main, w = Thread("main"), Thread("w", 2)
    main.do(O.Create("w", c(2, 4), ()))
    main.do(put(main.local("t"), T.var(P)))
    w.do(put(P, c(0)))
    before = build(main, w)
    assert lines(after(before))[-1] == "1 -> 2: t := 0"
    assert lines(after(before, keep=True))[-1] == "1 -> 2: t := p"


def test_shared_variable_on_two_ways_into_the_threads() -> None:
    main, w = Thread("main"), Thread("w", 2)
    v = T.var(main.local("v", None))
    a, end = main.new(), main.new()
    main.edge(0, a, step(T.eq(v, c(0)), (P, c(1))))
    main.edge(0, end, step(T.ne(v, c(0))))
    main.edge(a, end, O.Create("w", c(2, 4), ()))
    main.at = end
    main.do(put(main.local("t"), T.var(P)))
    w.do(put(w.local("t"), T.var(P)))
    done = after(build(main, w))
    assert lines(done)[-1] == "2 -> 3: t := p"
    assert lines(done, "w") == ["0 -> 1: t := p"]


def test_arbitrary_start_is_no_constant() -> None:
    main = Thread("main")
    free = shared("free", None)
    main.do(put(main.local("t"), T.var(free)))
    before = build(main)
    assert lines(after(replace(before, shared=(free, *before.shared)))) == ["0 -> 1: t := free"]


def test_accesses_do_not_fold_away() -> None:
    main, w = Thread("main"), Thread("w", 2)
    main.do(O.Create("w", c(2, 4), ()))
    t, zero = main.local("t"), main.local("zero")
    main.do(put(t, T.bvand(T.var(X), T.var(zero))))
    main.do(put(Y, T.var(t)))
    w.do(put(X, c(1)))
    before = build(main, w)
    assert lines(after(before))[1:] == ["1 -> 2: t := 0", "2 -> 3: y := 0"]
    assert lines(after(before, keep=True))[1:] == ["1 -> 2: t := x & zero", "2 -> 3: y := t"]


def test_a_wait_that_cannot_end_stays() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(step(T.eq(T.var(t), c(1)), waits=True, role=O.Role.JOIN))
    assert lines(after(build(main))) == ["0 -> 0: [false] {waits, join}"]


def test_fresh_numbers_are_not_constant() -> None:
    main = Thread("main")
    h, n = main.local("h", width=4), main.local("n", width=4)
    main.do(O.Fresh(h, 1, n, 2, 0))
    main.do(step(T.eq(T.var(h), c(0, 4))))
    main.do(step(T.eq(T.var(n), c(0, 4))))
    assert len(lines(after(build(main)))) == 3
