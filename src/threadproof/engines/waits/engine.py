"""Engine `waits`: no deadlock, and no error, from simple facts about each thread alone (`rules.waiting`).

All simple facts that hold together are guessed (`horn.guesses`), first about what each thread itself changes, then
about everything; they are enough, or there is no answer. Sound because the rule is: steps of threads are those of the
program, or more, and what is asked is whether facts of all threads that may be left, waiting, fit together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.blocks.boundaries import around_own_steps
from threadproof.blocks.transitions import Transitions
from threadproof.engines.engine import Answer, Run
from threadproof.engines.waits.slices import own_variables
from threadproof.horn.check import failing
from threadproof.horn.clause import Predicate
from threadproof.horn.guesses import facts_that_hold
from threadproof.horn.solver import Deadline
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.table import TermTable
from threadproof.logic.term import Term
from threadproof.properties import Kind, Property
from threadproof.result.verdict import Proof, Safe, Unknown
from threadproof.rules.waiting import Option, Waiting, at_once
from threadproof.smt.solver import make_solver

#: of the time, to guess facts
SHARE = 0.7


class Waits:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        transitions = Transitions(program, property_, around_own_steps(program))
        waiting = Waiting(transitions)
        run.statistics.update(nodes=len(waiting.system.predicates), clauses=len(waiting.system.clauses))
        reason, missing = "no simple facts found", ""
        for about in (own_variables(waiting), None):
            left = run.remaining()
            limit = None if left is None else SHARE * left
            facts = facts_that_hold(waiting.system, Deadline(limit), waiting.owned, about)
            run.check_deadline()
            if facts is None:
                continue
            solution = {p: T.and_(*ts) for p, ts in facts.items()}
            missing = _missing(waiting, property_, solution, run)
            if not missing:
                return Safe(_proof(program, property_, transitions, solution), statistics=dict(run.statistics))
            reason = "simple facts are not enough"
        return Unknown(reason, missing, statistics=dict(run.statistics))


def _missing(waiting: Waiting, property_: Property, solution: Mapping[Predicate, Term], run: Run) -> str:
    """What these facts do not exclude; empty: they are enough."""
    solver = make_solver()

    def may_be(choices: Sequence[Sequence[Option]]) -> bool:
        run.check_deadline()
        return solver.check(*at_once(choices, solution)) is not False

    wrong = failing(waiting.system, solution, solver)
    if wrong is not None:
        return f"{wrong.note!r}"
    if property_.has(Kind.DEADLOCK):
        for chosen in waiting.possible(may_be):
            return f"all may wait: {', '.join([o.place for o in chosen if o.is_running])}"
    return ""


def _proof(
    program: Program, property_: Property, transitions: Transitions, solution: Mapping[Predicate, Term]
) -> Proof:
    table = TermTable(lambda v: v.name)
    return Proof(
        "waiting-facts",
        {
            "property": property_.name,
            "program": digest(program),
            "boundaries": {name: sorted(at) for name, at in transitions.boundaries.items()},
            "solution": [[p.name, table.number(t)] for p, t in solution.items()],
            "terms": table.rows,
        },
    )
