"""Labels: interned sets of clauses, with implication decided by a cascade that ends in the solver.

A label is a conjunction of clauses, a clause a Boolean term (usually a disjunction of literals). Labels only ever grow
stronger, one clause at a time. Implication between labels asks, in this order: subset, a table of answers, literal
subsumption, bounds of terms (if solvers would take long), and then the solver, which first looks at the models that it
remembers.
Entry point: `Labels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.errors import Limit
from threadproof.logic import term as T
from threadproof.logic.interning import empties
from threadproof.logic.intervals import Intervals, Known
from threadproof.logic.term import Term, Var
from threadproof.smt.solver import Solver

#: operations that solvers find hard
HARD = frozenset({"udiv", "sdiv", "urem", "srem"})
INTERVALS = Intervals({})
#: seconds for an implication that is worth having but not needed
IMPLICATION_LIMIT = 0.2


class Label:
    """A conjunction of clauses; compare by identity."""

    __slots__ = ("_known", "_values", "clauses", "entails", "is_empty", "is_false", "number", "refuters", "stronger")

    def __init__(self, clauses: frozenset[Term], number: int) -> None:
        self.clauses = clauses
        self.number = number
        self.is_false = T.FALSE in clauses
        #: per clause, the literals that together contradict it
        self.refuters: tuple[frozenset[Term], ...] = tuple([refuter(c) for c in ordered(clauses)])
        self.stronger: dict[Term, Label] = {}
        #: answers: clause -> is it implied?
        self.entails: dict[Term, bool] = {}
        #: does no state satisfy it? None: nobody has asked
        self.is_empty: bool | None = None
        self._values: dict[Var, Term] | None = None
        self._known: tuple[Known | None] | None = None

    @property
    def known(self) -> Known | None:
        """What it says about the bounds of terms; None: there is no state."""
        if self._known is None:
            condition = T.and_(*ordered(self.clauses))
            found = INTERVALS.behind(condition, {})
            self._known = (None if found is None else INTERVALS.behind(condition, found),)
        return self._known[0]

    @property
    def values(self) -> dict[Var, Term]:
        """The variables that have one value only, because a clause says so."""
        if self._values is None:
            self._values = dict([x for c in self.clauses if (x := value_given(c)) is not None])
        return self._values

    def excludes(self, t: Term) -> bool:
        """At a glance; may say no where the answer is yes."""
        return T.not_(t) in self.clauses or (bool(self.values) and T.substitute(t, self.values) is T.FALSE)

    def __repr__(self) -> str:
        return " && ".join(f"({c!r})" for c in ordered(self.clauses)) or "true"


def is_hard(t: Term) -> bool:
    """Does it divide? Solvers take long, then."""
    found = _hard.get(t)
    if found is None:
        found = _hard[t] = any(u.op in HARD for u in T.subterms(t))
    return found


_hard: dict[Term, bool] = {}
_numbers: dict[Term, int] = {}
empties(_hard.clear)
empties(_numbers.clear)


def ordered(clauses: Iterable[Term]) -> list[Term]:
    """In the order of their first appearance: sets of terms have no order that a run could rely on."""
    return sorted(clauses, key=lambda c: _numbers.setdefault(c, len(_numbers)))


def literals(clause: Term) -> tuple[Term, ...]:
    return clause.args if clause.op == "or" else (clause,)


def value_given(clause: Term) -> tuple[Var, Term] | None:
    """`x == 5` gives x the value 5, `b` and `!b` give one to b."""
    if clause.op == "var":
        assert clause.var is not None
        return clause.var, T.TRUE
    if clause.op == "not" and clause.args[0].op == "var":
        assert clause.args[0].var is not None
        return clause.args[0].var, T.FALSE
    if clause.op == "eq" and clause.args[0].op == "var" and clause.args[1].value is not None:
        assert clause.args[0].var is not None
        return clause.args[0].var, clause.args[1]
    return None


def refuter(clause: Term) -> frozenset[Term]:
    return frozenset([T.not_(x) for x in literals(clause)])


def _connected(clauses: list[Term], variables: frozenset[Var]) -> list[Term]:
    """Those that share variables with these, or with each other: others do not help, unless they are contradictory."""
    found: set[Term] = set()
    while True:
        more = [c for c in clauses if c not in found and not c.vars.isdisjoint(variables)]
        if not more:
            return [c for c in clauses if c in found]
        found.update(more)
        variables = variables.union(*[c.vars for c in more])


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
        inner = clause.args[0] if clause.op == "not" else clause
        if inner is not clause and inner.op in ("and", "or"):
            clause = (T.or_ if inner.op == "and" else T.and_)(*map(T.not_, inner.args))
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
        if is_hard(clause) and self.follows_from_bounds(label, clause):
            return label
        left = [x for x in literals(clause) if T.not_(x) not in label.clauses]
        if not left:
            return self.bottom
        if len(left) < len(literals(clause)):
            return self.add(label, T.or_(*left))
        mine = frozenset(left)
        opposite = T.not_(clause)
        kept = []
        shorter = []
        for c in label.clauses:
            theirs = frozenset(literals(c))
            if theirs <= mine:
                return label
            if opposite in theirs:
                shorter.append(T.or_(*[x for x in literals(c) if x is not opposite]))
            elif not mine <= theirs:
                kept.append(c)
        new = self._intern(frozenset((*kept, clause)))
        for c in ordered(shorter):
            new = self.add(new, c)
        return new

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
        if clause in label.clauses or label.is_false or label.entails.get(clause, False):
            return True
        return is_hard(clause) and self.follows_from_bounds(label, clause)

    def follows_from_bounds(self, label: Label, clause: Term) -> bool:
        return label.known is None or INTERVALS.decide(clause, label.known) is True

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
        if is_hard(clause) and self.follows_from_bounds(label, clause):
            return True
        if label.clauses and all(c.vars.isdisjoint(clause.vars) for c in label.clauses):
            # (false labels aside) what is said about other variables does not help
            return self.entails(self.top, clause)
        return self._is_refuted([*_connected(ordered(label.clauses), clause.vars), T.not_(clause)])

    def _is_refuted(self, terms: list[Term]) -> bool:
        before = self.solver.smt_checks
        answer = self.attempt(terms)
        self.implication_checks += self.solver.smt_checks - before
        return answer is False

    def attempt(self, terms: Iterable[Term]) -> bool | None:
        """Satisfiable? None: that takes longer than the answer is worth."""
        left = self.remaining()
        self.solver.limit = IMPLICATION_LIMIT if left is None else max(min(left, IMPLICATION_LIMIT), 0.01)
        return self.solver.check(*terms)

    def has_no_state(self, label: Label) -> bool:
        """May say no where the answer is yes."""
        if label.is_empty is None:
            label.is_empty = label.is_false or self._is_refuted(ordered(label.clauses))
        return label.is_empty

    def check(self, terms: Iterable[Term]) -> bool:
        """Satisfiable? An undecided question ends the run."""
        left = self.remaining()
        self.solver.limit = None if left is None else max(left, 0.01)
        answer = self.solver.check(*terms)
        if answer is None:
            left = self.remaining()
            raise Limit("solver gave up" if left is None or left > 0 else "timeout")
        return answer
