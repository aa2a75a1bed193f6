"""How deep recursion is unrolled: a function that calls itself twice doubles with every level."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from threadproof.analysis.graph import on_cycle
from threadproof.frontend import ast as A

#: about how many copies of a recursive function are worth having
MAX_COPIES = 130


def recursion_limits(unit: A.Unit, limit: int) -> dict[str, int]:
    """Function -> how often it may be active below itself; 0 for those that are not recursive by name."""
    names = list(unit.functions)
    number = {n: i + 1 for i, n in enumerate(names)}
    calls = {n: list(_called(f.body)) for n, f in unit.functions.items()}
    edges = [(number[a], number[b]) for a in names for b in calls[a] if b in number]
    # one root that reaches everything
    components = on_cycle(len(names) + 1, [(0, i) for i in number.values()] + edges, 0)
    out = {}
    for a in names:
        mine = components.get(number[a])
        # calls through pointers are not seen here: a small limit keeps them from exploding
        depth = 2
        if mine is not None:
            branching = sum(1 for b in calls[a] if b in number and components.get(number[b]) == mine)
            depth = limit if branching <= 1 else min(limit, int(log(MAX_COPIES) / log(branching)))
        out[a] = depth
    return out


def _called(node: object) -> Iterator[str]:
    """Symbols of functions called directly, once for every call."""
    if isinstance(node, A.Call) and isinstance(node.callee, A.Name) and isinstance(node.callee.decl, A.FuncDecl):
        yield node.callee.decl.symbol
    for x in A.parts(node):
        yield from _called(x)
