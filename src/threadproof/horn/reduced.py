"""A smaller system in place of another, with the way back: from its solutions and derivations to the other's."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.horn.clause import Clause, Derivation, Predicate, Solution, System
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Reduced:
    system: System
    #: None: no way back was found
    restore: Callable[[Solution], dict[Predicate, Term] | None]
    lift: Callable[[Derivation], Derivation | None]

    def then(self, step: Callable[[System], Reduced]) -> Reduced:
        """One reduction after the other."""
        last = step(self.system)

        def restore(solution: Solution) -> dict[Predicate, Term] | None:
            between = last.restore(solution)
            return None if between is None else self.restore(between)

        def lift(derivation: Derivation) -> Derivation | None:
            between = last.lift(derivation)
            return None if between is None else self.lift(between)

        return Reduced(last.system, restore, lift)


def unchanged(system: System) -> Reduced:
    return Reduced(system, dict, lambda d: d)


def rebuilt(derivation: Derivation, change: Callable[[Derivation, tuple[Derivation, ...]], Derivation]) -> Derivation:
    """Another derivation, premises first; what is shared stays shared."""
    done: dict[int, Derivation] = {}
    stack = [derivation]
    while stack:
        d = stack[-1]
        waiting = [p for p in d.premises if id(p) not in done]
        if id(d) in done:
            stack.pop()
        elif waiting:
            stack += waiting
        else:
            stack.pop()
            done[id(d)] = change(d, tuple(done[id(p)] for p in d.premises))
    return done[id(derivation)]


def with_fixed(system: System, known: Solution) -> System:
    """What is left to be found where some predicates are fixed formulas: clauses over the others only."""
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
