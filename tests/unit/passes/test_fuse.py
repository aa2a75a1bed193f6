from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Memory, Program, Root
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.passes.fuse import MAX_SIZE, fuse, fuse_if_covered
from threadproof.passes.simplify import simplify

X, Y, M = shared("x"), shared("y"), shared("m", kind="sync")


def build(main: Thread) -> Program:
    ended = ended_array()
    if main.at != main.exit:
        # the last step of the thread is visible: nothing is fused with it
        main.end(ended)
    return program(ended, [X, Y, M], main)


def fused(main: Thread, *, strict: bool = True) -> list[str]:
    before = build(main)
    after = (fuse_if_covered if strict else fuse)(before)
    assert check(after) == []
    return lines(simplify(after))


def branch(main: Thread, condition: Term) -> None:
    """if (condition) x = 1; else x = 0;"""
    start, end = main.at, main.new()
    for value, guard in ((1, condition), (0, T.not_(condition))):
        main.at = main.new()
        main.edge(start, main.at, step(guard))
        main.edge(main.at, end, put(X, c(value)))
    main.at = end


def test_load_and_branch() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    branch(main, T.eq(T.var(t), c(0)))
    assert fused(main) == ["0 -> 1: [x == 0]", "0 -> 2: [x != 0]", "1 -> 3: x := 1", "2 -> 3: x := 0"]


def test_spin_loop() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    main.edge(main.at, 0, step(T.eq(T.var(t), c(0))))
    main.do(step(T.ne(T.var(t), c(0))))
    assert fused(main) == ["0 -> 0: [x == 0]", "0 -> 1: [x != 0]"]


def test_load_and_local_step() -> None:
    main = Thread("main")
    t, u = main.local("t"), main.local("u")
    main.do(put(t, T.var(X)))
    main.do(put(u, T.add(T.var(t), c(1))))
    main.do(put(Y, T.var(u)))
    assert fused(main) == ["0 -> 1: u := x + 1", "1 -> 2: y := u"]


def test_increment_stays_two_steps() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    main.do(put(X, T.add(T.var(t), c(1))))
    assert fused(main) == ["0 -> 1: t := x", "1 -> 2: x := t + 1"]


def test_local_steps_join_the_access_behind_them() -> None:
    main = Thread("main")
    t, u = main.local("t"), main.local("u")
    main.do(put(t, T.add(T.var(u), c(1))))
    main.do(step(None, (t, T.var(u)), (u, T.var(t))))
    main.do(put(X, T.add(T.var(u), c(1))))
    main.do(put(Y, T.var(t)))
    assert fused(main) == ["0 -> 1: t := u, x := u + -2", "1 -> 2: y := t"]


def test_write_then_failing_guard_is_not_fused() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(X, c(1)))
    main.do(step(T.eq(T.var(t), c(1))))
    main.do(put(Y, c(1)))
    assert fused(main, strict=False) == ["0 -> 1: x := 1", "1 -> 2: [t == 1] y := 1"]


def test_write_then_covering_guards_are() -> None:
    """A compare-and-swap and the branch on its result."""
    main = Thread("main")
    r = main.local("r")
    hit = T.eq(T.var(X), c(0))
    main.do(step(None, (r, T.from_bool(hit, 2)), (X, T.ite(hit, c(1), T.var(X))), order=O.Order.SEQ_CST))
    branch(main, T.eq(T.var(r), c(1)))
    assert fused(main)[:2] == [
        "0 -> 1: [x == 0] x := (x == 0) ? 1 : x {atomic}",
        "0 -> 2: [x != 0] x := (x == 0) ? 1 : x {atomic}",
    ]


def test_load_and_assume() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    main.do(step(T.eq(T.var(t), c(1))))
    main.do(put(Y, c(1)))
    assert fused(main, strict=False) == ["0 -> 1: [x == 1]", "1 -> 2: y := 1"]


def test_load_and_assume_are_left_alone_for_races_and_termination() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    main.do(step(T.eq(T.var(t), c(1))))
    main.do(put(Y, c(1)))
    assert fused(main) == ["0 -> 1: t := x", "1 -> 2: [t == 1] y := 1"]


def test_accesses_are_kept_even_if_not_needed() -> None:
    main = Thread("main")
    t, u = main.local("t"), main.local("u")
    main.do(put(t, T.var(X)))
    branch(main, T.eq(T.var(u), c(0)))
    assert fused(main)[:2] == ["0 -> 1: [u == 0] t := x", "0 -> 2: [u != 0] t := x"]


