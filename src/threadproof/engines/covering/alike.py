"""Templates that are alike: the same but for the names of variables and the values of constants, side by side.

Entry points: `skeleton`, which is equal for templates that are alike, and `Pairs`.
"""

from __future__ import annotations

from collections.abc import Hashable

from threadproof.engines.covering.sorts import BITWISE, RIGID, Sorts
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var


def skeleton(t: Template) -> Hashable:
    """All of a template but the names of its variables and the values of its constants."""
    edges = [(e.source, e.target, _op_skeleton(e.op)) for e in t.all_edges()]
    errors = [(at, x.property, x.part) for at, x in sorted(t.errors.items())]
    return (t.entry, t.exit, len(t.edges), tuple(edges), tuple(errors))


def _op_skeleton(op: O.Op) -> Hashable:
    terms = tuple([_shape(t) for t in O.reads(op)])
    cells = tuple([_shape(T.select(c.var, c.index)) for c in O.writes(op)])
    match op:
        case O.Step():
            more: tuple[object, ...] = (op.order, op.waits, op.role, op.guard is T.TRUE, len(op.updates))
        case O.Havoc():
            more = (op.low, op.high)
        case O.Create():
            more = (op.template,)
        case O.Fresh():
            more = (op.site,)
        case O.Exit():
            more = (op.is_normal,)
        case _:
            more = ()
    return (type(op).__name__, terms, cells, more)


def _shape(t: Term) -> Hashable:
    v = t.var
    name = None if v is None else (v.shared, v.dims, v.length, v.kind)
    return (t.op, t.width, name, *map(_shape, t.args))


class Pairs:
    """Variables and constants at the same places of two templates with the same skeleton."""

    def __init__(self, first: Template, second: Template, sorts: Sorts) -> None:
        self.sorts = sorts
        self.variables: dict[tuple[Var, Var], None] = {}
        #: (sort, constant, constant)
        self.constants: list[tuple[Hashable, int, int]] = []
        for e, f in zip(first.all_edges(), second.all_edges(), strict=True):
            self._ops(e.op, f.op)
        named = {v for v, _ in self.variables}
        for v, w in zip(first.locals, second.locals, strict=False):
            if (v.width, v.dims) == (w.width, w.dims) and v not in named:
                self.variables[v, w] = None

    def _ops(self, a: O.Op, b: O.Op) -> None:
        if isinstance(a, O.Step) and isinstance(b, O.Step):
            self._terms(a.guard, b.guard, RIGID)
            for u, x in zip(a.updates, b.updates, strict=True):
                self._terms(T.select(u.var, u.index), T.select(x.var, x.index), None)
                self._terms(u.value, x.value, u.var)
            return
        for s, t in zip(O.reads(a), O.reads(b), strict=True):
            self._terms(s, t, RIGID)
        for c, d in zip(O.writes(a), O.writes(b), strict=True):
            self._terms(T.select(c.var, c.index), T.select(d.var, d.index), None)

    def _terms(self, a: Term, b: Term, sort: Hashable | None) -> None:
        if a.value is not None and b.value is not None:
            self.constants.append((sort, a.value, b.value))
            return
        if a.var is not None and b.var is not None:
            self.variables[a.var, b.var] = None
            sorts: list[Hashable | None] = [(a.var, k) for k in range(len(a.args))]
        elif a.op == "eq":
            sorts = [self.sorts.of(a.args[0]) or self.sorts.of(a.args[1])] * 2
        elif a.op == "ite":
            sorts = [RIGID, sort, sort]
        elif a.op in ("zext", "sext", *BITWISE):
            sorts = [sort] * len(a.args)
        elif a.op == "shl" and a.args[0].value == 1:
            sorts = [RIGID, self.sorts.of(a.args[1])]
        else:
            sorts = [RIGID] * len(a.args)
        for x, y, s in zip(a.args, b.args, sorts, strict=True):
            self._terms(x, y, s)
