"""Before accesses change places: a compare-exchange that fails is a step of its own."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program
from threadproof.logic import term as T
from threadproof.passes.weak.arm import is_exchange
from threadproof.passes.weak.barriers import is_late_kind
from threadproof.records import replace


def with_failures(program: Program, *, are_fences: bool = False) -> Program:
    """A compare-exchange that fails is an edge of its own, which only loads. `are_fences`: not so if it is seq_cst."""
    templates = {
        name: replace(t, edges=[[made for e in out for made in _outcomes(e, are_fences)] for out in t.edges])
        for name, t in program.templates.items()
    }
    return replace(program, templates=templates)


def _outcomes(e: Edge, are_fences: bool) -> list[Edge]:
    op = e.op
    if not isinstance(op, O.Step) or not op.atomic or not is_exchange(op):
        return [e]
    if are_fences and op.order is O.Order.SEQ_CST:
        return [e]
    stores = [u for u in op.updates if is_late_kind(u.var)]
    tests = {u.value.args[0] for u in stores if u.value.op == "ite" and u.value.args[2] is T.select(u.var, u.index)}
    if len(tests) != 1 or any(u.value.op != "ite" for u in stores):
        return [e]
    (test,) = tests
    stored = tuple([replace(u, value=u.value.args[1]) if u in stores else u for u in op.updates])
    others = tuple([u for u in op.updates if u not in stores])
    return [
        e.with_op(replace(op, guard=T.and_(op.guard, test), updates=stored)),
        e.with_op(replace(op, guard=T.and_(op.guard, T.not_(test)), updates=others)),
    ]
