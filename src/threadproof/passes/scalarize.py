"""An array whose cells are only ever named by constants becomes one scalar per cell.

Before                                After
    a : i32[2] = 0 {1: 7}                 a[0] : i32 = 0
                                          a[1] : i32 = 7
    L0 -> L1: a[0] := a[1] + 1            L0 -> L1: a[0] := a[1] + 1

Variables of one group change together, or a step would seem to touch two objects. The system's own arrays, those the
leak check looks at, and arrays that are made arbitrary as a whole stay arrays (their cells get values when read).

Every property is kept: cells are renamed, edges and what they are stay as they are. An index out of bounds would name
no cell; its array stays.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.show import element
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import protected
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: cell index -> the scalar that replaces it
Cells = dict[int, Var]


def scalarize(program: Program) -> Program:
    arrays = [v for v in program.shared if v.dims] + [v for t in program.templates.values() for v in t.locals if v.dims]
    if all(v.kind == "system" for v in arrays):
        return program
    used: dict[Var, set[int]] = {v: set() for v in arrays}
    refused = {v for v in arrays if v.dims != 1 or v.kind == "system"} | protected(program)
    for t in program.templates.values():
        for e in t.all_edges():
            for v, index in _cells(e.op):
                i = index[0].value if len(index) == 1 else None
                if i is None or (v.length is not None and i >= v.length):
                    refused.add(v)
                else:
                    used[v].add(i)
    groups = {(v.group, v.shared) for v in refused}
    cells = {v: _split(v, sorted(used[v])) for v in arrays if (v.group, v.shared) not in groups}
    if not cells:
        return program
    shared = _replaced(program.shared, cells)
    templates = {name: _template(t, cells) for name, t in program.templates.items()}
    return replace(program, shared=shared, templates=templates)


def _cells(op: O.Op) -> Iterable[tuple[Var, tuple[Term, ...]]]:
    """Every array cell an operation names."""
    for c in O.writes(op):
        if c.var.dims:
            yield c.var, c.index
    if isinstance(op, O.Step) and op.lock is not None and op.lock.var.dims:
        yield op.lock.var, op.lock.index
    for r in O.reads(op):
        if any(v.dims for v in r.vars):
            for u in T.subterms(r):
                if u.op == "select" and u.var is not None:
                    yield u.var, u.args


def _split(v: Var, indices: list[int]) -> Cells:
    start = dict(v.cells)
    return {
        i: replace(
            v,
            name=f"{v.name}[{i}]",
            dims=0,
            length=None,
            init=start.get(i, v.init),
            cells=(),
            group=f"{v.group}[{i}]",
            lvalue=f"{v.lvalue}[{i}]" if v.lvalue else "",
            shape=element(v.shape, i) if v.shape else "",
        )
        for i in indices
    }


def _replaced(variables: tuple[Var, ...], cells: dict[Var, Cells]) -> tuple[Var, ...]:
    return tuple(w for v in variables for w in (cells[v].values() if v in cells else (v,)))


def _template(t: Template, cells: dict[Var, Cells]) -> Template:
    def leaf(u: Term) -> Term | None:
        if u.op == "select" and u.var in cells:
            i = u.args[0].value
            assert i is not None
            return T.var(cells[u.var][i])
        return None

    def term(u: Term) -> Term:
        return T.transform(u, leaf) if any(v in cells for v in u.vars) else u

    def place(v: Var, index: tuple[Term, ...]) -> tuple[Var, tuple[Term, ...]]:
        if v in cells:
            i = index[0].value
            assert i is not None
            return cells[v][i], ()
        return v, tuple(map(term, index))

    def rewrite(op: O.Op) -> O.Op:
        match op:
            case O.Step():
                updates = tuple(O.Update(*place(u.var, u.index), term(u.value)) for u in op.updates)
                lock = None if op.lock is None else O.Cell(*place(op.lock.var, op.lock.index))
                return replace(op, guard=term(op.guard), updates=updates, lock=lock)
            case O.Havoc():
                v, index = place(op.var, op.index)
                return replace(op, var=v, index=index)
            case O.Signal():
                return O.Signal(O.Cell(*place(op.waiting.var, op.waiting.index)))
            case O.Create():
                return replace(op, handle=term(op.handle), args=tuple(map(term, op.args)))
            case O.Primitive():
                return replace(op, args=tuple(map(term, op.args)))
            case O.Fresh() | O.Exit() | O.AtomicBegin() | O.AtomicEnd() | O.Unsupported():
                return op

    def edge(e: Edge) -> Edge:
        return e.with_op(rewrite(e.op)) if any(v in cells for v, _ in _cells(e.op)) else e

    return replace(t, locals=_replaced(t.locals, cells), edges=[[edge(e) for e in out] for out in t.edges])
