"""The search for a given number of threads, against one that knows every thread by its number."""

from __future__ import annotations

from random import Random

import pytest

from tests.unit.broadcast import naive
from tests.unit.broadcast.random_programs import random_program
from threadproof.broadcast.explore import explore
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Program
from threadproof.broadcast.trace import Trace, numbered
from threadproof.errors import Limit

CHUNKS = [0, 1, *[pytest.param(n, marks=pytest.mark.long) for n in range(2, 50)]]


def full(program: Program, shared: int, threads: tuple[LocalState | None, ...]) -> naive.Full:
    assert None not in threads
    values = tuple(shared >> i & 1 for i in range(len(program.shared)))
    return values, tuple(naive.thread(program, t) for t in threads if t is not None)


def replay(program: Program, trace: Trace) -> None:
    """Every step is one that the naive checker takes too, and the last state is an error."""
    result = numbered(program, trace)
    state = full(program, result.shared, result.threads)
    counts = {t.name: sum(k == i for k, _, _ in state[1]) for i, t in enumerate(program.templates)}
    assert state in set(naive.initial_states(program, counts))
    for step in result.steps:
        edges = program.templates[state[1][step.thread][0]].edges
        new = full(program, step.shared, step.threads)
        assert (step.thread, edges.index(step.edge), new) in set(naive.successors(program, state))
        state = new
    assert naive.is_error(program, state)


def canonical(states: set[naive.Full]) -> int:
    return len({(shared, tuple(sorted(threads))) for shared, threads in states})


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("chunk", CHUNKS)
def test_against_the_naive_checker(chunk: int) -> None:
    errors = compared = 0
    for seed in range(chunk * 20, chunk * 20 + 20):
        rng = Random(seed)
        program = random_program(rng)
        counts = program.counts(rng.choice([1, 2, 2, 3, 3, 4]) if len(program.templates) == 1 else rng.choice([1, 2]))
        expected = naive.shortest(program, counts, limit=300)
        if expected is None:
            continue
        compared += 1
        length, states = expected
        found = explore(program, counts)
        text = print_program(program)
        if length is None:
            assert found.trace is None, text
            assert found.complete
            assert found.states == canonical(states), text
        else:
            errors += 1
            assert found.trace is not None, text
            assert len(found.trace.steps) == length, text
            replay(program, found.trace)
    assert compared > 8
    assert errors > 1


LOCK = """
shared held = 0;
template x * {
    local inside = 0;
    1: held := 1, a.inside := 1 constrain !held;
    2: skip constrain [p: x] !p.inside -> 4;
    2: assume true -> 3;
    3: held := 0, a.inside := 0 -> 1;
    4: a.inside := a.inside -> 3;
}
"""


def test_a_lock_and_what_passive_threads_know() -> None:
    found = explore(parse_program(LOCK), {"x": 40})
    assert found.complete
    assert found.trace is None
    assert found.states == 4


def test_a_limit_is_never_complete() -> None:
    program = parse_program(LOCK)
    assert not explore(program, {"x": 3}, max_states=2).complete

    def stop() -> None:
        raise Limit("time")

    with pytest.raises(Limit):
        explore(program, {"x": 3}, tick=stop)


def test_one_more_thread_disables_a_step() -> None:
    """Alone a thread reaches the error; as soon as there is a passive one it does not."""
    program = parse_program("""
        shared s = 0;
        template x * {
            local b = 0;
            error 3;
            1: s := 1 constrain [p: x] p.b;
            2: skip;
        }
    """)
    alone = explore(program, {"x": 1})
    assert alone.trace is not None
    assert len(alone.trace.steps) == 2
    assert explore(program, {"x": 2}).complete
    assert explore(program, {"x": 2}).states == 1


def test_constraints_over_two_passive_threads() -> None:
    """At most one passive thread may say yes: what no constraint over pairs can express."""
    program = parse_program("""
        template x * {
            local b = 0;
            error 4;
            1: all(b) := * constrain !a.b' constrain [p: x, q: x] !(p.b' && q.b');
            2: skip constrain [p: x] p.b -> 4;
        }
    """)
    assert explore(program, {"x": 2}).trace is not None
    assert explore(program, {"x": 3}).trace is None
    # without a constraint it would have been found
    assert explore(program, {"x": 3}).states > 3


def test_numbered_threads() -> None:
    program = parse_program("""
        shared s = 0;
        template main 1 { 1: start worker; 2: start worker; }
        template worker * dormant {
            local b = 0;
            error 3;
            1: all(b) := * constrain !a.b' constrain [p: worker] p.b' -> 2;
            2: assume a.b -> 3;
        }
    """)
    assert explore(program, program.counts(1)).complete
    found = explore(program, program.counts(3))
    assert found.trace is not None
    replay(program, found.trace)
    steps = numbered(program, found.trace).steps
    movers = [s.thread for s in steps]
    # the one that is told is the one that fails: it took the first of the two steps, then another one told it
    assert movers.count(0) == 2
    assert movers[-1] in movers[:-1]
    assert len(set(movers)) == 3


def test_an_initial_error_is_found_at_once() -> None:
    """Although there is an initial state that comes first, and from which it can be reached."""
    program = parse_program("template x * { local b = *; 1: a.b := 1 -> 1; 1: assert !a.b; }")
    trace = explore(program, {"x": 1}).trace
    assert trace is not None
    assert trace.steps == ()
