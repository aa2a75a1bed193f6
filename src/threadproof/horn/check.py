"""Does a solution satisfy every clause, and does a derivation derive? Small on purpose: proofs depend on it.

Entry points: `failing` (a solver decides) and `is_derivation` (evaluation only).
"""

from __future__ import annotations

from threadproof.horn.clause import Clause, Derivation, Solution, System
from threadproof.horn.parts import Splitter
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import conjuncts
from threadproof.smt.solver import Solver


def failing(system: System, solution: Solution, solver: Solver) -> Clause | None:
    """The first clause that does not hold under the solution, or that the solver cannot decide.

    A formula that speaks of anything but the parameters of its predicate says nothing.
    """
    loose = {p for p, t in solution.items() if not t.vars <= frozenset(p.params)}
    splitter = Splitter(solver)
    for c in system.clauses:
        used = c.body if c.head is None else (c.head, *c.body)
        if any(a.predicate in loose for a in used):
            return c
        known = dict.fromkeys([t for a in c.body for t in conjuncts(a.under(solution))])
        wanted = (T.FALSE,) if c.head is None else conjuncts(c.head.under(solution))
        if splitter.not_implied([*known, c.constraint], [t for t in wanted if t not in known]):
            return c
    return None


def is_derivation(derivation: Derivation) -> bool:
    """Does false follow, step by step, with the values that the derivation gives?"""
    if derivation.clause.head is not None:
        return False
    seen: set[int] = set()
    stack = [derivation]
    while stack:
        d = stack.pop()
        if id(d) in seen:
            continue
        seen.add(id(d))
        model = Model(dict(d.values))
        if not evaluate(d.clause.constraint, model) or len(d.premises) != len(d.clause.body):
            return False
        for wanted, premise in zip(d.clause.body, d.premises, strict=True):
            head = premise.clause.head
            if head is None or head.predicate is not wanted.predicate:
                return False
            known = Model(dict(premise.values))
            if [evaluate(t, model) for t in wanted.args] != [evaluate(t, known) for t in head.args]:
                return False
        stack.extend(d.premises)
    return True
