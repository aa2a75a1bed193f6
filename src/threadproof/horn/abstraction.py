"""Our own Horn solver, in the style of HSF: predicate abstraction of the clauses, refined by spurious derivations.

Each predicate has atoms; what follows over them is computed (`reach`). If false follows, that derivation is genuine or
gives new atoms that exclude it (`unfold`, `interpolants`), and everything starts again, most of it remembered. Now and
then what was found at single predicates is proved for all (`lemmas`). It works on bit-vectors as they are. Entry point:
`AbstractionSolver`.
"""

from __future__ import annotations

from typing import Any, Final

from threadproof.horn.check import failing, is_derivation
from threadproof.horn.clause import Derivation, Predicate, System
from threadproof.horn.cubes import Abstraction, Node
from threadproof.horn.equations import split
from threadproof.horn.interpolants import Interpolants
from threadproof.horn.lemmas import Lemmas
from threadproof.horn.reach import Reach
from threadproof.horn.solver import Deadline, GaveUp, Outcome, Refuted, Solved
from threadproof.horn.unfold import Undecided, examine
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.smt.solver import make_solver

#: seconds for one question to the solver
CHECK_LIMIT: Final = 5.0
#: refinements between two searches for lemmas
LEMMAS_EVERY: Final = 16


class _OutOfTime(Exception):
    pass


class AbstractionSolver:
    name = "abstraction"

    def __init__(self) -> None:
        self.statistics: dict[str, Any] = {}

    def solve(self, system: System, limit: float | None = None) -> Outcome:
        search = Search(system)
        outcome = search.run(Deadline(limit))
        self.statistics = search.statistics()
        return outcome if outcome is not None else GaveUp("timeout")


def history(last: Node) -> list[Node]:
    """All that a node was derived from, and itself."""
    found = {last: None}
    stack = [last]
    while stack:
        for n in stack.pop().premises:
            if n not in found:
                found[n] = None
                stack.append(n)
    return list(found)


def _any_of(nodes: list[Node]) -> Term:
    """What their cubes have in common, and one of the rests."""
    common = frozenset.intersection(*[n.literals for n in nodes]) if nodes else frozenset()
    rests = [T.and_(*[t for t in n.cube if t not in common]) for n in nodes]
    return T.and_(T.or_(*rests), *[t for n in nodes[:1] for t in n.cube if t in common])


class Search:
    """A search that can be continued: what was found out stays."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.solver = make_solver()
        self.abstraction = Abstraction(self.solver)
        self.interpolants = Interpolants(self.solver)
        self.refinements = 0
        self._reach = Reach(system, self.abstraction)
        self._bad: Node | None = None
        #: Then a fact is worth trying at all predicates; with two premises it would only make more combinations.
        self._is_linear = all(len(c.body) <= 1 for c in system.clauses)
        self._params = {p: frozenset(p.params) for p in system.predicates}
        self._deadline = Deadline(None)
        self._lemmas = Lemmas(system)
        #: refinements before they are looked for again
        self._next_lemmas = LEMMAS_EVERY

    def run(self, deadline: Deadline) -> Outcome | None:
        """None: time is up, and nothing else."""
        self._deadline = deadline
        self.solver.limit = CHECK_LIMIT if deadline.left() is None else max(0.1, deadline.share(CHECK_LIMIT))
        try:
            return self._run()
        except _OutOfTime:
            return None
        except Undecided:
            return GaveUp("undecided")
        except RecursionError:
            return GaveUp("derivation too deep")

    def _tick(self) -> None:
        if self._deadline.is_over():
            raise _OutOfTime

    def _run(self) -> Outcome:
        while True:
            if self.refinements >= self._next_lemmas:
                self._find_lemmas()
            if self._bad is None:
                found = self._reach.run(self._tick)
                if not isinstance(found, Node):
                    return self._solved(found)
                self._bad = found
            if not self._is_stale():
                outcome = self._refine(self._bad)
                if outcome is not None:
                    return outcome
            self._bad = None

    def _is_stale(self) -> bool:
        """Are there atoms that the facts behind a derivation of false do not know yet? Then they are derived again."""
        assert self._bad is not None
        atoms = self.abstraction.atoms
        stale = [n for n in history(self._bad) if n.predicate is not None and n.atoms < len(atoms.get(n.predicate, ()))]
        if stale:
            self._reach.derive_again(stale, self._bad)
        return bool(stale)

    def _refine(self, bad: Node) -> Outcome | None:
        spurious = examine(bad, self.solver, self._tick)
        if isinstance(spurious, Derivation):
            assert is_derivation(spurious)
            return Refuted(spurious)
        facts = self.interpolants.refute(spurious)
        if facts is None:
            return GaveUp("no interpolant")
        self.refinements += 1
        new = sum([self._learn(p, c) for p, t in facts for c in split(t)])
        return None if new and self._is_stale() else GaveUp("no progress")

    def _find_lemmas(self) -> None:
        facts = dict.fromkeys(t for atoms in self.abstraction.atoms.values() for t in atoms)
        found = self._lemmas.find(facts, self.solver, self._deadline.is_over)
        if found is None:
            raise _OutOfTime
        if found:
            self.abstraction.lemmas = self._lemmas.of
            self._reach = Reach(self.system, self.abstraction)
            self._bad = None
        self._next_lemmas = self.refinements + LEMMAS_EVERY

    def _learn(self, p: Predicate, fact: Term) -> bool:
        is_new = self.abstraction.add(p, fact)
        if self._is_linear:
            for q in self.system.predicates:
                if fact.vars <= self._params[q]:
                    self.abstraction.add(q, fact)
        return is_new

    def _solved(self, facts: dict[Predicate, list[Node]]) -> Outcome:
        solution = {p: _any_of(nodes) for p, nodes in facts.items()}
        if failing(self.system, solution, self.solver) is not None:
            return GaveUp("undecided")
        return Solved(solution)

    def statistics(self) -> dict[str, Any]:
        return {
            "solver_time": round(self.solver.solver_time, 3),
            "smt_checks": self.solver.smt_checks,
            "refinements": self.refinements,
            "predicates": len(self.system.predicates),
            "atoms": sum(map(len, self.abstraction.atoms.values())),
            "interpolations": self.interpolants.calls,
            "lemmas": sum(map(len, self.abstraction.lemmas.values())),
        }
