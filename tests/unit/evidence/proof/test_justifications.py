"""Justifications on programs made by hand: what C text cannot easily be made to do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.ir_builder import Code, c, ended_array, mutex, program, step, word, words
from tests.helpers.proving import KIND
from threadproof.evidence.proof import check, waiting
from threadproof.evidence.proof.commute import obligation
from threadproof.evidence.proof.persistent import Alone
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.printer import digest
from threadproof.ir.program import Memory, Program, Root
from threadproof.ir.symbolic import Action, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import UNREACH_CALL, named


def proof(p: Program, nodes: list[list[Any]], covers: list[list[int]]) -> dict[str, Any]:
    return {
        "property": "unreach-call",
        "program": digest(p),
        "names": [],
        "terms": [],
        "nodes": nodes,
        "covers": covers,
    }


def complaints(p: Program, data: dict[str, Any]) -> list[str]:
    return [str(x) for x in check(p, UNREACH_CALL, KIND, data, Prover()).complaints]


# ---------------------------------------------------------------- cycles


def spinning() -> Program:
    """Main goes round in a local loop while the other thread goes to an error."""
    ended = ended_array()
    m = Code("main", 1)
    m.create("other", 2)
    m.edge(m.at, m.at, step())
    w = Code("other", 2)
    w.do(step())
    w.check(T.FALSE)
    w.end(ended)
    return program(ended, [], m, w)


def test_local_steps_that_go_round_in_a_circle() -> None:
    p = spinning()
    nodes = [
        [-1, 0, 0, None, [], [], [1], None],
        [0, 1, 0, None, [], [], [1], "local"],
        [1, 1, 0, None, [], [], [], None],
    ]
    found = complaints(p, proof(p, nodes, [[2, 1]]))
    assert found == ["node 1: threads that go alone go round in a circle"]


def test_the_error_is_found_where_the_thread_may_go() -> None:
    p = spinning()
    nodes = [
        [-1, 0, 0, None, [], [], [1], None],
        [0, 1, 0, None, [], [], [2, 1], None],
        [1, 2, 0, None, [], [], [2, 1], None],
        [1, 1, 0, None, [], [2], [], None],
        [2, 1, 0, None, [], [], [], None],
    ]
    found = complaints(p, proof(p, nodes, [[3, 1], [4, 2]]))
    assert any("node 2: the label does not exclude unreach-call" in x for x in found)


# ---------------------------------------------------------------- commuting


def actions(first: O.Op, second: O.Op, *shared: Var) -> tuple[Action, Action]:
    ended = ended_array()
    m = Code("main", 1)
    m.create("other", 2)
    m.do(first)
    m.end(ended)
    w = Code("other", 2)
    w.do(second)
    w.end(ended)
    s = Symbolic(program(ended, list(shared), m, w))
    (start,) = s.actions(s.root, s.root.places[0])
    both = s.successor(s.root, start)
    (a,) = s.actions(both, both.places[0])
    (b,) = s.actions(both, both.places[1])
    return a, b


def commute(a: Action, b: Action, *facts: Term) -> bool:
    need = obligation(a, b)
    return Prover().entails_all((*facts, *need.facts), need.goals)


X, Y = word("x"), word("y")
CELLS = words("cells", None)
I, J = word("i"), word("j")


def plus(v: Var, n: int) -> O.Step:
    return step(None, (v, T.add(T.var(v), c(n, 32))))


def put(index: Var, value: int) -> O.Step:
    return O.Step(updates=(O.Update(CELLS, (T.var(index),), c(value, 32)),))


def fill(value: int) -> O.Havoc:
    return O.Havoc(CELLS, (), value, value)


SAME, DIFFERENT = T.eq(T.var(I), T.var(J)), T.ne(T.var(I), T.var(J))


@pytest.mark.parametrize(
    ("first", "second", "facts", "expected"),
    [
        (plus(X, 1), plus(Y, 1), (), True),
        (plus(X, 1), plus(X, 2), (), True),
        (plus(X, 1), step(None, (X, c(0, 32))), (), False),
        (step(None, (X, c(5, 32))), step(None, (X, c(5, 32))), (), True),
        (step(None, (X, T.var(Y))), step(None, (Y, T.var(X))), (), False),
        (step(None, (X, T.var(Y))), step(None, (Y, T.var(X))), (T.eq(T.var(X), T.var(Y)),), True),
        (put(I, 1), put(J, 2), (), False),
        (put(I, 1), put(J, 2), (DIFFERENT,), True),
        (put(I, 1), put(J, 1), (), True),
        (put(I, 1), plus(I, 1), (DIFFERENT,), False),
        (fill(0), put(I, 1), (), False),
        (fill(1), put(I, 1), (), True),
        (fill(0), fill(0), (), True),
        (fill(0), fill(1), (), False),
        # a enables b, and b disables a: neither order can be replaced by the other
        (step(None, (X, c(1, 32))), step(T.eq(T.var(X), c(1, 32)), waits=True), (), False),
        (step(None, (X, c(1, 32))), step(T.eq(T.var(X), c(1, 32)), waits=True), (T.eq(T.var(X), c(1, 32)),), True),
        (step(T.eq(T.var(X), c(0, 32))), step(None, (X, c(1, 32))), (), False),
        # a disables b: a then b never happens, so there is nothing to replace
        (step(None, (X, c(1, 32))), step(T.eq(T.var(X), c(0, 32)), waits=True), (), True),
        (O.Exit("abort"), plus(X, 1), (), False),
        (plus(X, 1), O.Exit("abort"), (), False),
        (O.Unsupported("magic"), plus(X, 1), (), False),
        (O.Havoc(X, (), 0, 9), plus(Y, 1), (), True),
        (O.Havoc(X, (), 0, 9), plus(X, 1), (), False),
    ],
)
def test_commuting(first: O.Op, second: O.Op, facts: tuple[Term, ...], expected: bool) -> None:
    a, b = actions(first, second, X, Y, I, J, CELLS)
    assert commute(a, b, *facts) == expected


# ---------------------------------------------------------------- alone


def reason(p: Program, why: str, property_: str = "unreach-call", steps: int = 0) -> str:
    """The complaint about main going alone, after so many of its steps."""
    s = Symbolic(p)
    control = s.root
    for _ in range(steps):
        control = s.successor(control, s.actions(control, control.places[0])[0])
    return Alone(s, named(property_), Prover(), {}).complaint(why, control, control.places[0])


def with_reader(*, reads: bool, exits: bool = False) -> Program:
    """Main writes x while the other thread, or one that it creates, may read it."""
    ended, x = ended_array(), word("x")
    m = Code("main", 1)
    m.create("other", 2)
    m.assign(T.var(x), 1)
    m.end(ended)
    w = Code("other", 2)
    w.create("third", 3)
    if exits:
        w.return_()
    else:
        w.end(ended)
    t = Code("third", 3)
    if reads:
        t.assign(t.var("seen"), T.var(x))
    t.end(ended)
    return program(ended, [x], m, w, t)


def test_the_future_includes_what_others_create() -> None:
    assert reason(with_reader(reads=False), "future", steps=1) == ""
    assert "may still touch x" in reason(with_reader(reads=True), "future", steps=1)


def test_a_return_reads_all_memory_where_leaks_matter() -> None:
    p = with_reader(reads=False, exits=True)
    x = p.shared[0]
    p.memory = Memory(0, (), (Root(x),))
    assert reason(p, "future", steps=1) == ""
    assert "may still touch x" in reason(p, "future", "valid-memsafety", steps=1)
    p.memory = Memory(0, (), ())
    assert reason(p, "future", "valid-memsafety", steps=1) == ""


def ending(*wait: O.Step) -> Program:
    ended = ended_array()
    m = Code("main", 1)
    m.create("other", 2)
    m.end(ended)
    w = Code("other", 2)
    for op in wait:
        w.do(op)
    w.end(ended)
    return program(ended, [word("who", 0)], m, w)


def test_only_waiting_for_an_end_is_quiet() -> None:
    ended = ended_array()
    is_ended = T.select(ended, (c(1, 32),))

    def says(op: O.Step) -> str:
        p = ending(op)
        # the same `ended` and `who` in the step as in the program
        return reason(replaced(p, ended), "end", steps=1)

    def replaced(p: Program, new: Var) -> Program:
        old = p.ended
        who = next(v for v in p.shared if v.name == "who")

        def leaf(u: Term) -> Term | None:
            if u.var is new:
                return T.select(old, u.args)
            return T.var(who) if u.var is not None and u.var.name == "who" else None

        for t in p.templates.values():
            for out in t.edges:
                for i, e in enumerate(out):
                    if isinstance(e.op, O.Step):
                        updates = tuple(
                            O.Update(old if u.var is new else u.var, u.index, T.transform(u.value, leaf))
                            for u in e.op.updates
                        )
                        guard = T.transform(e.op.guard, leaf)
                        out[i] = e.with_op(O.Step(guard, updates, waits=e.op.waits, role=e.op.role))
        return p

    who = word("who", 0)
    assert says(step(is_ended, waits=True, role=O.Role.JOIN)) == ""
    assert "not only waited for" in says(step(T.not_(is_ended), waits=True))
    assert "not only waited for" in says(step(is_ended))
    assert "not only waited for" in says(step(T.select(ended, (T.var(who),)), waits=True, role=O.Role.JOIN))
    assert "not only set by" in says(O.Step(updates=(O.Update(ended, (c(1, 32),), T.FALSE),)))


def test_a_spurious_wake_up_does_not_go_alone() -> None:
    ended = ended_array()
    m = Code("main", 1)
    m.do(step(role=O.Role.SPURIOUS))
    m.end(ended)
    assert "spurious wake-up" in reason(program(ended, [], m), "local")


# ---------------------------------------------------------------- sets of waiters


def waiters(*, init: int = 0, bit: int = 1, leaves: bool = False, signals: bool = False, adds: int = 2) -> list[str]:
    """Main waits in a bit set that the other thread signals; with things that it should not do."""
    ended, m0 = ended_array(), mutex("m")
    waiting_set = Var("waiting", 8, True, kind="sync", init=init)
    cell = T.var(waiting_set)
    m = Code("main", 1)
    m.create("other", 2)
    m.do(step(None, (waiting_set, T.bvor(cell, c(adds, 8))), role=O.Role.WAIT))
    gone = T.eq(T.bvand(cell, c(1 << bit, 8)), c(0, 8))
    if signals:
        m.do(O.Signal(O.Cell(waiting_set)))
    m.edge(
        m.at, m.at, step(T.not_(gone), (waiting_set, T.bvand(cell, c(0xFF ^ 2, 8))), waits=True, role=O.Role.SPURIOUS)
    )
    if leaves:
        m.do(step())
    else:
        m.do(step(gone, waits=True, role=O.Role.WAKE))
    m.end(ended)
    w = Code("other", 2)
    w.do(O.Signal(O.Cell(waiting_set)))
    w.end(ended)
    p = program(ended, [waiting_set, m0], m, w)
    return [str(x) for x in waiting.complaints(p, Prover())]


def test_sets_of_waiters() -> None:
    assert waiters() == []
    assert "not empty at first" in waiters(init=4)[0]
    assert "may leave while it is in the set" in waiters(leaves=True)[0]
    assert "may leave while it is in the set" in waiters(bit=2)[0]
    assert "does something else" in waiters(signals=True)[0]
    assert "adds others to the set" in waiters(adds=4)[0]
