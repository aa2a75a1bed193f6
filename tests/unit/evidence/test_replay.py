"""A counterexample is believed only if the interpreter can follow it to the violation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers import ir_build as IR
from tests.helpers.exploring import answer, replayed
from tests.helpers.ir_builder import Code, ended_array, mutex, peterson, program, word, words
from threadproof.errors import InternalError
from threadproof.evidence.replay import replay
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Source
from threadproof.logic import term as T
from threadproof.properties import NO_DATA_RACE, NO_DEADLOCK, TERMINATION, UNREACH_CALL, named
from threadproof.result.counterexample import Counterexample, Determine, Move
from threadproof.result.verdict import Change


def found_in(p: Program, property_: str = "unreach-call") -> Counterexample:
    found = answer(p, property_)
    assert isinstance(found, Counterexample)
    return found


def refused(p: Program, property_: str, c: Counterexample, why: str) -> None:
    with pytest.raises(InternalError, match=why):
        replay(p, named(property_), c)


# ---------------------------------------------------------------- what is refused


def test_a_move_too_few_or_too_many() -> None:
    p = peterson(broken=True)
    c = found_in(p)
    assert replay(p, UNREACH_CALL, c).violated == "unreach-call"
    refused(p, "unreach-call", replace(c, moves=c.moves[:-1]), "does not reach an error")
    refused(p, "unreach-call", replace(c, moves=c.moves[1:]), "no running instance|not where|guard")
    refused(p, "unreach-call", replace(c, moves=c.moves[:3] + c.moves[4:]), "move")
    refused(p, "no-overflow", c, "does not reach an error")
    refused(p, "unreach-call", replace(c, part="no-overflow"), "is said to violate")


def inputs() -> Program:
    ended = ended_array()
    x = word("x", None)
    m = Code("main", 1)
    a, b = m.var("a"), m.var("b")
    m.havoc(a, 3, 5)
    m.assign(b, T.var(x))
    m.check(T.ne(T.add(a, b), m.const(5)))
    m.end(ended)
    return program(ended, [x], m)


def test_values_must_be_possible() -> None:
    p = inputs()
    c = found_in(p)
    assert [type(m).__name__ for m in c.moves] == ["Move", "Determine", "Move", "Move"]
    first, value = c.moves[0], c.moves[1]
    assert isinstance(first, Move)
    assert isinstance(value, Determine)
    rest = c.moves[2:]
    refused(p, "unreach-call", replace(c, moves=(replace(first, choice=6), value, *rest)), "cannot be chosen")
    refused(p, "unreach-call", replace(c, moves=(replace(first, choice=None), value, *rest)), "cannot be chosen")
    refused(p, "unreach-call", replace(c, moves=(first, replace(value, value=1 << 32), *rest)), "is no value")
    refused(p, "unreach-call", replace(c, moves=(first, value, value, *rest)), "already has a value")
    refused(p, "unreach-call", replace(c, moves=(first, *rest)), "has no value yet")
    refused(p, "unreach-call", replace(c, moves=(first, replace(value, value=77), *rest)), "guard")


def locks(order: int) -> Program:
    ended = ended_array()
    m, n = mutex("m"), mutex("n")
    main, a, b = Code("main", 1), Code("a", 2), Code("b", 3)
    main.create("a", 2)
    main.create("b", 3)
    main.end(ended)
    for code, (p, q) in ((a, (m, n)), (b, (n, m) if order else (m, n))):
        code.lock(p)
        code.lock(q)
        code.unlock(q)
        code.unlock(p)
        code.end(ended)
    return program(ended, [m, n], main, a, b)


def test_a_deadlock_that_is_none() -> None:
    p = locks(1)
    c = found_in(p, "no-deadlock")
    assert replay(p, NO_DEADLOCK, c).trace.violation.startswith("deadlock: a waits for n")
    refused(p, "no-deadlock", replace(c, moves=c.moves[:-1]), "no deadlock")
    q = locks(0)
    moves = tuple(Move(i, e) for i in (1, 2, 3) for e in _straight(q, {1: "main", 2: "a", 3: "b"}[i]))
    refused(q, "no-deadlock", Counterexample(moves, "no-deadlock"), "no deadlock")


def _straight(p: Program, template: str) -> list[Edge]:
    t = p.templates[template]
    found, at = [], t.entry
    while at != t.exit:
        found.append(t.edges[at][0])
        at = found[-1].target
    return found


def race_program() -> Program:
    ended = ended_array()
    x, y = word("x"), words("y", 3)
    main, a = Code("main", 1), Code("a", 2)
    t = main.var("t")
    main.create("a", 2)
    main.assign(t, T.var(x))
    main.assign(T.select(y, (main.const(0),)), 1)
    main.end(ended)
    a.assign(T.var(x), 1)
    a.assign(T.select(y, (a.const(1),)), 1)
    a.end(ended)
    return program(ended, [x, y], main, a)


def test_a_race_that_is_none() -> None:
    p = race_program()
    c = found_in(p, "no-data-race")
    assert replay(p, NO_DATA_RACE, c).trace.violation == "data race on x: main reads (t.c:2), a writes (t.c:1)"
    assert c.racing is not None
    first, second = c.racing
    refused(p, "no-data-race", replace(c, racing=None), "no two racing moves")
    refused(p, "no-data-race", replace(c, racing=(first, first)), "no two racing moves")
    main, a = p.templates["main"], p.templates["a"]
    later = Move(2, a.edges[second.edge.target][0])
    refused(p, "no-data-race", replace(c, racing=(first, later)), "is not possible")
    # further on, both write different cells of y
    moves = (*c.moves, first, second)
    racing = (Move(1, main.edges[first.edge.target][0]), later)
    refused(p, "no-data-race", replace(c, moves=moves, racing=racing), "do not touch the same cell")


def spinning(stop: int) -> Program:
    ended = ended_array()
    x = word("x")
    main, a = Code("main", 1), Code("a", 2)
    t = main.var("t")
    main.create("a", 2)
    main.while_(T.ne(t, main.const(stop)), lambda: None, before=lambda: main.assign(t, T.var(x)))
    main.end(ended)
    a.assign(T.var(x), 1)
    a.end(ended)
    return program(ended, [x], main, a)


def test_a_loop_that_is_none_or_not_fair() -> None:
    p = spinning(2)
    c = found_in(p, "termination")
    assert replay(p, TERMINATION, c).trace.violation.startswith("the program may run for ever")
    assert c.loop_start is not None
    refused(p, "termination", replace(c, moves=c.moves[:-1]), "does not lead back")
    refused(p, "termination", replace(c, loop_start=0), "does not lead back")
    refused(p, "termination", replace(c, loop_start=None), "no deadlock")
    # main spins before a has moved: a could always move, and never does
    q = spinning(1)
    main = q.templates["main"]
    create = main.edges[main.entry][0]
    load = main.edges[create.target][0]
    stay = next(
        e for e in main.edges[load.target] if e.target != main.exit and main.edges[e.target][0].target == load.source
    )
    back = main.edges[stay.target][0]
    moves = tuple(Move(1, e) for e in (create, load, stay, back, load, stay, back))
    refused(q, "termination", Counterexample(moves, "termination", loop_start=4), "not fair")


@pytest.mark.parametrize("reader", ["nobody", "guard", "another local", "shared", "itself"])
def test_a_loop_may_change_what_nothing_depends_on(reader: str) -> None:
    ended, x = IR.ended_array(), IR.shared("x", 1)
    main = IR.Thread("main", 1)
    i, j = main.local("i"), main.local("j")
    more = T.add(T.var(i), IR.c(1))
    guard = T.ult(T.var(i), IR.c(3)) if reader == "guard" else None
    updates = [(i, more)]
    updates += [(j, T.var(i))] if reader == "another local" else []
    updates += [(x, T.from_bool(T.ult(T.var(i), IR.c(3)), IR.WIDTH))] if reader == "shared" else []
    main.edge(0, 0, IR.step(guard, *updates))
    main.edge(
        0, main.exit, IR.step(T.eq(T.var(x), IR.c(0)), O.Update(ended, (T.const(1, 32),), T.TRUE), role=O.Role.END)
    )
    p = IR.program(ended, [x], main)
    c = Counterexample((Move(1, p.templates["main"].edges[0][0]),), "termination", loop_start=0)
    if reader == "guard":
        refused(p, "termination", c, "does not lead back")
    else:
        assert replay(p, TERMINATION, c).trace.violation.startswith("the program may run for ever")


def test_atomic_sections_keep_others_out() -> None:
    ended = ended_array()
    main, a = Code("main", 1), Code("a", 2)
    main.create("a", 2)
    main.do(O.AtomicBegin())
    main.do(O.AtomicEnd())
    main.end(ended)
    a.check(T.FALSE)
    a.end(ended)
    p = program(ended, [], main, a)
    m, t = p.templates["main"], p.templates["a"]
    begin = m.edges[m.edges[m.entry][0].target][0]
    moves = (Move(1, m.edges[m.entry][0]), Move(1, begin), Move(2, t.edges[t.entry][0]))
    refused(p, "unreach-call", Counterexample(moves, "unreach-call"), "may not move")


@pytest.mark.parametrize("completes", [True, False])
def test_a_section_that_cannot_complete_has_no_race(completes: bool) -> None:
    ended = ended_array()
    x = word("x")
    main, a = Code("main", 1), Code("a", 2)
    t = main.var("t")
    main.create("a", 2)
    main.do(O.AtomicBegin())
    main.assign(t, T.var(x))
    main.do(O.Step(guard=T.eq(t, main.const(0 if completes else 1))))
    main.do(O.AtomicEnd())
    main.end(ended)
    a.assign(T.var(x), 1)
    a.end(ended)
    p = program(ended, [x], main, a)
    create, begin, load, *_ = _straight(p, "main")
    write = _straight(p, "a")[0]
    c = Counterexample((Move(1, create), Move(1, begin)), "no-data-race", racing=(Move(2, write), Move(1, load)))
    if completes:
        assert replay(p, NO_DATA_RACE, c).violated == "no-data-race"
    else:
        refused(p, "no-data-race", c, "cannot complete")


# ---------------------------------------------------------------- the trace


def test_trace_steps() -> None:
    """Names of instances, merged statements, values as the user sees them, source text and notes."""
    ended = ended_array()
    x, a = word("x"), words("a", 3)
    x.signed = True
    main, w = Code("main", 1), Code("worker")
    t, u = main.var("t"), w.var("u")

    def origin(function: str, line: int) -> Source:
        return Source(function, "dir/f.c", line, line)

    main.create("worker", 2)
    main.create("worker", 3)
    main.assign(t, T.var(x))
    main.check(T.eq(t, main.const(0)), "x is not 0")
    main.end(ended)
    w.assign(u, T.var(x))
    w.assign(T.var(x), T.sub(u, w.const(7)))
    w.assign(T.select(a, (w.const(2),)), 5)
    w.end(ended)
    p = program(ended, [x, a], main, w)
    worker = p.templates["worker"]
    worker.edges = [
        [replace(e, origin=origin("set", 3 if n < 3 else 4), note="a note" if n == 2 else "") for e in out]
        for n, out in enumerate(worker.edges)
    ]
    p.sources["dir/f.c"] = ["", "", "  x = x - 7;", "  a[2] = 5;"]
    found = replayed(p)
    steps = [s for s in found.trace.steps if s.thread != "main"]
    assert {s.thread for s in steps} <= {"worker", "worker#2"}
    first = steps[0]
    assert (first.function, first.file, first.line, first.text) == ("set", "dir/f.c", 3, "x = x - 7;")
    assert Change("x", "-7") in first.changes
    assert first.note == "a note"
    assert found.trace.violation == "x is not 0"
    assert found.trace.steps[-1].thread == "main"


def test_changed_cells_are_named() -> None:
    ended = ended_array()
    a, b = words("a", 3), words("b", None)
    m = Code("main", 1)
    m.assign(T.select(a, (m.const(2),)), 5)
    m.assign(T.select(b, (m.const(1000),)), 6)
    m.check(T.FALSE)
    m.end(ended)
    steps = replayed(program(ended, [a, b], m)).trace.steps
    assert [c for s in steps for c in s.changes] == [Change("a[2]", "5"), Change("b[1000]", "6")]
