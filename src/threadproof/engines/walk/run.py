"""One run: steps of the compiled program until something is wrong, nobody can move, or it has been long enough.

No state is kept but the current one, and of the way only who took which edge with which inputs (`trail`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from threadproof.engines.compiled.accesses import Access, Accesses
from threadproof.engines.compiled.leaking import is_leaking
from threadproof.engines.compiled.model import Local, Model, Shared
from threadproof.engines.compiled.recorder import Way, steps_of
from threadproof.engines.compiled.steps import DECISION, Stepper, Taken, Transition
from threadproof.engines.walk.crowd import Crowd
from threadproof.engines.walk.locations import Locations
from threadproof.engines.walk.races import RaceWatch
from threadproof.engines.walk.schedule import Schedule, draw
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge
from threadproof.properties import MEMTRACK, Kind, Property
from threadproof.records import NamedTuple, dataclass

#: attempts to move between two looks at the clock
TICK = 256
#: steps after which moments are saved; what comes earlier is soon reached again
LATE = 500
#: attempts for each step of the limit
ATTEMPTS = 8
#: how many of the runs keep away from dead ends
CAREFUL = 0.8
#: how often an instance that only a spurious wake-up can move gets one
SPURIOUS = (0.0, 0.0, 0.0, 0.1, 0.5)


@dataclass(slots=True)
class Found(Exception):
    """The run shows a violation of `part`, after its trail, and then perhaps by two racing accesses."""

    part: str
    racing: tuple[Access, Access] | None = None
    #: the last step reaches an error location
    is_error: bool = False


class Compiled:
    """What all runs have in common."""

    def __init__(self, model: Model, stepper: Stepper, property_: Property) -> None:
        self.model = model
        self.stepper = stepper
        self.property = property_
        self.locations = Locations(model)
        self.is_error = [x.error is not None and x.error.property == property_ for x in model.locations]
        self.memory = model.program.memory if property_.has(Kind.LEAK) else None
        self.looks_for_deadlocks = property_.has(Kind.DEADLOCK)
        self.accesses = Accesses(model, stepper) if property_.has(Kind.RACE) else None


class Saved(NamedTuple):
    """A moment of a run, from which others can go on."""

    g: Shared
    crowd: Crowd
    races: RaceWatch | None
    #: of the whole run, and how much of it is before
    trail: list[Way]
    length: int


#: a step at full speed (see `delays`) costs 1, another one this, and one at random twice that
SLOW = 10


class Run:
    """A run from the start, or from a saved moment of another run. Its `number` decides on the kind of schedule."""

    schedule: Schedule

    def __init__(self, compiled: Compiled, chance: random.Random, number: int, start: Saved | None = None) -> None:
        self.compiled = compiled
        self.model, self.stepper, self.locations = compiled.model, compiled.stepper, compiled.locations
        self.chance = chance
        self.crowd = Crowd(chance) if start is None else start.crowd.copy()
        self.schedule = draw(self.crowd, chance, number)
        self.is_careful = chance.random() < CAREFUL
        self.spurious = chance.choice(SPURIOUS)
        self.races = None if compiled.accesses is None else RaceWatch(compiled.accesses, chance)
        self.trail: list[Way] = []
        self.saved: list[Saved] = []
        self._seen = bytearray(len(compiled.model.locations))
        self._sees_something_new = False
        self.steps = 0
        #: what it cost
        self.cost = 0
        #: the process or all its threads have ended, or nobody can move
        self.has_ended = False
        self._main: Local | None = None
        if start is None:
            self.g, self._main = self.model.initial()
        else:
            self.g, self.trail = start.g, start.trail[: start.length]
            self.races = None if start.races is None else start.races.copy()

    def go(self, limit: int, check_time: Callable[[], None]) -> None:
        """Up to so many steps. Raises Found."""
        crowd, next_ = self.crowd, self.schedule.next
        current = MAIN_ID
        if self._main is not None:
            self._start(self._main)
        for attempt in range(ATTEMPTS * limit):
            if attempt % TICK == 0:
                check_time()
            if self.steps >= limit or self.has_ended:
                break
            if not crowd.ready:
                self._wait()
                continue
            current = next_(current)
            self._try(current)
        self.cost = 2 * SLOW * max(1, self.steps)

    def _try(self, current: int) -> None:
        """A step of a ready instance, if it can move."""
        crowd, locations, stepper = self.crowd, self.locations, self.stepper
        l = crowd.local[current]
        at = l[0]
        if not locations.is_plain[at]:
            self._choose(l)
            return
        try:
            found = (stepper.functions[at] or stepper.compiler.function(at))(self.g, l)
        except TypeError:  # an input is looked at
            self._choose(l)
            return
        if not found:
            crowd.park(current, locations.needs(at))
            return
        g, after, e, _ = found[0] if len(found) == 1 else self._pick(found)
        self._before(l, after)
        self.g = g
        self.trail.append((current, locations.edges[at][e]))
        self._move(l, after, locations.writes[at][e])

    def _before(self, l: Local, after: Local | None) -> None:
        """An instance is about to move."""

    def _news(self) -> None:
        """An instance is the first of this run to arrive at a location: if late, how else could it go on from here?"""
        if self.steps > LATE:
            self.saved.append(self._moment())

    def _moment(self) -> Saved:
        races = None if self.races is None else self.races.copy()
        return Saved(self.g, self.crowd.copy(), races, self.trail, len(self.trail))

    def _pick(self, found: Sequence[Any]) -> Any:
        """One of several steps or transitions; their second part is the instance's tuple behind them."""
        if self.is_careful:
            is_dead_end = self.locations.is_dead_end
            found = [s for s in found if s[1] is None or not is_dead_end[s[1][0]]] or found
        return self.chance.choice(found)

    # ------------------------------------------------------------ the general case: inputs, sections, creation, the end

    def _choose(self, l: Local) -> None:
        others, spurious = self._transitions(l)
        if spurious and self.chance.random() < self.spurious:
            others = spurious
        if others:
            self._take(l, self._pick(others))
        else:
            self.crowd.park(l[1], self.locations.needs(l[0]))

    def _transitions(self, l: Local) -> tuple[list[Transition], list[Transition]]:
        """What the instance can do now, and its spurious wake-ups."""
        is_environment, begins = self.locations.is_environment[l[0]], self.locations.begins[l[0]]
        others: list[Transition] = []
        spurious: list[Transition] = []
        for t in self.stepper.transitions(self.g, l, explain=True):
            is_edge = t.edge != DECISION
            (spurious if is_edge and is_environment[t.edge] else others).append(t)
            if is_edge and begins[t.edge]:
                break  # any run through the section will do, and they come in a random order
        return others, spurious

    def _take(self, l: Local, t: Transition) -> None:
        self._before(l, t.local)
        # the tuples before and after are only needed to see whom a signal has woken
        self.trail += [
            s if s.edge is not None and isinstance(s.edge.op, O.Signal) else Taken(s[0], s[1], s[2], (), (), ())
            for s in steps_of(t.trail)
        ]
        written = self._written(t.shared)
        self.g = t.shared
        if t.exit is not None:
            self._exit(l, t.exit)
            return
        self._move(l, t.local, written, [c for c in t.created if c is not None])

    def _written(self, after: Shared) -> list[int]:
        """Positions at which what is shared changes; nobody wants to know if no group looks at anything."""
        if not self.crowd.watching:
            return []
        return [n for n, (old, new) in enumerate(zip(self.g, after, strict=True)) if old is not new]

    def _exit(self, l: Local, e: Edge) -> None:
        memory = self.compiled.memory
        self.steps += 1
        self.has_ended = True
        if memory is not None and isinstance(e.op, O.Exit) and e.op.is_normal:
            if is_leaking(self.model, memory, self.g, list(self.crowd.local.values())):
                raise Found(MEMTRACK)

    # ------------------------------------------------------------ instances

    def _start(self, l: Local) -> None:
        self.crowd.start(l)
        self._arrive(l)

    def _move(self, l: Local, after: Local | None, written: Sequence[int], created: Sequence[Local] = ()) -> None:
        """An instance has moved, the shared variables at these positions have been written, these have been created."""
        crowd = self.crowd
        for new in created:
            crowd.start(new)
        self.steps += 1
        crowd.move(l[1], after)
        if crowd.watching and written:
            crowd.changed(written)
        if self.races is not None:
            self.races.leave(l)
        if after is not None:
            self._arrive(after)
        elif not crowd.local:
            self.has_ended = True
        # (not before: who creates somebody inside of a section is no longer at its beginning)
        for new in created:
            self._arrive(new)
        if self._sees_something_new:
            self._sees_something_new = False
            self._news()

    def _arrive(self, l: Local) -> None:
        if self.compiled.is_error[l[0]]:
            error = self.model.locations[l[0]].error
            assert error is not None
            raise Found(error.part, is_error=True)
        if self.races is not None:
            racing = self.races.arrive(self.g, l, self.crowd.local)
            if racing is not None:
                raise Found(self.compiled.property.name, racing)
        if self.is_careful and self.locations.is_dead_end[l[0]]:
            self.crowd.hold(l[1])
        seen = self._seen_by(l[1])
        if not seen[l[0]]:
            seen[l[0]] = self._sees_something_new = True

    def _seen_by(self, id_: int) -> bytearray:
        """Which locations are not new to an instance: those where any has been."""
        return self._seen

    def _wait(self) -> None:
        """Nobody is ready."""
        crowd = self.crowd
        if crowd.held:
            crowd.release_held()
        elif self.compiled.looks_for_deadlocks:
            self._look_for_deadlock()
        else:
            self.has_ended = True

    def _look_for_deadlock(self) -> None:
        """Everybody is asked again: what was parked because of an input may be able to move with another."""
        crowd = self.crowd
        able = [g for g in crowd.groups.values() if any(self._transitions(crowd.local[i])[0] for i in g.members.items)]
        if able:
            for group in able:
                crowd.unpark(group)
            return
        self.has_ended = True
        if crowd.groups and all(self.locations.is_waiting[crowd.local[i][0]] for i in crowd.local):
            raise Found(self.compiled.property.name)
