"""Preprocessing that keeps the way back: prune, slice, inline, until nothing changes. Entry point: `simplify`."""

from __future__ import annotations

from threadproof.horn.clause import System
from threadproof.horn.inline import inline
from threadproof.horn.prune import prune
from threadproof.horn.reduced import Reduced, unchanged
from threadproof.horn.sliced import slice_system


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
