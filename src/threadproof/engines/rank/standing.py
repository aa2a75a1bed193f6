"""Nobody waits for ever, from guessed facts about each thread (`rules.waiting`). Entry point: `by_places`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.blocks.transitions import Transitions
from threadproof.engines.engine import Run
from threadproof.errors import Limit
from threadproof.horn.check import failing
from threadproof.horn.guesses import facts_that_hold
from threadproof.horn.solver import Deadline
from threadproof.logic import term as T
from threadproof.logic.table import TermTable
from threadproof.logic.term import Term
from threadproof.result.verdict import Proof
from threadproof.rules.waiting import Option, Waiting
from threadproof.smt.solver import make_solver

KIND = "places"


def by_places(
    transitions: Transitions, stuck: Mapping[tuple[str, int], Term], run: Run, seconds: float
) -> Proof | None:
    left = run.remaining()
    try:
        waiting = Waiting(transitions, stuck)
        facts = facts_that_hold(waiting.system, Deadline(seconds if left is None else min(seconds, left / 2)))
        if facts is None:
            return None
        solution = {p: T.and_(*ts) for p, ts in facts.items()}
        solver = make_solver()

        def may_be(chosen: Sequence[Option]) -> bool:
            run.check_deadline()
            known = [c for o in chosen for t in (o.known.under(solution), o.stuck) for c in T.conjuncts(t)]
            return solver.check(*known) is not False

        if any(waiting.possible(may_be)) or failing(waiting.system, solution, solver) is not None:
            return None
    except Limit as limit:
        if limit.reason == "timeout":
            raise
        return None
    table = TermTable(lambda v: v.name)
    rows = [[p.name, table.number(t)] for p, t in solution.items()]
    return Proof(KIND, {"solution": rows, "terms": table.rows})
