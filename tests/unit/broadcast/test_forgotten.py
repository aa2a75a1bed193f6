"""Locals without a value: at some locations, and of threads that have not been started."""

from __future__ import annotations

import pytest

from threadproof.broadcast.cover import Coverable, Uncoverable, cover
from threadproof.broadcast.explore import explore
from threadproof.broadcast.inductive import complaint
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.program import Program
from threadproof.broadcast.trace import State, numbered


def is_safe(program: Program) -> bool:
    """The same answer for three threads and for every number."""
    verdict = cover(program)
    assert isinstance(verdict, Coverable | Uncoverable)
    if isinstance(verdict, Uncoverable):
        assert complaint(program, verdict) is None
    assert (explore(program, program.counts(3)).trace is None) == isinstance(verdict, Uncoverable)
    return isinstance(verdict, Uncoverable)


def test_what_is_forgotten_is_not_stored() -> None:
    text = """
        shared s = 0;
        template x * {
            local b = *, c = *;
            FORGETS
            1: skip -> 2;
            2: s := a.b, all(c) := * -> 3;
        }
    """
    states = [
        explore(parse_program(text.replace("FORGETS", forgets)), {"x": 2}).states
        for forgets in ("", "forgets 3: b;", "forgets 3: b, c;", "forgets 1: b, c; forgets 3: b, c;")
    ]
    assert states == sorted(states, reverse=True)
    assert len(set(states)) == 4
    everywhere = parse_program(text.replace("FORGETS", "forgets 1: b, c; forgets 2: b, c; forgets 3: b, c;"))
    # three locations for two threads, and `s` is arbitrary as soon as one of them has arrived
    assert explore(everywhere, {"x": 2}).states == 6 + 3


def test_what_was_read_is_what_is_there_later() -> None:
    text = """
        template x * {
            local b = *, c = *;
            forgets 1: b, c;
            1: a.c := !a.b constrain a.b' == a.b -> 2;
            2: assert a.b != a.c;
            3: skip;
        }
    """
    assert is_safe(parse_program(text))
    assert not is_safe(parse_program(text.replace("forgets 1: b, c;", "forgets 1: b, c; forgets 2: b;")))


@pytest.mark.parametrize(("condition", "safe"), [("a.b", False), ("a.b || !a.b", True), ("a.b || s", True)])
def test_an_assertion_fails_if_it_can(condition: str, safe: bool) -> None:
    text = "shared s = 1; template x * { local b = 1; forgets 1: b; 1: assert CONDITION; }"
    assert is_safe(parse_program(text.replace("CONDITION", condition))) == safe


def test_constraints_about_a_passive_thread_are_one() -> None:
    """There are values for each of the two constraints, and none for both."""
    text = """
        template x * {
            local b = 0, c = 0;
            error 3;
            forgets 1: b;
            1: assume true -> 2;
            2: skip constrain [p: x] p.b || p.c constrain [p: x] !p.b || p.c -> 3;
        }
    """
    for n in (2, 3):
        assert explore(parse_program(text), {"x": n}).trace is None
        assert explore(parse_program(text.replace("!p.b || p.c", "p.b || p.c")), {"x": n}).trace is not None


def test_constraints_over_several_threads_are_apart() -> None:
    """There are no values of three threads such that any two of them differ, but there are for any two threads."""
    text = """
        template x * {
            local b = 0;
            error 2;
            FORGETS
            1: skip constrain [p: x, q: x] p.b != q.b -> 2;
        }
    """
    assert explore(parse_program(text.replace("FORGETS", "")), {"x": 4}).trace is None
    assert explore(parse_program(text.replace("FORGETS", "forgets 1: b;")), {"x": 4}).trace is not None


def test_dormant_threads_have_no_values() -> None:
    program = parse_program("""
        template main 1 { error 2; 1: skip constrain [p: worker] p.b && p.c != p.b -> 2; }
        template worker * dormant { local b = 0, c = 0; 1: skip; }
    """)
    assert not is_safe(program)
    assert explore(program, program.counts(5)).states == 2


def test_values_at_the_start() -> None:
    text = """
        shared s = 0;
        template main 1 {
            local c = *;
            1: start worker when new.b == a.c && new.d;
            2: s := a.c;
            3: s := !s;
            4: skip;
        }
        template worker * dormant {
            local b = *, d = *, e = 0;
            1: assume s -> 2;
            2: assert BETTER;
        }
    """
    assert is_safe(parse_program(text.replace("BETTER", "a.d && !a.e")))
    assert not is_safe(parse_program(text.replace("BETTER", "a.b")))
    at_once = text.replace("3: s := !s;", "3: skip;")
    assert is_safe(parse_program(at_once.replace("BETTER", "a.b")))
    forgetful = at_once.replace("e = 0;", "e = 0; forgets 1: b;")
    assert not is_safe(parse_program(forgetful.replace("BETTER", "a.b")))


@pytest.mark.parametrize("workers", [0, 2])
def test_a_start_that_no_values_satisfy_is_impossible(workers: int) -> None:
    text = """
        shared s = *;
        template main 1 { error 2; 1: start worker when s && (new.b || INITIAL) -> 2; }
        template worker * dormant { local b = 0; 1: skip; }
    """
    counts = {"main": 1, "worker": workers}
    assert explore(parse_program(text.replace("INITIAL", "new.b")), counts).trace is None
    assert explore(parse_program(text.replace("INITIAL", "!new.b")), counts).trace is not None
    initially = text.replace("b = 0;", "b = *; initially !a.b && !s;").replace("INITIAL", "!new.b")
    assert explore(parse_program(initially), counts).trace is None


def test_a_trace_with_values_that_were_guessed() -> None:
    program = parse_program("""
        template main 1 { local c = *; forgets 1: c; forgets 2: c; 1: start worker when new.b != a.c; 2: skip; }
        template worker 1 dormant { local b = *; 1: assert a.b; }
    """)
    trace = explore(program, program.counts(1)).trace
    assert trace is not None
    main, asleep = LocalState(0, 1, 0), LocalState(1, 0, 0)
    assert trace.initial == State(0, ((main, 1), (asleep, 1)))
    (step,) = numbered(program, trace).steps
    assert step.threads == (LocalState(0, 2, 0), LocalState(1, 1, 0))


def test_evidence_knows_no_values_that_are_forgotten() -> None:
    program = parse_program("template x * { local b = 0; forgets 1: b; 1: assume false; 2: assert false; }")
    verdict = cover(program)
    assert isinstance(verdict, Uncoverable)
    assert complaint(program, verdict) is None
    wrong = Uncoverable(verdict.known | {(0, LocalState(0, 1, 1))}, verdict.basis)
    assert complaint(program, wrong) == "it is not about this program"
