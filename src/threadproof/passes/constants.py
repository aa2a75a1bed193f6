"""Replace variables by the constants they must hold, and locals by the locals they are copies of.

Before                                After
    main:   L0 -> L1: p := 3              main:   L0 -> L1: p := 3
            L1 -> L2: create w(5) as 2            L1 -> L2: create w(5) as 2
    w(a):   L0 -> L1: t := p              w(a):   L0 -> L1: t := 3
            L1 -> L2: [t == 3] x := a             L1 -> L2: x := 5
            L1 -> L3: [t == 4] y := a

Three kinds of facts, iterated until nothing new is found:

* per location, what a local scalar holds (a constant, or the same as another local), from assignments and guards;
  edges whose guard becomes false are dropped;
* parameters: the same constant at every creation;
* shared scalars. While only main exists (before anything was created) main's view of them is exact. From then on a
  variable is constant if every write that may still happen writes the value it had at the first creation.

Updates stay; those that became useless are for `dead`. `constants_but_accesses` replaces a shared variable only where
no access that matters for a race gets lost: where main is alone, or if nothing writes it once there are threads.

A fact holds whenever an instance is at its location, so that every execution stays one. An edge whose guard is false
then goes, whether it leads to an error or on; if it waits, it stays as a loop; if a sibling has to keep reading what
is known, it stays as it is, so that both remain each other's negation. Main is alone up to the first creation
on any way, also within an atomic section. An access counts as kept if its evaluation would never get to it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.rewrite import Liveness, lost_accesses, map_terms, protected, substitute
from threadproof.properties import Kind
from threadproof.records import replace

PRESERVES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.DEADLOCK, Kind.ENDLESS})
PRESERVES_ACCESSES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})

#: facts found in one round enable others in the next
ROUNDS = 5

Facts = dict[Var, Term]


def constants(program: Program) -> Program:
    return _Constants(program, keep_accesses=False).run()


def constants_but_accesses(program: Program) -> Program:
    return _Constants(program, keep_accesses=True).run()


class _Constants:
    def __init__(self, program: Program, *, keep_accesses: bool) -> None:
        self.program = program
        self.keep_accesses = keep_accesses
        self.templates = dict(program.templates)
        self.keep = protected(program)
        #: constant once there are threads
        self.shared: Facts = {}
        self.params: Facts = {}
        self.handoff: dict[Var, Term | None] = {}
        self._liveness: dict[str, Liveness] = {}

    def run(self) -> Program:
        # main first: what it leaves behind when the threads start is what the others find
        names, rest = {self.program.main}, set(self.templates) - {self.program.main}
        for _ in range(ROUNDS):
            for name in names:
                self._propagate(name)
            found = {**self._new_parameters(), **self._new_shared()}
            if not found and not rest:
                break
            names = {n for n, t in self.templates.items() if n in rest or _mentions(t, found)}
            rest = set()
        return replace(self.program, templates=self.templates)

    def liveness(self, t: Template) -> Liveness:
        """From the first round: later ones only remove uses."""
        found = self._liveness.get(t.name)
        if found is None:
            keep = (v for v in t.locals if v in self.keep)
            found = self._liveness[t.name] = Liveness(t, keep, keep_loads=self.keep_accesses)
        return found

    # ------------------------------------------------------------ facts about the whole program

    def _new_parameters(self) -> Facts:
        given: dict[Var, set[Term]] = {}
        for t in self.templates.values():
            for e in t.all_edges():
                if isinstance(e.op, O.Create):
                    for p, a in zip(self.templates[e.op.template].params, e.op.args, strict=True):
                        given.setdefault(p, set()).add(a)
        found = {p: a for p, args in given.items() if len(args) == 1 for a in args if a.value is not None}
        found = {p: a for p, a in found.items() if p not in self.params}
        self.params.update(found)
        return found

    def _new_shared(self) -> Facts:
        written: dict[Var, set[Term | None]] = {}
        for name, t in self.templates.items():
            alone = _alone(t) if name == self.program.main else frozenset()
            for location, out in enumerate(t.edges):
                if location not in alone:
                    for e in out:
                        for v, value in _shared_writes(e.op):
                            written.setdefault(v, set()).add(value)
        found: Facts = {}
        for v in self.program.shared:
            if v.dims or v in self.shared or (self.keep_accesses and v in written):
                continue
            start = self.handoff.get(v, _initial(v))
            if start is not None and written.get(v, set()) <= {start}:
                found[v] = start
        self.shared.update(found)
        return found

    # ------------------------------------------------------------ facts inside one template

    def _propagate(self, name: str) -> None:
        t = self.templates[name]
        is_main = name == self.program.main
        alone = _alone(t) if is_main else frozenset()
        if self.shared:
            t = self._replace_shared(t, alone)
        flow = _Flow(t, self, alone)
        self.templates[name] = flow.run()
        if is_main:
            self.handoff = flow.handoff

    def _replace_shared(self, t: Template, alone: frozenset[int]) -> Template:
        facts = self.shared
        edges = [
            out if at in alone else [e.with_op(substitute(e.op, facts)) if _reads_any(e.op, facts) else e for e in out]
            for at, out in enumerate(t.edges)
        ]
        return replace(t, edges=edges)


class _Flow:
    """Forward propagation through one template, over the edges that can be taken."""

    def __init__(self, t: Template, whole: _Constants, alone: frozenset[int]) -> None:
        self.t = t
        self.whole = whole
        self.alone = alone
        #: locals that others are, or were, copies of
        self.copied: set[Var] = set()
        self.live = whole.liveness(t)
        self.at: list[Facts | None] = [None] * len(t.edges)
        self.new: list[list[Edge]] = [[] for _ in t.edges]
        #: by location: where its edges lead, and which facts each makes itself; variables that its terms mention
        self.ways: list[list[tuple[int, frozenset[Var]]]] = [[] for _ in t.edges]
        self.mentioned: dict[int, frozenset[Var]] = {}
        #: facts that a location has lost since it was looked at; None: it has to be looked at in any case
        self.lost: dict[int, set[Var] | None] = {}
        #: shared scalars when main stops being alone; None: not one constant
        self.handoff: dict[Var, Term | None] = {}
        self.tracked: list[Var] = []
        self.is_tracked = {v for v in t.locals if not v.dims}
        if alone:
            seen = {v for at in alone for e in t.edges[at] for v in _shared_variables(e.op)}
            self.tracked = [v for v in whole.program.shared if v in seen and not v.dims]
            self.is_tracked.update(self.tracked)

    def run(self) -> Template:
        t = self.t
        self.at[t.entry] = self._entry()
        self.lost[t.entry] = None
        self.queue = [t.entry]
        while self.queue:
            location = heapq.heappop(self.queue)
            lost = self.lost.pop(location)
            if lost is None or not lost.isdisjoint(self._mentioned(location)):
                self._look(location)
                continue
            # nothing here depends on what is not known any more: what comes behind does not know it either
            for target, made in self.ways[location]:
                facts = self.at[target]
                assert facts is not None
                self._lose(target, {v for v in lost if v in facts and v not in made})
        self._record_handoff()
        return replace(t, edges=self.new)

    def _mentioned(self, location: int) -> frozenset[Var]:
        found = self.mentioned.get(location)
        if found is None:
            found = frozenset(v for e in self.t.edges[location] for t in _terms(e.op) for v in t.vars)
            self.mentioned[location] = found
        return found

    def _look(self, location: int) -> None:
        facts = self.at[location]
        assert facts is not None
        kept = []
        self.ways[location] = ways = []
        for e, (op, after) in zip(self.t.edges[location], self._edges(location, facts), strict=True):
            if after is None:
                if _waits(op):
                    kept.append(e.to(e.source).with_op(op))
                continue
            kept.append(e if op is e.op else e.with_op(op))
            ways.append((e.target, frozenset(c.var for c in O.writes(e.op))))
            if self.tracked and e.target not in self.alone:
                after = {v: c for v, c in after.items() if not v.shared}
            self._join(e.target, after)
        self.new[location] = kept

    def _lose(self, location: int, lost: set[Var]) -> None:
        if not lost:
            return
        facts = self.at[location]
        assert facts is not None
        for v in lost:
            del facts[v]
        if location in self.lost:
            before = self.lost[location]
            if before is not None:
                before |= lost
        else:
            self.lost[location] = lost
            heapq.heappush(self.queue, location)

    def _entry(self) -> Facts:
        t = self.t
        facts: Facts = {}
        for v in (*t.locals, *self.tracked):
            value = _initial(v)
            if value is not None and v not in t.params:
                facts[v] = value
        for p in t.params:
            if p in self.whole.params:
                facts[p] = self.whole.params[p]
        facts.pop(t.self_var, None)
        id_ = MAIN_ID if t.name == self.whole.program.main else t.single_id
        if id_ is not None:
            facts[t.self_var] = T.const(id_, t.self_var.width)
        return facts

    def _join(self, target: int, facts: Facts) -> None:
        old = self.at[target]
        if old is None:
            live, bit = self.live.at[target], self.live.bit
            self.at[target] = {v: c for v, c in facts.items() if v.shared or live & bit[v]}
            self.lost[target] = None
            heapq.heappush(self.queue, target)
        elif not old.items() <= facts.items():  # (terms are equal if they are the same)
            self._lose(target, {v for v, c in old.items() if facts.get(v) is not c})

    def _record_handoff(self) -> None:
        """What each tracked shared variable holds on the edges by which main stops being alone."""
        for location in sorted(self.alone):
            facts = self.at[location]
            if facts is None:
                continue
            for e in self.new[location]:
                if e.target not in self.alone:
                    _, after = self._edge(e.op, facts, location)
                    for v in self.tracked:
                        value = None if after is None else after.get(v)
                        self.handoff[v] = value if self.handoff.get(v, value) is value else None

    # ------------------------------------------------------------ one edge

    def _edges(self, location: int, facts: Facts) -> list[tuple[O.Op, Facts | None]]:
        """`_edge` of every edge; where one must keep a guard that is decided, those that are impossible stay."""
        out = self.t.edges[location]
        found = [self._edge(e.op, facts, location) for e in out]
        impossible = [i for i, (new, after) in enumerate(found) if after is None and not _waits(new)]
        if impossible and any(_keeps_guard(e.op, new, facts) for e, (new, _) in zip(out, found, strict=True)):
            for i in impossible:
                found[i] = out[i].op, self._forget(facts, [c.var for c in O.writes(out[i].op)])
        return found

    def _edge(self, op: O.Op, facts: Facts, location: int) -> tuple[O.Op, Facts | None]:
        """The rewritten operation, and the facts after it; None if it cannot be taken."""
        if isinstance(op, O.Step):
            return self._step(op, facts, location)
        if facts and not isinstance(op, O.Fresh | O.Exit | O.AtomicBegin | O.AtomicEnd | O.Unsupported):
            op = map_terms(op, lambda t: T.substitute(t, facts))
        written = [c.var for c in O.writes(op) if c.var in self.is_tracked]
        after = self._forget(facts, written) if written else facts
        if isinstance(op, O.Havoc) and op.low == op.high and written:
            after[op.var] = T.const(op.low, op.var.width)
        return op, after

    def _step(self, op: O.Step, facts: Facts, location: int) -> tuple[O.Op, Facts | None]:
        if self.t.self_var in facts and any(u.var is self.whole.program.ended for u in op.updates):
            # "I have ended" stays recognisable as such
            facts = {v: c for v, c in facts.items() if v is not self.t.self_var}
        guard = T.substitute(op.guard, facts) if facts else op.guard
        if guard is T.FALSE:
            return op if op.guard is guard else replace(op, guard=guard), None
        known = facts if guard is T.TRUE else self._refine(guard, facts)
        new: O.Op = op
        if known:
            changed = map_terms(op, lambda t: T.substitute(t, known))
            assert isinstance(changed, O.Step)
            new = changed if changed.guard is guard else replace(changed, guard=guard)
        if (
            new is not op
            and self.whole.keep_accesses
            and location not in self.alone
            and self._loses_access(op, new, facts)
        ):
            # what is known of the guard counts all the same: its siblings may be gone because of it
            decided = replace(op, guard=guard)
            new = op if self._loses_access(op, decided, facts) else decided
        if not op.updates:
            return new, known
        assert isinstance(new, O.Step)
        written = [u.var for u in new.updates if u.var in self.is_tracked]
        if not written:
            return new, known
        after = self._forget(known, written)
        for u in new.updates:
            if u.var in self.is_tracked:
                if u.value.value is not None:
                    after[u.var] = u.value
                elif u.value.op == "var":
                    self._note_copy(u, written, after)
        return new, after

    def _loses_access(self, old: O.Op, new: O.Op, facts: Facts) -> bool:
        return not lost_accesses(old, new, facts) <= self.whole.shared.keys()

    def _note_copy(self, u: O.Update, written: list[Var], after: Facts) -> None:
        source = u.value.var
        if source is None or source.shared or u.var.shared or source in written:
            return
        if u.var.lvalue and not source.lvalue:
            # what the user named stays visible: a temporary never stands in for it, but the other way round
            after[source] = T.var(u.var)
            self.copied.add(u.var)
        else:
            after[u.var] = u.value
            self.copied.add(source)

    def _forget(self, facts: Facts, written: list[Var]) -> Facts:
        after = facts.copy()
        for v in written:
            after.pop(v, None)
        if not self.copied.isdisjoint(written):
            for v in [v for v, c in after.items() if c.var in written]:
                del after[v]
        return after

    def _refine(self, guard: Term, facts: Facts) -> Facts:
        known = facts
        for p in guard.args if guard.op == "and" else (guard,):
            v, value = _equation(p)
            if v is not None and v in self.is_tracked:
                if known is facts:
                    known = dict(facts)
                for w, c in known.items():
                    if c.var is v:
                        known[w] = value
                known[v] = value
        return known


def _equation(p: Term) -> tuple[Var | None, Term]:
    """(variable, constant) if `p` says that the variable holds the constant."""
    if p.op == "eq" and p.args[0].op == "var" and p.args[1].value is not None:
        return p.args[0].var, p.args[1]
    if p.op == "var":
        return p.var, T.TRUE
    if p.op == "not" and p.args[0].op == "var":
        return p.args[0].var, T.FALSE
    return None, p


def _keeps_guard(old: O.Op, new: O.Op, facts: Facts) -> bool:
    """An access of it would get lost by what is known."""
    if not isinstance(old, O.Step) or not isinstance(new, O.Step) or new.guard is not old.guard:
        return False
    return T.substitute(old.guard, facts) is not old.guard


def _waits(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.waits


def _terms(op: O.Op) -> list[Term]:
    found: list[Term] = []

    def note(t: Term) -> Term:
        found.append(t)
        return t

    map_terms(op, note)
    return found


def _initial(v: Var) -> Term | None:
    return None if v.init is None or v.dims else T.const(v.init, v.width)


def _alone(main: Template) -> frozenset[int]:
    """Locations of main that no creation can come before."""
    pending = [e.target for e in main.all_edges() if isinstance(e.op, O.Create)]
    threaded = set(pending)
    while pending:
        for e in main.edges[pending.pop()]:
            if e.target not in threaded:
                threaded.add(e.target)
                pending.append(e.target)
    return frozenset(range(len(main.edges))) - threaded


def _shared_variables(op: O.Op) -> Iterator[Var]:
    for a in O.footprint(op):
        yield a.var


def _shared_writes(op: O.Op) -> Iterator[tuple[Var, Term | None]]:
    if isinstance(op, O.Step):
        for u in op.updates:
            if u.var.shared:
                yield u.var, u.value
    else:
        for c in O.writes(op):
            if c.var.shared:
                yield c.var, None


def _reads_any(op: O.Op, facts: Facts) -> bool:
    return any(v in facts for r in O.reads(op) for v in r.vars if v.shared)


def _mentions(t: Template, facts: Facts) -> bool:
    return any(p in facts for p in t.params) or any(_reads_any(e.op, facts) for e in t.all_edges())
