"""Which locals are worth knowing: those that decide where control goes or which cell is meant, without counters.

A counter (its new value is computed, on a cycle, from itself) would give a new case for every round of its loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.analysis.conditions import literals
from threadproof.analysis.graph import on_cycle
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic.term import Term, Var


def tracked_locals(template: Template) -> frozenset[Var]:
    updates = list(_updates(template.all_edges()))
    scalars = {v for v in template.locals if not v.dims}
    relevant = {v for v in _deciding(template) if v in scalars}
    changed = True
    while changed:
        changed = False
        for v, value in updates:
            if v in relevant:
                new = {u for u in value.vars if u in scalars} - relevant
                relevant |= new
                changed |= bool(new)
    return frozenset(relevant - _counters(_updates(_repeated(template))))


def lasting_literals(template: Template) -> frozenset[Term]:
    """Equalities that say which cell of memory an access means: worth knowing even when nothing reads them again."""
    found: set[Term] = set()
    for e in template.all_edges():
        if isinstance(e.op, O.Step) and any(a.var.kind in ("data", "life") for a in O.footprint(e.op)):
            for t in literals(e.op.guard):
                if t.op == "eq" and t.args[1].value is not None and not any(v.shared for v in t.vars):
                    found.add(t)
    return frozenset(found)


def _repeated(template: Template) -> Iterator[Edge]:
    """The edges that one instance may take more than once."""
    edges = template.all_edges()
    cycle = on_cycle(len(template.edges), [(e.source, e.target) for e in edges], template.entry)
    return (e for e in edges if cycle.get(e.source, -1) == cycle.get(e.target, -2))


def _updates(edges: Iterable[Edge]) -> Iterator[tuple[Var, Term]]:
    for e in edges:
        if isinstance(e.op, O.Step):
            for u in e.op.updates:
                if not u.var.shared and not u.index:
                    yield u.var, u.value


def _deciding(template: Template) -> Iterator[Var]:
    for e in template.all_edges():
        op = e.op
        if isinstance(op, O.Step):
            for t in literals(op.guard):
                if not any(v.shared for v in t.vars):
                    yield from t.vars
        for a in O.footprint(op):
            for i in a.index:
                yield from i.vars


def _counters(repeated: Iterable[tuple[Var, Term]]) -> set[Var]:
    # what is loaded is not computed
    updates = [(v, value) for v, value in repeated if not any(u.shared or u.dims for u in value.vars)]
    needs: dict[Var, set[Var]] = {}
    for v, value in updates:
        needs.setdefault(v, set()).update(value.vars)
    found = set()
    for v, value in updates:
        if value.op in ("const", "var") or v in found:
            continue
        seen: set[Var] = set(value.vars)
        pending = list(value.vars)
        while pending:
            for u in needs.get(pending.pop(), ()):
                if u not in seen:
                    seen.add(u)
                    pending.append(u)
        if v in seen:
            found.add(v)
    return found
