"""Atomic sections inside atomic sections: only the outermost counts.

A function named __VERIFIER_atomic_… and, with --atomic-statements, a statement are sections of their own (`implicit`).
Whether one is already open where they start is a question about paths, not about the text:

    begin;  if (c) { end; return; }  x = y + z;  end;      the assignment is inside, although an `end` stands before it

So the front end marks every one, and here those that are inside another are removed. Where it depends on the path,
the place is not understood. Entry point: `outermost`.
"""

from __future__ import annotations

from dataclasses import replace

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template

#: sections open at a location: the user's own (0 or 1, they do not nest), and implicit ones
Open = tuple[bool, int]
#: deeper than any program that is understood
DEEPEST = 200


def outermost(program: Program) -> Program:
    templates = {n: _template(t) if _has_implicit(t) else t for n, t in program.templates.items()}
    return replace(program, templates=templates)


def _has_implicit(t: Template) -> bool:
    return any(isinstance(e.op, O.AtomicBegin | O.AtomicEnd) and e.op.implicit for e in t.all_edges())


def _template(t: Template) -> Template:
    states: dict[int, set[Open]] = {t.entry: {(False, 0)}}
    pending: list[tuple[int, Open]] = [(t.entry, (False, 0))]
    while pending:
        at, state = pending.pop()
        for e in t.edges[at]:
            after = _after(e.op, state)
            known = states.setdefault(e.target, set())
            if after not in known and after[1] <= DEEPEST:
                known.add(after)
                pending.append((e.target, after))
    return replace(t, edges=[[_edge(e, states.get(e.source, set())) for e in out] for out in t.edges])


def _after(op: O.Op, state: Open) -> Open:
    explicit, depth = state
    match op:
        case O.AtomicBegin():
            return (explicit, depth + 1) if op.implicit or depth else (True, 0)
        case O.AtomicEnd():
            return (explicit, depth - 1) if depth else (False, 0)
        case _:
            return state


def _edge(e: Edge, states: set[Open]) -> Edge:
    match e.op:
        case O.AtomicBegin():
            inner = {explicit or depth > 0 for explicit, depth in states} if e.op.implicit else {False}
        case O.AtomicEnd():
            inner = {depth > 1 or (explicit and depth > 0) for explicit, depth in states}
        case _:
            return e
    if len(inner) > 1:
        return e.with_op(O.Unsupported("an atomic section that is inside another one only on some paths"))
    plain = O.AtomicBegin() if isinstance(e.op, O.AtomicBegin) else O.AtomicEnd()
    return e.with_op(O.Step() if True in inner else plain)