def test_case_split_over_a_pointer() -> None:
    main = Thread("main")
    p, t = main.local("p"), main.local("t")
    target = main.new()
    main.edge(0, target, step(T.eq(T.var(p), c(0)), (t, T.var(X))))
    main.edge(0, target, step(T.eq(T.var(p), c(1)), (t, T.var(Y))))
    main.at = target
    branch(main, T.eq(T.var(t), c(0)))
    assert fused(main)[:4] == [
        "0 -> 1: [(p == 0) && (x == 0)]",
        "0 -> 2: [(p == 0) && (x != 0)]",
        "0 -> 1: [(p == 1) && (y == 0)]",
        "0 -> 2: [(p == 1) && (y != 0)]",
    ]


def test_flag_of_a_condition_disappears() -> None:
    """b = x && y as the front end writes it: two assignments to a temporary meet in a branch."""
    main = Thread("main")
    b, t = main.local("b"), main.local("t")
    join, other = main.new(), main.new()
    main.do(put(t, T.var(X)))
    main.edge(main.at, join, step(T.eq(T.var(t), c(0)), (b, c(0))))
    main.edge(main.at, other, step(T.ne(T.var(t), c(0))))
    main.edge(other, join, put(b, T.var(Y)))
    main.at = join
    branch(main, T.eq(T.var(b), c(0)))
    got = fused(main)
    assert got[:4] == ["0 -> 2: [x == 0]", "0 -> 1: [x != 0]", "1 -> 2: [y == 0]", "1 -> 3: [y != 0]"]


def acquire() -> O.Step:
    free = T.eq(T.var(M), c(0))
    return step(free, (M, c(1)), waits=True, role=O.Role.ACQUIRE, lock=O.Cell(M))


def test_nothing_shared_is_fused_with_a_lock() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, T.var(X)))
    main.do(acquire())
    main.do(put(Y, T.var(t)))
    assert len(fused(main)) == 3


def test_local_steps_around_a_lock() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, c(1)))
    main.do(acquire())
    main.do(put(t, T.add(T.var(t), c(1))))
    main.do(put(Y, T.var(t)))
    assert fused(main) == ["0 -> 1: [m == 0] m := 1, t := -2 {waits, acquire m}", "1 -> 2: y := t"]


def test_a_guard_is_not_merged_into_a_wait() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(step(T.eq(T.var(t), c(1))))
    main.do(acquire())
    branch(main, T.eq(T.var(t), c(0)))
    got = fused(main)
    assert got[0] == "0 -> 1: [t == 1]"
    assert got[1].startswith("1 -> 2: [m == 0]")


@pytest.mark.parametrize("strict", [False, True])
def test_who_waits_has_decided_to(strict: bool) -> None:
    """Choosing between waiting and going on, and then waiting, can be stuck; choosing what is possible cannot."""
    main = Thread("main")
    t = main.local("t")
    waiting, end = main.new(), main.new()
    main.edge(0, waiting, put(t, c(1)))
    main.edge(0, end, step())
    main.edge(waiting, end, acquire())
    main.at = end
    assert not any("waits" in text for text in fused(main, strict=strict) if text.startswith("0 "))


def test_beside_a_wait_a_step_must_not_fail_later() -> None:
    main = Thread("main")
    t = main.local("t")
    between, end = main.new(), main.new()
    main.edge(0, end, acquire())
    main.edge(0, between, put(t, T.var(X)))
    main.edge(between, end, step(T.eq(T.var(t), c(1))))
    main.at = end
    assert any(text.endswith("t := x") for text in fused(main, strict=False))


@pytest.mark.parametrize("op", [O.Exit("abort"), O.Havoc(X, (), 0, 1), O.Signal(O.Cell(M)), O.Fresh(X, 1, None, 0, 0)])
def test_other_operations_stay(op: O.Op) -> None:
    main = Thread("main")
    t = main.local("t")
    if isinstance(op, O.Fresh):
        op = replace(op, target=main.local("u"))
    main.do(put(t, c(1)))
    main.do(op)
    main.do(step(T.eq(T.var(t), c(1))))
    assert len(fused(main)) == 3


def test_nothing_crosses_the_border_of_an_atomic_section() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, c(1)))
    main.do(O.AtomicBegin())
    main.do(put(t, T.add(T.var(t), c(1))))
    main.do(put(X, T.var(t)))
    main.do(O.AtomicEnd())
    main.do(put(X, T.var(t)))
    assert fused(main) == [
        "0 -> 1: t := 1",
        "1 -> 2: atomic begin",
        "2 -> 3: t := t + 1, x := t + 1",
        "3 -> 4: atomic end",
        "4 -> 5: x := t",
    ]


