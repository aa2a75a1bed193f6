"""Does a clause follow from others? Cheap tests, a table of answers, then the solvers, one after the other.

Only "yes" counts for a proof: a question that no solver decides is answered no, and what is complained of because of it
is in doubt. Entry point: `Prover.entails`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from threadproof.budget import Budget
from threadproof.evidence.proof.complaint import Complaint
from threadproof.logic import term as T
from threadproof.logic.term import Term, conjuncts
from threadproof.records import replace
from threadproof.smt.solver import Solver, make_solver

#: seconds for one question to one solver
LIMIT = 20.0
NO_LIMIT = Budget()


def literals(t: Term) -> tuple[Term, ...]:
    return t.args if t.op == "or" else (t,)


class Prover:
    """`solvers` are asked in this order, the next one where one cannot decide."""

    def __init__(self, solvers: Sequence[str] = ("z3", "cvc5"), budget: Budget = NO_LIMIT) -> None:
        self.budget = budget
        self._waiting = list(solvers)
        self._solvers: list[Solver] = []
        #: None: no solver decided it
        self._known: dict[tuple[frozenset[Term], Term], bool | None] = {}
        self._in_doubt = False

    @property
    def solver_time(self) -> float:
        return sum(s.solver_time for s in self._solvers)

    def entails_all(self, facts: Collection[Term], goals: Iterable[Term]) -> bool:
        """Do all goals follow? Asked together: most proofs are right."""
        left = [g for goal in goals for g in conjuncts(goal) if not is_obvious(facts, g)]
        before = self._in_doubt
        if left and not self._follows(facts, T.and_(*left)):
            return False
        self._in_doubt = before
        return True

    def entails(self, facts: Collection[Term], goal: Term) -> bool:
        return self.entails_all(facts, (goal,))

    def with_doubt(self, complaints: Iterable[Complaint]) -> Iterator[Complaint]:
        """A complaint is in doubt if a question was not decided since the one before."""
        for complaint in complaints:
            yield replace(complaint, in_doubt=self._in_doubt)
            self._in_doubt = False

    def _follows(self, facts: Collection[Term], goal: Term) -> bool:
        near = relevant(facts, goal)
        if self._ask(near, goal):
            return True
        # facts about other variables help only where the facts contradict each other
        return len(near) < len(facts) and self._ask(facts, T.FALSE)

    def _ask(self, facts: Collection[Term], goal: Term) -> bool:
        key = (frozenset(facts), goal)
        if key not in self._known:
            self._known[key] = self._decide([*facts, T.not_(goal)])
        known = self._known[key]
        self._in_doubt |= known is None
        return bool(known)

    def _decide(self, terms: list[Term]) -> bool | None:
        """Do the terms contradict each other?"""
        self.budget.check()
        asked = 0
        while asked < len(self._solvers) or self._waiting:
            if asked == len(self._solvers):
                new = make_solver(self._waiting.pop(0), recall=False)
                new.limit = LIMIT
                self._solvers.append(new)
            answer = self._solvers[asked].check(*terms)
            if answer is not None:
                return not answer
            asked += 1
        return None


def is_obvious(facts: Collection[Term], goal: Term) -> bool:
    """A clause that is true, or is among the facts, or is weaker than one of them by its literals."""
    if goal is T.TRUE or goal in facts or T.FALSE in facts:
        return True
    if goal.op == "or":
        mine = frozenset(goal.args)
        return any(mine.issuperset(literals(f)) for f in facts)
    return False


def relevant(facts: Collection[Term], goal: Term) -> list[Term]:
    """The facts that have something to do with the goal: those with its variables, those with theirs, and so on."""
    found = []
    left = [f for f in facts if f.vars]
    reached = goal.vars
    grew = True
    while grew:
        grew = False
        apart = []
        for f in left:
            if reached.isdisjoint(f.vars):
                apart.append(f)
            else:
                found.append(f)
                if not f.vars <= reached:
                    reached = reached | f.vars
                    grew = True
        left = apart
    return found
