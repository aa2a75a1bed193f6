"""The solvers in turns, each turn longer than the one before: the own abstraction first, then rounds of Spacer.

Abstraction wins where values decide (flags, owners, locations), mostly by a factor of ten; Spacer where relations
between numbers do. That is not known beforehand, so neither waits for long. Both see the simplified system. Entry
point: `Portfolio`.
"""

from __future__ import annotations

from typing import Any, Final

from threadproof.horn.abstraction import Search
from threadproof.horn.check import failing, is_derivation
from threadproof.horn.clause import System
from threadproof.horn.reduced import Reduced
from threadproof.horn.simplify import simplify
from threadproof.horn.solver import Deadline, GaveUp, Outcome, Refuted, Solved
from threadproof.horn.spacer import Race
from threadproof.smt.solver import make_solver

#: seconds of the first turn of the abstraction, and how much longer each next one is; Spacer's rounds take as long
FIRST_TURN: Final = 3.0
GROWTH: Final = 4.0
#: seconds to find a derivation where Spacer only says that there is one
DERIVATION_LIMIT: Final = 10.0


class Portfolio:
    name = "portfolio"

    def __init__(self, inlining: bool = False, first_turn: float = FIRST_TURN) -> None:
        """Inlining gains nothing where threads interfere: then nearly every predicate is recursive."""
        self.statistics: dict[str, Any] = {}
        self._inlining = inlining
        self._first_turn = first_turn

    def solve(self, system: System, limit: float | None = None) -> Outcome:
        turns = _Turns(simplify(system, self._inlining), Deadline(limit))
        outcome = turns.original(turns.run(self._first_turn), system)
        self.statistics = turns.statistics() | {"predicates": len(system.predicates)}
        return outcome


class _Turns:
    def __init__(self, reduced: Reduced, deadline: Deadline) -> None:
        self.reduced = reduced
        self.deadline = deadline
        self.search = Search(reduced.system)
        self.race = Race(reduced.system)
        self.winner = ""

    def run(self, turn: float) -> Outcome:
        own: Outcome | None = None
        other: Outcome | None = None
        while not self.deadline.is_over():
            if own is None:
                own = self.search.run(self.deadline.within(turn))
                if isinstance(own, Solved | Refuted):
                    self.winner = "abstraction"
                    return own
            if other is None:
                other = self.race.round(self.deadline)
                if isinstance(other, Solved | Refuted):
                    self.winner = f"spacer {self.race.winner}"
                    return self._with_derivation(other)
            if own is not None and other is not None:
                return other
            turn *= GROWTH
        return GaveUp("timeout")

    def _with_derivation(self, outcome: Outcome) -> Outcome:
        if isinstance(outcome, Refuted) and outcome.derivation is None:
            own = self.search.run(self.deadline.within(DERIVATION_LIMIT))
            return own if isinstance(own, Refuted) else outcome
        return outcome

    def original(self, outcome: Outcome, system: System) -> Outcome:
        """The outcome for the system before it was simplified."""
        if isinstance(outcome, Solved):
            solution = self.reduced.restore(outcome.solution)
            if solution is None or failing(system, solution, make_solver()) is not None:
                return GaveUp("no way back from the simplified system")
            return Solved(solution)
        if isinstance(outcome, Refuted) and outcome.derivation is not None:
            derivation = self.reduced.lift(outcome.derivation)
            return Refuted(derivation if derivation is not None and is_derivation(derivation) else None)
        return outcome

    def statistics(self) -> dict[str, Any]:
        own, other = self.search.statistics(), self.race.statistics()
        both = {k: round(own[k] + other[k], 3) for k in ("solver_time", "smt_checks", "refinements")}
        return {**own, **other, **both, "winner": self.winner}
