"""Facts that a search found at one predicate and that hold at many: proved together, and known ever after.

All facts so far, and what clauses say by constants, are tried at every predicate that has their variables; those that
all clauses preserve are lemmas. So the search need not find them again, predicate by predicate. Entry point: `Lemmas`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from threadproof.horn.clause import Predicate, System
from threadproof.horn.houdini import Instances, strongest
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.smt.solver import Solver


class Lemmas:
    def __init__(self, system: System) -> None:
        #: what holds of each predicate
        self.of: dict[Predicate, tuple[Term, ...]] = dict.fromkeys(system.predicates, ())
        #: under what is known
        self._system = system
        self._seeds = list(dict.fromkeys(_seeds(system)))

    def find(self, facts: Iterable[Term], solver: Solver, is_over: Callable[[], bool]) -> bool | None:
        """Look for more, among the facts and their negations. Were there any? None: not decided in time."""
        both = list(dict.fromkeys(t for f in (*self._seeds, *facts) for t in (f, T.not_(f))))
        kept = strongest(self._system, {p: self._tried(p, both) for p in self.of}, solver, is_over)
        if kept is None:
            return None
        self._seeds = []
        new = {p: [] if T.FALSE in known else kept[p] for p, known in self.of.items()}
        self.of = {p: (*known, *new[p]) for p, known in self.of.items()}
        self._system = _with(self._system, new)
        return any(new.values())

    def _tried(self, p: Predicate, facts: list[Term]) -> list[Term]:
        params, known = frozenset(p.params), frozenset(self.of[p])
        return [t for t in facts if t.vars <= params and t not in known and T.not_(t) not in known]


def _seeds(system: System) -> Iterator[Term]:
    """Truth values, and equations with constants that clauses give to parameters."""
    for c in system.clauses:
        if c.head is not None:
            for v, t in zip(c.head.predicate.params, c.head.args, strict=True):
                if t.value is not None:
                    yield T.eq(T.var(v), t) if v.width else T.var(v)


def _with(system: System, facts: Mapping[Predicate, Sequence[Term]]) -> System:
    instances = Instances()
    found = System(system.predicates)
    for c in system.clauses:
        said = [t for a in c.body for t in instances.of(a, facts[a.predicate])]
        found.add(c.head, *c.body, constraint=T.and_(c.constraint, *said), note=c.note)
    return found
