"""Heap objects get their numbers beforehand, where each is allocated at most once.

Before                                                      After
    shared v : i32[*]                                           shared v : i32[2]
    L0 -> L1: p := fresh site 3 count c base 3 shift 14         L0 -> L1: p := 3
    L1 -> L2: v[p >> 14] := 7                                   L1 -> L2: v[p >> 14] := 7
    L2 -> L3: q := fresh site 3 count c base 3 shift 14         L2 -> L3: q := 16387

Numbers only tell objects apart, so each allocation may have one of its own, if it lies on no cycle and belongs to a
thread of which there is one instance. Arrays over objects then have a length: as many as there are numbers, those of
threads among them, whose locals are objects if somebody has their address. All allocations are like that, or none is
changed. Not part of SCHEDULE: for who wants tables of a fixed size.

Every property but that of leaks is kept: an allocation can always be made, before and after, and no other edge changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from threadproof.analysis.graph import on_cycle
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import renamed
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def number(program: Program) -> Program:
    sites = [(t, e) for t in program.templates.values() for e in t.all_edges() if _allocates(e)]
    if not sites or not all(_happens_once(program, t, e) for t, e in sites):
        return program
    given: Counter[int] = Counter()
    #: without a counter, it is the same object wherever the thread allocates it
    numbers: dict[tuple[int, str], int] = {}

    def numbered(t: Template, e: Edge) -> Edge:
        op = e.op
        if not isinstance(op, O.Fresh) or op.shift == 0:
            return e
        n = None if op.counter is not None else numbers.get((op.site, t.name))
        if n is None:
            n = numbers[op.site, t.name] = given[op.site]
            given[op.site] += 1
        value = T.const(op.base + (n << op.shift), op.target.width)
        return e.with_op(O.Step(updates=(O.Update(op.target, (), value),)))

    edges = {t.name: [[numbered(t, e) for e in out] for out in t.edges] for t in program.templates.values()}
    most = max(*given.values(), *_threads_with_objects(program, given))
    used = _constant_indices(program)
    known = [*program.shared, *[v for t in program.templates.values() for v in t.locals]]
    new = {
        v: replace(v, length=max(most, used.get(v, 0) + 1))
        for v in known
        if v.dims == 1 and v.length is None and v.kind != "system"
    }

    def changed(variables: tuple[Var, ...]) -> tuple[Var, ...]:
        return tuple([new.get(v, v) for v in variables])

    templates = {
        t.name: replace(
            t,
            locals=changed(t.locals),
            edges=[[e.with_op(renamed(e.op, new)) for e in out] for out in edges[t.name]],
        )
        for t in program.templates.values()
    }
    return replace(program, shared=changed(program.shared), templates=templates)


def _terms(program: Program) -> Iterator[Term]:
    for t in program.templates.values():
        for e in t.all_edges():
            for r in O.reads(e.op):
                yield from T.subterms(r)


def _threads_with_objects(program: Program, given: Counter[int]) -> Iterator[int]:
    """Local variables may be objects, too, with the number of their thread: addresses that look like one."""
    shift = max(e.op.shift for t in program.templates.values() for e in t.all_edges() if isinstance(e.op, O.Fresh))
    threads = {t.single_id for t in program.templates.values()}
    yield 0
    for u in _terms(program):
        if u.value is not None and u.value >> shift in threads and u.value % (1 << shift) not in given:
            yield (u.value >> shift) + 1


def _constant_indices(program: Program) -> dict[Var, int]:
    """The largest index of each array that is a constant."""
    found: dict[Var, int] = {}
    cells = [(u.var, u.args) for u in _terms(program) if u.op == "select" and u.var is not None]
    cells += [(c.var, c.index) for t in program.templates.values() for e in t.all_edges() for c in O.writes(e.op)]
    for v, index in cells:
        if len(index) == 1 and index[0].value is not None:
            found[v] = max(found.get(v, 0), index[0].value)
    return found


def _allocates(e: Edge) -> bool:
    return isinstance(e.op, O.Fresh) and e.op.shift > 0


def _happens_once(program: Program, t: Template, e: Edge) -> bool:
    component = on_cycle(len(t.edges), [(f.source, f.target) for f in t.all_edges()], t.entry)
    is_on_cycle = e.source in component and component[e.source] == component.get(e.target)
    return not is_on_cycle and (t.name == program.main or t.single_id is not None)
