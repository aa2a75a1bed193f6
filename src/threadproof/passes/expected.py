"""Ways to something unsupported go where the values that variables can have exclude them.

Before                                       After
    shared f : i32 = 5                           shared f : i32 = 5
    L0 -> L1: g := f                             L0 -> L1: g := f
    L1 -> L2: [g == 5]                           L1 -> L2: [g == 5 || g != 5 && g != 7]
    L1 -> L3: [g == 7]                           L1 -> L3: [g == 7]
    L1 -> L4: [g != 5 && g != 7]
    L4 -> L4: unsupported 'no known function'
    elsewhere: f := 7

A call through a pointer, for example, has one more case than there are functions. What a variable can hold: its
initial value, and what any step of any thread ever writes to it, where all that are few constants; so it holds in
every state of every execution, whatever the schedule. A local that is read before it is written can hold anything.

Only guards over locals go, and steps that do not wait: no access is lost, and whoever waited still waits. Another way
from there takes over the guard, so that the ways together still cover all values. Nothing else changes.
"""

from __future__ import annotations

from itertools import product

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import Liveness
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: a variable with more values than this can hold anything
FEW = 16
#: so many combinations of values are tried
MOST = 256
#: in larger programs nobody looks where pointers point
MOST_EDGES = 2_000

#: None: anything
Values = frozenset[int] | None


def expected(program: Program) -> Program:
    ways = [(t, e) for t in program.templates.values() for e in t.all_edges() if _is_candidate(t, e)]
    if not ways:
        return program
    values = _Values(program)
    gone = {id(e) for _, e in ways if values.exclude(e)}
    left = [(t, e) for t, e in ways if id(e) not in gone]
    if left and sum(len(t.all_edges()) for t in program.templates.values()) <= MOST_EDGES:
        from threadproof.analysis.offsets import Offsets

        offsets = Offsets(program, [e for _, e in left])
        gone |= {id(e) for t, e in left if offsets.exclude(t, e)}
    if not gone:
        return program
    templates = dict(program.templates)
    for name, t in program.templates.items():
        if any(id(e) in gone for e in t.all_edges()):
            templates[name] = replace(t, edges=[_without(out, gone) for out in t.edges])
    return replace(program, templates=templates)


def _is_candidate(t: Template, e: Edge) -> bool:
    return (
        isinstance(e.op, O.Step)
        and not e.op.waits
        and e.op.guard is not T.TRUE
        and not any(v.shared for v in e.op.guard.vars)
        and bool(t.edges[e.target])
        and all(isinstance(x.op, O.Unsupported) for x in t.edges[e.target])
        and any(_can_take_over(x) for x in t.edges[e.source] if x is not e)
    )


def _can_take_over(e: Edge) -> bool:
    return isinstance(e.op, O.Step) and not e.op.waits


def _without(out: list[Edge], gone: set[int]) -> list[Edge]:
    left = [e for e in out if id(e) not in gone]
    heir = next((e for e in left if _can_take_over(e)), None)
    if heir is None or len(left) == len(out):
        return out
    assert isinstance(heir.op, O.Step)
    guards = [e.op.guard for e in out if id(e) in gone and isinstance(e.op, O.Step)]
    wider = heir.with_op(replace(heir.op, guard=T.or_(heir.op.guard, *guards)))
    return [wider if e is heir else e for e in left]


class _Values:
    """What each variable (each cell of an array) can hold."""

    def __init__(self, program: Program) -> None:
        self.of: dict[Var, Values] = {}
        for v in program.shared:
            self._begin(v)
        for name, t in program.templates.items():
            live = Liveness(t)
            are_given = name != program.main and program.scheduler is None
            for v in t.locals:
                if v in t.params:
                    self.of[v] = frozenset() if are_given else None
                elif v.dims or live.is_live(v, t.entry):
                    self._begin(v)
            self.of[t.self_var] = None
        flows = [f for t in program.templates.values() for e in t.all_edges() for f in self._flows(e.op, program)]
        changed = True
        while changed:
            changed = False
            for v, term in flows:
                changed |= self._add(v, self._of(term))

    def exclude(self, e: Edge) -> bool:
        """Is the guard false whatever the variables hold?"""
        assert isinstance(e.op, O.Step)
        guard = e.op.guard
        held: dict[Term, list[Term]] = {}
        combinations = 1
        for x in T.subterms(guard):
            found = self.of.get(x.var, frozenset()) if x.var is not None else None
            if found:
                held[x] = [T.const(n, x.width) for n in sorted(found)]
                combinations *= len(found)
        if not held or combinations > MOST:
            return False
        return all(
            T.transform(guard, dict(zip(held, choice, strict=True)).get) is T.FALSE
            for choice in product(*held.values())
        )

    def _begin(self, v: Var) -> None:
        """(An index is always below the length, where there is one.)"""
        first = {value for _, value in v.cells}
        is_whole = v.dims == 1 and v.length is not None and {n for n, _ in v.cells} >= set(range(v.length))
        if not is_whole and v.init is not None:
            first.add(v.init)
        self.of[v] = frozenset(first) if (is_whole or v.init is not None) and len(first) <= FEW else None

    def _flows(self, op: O.Op, program: Program) -> list[tuple[Var, Term | None]]:
        """What goes where; None: anything."""
        match op:
            case O.Step():
                return [(u.var, u.value) for u in op.updates]
            case O.Havoc() if op.high - op.low < FEW:
                return [(op.var, T.const(n, op.var.width)) for n in range(op.low, op.high + 1)]
            case O.Create():
                t = program.templates[op.template]
                values = [*op.args, *[None] * len(t.params)]
                return list(zip(t.params, values, strict=False))
        return [(c.var, None) for c in O.writes(op)]

    def _of(self, t: Term | None) -> Values:
        if t is None:
            return None
        if t.value is not None:
            return frozenset({t.value})
        if t.var is not None:
            return self.of.get(t.var, frozenset())
        if t.op == "ite":
            a, b = self._of(t.args[1]), self._of(t.args[2])
            return None if a is None or b is None else a | b
        return None

    def _add(self, v: Var, new: Values) -> bool:
        old = self.of.get(v, frozenset())
        if old is None or (new is not None and new <= old):
            return False
        both = None if new is None else old | new
        self.of[v] = both if both is None or len(both) <= FEW else None
        return True
