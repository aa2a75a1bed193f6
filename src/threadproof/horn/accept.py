"""From what somebody proposes as a solution to one that is proved: completed and weakened where that helps.

Proposals come over integers that do not wrap around, from other programs, with formulas missing. Entry point: `accept`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from threadproof.horn.abstraction import AbstractionSolver
from threadproof.horn.check import failing
from threadproof.horn.clause import Predicate, System
from threadproof.horn.houdini import strongest
from threadproof.horn.reduced import with_fixed
from threadproof.horn.solver import Deadline, Solved
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.smt.solver import Solver

#: seconds to prove one clause
CLAUSE_LIMIT: Final = 10.0
#: seconds to find the formulas that are missing
COMPLETION_LIMIT: Final = 5.0

Proposal = Mapping[Predicate, Term]


def accept(
    system: System, proposals: Sequence[Proposal], solver: Solver, deadline: Deadline
) -> dict[Predicate, Term] | None:
    """A solution: one of the proposals, or as much of all of them as holds."""

    def holds(solution: Proposal) -> bool:
        solver.limit = deadline.share(CLAUSE_LIMIT)
        return failing(system, solution, solver) is None

    full = [c for p in proposals if (c := _completed(system, p, deadline)) is not None]
    for c in full:
        if holds(c):
            return c
    solver.limit = deadline.share(CLAUSE_LIMIT)
    kept = strongest(system, {p: [c[p] for c in full] for p in system.predicates}, solver, deadline.is_over)
    if not full or kept is None:
        return None
    weaker = {p: T.and_(*ts) for p, ts in kept.items()}
    return weaker if holds(weaker) else None


def _completed(system: System, part: Proposal, deadline: Deadline) -> dict[Predicate, Term] | None:
    """With a formula for the predicates that have none, if there is one with those of the others as they are."""
    if len(part) == len(system.predicates):
        return dict(part)
    outcome = AbstractionSolver().solve(with_fixed(system, part), deadline.share(COMPLETION_LIMIT))
    return {**part, **outcome.solution} if isinstance(outcome, Solved) else None
