"""The printed form of every operation and declaration."""

from __future__ import annotations

import pytest

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, shared, step
from threadproof.ir import op as O
from threadproof.ir.printer import print_edge, print_op, print_program, print_var
from threadproof.ir.program import Edge, Source
from threadproof.logic import term as T
from threadproof.logic.term import Var

X = shared("x")
A = array("a", 4)
T1 = Var("t", 2, False)


@pytest.mark.parametrize(
    ("op", "text"),
    [
        (step(), "skip"),
        (step(T.eq(T.var(X), c(0))), "[x == 0]"),
        (step(T.eq(T.var(X), c(0)), (T1, T.var(X)), (X, c(1))), "[x == 0] t := x, x := 1"),
        (step(None, O.Update(A, (c(2, 8),), c(1))), "a[2] := 1"),
        (put(X, c(1), order=O.Order.SEQ_CST), "x := 1 {atomic}"),
        (
            step(T.eq(T.var(X), c(0)), waits=True, role=O.Role.ACQUIRE, lock=O.Cell(X)),
            "[x == 0] {waits, acquire x}",
        ),
        (step(None, role=O.Role.END), "skip {end}"),
        (O.Havoc(T1, (), 0, 3), "havoc t in 0..3"),
        (O.Havoc(A, (), 0, 3), "havoc a[*]"),
        (O.Havoc(A, (c(1),), 0, 1), "havoc a[1] in 0..1"),
        (O.Fresh(T1, 7, None, 2, 0), "t := fresh site 7 base 2 shift 0"),
        (O.Fresh(T1, 7, T1, 16, 4), "t := fresh site 7 count t base 16 shift 4"),
        (O.Signal(O.Cell(A, (c(0),))), "signal a[0]"),
        (O.Create("w", c(2, 4), (T.var(T1), c(1))), "create w(t, 1) as 2"),
        (O.Exit("main returned", is_normal=True), "exit 'main returned' normally"),
        (O.Exit("abort"), "exit 'abort'"),
        (O.AtomicBegin(), "atomic begin"),
        (O.AtomicEnd(), "atomic end"),
        (O.Unsupported("setjmp"), "unsupported 'setjmp'"),
    ],
)
def test_operations(op: O.Op, text: str) -> None:
    assert print_op(op) == text


@pytest.mark.parametrize(
    ("v", "text"),
    [
        (Var("n", 32, True, signed=True, init=0xFFFFFFFF, lvalue="n"), "n : i32 = -1"),
        (Var("n", 8, True, init=None, lvalue="main::n"), "n : u8 = ?  (is main::n)"),
        (Var("a", 8, True, dims=1, length=3, cells=((1, 5),)), "a : u8[3] = 0 {1: 5}"),
        (Var("e", 0, True, dims=1, kind="system"), "e : bool[*] = false  (system)"),
        (Var("h", 8, True, dims=2, kind="life", group="o"), "h : u8[*][*] = 0  (life, group o)"),
    ],
)
def test_declarations(v: Var, text: str) -> None:
    assert print_var(v) == text


def test_edge_with_note() -> None:
    assert print_edge(Edge(1, 2, step(), Source("f", "f.c", 3), "the loop ends")) == (
        "L1 -> L2: skip  // f.c:3 the loop ends"
    )
    assert print_edge(Edge(1, 2, step(), Source("", "", 0))) == "L1 -> L2: skip"


def test_program() -> None:
    ended = ended_array()
    main = Thread("main", 1)
    t = main.local("t", None)
    main.do(O.Create("w", c(2, 4), (c(1),)))
    main.do(put(t, T.var(X)))
    bad = main.error("x is 1")
    main.edge(main.at, bad, step(T.eq(T.var(t), c(1))))
    main.do(step(T.ne(T.var(t), c(1))))
    main.end(ended)
    worker = Thread("w", 2)
    worker.param("arg")
    worker.end(ended)
    text = print_program(program(ended, [X], main, worker))
    assert text == print_program(program(ended, [X], main, worker))
    assert text == (
        """\
program test

shared
  x : u2 = 0
  ended : bool[*] = false  (system)

thread main  id 1
  self main.self : u4 = 0
  local main.t : u2 = ?
  L0 entry
    L0 -> L2: create w(1) as 2  // t.c:1
  L1 exit
    L2 -> L3: main.t := x  // t.c:2
    L3 -> L4: [main.t == 1]  // t.c:3
    L3 -> L5: [main.t != 1]  // t.c:4
  L4 error unreach-call: x is 1
    L5 -> L1: ended[u32(main.self)] := true {end}  // t.c:5

thread w  id 2
  self w.self : u4 = 0
  param w.arg : u2 = 0
  L0 entry
    L0 -> L1: ended[u32(w.self)] := true {end}  // t.c:1
  L1 exit
"""
    )
