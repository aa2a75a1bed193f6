"""A solution made of simple facts, without any search: all that might hold are guessed, and those that do are kept.

    x == y, x != y, x <= y, y <= x        for parameters that a clause copies or compares
    x == c, x != c, x <= c, c <= x        for constants that a clause gives to x or compares it with, or that are the
                                          most that it can get from a remainder
    b, !b, and what clauses ask           of the parameters of one predicate
    x == y ==> z == c                     for shared z, if wanted: while the lock is free, nobody is inside
    x == k ==> z == c, z == y             for the element k that is watched: who has it, and what it is then

The strongest conjunctions of these are found by dropping (`houdini`); a predicate that nothing derives keeps facts that
contradict each other, so that "these two threads are never there together" needs no shape of its own. Where threads
exclude each other by numbers (tickets), this takes seconds and interpolation never ends. Entry points: `Guesses`,
`facts_that_hold`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from threadproof.horn.check import failing
from threadproof.horn.clause import Clause, Predicate, System
from threadproof.horn.houdini import strongest
from threadproof.horn.needed import needed
from threadproof.horn.simplify import simplify
from threadproof.horn.solver import Deadline, GaveUp, Outcome, Solved
from threadproof.logic import term as T
from threadproof.logic.evaluate import postorder
from threadproof.logic.term import Term, Var
from threadproof.smt.solver import Solver, make_solver

#: seconds for one question to the solver
CHECK_LIMIT: Final = 2.0
#: more facts than this are not worth guessing
MOST_FACTS: Final = 20_000
#: values that a variable has one of
MOST_LISTED: Final = 12

_ORDERS: Final = ("ult", "ule", "slt", "sle")


class Guesses:
    name = "guesses"

    def __init__(self, more: Sequence[Term] = (), *, with_cases: bool = False) -> None:
        """`more`: facts that may hold as well, of every predicate with such parameters; cases: implications."""
        self.statistics: dict[str, Any] = {}
        self._more = more
        self._with_cases = with_cases

    def solve(self, system: System, limit: float | None = None) -> Outcome:
        solver = make_solver()
        solver.limit = CHECK_LIMIT if limit is None else min(CHECK_LIMIT, limit / 8)
        outcome = self._solve(system, solver, Deadline(limit))
        self.statistics = {
            "solver_time": round(solver.solver_time, 3),
            "smt_checks": solver.smt_checks,
            "predicates": len(system.predicates),
        }
        return outcome

    def _solve(self, system: System, solver: Solver, deadline: Deadline) -> Outcome:
        reduced = simplify(system, inlining=False)
        shapes = _Shapes(reduced.system, self._with_cases)
        facts: dict[Predicate, list[Term]] = {}
        count = 0
        for p in reduced.system.predicates:
            facts[p] = [*shapes.of(p), *[t for t in self._more if t.vars <= set(p.params)]]
            count += len(facts[p])
            if count > MOST_FACTS:
                return GaveUp("too many facts to guess")
        kept = strongest(reduced.system, facts, solver, deadline.is_over)
        if kept is None:
            return GaveUp("timeout")
        strong = {p: shapes.without_weaker(ts) for p, ts in kept.items()}
        few = needed(reduced.system, strong, solver, deadline.is_over)
        solution = None if few is None else reduced.restore({p: T.and_(*ts) for p, ts in few.items()})
        if solution is None or failing(system, solution, solver) is not None:
            return GaveUp("timeout" if deadline.is_over() else "simple facts are not enough")
        return Solved(solution)


def facts_that_hold(
    system: System,
    deadline: Deadline,
    names: Collection[Var] = (),
    about: Mapping[Predicate, Collection[Var]] | None = None,
) -> dict[Predicate, list[Term]] | None:
    """All simple facts about each predicate that hold together, whatever they are good for. None: not in time.

    `names`: variables with numbers that are names, so that it does not matter which is larger. `about`: of which
    parameters facts are wanted, if not of all.
    """
    solver = make_solver()
    solver.limit = deadline.share(CHECK_LIMIT)
    shapes = _Shapes(system, with_cases=False, names=names)
    facts = {p: [*shapes.of(p), *shapes.listed(p)] for p in system.predicates}
    if about is not None:
        facts = {p: [t for t in ts if t.vars.issubset(about[p])] for p, ts in facts.items()}
    if sum(map(len, facts.values())) > MOST_FACTS:
        return None
    kept = strongest(system, facts, solver, deadline.is_over)
    return None if kept is None else {p: shapes.without_weaker(ts) for p, ts in kept.items()}


class _Shapes:
    def __init__(self, system: System, with_cases: bool, names: Collection[Var] = ()) -> None:
        self._with_cases = with_cases
        self._names = frozenset(names)
        #: parameters and variables of clauses that are copied or compared, directly or not, have the same root
        self._parent: dict[Var, Var] = {}
        self._constants: dict[Var, dict[Term, None]] = {}
        #: what is added to variables
        self._steps: dict[Var, dict[Term, None]] = {}
        self._asked: dict[Predicate, dict[Term, None]] = {p: {} for p in system.predicates}
        #: facts with others that they imply
        self._weaker: dict[Term, list[Term]] = {}
        for c in system.clauses:
            self._read(c)
        of_variables, self._constants = self._constants, {}
        for v, found in of_variables.items():
            self._constants.setdefault(self._root(v), {}).update(found)
        for v, steps in self._steps.items():
            constants = self._constants.setdefault(self._root(v), {})
            constants |= dict.fromkeys([T.add(c, d) for c in list(constants) for d in steps if c.width == d.width])

    def of(self, p: Predicate) -> list[Term]:
        facts: dict[Term, None] = {}
        numbers = [v for v in p.params if v.width and v.kind != "count"]
        for v in p.params:
            if not v.width:
                facts |= dict.fromkeys((T.var(v), T.not_(T.var(v))))
        for v in numbers:
            facts |= dict.fromkeys(self._with_constants(v))
        for a, b in combinations(numbers, 2):
            if a.width == b.width and self._root(a) is self._root(b):
                facts |= dict.fromkeys(self._comparisons(T.var(a), T.var(b), a.signed and b.signed))
        if self._with_cases:
            facts |= dict.fromkeys(self._cases([*facts]))
        return [*facts, *self._asked[p]]

    def listed(self, p: Predicate) -> list[Term]:
        """Those with few values have one of these."""
        found = []
        for v in p.params:
            constants = [c for c in self._constants.get(self._root(v), ()) if c.width == v.width]
            if v.width and 2 < len(constants) <= MOST_LISTED:
                found.append(T.or_(*[T.eq(T.var(v), c) for c in constants]))
        return found

    def _cases(self, facts: Sequence[Term]) -> list[Term]:
        """Equations between shared variables and constants, where another equation holds."""
        equations = [t for t in facts if t.op == "eq"]
        shared = [t for t in equations if all(v.shared for v in t.vars)]
        some = [t for t in equations if any(v.shared for v in t.vars)]
        found = []
        for case in equations:
            if any(v.kind == "element" for v in case.vars):
                found += [T.or_(T.not_(case), t) for t in some if t is not case]
            elif len(case.vars) > 1 or case in shared:
                found += [T.or_(T.not_(case), t) for t in shared if t.vars.isdisjoint(case.vars)]
        return found

    def without_weaker(self, facts: Sequence[Term]) -> list[Term]:
        """Without those that others imply by their shape alone."""
        implied = {w for t in facts for w in self._weaker.get(t, ()) if w is not t}
        return [t for t in facts if t not in implied]

    def _with_constants(self, v: Var) -> list[Term]:
        constants = [c for c in self._constants.get(self._root(v), ()) if c.width == v.width]
        if v in self._names:
            return [t for c in constants for t in (T.eq(T.var(v), c), T.ne(T.var(v), c))]
        found = [t for c in constants for t in self._comparisons(T.var(v), c, v.signed)]
        for c in constants:
            is_it = T.eq(T.var(v), c)
            self._weaker[is_it] = [t for t in found if t is not is_it]
        return found

    def _comparisons(self, a: Term, b: Term, signed: bool) -> list[Term]:
        most, less = (T.sle, T.slt) if signed else (T.ule, T.ult)
        same, other, up, down = T.eq(a, b), T.ne(a, b), most(a, b), most(b, a)
        below, above = less(a, b), less(b, a)
        self._weaker |= {same: [up, down], below: [up, other], above: [down, other]}
        return [same, other, up, down] if b.value is not None else [same, other, up, down, below, above]

    # ------------------------------------------------------------ what clauses say

    def _read(self, c: Clause) -> None:
        for a in c.body if c.head is None else (*c.body, c.head):
            for v, t in zip(a.predicate.params, a.args, strict=True):
                self._relate(T.var(v), t)
        for t in {u: None for whole in c.terms() for u in postorder(whole)}:
            if t.op == "eq" or t.op in _ORDERS:
                self._relate(*t.args)
        atoms = list(_atoms(c.constraint))
        for a in c.body:
            back = {t.var: T.var(v) for v, t in zip(a.predicate.params, a.args, strict=True) if t.var is not None}
            for t in atoms:
                if t.vars and t.vars <= back.keys() and not any(v.kind == "count" for v in t.vars):
                    fact = T.substitute(t, {v: x for v, x in back.items() if v is not None})
                    self._asked[a.predicate] |= dict.fromkeys((fact, T.not_(fact)))

    def _relate(self, a: Term, b: Term) -> None:
        if a.op != "var":
            a, b = b, a
        if a.op != "var" or a.var is None or not a.width:
            return
        if b.value is not None:
            self._constants.setdefault(a.var, {})[b] = None
            return
        for x in _leaves(b):
            number = x.args[1].value if len(x.args) == 2 else None
            if x.op == "add" and number is not None:
                self._steps.setdefault(a.var, {})[x.args[1]] = None
                x = x.args[0]
            elif x.op in ("urem", "srem", "bvand") and number:
                most = T.const(number if x.op == "bvand" else number - 1, x.width)
                self._constants.setdefault(a.var, {})[most] = None
            if x.var is not None and x.op == "var":
                self._parent[self._root(a.var)] = self._root(x.var)
            elif x.value is not None:
                self._constants.setdefault(a.var, {})[x] = None

    def _root(self, v: Var) -> Var:
        while (up := self._parent.get(v, v)) is not v:
            v = up
        return v


def _leaves(t: Term) -> Iterator[Term]:
    if t.op == "ite":
        yield from _leaves(t.args[1])
        yield from _leaves(t.args[2])
    else:
        yield t


def _atoms(t: Term) -> Iterator[Term]:
    if t.op in ("and", "or", "not"):
        for a in t.args:
            yield from _atoms(a)
    elif t.vars:
        yield t
