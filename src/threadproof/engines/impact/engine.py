"""Engine `impact`: lazy abstraction with interpolants for preemptive threads, with partial-order reduction.

What it over-approximates: a node of the tree stands for all states with its control that satisfy its label; every edge
is a Hoare triple, so every concrete step from such a state leads to a state of the child. Safe: every live node is
expanded (up to the skips that `covering.tree` and `covering.persistent` justify) or covered, and excludes every
violation. Unsafe: the conjunction of all guards on a path is satisfiable, and the interpreter replays it. Inputs,
uninitialised memory and machine integers are exact; the only losses are Unknown: a limit, something unsupported, a
missing interpolant.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from threadproof.budget import without_collector
from threadproof.engines.covering.labels import Labels
from threadproof.engines.covering.proof import proof_of
from threadproof.engines.covering.search import Found, Search
from threadproof.engines.engine import Answer, Run
from threadproof.engines.options import ENCODING
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.ir.statements import StatementCounter
from threadproof.ir.symbolic import Symbolic
from threadproof.ir.violations import Violations
from threadproof.properties import Kind, Property
from threadproof.result.verdict import Proof, Safe, Unknown
from threadproof.smt.solver import make_solver


class Impact:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        if property_.is_within({Kind.RACE}):
            from threadproof.analysis.plain import race_facts
            from threadproof.analysis.races import possible_races

            races = possible_races(program)
            if races.is_race_free:
                return Safe(Proof("race-facts", race_facts(races)), statistics={"nodes": 0})
        encoding = run.options[ENCODING]
        solver = make_solver("bitwuzla" if encoding == "bits" else "z3", encoding)
        labels = Labels(solver, run.remaining)
        symbolic = Symbolic(program)
        violations = Violations(symbolic, property_)
        search = Search(symbolic, labels, violations, run.options, lambda: _tick(run, search))
        try:
            with without_collector():
                search.run()
        except Found as found:
            from threadproof.engines.covering.counterexample import build

            statistics = run.statistics
            statistics.update(_statistics(search))
            return build(symbolic, found.path(), found.violation, found.feasible, dict(statistics))
        except Limit as limit:
            run.abandon(search)
            return Unknown(limit.reason, limit.detail, statistics=_statistics(search))
        finally:
            run.statistics.update(_statistics(search))
        uses_movers = any(n.alone == "mover" for n in search.tree.live_nodes())
        facts = {"movers": search.alone.facts()} if uses_movers else {}
        return Safe(proof_of(search.tree, symbolic, property_, facts), statistics=dict(run.statistics))


def _tick(run: Run, search: Search) -> None:
    run.check_deadline()
    now = time.monotonic()
    if run.progress is not None and now > search.reported + 0.5:
        search.reported = now
        tree, solver = search.tree, search.labels.solver
        share = solver.solver_time / max(now - search.started, 1e-3)
        run.progress(
            f"{len(tree.nodes):,} nodes, {tree.covers_made:,} covers, {search.refiner.refinements:,} refinements, "
            f"solver {share:.0%}"
        )


def _statistics(search: Search) -> dict[str, Any]:
    return {
        **search.statistics(),
        "statement_nodes": _statement_nodes(search),
        "solver_interpolants": search.ladder.successes,
        "solver_interpolations": search.ladder.calls,
    }


def _statement_nodes(search: Search) -> int:
    """The number of nodes if every C statement had one of its own, as papers count them.

    Steps that end the program or violate the property are no nodes here: they count where they were excluded.
    """
    symbolic, nodes = search.symbolic, search.tree.nodes
    counter = StatementCounter()
    total = 1
    # (inside a section the step before matters, too)
    steps = Counter([(n.action, n.parent.action if n.parent.control.inside else None) for n in nodes if n.parent])
    for (a, inside_after), times in steps.items():
        assert a is not None
        total += times * counter.count(a, inside_after)
    for (control, id_), times in Counter([(n.control, id_) for n in nodes for id_ in n.order]).items():
        for a in symbolic.actions(control, control.place(id_)):
            if a.halts or a.unsupported or search.violations.is_error(a):
                total += times * counter.count(a)
    return total
