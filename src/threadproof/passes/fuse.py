"""Fewer, larger steps: a location goes when every way into it can be joined with every way out of it.

Before                                After
    L0 -> L1: t := x                      L0 -> L2: [x == 0] y' := 1
    L1 -> L2: [t == 0] y' := 1            L0 -> L3: [x != 0] skip
    L1 -> L3: [t != 0] skip

Two steps become one only if nobody can tell, neither another thread nor a property:

* at most one of them touches shared memory, so `x := x + 1` written as load and store stays two steps;
* a step behind a write never fails: its guards cover all cases. (The write would be invisible if they did not.)
* what comes before a step that waits, or that has a role (lock, join, ...), cannot fail; before one that waits it is
  also the only way to go: a thread that waits has decided to. A guard is never merged into a step that waits.
* In a cooperative program nobody else runs in between, so that shared memory is like any other.
* Havoc, Create, Exit and the ends of atomic sections stay steps of their own. (But `havoc t; u := t` is `havoc u`.)

Steps that only compare inputs, or hand them on, are not made into ones that need to know them: see `inputs`.

A load and a guard behind it that may fail: `t := x; [t == 1]` becomes `[x == 1]`, which can succeed later although
the load would have discarded the execution now. No safety property and no deadlock notices. `fuse_if_covered` leaves
these alone: a loop that goes on for ever next to such a thread is a fair execution after, but not before; and with the
guard false there is no access to be in a race. It also keeps every access, even if its value is not needed.

Where executions may be discarded at a location that goes, they may be at those before it. A step to an error location
is joined like any other, and is taken if and only if both were. A fused edge goes if its guard is false and neither
step waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Source, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.inputs import forced, open_locals
from threadproof.passes.rewrite import Liveness, conjoin, covers, protected
from threadproof.properties import Kind
from threadproof.records import dataclass, replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.DEADLOCK})
PRESERVES_IF_COVERED = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: nodes (as a tree) of all terms of one step
MAX_SIZE = 200
#: how many edges more than before the joining of ways in and ways out may make
MAX_GROWTH = 1


def fuse(program: Program) -> Program:
    return _fuse(program, strict=False)


def fuse_if_covered(program: Program) -> Program:
    return _fuse(program, strict=True)


def _fuse(program: Program, *, strict: bool) -> Program:
    keep = protected(program)
    undecided = open_locals(program)
    others = program.scheduler is None
    templates = {
        name: _Fuser(t, keep, undecided, strict=strict, others=others).run() for name, t in program.templates.items()
    }
    return replace(program, templates=templates)


@dataclass(slots=True, eq=False)
class _E:
    """An edge while it is being worked on."""

    source: int
    target: int
    op: O.Op
    origin: Source
    note: str
    steps: tuple[Source, ...]
    #: None if it cannot be fused at all
    step: O.Step | None
    visible: bool
    writes_shared: bool


def _wrap(
    source: int, target: int, op: O.Op, origin: Source, note: str, steps: tuple[Source, ...], *, others: bool
) -> _E:
    """`others`: other threads may run before and after."""
    if not isinstance(op, O.Step):
        return _E(source, target, op, origin, note, steps, None, True, False)
    writes = others and any(u.var.shared for u in op.updates)
    visible = others and (writes or bool(O.footprint(op)))
    return _E(source, target, op, origin, note, steps, op, visible, writes)


def _steps(e: _E, f: _E) -> tuple[Source, ...]:
    """What one edge made of both stands for."""
    first, second = (x.steps or (x.origin.writing(c.var for c in O.writes(x.op)),) for x in (e, f))
    if first[-1] == second[0]:
        first = (*first[:-1], replace(first[-1], wrote=first[-1].wrote | second[0].wrote))
        second = second[1:]
    both = first + second
    return both if len(both) > 1 else ()


class _Fuser:
    def __init__(
        self, t: Template, keep: frozenset[Var], undecided: frozenset[Var], *, strict: bool, others: bool
    ) -> None:
        self.t = t
        self.others = others
        self.undecided = undecided
        self.strict = strict
        self.keep = keep
        self.live = Liveness(t, (*(v for v in t.locals if v in keep), t.self_var), keep_loads=strict)
        self.sizes: dict[Term, int] = {}
        self.discards = dict(t.discards)
        self.outs: list[list[_E]] = []
        self.ins: list[list[_E]] = [[] for _ in t.edges]
        for out in t.edges:
            wrapped = [_wrap(e.source, e.target, e.op, e.origin, e.note, e.steps, others=others) for e in out]
            self.outs.append(wrapped)
            for w in wrapped:
                self.ins[w.target].append(w)

    def run(self) -> Template:
        t = self.t
        fixed = {t.entry, t.exit, *t.errors}
        locations = [at for at in range(len(t.edges)) if at not in fixed]
        # local steps first join the access before them, which saves remembering what was loaded
        changed = self._sweep([at for at in locations if self._follows_access(at)], fixed, only_behind_access=True)
        changed |= self._sweep(locations, fixed, only_behind_access=False)
        if not changed:
            return t
        edges = [[Edge(e.source, e.target, e.op, e.origin, e.note, e.steps) for e in out] for out in self.outs]
        return replace(t, edges=edges, discards=self.discards)

    def _follows_access(self, at: int) -> bool:
        return any(e.visible for e in self.ins[at])

    def _sweep(self, locations: list[int], fixed: set[int], *, only_behind_access: bool) -> bool:
        queue = deque(locations)
        queued = set(locations)
        changed = False
        while queue:
            at = queue.popleft()
            queued.discard(at)
            touched = self._eliminate(at)
            if touched is None:
                continue
            changed = True
            for other in touched:
                if other in fixed or other in queued or (only_behind_access and not self._follows_access(other)):
                    continue
                queued.add(other)
                queue.append(other)
        return changed

    def _eliminate(self, at: int) -> list[int] | None:
        """Join all ways into `at` with all ways out; None if that is not possible, else the locations concerned."""
        ins, outs = self.ins[at], self.outs[at]
        if not ins or not outs or len(ins) * len(outs) > len(ins) + len(outs) + MAX_GROWTH:
            return None
        if len(ins) == 1 and len(outs) == 1 and isinstance(ins[0].op, O.Havoc):
            return self._havoc_copy(ins[0], ins[0].op, outs[0])
        steps: list[O.Step] = []
        for f in outs:
            if f.step is None or f.target == at:
                return None
            steps.append(f.step)
        joined: list[tuple[_E, list[_E]]] = []
        for e in ins:
            new = self._join(e, outs, steps)
            if new is None:
                return None
            joined.append((e, new))
        touched: dict[int, None] = {}
        for f in outs:
            self.ins[f.target].remove(f)
            touched[f.target] = None
        for e, new in joined:
            siblings = self.outs[e.source]
            i = siblings.index(e)
            siblings[i : i + 1] = new
            touched[e.source] = None
            if at in self.discards:
                self.discards[e.source] = self.discards[at]
            for f in new:
                self.ins[f.target].append(f)
        self.ins[at] = []
        self.outs[at] = []
        return list(touched)

    def _havoc_copy(self, e: _E, havoc: O.Havoc, f: _E) -> list[int] | None:
        """An arbitrary value that is only handed on: `havoc t; x := t` becomes `havoc x`."""
        if f.step is None or f.target == e.target or f.visible or havoc.var.shared or havoc.var.dims:
            return None
        plain = f.step.guard is T.TRUE and not f.step.role and f.step.lock is None and len(f.step.updates) == 1
        if not plain or self.live.is_live(havoc.var, f.target):
            return None
        u = f.step.updates[0]
        if u.index or u.value.op != "var" or u.value.var is not havoc.var or u.var in self.keep:
            return None
        op = O.Havoc(u.var, (), havoc.low, havoc.high)
        new = _wrap(e.source, f.target, op, e.origin, e.note or f.note, _steps(e, f), others=self.others)
        self.outs[e.source][self.outs[e.source].index(e)] = new
        self.ins[f.target][self.ins[f.target].index(f)] = new
        self.ins[e.target] = []
        self.outs[e.target] = []
        return [e.source, f.target]

    # ------------------------------------------------------------ one way in, all ways out

    def _join(self, e: _E, outs: Sequence[_E], steps: Sequence[O.Step]) -> list[_E] | None:
        a = e.step
        if a is None:
            return None
        moved: dict[Var, Term] = {}
        for u in a.updates:
            shared = u.var.shared and self.others
            if u.index and not shared:
                if any(u.var in t.vars for b in steps for t in O.reads(b)):
                    return None
            elif not shared:
                moved[u.var] = u.value
            if u.var in self.keep and not shared:
                return None
        guards = [T.substitute(b.guard, moved) for b in steps] if moved else [b.guard for b in steps]
        if not self._may_join(e, a, outs, steps, guards):
            return None
        new = []
        for f, b, guard in zip(outs, steps, guards, strict=True):
            guard = conjoin(a.guard, guard)
            if guard is T.FALSE and not (a.waits or b.waits):
                continue
            fused = self._compose(e, a, f, b, guard, moved)
            if fused is None:
                return None
            new.append(fused)
        return new

    def _may_join(self, e: _E, a: O.Step, outs: Sequence[_E], steps: Sequence[O.Step], guards: Sequence[Term]) -> bool:
        siblings = self.outs[e.source]
        behind_visible = False
        for f, b in zip(outs, steps, strict=True):
            behind_visible |= f.visible
            if e.visible and f.visible:
                return False
            special = b.waits or bool(b.role) or b.lock is not None
            if special and (a.guard is not T.TRUE or a.waits or a.role or a.lock is not None or e.visible):
                return False
            if (b.waits or O.is_environment(b)) and len(siblings) > 1:
                return False
        if all(g is T.TRUE for g in guards):
            return True
        if a.waits or a.role or a.lock is not None:
            return False
        must_cover = (
            e.writes_shared
            # after the failure the thread is discarded; with a sibling that waits it would seem to wait
            or any(s.step is not None and s.step.waits for s in siblings)
            or (self.strict and (e.visible or (behind_visible and len(siblings) > 1)))
        )
        return not must_cover or covers(guards)

    def _compose(self, e: _E, a: O.Step, f: _E, b: O.Step, guard: Term, moved: dict[Var, Term]) -> _E | None:
        later = tuple([self._moved(u, moved) for u in b.updates]) if moved else b.updates
        overwritten = {u.var for u in later}
        if any(u.var.dims and u.var in overwritten for u in a.updates):
            return None
        first = [u for u in a.updates if u.var not in overwritten]
        after, bit = self.live.at[f.target], self.live.bit
        needed = [u for u in first if u.var.shared or after & bit[u.var]]
        lock = a.lock if b.lock is None else O.Cell(b.lock.var, tuple([T.substitute(i, moved) for i in b.lock.index]))
        order = a.order if e.visible else b.order
        op = O.Step(guard, (*needed, *later), order, a.waits or b.waits, a.role or b.role, lock)
        if self.strict and (e.visible or f.visible):
            accesses = {c.var for c in O.footprint(a if e.visible else b)}
            if not accesses <= {c.var for c in O.footprint(op)}:
                op = replace(op, updates=(*first, *later))
                if not accesses <= {c.var for c in O.footprint(op)}:
                    return None
        if self._size(guard, op.updates) > MAX_SIZE or (self.undecided and self._forces(op, e, a, f, b, moved)):
            return None
        # the line a trace ends with is where it goes wrong
        main = f if f.visible or not e.visible or f.target in self.t.errors else e
        note = main.note or e.note or f.note
        return _wrap(e.source, f.target, op, main.origin, note, _steps(e, f), others=self.others)

    def _forces(self, op: O.Step, e: _E, a: O.Step, f: _E, b: O.Step, moved: dict[Var, Term]) -> bool:
        """Would the fused step need to know an input that neither of the two needs to know, or that the first one
        narrows before the second one needs to know it?"""
        new = self._forced(op, f.target)
        if not new:
            return False
        old = self._forced(a, e.target)
        for v in self._forced(b, f.target):
            old |= {w for w in (moved[v].vars if v in moved else {v}) if w not in a.guard.vars}
        return not new <= old

    def _forced(self, op: O.Step, target: int) -> set[Var]:
        return forced(op, self.undecided, lambda v: self.live.is_live(v, target))

    def _moved(self, u: O.Update, moved: dict[Var, Term]) -> O.Update:
        value = T.substitute(u.value, moved)
        if not u.index:
            return u if value is u.value else O.Update(u.var, (), value)
        return O.Update(u.var, tuple([T.substitute(i, moved) for i in u.index]), value)

    def _size(self, guard: Term, updates: Sequence[O.Update]) -> int:
        total = self._nodes(guard)
        for u in updates:
            total += 1 + self._nodes(u.value)
            for i in u.index:
                total += self._nodes(i)
        return total

    def _nodes(self, t: Term) -> int:
        if not t.args:
            return 1
        known = self.sizes.get(t)
        if known is None:
            known = self.sizes[t] = 1 + sum(map(self._nodes, t.args))
        return known
