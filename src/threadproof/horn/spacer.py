"""Spacer as a Horn solver: several encodings and option sets, two at a time, with restarts after growing slices.

It is quick or lost, and a seed or an option decides which; so nothing runs long before everything has run briefly.
`ideal` integers never wrap around: a guess, whose solutions are proved over bit-vectors, and whose refutations count
for nothing. `integers` wrap around explicitly, `bits` are bit-vectors; both are exact. Entry point: `Spacer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from threadproof.horn.accept import accept
from threadproof.horn.attempt import Reply, ask, facts_in, solutions_in
from threadproof.horn.check import is_derivation
from threadproof.horn.child import Child, Failed, ended
from threadproof.horn.clause import Derivation, System
from threadproof.horn.grounded import derivation_of
from threadproof.horn.solver import Deadline, GaveUp, Outcome, Refuted, Solved
from threadproof.records import dataclass
from threadproof.smt.solver import make_solver


@dataclass(frozen=True, slots=True)
class Plan:
    encoding: str
    #: more options of Spacer, as (name, value)
    options: tuple[tuple[str, bool | int], ...] = ()

    @property
    def name(self) -> str:
        return "/".join([self.encoding, *(f"{k.rpartition('.')[2]}={v}" for k, v in self.options)])


GLOBAL: Final = ("spacer.global", True)
PLANS: Final = (
    Plan("ideal"),
    Plan("ideal", (GLOBAL,)),
    Plan("bits"),
    Plan("integers", (GLOBAL,)),
    Plan("integers"),
    Plan("bits", (GLOBAL,)),
)
#: CPU seconds for each plan in the first round, and how much longer each next round is
FIRST_SLICE: Final = 1.0
GROWTH: Final = 4.0


class Spacer:
    name = "spacer"

    def __init__(self, plans: Sequence[Plan] = PLANS, lanes: int = 2, seed: int = 0) -> None:
        """`lanes` is how many plans run at the same time."""
        self.statistics: dict[str, Any] = {}
        self._plans = plans
        self._lanes = lanes
        self._seed = seed

    def solve(self, system: System, limit: float | None = None) -> Outcome:
        deadline = Deadline(limit)
        race = Race(system, self._plans, self._lanes, self._seed)
        outcome: Outcome | None = None
        while outcome is None:
            outcome = race.round(deadline)
        self.statistics = race.statistics()
        return outcome


class Race:
    """Rounds in which each plan has its turn, every round longer than the one before."""

    def __init__(self, system: System, plans: Sequence[Plan] = PLANS, lanes: int = 2, seed: int = 0) -> None:
        self.system = system
        self.lanes = lanes
        self.seed = seed
        self.plans = list(plans)
        self.slice = FIRST_SLICE
        self.solver = make_solver()
        self.reason = "no plan"
        self.winner = ""
        self.cpu = 0.0
        self.attempts = 0
        self._waiting: list[Plan] = []
        self._running: dict[Child, Plan] = {}
        self._deadline = Deadline(None)

    def round(self, deadline: Deadline) -> Outcome | None:
        """None: all plans that are worth another round used up their time."""
        import z3  # noqa: F401  # once, not in every child

        self._deadline = deadline
        self._waiting, self.plans = self.plans, []
        try:
            outcome = self._run()
        finally:
            for child in self._running:
                child.kill()
                self.cpu += child.cpu
            self._running = {}
        self.slice *= GROWTH
        self.seed += 1
        if outcome is None and not self.plans:
            return GaveUp(self.reason)
        return outcome

    def _run(self) -> Outcome | None:
        while not self._deadline.is_over():
            while self._waiting and len(self._running) < self.lanes:
                self._start(self._waiting.pop(0))
            if not self._running:
                return None
            child = ended(list(self._running), self._deadline.left())
            if child is None:
                continue
            plan = self._running.pop(child)
            outcome = self._judge(plan, child)
            if outcome is not None:
                self.winner = plan.name
                return outcome
        return GaveUp("timeout")

    def _start(self, plan: Plan) -> None:
        options = {"spacer.random_seed": self.seed, **dict(plan.options)}
        self._running[Child(partial(ask, self.system, plan.encoding, options), self.slice)] = plan
        self.attempts += 1

    def statistics(self) -> dict[str, Any]:
        return {
            "solver_time": round(self.cpu + self.solver.solver_time, 3),
            "smt_checks": self.solver.smt_checks,
            "refinements": 0,
            "predicates": len(self.system.predicates),
            "attempts": self.attempts,
            "winner": self.winner,
        }

    # ------------------------------------------------------------ answers

    def _judge(self, plan: Plan, child: Child) -> Outcome | None:
        try:
            reply: Reply = child.result()
        except Failed as reason:
            if str(reason) == "timeout":
                self.plans.append(plan)
            else:
                self.reason = f"Spacer: {reason}"
            return None
        finally:
            self.cpu += child.cpu
        if reply.answer == "solved":
            solution = accept(self.system, solutions_in(reply, self.system), self.solver, self._deadline)
            if solution is not None:
                return Solved(solution)
            self.reason = "the solution does not hold for bit-vectors"
        elif reply.answer != "refuted":
            self.reason = reply.answer
        elif plan.encoding != "ideal":
            return Refuted(self._derivation(reply))
        else:
            self.reason = "only ideal integers are refuted"
            self._waiting = [p for p in self._waiting if p.encoding != "ideal"]
            self.plans = [p for p in self.plans if p.encoding != "ideal"]
        return None

    def _derivation(self, reply: Reply) -> Derivation | None:
        found = derivation_of(facts_in(reply, self.system), self.system, self.solver)
        return found if found is not None and is_derivation(found) else None
