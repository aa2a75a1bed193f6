"""Runs with few delays: a schedule that is determined, and left at few points, which are those where something is new.

Each instance goes on as long as it can, then the next one does, by age. Where an instance comes to, or is about to
leave for, a location that it has not seen, another run branches off: there the instance is delayed, that is, falls
behind all others; or lets the one go on that was delayed last. Runs with fewer delays come first (Emmi, Qadeer,
Rakamaric: *Delay-bounded scheduling*, POPL 2011).
A run that branches off starts from the state that was kept, so it does not matter how much came before.

An instance that goes round in known locations moves at full speed (`_rush`), as long as its *patience* lasts; one that
creates others falls behind when it has created a *batch*. Both are larger in each following search: a violation may
need millions of rounds, or hundreds of threads.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

from threadproof.engines.compiled.model import Local
from threadproof.engines.compiled.recorder import Way
from threadproof.engines.compiled.steps import Transition
from threadproof.engines.walk.run import SLOW, TICK, Compiled, Run, Saved
from threadproof.engines.walk.schedule import Turns
from threadproof.ir.program import MAIN_ID
from threadproof.records import NamedTuple

#: so many instances of a template see with their own eyes, all others together
EACH = 1
#: to copy an instance costs as much as so many steps at full speed
COPY = 3
#: steps between two looks at the clock, at full speed
RUSH = 10_000
#: after so many steps in a rush, what is put into the trail is shared: there may be millions
SHARED = 64
#: a run has so many turns of full patience
TURNS = 4
#: beside having been seen: something was chosen there
CHOSEN = 2
#: branches that wait
MOST_WAITING = 2_000


class Effort(NamedTuple):
    """How much one search may take."""

    #: steps of a turn in which nothing is new
    patience: int
    #: creations in a turn
    batch: int
    #: attempts to move, not at full speed, since something was new in the run
    idle: int
    #: of all runs
    cost: int


EFFORTS = (
    Effort(300, 2, 100, 60_000),
    Effort(3_000, 8, 400, 40_000),
    Effort(30_000, 32, 1_600, 60_000),
    Effort(300_000, 128, 6_400, 120_000),
    Effort(4_000_000, 400, 25_600, 8_000_000),
)


def by_age(age: int) -> float:
    return float(age)


def by_youth(age: int) -> float:
    return -float(age)


class Branch(NamedTuple):
    """A moment of a run at which an instance is delayed, or does something else."""

    saved: Saved
    turns: Turns
    current: int
    eyes: dict[str, list[bytearray]]
    seen: dict[int, bytearray]
    #: what it does instead; None: it is delayed
    instead: Transition | None = None
    #: and this one is next; 0: whose turn it is
    back: int = 0


class DelayedRun(Run):
    schedule: Turns

    def __init__(
        self,
        compiled: Compiled,
        chance: random.Random,
        effort: Effort,
        rank: Callable[[int], float],
        at: Branch | None,
        branched: set[int],
    ) -> None:
        super().__init__(compiled, chance, 0, None if at is None else at.saved)
        self.effort = effort
        #: states of this search (their hash values) at which others branch off
        self.branched = branched
        self.is_careful = True
        self.current = MAIN_ID
        self.cost = SLOW + COPY * len(self.crowd.local)
        self.branches: list[Branch] = []
        #: of each template: where its first instances have been, and all others together; and which of them is whose
        self._eyes: dict[str, list[bytearray]] = {}
        self._known: dict[int, bytearray] = {}
        #: of the turn: steps since something was new, creations; of the run: attempts since something was new
        self._quiet = self._created = self._idle = 0
        #: since a turn was ended
        self._had_news = True
        #: instance -> for each location what its edges are in the trail
        self._rows: dict[int, dict[int, tuple[Way, ...]]] = {}
        if at is None:
            self.schedule = Turns(self.crowd, chance, rank)
        else:
            self.schedule = at.turns.copy(self.crowd, chance)
            self.current = at.current
            if at.instead is None:
                self.schedule.delay(at.current, at.back)
            self._eyes, self._known = _copied(at.eyes, at.seen)
        self._instead = None if at is None else at.instead

    def go(self, limit: int, check_time: Callable[[], None]) -> None:
        crowd, schedule, effort = self.crowd, self.schedule, self.effort
        if self._main is not None:
            self._start(self._main)
        if self._instead is not None:
            self._take(crowd.local[self.current], self._instead)
        attempts = 0
        while self.steps < limit and self._idle < effort.idle and not self.has_ended:
            attempts += 1
            self._idle += 1
            if attempts % TICK == 1:
                check_time()
            if not crowd.ready:
                self._wait()
                continue
            last, before = self.current, self.steps
            self.current = schedule.next(last)
            if self.current != last:
                self._quiet = self._created = 0
            if self.races is None and self._rush(self.current, min(RUSH, effort.patience)):
                check_time()
            self.cost += self.steps - before + SLOW
            self._try(self.current)
            self._quiet += self.steps - before
            if self._quiet > effort.patience or self._created >= effort.batch:
                # (who has created a batch and nobody saw anything new may go on so for ever)
                self.has_ended = self._created >= effort.batch and not self._had_news
                self._quiet = self._created = 0
                self._had_news = False
                schedule.is_over = True

    def _rush(self, id_: int, most: int) -> bool:
        """The instance goes on where it knows its way. True: for long."""
        rows = self._rows.setdefault(id_, {})
        edges, is_plain = self.locations.edges, self.locations.is_plain
        known, is_dead_end, functions = self._seen_by(id_), self.locations.is_dead_end, self.stepper.functions
        g, l = self.g, self.crowd.local[id_]
        steps = 0
        append = self.trail.append
        try:
            while steps < most:
                at = l[0]
                f = functions[at]
                if f is None or not is_plain[at]:
                    break
                found = f(g, l)
                if len(found) != 1:
                    break
                new, after, e, _ = found[0]
                if after is None or not known[after[0]] or is_dead_end[after[0]]:
                    break
                g, l = new, after
                if steps < SHARED:
                    append((id_, edges[at][e]))
                else:
                    row = rows.get(at)
                    if row is None:
                        row = rows[at] = tuple([(id_, x) for x in edges[at]])
                    append(row[e])
                steps += 1
        except TypeError:  # an input is looked at
            pass
        if steps:
            written = self._written(g)
            self.g = g
            self.steps += steps
            self.crowd.move(id_, l)
            if self.crowd.watching and written:
                self.crowd.changed(written)
        return steps == most

    # ------------------------------------------------------------ what is new

    def _seen_by(self, id_: int) -> bytearray:
        seen = self._known.get(id_)
        if seen is None:
            eyes = self._eyes.setdefault(self.model.locations[self.crowd.local[id_][0]].template.name, [])
            if len(eyes) <= EACH:
                eyes.append(bytearray(len(self.model.locations)))
            seen = self._known[id_] = eyes[-1]
        return seen

    def _news(self) -> None:
        self._quiet = self._idle = 0
        self._had_news = True
        self._branch()

    def _before(self, l: Local, after: Local | None) -> None:
        if after is not None and not self._seen_by(l[1])[after[0]]:
            self._branch()

    def _move(self, l: Local, after: Local | None, written: Sequence[int], created: Sequence[Local] = ()) -> None:
        self._created += len(created)
        super()._move(l, after, written, created)

    def _pick(self, found: Sequence[Any]) -> Any:
        """Where an instance can do several things for the first time, one run for each place that it can come to."""
        picked = super()._pick(found)
        if isinstance(picked, Transition) and picked.local is not None:
            l = self.crowd.local[self.current]
            seen = self._seen_by(l[1])
            if not seen[l[0]] & CHOSEN:
                seen[l[0]] |= CHOSEN
                is_dead_end = self.locations.is_dead_end
                others = {t.local[0]: t for t in found if t.local is not None and not is_dead_end[t.local[0]]}
                others.pop(picked.local[0], None)
                moment = self._here() if others else None
                self.branches += [moment._replace(instead=t) for t in others.values() if moment is not None]
        return picked

    def _branch(self) -> None:
        self.cost += len(self.crowd.local)
        state = hash((self.g, frozenset(self.crowd.local.values()), self.current, tuple(self.schedule.delayed)))
        if state in self.branched:
            return
        self.branched.add(state)
        here = self._here()
        last = next((i for i in reversed(self.schedule.delayed) if i in self.crowd.local), self.current)
        if last != self.current:
            self.branches.append(here._replace(back=last))
        self.branches.append(here)

    def _here(self) -> Branch:
        self.cost += COPY * len(self.crowd.local)
        moment = self._moment()
        turns = self.schedule.copy(moment.crowd, self.chance)
        return Branch(moment, turns, self.current, *_copied(self._eyes, self._known))


def _copied(
    eyes: dict[str, list[bytearray]], known: dict[int, bytearray]
) -> tuple[dict[str, list[bytearray]], dict[int, bytearray]]:
    twins = {id(seen): seen.copy() for each in eyes.values() for seen in each}
    return (
        {name: [twins[id(seen)] for seen in each] for name, each in eyes.items()},
        {id_: twins[id(seen)] for id_, seen in known.items()},
    )


def delayed_runs(compiled: Compiled, chance: random.Random) -> Iterator[tuple[DelayedRun, int]]:
    """Search after search; each run is to be made, with so many steps at most, before the next is asked for."""
    number = 0
    while True:
        effort, rank = EFFORTS[min(number // 2, len(EFFORTS) - 1)], (by_age, by_youth)[number % 2]
        number += 1
        cost = effort.cost
        #: (delays, the latest first, ...)
        waiting: list[tuple[int, int, int, Branch | None]] = [(0, 0, 0, None)]
        branched: set[int] = set()
        count = 0
        while waiting and cost > 0:
            delays, _, _, at = heappop(waiting)
            run = DelayedRun(compiled, chance, effort, rank, at, branched)
            yield run, TURNS * effort.patience
            cost -= run.cost
            for branch in run.branches if len(waiting) < MOST_WAITING else ():
                count += 1
                delay = branch.instead is None
                heappush(waiting, (delays + delay, -branch.saved.length, count, branch))
