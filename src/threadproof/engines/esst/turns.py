"""What a cooperative thread does in a turn, from when it gets control until it gives it back, and which turns commute.

A `Turn` says what is touched: shared variables, and cells of the scheduler's state (`ir.effects`). `Turns.now` looks at
the turn that a thread would have in a state of the scheduler: a wait for something that is not there ends it.
`Turns.ahead` is all that the thread can still do in this instant, whatever the others do: up to where it cooperates or
ends.

While main may still give orders nothing is left out: it can do so at any time, and they count from the next instant on.

* `commute(a, b)`: both orders of two turns that are possible lead to the same state, and neither makes the other
  impossible or different.
* `goes_first(a, b)`: whatever is done of `b`, before the turn a, can be done after it, to the same effect. a may wait
  for what b brings about: if it comes first, it waits, and goes on where it would have gone on.

The scheduler may remember in which order the threads of a group run, so their turns do not commute; nor does the turn
of one of them with one that makes others of the group able to run.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analysis.graph import on_cycle
from threadproof.ir import effects as F
from threadproof.ir import op as O
from threadproof.ir.effects import ANY, Cell, Reducible, reducible
from threadproof.ir.program import MAIN_ID, Edge, Template
from threadproof.ir.symbolic import Control, Place, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.records import dataclass, field, replace


@dataclass(slots=True)
class Turn:
    id: int
    reads: set[Var] = field(default_factory=set)
    writes: set[Var] = field(default_factory=set)
    #: how cells of the scheduler's state are touched
    cells: dict[Cell, int] = field(default_factory=dict)
    #: the process may end, or nobody knows
    halts: bool = False
    #: it comes to its end in any case
    completes: bool = True

    def touch(self, effects: Iterable[tuple[Cell, int]]) -> None:
        for cell, mode in effects:
            self.cells[cell] = self.cells.get(cell, 0) | mode


def commute(a: Turn, b: Turn) -> bool:
    return goes_first(a, b) and goes_first(b, a) and not (a.halts or b.halts)


def goes_first(a: Turn, b: Turn) -> bool:
    if a.writes & (b.reads | b.writes) or a.reads & b.writes:
        return False
    return not F.order_matters(a.cells, b.cells)


class Turns:
    """`scheduler`: any state of it."""

    def __init__(self, symbolic: Symbolic, scheduler: Reducible) -> None:
        self.symbolic = symbolic
        self.scheduler = scheduler
        self._now: dict[tuple[Place, Reducible], Turn] = {}
        self._ahead: dict[tuple[int, str, int], Turn] = {}
        self._ever: dict[tuple[int, str], Turn] = {}
        self._waits: dict[tuple[tuple[int, str], ...], frozenset[Cell]] = {}
        self._persistent: dict[Control, frozenset[int] | None] = {}

    # ------------------------------------------------------------ what is touched

    def now(self, p: Place, s: Reducible) -> Turn:
        found = self._now.get((p, s))
        if found is None:
            found = Turn(p.id)
            found.touch(s.when_resumed(p.id))
            self._walk(found, p.template, p.location, s)
            found.completes = self._completes(p, s, found)
            self._now[p, s] = found
        return found

    def ahead(self, p: Place) -> Turn:
        key = (p.id, p.template.name, p.location)
        found = self._ahead.get(key)
        if found is None:
            found = self._ahead[key] = Turn(p.id)
            self._walk(found, p.template, p.location, None)
        return found

    def _walk(self, turn: Turn, t: Template, start: int, s: Reducible | None) -> None:
        """Note what is touched from a location on, until no more is: what a turn brings, it does not wait for."""
        while True:
            known = dict(turn.cells)
            seen = {start}
            work = [start]
            while work:
                for e in t.edges[work.pop()]:
                    if self._note(turn, e, s) and e.target not in seen and e.target != t.exit:
                        seen.add(e.target)
                        work.append(e.target)
            if turn.cells == known:
                return

    def _note(self, turn: Turn, e: Edge, s: Reducible | None) -> bool:
        """What one step touches; may the turn go on behind it?"""
        op = e.op
        for a in O.footprint(op):
            (turn.writes if a.write else turn.reads).add(a.var)
        if isinstance(op, O.Exit | O.Unsupported):
            turn.halts = True
            return False
        if isinstance(op, O.Create):
            turn.touch(self.scheduler.effects(turn.id, "create", ()))
        if not isinstance(op, O.Primitive):
            return True
        args = [ANY if x.value is None else x.value for x in op.args]
        turn.touch(self.scheduler.effects(turn.id, op.call, args))
        if s is None:
            return not self.scheduler.ends_instant(turn.id, op.call, args)
        return s.may_go_on(turn.id, op.call, args, turn.cells)

    def _completes(self, p: Place, s: Reducible, turn: Turn) -> bool:
        """No way of the turn stops in the middle, or goes on for ever."""
        if turn.halts:
            return False
        t = p.template
        probe = Turn(p.id, cells=dict(turn.cells))
        onward: dict[int, list[int]] = {}
        work = [p.location]
        while work:
            at = work.pop()
            if at in onward:
                continue
            out = t.edges[at]
            guards = [e.op.guard for e in out if isinstance(e.op, O.Step)]
            if len(guards) == len(out) and T.or_(*guards) is not T.TRUE and at not in t.errors:
                return False
            if any(isinstance(e.op, O.Step) and e.op.waits for e in out):
                return False
            onward[at] = [e.target for e in out if self._note(probe, e, s) and e.target != t.exit]
            work += onward[at]
        return not on_cycle(len(t.edges), [(at, x) for at, out in onward.items() for x in out], p.location)

    # ------------------------------------------------------------ orders that are remembered

    def commute(self, c: Control, a: Turn, b: Turn) -> bool:
        return commute(a, b) and not self._order_is_noticed(c, a, b)

    def _order_is_noticed(self, c: Control, a: Turn, b: Turn) -> bool:
        """Does the scheduler remember which of the turns came first?"""
        s = _of(c)
        if s.remembers_order(a.id, b.id):
            return True
        return any(F.is_met(self._waited_for(c, s, i.id), j.cells, F.BRINGS) for i, j in ((a, b), (b, a)))

    def _waited_for(self, c: Control, s: Reducible, id_: int) -> frozenset[Cell]:
        """All that threads may ever wait for whose order with this one is remembered."""
        members = tuple([p for p in c.places if s.remembers_order(id_, p.id)])
        key = tuple([(p.id, p.template.name) for p in members])
        found = self._waits.get(key)
        if found is None:
            touched = [self.ever(p).cells.items() for p in members]
            found = frozenset([cell for cells in touched for cell, mode in cells if mode & F.WAITS])
            self._waits[key] = found
        return found

    def ever(self, p: Place) -> Turn:
        """All that a thread can do, in whichever instant."""
        found = self._ever.get((p.id, p.template.name))
        if found is None:
            found = self._ever[p.id, p.template.name] = Turn(p.id)
            for e in p.template.all_edges():
                self._note(found, e, None)
        return found

    # ------------------------------------------------------------ persistent sets

    def may_be_reduced(self, c: Control) -> bool:
        """Main must not give orders any more: they count for the instant in which it does, and that may be any."""
        return not any(p.id == MAIN_ID and self.scheduler.minds(self.ahead(p).cells) for p in c.places)

    def persistent(self, c: Control) -> frozenset[int] | None:
        """Threads of which one must run first, as far as anything wrong that can still be reached is concerned; None if
        they are not fewer than all that can run."""
        if c not in self._persistent:
            self._persistent[c] = self._find_persistent(c)
        return self._persistent[c]

    def _find_persistent(self, c: Control) -> frozenset[int] | None:
        if not self.may_be_reduced(c):
            return None
        movable = self.symbolic.movable(c)
        best: frozenset[int] | None = None
        for p in movable:
            found = self._closure(c, p.id, len(movable if best is None else best))
            if found is not None and len(found) < len(movable if best is None else best):
                best = found
        return best

    def _closure(self, c: Control, first: int, bound: int) -> frozenset[int] | None:
        """The smallest set with this thread, if it has fewer members."""
        chosen = {first}
        while len(chosen) < bound:
            more = self.missing(c, chosen)
            if more is None:
                return None
            if not more:
                return frozenset(chosen)
            chosen |= more
        return None

    def missing(self, c: Control, chosen: Iterable[int]) -> set[int] | None:
        """Threads that could do something first that matters to the chosen ones; None: they cannot be chosen."""
        s = _of(c)
        chosen = set(chosen)
        places = {p.id: p for p in c.places}
        turns = [self.now(places[i], s) for i in sorted(chosen)]
        if not all(t.completes for t in turns):
            return None
        # who may run before one of them does, each with one of those who can run now
        root = {p.id: p.id for p in self.symbolic.movable(c) if p.id not in chosen}
        work = list(root)
        while work:
            x = work.pop()
            future = self.ahead(places[x])
            seen = s.when_resumed(x)
            if seen:
                future = replace(future, cells=dict(future.cells))
                future.touch(seen)
            if not all(goes_first(t, future) and not self._order_is_noticed(c, t, future) for t in turns):
                return {root[x]}
            for i in s.linked():
                if i not in root and i not in chosen and _wakes(s, i, future):
                    root[i] = root[x]
                    work.append(i)
        return set()


def _wakes(s: Reducible, id_: int, turn: Turn) -> bool:
    return s.may_wake(id_, turn.cells)


def _of(c: Control) -> Reducible:
    s = reducible(c.scheduler)
    assert s is not None
    return s
