"""Which cells the next step of an instance touches, or any complete run through the section it is about to enter."""

from __future__ import annotations

from threadproof.evidence.states.inputs import Cut, Inputs, Looked
from threadproof.evidence.states.layout import Layout, Local, Shared
from threadproof.evidence.states.quiet import section
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.ir.values import Key
from threadproof.ir.violations import RACE_KINDS
from threadproof.logic.term import Term, Var
from threadproof.records import NamedTuple


class Access(NamedTuple):
    var: Var
    #: None: the variable as a whole
    key: Key | None
    write: bool
    atomic: bool
    is_inside: bool
    edge: Edge

    def races_with(self, other: Access) -> bool:
        return (
            self.var is other.var
            and (self.key is None or other.key is None or self.key == other.key)
            and (self.write or other.write)
            and not (self.atomic and other.atomic)
            and not (self.is_inside and other.is_inside)
        )


class Accesses:
    def __init__(self, layout: Layout, inputs: Inputs) -> None:
        self.layout = layout
        self.inputs = inputs
        self.reader = inputs.reader
        self._next: dict[int, list[Access]] = {}
        self._may_race: dict[tuple[int, int], bool] = {}
        self._idle_loads: dict[int, bool] = {}

    # ------------------------------------------------------------ by location

    def may_race(self, a: int, b: int) -> bool:
        """Can accesses at two locations race at all?"""
        if (a, b) not in self._may_race:
            self._may_race[a, b] = any(x.races_with(y) for x in self._possible(a) for y in self._possible(b))
        return self._may_race[a, b]

    def _possible(self, number: int) -> list[Access]:
        """All accesses that may be next at a location, whatever the cells."""
        if number not in self._next:
            spot = self.layout.spots[number]
            edges = [(e, False) for e in spot.edges]
            for e in spot.edges:
                if isinstance(e.op, O.AtomicBegin):
                    edges += [(inner, True) for inner in section(spot.template, e.target)]
            found = {
                Access(a.var, None, a.write, a.atomic, is_inside, spot.edges[0]): None
                for e, is_inside in edges
                for a in O.footprint(e.op)
                if a.var.kind in RACE_KINDS
            }
            self._next[number] = list(found)
        return self._next[number]

    # ------------------------------------------------------------ by state

    def look(self, g: Shared, l: Local) -> None:
        """Raise Cut if it depends on an undecided input which cells are touched, though the steps do not."""
        if self._has_idle_loads(l[0]):
            self.next(g, l)

    def _has_idle_loads(self, number: int) -> bool:
        """Is there a load whose value nobody needs?"""
        if number not in self._idle_loads:
            spot = self.layout.spots[number]
            self._idle_loads[number] = any(
                isinstance(e.op, O.Step)
                and any(
                    not self.layout.matters(u.var, self.layout.target(spot, e)) and any(v.shared for v in u.value.vars)
                    for u in e.op.updates
                )
                for e in spot.edges
            )
        return self._idle_loads[number]

    def next(self, g: Shared, l: Local) -> list[Access]:
        found: dict[Access, None] = {}
        spot = self.layout.spots[l[0]]
        for g2, l2, i, _ in self.inputs.steps(g, l):
            e = spot.edges[i]
            if isinstance(e.op, O.AtomicBegin):
                assert l2 is not None
                self._inside(g2, l2, found)
            else:
                for a in self._of_step(g, l, e, False):
                    found[a] = None
        return list(found)

    def _of_step(self, g: Shared, l: Local, e: Edge, is_inside: bool) -> list[Access]:
        reader = self.reader
        atomic = isinstance(e.op, O.Step) and e.op.atomic
        here = self.inputs.decided(g, l)
        try:
            reader.seen = {}
            written = [(c.var, reader.key_of(c.index, *here)) for c in O.writes(e.op) if c.var.shared]
            for t in O.reads(e.op):
                if any(v.shared for v in t.vars):
                    self._read(t, *here)
        except Looked as looked:
            raise Cut(self.inputs.pieces(looked.cell, g, l)) from None
        cells = [(*cell, True) for cell in written] + [(*cell, False) for cell in reader.seen]
        return [Access(v, key, write, atomic, is_inside, e) for v, key, write in cells if v.kind in RACE_KINDS]

    def _read(self, t: Term, g: Shared, l: Local) -> None:
        try:
            self.reader.number(t, g, l)
        except Looked as looked:
            # the value of a plain load is not needed to know what it touches
            if t.op not in ("var", "select") or t.var is not looked.cell.var:
                raise

    def _inside(self, g: Shared, l: Local, found: dict[Access, None]) -> None:
        """Add the accesses of all complete runs through the section that was entered."""
        start = (g, l)
        before: dict[tuple[Shared, Local], list[tuple[Shared, Local]]] = {start: []}
        taken: list[tuple[tuple[Shared, Local], tuple[Shared, Local] | None, list[Access]]] = []
        complete: list[tuple[Shared, Local]] = []
        work = [start]

        def reach(here: tuple[Shared, Local], there: tuple[Shared, Local]) -> None:
            if there not in before:
                before[there] = []
                work.append(there)
            before[there].append(here)

        while work:
            here = work.pop()
            spot = self.layout.spots[here[1][0]]
            if spot.error is not None:
                complete.append(here)
                continue
            try:
                for g2, l2, i, _ in self.inputs.steps(*here):
                    e = spot.edges[i]
                    accesses = self._of_step(*here, e, True)
                    if isinstance(e.op, O.AtomicEnd | O.Exit) or l2 is None:
                        complete.append(here)
                        taken.append((here, None, accesses))
                    else:
                        reach(here, (g2, l2))
                        taken.append((here, (g2, l2), accesses))
            except Cut as cut:
                for piece in cut.pieces:
                    reach(here, piece)
        good = set(complete)
        while complete:
            for p in before[complete.pop()]:
                if p not in good:
                    good.add(p)
                    complete.append(p)
        for a, b, accesses in taken:
            if a in good and (b is None or b in good):
                found.update(dict.fromkeys(accesses))
