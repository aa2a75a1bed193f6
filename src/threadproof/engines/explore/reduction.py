"""Reductions: fewer interleavings, the same answer for the properties each one declares in PRESERVES.

`none`    Every step of the IR interleaves with every other: the oracle.

`local`   A step is *invisible* if it touches no shared variable that another instance may touch (see
          analysis.sharing) and cannot be waiting. Invisible steps run at once behind the step before them.
          Let an execution be given. Moving each invisible step of an instance up to right behind that instance's
          previous step changes nothing for the others: they neither read what it writes nor write what it reads, and
          a guard that is false stays false. So the same visible steps happen in the same order, on the same values.
          * unreach-call, no-overflow, valid-memsafety: an error location is reached by its own instance's steps, all
            of which are still taken. Leaks: unnoticed steps of other instances that come before main's return
            instead of after it can only lose pointers; what is leaked stays leaked.
          * no-data-race: when two accesses are both next, both instances are at visible steps; letting the other
            instances run on invisibly changes neither the shared values nor those two.
          * no-deadlock: in a deadlock every instance has ended or waits, and waiting is visible.
          * termination: the infinite execution has the same visible steps in the same order; an instance that takes
            invisible steps only, for ever, comes to a state again, which is then published (`repeats`). An instance
            is disabled by waiting only at visible locations, whose guards read what is not changed here.
          In a cooperative program a step is invisible if the thread keeps control by it: nobody else runs before it
          gives control back, and then all its invisible steps have been taken. (Main goes on beside the threads: what
          it does right behind a call of the scheduler is visible. So it is for all, if who gives control back may get
          it again although others could: `sched.gives_way`.)
          A failed assume leaves the instance where it is and the others go on. A chain that never comes out is cut,
          and every chain publishes at least one state: the step before it must be seen.

`future`  `local`, and: if some instance's next transition touches only variables that no other running instance, nor
          any that these may still create, can touch in conflict from where it is on, then that instance alone is
          expanded. This is a persistent set: nothing the others do can enable, disable or change the transition, and
          it changes nothing for them. Conditions, each needed:
          * it is possible now (else nothing would happen); so it does not wait, and nothing can make it wait;
          * it looks at no input that others may look at: for some values of it, it might not be possible;
          * it does not end the process (what the others could still do would be lost), and it is no spurious wake-up
            (which a deadlock does not wait for);
          * at least one successor is new, else everything is expanded: otherwise a cycle of such transitions would
            put off the others for ever. (Each successor chosen so is discovered later than its predecessor, so a
            finite path leads to a state where everything is expanded.)
          Errors and deadlocks: as for every persistent set. Races: if the chosen transition is not part of the racing
          pair, taking it first leaves the pair possible; it cannot be part of it as the instance's next access,
          because the other access is one that the other instance can still make. Leaks: as for `local`.
          Termination is not preserved: a fair cycle may need the order that was dropped.
"""

from __future__ import annotations

from typing import Final

from threadproof.analysis.sharing import Sharing
from threadproof.engines.compiled.model import Location, Model
from threadproof.ir import op as O
from threadproof.ir.program import Template
from threadproof.properties import Kind, Property

PRESERVES: Final[dict[str, frozenset[Kind]]] = {
    "none": frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS}),
    "local": frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS}),
    "future": frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK}),
}
#: with more instances than this, a loop does not create yet another one before the others move
FEW: Final = 4
#: what to use instead where a reduction does not preserve the property
WEAKER: Final = {"future": "local", "local": "none"}


def applicable(reduction: str, property_: Property, *, cooperative: bool = False) -> str:
    """The reduction asked for, or the strongest weaker one that preserves the property."""
    if cooperative and reduction == "future":
        return "local"
    while not property_.is_within(PRESERVES[reduction]):
        reduction = WEAKER[reduction]
    return reduction


def quiet_locations(model: Model, reduction: str) -> list[bool]:
    """Locations whose steps are run at once behind the step before."""
    if reduction == "none":
        return [False] * len(model.locations)
    return [_is_quiet(x, model.sharing) for x in model.locations]


def _is_quiet(x: Location, sharing: Sharing) -> bool:
    invisible = (sharing.is_invisible(e, x.template) and not O.is_environment(e.op) for e in x.edges)
    return x.error is None and bool(x.edges) and all(invisible)


