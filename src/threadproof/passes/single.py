"""An atomic section of a single step is just that step.

Before                              After
    L0 -> L1: atomic begin              L0 -> L4: [x == 0] y := 1
    L1 -> L2: [x == 0] y := 1           L0 -> L5: [x != 0]
    L1 -> L3: [x != 0]
    L2 -> L4: atomic end
    L3 -> L5: atomic end

A way into a dead end, where an assumption has failed, stays one, but for its updates: the section never completes, so
nobody sees them. Where the section could discard executions, the step can. Only Steps that do not wait, at a location
that is entered by `begin` alone: a section with a creation, an input or something unsupported stays one. Edges to
errors and to the end of the thread end a section anyway. Data races are not preserved: two accesses inside sections do
not race, two plain ones do. Not part of SCHEDULE: with the instances.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.DEADLOCK, Kind.ENDLESS})


def single_steps(program: Program) -> Program:
    return replace(program, templates={name: _template(t) for name, t in program.templates.items()})


def _template(t: Template) -> Template:
    entries = [0] * len(t.edges)
    for e in t.all_edges():
        entries[e.target] += 1
    edges = list(t.edges)
    discards = dict(t.discards)
    for at, out in enumerate(t.edges):
        if len(out) == 1 and isinstance(out[0].op, O.AtomicBegin):
            new = _collapsed(t, out[0], entries)
            if new is not None:
                edges[at] = new
                if out[0].target in discards:
                    discards[at] = discards[out[0].target]
    return replace(t, edges=edges, discards=discards)


def _collapsed(t: Template, begin: Edge, entries: list[int]) -> list[Edge] | None:
    inside = begin.target
    if entries[inside] != 1 or inside == t.entry or not t.edges[inside]:
        return None
    found = []
    for e in t.edges[inside]:
        if not isinstance(e.op, O.Step) or e.op.waits:
            return None
        if e.target in t.errors or e.target == t.exit:
            found.append(replace(e, source=begin.source))
            continue
        if not t.edges[e.target]:
            # the section never ends, so nobody sees what it did
            found.append(replace(e, source=begin.source, op=replace(e.op, updates=())))
            continue
        after = t.edges[e.target]
        if len(after) != 1 or not isinstance(after[0].op, O.AtomicEnd):
            return None
        found.append(replace(e, source=begin.source, target=after[0].target))
    return found
