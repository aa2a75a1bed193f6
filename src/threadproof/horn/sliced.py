"""Leave out parameters that nothing depends on: no constraint, no other argument, no needed parameter. `slice_system`.

Before that, equations in constraints are used to get rid of variables of single clauses.
"""

from __future__ import annotations

from collections import Counter

from threadproof.horn.clause import Application, Clause, Derivation, Predicate, Solution, System
from threadproof.horn.equations import split
from threadproof.horn.reduced import Reduced, rebuilt
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var

Position = tuple[Predicate, int]


def slice_system(system: System) -> Reduced:
    clauses = [_Solved(c) for c in system.clauses]
    needed = _needed([c.clause for c in clauses])
    kept = {p: [i for i in range(len(p.params)) if (p, i) in needed] for p in system.predicates}
    new = {
        p: p if len(k) == len(p.params) else Predicate(p.name, tuple(p.params[i] for i in k)) for p, k in kept.items()
    }

    def cut(a: Application) -> Application:
        return a if new[a.predicate] is a.predicate else new[a.predicate](*[a.args[i] for i in kept[a.predicate]])

    origins: dict[Clause, _Solved] = {}
    for s in clauses:
        c = s.clause
        head = None if c.head is None else cut(c.head)
        if c.constraint is not T.FALSE:
            origins[Clause(head, tuple(map(cut, c.body)), c.constraint, c.note)] = s

    def restore(solution: Solution) -> dict[Predicate, Term]:
        return {p: solution[new[p]] for p in system.predicates}

    def step(d: Derivation, premises: tuple[Derivation, ...]) -> Derivation:
        return origins[d.clause].derive(d, premises)

    return Reduced(System(list(new.values()), list(origins)), restore, lambda d: rebuilt(d, step))


class _Solved:
    """A clause without the variables that equations in its constraint define."""

    def __init__(self, original: Clause) -> None:
        self.original = original
        #: in the order found: each value may mention variables that are defined later
        self.values: list[tuple[Var, Term]] = []
        self.clause = original
        fixed = {v for a in original.body for t in a.args for v in t.vars}
        while (found := self._definition(fixed)) is not None:
            self.values.append(found)
            self.clause = _substituted(self.clause, *found)

    def _definition(self, fixed: set[Var]) -> tuple[Var, Term] | None:
        for t in split(self.clause.constraint):
            if t.op == "eq":
                for a, b in (t.args, t.args[::-1]):
                    if a.op == "var" and a.var is not None and a.var not in fixed and a.var not in b.vars:
                        return a.var, b
        return None

    def derive(self, d: Derivation, premises: tuple[Derivation, ...]) -> Derivation:
        """The original clause with the same values; variables that only parameters left out mention get theirs."""
        values = dict(d.values)
        for a, p in zip(self.original.body, premises, strict=True):
            assert p.clause.head is not None
            known = Model(dict(p.values))
            for t, given in zip(a.args, p.clause.head.args, strict=True):
                if t.op == "var" and t.var is not None:
                    values[t.var] = evaluate(given, known)
        for v, t in reversed(self.values):
            values[v] = evaluate(t, Model(values))
        return Derivation(self.original, premises, values)


def _substituted(c: Clause, v: Var, value: Term) -> Clause:
    def change(a: Application) -> Application:
        return Application(a.predicate, tuple(T.substitute(t, {v: value}) for t in a.args))

    head = None if c.head is None else change(c.head)
    return Clause(head, tuple(map(change, c.body)), T.substitute(c.constraint, {v: value}), c.note)


def _needed(clauses: list[Clause]) -> set[Position]:
    needed: set[Position] = set()
    size = -1
    first = True
    while size < len(needed) or first:
        first = False
        size = len(needed)
        for c in clauses:
            used = set(c.constraint.vars)
            if c.head is not None:
                for i, t in enumerate(c.head.args):
                    if (c.head.predicate, i) in needed:
                        used |= t.vars
            count = Counter(t.var for a in c.body for t in a.args if t.op == "var")
            inside = {v for a in c.body for t in a.args if t.op != "var" for v in t.vars}
            for a in c.body:
                for i, t in enumerate(a.args):
                    v = t.var
                    if t.op != "var" or v in used or v in inside or count[v] > 1:
                        needed.add((a.predicate, i))
    return needed
