"""A critical cycle for people: the accesses that may change places, and the way from the second back to the first."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from threadproof.ir.program import Source
from threadproof.passes.weak.delays import Delays


class Part(NamedTuple):
    template: str
    origin: Source
    #: another thread, or another one of its kind, does it to the same memory as the part before
    is_conflict: bool


def shortest(delays: Delays) -> list[Part] | None:
    """Of all critical pairs; the first two parts are the pair."""
    best: list[int] | None = None
    for first, second in dict.fromkeys(delays.critical):
        found = _way_back(delays, first, second)
        if found is not None and (best is None or len(found) + 2 < len(best)):
            best = [first, second, *found]
    if best is None:
        return None
    return [_part(delays, n, best[k - 1] if k > 1 else None) for k, n in enumerate(best)]


def _way_back(delays: Delays, first: int, second: int) -> list[int] | None:
    """Nodes from one that conflicts with the second to one that conflicts with the first."""
    name = delays.nodes[first].at.template
    ways = delays.ways(name if name in delays.knowledge.threads.single else None)
    goals = delays.conflicts_of(first)
    came: dict[int, int | None] = dict.fromkeys(sorted(delays.conflicts_of(second)))
    todo = deque(came)
    while todo:
        at = todo.popleft()
        if at in goals:
            way: list[int] = []
            here: int | None = at
            while here is not None:
                if here < len(delays.nodes):
                    way.append(here)
                here = came[here]
            return way[::-1]
        for there in ways[at]:
            if there not in came:
                came[there] = at
                todo.append(there)
    return None


def _part(delays: Delays, n: int, before: int | None) -> Part:
    node = delays.nodes[n]
    t = next(t for t in delays.templates if t.name == node.at.template)
    origin = t.edges[node.at.source][node.at.number].origin
    return Part(t.name, origin, before is not None and n in delays.conflicts_of(before))
