"""Sums of shared variables that never change, found by linear algebra (the place invariants of Petri nets).

Where counters say how many threads are at each boundary or later, a lock that counts its readers satisfies
`readers == from L1 - from L3`: every transition changes both sides by the same amount. Such equations are found for all
shared variables that every transition changes by a constant, or sets. What a variable was before it is set is a guess
(for a flag: the opposite), so that the equation stays true is one more thing for the solver to prove, with what it
finds out about each boundary. The equations are part of the solution then. Entry points: `balances`, `strengthened`.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from threadproof.horn.clause import Clause, System
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.rules.origin import Origin


def balances(system: System, width: int = 32) -> Term:
    """Equations modulo 2**width that hold initially and that perhaps no clause changes, over common parameters."""
    shared = [v for v in _common(system) if v.width == width]
    start = next(c for c in system.clauses if isinstance(c.note, Origin) and c.note.kind == "initially")
    values = {v: _argument(start, v).value for v in shared}
    changes: list[dict[Var, int | None]] = []
    for c in system.clauses:
        if c.head is not None and c.body:
            changes.append({v: _change(c, v) for v in shared})
    flags = {v: _opposites(system, v) for v in shared}
    for ch, c in zip(changes, [c for c in system.clauses if c.head is not None and c.body], strict=True):
        for v, change in ch.items():
            value = _argument(c, v).value
            if change is None and value is not None and value in flags[v]:
                ch[v] = value - flags[v][value]
    known = [v for v in shared if values[v] is not None and all(ch[v] is not None for ch in changes)]
    rows = sorted({tuple([ch[v] or 0 for v in known]) for ch in changes})
    equations = []
    for vector in _null_space([list(map(Fraction, r)) for r in rows], len(known)):
        total = T.const(0, width)
        sum_ = 0
        for a, v in zip(vector, known, strict=True):
            if a:
                total = T.add(total, T.mul(T.const(a, width), T.var(v)))
                sum_ += a * (values[v] or 0)
        equations.append(T.eq(total, T.const(sum_, width)))
    return T.and_(*equations)


def strengthened(system: System, known: Term) -> System:
    """The same clauses, where what is known may be used and must stay true."""
    if known is T.TRUE:
        return system
    new = System(list(system.predicates))
    for c in system.clauses:
        if not c.body:
            new.clauses.append(c)
            continue
        constraint = T.and_(c.constraint, known)
        new.clauses.append(Clause(c.head, c.body, constraint, c.note))
        if c.head is not None:
            after = {v: a for v, a in zip(c.head.predicate.params, c.head.args, strict=True) if v in known.vars}
            new.add(None, *c.body, constraint=T.and_(constraint, T.not_(T.substitute(known, after))), note=c.note)
    return new


def _common(system: System) -> list[Var]:
    first, *rest = system.predicates
    return [v for v in first.params if all(v in p.params for p in rest)]


def _argument(c: Clause, v: Var) -> Term:
    assert c.head is not None
    return c.head.args[c.head.predicate.params.index(v)]


def _change(c: Clause, v: Var) -> int | None:
    """By how much the clause changes the variable; None: not always by the same."""
    t = _argument(c, v)
    if t.var is v:
        return 0
    if t.op == "add" and t.args[0].var is v and t.args[1].value is not None:
        return T.to_signed(t.args[1].value, t.width)
    if t.value is not None:
        for x in c.constraint.args if c.constraint.op == "and" else (c.constraint,):
            if x.op == "eq" and x.args[0].var is v and x.args[1].value is not None:
                return t.value - x.args[1].value
    return None


def _opposites(system: System, v: Var) -> dict[int, int]:
    """If the variable is only ever given two values: each with the other."""
    given = {_argument(c, v).value for c in system.clauses if c.head is not None and _argument(c, v).var is not v}
    if len(given) != 2 or None in given:
        return {}
    a, b = [n for n in given if n is not None]
    return {a: b, b: a}


def _null_space(rows: list[list[Fraction]], n: int) -> list[list[int]]:
    """Integer vectors that are orthogonal to all rows; a basis."""
    pivots: list[int] = []
    reduced: list[list[Fraction]] = []
    for column in range(n):
        row = next((r for r in rows if r[column]), None)
        if row is None:
            continue
        rows = [r for r in rows if r is not row]
        row = [x / row[column] for x in row]
        rows = [[x - r[column] * y for x, y in zip(r, row, strict=True)] for r in rows]
        reduced = [[x - r[column] * y for x, y in zip(r, row, strict=True)] for r in reduced]
        reduced.append(row)
        pivots.append(column)
    basis = []
    for free in [c for c in range(n) if c not in pivots]:
        vector = [Fraction(0)] * n
        vector[free] = Fraction(1)
        for row, pivot in zip(reduced, pivots, strict=True):
            vector[pivot] = -row[free]
        scale = lcm(*[x.denominator for x in vector])
        basis.append([int(x * scale) for x in vector])
    return basis
