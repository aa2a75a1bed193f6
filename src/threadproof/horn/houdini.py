"""The strongest solution that is made of given facts only: start with all, drop what a clause does not preserve.

False is always among the facts, so a predicate stays false until a clause derives something. Entry point: `strongest`.
Whether that solution keeps false out is another question (`check.failing`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from threadproof.horn.clause import Application, Clause, Predicate, System
from threadproof.horn.parts import Splitter
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.smt.solver import Solver


def strongest(
    system: System, facts: Mapping[Predicate, Sequence[Term]], solver: Solver, is_over: Callable[[], bool]
) -> dict[Predicate, list[Term]] | None:
    """For each predicate the facts that hold together, under all clauses with a head. None: not decided in time."""
    kept = {p: [T.FALSE, *[c for t in facts.get(p, ()) for c in conjuncts(t)]] for p in system.predicates}
    instances = Instances()
    splitter = Splitter(solver)
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
        if not _drop(c, c.head, kept, instances, splitter, is_over):
            continue
        for user in users[c.head.predicate]:
            if user.head is not None and user not in queued:
                queued.add(user)
                waiting.append(user)
    return None if is_over() else kept


def _drop(
    c: Clause,
    head: Application,
    kept: dict[Predicate, list[Term]],
    instances: Instances,
    splitter: Splitter,
    is_over: Callable[[], bool],
) -> bool:
    """Drop the facts of the head that the clause does not preserve. Were there any?"""
    dropped = False
    while not any(T.FALSE in kept[a.predicate][:1] for a in c.body) and not is_over():
        facts = instances.pairs(head, kept[head.predicate])
        known = dict.fromkeys([t for a in c.body for t in instances.of(a, kept[a.predicate])])
        lost = splitter.not_implied([*known, c.constraint], [i for _, i in facts if i not in known])
        if not lost:
            break
        dropped = True
        kept[head.predicate] = [t for t, i in facts if i not in lost]
        if all(a.predicate is not head.predicate for a in c.body):
            break
    return dropped


class Instances:
    """Facts about parameters, said of arguments; remembered, since every fact is needed again and again."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[dict[Var, Term], dict[Term, Term]]] = {}

    def of(self, a: Application, facts: Sequence[Term]) -> list[Term]:
        return [i for _, i in self.pairs(a, facts)]

    def pairs(self, a: Application, facts: Sequence[Term]) -> list[tuple[Term, Term]]:
        found = self._known.get(id(a))
        if found is None:
            found = self._known[id(a)] = a.changes(), {}
        arguments, done = found
        for t in facts:
            if t not in done:
                done[t] = T.substitute(t, arguments)
        return [(t, done[t]) for t in facts]


def instance(fact: Term, a: Application) -> Term:
    """A fact about the parameters of a predicate, said of the arguments of an application."""
    return T.substitute(fact, a.changes())
