"""Preprocessing that keeps the way back: prune, slice, inline, until nothing changes. Entry point: `simplify`."""

from __future__ import annotations

from threadproof.horn.clause import Predicate, Solution, System
from threadproof.horn.inline import inline
from threadproof.horn.reduced import Reduced, unchanged
from threadproof.horn.sliced import slice_system
from threadproof.logic import term as T
from threadproof.logic.term import Term


def simplify(system: System, inlining: bool = True) -> Reduced:
    result = unchanged(system)
    while True:
        before = _size(result.system)
        result = result.then(prune).then(slice_system)
        if inlining:
            result = result.then(inline)
        if _size(result.system) == before:
            return result


def _size(system: System) -> tuple[int, int, int]:
    return len(system.predicates), sum(len(p.params) for p in system.predicates), len(system.clauses)


def prune(system: System) -> Reduced:
    """Without predicates that nothing can derive or that false does not depend on, and their clauses."""
    derivable = _derivable(system)
    clauses = [c for c in system.clauses if all(a.predicate in derivable for a in c.body)]
    needed: set[Predicate] = set()
    size = -1
    while size < len(needed):
        size = len(needed)
        for c in clauses:
            if c.head is None or c.head.predicate in needed:
                needed.update(a.predicate for a in c.body)
    clauses = [c for c in clauses if c.head is None or c.head.predicate in needed]
    kept = [p for p in system.predicates if p in derivable and p in needed]

    def restore(solution: Solution) -> dict[Predicate, Term]:
        return {p: solution[p] if p in solution else T.boolean(p in derivable) for p in system.predicates}

    return Reduced(System(kept, clauses), restore, lambda d: d)


def _derivable(system: System) -> set[Predicate]:
    found: set[Predicate] = set()
    size = -1
    while size < len(found):
        size = len(found)
        for c in system.clauses:
            if c.head is not None and all(a.predicate in found for a in c.body):
                found.add(c.head.predicate)
    return found
