"""From facts that follow from each other to a derivation by clauses: each step is found again and given its values.

Some solvers say which facts they derived from which, but not by which clause of ours, and perhaps with values left
open. Entry point: `derivation_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from threadproof.horn.clause import Application, Derivation, Predicate, System
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass
from threadproof.smt.solver import Solver


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A predicate (None: false) of some values, and what it follows from."""

    predicate: Predicate | None
    values: tuple[int | None, ...]
    premises: tuple[Fact, ...]


def derivation_of(facts: Sequence[Fact], system: System, solver: Solver) -> Derivation | None:
    """A derivation of the last fact, which is false; the facts come premises first. None: some step is not found."""
    if not facts or facts[-1].predicate is not None:
        return None
    done: dict[Fact, Derivation] = {}
    for f in facts:
        if not all(p in done for p in f.premises):
            return None
        found = _step(f, done, system, solver)
        if found is None:
            return None
        done[f] = found
    return done[facts[-1]]


def _step(f: Fact, done: dict[Fact, Derivation], system: System, solver: Solver) -> Derivation | None:
    for c in system.clauses:
        if (None if c.head is None else c.head.predicate) is not f.predicate:
            continue
        # Solvers leave out what is there twice, so one premise may serve several applications.
        for premises in product(*[[p for p in f.premises if p.predicate is a.predicate] for a in c.body]):
            terms = [c.constraint]
            if c.head is not None:
                terms += _has_values(c.head, f.values)
            for a, p in zip(c.body, premises, strict=True):
                terms += _has_values(a, p.values)
            if solver.check(*terms):
                model = solver.model()
                values = {v: model.cell(v) for t in c.terms() for v in t.vars}
                return Derivation(c, tuple(done[p] for p in premises), values)
    return None


def _has_values(a: Application, values: Sequence[int | None]) -> list[Term]:
    return [T.eq(t, T.const(n, t.width)) for t, n in zip(a.args, values, strict=True) if n is not None]
