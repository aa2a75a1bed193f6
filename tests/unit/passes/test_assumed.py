"""What main assumes first is an initial value; what it assumes later, or only sometimes, is not."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.helpers.ir_behaviour import TooLarge
from tests.helpers.ir_build import Thread, c, ended_array, program, put, shared, step
from tests.helpers.ir_random import random_program
from tests.unit.passes.test_behaviour import MAX_STATES, compare, explore
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Edge, Memory, Program, Root, Source
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.assumed import PRESERVES, assumed

X, Y, Z = shared("x", None), shared("y", None), shared("z", 2)


def build(*ops: O.Op) -> Program:
    """Main does all this, then starts a thread that writes x."""
    ended = ended_array()
    main, w = Thread("main"), Thread("w", 2)
    for op in ops:
        main.do(op)
    main.do(O.Create("w", c(2, 4), ()))
    w.do(put(X, T.add(T.var(X), c(1))))
    wrong = w.error("x is 3")
    w.edge(w.at, wrong, step(T.eq(T.var(X), c(3))))
    w.do(step(T.ne(T.var(X), c(3))))
    main.end(ended)
    w.end(ended)
    return program(ended, [X, Y, Z], main, w)


def is_(v: Var, value: int) -> Term:
    return T.eq(T.var(v), c(value))


def initial(p: Program) -> list[int | None]:
    return [v.init for v in p.shared if v.name in "xyz"]


@pytest.mark.parametrize(
    ("ops", "expected"),
    [
        ([step(is_(X, 1))], [1, None, 2]),
        ([step(T.eq(c(1), T.var(X)))], [1, None, 2]),
        ([step(is_(X, 1)), step(is_(Y, 2))], [1, 2, 2]),
        ([step(T.and_(T.ult(T.var(X), c(3)), is_(X, 1)))], [1, None, 2]),
        ([step(T.ne(T.var(Y), c(0))), step(is_(X, 1))], [1, None, 2]),
        # the first one counts, and then nothing goes on
        ([step(is_(X, 1)), step(is_(X, 2))], [1, None, 2]),
        # it has a value already
        ([step(is_(Z, 1))], [None, None, 2]),
        # not certain, or not known
        ([step(T.or_(is_(X, 1), is_(X, 2)))], [None, None, 2]),
        ([step(T.not_(is_(X, 1)))], [None, None, 2]),
        ([step(T.eq(T.var(X), T.mul(T.var(X), T.var(X))))], [None, None, 2]),
        # not first
        ([put(X, c(0)), step(is_(X, 1))], [None, None, 2]),
        ([step(is_(X, 1), (X, c(0))), step(is_(X, 0))], [None, None, 2]),
        ([O.Havoc(X, (), 0, 3), step(is_(X, 1))], [None, None, 2]),
        # waiting is something else
        ([step(is_(X, 1), waits=True)], [None, None, 2]),
    ],
)
def test_values(ops: list[O.Op], expected: list[int | None]) -> None:
    before = build(*ops)
    after = assumed(before)
    assert check(after) == []
    assert initial(after) == expected
    assert (after is before) == (expected == [None, None, 2])
    compare(before, explore(before), after, PRESERVES)


def test_not_after_a_thread_was_started() -> None:
    before = build()
    main = before.templates["main"]
    at = main.edges[0][0].target
    edges = [list(out) for out in main.edges]
    edges.append(edges[at])
    edges[at] = [Edge(at, len(edges) - 1, step(is_(X, 1)), Source("main", "t.c", 9))]
    edges[-1] = [replace(e, source=len(edges) - 1) for e in edges[-1]]
    late = replace(before, templates={**before.templates, "main": replace(main, edges=edges)})
    assert check(late) == []
    assert assumed(late) is late


def test_one_of_two_ways() -> None:
    """Executions with another value go on, too; or they stop at once."""
    for goes_on in (True, False):
        before = build(step(is_(X, 1)))
        main = before.templates["main"]
        target = main.edges[0][0].target if goes_on else len(main.edges)
        other = Edge(0, target, step(T.not_(is_(X, 1))), Source("main", "t.c", 9))
        edges = [[*main.edges[0], other], *main.edges[1:], *([] if goes_on else [[]])]
        stopping = replace(main, edges=edges, discards={} if goes_on else {target: "assumed"})
        forked = replace(before, templates={**before.templates, "main": stopping})
        after = assumed(forked)
        assert initial(after) == [None if goes_on else 1, None, 2]
        compare(forked, explore(forked), after, PRESERVES)


def test_what_the_leak_check_looks_at_stays() -> None:
    before = replace(build(step(is_(X, 1))), memory=Memory(4, (), (Root(X),)))
    assert assumed(before) is before


def test_random_programs() -> None:
    """Main begins with assumptions about arbitrary values."""
    changed = 0
    for seed in range(25):
        rng = random.Random(seed)
        p = random_program(seed)
        new = {v: replace(v, init=None) for v in p.shared if v.name in ("x", "y")}
        p = replace(p, shared=tuple([new.get(v, v) for v in p.shared]), templates=_renamed(p, new))
        main = p.templates["main"]
        size = len(main.edges)
        ops = [step(_guard(rng, list(new.values()))) for _ in range(rng.randint(1, 3))]
        targets = [*range(size + 1, size + len(ops)), main.entry]
        added = [
            [Edge(size + n, target, op, Source("main", "t.c", n))]
            for n, (op, target) in enumerate(zip(ops, targets, strict=True))
        ]
        main = replace(main, edges=[*main.edges, *added], entry=size)
        before = replace(p, templates={**p.templates, "main": main})
        assert check(before) == []
        after = assumed(before)
        changed += after is not before
        try:
            compare(before, explore(before, MAX_STATES), after, PRESERVES)
        except TooLarge:
            continue
    assert changed > 10


def _guard(rng: random.Random, variables: list[Var]) -> Term:
    v = rng.choice(variables)
    parts = [is_(v, rng.randrange(3)) for _ in range(2)]
    return rng.choice((parts[0], parts[0], T.and_(*parts), T.or_(*parts), T.not_(parts[0])))


def _renamed(p: Program, new: dict[Var, Var]) -> dict[str, object]:
    from threadproof.passes.rewrite import renamed

    return {
        name: replace(t, edges=[[e.with_op(renamed(e.op, new)) for e in out] for out in t.edges])
        for name, t in p.templates.items()
    }
