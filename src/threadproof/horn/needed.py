"""As little of a solution as excludes false: the facts that some proof of a clause uses, found backwards from false.

What is needed of a predicate must hold wherever a clause derives it, which needs facts of the clause's body, and so on.
Which facts a proof uses is the solver's core, so the result is small, not smallest. Entry point: `needed`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from threadproof.horn.clause import Clause, Predicate, System
from threadproof.horn.houdini import Instances
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.smt.solver import Solver


def needed(
    system: System, facts: Mapping[Predicate, Sequence[Term]], solver: Solver, is_over: Callable[[], bool]
) -> dict[Predicate, list[Term]] | None:
    """None: the facts are no solution, or that was not decided in time."""
    chosen: dict[Predicate, dict[Term, None]] = {p: {} for p in system.predicates}
    instances = Instances()
    derivers: dict[Predicate, list[Clause]] = {p: [] for p in system.predicates}
    for c in system.clauses:
        if c.head is not None:
            derivers[c.head.predicate].append(c)
    waiting = deque(c for c in system.clauses if c.head is None)
    queued = set(waiting)
    while waiting:
        c = waiting.popleft()
        queued.discard(c)
        goal = [c.constraint]
        if c.head is not None:
            goal.append(T.not_(T.and_(*instances.of(c.head, list(chosen[c.head.predicate])))))
        every = [(a.predicate, t, i) for a in c.body for t, i in instances.pairs(a, facts[a.predicate])]
        if solver.check(*goal, *[i for p, t, i in every if t in chosen[p]]) is False:
            continue
        if is_over() or solver.check(*goal, *[i for _, _, i in every]) is not False:
            return None
        core = set(solver.core())
        for p, t, i in every:
            if i in core and t not in chosen[p]:
                chosen[p][t] = None
                fresh = [d for d in derivers[p] if d not in queued]
                queued.update(fresh)
                waiting.extend(fresh)
    return {p: list(ts) for p, ts in chosen.items()}
