"""What an instance touches with its next step, and when two accesses are a data race.

A race: in a reached state, for two different instances, each has a step that is possible now, both touch the same cell
(of kind data or life), at least one writes, and not both are atomic operations. An instance that is about to enter an
atomic section makes all accesses of the complete runs through it; two sections never race with each other.

Which pairs of locations can conflict at all is known from their footprints; only for those are the cells computed.
"""

from __future__ import annotations

from threadproof.engines.compiled.compile import BEGIN, END, EXIT, UNSUPPORTED
from threadproof.engines.compiled.model import Local, Model, NeedsSplit, Shared
from threadproof.engines.compiled.split import Choice
from threadproof.engines.compiled.steps import SECTION_LIMIT, Stepper, Taken
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.logic.term import Var
from threadproof.records import NamedTuple

RACE_KINDS = ("data", "life")


class Access(NamedTuple):
    var: Var
    #: None: the whole array
    key: Key | None
    write: bool
    atomic: bool
    instance: int
    edge: Edge
    #: made for the step itself
    choices: tuple[Choice, ...]
    #: the way there, if it is inside an atomic section; its start is the first step
    steps: tuple[Taken, ...]


class _Footprint(NamedTuple):
    """What the next step at a location may touch, as bit sets over the variables."""

    is_section: bool
    plain_reads: int
    plain_writes: int
    atomic_reads: int
    atomic_writes: int

    def may_conflict(self, other: _Footprint) -> bool:
        return not (self.is_section and other.is_section) and bool(self._hits(other) or other._hits(self))

    def _hits(self, other: _Footprint) -> int:
        plain = other.plain_reads | other.plain_writes
        everything = plain | other.atomic_reads | other.atomic_writes
        return self.plain_writes & everything | self.atomic_writes & plain


