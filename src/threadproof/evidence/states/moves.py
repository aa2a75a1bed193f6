"""What one instance can do next, as the others see it: a step, or a complete run through a section, and what is quiet.

A section is one step: it is possible if some run through it is complete, that is, comes to its end, or to the end of
the instance or the process, or to an error. A quiet step (see `quiet`) is taken at once behind the step before it;
where it looks at an input that is still undecided, or no step is possible, the others are let in. All ways out of quiet
locations are followed; if none comes out, or the way is long, the others are let in as well.

What is not understood, if it can be reached at all, raises Objection. Entry point: `Mover.moves`.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import Limit
from threadproof.evidence.states.inputs import Cut, Inputs
from threadproof.evidence.states.layout import Layout, Local, Shared
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.records import dataclass, field

#: steps in one section, over all runs
SECTION = 100_000
#: quiet steps before the others are let in
QUIET = 1_000
#: calls, or steps, between two looks at the clock
TICK = 500


class Objection(Exception):
    """Why the property is not proved: a violation, or something that is not understood, can be reached."""

    def __init__(self, text: str, edge: Edge | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.edge = edge


@dataclass(slots=True)
class Move:
    shared: Shared
    #: None: the instance has ended
    local: Local | None
    created: tuple[Local, ...]
    #: the first step
    edge: Edge


@dataclass(slots=True)
class Moves:
    moves: list[Move] = field(default_factory=list)
    #: the process ends: what is shared then, and by which step
    exits: list[tuple[Shared, Edge]] = field(default_factory=list)
    #: no moves, but cases to distinguish instead
    pieces: list[tuple[Shared, Local]] = field(default_factory=list)
    #: for some inputs there may be fewer moves
    is_partial: bool = False


class Mover:
    def __init__(
        self,
        layout: Layout,
        inputs: Inputs,
        quiet: list[bool],
        look: Callable[[Shared, Local], None] | None = None,
    ) -> None:
        self.layout = layout
        self.inputs = inputs
        self.quiet = quiet
        #: raises Cut where the property needs to know more about inputs than the steps do
        self.look = look
        #: called from time to time; may raise Limit
        self.tick: Callable[[], None] = lambda: None
        self._calls = 0

    def moves(self, g: Shared, l: Local) -> Moves:
        self._calls += 1
        if self._calls % TICK == 0:
            self.tick()
        found = Moves()
        edges = self.layout.spots[l[0]].edges
        try:
            steps = self.inputs.steps(g, l)
            if self.look is not None:
                self.look(g, l)
        except Cut as cut:
            found.pieces = cut.pieces
            return found
        for g2, l2, i, created in steps:
            e = edges[i]
            if isinstance(e.op, O.Exit):
                found.exits.append((g2, e))
            elif isinstance(e.op, O.Unsupported):
                raise Objection(f"something that is not understood can be reached: {e.op.what}", e)
            elif isinstance(e.op, O.AtomicBegin):
                assert l2 is not None
                self._section(found, g2, l2, e)
            else:
                self._arrive(found, Move(g2, l2, () if created is None else (created,), e))
        return found

    def _section(self, found: Moves, g: Shared, l: Local, first: Edge) -> None:
        """The complete runs through the section that was entered."""
        start: tuple[Shared, Local, tuple[Local, ...]] = (g, l, ())
        seen = {start}
        work = [start]
        budget = SECTION
        while work:
            g, l, created = work.pop()
            spot = self.layout.spots[l[0]]
            if spot.error is not None:
                self._arrive(found, Move(g, l, created, first))
                continue
            try:
                steps = self.inputs.steps(g, l)
            except Cut as cut:
                found.is_partial = True
                work += [(g2, l2, created) for g2, l2 in cut.pieces]
                continue
            for e in spot.edges:
                if isinstance(e.op, O.Step) and e.op.waits:
                    raise Objection("a thread may wait inside of an atomic section", e)
            for g2, l2, i, new in steps:
                e = spot.edges[i]
                budget -= 1
                if budget % TICK == 0:
                    self.tick()
                if budget < 0:
                    raise Limit("atomic section too long")
                if isinstance(e.op, O.AtomicBegin | O.Unsupported):
                    raise Objection("something that is not understood can be reached in an atomic section", e)
                more = created if new is None else (*created, new)
                if isinstance(e.op, O.Exit):
                    found.exits.append((g2, e))
                elif isinstance(e.op, O.AtomicEnd) or l2 is None:
                    self._arrive(found, Move(g2, l2, more, first))
                elif (g2, l2, more) not in seen:
                    seen.add((g2, l2, more))
                    work.append((g2, l2, more))

    def _arrive(self, found: Moves, m: Move) -> None:
        """Take the quiet steps behind a move."""
        if m.local is None or not self.quiet[m.local[0]]:
            found.moves.append(m)
            return
        seen = {(m.shared, m.local)}
        work = [(m.shared, m.local)]
        budget = QUIET
        is_out = False
        while work:
            g, l = work.pop()
            steps = []
            if self.quiet[l[0]] and budget > 0:
                try:
                    steps = self.inputs.steps(g, l)
                except Cut:
                    steps = []
            if not steps:
                found.moves.append(Move(g, l, m.created, m.edge))
                is_out = True
            for g2, l2, _, _ in steps:
                budget -= 1
                if l2 is None:
                    found.moves.append(Move(g2, None, m.created, m.edge))
                    is_out = True
                elif len(steps) == 1 and not work and l2[0] > l[0]:
                    work.append((g2, l2))  # no circle is closed by going forward, so it need not be remembered
                elif (g2, l2) not in seen:
                    seen.add((g2, l2))
                    work.append((g2, l2))
        if not is_out:
            found.moves.append(m)
