"""The engine: set up, search, answer."""

from __future__ import annotations

import gc
import time

from threadproof.engines.engine import Answer, Run
from threadproof.engines.explore.digest import digest
from threadproof.engines.explore.explain import Explainer
from threadproof.engines.explore.graph import Graph, Violation
from threadproof.engines.explore.model import Model
from threadproof.engines.explore.reduction import Futures, applicable, quiet_locations
from threadproof.engines.explore.search import Search
from threadproof.engines.explore.steps import Stepper
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.result.verdict import Proof, Safe, Unknown


class Explore:
    name = "explore"
    help = "every reachable state, one by one; exact on finite-state programs"

    def verify(self, program: Program, property_: str, run: Run) -> Answer:
        return Exploration(program, property_, run).answer()


class Exploration:
    """One run of the engine."""

    def __init__(self, program: Program, property_: str, run: Run) -> None:
        self.run = run
        self.property = property_
        self.reduction = applicable(run.options.reduction, property_)
        self.model = Model(program, property_)
        quiet = quiet_locations(self.model, self.reduction)
        repeats = property_ == "termination"
        self.stepper = Stepper(self.model, quiet, run.options.seed, repeats)
        self.graph = Graph(self.model, self.stepper, property_, keep_loops=repeats)
        futures = Futures(self.model) if self.reduction == "future" else None
        self.search = Search(self.graph, None, futures)
        self.started = time.monotonic()
        self.last_report = self.started

    def answer(self) -> Answer:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return self._search()
        except Limit as limit:
            return Unknown(limit.reason, limit.detail, statistics=self.statistics())
        except MemoryError:
            return Unknown("out of memory", statistics=self.statistics())
        finally:
            if collecting:
                gc.enable()

    def _search(self) -> Answer:
        options = self.run.options
        try:
            self.search.start()
            self.search.run(self.run.deadline, options.max_states, self._report)
        except Violation as v:
            path = self.search.path_to(v.state) if v.state >= 0 else []
            return Explainer(self.model, self.graph).counterexample(path, v, self.statistics())
        for reason, detail in self.stepper.limits.items():
            return Unknown(reason, detail, statistics=self.statistics())
        if self.stepper.splitter.sampled:
            return Unknown("inputs were sampled", statistics=self.statistics())
        data = {
            "states": len(self.search.seen),
            "digest": digest(self.search.seen),
            "reduction": self.reduction,
        }
        return Safe(Proof("explored", data), statistics=self.statistics())

    def _report(self) -> None:
        now = time.monotonic()
        if self.run.progress is not None and now > self.last_report + 0.5:
            self.last_report = now
            n = len(self.search.seen)
            speed = n / (now - self.started)
            self.run.progress(f"{n} states, {speed:.0f}/s, frontier {self.search.waiting}")

    def statistics(self) -> dict[str, object]:
        n = len(self.search.seen)
        return {
            "nodes": n,
            "edges": self.search.transitions,
            "abstract_states": n,
            "time": round(time.monotonic() - self.started, 3),
            "reduction": self.reduction,
        }
