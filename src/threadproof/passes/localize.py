"""A shared variable that only one thread ever touches becomes a local variable of that thread.

Before                                After
    shared x : i32 = 0                    main: local x : i32 = 0
    main:  L0 -> L1: x := x + 1           main:  L0 -> L1: x := x + 1

Only where the thread's template has a single instance. Synchronisation objects, the system's own variables and what
the leak check looks at stay shared.

Every property is kept: values and guards are the same, so what waits, fails, is discarded or ends the process does so
before and after. There is no race on what one thread touches, and nobody else can be made to wait by it.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic.term import Var
from threadproof.passes.rewrite import protected, renamed
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def localize(program: Program) -> Program:
    users: dict[Var, set[str]] = {v: set() for v in program.shared if v.kind == "data"}
    for name, t in program.templates.items():
        for e in t.all_edges():
            for a in O.footprint(e.op):
                if a.var in users:
                    users[a.var].add(name)
            lock = e.op.lock if isinstance(e.op, O.Step) else None
            if lock is not None:
                users.pop(lock.var, None)
    single = {name for name, t in program.templates.items() if name == program.main or t.single_id is not None}
    keep = protected(program)
    moved: dict[str, dict[Var, Var]] = {}
    for v, names in users.items():
        if len(names) == 1 and names <= single and v not in keep:
            moved.setdefault(min(names), {})[v] = replace(v, shared=False)
    if not moved:
        return program
    gone = {v for owned in moved.values() for v in owned}
    shared = tuple([v for v in program.shared if v not in gone])
    templates = {n: _template(t, moved[n]) if n in moved else t for n, t in program.templates.items()}
    return replace(program, shared=shared, templates=templates)


def _template(t: Template, moved: Mapping[Var, Var]) -> Template:
    def edge(e: Edge) -> Edge:
        return e.with_op(renamed(e.op, moved)) if any(a.var in moved for a in O.footprint(e.op)) else e

    edges = [[edge(e) for e in out] for out in t.edges]
    return replace(t, locals=(*t.locals, *moved.values()), edges=edges)
