"""The product rule: a predicate for every combination of boundaries that the threads can be at together.

    P[l1, ..., ln](G, L1, ..., Ln)      instance i is at li, not inside a block

Linear clauses: each is a transition of one instance. The rule is complete, and grows with the product of the threads'
boundaries; it needs instances whose number is known. Entry point: `clauses`.
"""

from __future__ import annotations

from threadproof.blocks.transitions import Transitions
from threadproof.horn.clause import Predicate, System
from threadproof.logic import term as T
from threadproof.rules.controls import Control, Controls
from threadproof.rules.origin import Origin


def clauses(transitions: Transitions) -> System:
    controls = Controls(transitions)
    system = System()
    predicates: dict[Control, Predicate] = {
        c: system.predicate(" ".join([f"{n}@L{at}" for n, at in c]), controls.variables(c)) for c in controls.all
    }
    start = predicates[controls.start]
    system.add(start(*map(transitions.memory.initially, start.params)), note=Origin("initially"))
    for m in controls.moves:
        p = predicates[m.source]
        after = None if m.target is None else predicates[m.target]
        head = None if after is None else after(*map(m.after, after.params))
        system.add(head, p(*map(T.var, p.params)), constraint=m.transition.guard, note=m.origin)
    return system
