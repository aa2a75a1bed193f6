"""Waits for several threads in a row become one wait for all of them.

Before                                        After
    L0 -> L1: [ended[2] == 1] {waits, join}       L0 -> L2: [ended[2] == 1 && ended[3] == 1] {waits, join}
    L1 -> L2: [ended[3] == 1] {waits, join}

Nobody can tell: the thread touches nothing else in between, and who has ended stays so, as nothing but 1 is ever
written to `ended`. If one of them never ends, the thread waits before and after; an access to `ended` is no access of
C. With it, the order of joins no longer tells apart threads that are otherwise alike (`covering.symmetry`). Other
edges stay as they are.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def joins(program: Program) -> Program:
    ended = program.ended
    for t in program.templates.values():
        for e in t.all_edges():
            if any(c.var is ended for c in O.writes(e.op)) and not _only_sets(e.op, program):
                return program
    templates = {name: _template(t, program) for name, t in program.templates.items()}
    is_changed = any(t is not program.templates[name] for name, t in templates.items())
    return replace(program, templates=templates) if is_changed else program


def _only_sets(op: O.Op, program: Program) -> bool:
    return isinstance(op, O.Step) and all(u.value.value == 1 for u in op.updates if u.var is program.ended)


def _template(t: Template, program: Program) -> Template:
    entries = [0] * len(t.edges)
    for e in t.all_edges():
        entries[e.target] += 1
    edges = list(t.edges)
    is_changed = False
    for at in range(len(edges)):
        while len(edges[at]) == 1 and _is_join(edges[at][0], program):
            first = edges[at][0]
            middle = first.target
            if middle in (at, t.entry) or entries[middle] != 1 or len(edges[middle]) != 1:
                break
            second = edges[middle][0]
            if not _is_join(second, program) or second.target == middle:
                break
            edges[at] = [_both(first, second)]
            edges[middle] = []
            is_changed = True
    return replace(t, edges=edges) if is_changed else t


def _is_join(e: Edge, program: Program) -> bool:
    """It only waits for ends that are named by constants."""
    if (
        not isinstance(e.op, O.Step)
        or not e.op.waits
        or e.op.updates
        or e.op.lock is not None
        or e.op.role is not O.Role.JOIN
    ):
        return False
    for x in _conjuncts(e.op.guard):
        cell = x.args[0] if x.op == "eq" and x.args[1].value == 1 else None
        if cell is None or cell.var is not program.ended or cell.args[0].value is None:
            return False
    return True


def _conjuncts(guard: T.Term) -> tuple[T.Term, ...]:
    return guard.args if guard.op == "and" else (guard,)


def _both(first: Edge, second: Edge) -> Edge:
    assert isinstance(first.op, O.Step)
    assert isinstance(second.op, O.Step)
    steps = (*(first.steps or (first.origin,)), *(second.steps or (second.origin,)))
    op = replace(second.op, guard=T.and_(first.op.guard, second.op.guard))
    return Edge(first.source, second.target, op, second.origin, second.note or first.note, steps)