class Futures:
    """For each location, as bit sets over the shared variables: what its next transition may read and write, and what
    an instance there, and those it may still create, can read and write from there on."""

    def __init__(self, model: Model) -> None:
        self.model = model
        bits = {v: 1 << i for i, v in enumerate(model.shared)}
        count = len(model.locations)
        self.reads = [0] * count
        self.writes = [0] * count
        #: may the next transition be taken alone?
        self.may_go_alone = [False] * count
        own_reads, own_writes = [0] * count, [0] * count
        undecided = sum(bit for v, bit in bits.items() if v in model.may_be_range)
        for n, x in enumerate(model.locations):
            for e in x.edges:
                if model.sharing.has_quiet_end and model.sharing.is_own_end(e.op, x.template):
                    continue
                for a in O.footprint(e.op):
                    if a.write:
                        own_writes[n] |= bits.get(a.var, 0)
                    else:
                        own_reads[n] |= bits.get(a.var, 0)
        self.future_reads, self.future_writes = own_reads[:], own_writes[:]
        self._close()
        self._may_go_alone_among_many = [False] * count
        for n, x in enumerate(model.locations):
            self.reads[n], self.writes[n] = own_reads[n], own_writes[n]
            self.may_go_alone[n] = bool(x.edges) and all(self._is_harmless(e.op) for e in x.edges)
            for e in x.edges:
                if isinstance(e.op, O.AtomicBegin):
                    for m in self._section(x.template, e.target):
                        self.reads[n] |= own_reads[m]
                        self.writes[n] |= own_writes[m]
                        self.may_go_alone[n] &= all(
                            self._is_harmless(f.op) and not isinstance(f.op, O.AtomicBegin)
                            for f in model.locations[m].edges
                        )
            # to look at an input is to decide it, also for others who only read it
            self.writes[n] |= self.reads[n] & undecided
            # a loop that creates threads would run ahead of them for ever
            creates = any(isinstance(e.op, O.Create) for e in x.edges) and self._is_on_cycle(x.template, x.number)
            self._may_go_alone_among_many[n] = self.may_go_alone[n] and not creates

    @staticmethod
    def _is_harmless(op: O.Op) -> bool:
        return not isinstance(op, O.Exit | O.Unsupported) and not O.is_environment(op)

    @staticmethod
    def _is_on_cycle(t: Template, start: int) -> bool:
        seen: set[int] = set()
        pending = [e.target for e in t.edges[start]]
        while pending:
            n = pending.pop()
            if n == start:
                return True
            if n not in seen:
                seen.add(n)
                pending += [e.target for e in t.edges[n]]
        return False

    def _section(self, t: Template, start: int) -> list[int]:
        """The locations inside a section."""
        found = {start: None}
        pending = [start]
        while pending:
            for e in t.edges[pending.pop()]:
                if not isinstance(e.op, O.AtomicEnd) and e.target not in found and e.target != t.exit:
                    found[e.target] = None
                    pending.append(e.target)
        return [self.model.location_of(t, n) for n in found]

    def _close(self) -> None:
        model = self.model
        changed = True
        while changed:
            changed = False
            for n in range(len(model.locations) - 1, -1, -1):
                x = model.locations[n]
                r, w = self.future_reads[n], self.future_writes[n]
                for e in x.edges:
                    m = model.location_of(x.template, e.target)
                    r |= self.future_reads[m]
                    w |= self.future_writes[m]
                    if isinstance(e.op, O.Create):
                        t = model.program.templates[e.op.template]
                        m = model.location_of(t, t.entry)
                        r |= self.future_reads[m]
                        w |= self.future_writes[m]
                if r != self.future_reads[n] or w != self.future_writes[n]:
                    self.future_reads[n], self.future_writes[n] = r, w
                    changed = True

    def alone(self, locations: list[int]) -> list[int]:
        """Given where the running instances are: positions of those whose next transition nobody else can touch."""
        may = self.may_go_alone if len(locations) < FEW else self._may_go_alone_among_many
        if not any(may[n] for n in locations):
            return []
        # what at least one instance, and what at least two, can still touch and write
        touch = touch2 = write = write2 = 0
        for n in locations:
            w = self.future_writes[n]
            t = self.future_reads[n] | w
            touch2 |= touch & t
            touch |= t
            write2 |= write & w
            write |= w
        found = []
        for i, n in enumerate(locations):
            if may[n]:
                # without its own: what all others can still touch and write
                w = write2 | write & ~self.future_writes[n]
                t = touch2 | touch & ~(self.future_reads[n] | self.future_writes[n])
                if not self.writes[n] & t and not self.reads[n] & w:
                    found.append(i)
        return found
