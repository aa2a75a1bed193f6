"""Which threads may still read old messages of a place: where an access follows before the thread joins another one.

Messages older than what any thread that has a *claim* may read are forgotten. Who is about to join a thread will know
what that one knows, so he needs no claim of his own meanwhile; a thread keeps its claims until it is joined, if threads
are joined at all. Whoever creates a thread hands on what he knows, so he has a claim until then.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.places import Place, Places, Sort

Claims = frozenset[Place]


def find_claims(places: Places) -> dict[str, list[Claims]]:
    """For each location of each template."""
    every = frozenset(places.of_sort(Sort.HISTORY))
    return {t.name: _claims(t, places, every, has_joins(places)) for t in places.templates}


def has_joins(places: Places) -> bool:
    return any(is_join(e.op) for e in places.edges.values())


def is_join(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.role is O.Role.JOIN


def is_end(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.role is O.Role.END


def _claims(t: Template, places: Places, every: Claims, are_joined: bool) -> list[Claims]:
    found: list[Claims] = [frozenset() for _ in t.edges]
    before: list[list[int]] = [[] for _ in t.edges]
    for e in t.all_edges():
        before[e.target].append(e.source)
    todo = set(range(len(t.edges)))
    while todo:
        at = todo.pop()
        new: Claims = frozenset()
        for n, e in enumerate(t.edges[at]):
            if isinstance(e.op, O.Create) or (is_end(e.op) and are_joined):
                new |= every
            elif not is_join(e.op):
                groups = places.touched(At(t.name, at, n), e)
                new |= found[e.target] | {p for p in every if p.group in groups}
        if new != found[at]:
            found[at] = new
            todo |= set(before[at])
    return found
