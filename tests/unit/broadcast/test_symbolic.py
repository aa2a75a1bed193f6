"""The search with decision diagrams, against the explicit one; its evidence; and who chooses between the two."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from tests.unit.broadcast.random_programs import calm_program, random_program
from tests.unit.broadcast.test_explore import replay
from threadproof.broadcast import closed, closed_sets, symbolic
from threadproof.broadcast import search as choice
from threadproof.broadcast.explore import Exploration, explore
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Control, now
from threadproof.broadcast.search import search
from threadproof.errors import Limit
from threadproof.logic import term as T
from threadproof.logic.term import TRUE, Term

CHUNKS = [0, 1, *[pytest.param(n, marks=pytest.mark.long) for n in range(2, 50)]]


def sets_of(found: Exploration) -> dict[Control, Term]:
    assert found.sets is not None
    return dict(found.sets())


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("chunk", CHUNKS)
def test_against_the_explicit_search(chunk: int) -> None:
    safe = errors = 0
    for seed in range(3000 + chunk * 60, 3060 + chunk * 60):
        rng = Random(seed)
        program = calm_program(rng) if rng.random() < 0.2 else random_program(rng)
        counts = program.counts(rng.randint(0, 4) if len(program.templates) == 1 else rng.randint(0, 3))
        text = f"{counts} {print_program(program)}"
        expected = explore(program, counts, max_states=3000)
        if expected.trace is None and not expected.complete:
            continue
        found = symbolic.explore(program, counts)
        if expected.trace is None:
            safe += 1
            assert found.trace is None, text
            assert found.complete
            assert found.states == expected.states, text
            assert closed.complaint(program, counts, expected.places, expected.reached()) is None, text
            assert closed_sets.complaint(program, counts, sets_of(found).items()) is None, text
        else:
            errors += 1
            assert found.trace is not None, text
            assert len(found.trace.steps) == len(expected.trace.steps), text
            if expected.trace.initial.size < 4:
                replay(program, found.trace)
    assert safe > 10
    assert errors > 10


LOCK = """
shared held = 0;
template main 1 { 1: start worker when new.c; 2: goto 1; }
template worker * dormant {
    local inside = 0, c = *, d = *;
    forgets 1: d;
    1: held := 1, a.inside := 1, all(d) := * constrain !held constrain [p: worker] p.d' => p.d;
    2: assert a.c;
    3: held := 0, a.inside := 0 -> 1;
}
"""


def test_wrong_sets_are_refused() -> None:
    program = parse_program(LOCK)
    counts = program.counts(2)
    sets = sets_of(symbolic.explore(program, counts))
    assert closed_sets.complaint(program, counts, sets.items()) is None
    for control in sets:
        assert closed_sets.complaint(program, counts, [s for s in sets.items() if s[0] != control]) is not None
    asleep, (first, *_) = (1, 0), sets
    assert first == ((0, 1), asleep, asleep)

    def complaint(control: Control, term: Term) -> str | None:
        return closed_sets.complaint(program, counts, (sets | {control: term}).items())

    assert complaint(first, T.not_(now("held"))) is None
    assert complaint(first, now("held")) == "an initial state is not in the set"
    both = ((0, 1), (1, 1), (1, 1))
    assert complaint(both, T.and_(sets[both], now("1:c"))) is None
    assert complaint(both, T.and_(sets[both], now("1:inside"))) == "a step leads out of the set"
    assert complaint(both, T.or_(sets[both], now("1:inside"))) == "the order of threads matters"
    at_assertion = ((0, 1), asleep, (1, 2))
    assert complaint(at_assertion, TRUE) == "an error is in the set"
    for stranger in (((0, 1), (0, 1), asleep), ((0, 1), (1, 2), asleep), ((0, 1), asleep)):
        assert complaint(stranger, TRUE) == "it is not about this program"
    assert complaint(both, now("1:d")) == "it is not about this program"
    number = T.ite(now("held"), T.const(1, 8), T.const(2, 8))
    for odd in (number, T.ult(number, T.const(2, 8))):
        assert complaint(both, odd) == "it is not about this program"


TOGGLES = """
shared s = 0;
template x * {
    local b = 0, c = 0, d = 0, e = 0, f = 0, g = 0;
    error 3;
    1: a.b := *, a.c := *, a.d := * constrain a.b' || !a.c' -> 2;
    2: a.e := a.b, a.f := *, a.g := !a.g -> 1;
    2: assume a.c && !a.b && s -> 3;
}
"""


def test_many_values() -> None:
    program = parse_program(TOGGLES)
    expected = explore(program, {"x": 2})
    found = symbolic.explore(program, {"x": 2})
    assert found.complete
    assert found.states == expected.states
    more = symbolic.explore(program, {"x": 6})
    assert more.complete
    assert more.states > 10**8
    assert more.steps < 1000


def test_limits() -> None:
    program = parse_program(TOGGLES)
    for nodes in (0, 1 << 4, 1 << 9):
        found = symbolic.explore(program, {"x": 6}, max_nodes=nodes)
        assert (found.trace, found.complete) == (None, False)
    complete = symbolic.explore(program, {"x": 3})
    assert closed_sets.complaint(program, {"x": 3}, sets_of(complete).items()) is None
    for nodes in (0, 1 << 4, 1 << 6):
        small = closed_sets.complaint(program, {"x": 3}, sets_of(complete).items(), max_nodes=nodes)
        assert small == "there is not enough room to check it"

    def stop() -> None:
        raise Limit("time")

    with pytest.raises(Limit):
        symbolic.explore(program, {"x": 2}, tick=stop)


@pytest.mark.parametrize(("megabytes", "chosen"), [(2000, "diagrams"), (600, "explicit")])
def test_little_memory_is_no_crash(megabytes: int, chosen: str) -> None:
    """The library would end the process."""
    code = f"""
import resource
from threadproof.broadcast import symbolic
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.search import search
program = parse_program({TOGGLES!r})
resource.setrlimit(resource.RLIMIT_AS, ({megabytes} << 20, -1))
found = search(program, {{"x": 3}})
print(found.complete, "explicit" if found.sets is None else "diagrams", symbolic.explore(program, {{"x": 2}}).complete)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    # (of a little more than one gigabyte of addresses nothing is given back soon)
    assert ran.stdout.split() == ["True", chosen, "False"]


def test_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    few = parse_program(LOCK)
    assert search(few, few.counts(2)).sets is None
    many = parse_program(TOGGLES)
    assert search(many, {"x": 4}).sets is not None
    # many locations, no values
    edges = [f"{i}: goto {i + 1}, {i % 7 + 1};" for i in range(1, 25)]
    control = parse_program(f"template x * {{ {' '.join(edges)} }}")
    assert search(control, {"x": 4}).sets is None
    # one step with more outcomes than anybody wants to see
    names = ", ".join(f"a.b{i} := *" for i in range(40))
    declared = ", ".join(f"b{i} = 0" for i in range(40))
    havoc = parse_program(f"template x * {{ local {declared}; 1: {names}; 2: assert a.b0 || !a.b39; }}")
    found = search(havoc, {"x": 2})
    assert found.trace is not None
    assert len(found.trace.steps) == 1
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        ticks += 1

    monkeypatch.setattr(choice, "_FIRST", 1)
    monkeypatch.setattr(choice, "_DENSE", 0)
    assert search(few, few.counts(2), tick=tick).sets is not None
    assert ticks > 2
