"""Which steps of the templates conflict: two instances may touch one cell, one writes, and nothing keeps them apart.

What keeps accesses to data apart here are locks, cells, and threads that have not started or have ended (`Exclusion`):
each is a step that orders memory, on both sides. What the program does with data to keep them apart (ownership,
publication) excludes nothing. Steps that synchronise conflict as well, by what locks, semaphores and the like are made
of: what is done before one of them comes before what is done behind another, so orders go on from thread to thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from threadproof.analysis.exclusion import Exclusion, Place
from threadproof.analysis.knowledge import Knowledge
from threadproof.ir import op as O
from threadproof.logic.term import Var
from threadproof.passes.weak.barriers import accesses, is_late_kind, late_cells

#: more pairs of accesses than this are not looked at: then they conflict
MOST_PAIRS = 20_000
_OF_DATA, _OF_OTHERS = ("single", "unstarted", "ended", "cells"), ("single", "cells")


class At(NamedTuple):
    """An edge: of a template, out of a location, the how manieth."""

    template: str
    source: int
    number: int


class Node(NamedTuple):
    at: At
    #: to objects of C
    accesses: tuple[O.Access, ...]
    #: to what locks, semaphores, conditions and threads are made of
    others: tuple[O.Access, ...]
    #: it writes something that may be late
    stores: bool
    #: it is no access to an object of C, and only looks at what others do, without waiting
    is_look: bool = False

    @property
    def loads(self) -> bool:
        return any(not a.write for a in self.all)

    @property
    def all(self) -> tuple[O.Access, ...]:
        return self.accesses + self.others


def find_conflicts(knowledge: Knowledge) -> tuple[list[Node], list[set[int]]]:
    """Edges that conflict with one of another instance, and for each the edges that it conflicts with."""
    templates = {t.name: t for t in knowledge.templates}
    found = [
        Node(At(t.name, e.source, n), data, others, bool(late_cells(e.op)), not data and _is_look(e.op))
        for t in knowledge.templates
        for out in t.edges
        for n, e in enumerate(out)
        for data, others in [(accesses(e.op), tuple([a for a in O.footprint(e.op) if not is_late_kind(a.var)]))]
        if data or others
    ]
    users: dict[Var, list[tuple[int, O.Access]]] = {}
    for i, node in enumerate(found):
        for a in node.all:
            users.setdefault(a.var, []).append((i, a))
    pairs: list[tuple[int, int]] = []
    exclusion = Exclusion(knowledge, are_enabled=True)
    for at, a, other, b in _conflicting(users):
        x, y = templates[found[at].at.template], templates[found[other].at.template]
        if len(pairs) > MOST_PAIRS or not knowledge.is_regular:
            is_excluded = x is y and x.name in knowledge.threads.single and knowledge.is_regular
        else:
            one = Place(x, x.edges[found[at].at.source][found[at].at.number], a)
            two = Place(y, y.edges[found[other].at.source][found[other].at.number], b)
            is_excluded = _keeps_apart(exclusion, one, two)
        if not is_excluded:
            pairs.append((at, other))
    kept = {i: n for n, i in enumerate(sorted({i for pair in pairs for i in pair}))}
    conflicts: list[set[int]] = [set() for _ in kept]
    for i, j in pairs:
        conflicts[kept[i]].add(kept[j])
        conflicts[kept[j]].add(kept[i])
    return [found[i] for i in kept], conflicts


def _is_look(op: O.Op) -> bool:
    return isinstance(op, O.Step) and not op.waits and not any(c.var.shared for c in O.writes(op))


def _conflicting(users: dict[Var, list[tuple[int, O.Access]]]) -> Iterator[tuple[int, O.Access, int, O.Access]]:
    for places in users.values():
        if not any(a.write for _, a in places):
            continue
        for n, (i, a) in enumerate(places):
            for j, b in places[: n + 1]:
                if a.write or b.write:
                    yield i, a, j, b


def _keeps_apart(exclusion: Exclusion, a: Place, b: Place) -> bool:
    reasons = exclusion.why(a, b)
    # (who waits for the end of a thread comes behind it by just that)
    always = _OF_DATA if is_late_kind(a.access.var) else _OF_OTHERS
    return reasons is not None and all(
        r.kind in always
        or (always is _OF_DATA and r.kind == "lock" and all(cell.var.kind == "sync" for cell in r.locks))
        for r in reasons
    )
