"""The engine: set up, search, answer.

As an oracle (reduction `none`) it is breadth-first search and nothing else. Otherwise it first searches breadth-first
for a moment, which decides small programs and gives short traces, then hunts with random walks for a part of the time,
then goes on with the search. The hunt has its own state graph, so that nothing the search does depends on the clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from threadproof.budget import check_memory, without_collector
from threadproof.engines.compiled.model import Model
from threadproof.engines.compiled.recorder import NoValues
from threadproof.engines.compiled.steps import Stepper
from threadproof.engines.engine import Answer, Run
from threadproof.engines.explore.digest import digest
from threadproof.engines.explore.endings import Cycles, Deadlocks, LassoFound, LostEvents
from threadproof.engines.explore.explain import Explainer
from threadproof.engines.explore.graph import Graph, Violation
from threadproof.engines.explore.hunt import Hunt
from threadproof.engines.explore.leaks import Leaks
from threadproof.engines.explore.races import RaceFound, Races
from threadproof.engines.explore.reduction import Futures, applicable, quiet_locations
from threadproof.engines.explore.search import Search
from threadproof.engines.explore.spec import MAX_STATES
from threadproof.engines.options import REDUCTION
from threadproof.errors import Limit
from threadproof.ir.printer import digest as digest_of_program
from threadproof.ir.program import Program
from threadproof.properties import Kind, Property
from threadproof.records import replace
from threadproof.result.verdict import Proof, Safe, Unknown

#: seconds of search before the hunt
FIRST_SEARCH = 1.0
#: the hunt gets this part of the time left, and this many seconds at most
HUNT_PART = 0.2
HUNT_SECONDS = 20.0
#: without a time limit
HUNT_DEFAULT = 5.0


class Explore:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        return Exploration(program, property_, run).answer()


class Setup:
    """The compiled program, its state graph, and the checks for a property."""

    def __init__(self, program: Program, property_: Property, reduction: str, seed: int) -> None:
        self.model = Model(program, property_)
        cycles, waits = property_.has(Kind.ENDLESS), property_.has(Kind.DEADLOCK)
        quiet = quiet_locations(self.model, reduction)
        self.stepper = Stepper(self.model, quiet, seed, repeats=cycles, waiting_matters=waits)
        self.graph = Graph(self.model, self.stepper, property_, keep_loops=cycles)
        self.checks = self._state_checks(property_)

    def _state_checks(self, property_: Property) -> Sequence[Callable[[int], None]]:
        """What must be looked at in every reached state."""
        program, checks = self.model.program, list[Callable[[int], None]]()
        if property_.has(Kind.LOST_EVENT):
            checks.append(LostEvents(self.graph, property_).check)
        if property_.has(Kind.RACE) and program.scheduler is None:  # (else only one thread has control)
            checks.append(Races(self.graph).check)
        if property_.has(Kind.DEADLOCK):
            checks.append(Deadlocks(self.graph, property_).check)
        if property_.has(Kind.LEAK) and program.memory is not None and program.memory.heap:
            checks.append(Leaks(self.graph, program.memory).check)
        return checks


class Exploration:
    """One run of the engine."""

    def __init__(self, program: Program, property_: Property, run: Run) -> None:
        self.run = run
        self.program = program
        self.property = property_
        self.reduction = applicable(run.options[REDUCTION], property_, cooperative=program.scheduler is not None)
        self.setup = Setup(program, property_, self.reduction, run.options.seed)
        futures = Futures(self.setup.model) if self.reduction == "future" else None
        self.search = Search(self.setup.graph, self.setup.checks, futures)
        self.hunt: Hunt | None = None
        self.started = time.monotonic()
        self._last_report = self.started

    def answer(self) -> Answer:
        try:
            with without_collector():
                return self._answer()
        except Limit as limit:
            self.run.abandon(self)
            return Unknown(limit.reason, limit.detail, statistics=self.statistics())
        except MemoryError:
            return Unknown("out of memory", statistics=self.statistics())

    def _answer(self) -> Answer:
        found = self._try(self.setup, self._first_search, self.search.path_to)
        if found is None and self.search.waiting:
            found = self._hunt()
        if found is None:
            found = self._try(self.setup, self._last_search, self.search.path_to)
        return found or self._nothing_found()

    # ------------------------------------------------------------ stages

    def _try(self, setup: Setup, look: Callable[[], None], path_to: Callable[[int], Iterable[int]]) -> Answer | None:
        """Look for a violation, and explain it if there is one."""
        explainer = Explainer(setup.model, setup.graph)
        setup.stepper.deadline = self.run.deadline
        try:
            try:
                look()
            finally:
                setup.stepper.deadline = None  # what was found is explained in any case
        except Violation as v:
            found = explainer.counterexample(path_to(v.state) if v.state >= 0 else [], v)
        except RaceFound as r:
            found = explainer.race(path_to(r.state), r.first, r.second)
        except LassoFound as lasso:
            try:
                found = explainer.lasso(list(path_to(lasso.state)), lasso.loop)
            except NoValues:
                return Unknown("no concrete loop", "inputs differ from round to round", statistics=self.statistics())
        else:
            return None
        return replace(found, statistics=self.statistics())

    def _first_search(self) -> None:
        hunts = self.reduction != "none"
        self.search.start()
        if self.property.has(Kind.ENDLESS):
            self._search_for_circles()
        else:
            self._run_search(self.started + FIRST_SEARCH if hunts else None)

    def _search_for_circles(self) -> None:
        """A circle among some states is one: these are looked at again and again, each time after twice as long."""
        seconds = FIRST_SEARCH
        while True:
            left = self.run.remaining()
            is_done = self._run_search(time.monotonic() + (seconds if left is None else min(seconds, left / 2)))
            seen = self.search.seen
            # (moves are known of some states that nobody has come to yet)
            Cycles(self.setup.graph, self.run.check_deadline).find(seen, None if is_done else seen.keys())
            if is_done:
                return
            seconds *= 2

    def _last_search(self) -> None:
        self._run_search(None)

    def _run_search(self, until: float | None) -> bool:
        return self.search.run(self.run.deadline, self.run.options[MAX_STATES], self._report, until)

    def _hunt(self) -> Answer | None:
        now, deadline, seed = time.monotonic(), self.run.deadline, self.run.options.seed
        seconds = HUNT_DEFAULT if deadline is None else min(HUNT_SECONDS, HUNT_PART * (deadline - now))
        setup = Setup(self.program, self.property, self.reduction, seed)
        hunt = self.hunt = Hunt(setup.graph, setup.checks, seed)

        def look() -> None:
            setup.stepper.deadline = now + seconds
            with suppress(Limit):
                hunt.run(now + seconds)

        return self._try(setup, look, lambda state: hunt.path())

    def _nothing_found(self) -> Answer:
        stepper = self.setup.stepper
        for reason, detail in stepper.limits.items():
            is_final = reason == "unsupported construct" and not stepper.splitter.sampled
            return Unknown(reason, detail, statistics=self.statistics(), is_final=is_final)
        if stepper.splitter.sampled:
            # (the address of an object is a variable of the system)
            what = (
                "places where objects may lie"
                if all(v.kind == "system" for v in stepper.splitter.sampled)
                else "inputs"
            )
            detail = f"there are too many {what} to try all of them; those that were tried violate nothing"
            return Unknown("inputs were sampled", detail, statistics=self.statistics())
        states = len(self.search.seen)
        data: dict[str, object] = {
            "property": self.property.name,
            "program": digest_of_program(self.program),
            "states": states,
            "digest": digest(self.search.seen),
            "reduction": self.reduction,
        }
        return Safe(Proof("exploration", data), statistics=self.statistics())

    # ------------------------------------------------------------ reports

    def _report(self) -> None:
        """Called several times a second."""
        now = time.monotonic()
        check_memory(self.run.options.memory_limit)
        if self.run.progress is not None and now > self._last_report + 0.5:
            self._last_report = now
            n = len(self.search.seen)
            self.run.progress(f"{n} states, {n / (now - self.started):.0f}/s, frontier {self.search.waiting}")

    def statistics(self) -> dict[str, object]:
        n = len(self.search.seen)
        found: dict[str, object] = {
            "nodes": n,
            "edges": self.search.transitions,
            "abstract_states": n,
            "time": round(time.monotonic() - self.started, 3),
            "reduction": self.reduction,
        }
        if self.hunt is not None:
            found.update(walks=self.hunt.walks, walk_steps=self.hunt.steps)
        return found
