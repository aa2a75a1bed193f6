"""Engine `esst`: explicit scheduler, symbolic threads, for cooperative programs.

What it over-approximates: the state of the scheduler and the locations of the threads are explicit, in the control of a
node; what the data can be is its label. Every edge is a Hoare triple, as in `impact`, whose covering graph this is.

*The order of threads.* With `--por none` it is what the scheduler says: every initial order, each with nodes of its
own. Otherwise any thread that can run may be the next in an instant (`FairThreads.free`): that includes what happens
under every order, so Safe is Safe. A counterexample may need an order that changes from instant to instant. Then the
program is looked at with one order fixed, that in which the threads ran at first; if that is safe, with every order.

*Reduction*: see `search`. Unsafe is replayed under the scheduler as it is.
"""

from __future__ import annotations

import gc
import time
from dataclasses import replace
from typing import Any

from threadproof.engines.engine import Answer, Run
from threadproof.engines.esst.search import TurnSearch
from threadproof.engines.kit.counterexample import build
from threadproof.engines.kit.labels import Labels
from threadproof.engines.kit.proof import proof_of
from threadproof.engines.kit.search import Found
from threadproof.errors import Limit
from threadproof.ir.fairthreads import FairThreads
from threadproof.ir.program import MAIN_ID, Program
from threadproof.ir.symbolic import Action, Symbolic
from threadproof.ir.violations import Violations
from threadproof.result.verdict import Safe, Unknown
from threadproof.smt.solver import make_solver

PROPERTIES = frozenset({"unreach-call", "no-deadlock", "no-lost-event", "no-overflow", "valid-memsafety"})
#: what `--por` means here
REDUCTIONS = {"none": "none", "static": "none", "monotonic": "sleep"}


class Esst:
    name = "esst"
    help = "explicit scheduler, symbolic threads: cooperative threads (FairThreads)"
    form = "instances"

    def verify(self, program: Program, property_: str, run: Run) -> Answer:
        if property_ not in PROPERTIES:
            return Unknown("property not supported", f"esst does not decide {property_}", statistics={"nodes": 0})
        scheduler = program.scheduler
        if not isinstance(scheduler, FairThreads):
            detail = "esst is for cooperative threads; this program has preemptive ones"
            return Unknown("scheduling not supported", detail, statistics={"nodes": 0})
        return _Verification(program, scheduler, property_, run).answer()


class _Verification:
    def __init__(self, program: Program, scheduler: FairThreads, property_: str, run: Run) -> None:
        self.program = program
        self.scheduler = scheduler
        self.property = property_
        self.run = run
        self.por = REDUCTIONS.get(run.options.por, run.options.por)
        self.statistics: dict[str, Any] = {}
        self.started = self.reported = time.monotonic()

    def answer(self) -> Answer:
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return self._answer()
        except Limit as limit:
            return Unknown(limit.reason, limit.detail, statistics=dict(self.statistics))
        finally:
            self.run.statistics.update(self.statistics)
            if was_enabled:
                gc.enable()

    def _answer(self) -> Answer:
        if self.por == "none":
            return self._search(self.scheduler, "none", "exact")
        try:
            return self._search(self.scheduler._replace(free=True), self.por, "free")
        except Found as found:
            order = _first_runs(found.path())
        fixed = self.scheduler._replace(any_order=False, first=order)
        answer = self._search(fixed, "none", "fixed") if self.scheduler.any_order else None
        if answer is None or isinstance(answer, Safe):
            answer = self._search(self.scheduler, "none", "exact")
        return answer

    def _search(self, scheduler: FairThreads, por: str, kind: str) -> Answer:
        """`kind`: exact (the program as it is), fixed (one order of it), or free (no order at all)."""
        program = replace(self.program, scheduler=scheduler)
        encoding = self.run.options.encoding
        labels = Labels(make_solver("bitwuzla" if encoding == "bits" else "z3", encoding), self.run.remaining)
        symbolic = Symbolic(program)
        search = TurnSearch(
            symbolic, labels, Violations(symbolic, self.property), self.run.options, lambda: self._tick(search)
        )
        search.prepare(por, self.run.options.abstraction, self.run.options.precision)
        try:
            search.run()
        except Found as found:
            if kind == "free":
                raise
            original = Symbolic(self.program, symbolic.names)
            return build(original, found.path(), found.violation, found.feasible, dict(self.statistics))
        finally:
            self._count(search)
        facts: dict[str, Any] = {} if kind == "exact" else {"scheduler": kind}
        proof = proof_of(search.tree, symbolic, self.property, facts, about=self.program)
        return Safe(proof, statistics=dict(self.statistics))

    def _tick(self, search: TurnSearch) -> None:
        self.run.check_deadline()
        now = time.monotonic()
        if self.run.progress is not None and now > self.reported + 0.5:
            self.reported = now
            tree = search.tree
            self.run.progress(
                f"{len(tree.nodes):,} nodes, {tree.covers_made:,} covers, {search.refiner.refinements:,} refinements"
            )

    def _count(self, search: TurnSearch) -> None:
        self.statistics = {**search.statistics(), "abstract_states": len(search.tree.nodes)}
        if search.precision is not None:
            self.statistics["predicates"] = search.precision.size


def _first_runs(path: list[Action]) -> tuple[int, ...]:
    """The threads in the order in which they first run."""
    return tuple([i for i in dict.fromkeys([a.id for a in path]) if i != MAIN_ID])
