"""What main assumes first about arbitrary initial values becomes their initial value.

Before                                  After
    shared x : i32 = ?                      shared x : i32 = 1
    L0 -> L1: [x == 1]                      L0 -> L1: skip
    L0 -> L2: [x != 1]
    L2 discards

Nobody else runs yet, and executions that begin with another value would be discarded at once. The first steps of main
are followed as long as there is one way only, and each just assumes something: a way counts as none only if it ends
where it is declared that executions are discarded. The edges stay.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import renamed
from threadproof.properties import Kind
from threadproof.records import replace

#: (a dead end may also be a thread that waits for ever)
PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE})


def assumed(program: Program) -> Program:
    if program.memory is not None:  # (whose variables would have to be renamed, too)
        return program
    main = program.templates[program.main]
    values: dict[Var, int] = {}
    for e in _first_steps(main):
        assert isinstance(e.op, O.Step)
        for c in T.conjuncts(e.op.guard):
            found = _value(c)
            if found is not None and found[0] not in values:
                values[found[0]] = found[1]
    if not values:
        return program
    new = {v: replace(v, init=x) for v, x in values.items()}
    templates = {
        name: replace(t, edges=[[e.with_op(renamed(e.op, new)) for e in out] for out in t.edges])
        for name, t in program.templates.items()
    }
    return replace(program, shared=tuple([new.get(v, v) for v in program.shared]), templates=templates)


def _first_steps(t: Template) -> list[Edge]:
    found: list[Edge] = []
    at = t.entry
    while all(f.source != at for f in found):
        ways = [e for e in t.edges[at] if t.edges[e.target] or e.target not in t.discards]
        if len(ways) != 1:
            break
        (e,) = ways
        if not isinstance(e.op, O.Step) or e.op.updates or e.op.waits or e.op.role:
            break
        found.append(e)
        at = e.target
    return found


def _value(c: Term) -> tuple[Var, int] | None:
    """A shared variable of arbitrary value, and the one it must have."""
    if c.op != "eq":
        return None
    a, b = c.args if c.args[0].op == "var" else c.args[::-1]
    if a.op != "var" or a.var is None or not a.var.shared or a.var.init is not None or b.value is None:
        return None
    return a.var, b.value
