"""Which variables can matter to whether a violation is possible: those in guards, and what flows into them."""

from __future__ import annotations

from threadproof.blocks.transitions import Transitions
from threadproof.logic.term import Var


def relevant(transitions: Transitions) -> frozenset[Var]:
    flows: dict[Var, set[Var]] = {}
    pending: list[Var] = []
    for ways in transitions.of.values():
        for w in (w for out in ways.values() for w in out):
            pending += w.guard.vars
            for v, value in w.updates.items():
                flows.setdefault(v, set()).update(value.vars)
            for c in w.created:
                new = transitions.program.templates[c.template]
                flows.setdefault(new.self_var, set()).update(c.handle.vars)
                for v, value in c.values.items():
                    flows.setdefault(v, set()).update(value.vars)
    found: set[Var] = set()
    while pending:
        v = pending.pop()
        if v not in found:
            found.add(v)
            pending += flows.get(v, ())
    return frozenset(found)