class Accesses:
    def __init__(self, model: Model, stepper: Stepper) -> None:
        self.model = model
        self.stepper = stepper
        self._bits = {v: 1 << i for i, v in enumerate(model.shared) if v.kind in RACE_KINDS}
        self._footprints: dict[int, _Footprint] = {}
        self._conflicts: dict[tuple[int, int], bool] = {}
        self._partners: dict[int, tuple[int, ...]] = {}

    # ------------------------------------------------------------ locations

    def may_conflict(self, x: int, y: int) -> bool:
        """Could the next steps at two locations be a race?"""
        conflict = self._conflicts.get((x, y))
        if conflict is None:
            conflict = self._footprint(x).may_conflict(self._footprint(y))
            self._conflicts[x, y] = self._conflicts[y, x] = conflict
        return conflict

    def partners(self, x: int) -> tuple[int, ...]:
        """All locations whose next steps could be a race with those at `x`."""
        found = self._partners.get(x)
        if found is None:
            found = tuple(y for y in range(len(self.model.locations)) if self.may_conflict(x, y))
            self._partners[x] = found
        return found

    def _footprint(self, location: int) -> _Footprint:
        done = self._footprints.get(location)
        if done is None:
            x = self.model.locations[location]
            sets = [0, 0, 0, 0]
            begins = [e for e in x.edges if isinstance(e.op, O.AtomicBegin)]
            edges = list(x.edges)
            seen = set()
            pending = [e.target for e in begins]
            while pending:
                n = pending.pop()
                if n not in seen:
                    seen.add(n)
                    for e in x.template.edges[n]:
                        edges.append(e)
                        if not isinstance(e.op, O.AtomicEnd):
                            pending.append(e.target)
            for e in edges:
                for a in O.footprint(e.op):
                    sets[2 * a.atomic + a.write] |= self._bits.get(a.var, 0)
            done = _Footprint(bool(begins) and len(begins) == len(x.edges), *sets)
            self._footprints[location] = done
        return done

    # ------------------------------------------------------------ cells

    def of(self, g: Shared, l: Local) -> list[Access]:
        """What the possible next steps of an instance touch."""
        edges = self.model.locations[l[0]].edges
        found: dict[Access, None] = {}
        for (g2, l2, e, special), choices in self.stepper.explained_steps(g, l):
            if special is BEGIN:
                assert l2 is not None
                self._section(g2, l2, Taken(l[1], edges[e], choices, l, g, g2), found)
            else:
                self._collect(*self._chosen(g, l, choices), edges[e], choices, (), found)
        return list(found)

    def _chosen(self, g: Shared, l: Local, choices: tuple[Choice, ...]) -> tuple[Shared, Local]:
        for c in choices:
            g, l = self.stepper.splitter.apply(c, g, l)
        return g, l

    def _collect(
        self,
        g: Shared,
        l: Local,
        e: Edge,
        choices: tuple[Choice, ...],
        steps: tuple[Taken, ...],
        found: dict[Access, None],
    ) -> None:
        """Add what one possible step touches."""
        lookup, splitter = self.model.lookup, self.stepper.splitter
        lookup.accessed = {}
        try:
            cells = [(c.var, lookup.key_of(c.index, g, l)) for c in O.writes(e.op) if c.var.shared]
            for t in O.reads(e.op):
                if any(v.shared for v in t.vars):
                    try:
                        lookup.value(t, g, l)
                    except NeedsSplit as n:
                        # the value of a plain load is not needed to know what it touches
                        if t.op not in ("var", "select") or t.var is not n.var:
                            raise
            reads = list(lookup.accessed)
        except NeedsSplit as n:
            for c in splitter.values(n.var, n.key, n.value):
                self._collect(*splitter.apply(c, g, l), e, (*choices, c), steps, found)
            return
        finally:
            lookup.accessed = None
        atomic = isinstance(e.op, O.Step) and e.op.atomic
        for touched, write in ((cells, True), (reads, False)):
            for v, key in touched:
                if v in self._bits:
                    found[Access(v, key, write, atomic, l[1], e, choices, steps)] = None

    def _section(self, g: Shared, l: Local, begin: Taken, found: dict[Access, None]) -> None:
        """Add the accesses of all complete runs through a section."""
        start = (g, l)
        way: dict[tuple[Shared, Local], tuple[Taken, ...]] = {start: (begin,)}
        back: dict[tuple[Shared, Local], list[tuple[Shared, Local]]] = {start: []}
        taken: list[tuple[tuple[Shared, Local], tuple[Shared, Local] | None, Taken]] = []
        complete: list[tuple[Shared, Local]] = []
        work = [start]
        budget = SECTION_LIMIT
        while work:
            here = work.pop()
            g, l = here
            x = self.model.locations[l[0]]
            if x.error is not None and not x.edges:
                complete.append(here)
                continue
            if any(isinstance(e.op, O.Step) and e.op.waits for e in x.edges):
                continue
            for (g2, l2, i, special), choices in self.stepper.explained_steps(g, l):
                step = Taken(l[1], x.edges[i], choices, l, g, g2)
                budget -= 1
                if special is BEGIN or special is UNSUPPORTED or budget < 0:
                    continue
                if special is END or special is EXIT or l2 is None:
                    complete.append(here)
                    taken.append((here, None, step))
                    continue
                there = (g2, l2)
                taken.append((here, there, step))
                if there not in way:
                    way[there] = (*way[here], step)
                    back[there] = []
                    work.append(there)
                back[there].append(here)
        good = set(complete)
        while complete:
            for p in back[complete.pop()]:
                if p not in good:
                    good.add(p)
                    complete.append(p)
        for start, end, step in taken:
            if step.edge is not None and start in good and (end is None or end in good):
                chosen = self._chosen(step.before, step.local, step.choices)
                self._collect(*chosen, step.edge, step.choices, way[start], found)


def is_race(a: Access, b: Access) -> bool:
    """Of two different instances."""
    return (
        a.var is b.var
        and (a.write or b.write)
        and not (a.atomic and b.atomic)
        and not (a.steps and b.steps)
        and (a.key == b.key or a.key is None or b.key is None)
        and _are_compatible(a, b)
    )


def _are_compatible(a: Access, b: Access) -> bool:
    """Do the values chosen for shared cells on the two sides agree?"""
    chosen = {(c.var, c.key): (c.low, c.high) for c in _shared_choices(a)}
    return all(chosen.get((c.var, c.key), (c.low, c.high)) == (c.low, c.high) for c in _shared_choices(b))


def _shared_choices(a: Access) -> list[Choice]:
    return [c for cs in (*(s.choices for s in a.steps), a.choices) for c in cs if c.var.shared]
