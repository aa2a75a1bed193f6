"""What static facts claim, compared with executions: all races `explore` can see, and cases checked state by state."""

from __future__ import annotations

import contextlib
import random

from threadproof.analysis.knowledge import Case, Knowledge
from threadproof.analysis.movers import Mover, Movers
from threadproof.engines.compiled.accesses import Access
from threadproof.engines.explore.engine import Setup
from threadproof.engines.explore.races import RaceFound, Races
from threadproof.engines.explore.search import Search
from threadproof.errors import Limit
from threadproof.evidence.execute import _moves, _step
from threadproof.ir.interpret import Instance, Semantics, State, Undetermined
from threadproof.ir.op import footprint
from threadproof.ir.program import Edge, Program
from threadproof.properties import named

PROPERTY = "no-data-race"


def all_races(program: Program, max_states: int = 20_000) -> set[tuple[Edge, Edge]]:
    """Pairs of racing edges in all reachable states (as many as fit), without any reduction."""
    setup = Setup(program, named(PROPERTY), "none", 0)
    races = Races(setup.graph)
    found: set[tuple[Edge, Edge]] = set()

    def check(state: int) -> None:
        pairs = races._pairs.get(state & setup.graph.control) or races._find_pairs(state)
        for a, b in pairs:
            for x in races._accesses_of(state, a):
                for y in races._accesses_of(state, b):
                    if _races(races, state, x, y):
                        found.add((x.edge, y.edge))

    search = Search(setup.graph, [check], None)
    search.start()
    with contextlib.suppress(Limit):
        search.run(None, max_states)
    return found


def _races(races: Races, state: int, x: Access, y: Access) -> bool:
    """The engine's own comparison, for one pair."""
    originals = races._accesses_of
    try:
        sides = iter(([x], [y]))
        races._accesses_of = lambda state, mask: next(sides)  # type: ignore[method-assign]
        races._compare(state, 0, 0)
    except RaceFound:
        return True
    finally:
        races._accesses_of = originals  # type: ignore[method-assign]
    return False


def walk(program: Program, knowledge: Knowledge, seed: int, steps: int = 300) -> None:
    """A random execution; in every state, for every instance, one of its cases must hold."""
    chance = random.Random(seed)
    semantics = Semantics(program)
    state = semantics.initial()
    started = {i.template for i in state.instances}
    running: dict[int, str] = {}
    over: set[str] = set()
    for _ in range(steps):
        for i in state.instances:
            cases = knowledge.at(i.template, i.location)
            assert any(_holds(semantics, state, i, c, started, over) for c in cases), (i, cases)
        if state.halted or any(semantics.template(i).errors.get(i.location) for i in state.instances):
            return
        state, moves = _moves(semantics, state, chance)
        if not moves:
            return
        id_, edge = chance.choice(moves)
        try:
            _, state, _ = _step(semantics, state, id_, edge, chance)
        except Limit:
            return
        now = {i.id: i.template for i in state.instances}
        started.update(now.values())
        over |= {name for i, name in running.items() if i not in now}
        running.update(now)


def _holds(semantics: Semantics, state: State, i: Instance, c: Case, started: set[str], over: set[str]) -> bool:
    running = {x.template for x in state.instances if x.id != i.id}
    if c.unstarted & started or c.ended & running or not c.ended <= over:
        return False
    try:
        return (
            all(semantics.evaluate(t, state, i) for t in c.where)
            and all(semantics.evaluate(h.term, state, i) == i.id for h in c.held)
            and all(semantics.evaluate(h.term, state, i) >= 1 for h in c.tokens)
        )
    except Undetermined:
        return True


def commute(program: Program, movers: Movers, seed: int, steps: int = 60) -> int:
    """A random execution; wherever two steps of two instances follow each other, movers can be swapped.

    Returns how many pairs were looked at in which one of the two steps is a mover that touches shared memory.
    """
    chance = random.Random(seed)
    semantics = Semantics(program)
    state = semantics.initial()
    looked = 0
    for _ in range(steps):
        if state.halted or any(semantics.template(i).errors.get(i.location) for i in state.instances):
            break
        state, moves = _moves(semantics, state, chance)
        if not moves:
            break
        if not state.inside:
            for first in moves:
                looked += _swap_all(semantics, movers, state, first)
        try:
            _, state, _ = _step(semantics, state, *chance.choice(moves), chance)
        except Limit:
            break
    return looked


def _swap_all(semantics: Semantics, movers: Movers, state: State, first: tuple[int, Edge]) -> int:
    i, a = first
    looked = 0
    with contextlib.suppress(Limit, Undetermined):
        for x in _few(semantics, state, i, a):
            middle = semantics.step(state, i, a, x)
            if middle.inside or middle.halted:
                continue
            for j, b in list(semantics.enabled(middle)):
                if j == i or all(k.id != j for k in state.instances):
                    continue
                kind_a = movers.of(semantics.instance(state, i).template, a)
                kind_b = movers.of(semantics.instance(state, j).template, b)
                if kind_a not in (Mover.BOTH, Mover.RIGHT) and kind_b not in (Mover.BOTH, Mover.LEFT):
                    continue
                for y in _few(semantics, middle, j, b):
                    end = semantics.step(middle, j, b, y)
                    if end.inside or end.halted:
                        continue
                    assert semantics.is_enabled(state, semantics.instance(state, j), b), (kind_a, a, kind_b, b)
                    other = semantics.step(state, j, b, y)
                    assert semantics.is_enabled(other, semantics.instance(other, i), a), (kind_a, a, kind_b, b)
                    assert semantics.step(other, i, a, x) == end, (kind_a, a, kind_b, b)
                    looked += bool(footprint(a.op) if kind_a is not Mover.NONE else footprint(b.op))
    return looked


def _few(semantics: Semantics, state: State, i: int, e: Edge) -> list[int | None]:
    return list(semantics.choices(state, semantics.instance(state, i), e)[:3])
