"""Section 2 of the paper: a mixed predicate tracked in the wrong way loses errors, and a broadcast finds them.

The first program asserts `s != l` and then increments `s`, which is 0 first, while each thread's `l` is 1: two threads
violate it. The second one asserts `s != l` behind a flag, and its threads change their `l` only.
"""

from __future__ import annotations

import pytest

from threadproof.broadcast.cover import Coverable, Uncoverable, cover
from threadproof.broadcast.explore import explore
from threadproof.broadcast.inductive import complaint
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.trace import numbered

#: `b` is `s != l`, kept by each thread for itself: nobody else is told
LOCAL = """
template x * {
    local b = 1;
    1: assert a.b;
    2: a.b := * constrain a.b || a.b';
}
"""
#: the same, and every thread is told that `s` was incremented
TOLD = """
template x * {
    local b = 1;
    1: assert a.b;
    2: all(b) := * constrain a.b || a.b' constrain [p: x] p.b || p.b';
}
"""
#: `b` is `s == l`, but whose `l`? One thread's assignment to its own overwrites what holds for the others
SHARED = """
shared b = 1, t = 0;
template x * {
    1: goto 2, 4;
    2: assume t -> 3;
    2: assume !t -> 4;
    3: assert !b;
    4: b := 0;
    5: t := 1;
}
"""
#: each thread has its own
OWNED = """
shared t = 0;
template x * {
    local b = 1;
    1: goto 2, 4;
    2: assume t -> 3;
    2: assume !t -> 4;
    3: assert !a.b;
    4: a.b := 0;
    5: t := 1;
}
"""


@pytest.mark.parametrize("text", [LOCAL, SHARED])
def test_the_wrong_ways_lose_the_error(text: str) -> None:
    program = parse_program(text)
    for n in range(1, 6):
        assert explore(program, {"x": n}).trace is None
    verdict = cover(program)
    assert isinstance(verdict, Uncoverable)
    assert complaint(program, verdict) is None


@pytest.mark.parametrize(("text", "length"), [(TOLD, 2), (OWNED, 5)])
def test_the_right_way_finds_it_with_two_threads(text: str, length: int) -> None:
    program = parse_program(text)
    assert explore(program, {"x": 1}).trace is None
    trace = explore(program, {"x": 2}).trace
    assert trace is not None
    assert len(trace.steps) == length
    assert len({step.thread for step in numbered(program, trace).steps}) == (1 if text is TOLD else 2)
    verdict = cover(program)
    assert isinstance(verdict, Coverable)
    assert verdict.trace.initial.size == 2
    assert len(verdict.trace.steps) == length


#: `s = l` with `b` for `s == l`: everybody is told, and those who agreed with the active thread still agree
NOTIFY = """
template x * {
    local b = 0;
    error 3;
    1: all(b) := * constrain a.b' constrain [p: x] (a.b && p.b => p.b') && (a.b != p.b => !p.b');
    2: assume !a.b;
}
"""
#: `l = s` with `c` for `l == 4`: other threads may know what `s` is
LOOK = """
template x * {
    local b = *, c = *;
    initially a.b == a.c;
    error 3;
    1: a.b := 1, a.c := * constrain (a.b && a.c => a.c') && (a.b != a.c => !a.c')
       constrain [p: x] (p.b && p.c => a.c') && (p.b != p.c => !a.c');
    2: skip constrain !a.c constrain [p: x] p.b && p.c;
}
"""


def test_the_statements_of_the_paper() -> None:
    notify = parse_program(NOTIFY)
    assert explore(notify, {"x": 1}).trace is None
    # 2 disagrees with 1 at first, but not with the one it hears of then
    assert explore(notify, {"x": 2}).trace is not None
    look = parse_program(LOOK)
    alone, two = explore(look, {"x": 1}), explore(look, {"x": 2})
    assert alone.trace is not None
    assert two.trace is None
    assert two.complete
