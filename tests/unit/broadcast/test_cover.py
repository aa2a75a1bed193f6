"""Every number of threads: coverability against the search for few threads, its evidence, and its traces."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.unit.broadcast import naive
from tests.unit.broadcast.random_programs import calm_program, random_program
from threadproof.broadcast.cover import Coverable, Uncoverable, Undecided, cover
from threadproof.broadcast.explore import explore
from threadproof.broadcast.inductive import complaint
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Constraint, Program, Start, Update, separated
from threadproof.broadcast.trace import Trace, numbered
from threadproof.errors import Limit

CHUNKS = [0, 1, *[pytest.param(n, marks=pytest.mark.long) for n in range(2, 50)]]


def replay_in_the_closure(program: Program, trace: Trace) -> None:
    """Every step is a real one of the threads that are left, after which some may get lost; then there is an error."""
    result = numbered(program, trace)
    threads = list[LocalState | None](result.threads)
    shared = result.shared

    def values(bits: int) -> naive.Values:
        return tuple(bits >> i & 1 for i in range(len(program.shared)))

    def alive() -> naive.Full:
        return values(shared), tuple(naive.thread(program, t) for t in threads if t is not None)

    found = Counter(t.template for t in result.threads)
    assert all(t.number is None or found[i] <= t.number for i, t in enumerate(program.templates))
    counts = {t.name: found[i] for i, t in enumerate(program.templates)}
    assert alive() in set(naive.initial_states(program, counts))
    for step in result.steps:
        numbers = [i for i, t in enumerate(threads) if t is not None]
        active = numbers.index(step.thread)
        before = alive()
        edges = program.templates[before[1][active][0]].edges
        outcomes = [new for who, k, new in naive.successors(program, before) if who == active and edges[k] == step.edge]
        if isinstance(step.edge.statement, Start):  # it may come too late
            alone = [new[1][active] for new in outcomes]
            outcomes += [(before[0], (*before[1][:active], a, *before[1][active + 1 :])) for a in alone]
        threads, shared = list(step.threads), step.shared
        kept = [(i, t) for i, t in enumerate(threads) if t is not None]
        assert any(
            new[0] == values(shared) and all(new[1][numbers.index(i)] == naive.thread(program, t) for i, t in kept)
            for new in outcomes
        )
    assert naive.is_error(program, alive())


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("chunk", CHUNKS)
def test_against_the_search_for_few_threads(chunk: int) -> None:
    safe = unsafe = 0
    for seed in range(1000 + chunk * 40, 1040 + chunk * 40):
        program = random_program(Random(seed))
        text = print_program(program)
        verdict = cover(program, max_elements=300)
        if isinstance(verdict, Coverable):
            unsafe += 1
            replay_in_the_closure(program, verdict.trace)
        elif isinstance(verdict, Uncoverable):
            safe += 1
            assert complaint(program, verdict) is None, text
            for n in range(6):
                assert explore(program, program.counts(n), max_states=3000).trace is None, text
    assert safe > 3
    assert unsafe > 3


#: seeds of programs that are not safe or unsafe for the reasons of one thread alone: about one in ten is
WITH_BASIS = (1046, 1082, 1093, 1182)
WITH_SEVERAL = (1008, 1065, 1078, 1108, 1133, 1146, 1150, 1154, 1157, 1168)


def test_where_the_basis_is_needed() -> None:
    safe = unsafe = 0
    for seed in (*WITH_BASIS, *WITH_SEVERAL):
        program = calm_program(Random(seed))
        text = print_program(program)
        verdict = cover(program, max_elements=1000)
        if isinstance(verdict, Coverable) and verdict.trace.initial.size > 1:
            unsafe += 1
            replay_in_the_closure(program, verdict.trace)
        elif isinstance(verdict, Uncoverable) and verdict.basis:
            safe += 1
            assert complaint(program, verdict) is None, text
            for element in verdict.basis[:5]:
                fewer = tuple(e for e in verdict.basis if e != element)
                assert complaint(program, replace(verdict, basis=fewer)) is not None, text
            for n in range(1, 6):
                assert explore(program, {"x": n}, max_states=5000).trace is None, text
    assert safe == len(WITH_BASIS)
    assert unsafe == len(WITH_SEVERAL)


def test_a_real_error_is_an_error_of_the_closure() -> None:
    found = 0
    for seed in range(2060, 2100):
        program = random_program(Random(seed))
        trace = explore(program, program.counts(3), max_states=2000).trace
        if trace is not None:
            found += 1
            verdict = cover(program)
            assert isinstance(verdict, Coverable)
            assert verdict.trace.initial.size <= trace.initial.size + len(trace.steps)
    assert found > 8


LOCK = """
shared held = 0, out = 0;
template x * {
    local inside = 0;
    1: held := 1, a.inside := 1 constrain !held;
    2: assert held;
    3: out := 0;
    4: assert !out;
    5: out := 1;
    6: held := 0, a.inside := 0 -> 1;
}
"""


def test_a_lock_is_safe_for_every_number_of_threads() -> None:
    program = parse_program(LOCK)
    verdict = cover(program)
    assert isinstance(verdict, Uncoverable)
    assert complaint(program, verdict) is None


def test_wrong_evidence_is_refused() -> None:
    program = parse_program(LOCK)
    verdict = cover(program)
    assert isinstance(verdict, Uncoverable)
    for element in verdict.basis:
        rest = tuple(e for e in verdict.basis if e != element)
        assert complaint(program, replace(verdict, basis=rest)) is not None
    nothing = replace(verdict.basis[0], threads=((LocalState(0, 3, 1), 0),))
    assert complaint(program, replace(verdict, basis=(nothing,))) == "it is not about this program"
    stranger = replace(verdict.basis[0], threads=((LocalState(1, 3, 1), 1),))
    assert complaint(program, replace(verdict, basis=(stranger,))) == "it is not about this program"
    for pair in verdict.known:
        assert complaint(program, replace(verdict, known=verdict.known - {pair})) is not None
    assert complaint(program, Uncoverable(frozenset(), ())) == "an initial local state is not known"
    every = verdict.basis[0]
    initial = replace(every, shared=0, threads=((LocalState(0, 1, 0), 2),))
    assert complaint(program, replace(verdict, basis=(*verdict.basis, initial))) == "an initial state is in the set"
    for broken in ("held := 1, a.inside := 1;", "held := 1, a.inside := 1 constrain held => out;"):
        other = parse_program(LOCK.replace("held := 1, a.inside := 1 constrain !held;", broken))
        assert complaint(other, verdict) is not None


def test_limits() -> None:
    program = parse_program(LOCK)
    assert isinstance(cover(program, max_elements=1), Undecided)

    def stop() -> None:
        raise Limit("time")

    with pytest.raises(Limit):
        cover(program, tick=stop)


DISABLED = """
shared s = 0;
template x * {
    local b = 0;
    error 4;
    1: assume !s -> 2;
    2: skip constrain [p: x] p.b -> 3;
    3: s := 1 -> 4;
}
"""


def test_a_step_that_one_more_passive_thread_disables() -> None:
    """Safe for two and more threads, not for one. The program is not monotone, so the closure says: not safe."""
    program = parse_program(DISABLED)
    assert explore(program, {"x": 1}).trace is not None
    for n in range(2, 6):
        assert explore(program, {"x": n}).trace is None
    verdict = cover(program)
    assert isinstance(verdict, Coverable)
    assert verdict.trace.initial.size == 1


def test_the_closure_may_say_too_much() -> None:
    """The error needs the help of a second thread, which then disables a step: real for no number of threads."""
    program = parse_program("""
        shared s = 0;
        template x * {
            local b = 0;
            error 4;
            1: s := 1 -> 5;
            1: assume s -> 2;
            2: skip constrain [p: x] p.b -> 4;
        }
    """)
    for n in range(1, 6):
        assert explore(program, {"x": n}).trace is None
    verdict = cover(program)
    assert isinstance(verdict, Coverable)
    assert verdict.trace.initial.size == 2
    replay_in_the_closure(program, verdict.trace)
    assert numbered(program, verdict.trace).steps[0].threads.count(None) == 1


def test_the_closure_forgets_what_is_not_separated() -> None:
    """A constraint over pairs says nothing about a thread that is alone, and in the closure every thread may be."""
    text = """
        template x * {
            local b = 1;
            error 3;
            1: all(b) := * constrain [p: x] a.b' && p.b' == p.b;
            2: assume !a.b;
        }
    """
    program = parse_program(text)
    assert explore(program, {"x": 1}).trace is not None
    assert explore(program, {"x": 2}).trace is None
    assert isinstance(cover(program), Coverable)
    t = program.templates[0]
    update = t.edges[0].statement
    assert isinstance(update, Update)
    (constraint,) = update.constraints
    apart = separated(constraint)
    assert apart[0] == Constraint(apart[0].formula)
    assert apart[1].passive == (("p", "x"),)
    edges = (replace(t.edges[0], statement=replace(update, constraints=apart)), *t.edges[1:])
    better = replace(program, templates=(replace(t, edges=edges),))
    assert isinstance(cover(better), Uncoverable)


def test_one_main_thread_and_any_number_of_workers() -> None:
    """Were there two main threads, they would meet at the assertion."""
    text = """
        shared s = 0;
        template main 1 { 1: s := !s; 2: start worker; 3: assert s; 4: goto 4; }
        template worker * dormant { local c = 0; 1: a.c := s; 2: assert a.c; }
    """
    program = parse_program(text)
    verdict = cover(program)
    assert isinstance(verdict, Uncoverable)
    assert complaint(program, verdict) is None
    two = cover(parse_program(text.replace("main 1", "main 2")))
    assert isinstance(two, Coverable)
    assert two.trace.initial.size == 2


def test_more_threads_than_there_are() -> None:
    text = """
        shared s = 0, t = 0;
        template main 2 {
            error 3;
            1: s := 1 constrain !s -> 4;
            1: t := 1 constrain s && !t -> 4;
            1: assume t -> 3;
        }
    """
    verdict = cover(parse_program(text))
    assert isinstance(verdict, Uncoverable)
    assert complaint(parse_program(text), verdict) is None
    three = cover(parse_program(text.replace("main 2", "main 3")))
    assert isinstance(three, Coverable)
    assert three.trace.initial.size == 3


def test_a_start_starts_one_thread() -> None:
    text = """
        shared s = 0;
        template main 1 { 1: start worker; }
        template worker * dormant {
            error 3;
            1: s := 1 constrain !s -> 2;
            1: assume s -> 3;
        }
    """
    program = parse_program(text)
    verdict = cover(program)
    assert isinstance(verdict, Uncoverable)
    assert complaint(program, verdict) is None
    twice = parse_program(text.replace("1: start worker;", "1: start worker; 2: start worker;"))
    again = cover(twice)
    assert isinstance(again, Coverable)
    assert again.trace.initial.size == 3
    replay_in_the_closure(twice, again.trace)
