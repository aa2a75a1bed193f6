"""A proof against the program that an engine saw, within a time limit."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from threadproof.properties import Property
from threadproof.result.check import ProofCheck
from threadproof.result.verdict import Proof

if TYPE_CHECKING:
    from threadproof.budget import Budget
    from threadproof.ir.program import Program

#: seconds past the deadline for a checker that is about to stop by itself
CHECK_GRACE = 0.2
#: proofs whose checker asks no solver
EXPLORATION = "exploration"


def checked_in_time(program: Program, property_: Property, proof: Proof, solver: str, budget: Budget) -> ProofCheck:
    """Solvers do not always stop when they are asked to, so they work in a process that can be killed."""
    if budget.deadline is None or proof.kind == EXPLORATION:
        return checked(program, property_, proof, solver, budget)
    from threadproof.horn.child import Failed, done_by

    start = time.monotonic()
    try:
        return done_by(budget.deadline + CHECK_GRACE, lambda: checked(program, property_, proof, solver, budget))
    except Failed as failed:
        return ProofCheck(proof.kind, solver, seconds=time.monotonic() - start, limit=str(failed))


def checked(program: Program, property_: Property, proof: Proof, solver: str, budget: Budget) -> ProofCheck:
    from threadproof.budget import until
    from threadproof.evidence.proof import check, has_checker
    from threadproof.evidence.proof.prover import Prover

    if not has_checker(proof.kind):
        return ProofCheck(proof.kind, solver, is_checkable=False)
    start = time.monotonic()
    prover = Prover((solver, "cvc5") if solver == "z3" else (solver,), budget)
    with until(budget.deadline):
        found = check(program, property_, proof.kind, proof.data, prover)
    seconds = time.monotonic() - start
    complaints = tuple(map(str, found.complaints))
    return ProofCheck(proof.kind, solver, complaints, found.counts, seconds, prover.solver_time, limit=found.limit)
