"""Random small systems over Booleans and narrow bit-vectors, and their least solution by enumeration."""

from __future__ import annotations

import random
from itertools import product

from tests.unit.smt.random_terms import Terms
from threadproof.horn.clause import Application, Clause, Predicate, System
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term

#: bits in all variables of one clause
MOST_BITS = 8
WIDTHS = (1, 2, 3)


def random_system(seed: int) -> System:
    rng = random.Random(seed)
    terms = Terms(seed, WIDTHS, linear=rng.random() < 0.5, arrays=False)
    s = System()
    for k in range(rng.randrange(1, 4)):
        params = [rng.choice(terms.scalars[rng.choice((0, *WIDTHS))]) for _ in range(rng.randrange(0, 4))]
        s.predicate(f"P{k}", tuple(dict.fromkeys(params)))
    for p in s.predicates:
        if rng.random() < 0.8:
            s.clauses.append(_clause(rng, terms, p, []))
    for _ in range(rng.randrange(2, 6)):
        s.clauses.append(_clause(rng, terms, rng.choice(s.predicates), _some(rng, s)))
    for _ in range(rng.randrange(1, 3)):
        s.clauses.append(_clause(rng, terms, None, _some(rng, s)))
    return s


def _some(rng: random.Random, s: System) -> list[Predicate]:
    return [rng.choice(s.predicates) for _ in range(rng.choice((1, 1, 1, 2, 2, 3)))]


def _clause(rng: random.Random, terms: Terms, head: Predicate | None, body: list[Predicate]) -> Clause:
    for depth in (2, 2, 2, 1, 1, 1, 0):
        c = Clause(
            None if head is None else _apply(rng, terms, head, depth - 1),
            tuple(_apply(rng, terms, p, 0) for p in body),
            T.and_(*[terms.boolean(depth) for _ in range(rng.randrange(0, 3))]),
        )
        if sum(max(1, v.width) for v in {v for t in c.terms() for v in t.vars}) <= MOST_BITS:
            return c
    return Clause(None if head is None else _apply(rng, terms, head, -1), (), T.TRUE)


def _apply(rng: random.Random, terms: Terms, p: Predicate, depth: int) -> Application:
    """With depth < 0: constants only."""

    def argument(width: int) -> Term:
        if depth < 0 or rng.random() < 0.1:
            return T.const(rng.getrandbits(3), width)
        return terms.bits(width, depth) if width else terms.boolean(depth)

    return p(*[argument(v.width) for v in p.params])


def is_solvable(s: System) -> bool:
    """By enumeration: is false not in the least fixed point?"""
    facts: set[tuple[Predicate, tuple[int, ...]]] = set()
    instances = [i for c in s.clauses for i in _instances(c)]
    while True:
        new = [head for head, body in instances if head not in facts and all(b in facts for b in body)]
        if None in new:
            return False
        if not new:
            return True
        facts.update(f for f in new if f is not None)


Fact = tuple[Predicate, tuple[int, ...]]


def _instances(c: Clause) -> list[tuple[Fact | None, list[Fact]]]:
    names = list(dict.fromkeys(v for t in c.terms() for v in t.vars))
    out = []
    for values in product(*[range(2 ** max(1, v.width)) for v in names]):
        model = Model(dict(zip(names, values, strict=True)))
        if evaluate(c.constraint, model):
            head = None if c.head is None else _fact(c.head, model)
            out.append((head, [_fact(a, model) for a in c.body]))
    return out


def _fact(a: Application, model: Model) -> Fact:
    return a.predicate, tuple(evaluate(t, model) for t in a.args)
