"""A system in which some predicates are fixed formulas: what is left to be found. Entry point: `with_fixed`."""

from __future__ import annotations

from threadproof.horn.clause import Clause, Solution, System
from threadproof.logic import term as T


def with_fixed(system: System, known: Solution) -> System:
    """Clauses over the other predicates only; those that mention none of them are left out."""
    rest = System([p for p in system.predicates if p not in known])
    for c in system.clauses:
        head = c.head
        if all(a.predicate in known for a in (c.body if head is None else (*c.body, head))):
            continue
        said = [a.under(known) for a in c.body if a.predicate in known]
        if head is not None and head.predicate in known:
            said.append(T.not_(head.under(known)))
            head = None
        body = tuple(a for a in c.body if a.predicate not in known)
        constraint = T.and_(c.constraint, *said)
        if constraint is not T.FALSE:
            rest.clauses.append(Clause(head, body, constraint, c.note))
    return rest
