"""Engine `waits`: no deadlock, and no error, from simple facts about each thread alone (`rules.waiting`).

All simple facts that hold together are guessed (`horn.guesses`); they are enough, or there is no answer. Sound because
the rule is: steps of threads are those of the program, or more, and what is asked is whether facts of all threads that
may be left, waiting, fit together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.blocks.boundaries import around_own_steps
from threadproof.blocks.transitions import Transitions
from threadproof.engines.engine import Answer, Run
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
from threadproof.rules.waiting import Option, Waiting
from threadproof.smt.solver import make_solver

#: of the time, to guess facts
SHARE = 0.7


class Waits:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        transitions = Transitions(program, property_, around_own_steps(program))
        waiting = Waiting(transitions)
        run.statistics.update(nodes=len(waiting.system.predicates), clauses=len(waiting.system.clauses))
        left = run.remaining()
        facts = facts_that_hold(waiting.system, Deadline(None if left is None else SHARE * left), names=waiting.owned)
        run.check_deadline()
        if facts is None:
            return Unknown("no simple facts found", statistics=dict(run.statistics))
        solution = {p: T.and_(*ts) for p, ts in facts.items()}
        solver = make_solver()

        def may_be(chosen: Sequence[Option]) -> bool:
            run.check_deadline()
            return solver.check(*[t for o in chosen for t in o.terms(solution)]) is not False

        wrong = failing(waiting.system, solution, solver)
        if wrong is not None:
            return Unknown("simple facts are not enough", f"{wrong.note!r}", statistics=dict(run.statistics))
        if property_.has(Kind.DEADLOCK):
            for chosen in waiting.possible(may_be):
                places = ", ".join([o.place for o in chosen if o.is_running])
                return Unknown(
                    "simple facts are not enough", f"all may wait: {places}", statistics=dict(run.statistics)
                )
        return Safe(_proof(program, property_, transitions, solution), statistics=dict(run.statistics))


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
