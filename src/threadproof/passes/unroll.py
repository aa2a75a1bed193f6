"""Loops that run a known number of times are unrolled: those about threads, those nobody can see, and short ones.

Before                                                  After
    L0 -> L1: i := 0                                        L0 -> L1: i := 0
    L1 -> L2: [i < 2] t := fresh site 4                     L1 -> L2: t := fresh site 4
    L1 -> L4: [!(i < 2)]                                    L2 -> L3: create w(0) as t
    L2 -> L3: create w(i) as t                              L3 -> L4: i := 1
    L3 -> L1: i := i + 1                                    L4 -> L5: t := fresh site 4 ...

A local variable is *determined* if everything it is ever given is a constant or a function of determined variables.
Where such a variable decides how often a loop with a Create or a join runs, or a loop that touches nothing shared, its
values become part of the location.
That is a bisimulation, so every property is kept: each copy of a location has copies of all its edges, but those whose
guard is false there. One that waits stays even then, as a loop: in the fourth round over a semaphore of three, the
thread waits for ever. A step that would no longer read what it reads (`x & i`, where i is 0) stays as it was, with its
guard: it may be in a race. If it takes too many locations, the template stays as it is. Not part of SCHEDULE: it goes
before `instantiate`, which then knows every thread by its number.
"""

from __future__ import annotations

from threadproof.analysis.graph import on_cycle
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import lost_accesses, map_terms
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: a template does not become longer than this
MOST_LOCATIONS = 3_000
#: a loop that others can see is only unrolled if the template stays this short
FEW_LOCATIONS = 40


def unroll(program: Program) -> Program:
    changed = {}
    for name, t in program.templates.items():
        for all_loops, most in ((True, FEW_LOCATIONS), (False, MOST_LOCATIONS)):
            counters = _counters(t, all_loops=all_loops)
            new = _Unrolling(t, counters, most).run() if counters else None
            if new is not None:
                changed[name] = new
                break
    return replace(program, templates={**program.templates, **changed}) if changed else program


def _counters(t: Template, *, all_loops: bool) -> list[Var]:
    """The determined variables that decide how often such loops run."""
    edges = t.all_edges()
    component = on_cycle(len(t.edges), [(e.source, e.target) for e in edges], t.entry)
    inside = [e for e in edges if e.source in component and component.get(e.target) == component[e.source]]
    visible = {component[e.source] for e in inside if O.is_visible(e.op)}
    loops = {component[e.source] for e in inside if _is_about_threads(e.op)}
    loops |= {component[e.source] for e in inside} - visible
    if all_loops:
        loops |= visible
    wanted = [
        v
        for e in edges
        if component.get(e.source) in loops and isinstance(e.op, O.Step)
        for v in sorted(e.op.guard.vars, key=lambda v: v.name)
    ]
    written: dict[Var, list[Term | None]] = {}
    for e in edges:
        if isinstance(e.op, O.Step):
            for u in e.op.updates:
                written.setdefault(u.var, []).append(None if u.index else u.value)
        else:
            for c in O.writes(e.op):
                written.setdefault(c.var, []).append(None)
    wanted = list(dict.fromkeys(wanted))
    for v in wanted:
        wanted += [w for value in written.get(v, []) if value is not None for w in value.vars if w not in wanted]
    found = {v for v in wanted if not v.shared and not v.dims and v not in t.params and v is not t.self_var}
    found = {v for v in found if v.init is not None and v in written}
    bad = found
    while bad:
        bad = {v for v in found for x in written[v] if x is None or not x.vars <= found}
        found -= bad
    return [v for v in wanted if v in found]


def _is_about_threads(op: O.Op) -> bool:
    return isinstance(op, O.Create) or (isinstance(op, O.Step) and op.role is O.Role.JOIN)


class _Unrolling:
    def __init__(self, t: Template, counters: list[Var], most: int) -> None:
        self.t = t
        self.most = most
        self.counters = counters
        self.numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        self.pending: list[tuple[int, tuple[int, ...]]] = []

    def run(self) -> Template | None:
        t = self.t
        start = tuple([v.init or 0 for v in self.counters])
        entry = self._number(t.entry, start)
        edges: dict[int, list[Edge]] = {}
        while self.pending:
            if len(self.numbers) > self.most:
                return None
            at, values = self.pending.pop()
            edges[self.numbers[at, values]] = [x for e in t.edges[at] for x in self._edge(e, values)]
        exit_ = self._number(t.exit, ())
        out = [edges.get(n, []) for n in range(len(self.numbers))]
        errors = {n: t.errors[at] for (at, _), n in self.numbers.items() if at in t.errors}
        discards = {n: t.discards[at] for (at, _), n in self.numbers.items() if at in t.discards}
        return replace(t, entry=entry, exit=exit_, edges=out, errors=errors, discards=discards)

    def _number(self, at: int, values: tuple[int, ...]) -> int:
        key = (at, () if at == self.t.exit else values)
        n = self.numbers.get(key)
        if n is None:
            n = self.numbers[key] = len(self.numbers)
            if at != self.t.exit:
                self.pending.append(key)
        return n

    def _edge(self, e: Edge, values: tuple[int, ...]) -> list[Edge]:
        known = {v: T.const(x, v.width) for v, x in zip(self.counters, values, strict=True)}
        op = map_terms(e.op, lambda t: T.substitute(t, known))
        # (counters are still counted, so that the operation as it was means the same)
        kept = e.op if lost_accesses(e.op, op, known) else op
        if isinstance(op, O.Step):
            if op.guard is T.FALSE and kept is op:
                return [self._stuck(e, op, values)] if op.waits else []
            for u in op.updates:
                if u.var in known:
                    known[u.var] = u.value
        new = []
        for v in self.counters:
            value = known[v].value
            assert value is not None
            new.append(value)
        source = self._number(e.source, values)
        return [replace(e, source=source, target=self._number(e.target, tuple(new)), op=kept)]

    def _stuck(self, e: Edge, op: O.Step, values: tuple[int, ...]) -> Edge:
        """Who waits for what never comes waits for ever: the edge stays, as a loop."""
        here = self._number(e.source, values)
        return replace(e, source=here, target=here, op=op)
