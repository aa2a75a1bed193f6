"""Remove what nobody looks at: updates of locals that do not matter any more, variables that are never read.

Before                                After
    L0 -> L1: havoc t in 0..255           L0 -> L1: skip
    L1 -> L2: t := x, u := t + 1          L1 -> L2: t := x
    L2 -> L3: y := y + t                  L2 -> L3: skip           (y is only read to compute itself)

Guards stay: they can fail. A load that nobody needs is an access all the same: `dead_but_accesses` keeps every
access to shared data and synchronisation objects, for properties about accesses; and then what is read by a load that
stays is needed, too.

No edge goes, and no guard changes: who waits, fails, is discarded, creates or ends does so before and after. What an
update would have changed flows into no guard, no index and no argument, so nobody can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.passes.rewrite import RACING, SKIP, Liveness, has_access, protected
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.DEADLOCK, Kind.ENDLESS})
PRESERVES_ACCESSES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def dead(program: Program) -> Program:
    return _dead(program, keep_accesses=False)


def dead_but_accesses(program: Program) -> Program:
    return _dead(program, keep_accesses=True)


def _dead(program: Program, *, keep_accesses: bool) -> Program:
    keep = protected(program)
    templates = program.templates
    shared = program.shared
    unread: frozenset[Var] = frozenset()
    while True:
        templates = {n: _template(t, keep, unread, keep_accesses=keep_accesses) for n, t in templates.items()}
        shared = tuple([v for v in shared if v not in unread])
        # a shared variable may have been read only by a dead load, or to compute another one that is never read
        racing = frozenset(v for v in shared if v.kind in RACING) if keep_accesses else frozenset()
        seen = _needed_shared(templates.values(), keep | racing | {program.ended}, keep_loads=keep_accesses)
        unread = frozenset(shared) - seen
        if not unread:
            break
    return _drop_unused(replace(program, shared=shared, templates=templates), keep)


def _needed_shared(templates: Iterable[Template], keep: frozenset[Var], *, keep_loads: bool) -> set[Var]:
    """What guards, places and creations depend on: a variable that only ever flows into itself is not among it.

    With `keep_loads`, what a load reads is needed, as the load stays.
    """
    flows: dict[Var, set[Var]] = {}
    pending: set[Var] = set(keep)
    for t in templates:
        for e in t.all_edges():
            op = e.op
            if not isinstance(op, O.Step):
                for r in O.reads(op):
                    pending |= r.vars
                if isinstance(op, O.Signal):
                    pending.add(op.waiting.var)
                continue
            pending |= op.guard.vars
            if op.lock is not None:
                pending.add(op.lock.var)
            for index in (*[u.index for u in op.updates], () if op.lock is None else op.lock.index):
                for i in index:
                    pending |= i.vars
            for u in op.updates:
                if keep_loads and not u.var.shared and has_access(u.value):
                    pending |= u.value.vars
                flows.setdefault(u.var, set()).update(u.value.vars)
                for x in T.subterms(u.value):
                    for i in x.args if x.op == "select" else ():
                        pending |= i.vars
    found: set[Var] = set()
    while pending:
        v = pending.pop()
        if v not in found:
            found.add(v)
            pending |= flows.get(v, set())
    return {v for v in found if v.shared}


def _template(t: Template, keep: frozenset[Var], unread: frozenset[Var], *, keep_accesses: bool) -> Template:
    if unread:
        t = _rewritten(t, lambda e: _without(e.op, unread))
    live = Liveness(t, (*(v for v in t.locals if v in keep), t.self_var), keep_loads=keep_accesses)
    return _rewritten(t, lambda e: _needed(e.op, live.at[e.target], live))


def _rewritten(t: Template, rewrite: Callable[[Edge], O.Op]) -> Template:
    changed = False
    edges = []
    for out in t.edges:
        new = []
        for e in out:
            op = rewrite(e)
            if op is not e.op:
                changed = True
                e = e.with_op(op)
            new.append(e)
        edges.append(new)
    return replace(t, edges=edges) if changed else t


def _without(op: O.Op, unread: frozenset[Var]) -> O.Op:
    if isinstance(op, O.Step) and any(u.var in unread for u in op.updates):
        return replace(op, updates=tuple([u for u in op.updates if u.var not in unread]))
    return SKIP if isinstance(op, O.Havoc) and op.var in unread else op


def _needed(op: O.Op, after: int, live: Liveness) -> O.Op:
    if isinstance(op, O.Step) and op.updates:
        kept = [u for u in op.updates if _matters(u, after, live)]
        return op if len(kept) == len(op.updates) else replace(op, updates=tuple(kept))
    if isinstance(op, O.Havoc) and not op.var.shared and not after & live.bit[op.var]:
        return SKIP
    if isinstance(op, O.Primitive) and op.result is not None and not after & live.bit[op.result]:
        return replace(op, result=None)
    return op


def _matters(u: O.Update, after: int, live: Liveness) -> bool:
    if u.var.shared or after & live.bit[u.var]:
        return True
    return live.keep_loads and (has_access(u.value) or any(map(has_access, u.index)))


def _drop_unused(program: Program, keep: frozenset[Var]) -> Program:
    """Variables that occur nowhere, and parameters that are never read, with their arguments."""
    used: set[Var] = {program.ended, *keep}
    read: set[Var] = set(keep)
    for t in program.templates.values():
        for e in t.all_edges():
            for r in O.reads(e.op):
                read |= r.vars
            used.update([c.var for c in O.writes(e.op)])
            if isinstance(e.op, O.Step) and e.op.lock is not None:
                read.add(e.op.lock.var)
                for i in e.op.lock.index:
                    read |= i.vars
    used |= read
    templates = {}
    kept_params: dict[str, list[int]] = {}
    for name, t in program.templates.items():
        needed = [i for i, p in enumerate(t.params) if p in used]
        if len(needed) < len(t.params):
            kept_params[name] = needed
        params = tuple([t.params[i] for i in needed])
        locals_ = tuple([v for v in t.locals if v in used or v is t.self_var])
        if len(locals_) < len(t.locals):
            t = replace(t, params=params, locals=locals_)
        templates[name] = t
    if kept_params:
        templates = {name: _fewer_arguments(t, kept_params) for name, t in templates.items()}
    shared = tuple([v for v in program.shared if v in used])
    return replace(program, shared=shared, templates=templates)


def _fewer_arguments(t: Template, kept: dict[str, list[int]]) -> Template:
    edges = []
    for out in t.edges:
        new = []
        for e in out:
            if isinstance(e.op, O.Create) and e.op.template in kept:
                e = e.with_op(replace(e.op, args=tuple([e.op.args[i] for i in kept[e.op.template]])))
            new.append(e)
        edges.append(new)
    return replace(t, edges=edges)
