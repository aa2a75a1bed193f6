"""Remove what cannot happen and what says nothing; number the locations densely, in reverse postorder.

Before                                After
    L0 -> L1: skip                        L0 -> L1: [t == 0] x := 1
    L1 -> L4: [t == 0] x := 1             L0 -> L0: [t != 0] skip
    L1 -> L1: [t != 0] skip
    L2 -> L3: x := 2  (not reachable)
    L4 -> L5: skip

* Edges whose guard is false go, and with them all that only they reach; templates that nobody creates go too. An
  edge that waits for `false` stays, as a loop: a thread that waits for ever is not one that is discarded.
* An edge to a location that only jumps goes to where the jump leads. A cycle of jumps stays as one loop: running
  for ever in `while (1);` is behaviour.
* Edges that differ in their guards only become one edge, as long as they read the same shared variables and do not
  fail at different places.

Every property is kept: a jump can always be taken, by nobody else's doing, and does nothing, so states before and after
it differ in nothing that a property looks at; edges to errors keep their last step. Waits, creations, sections, the end
of the process and what is unsupported are no jumps and stay. That executions are discarded somewhere is forgotten where
one of the edges is always possible.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.passes.rewrite import SKIP, covers
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def simplify(program: Program) -> Program:
    done: dict[str, Template] = {}
    pending = [program.main]
    while pending:
        name = pending.pop()
        if name not in done:
            done[name] = t = _simplify(program.templates[name])
            pending.extend(e.op.template for e in t.all_edges() if isinstance(e.op, O.Create))
    return replace(program, templates={name: done[name] for name in program.templates if name in done})


def is_jump(op: O.Op) -> bool:
    """Nothing happens, and nothing can prevent it."""
    return op is SKIP or (
        isinstance(op, O.Step)
        and op.guard is T.TRUE
        and not op.updates
        and op.role in (None, O.Role.LIFE)
        and op.lock is None
    )


def _simplify(t: Template) -> Template:
    outs = [_possible(out) for out in t.edges]
    while True:
        goal = _jump_goals(t, outs)
        merged = False
        for location, out in enumerate(outs):
            if any(goal[e.target] != e.target for e in out):
                out = outs[location] = [e if goal[e.target] == e.target else e.to(goal[e.target]) for e in out]
            if len(out) > 1:
                fewer = _merge(t, out)
                if len(fewer) < len(out):
                    outs[location] = fewer
                    merged = merged or (len(fewer) == 1 and is_jump(fewer[0].op))
        if not merged:
            return _renumber(t, outs, goal[t.entry])


def _possible(out: list[Edge]) -> list[Edge]:
    if all(not isinstance(e.op, O.Step) or e.op.guard is not T.FALSE for e in out):
        return out
    kept = []
    for e in out:
        if not isinstance(e.op, O.Step) or e.op.guard is not T.FALSE:
            kept.append(e)
        elif e.op.waits:
            kept.append(e.with_op(replace(e.op, updates=())).to(e.source))
    return kept


def _jump_goals(t: Template, outs: list[list[Edge]]) -> list[int]:
    """For each location the first one behind it, by jumps alone, that does something (or that jumps to itself)."""
    goal = list(range(len(outs)))
    # a jump to an error location stays: it is the line a trace ends with
    jump = {
        at: out[0].target
        for at, out in enumerate(outs)
        if len(out) == 1 and is_jump(out[0].op) and out[0].target not in t.errors
    }
    resolved: set[int] = set()
    for start in jump:
        path: list[int] = []
        on_path: set[int] = set()
        at = start
        while at in jump and at not in resolved and at not in on_path:
            path.append(at)
            on_path.add(at)
            at = jump[at]
        # `at` does something, or is resolved, or closes a cycle (and then stands for the whole cycle)
        for p in path:
            goal[p] = goal[at]
        resolved |= on_path
    return goal


def _merge(t: Template, out: list[Edge]) -> list[Edge]:
    groups: dict[object, list[Edge]] = {}
    for e in out:
        op = e.op
        # two assertions that fail share their error location, but not the line a trace ends with
        end = (e.target, e.steps[-1] if e.steps else e.origin) if e.target in t.errors else e.target
        if isinstance(op, O.Step):
            key: object = (end, op.updates, op.order, op.waits, op.role, op.lock, _cells(op.guard))
        else:
            key = (end, op)
        groups.setdefault(key, []).append(e)
    if len(groups) == len(out):
        return out
    return [m for es in groups.values() for m in _merged(es)]


def _cells(guard: Term) -> frozenset[Term]:
    """What it reads of shared memory: no step may read more than it did."""
    if not any(v.shared for v in guard.vars):
        return frozenset()
    return frozenset(u for u in T.subterms(guard) if u.var is not None and u.var.shared)


def _merged(es: list[Edge]) -> list[Edge]:
    first = es[0]
    op = first.op
    if len(es) == 1 or not isinstance(op, O.Step):
        return [first]
    guards = [e.op.guard for e in es if isinstance(e.op, O.Step)]
    guard: Term = T.TRUE if covers(guards) else T.or_(*guards)
    if _cells(guard) != _cells(op.guard):
        return es
    longest = max(es, key=lambda e: len(e.steps))
    return [Edge(first.source, first.target, replace(op, guard=guard), first.origin, first.note, longest.steps)]


def _renumber(t: Template, outs: list[list[Edge]], entry: int) -> Template:
    order = _reverse_postorder(outs, entry)
    number = {location: i for i, location in enumerate(order)}
    if t.exit not in number:
        number[t.exit] = len(order)
        order.append(t.exit)
    if order == list(range(len(outs))) and outs == t.edges and not any(_goes_on(outs[at]) for at in t.discards):
        return t
    edges = [
        [Edge(number[e.source], number[e.target], e.op, e.origin, e.note, e.steps) for e in outs[at]] for at in order
    ]
    errors = {number[at]: error for at, error in t.errors.items() if at in number}
    discards = {number[at]: why for at, why in t.discards.items() if at in number and not _goes_on(outs[at])}
    return replace(t, entry=number[entry], exit=number[t.exit], edges=edges, errors=errors, discards=discards)


def _goes_on(out: list[Edge]) -> bool:
    """Is one of the edges always possible?"""
    return covers([e.op.guard if isinstance(e.op, O.Step) else T.TRUE for e in out])


def _reverse_postorder(outs: list[list[Edge]], entry: int) -> list[int]:
    seen = {entry}
    order: list[int] = []
    # last edge first, so that in the reversed order the first edge's locations come first
    stack = [(entry, len(outs[entry]) - 1)]
    while stack:
        at, i = stack.pop()
        if i < 0:
            order.append(at)
            continue
        stack.append((at, i - 1))
        target = outs[at][i].target
        if target not in seen:
            seen.add(target)
            stack.append((target, len(outs[target]) - 1))
    order.reverse()
    return order
