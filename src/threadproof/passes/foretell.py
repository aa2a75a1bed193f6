"""An input that is read at most once becomes a local variable of arbitrary initial value.

Before                                  After
    L0 -> L1: havoc n in 0..9               L0 -> L1: [n? <= 9] n := n?        local n? : i32 = ?

The edge lies on no cycle, so each instance takes it at most once: choosing the value when the thread starts is the same
as choosing it there. Formulas about the past may then name the value, and need no quantifier. A value out of range
discards the execution, as an assume does, and that is declared. Not part of SCHEDULE: for who reasons backwards.

Every property is kept: for every value of the range there is an execution with it, and one with another value does not
get past the edge, in a section either. A thread that is discarded does not wait, so it makes no deadlock. The write
stays an access.
"""

from __future__ import annotations

from threadproof.analysis.graph import on_cycle
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def foretell(program: Program) -> Program:
    templates = {name: _template(t) for name, t in program.templates.items()}
    return replace(program, templates=templates)


def _template(t: Template) -> Template:
    component = on_cycle(len(t.edges), [(e.source, e.target) for e in t.all_edges()], t.entry)
    new: list[Var] = []
    discards = dict(t.discards)

    def rewrite(e: Edge) -> Edge:
        op = e.op
        if not isinstance(op, O.Havoc) or len(op.index) != op.var.dims:
            return e
        if e.source in component and component[e.source] == component.get(e.target):
            return e
        v = op.var
        x = Var(f"{v.name}?{len(new)}", v.width, shared=False, init=None, signed=v.signed)
        new.append(x)
        low, high = T.const(op.low, v.width), T.const(op.high, v.width)
        full = (op.low, op.high) == (0, (1 << v.width) - 1)
        guard = T.TRUE if full else T.and_(T.ule(low, T.var(x)), T.ule(T.var(x), high))
        if not full:
            discards[e.source] = "another input than was foretold"
        return e.with_op(O.Step(guard, (O.Update(v, op.index, T.var(x)),)))

    edges = [[rewrite(e) for e in out] for out in t.edges]
    return replace(t, edges=edges, locals=(*t.locals, *new), discards=discards) if new else t
