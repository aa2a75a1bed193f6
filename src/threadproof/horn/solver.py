"""Solving Horn clauses: the `HornSolver` protocol, its three outcomes, and `make_horn_solver`.

Whatever finds a solution, it is `Solved` only after every clause was proved over bit-vectors (`check`). A solver object
is meant for one system at a time; what it did last is in its `statistics`.
"""

from __future__ import annotations

from time import monotonic
from typing import Any, Final, Protocol

from threadproof.horn.clause import Derivation, Predicate, System
from threadproof.logic.term import Term
from threadproof.records import dataclass

HORN_SOLVERS: Final = ("portfolio", "abstraction", "spacer")


@dataclass(frozen=True, slots=True)
class Solved:
    """A formula for every predicate, under which every clause was proved."""

    solution: dict[Predicate, Term]


@dataclass(frozen=True, slots=True)
class Refuted:
    """False can be derived, so there is no solution. None: the solver does not say how."""

    derivation: Derivation | None


@dataclass(frozen=True, slots=True)
class GaveUp:
    #: short and countable
    reason: str


Outcome = Solved | Refuted | GaveUp


class HornSolver(Protocol):
    name: str
    #: of the last call: solver_time (CPU seconds in solvers), smt_checks, refinements, predicates, and more
    statistics: dict[str, Any]

    def solve(self, system: System, limit: float | None = None) -> Outcome:
        """`limit` is in seconds by the clock."""


class Deadline:
    """What is left of a limit."""

    def __init__(self, limit: float | None) -> None:
        self._end = None if limit is None else monotonic() + limit

    def left(self) -> float | None:
        return None if self._end is None else max(0.0, self._end - monotonic())

    def is_over(self) -> bool:
        return self._end is not None and monotonic() >= self._end

    def share(self, seconds: float) -> float:
        """So many seconds, or what is left."""
        left = self.left()
        return seconds if left is None else min(seconds, left)

    def within(self, seconds: float) -> Deadline:
        """One that ends after so many seconds, and not after this one."""
        return Deadline(self.share(seconds))


def make_horn_solver(name: str = "portfolio", encoding: str = "bits") -> HornSolver:
    """A name that is none of ours is a command that reads SMT-LIB, which is written in that encoding."""
    if name not in HORN_SOLVERS:
        from threadproof.horn.external import External

        return External(name, encoding)
    if name == "spacer":
        from threadproof.horn.spacer import Spacer

        return Spacer()
    if name == "abstraction":
        from threadproof.horn.abstraction import AbstractionSolver

        return AbstractionSolver()
    from threadproof.horn.portfolio import Portfolio

    return Portfolio()
