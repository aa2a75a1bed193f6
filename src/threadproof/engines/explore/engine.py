"""The engine: set up, search, answer.

As an oracle (reduction `none`) it is breadth-first search and nothing else. Otherwise it first searches breadth-first
for a moment, which decides small programs and gives short traces, then hunts with random walks for a part of the time,
then goes on with the search.
"""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable
from dataclasses import replace

from threadproof.engines.engine import Answer, Run
from threadproof.engines.explore.digest import digest
from threadproof.engines.explore.endings import Cycles, Deadlocks, LassoFound
from threadproof.engines.explore.explain import Explainer, NoValues
from threadproof.engines.explore.graph import Graph, Violation
from threadproof.engines.explore.hunt import Hunt
from threadproof.engines.explore.leaks import Leaks
from threadproof.engines.explore.model import Model
from threadproof.engines.explore.races import RaceFound, Races
from threadproof.engines.explore.reduction import Futures, applicable, quiet_locations
from threadproof.engines.explore.search import Search
from threadproof.engines.explore.steps import Stepper
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.result.verdict import Proof, Safe, Unknown

#: seconds of search before the hunt
FIRST_SEARCH = 1.0
#: the hunt gets this part of the time left, and this many seconds at most
HUNT_PART = 0.2
HUNT_SECONDS = 20.0
#: without a time limit
HUNT_DEFAULT = 5.0


class Explore:
    name = "explore"
    help = "every reachable state, one by one; exact on finite-state programs"

    def verify(self, program: Program, property_: str, run: Run) -> Answer:
        if program.policy != "preemptive":
            return Unknown("scheduling policy", f"{program.policy} scheduling is not explored")
        return Exploration(program, property_, run).answer()


class Exploration:
    """One run of the engine."""

    def __init__(self, program: Program, property_: str, run: Run) -> None:
        self.run = run
        self.property = property_
        self.reduction = applicable(run.options.reduction, property_)
        self.model = Model(program, property_)
        quiet = quiet_locations(self.model, self.reduction)
        needs_cycles = property_ == "termination"
        asks = property_ in ("no-deadlock", "termination")
        self.stepper = Stepper(self.model, quiet, run.options.seed, repeats=needs_cycles, waiting_matters=asks)
        self.graph = Graph(self.model, self.stepper, property_, keep_loops=needs_cycles)
        check = self._state_check()
        self.search = Search(self.graph, check, Futures(self.model) if self.reduction == "future" else None)
        self.hunt = Hunt(self.graph, check, run.options.seed)
        self.started = time.monotonic()
        self._last_report = self.started

    def _state_check(self) -> Callable[[int], None] | None:
        """What must be looked at in every reached state."""
        match self.property:
            case "no-data-race":
                return Races(self.graph).check
            case "no-deadlock" | "termination":
                return Deadlocks(self.graph, self.property).check
            case "valid-memsafety" if self.model.program.memory is not None and self.model.program.memory.heap:
                return Leaks(self.graph, self.model.program.memory).check
            case _:
                return None

    def answer(self) -> Answer:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._answer()
        except Limit as limit:
            return Unknown(limit.reason, limit.detail, statistics=self.statistics())
        except MemoryError:
            return Unknown("out of memory", statistics=self.statistics())
        finally:
            if collecting:
                gc.enable()

    def _answer(self) -> Answer:
        explainer = Explainer(self.model, self.graph)
        self.stepper.deadline = self.run.deadline
        self._path_to = self.search.path_to
        try:
            try:
                self._search()
            finally:
                self.stepper.deadline = None  # what was found is explained in any case
        except Violation as v:
            found = explainer.counterexample(self._path_to(v.state) if v.state >= 0 else [], v)
        except RaceFound as r:
            found = explainer.race(self._path_to(r.state), r.first, r.second)
        except LassoFound as lasso:
            try:
                found = explainer.lasso(self._path_to(lasso.state), lasso.loop)
            except NoValues:
                return Unknown("no concrete loop", "inputs differ from round to round", statistics=self.statistics())
        else:
            return self._nothing_found()
        return replace(found, statistics=self.statistics())

    def _search(self) -> None:
        options, deadline = self.run.options, self.run.deadline
        self.search.start()
        hunts = self.reduction != "none" and self.property != "termination"
        until = self.started + FIRST_SEARCH if hunts else None
        if not self.search.run(deadline, options.max_states, self._report, until):
            now = time.monotonic()
            seconds = HUNT_DEFAULT if deadline is None else min(HUNT_SECONDS, HUNT_PART * (deadline - now))
            self._path_to = lambda state: self.hunt.path
            self.hunt.run(now + seconds)
            self._path_to = self.search.path_to
            self.search.run(deadline, options.max_states, self._report)
        if self.property == "termination":
            Cycles(self.graph).find(self.search.seen)

    def _nothing_found(self) -> Answer:
        for reason, detail in self.stepper.limits.items():
            return Unknown(reason, detail, statistics=self.statistics())
        if self.stepper.splitter.sampled:
            return Unknown("inputs were sampled", statistics=self.statistics())
        states = len(self.search.seen)
        data = {"states": states, "digest": digest(self.search.seen), "reduction": self.reduction}
        return Safe(Proof("explored", data), statistics=self.statistics())

    def _report(self) -> None:
        """Called every few thousand states."""
        now = time.monotonic()
        limit = self.run.options.memory_limit
        if limit is not None and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > limit * 1000:
            raise Limit("out of memory")
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
        if self.hunt.walks:
            found.update(walks=self.hunt.walks, walk_steps=self.hunt.steps)
        return found
