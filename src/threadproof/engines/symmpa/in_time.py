"""A solver that keeps a deadline: nobody asks too late, and no question takes longer than there is time."""

from __future__ import annotations

from typing import Final

from threadproof.engines.engine import Run
from threadproof.logic.evaluate import Model
from threadproof.logic.term import Term
from threadproof.smt.solver import Solver

#: seconds for one question
MOST: Final = 10.0
LEAST: Final = 0.1


class InTime:
    def __init__(self, solver: Solver, run: Run) -> None:
        self._solver = solver
        self._run = run
        self.limit: float | None = None
        self.checks = 0
        self.smt_checks = 0
        self.solver_time = 0.0

    def check(self, *assumptions: Term) -> bool | None:
        self._run.check_deadline()
        left = self._run.remaining()
        self._solver.limit = MOST if left is None else min(MOST, max(LEAST, left))
        answer = self._solver.check(*assumptions)
        self.checks, self.smt_checks = self._solver.checks, self._solver.smt_checks
        self.solver_time = self._solver.solver_time
        return answer

    def core(self) -> tuple[Term, ...]:
        return self._solver.core()

    def model(self) -> Model:
        return self._solver.model()