def test_terms_stay_small() -> None:
    main = Thread("main")
    t = main.local("t")
    for _ in range(12):
        main.do(put(t, T.mul(T.var(t), T.add(T.var(t), c(1)))))
    main.do(put(X, T.var(t)))
    got = fused(main)
    assert 1 < len(got) < 12
    assert all(len(text) < 8 * MAX_SIZE for text in got)


def test_local_arrays() -> None:
    main = Thread("main")
    a = array("main.a", 2, is_shared=False)
    main.locals.append(a)
    t = main.local("t")
    main.do(step(None, O.Update(a, (c(0, 8),), c(1))))
    main.do(put(t, T.select(a, (c(0, 8),))))
    main.do(put(X, T.var(t)))
    assert fused(main) == ["0 -> 1: a[0] := 1", "1 -> 2: x := a[0]"]


def test_pointers_of_the_leak_check_keep_their_moment() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, c(1)))
    main.do(put(X, c(1)))
    before = build(main)
    assert len(lines(simplify(fuse(before)))) == 1
    kept = replace(before, memory=Memory(4, (), (), {"main": (Root(t),)}))
    assert len(lines(simplify(fuse(kept)))) == 2


def test_the_access_decides_whether_the_step_is_atomic() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, c(1), order=O.Order.SEQ_CST))
    main.do(put(X, T.var(t)))
    main.do(put(Y, c(1), order=O.Order.SEQ_CST))
    main.do(put(t, c(0)))
    assert fused(main) == ["0 -> 1: x := 1", "1 -> 2: y := 1, t := 0 {atomic}"]


def test_a_wait_that_cannot_end_stays() -> None:
    main = Thread("main")
    t = main.local("t")
    main.do(put(t, c(1)))
    main.do(step(T.eq(T.var(t), c(0)), waits=True, role=O.Role.JOIN))
    assert fused(main) == ["0 -> 0: [false] {waits, join}"]


WIDE = 32


def wide(value: int) -> Term:
    return c(value, WIDE)


def inputs(main: Thread, *names: str) -> list[Term]:
    """havoc the first, the others are plain locals."""
    variables = [main.local(n, width=WIDE) for n in names]
    main.do(O.Havoc(variables[0], (), 0, (1 << WIDE) - 1))
    return [T.var(v) for v in variables]


def assign(target: Term, value: Term) -> O.Step:
    assert target.var is not None
    return put(target.var, value)


def test_an_input_that_is_handed_on() -> None:
    main = Thread("main")
    t, n = inputs(main, "t", "n")
    main.do(assign(n, t))
    main.do(step(T.eq(n, wide(1))))
    assert fused(main) == ["0 -> 1: havoc n in 0..4294967295", "1 -> 2: [n == 1]"]


def test_an_input_that_is_handed_on_and_still_needed() -> None:
    main = Thread("main")
    t, n = inputs(main, "t", "n")
    main.do(assign(n, t))
    main.do(step(T.eq(n, t)))
    assert fused(main)[0] == "0 -> 1: havoc t in 0..4294967295"


def test_an_input_is_narrowed_before_it_is_needed() -> None:
    """`assume(n < 5)`, then computing with n: together they would need to know n before it is small."""
    main = Thread("main")
    n, m = inputs(main, "n", "m")
    main.do(step(T.ult(n, wide(5))))
    main.do(assign(m, T.mul(n, n)))
    main.do(step(T.eq(m, wide(4))))
    assert fused(main)[1:] == ["1 -> 2: [n <u 5]", "2 -> 3: [(n * n) == 4]"]


def test_comparisons_of_inputs_are_fused() -> None:
    main = Thread("main")
    n, _ = inputs(main, "n", "m")
    main.do(step(T.ult(n, wide(5))))
    main.do(step(T.ult(wide(1), T.add(n, wide(1)))))
    assert fused(main)[1:] == ["1 -> 2: [(n <u 5) && (1 <u (n + 1))]"]


def test_comparing_and_handing_on_are_not() -> None:
    main = Thread("main")
    n, m = inputs(main, "n", "m")
    main.do(step(T.ult(n, wide(5))))
    main.do(assign(m, n))
    main.do(put(X, c(1)))
    main.do(step(T.ult(m, wide(3))))
    assert fused(main)[1:3] == ["1 -> 2: [n <u 5]", "2 -> 3: m := n, x := 1"]
