from __future__ import annotations

from dataclasses import replace

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Memory, Program, Root
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.passes.scalarize import scalarize

X = shared("x")


def build(main: Thread, *variables: Var) -> Program:
    ended = ended_array()
    main.end(ended)
    return program(ended, [X, *variables], main)


def at(v: Var, i: int) -> tuple[T.Term, ...]:
    return (c(i, 8),)


def test_constant_indices() -> None:
    a = replace(array("a", 4, 1), cells=((2, 3),))
    main = Thread("main")
    main.do(step(None, O.Update(a, at(a, 0), c(1)), lock=O.Cell(a, at(a, 0))))
    main.do(put(X, c(1)))
    main.do(step(T.eq(T.select(a, at(a, 2)), c(1))))
    main.do(O.Havoc(a, at(a, 3), 0, 1))
    done = scalarize(build(main, a))
    assert check(done) == []
    assert [(v.name, v.init, v.lvalue) for v in done.shared[1:-1]] == [
        ("a[0]", 1, "a[0]"),
        ("a[2]", 3, "a[2]"),
        ("a[3]", 1, "a[3]"),
    ]
    assert lines(done) == ["0 -> 2: a[0] := 1 {on a[0]}", "2 -> 3: x := 1", "3 -> 4: [a[2] == 1]",
                           "4 -> 5: havoc a[3] in 0..1"]  # fmt: skip


def test_one_other_index_is_enough_to_stay() -> None:
    a = array("a", 4)
    main = Thread("main")
    i = main.local("i")
    main.do(step(None, O.Update(a, at(a, 0), c(1))))
    main.do(put(i, T.select(a, (T.var(i),))))
    before = build(main, a)
    assert scalarize(before) is before


def test_groups_stay_together() -> None:
    object_, offset = (replace(array(n, 4), group="p") for n in ("p.obj", "p.off"))
    main = Thread("main")
    i = main.local("i")
    main.do(step(None, O.Update(object_, at(object_, 1), c(1)), O.Update(offset, at(offset, 1), c(0))))
    before = build(main, object_, offset)
    done = scalarize(before)
    assert check(done) == []
    assert {v.group for v in done.shared if v.name.startswith("p.")} == {"p[1]"}
    main.edges[0].clear()
    main.at = 0
    main.do(put(i, T.select(offset, (T.var(i),))))
    main.do(put(i, T.select(object_, at(object_, 1))))
    before = build(main, object_, offset)
    assert scalarize(before) is before


def test_local_arrays_and_nested_terms() -> None:
    a = array("main.a", None, is_shared=False)
    main = Thread("main")
    main.locals.append(a)
    main.do(put(X, T.add(T.select(a, at(a, 9)), T.select(a, at(a, 1)))))
    done = scalarize(build(main))
    assert check(done) == []
    assert lines(done) == ["0 -> 2: x := a[9] + a[1]"]


def test_these_stay_arrays() -> None:
    outside, arbitrary, kept = array("outside", 2), array("arbitrary", 2), array("kept", 2)
    main = Thread("main")
    main.do(step(None, O.Update(outside, at(outside, 2), c(1))))
    main.do(O.Havoc(arbitrary, (), 0, 3))
    main.do(step(None, O.Update(kept, at(kept, 0), c(1))))
    before = replace(build(main, outside, arbitrary, kept), memory=Memory(4, (), (Root(kept),)))
    assert scalarize(before) is before
