"""The strongest solution that is made of given facts only: start with all, drop what a clause does not preserve.

Entry point: `strongest`. Whether that solution keeps false out is another question (`check.failing`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from threadproof.horn.clause import Application, Clause, Predicate, System
from threadproof.logic import term as T
from threadproof.logic.evaluate import evaluate
from threadproof.logic.term import Term, conjuncts
from threadproof.smt.solver import Solver


def strongest(
    system: System, facts: Mapping[Predicate, Sequence[Term]], solver: Solver, is_over: Callable[[], bool]
) -> dict[Predicate, list[Term]] | None:
    """For each predicate the facts that hold together, under all clauses with a head. None: not decided in time."""
    kept = {p: [c for t in facts.get(p, ()) for c in conjuncts(t)] for p in system.predicates}
    users: dict[Predicate, list[Clause]] = {p: [] for p in system.predicates}
    for c in system.clauses:
        for a in dict.fromkeys(a.predicate for a in c.body):
            users[a].append(c)
    waiting = deque(c for c in system.clauses if c.head is not None)
    queued = set(waiting)
    while waiting:
        c = waiting.popleft()
        queued.discard(c)
        assert c.head is not None
        if not kept[c.head.predicate]:
            continue
        if is_over():
            return None
        if not _drop(c, c.head, kept, solver):
            continue
        for user in users[c.head.predicate]:
            if user.head is not None and user not in queued:
                queued.add(user)
                waiting.append(user)
    return kept


def _drop(c: Clause, head: Application, kept: dict[Predicate, list[Term]], solver: Solver) -> bool:
    """Drop the facts of the head that the clause does not preserve. Were there any?"""
    known = [instance(t, a) for a in c.body for t in kept[a.predicate]]
    dropped = False
    while kept[head.predicate]:
        facts = kept[head.predicate]
        instances = [instance(t, head) for t in facts]
        answer = solver.check(*known, c.constraint, T.not_(T.and_(*instances)))
        if answer is False:
            break
        dropped = True
        if answer is None:
            # Not decided is not preserved.
            kept[head.predicate] = []
            break
        model = solver.model()
        memo: dict[Term, int] = {}
        kept[head.predicate] = [t for t, i in zip(facts, instances, strict=True) if evaluate(i, model, memo)]
        if any(a.predicate is head.predicate for a in c.body):
            known = [instance(t, a) for a in c.body for t in kept[a.predicate]]
    return dropped


def instance(fact: Term, a: Application) -> Term:
    """A fact about the parameters of a predicate, said of the arguments of an application."""
    return T.substitute(fact, dict(zip(a.predicate.params, a.args, strict=True)))
