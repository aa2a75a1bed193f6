"""Plain graph questions about control flow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from threadproof.ir.program import Template


def on_cycle(nodes: int, edges: Iterable[tuple[int, int]], entry: int) -> dict[int, int]:
    """For each node that lies on a cycle reachable from entry, the number of its strongly connected component.

    An edge lies on a cycle if and only if both its ends have the same number.
    """
    successors: list[list[int]] = [[] for _ in range(nodes)]
    loops = set()
    for a, b in edges:
        successors[a].append(b)
        if a == b:
            loops.add(a)
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    result: dict[int, int] = {}
    work: list[tuple[int, int]] = [(entry, 0)]
    while work:
        node, i = work.pop()
        if i == 0:
            index[node] = low[node] = len(index)
            stack.append(node)
            on_stack.add(node)
        out = successors[node]
        advanced = False
        while i < len(out):
            nxt = out[i]
            i += 1
            if nxt not in index:
                work.append((node, i))
                work.append((nxt, 0))
                advanced = True
                break
            if nxt in on_stack:
                low[node] = min(low[node], index[nxt])
        if advanced:
            continue
        if low[node] == index[node]:
            component = []
            while True:
                x = stack.pop()
                on_stack.discard(x)
                component.append(x)
                if x == node:
                    break
            if len(component) > 1 or node in loops:
                for x in component:
                    result[x] = index[node]
        if work:
            parent = work[-1][0]
            low[parent] = min(low[parent], low[node])
    return result


def retreating_edges(successors: Sequence[Sequence[int]], entry: int) -> list[tuple[int, int]]:
    """Edges that lead back to where depth-first search still is: every cycle reachable from entry has one."""
    found = []
    #: 1: on the way, 2: done
    state = {entry: 1}
    stack = [(entry, iter(successors[entry]))]
    while stack:
        at, targets = stack[-1]
        for target in targets:
            seen = state.get(target, 0)
            if seen == 1:
                found.append((at, target))
            elif seen == 0:
                state[target] = 1
                stack.append((target, iter(successors[target])))
                break
        else:
            state[at] = 2
            stack.pop()
    return found


def loop_heads(t: Template) -> frozenset[int]:
    """Where edges lead back to in depth-first order: every cycle has one."""
    return frozenset([b for _, b in retreating_edges([[e.target for e in out] for out in t.edges], t.entry)])
