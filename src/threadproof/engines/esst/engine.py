"""Engine `esst`: explicit scheduler, symbolic threads, for cooperative programs.

What it over-approximates: the state of the scheduler and the locations of the threads are explicit, in the control of a
node; what the data can be is its label. Every edge is a Hoare triple, as in `impact`, whose covering graph this is.

*The order of threads.* With `--por none`, or if only one order is looked at, or of a scheduler that does not say what
its calls touch (`ir.effects`), it is what the scheduler says: every initial order, each with nodes of its own.
Otherwise the order is remembered within some groups of threads only, at first none: that includes what happens under
every order, so Safe is Safe. A counterexample may need an order that changes from instant to instant. Then the order of
the threads that shows it is remembered as well (`orders`), and the search begins again, with the predicates that it
knows.

*Data races* there are none, as long as main does nothing beside the threads (`races`).

*Data* (`--abstraction`): labels are interpolants, or say of predicates what holds of them (`precision`). `mixed` begins
with interpolants, and bounds of variables, which is best where they soon cover everything; after some nodes atoms of
interpolants become predicates.

*Reduction*: see `search`. Unsafe is replayed under the scheduler as it is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from threadproof.analysis.bounds import as_terms, bounds
from threadproof.budget import without_collector
from threadproof.engines.covering.counterexample import build
from threadproof.engines.covering.labels import Labels, is_hard
from threadproof.engines.covering.proof import proof_of
from threadproof.engines.covering.search import Found
from threadproof.engines.engine import Answer, Run
from threadproof.engines.esst.orders import Groups, obeying, with_order
from threadproof.engines.esst.precision import Precision
from threadproof.engines.esst.search import TurnSearch
from threadproof.engines.esst.spec import ABSTRACTION, PRECISION
from threadproof.engines.esst.turns import Turns
from threadproof.engines.esst.without_races import without_races
from threadproof.engines.options import ENCODING, POR
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.effects import reducible
from threadproof.ir.program import Program
from threadproof.ir.sched import Scheduler
from threadproof.ir.symbolic import Symbolic
from threadproof.ir.violations import Violations
from threadproof.logic.term import Term
from threadproof.properties import Kind, Property
from threadproof.result.verdict import Safe, Unknown
from threadproof.smt.solver import make_solver

#: nodes, and refinements, of a search with interpolants as labels, after which it goes on with predicates
LAZY_NODES = 300
LAZY_REFINEMENTS = 100
#: what `--por` means here
REDUCTIONS = {"none": "none", "static": "none", "monotonic": "sleep"}


class Esst:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        scheduler = program.scheduler
        assert scheduler is not None
        if property_.is_within({Kind.RACE}):
            return without_races(program)
        return _Verification(program, scheduler, property_, run).answer()


class _Enough(Exception):
    """A search with interpolants as labels has become too large."""

    def __init__(self, search: TurnSearch) -> None:
        self.search = search


class _Verification:
    def __init__(self, program: Program, scheduler: Scheduler, property_: Property, run: Run) -> None:
        self.program = program
        self.scheduler = scheduler
        self.reducible = reducible(scheduler)
        self.property = property_
        self.run = run
        self.por = "none" if self.reducible is None else REDUCTIONS.get(run.options[POR], run.options[POR])
        encoding = run.options[ENCODING]
        self.labels = Labels(make_solver("bitwuzla" if encoding == "bits" else "z3", encoding), run.remaining)
        #: none: labels are interpolants
        self.precision: Precision | None = None
        self.statistics: dict[str, Any] = {}
        self.reported = time.monotonic()

    def answer(self) -> Answer:
        try:
            with without_collector():
                return self._answer()
        except Limit as limit:
            return Unknown(limit.reason, limit.detail, statistics=dict(self.statistics))
        finally:
            self.run.statistics.update(self.statistics)

    def _answer(self) -> Answer:
        symbolic = Symbolic(self.program)
        if self.run.options[ABSTRACTION] != "interpolants":
            self.precision = self._new_precision(symbolic)
            self.precision.learns = self.run.options[ABSTRACTION] != "mixed"
        s = self.reducible
        groups: Groups | None = None if s is None or self.por == "none" or not s.any_order else ()
        while True:
            symbolic.begin_with(self.scheduler if s is None or groups is None else s.with_order_of(*groups))
            try:
                return self._search(symbolic, groups)
            except Found as found:
                path = found.path()
                steps = [*path, *found.violation.moves]
                real = obeying(self.scheduler, steps)
                if real is not None:
                    return build(symbolic, real[: len(path)], found.violation, found.feasible, dict(self.statistics))
                assert s is not None and groups is not None
                groups = with_order(groups, s, steps, found.node.control.places, Turns(symbolic, s))
            except _Enough as lazy:
                assert self.precision is not None
                self.precision.learns = True
                for n in lazy.search.tree.live_nodes():
                    self.precision.learn(n)

    def _new_precision(self, symbolic: Symbolic) -> Precision:
        options = self.run.options
        is_boolean = options[ABSTRACTION] == "predicates"
        return Precision(symbolic, self.labels, options[PRECISION], self._facts(symbolic), is_boolean=is_boolean)

    def _facts(self, symbolic: Symbolic) -> Iterator[Term]:
        """Bounds that probably hold, if they help: where solvers take long. Elsewhere they only make labels larger."""
        edges = [e for t in self.program.templates.values() for e in t.all_edges()]
        found = bounds(self.program) if any(is_hard(t) for e in edges for t in O.reads(e.op)) else {}
        for v in self.program.shared:
            if v in found and not v.dims:
                yield from as_terms(v, found[v])
        for t in self.program.templates.values():
            for v in t.locals:
                if v in found and not v.dims and t.single_id is not None:
                    yield from as_terms(symbolic.local_of(t.single_id, t.name, v), found[v])

    def _search(self, symbolic: Symbolic, groups: Groups | None) -> Answer:
        search = TurnSearch(
            symbolic, self.labels, Violations(symbolic, self.property), self.run.options, lambda: self._tick(search)
        )
        search.prepare("none" if groups is None else self.por, self.precision)
        try:
            search.run()
        finally:
            self._count(search)
        facts: dict[str, Any] = {} if groups is None else {"orders": [list(g) for g in groups]}
        return Safe(proof_of(search.tree, symbolic, self.property, facts), statistics=dict(self.statistics))

    def _tick(self, search: TurnSearch) -> None:
        self.run.check_deadline()
        if self.precision is not None and not self.precision.learns:
            if len(search.tree.nodes) > LAZY_NODES or search.refiner.refinements > LAZY_REFINEMENTS:
                raise _Enough(search)
        now = time.monotonic()
        if self.run.progress is not None and now > self.reported + 0.5:
            self.reported = now
            tree = search.tree
            self.run.progress(
                f"{len(tree.nodes):,} nodes, {tree.covers_made:,} covers, {search.refiner.refinements:,} refinements"
            )

    def _count(self, search: TurnSearch) -> None:
        """Of all searches together."""
        new = search.statistics()
        for name in ("nodes", "covers", "forced_covers", "woken", "refinements"):
            new[name] += self.statistics.get(name, 0)
        self.statistics = {**new, "abstract_states": new["nodes"]}
        if search.precision is not None:
            self.statistics["predicates"] = search.precision.size
