"""Labels: interned sets of clauses, with implication decided by a cascade that ends in the solver.

A label is a conjunction of clauses, a clause a Boolean term (usually a disjunction of literals). Labels only ever grow
stronger, one clause at a time. Implication between labels asks, in this order: subset, a table of answers, literal
subsumption, and then the solver, which first looks at the models that it remembers.
Entry point: `Labels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.errors import Limit
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.smt.solver import Solver

#: seconds for an implication that is worth having but not needed
IMPLICATION_LIMIT = 0.2


class Label:
    """A conjunction of clauses; compare by identity."""

    __slots__ = ("clauses", "entails", "is_false", "number", "refuters", "stronger")

    def __init__(self, clauses: frozenset[Term], number: int) -> None:
        self.clauses = clauses
        self.number = number
        self.is_false = T.FALSE in clauses
        #: per clause, the literals that together contradict it
        self.refuters: tuple[frozenset[Term], ...] = tuple([refuter(c) for c in ordered(clauses)])
        self.stronger: dict[Term, Label] = {}
        #: answers: clause -> is it implied?
        self.entails: dict[Term, bool] = {}

    def __repr__(self) -> str:
        return " && ".join(f"({c!r})" for c in ordered(self.clauses)) or "true"


_numbers: dict[Term, int] = {}


def ordered(clauses: Iterable[Term]) -> list[Term]:
    """In the order of their first appearance: sets of terms have no order that a run could rely on."""
    return sorted(clauses, key=lambda c: _numbers.setdefault(c, len(_numbers)))


def literals(clause: Term) -> tuple[Term, ...]:
    return clause.args if clause.op == "or" else (clause,)


def refuter(clause: Term) -> frozenset[Term]:
    return frozenset([T.not_(x) for x in literals(clause)])


class Labels:
    def __init__(self, solver: Solver, remaining: Callable[[], float | None] = lambda: None) -> None:
        self.solver = solver
        #: seconds that are left
        self.remaining = remaining
        self._table: dict[frozenset[Term], Label] = {}
        self.top = self._intern(frozenset())
        self.bottom = self._intern(frozenset({T.FALSE}))
        #: implications that only the solver could decide
        self.implication_checks = 0

    def _intern(self, clauses: frozenset[Term]) -> Label:
        label = self._table.get(clauses)
        if label is None:
            for c in clauses:
                _numbers.setdefault(c, len(_numbers))
            label = self._table[clauses] = Label(clauses, len(self._table))
        return label

    def add(self, label: Label, clause: Term) -> Label:
        """The label strengthened by a clause; the same label if it says so already."""
        if clause.op == "and":
            for part in clause.args:
                label = self.add(label, part)
            return label
        new = label.stronger.get(clause)
        if new is None:
            new = label.stronger[clause] = self._add(label, clause)
        return new

    def _add(self, label: Label, clause: Term) -> Label:
        if clause is T.TRUE or label.is_false or clause in label.clauses:
            return label
        if clause is T.FALSE or T.not_(clause) in label.clauses:
            return self.bottom
        mine = frozenset(literals(clause))
        kept = []
        for c in label.clauses:
            theirs = frozenset(literals(c))
            if theirs <= mine:
                return label
            if not mine <= theirs:
                kept.append(c)
        return self._intern(frozenset((*kept, clause)))

    def implies(self, a: Label, b: Label) -> bool:
        if a is b or b.clauses <= a.clauses or a.is_false:
            return True
        if b.is_false:
            return self.entails(a, T.FALSE)
        return all(c in a.clauses or self.entails(a, c) for c in ordered(b.clauses))

    @staticmethod
    def ordered(label: Label) -> list[Term]:
        return ordered(label.clauses)

    def entails_cheaply(self, label: Label, clause: Term) -> bool:
        """Without the solver; may say no where the answer is yes."""
        return clause in label.clauses or label.is_false or label.entails.get(clause, False)

    def entails(self, label: Label, clause: Term) -> bool:
        if clause in label.clauses or clause is T.TRUE or label.is_false:
            return True
        known = label.entails.get(clause)
        if known is None:
            known = label.entails[clause] = self._entails(label, clause)
        return known

    def _entails(self, label: Label, clause: Term) -> bool:
        mine = frozenset(literals(clause))
        if any(mine.issuperset(literals(c)) for c in label.clauses):
            return True
        if label.clauses and all(c.vars.isdisjoint(clause.vars) for c in label.clauses):
            # (false labels aside) what is said about other variables does not help
            return self.entails(self.top, clause)
        left = self.remaining()
        self.solver.limit = IMPLICATION_LIMIT if left is None else max(min(left, IMPLICATION_LIMIT), 0.01)
        before = self.solver.smt_checks
        answer = self.solver.check(*ordered(label.clauses), T.not_(clause))
        self.implication_checks += self.solver.smt_checks - before
        return answer is False

    def check(self, terms: Iterable[Term]) -> bool:
        """Satisfiable? An undecided question ends the run."""
        left = self.remaining()
        self.solver.limit = None if left is None else max(left, 0.01)
        answer = self.solver.check(*terms)
        if answer is None:
            left = self.remaining()
            raise Limit("solver gave up" if left is None or left > 0 else "timeout")
        return answer
