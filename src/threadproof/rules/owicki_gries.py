"""The Owicki-Gries rule (the paper's S1 to S7): for each thread, what holds of all variables while it is at a boundary.

    P[i; l1, ..., ln](G, L1, ..., Ln)      in the proof of instance i: the instances are at these boundaries

* main's predicate holds, initially;
* i moves: its predicate holds of the new state, and that of a thread which it creates;
* interference: j moves in a state of which the predicates of both i and j hold: that of i holds of the new state;
* no violation of i is possible in a state of which its predicate holds.

Control is explicit. With blocks as transitions the summaries of S2 to S4 are transitions, and S5 and S6 are the clauses
here. Every reachable state satisfies the predicates of all its threads, by induction on the length of the execution.
The number of instances must be known. Entry point: `clauses`.
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
    predicates: dict[tuple[str, Control], Predicate] = {}
    for c in controls.all:
        where = " ".join([f"{n}@L{at}" for n, at in c])
        for name, _ in c:
            predicates[name, c] = system.predicate(f"{name}: {where}", controls.variables(c))
    start = predicates[transitions.program.main, controls.start]
    system.add(start(*map(transitions.memory.initially, start.params)), note=Origin("initially"))
    for m in controls.moves:
        arguments = [T.var(v) for v in controls.variables(m.source)]
        mover = predicates[m.mover, m.source](*arguments)
        guard = m.transition.guard
        if m.target is None:
            system.add(None, mover, constraint=guard, note=m.origin)
            continue
        before = [n for n, _ in m.source]
        for name, at in m.target:
            p = predicates[name, m.target]
            head = p(*[m.after(v) for v in p.params])
            if name == m.mover or name not in before:
                system.add(head, mover, constraint=guard, note=m.origin)
            else:
                standing = predicates[name, m.source](*arguments)
                note = Origin("interference", m.transition, name, at)
                system.add(head, standing, mover, constraint=guard, note=note)
    return system
