"""Executions that never end, among the states that were visited: is there a circle that may go on for ever, fairly?

A *circle* is a strongly connected part of the graph of states, without the steps of the environment (there are only
finitely many of those). It is *fair* if every instance that runs in it takes a step in it, or waits in one of its
states (weak fairness, the default; with strong fairness it waits in all of them, and without fairness nobody else need
move). In an execution that never ends some states come again and again: they and the moves between them lie in one
circle, and in that every instance moves, or was not able to: it waits there, or a condition of it has failed, so that
the execution is discarded. With strong fairness whoever does not move in the circle can move in none of its states, so
it lies in a part of what is left without those where somebody can who does not. So if no circle is fair, every fair
execution ends.

To distinguish cases of an input counts as a move: each execution is one in which the cases that apply are chosen first,
and more moves make more circles fair. Quiet steps do not hide a circle: where one begins, nothing is quiet (`quiet`).
All instances are expanded in every state (`Alone` is not used: an order that is left out may be the one that is fair).

The parts are found by paths (Gabow's algorithm). Entry point: `refuse_circles`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

from threadproof.evidence.states.graph import Graph
from threadproof.evidence.states.moves import Objection
from threadproof.properties import Fairness

#: states between two looks at the clock
TICK = 10_000


def refuse_circles(graph: Graph, states: Iterable[int], tick: Callable[[], None]) -> None:
    """`states`: all that were visited. Raises Objection if there is a fair circle."""
    pending: list[tuple[Iterable[int], Set[int] | None]] = [(states, None)]
    while pending:
        some, within = pending.pop()
        for part in _parts(graph, some, within, tick):
            missing = _missing(graph, part)
            if missing is None:
                continue
            if not missing:
                raise Objection("threads can go on for ever")
            if graph.property.fairness is Fairness.STRONG:
                left = {s for s in part if all(_is_idle(graph, s, m) for m in missing)}
                if len(left) < len(part):
                    pending.append((left, left))
                elif all(any(s & m in graph.waiting for s in part) for m in missing):
                    raise Objection("threads can go on for ever")


def _is_idle(graph: Graph, state: int, mask: int) -> bool:
    """Can it not move, but by itself?"""
    moves = graph.expand(state, mask)
    return graph.by_itself.get(state & mask, frozenset()).issuperset(moves)


def _successors(graph: Graph, state: int) -> Iterator[int]:
    for m in graph.running(state):
        by_itself = graph.by_itself.get(state & m, frozenset())
        for d in graph.expand(state, m):
            if d not in by_itself:
                yield state + d


def _parts(
    graph: Graph, states: Iterable[int], within: Set[int] | None, tick: Callable[[], None]
) -> Iterator[set[int]]:
    """The strongly connected parts (of some states)."""
    number: dict[int, int] = {}
    done: set[int] = set()
    open_: list[int] = []
    #: of each part on the way, as far as is known, the first state
    firsts: list[int] = []
    way: list[tuple[int, Iterator[int]]] = []

    def enter(s: int) -> None:
        number[s] = len(number)
        if len(number) % TICK == 0:
            tick()
        open_.append(s)
        firsts.append(s)
        way.append((s, _successors(graph, s)))

    for root in states:
        if root not in number:
            enter(root)
        while way:
            s, rest = way[-1]
            t = next(rest, None)
            if t is None:
                way.pop()
                if firsts[-1] == s:
                    firsts.pop()
                    part = set()
                    while s not in part:
                        part.add(open_.pop())
                    done |= part
                    yield part
            elif within is not None and t not in within:
                continue
            elif t not in number:
                enter(t)
            elif t not in done:
                while number[firsts[-1]] > number[t]:
                    firsts.pop()


def _missing(graph: Graph, part: set[int]) -> set[int] | None:
    """Who runs, but does not move in it nor wait as fairness asks; None: nothing moves in it."""
    fairness = graph.property.fairness
    is_circle = False
    left = set() if fairness is Fairness.NONE else set(graph.running(next(iter(part))))
    for s in part:
        for m in graph.running(s):
            by_itself = graph.by_itself.get(s & m, frozenset())
            if any(s + d in part for d in graph.expand(s, m) if d not in by_itself):
                is_circle = True
                left.discard(m)
            elif fairness is Fairness.WEAK and s & m in graph.waiting:
                left.discard(m)
        if is_circle and not left:
            break
    return left if is_circle else None
