"""Leave out predicates with a single definition or a single use, by resolving its clauses. Entry point: `inline`.

    Q(x + 1) :- P(x), x < 5.     R(y, z) :- Q(y), S(z).      become      R(x + 1, z) :- P(x), x < 5, S(z).

A formula for Q is found again when the others have theirs: with those fixed, it is a small system of its own.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from threadproof.horn.abstraction import AbstractionSolver
from threadproof.horn.clause import Application, Clause, Derivation, Predicate, Solution, System
from threadproof.horn.reduced import Reduced, rebuilt, unchanged, with_fixed
from threadproof.horn.solver import Solved
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, replace
from threadproof.smt.interpolate import variables

#: seconds to find one formula again
LIMIT: Final = 5.0
#: applications in the body of a clause that resolving makes
LONGEST: Final = 4


def inline(system: System) -> Reduced:
    """All predicates for which it can be done, one after the other."""
    result = unchanged(system)
    while (p := _candidate(result.system)) is not None:
        chosen = p
        result = result.then(lambda s, p=chosen: _without(s, p))  # type: ignore[misc]
    return result


def _candidate(system: System) -> Predicate | None:
    for p in system.predicates:
        definitions = [c for c in system.clauses if c.head is not None and c.head.predicate is p]
        uses = [c for c in system.clauses for a in c.body if a.predicate is p]
        if any(a.predicate is p for c in definitions for a in c.body):
            continue
        if len(definitions) != 1 and len(uses) != 1:
            continue
        longest = max((len(c.body) for c in definitions), default=0)
        if all(len(c.body) + uses.count(c) * (longest - 1) <= LONGEST for c in uses):
            return p
    return None


@dataclass(frozen=True, slots=True)
class _Resolvent:
    """A clause in whose body one application is replaced by the body of a clause that derives it."""

    outer: Clause
    position: int
    inner: Clause
    #: variable of the inner clause -> its name in the resolvent
    copies: dict[Var, Var]
    #: variables of both that are gone, with their values in terms of the rest
    values: dict[Var, Term]

    def split(self, d: Derivation, premises: tuple[Derivation, ...]) -> Derivation:
        model = Model(dict(d.values))
        gone = {v: evaluate(t, model) for v, t in self.values.items()}
        known = {**d.values, **gone}
        k, n = self.position, len(self.inner.body)
        inner = Derivation(self.inner, premises[k : k + n], {v: known.get(w, 0) for v, w in self.copies.items()})
        return Derivation(self.outer, (*premises[:k], inner, *premises[k + n :]), known)


def _without(system: System, p: Predicate) -> Reduced:
    definitions = [c for c in system.clauses if c.head is not None and c.head.predicate is p]
    origins: dict[Clause, _Resolvent] = {}
    done: list[Clause] = []
    waiting = [c for c in reversed(system.clauses) if c.head is None or c.head.predicate is not p]
    numbers = count()
    while waiting:
        c = waiting.pop()
        k = next((k for k, a in enumerate(c.body) if a.predicate is p), None)
        if k is None:
            done.append(c)
            continue
        for d in reversed(definitions):
            new, origin = _resolve(c, k, d, next(numbers))
            origins[new] = origin
            if new.constraint is not T.FALSE:
                waiting.append(new)

    def restore(solution: Solution) -> dict[Predicate, Term] | None:
        outcome = AbstractionSolver().solve(with_fixed(system, solution), LIMIT)
        return {**solution, **outcome.solution} if isinstance(outcome, Solved) else None

    def step(d: Derivation, premises: tuple[Derivation, ...]) -> Derivation:
        new = Derivation(d.clause, premises, d.values)
        # a clause that uses the predicate twice was resolved twice
        while (origin := origins.get(new.clause)) is not None:
            new = origin.split(new, new.premises)
        return new

    return Reduced(System([q for q in system.predicates if q is not p], done), restore, lambda d: rebuilt(d, step))


def _resolve(c: Clause, k: int, d: Clause, number: int) -> tuple[Clause, _Resolvent]:
    assert d.head is not None
    copies = {v: replace(v, name=f"{v.name}~{number}") for v in variables(list(d.terms()))}
    names = {v: T.var(w) for v, w in copies.items()}
    values: dict[Var, Term] = {}
    equations: list[Term] = []

    def now(t: Term) -> Term:
        return T.substitute(t, values)

    for a, b in zip(c.body[k].args, d.head.args, strict=True):
        left, right = now(a), now(T.substitute(b, names))
        for x, t in ((left, right), (right, left)):
            if x.op == "var" and x.var is not None and x.var not in t.vars:
                values = {v: T.substitute(u, {x.var: t}) for v, u in values.items()} | {x.var: t}
                break
        else:
            equations.append(T.eq(left, right))

    def moved(a: Application, inner: bool) -> Application:
        return Application(a.predicate, tuple(now(T.substitute(t, names) if inner else t) for t in a.args))

    body = (
        *[moved(a, inner=False) for a in c.body[:k]],
        *[moved(a, inner=True) for a in d.body],
        *[moved(a, inner=False) for a in c.body[k + 1 :]],
    )
    constraint = T.and_(now(c.constraint), now(T.substitute(d.constraint, names)), *map(now, equations))
    head = None if c.head is None else moved(c.head, inner=False)
    return Clause(head, body, constraint, c.note), _Resolvent(c, k, d, copies, values)
