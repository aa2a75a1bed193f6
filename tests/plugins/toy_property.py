"""A toy property: nobody writes zero into a shared variable whose name begins with `never_zero`."""

from __future__ import annotations

from dataclasses import replace

from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation, Program, Template
from threadproof.logic import term as T
from threadproof.properties import Kind, Property, register


def checks(program: Program) -> Program:
    return replace(program, templates={name: _checked(t) for name, t in program.templates.items()})


def _checked(t: Template) -> Template:
    edges, errors = [list[Edge]() for _ in t.edges], dict(t.errors)
    for e in t.all_edges():
        zeros = [
            T.eq(u.value, T.const(0, u.value.width))
            for u in (e.op.updates if isinstance(e.op, O.Step) else ())
            if u.var.shared and u.var.text.startswith("never_zero")
        ]
        if not zeros:
            edges[e.source].append(e)
            continue
        assert isinstance(e.op, O.Step)
        is_zero = T.or_(*zeros)
        errors[len(edges)] = ErrorLocation(NEVER_ZERO, NEVER_ZERO.name, "a zero is written")
        edges[e.source] += [
            e.with_op(replace(e.op, guard=T.and_(e.op.guard, T.not_(is_zero)))),
            replace(e, op=O.Step(T.and_(e.op.guard, is_zero)), target=len(edges)),
        ]
        edges.append([])
    return replace(t, edges=edges, errors=errors)


NEVER_ZERO = register(
    Property(
        "never-zero",
        frozenset({Kind.LOCATED}),
        (frozenset({"G ! zero"}),),
        no_location="no shared variable is called never_zero",
        checks=checks,
    )
)
