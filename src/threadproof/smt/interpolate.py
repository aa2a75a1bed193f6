"""Interpolants of an infeasible sequence: the `Interpolator` protocol, `make_interpolator`, and `settle`.

For parts A_1 .. A_n that contradict each other: I_1 .. I_n-1 with A_1 => I_1, I_k and A_k+1 => I_k+1, I_n-1 and A_n
contradictory, where I_k speaks of variables that occur on both sides of its cut only. What a back end proposes is
never believed: `settle` proves every step, and keeps of each proposal only what the proof needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from time import monotonic
from typing import Final, Protocol

from threadproof.budget import time_for
from threadproof.errors import UsageError
from threadproof.logic.term import FALSE, TRUE, Term, Var, and_, not_
from threadproof.smt.solver import Solver, leaves_of, make_solver

INTERPOLATORS: Final = ("spacer", "sequence")

#: Of so many conjuncts, each is tried whether it can go.
MINIMIZED: Final = 12
#: The conjuncts of one interpolant.
Conjuncts = list[Term]
#: For each cut, one or more interpolants, the preferred one first; the last one is what makes the sequence hold.
Proposals = Sequence[Sequence[Conjuncts]]


class Interpolator(Protocol):
    def interpolate(
        self, parts: Sequence[Term], cuts: Sequence[frozenset[Var]] | None = None, limit: float | None = None
    ) -> list[Term] | None:
        """The interpolants, or None: the parts do not contradict each other, there are arrays, or out of time.

        `cuts` restricts the variables further, one set for each cut; `limit` is in seconds.
        """


def make_interpolator(name: str = "spacer") -> Interpolator:
    """spacer: general facts, slow. sequence: from Bitwuzla's proof, bit-vectors only, tends to special values."""
    if name == "spacer":
        from threadproof.smt.spacer import Spacer

        return Spacer()
    if name == "sequence":
        from threadproof.smt.sequence import BitwuzlaSequence

        return BitwuzlaSequence()
    raise UsageError(f"no interpolator {name!r}: choose one of {', '.join(INTERPOLATORS)}")


class InterpolatorBase(ABC):
    """All but the back end, which implements `_propose`."""

    def __init__(self) -> None:
        self._solver = make_solver()

    @abstractmethod
    def _propose(
        self, parts: Sequence[Term], shared: Sequence[Sequence[Var]], limit: float | None
    ) -> Iterator[Proposals]:
        """Attempts, until one holds. The parts are distinct and not TRUE."""

    def interpolate(
        self, parts: Sequence[Term], cuts: Sequence[frozenset[Var]] | None = None, limit: float | None = None
    ) -> list[Term] | None:
        if any(v.dims for p in parts for v in p.vars):
            return None
        # A part that says nothing new has the same interpolant before and after it.
        first: dict[Term, int] = {}
        for k, p in enumerate(parts):
            if p is not TRUE:
                first.setdefault(p, k)
        kept = list(first)
        at = list(first.values())
        if cuts is not None:
            cuts = [frozenset.intersection(*cuts[i:j]) for i, j in pairwise(at)]
        shared = shared_variables(kept, cuts)
        limit = time_for(limit)
        deadline = None if limit is None else monotonic() + limit
        attempts: Iterable[Proposals] = [[]] if len(kept) == 1 else self._propose(kept, shared, limit) if kept else []
        for proposals in attempts:
            found = settle(kept, shared, proposals, self._solver, deadline)
            if found is not None:
                break
        else:
            return None
        found = [TRUE, *found, FALSE]
        return [found[bisect_right(at, k)] for k in range(len(parts) - 1)]


def shared_variables(parts: Sequence[Term], cuts: Sequence[frozenset[Var]] | None = None) -> list[list[Var]]:
    """For each cut, the variables that occur before and after it, in the order of `variables`."""
    order = variables(parts)
    after: list[frozenset[Var]] = [frozenset()]
    for p in reversed(parts[1:]):
        after.append(after[-1] | p.vars)
    after.reverse()
    before: frozenset[Var] = frozenset()
    result = []
    for k, p in enumerate(parts[:-1]):
        before = before | p.vars
        both = before & after[k]
        if cuts is not None:
            both = both & cuts[k]
        result.append([v for v in order if v in both])
    return result


def variables(parts: Sequence[Term]) -> list[Var]:
    """In the order of their first occurrence, so that runs can be repeated."""
    return list(dict.fromkeys(t.var for t in leaves_of(parts) if t.var is not None))


def settle(
    parts: Sequence[Term],
    shared: Sequence[Sequence[Var]],
    proposals: Proposals,
    solver: Solver,
    deadline: float | None = None,
) -> list[Term] | None:
    """Prove the proposals from the back to the front, keeping of each only what its proof needs. None: not proved."""

    def proved(*terms: Term) -> bool:
        if deadline is not None:
            left = deadline - monotonic()
            if left <= 0:
                return False
            solver.limit = left
        return solver.check(*terms) is False

    solver.limit = None
    goal = FALSE
    result: list[Term] = []
    for k in range(len(parts) - 2, -1, -1):
        allowed = frozenset(shared[k])
        for conjuncts in proposals[k]:
            chosen = _needed(conjuncts, parts[k + 1], goal, solver, proved)
            if chosen is not None and chosen.vars <= allowed:
                break
        else:
            return None
        assert chosen is not None
        result.append(chosen)
        goal = chosen
    if not proved(parts[0], not_(goal)):
        return None  # with a single part: it is no contradiction
    result.reverse()
    return result


def _needed(conjuncts: Conjuncts, step: Term, goal: Term, solver: Solver, proved: Callable[..., bool]) -> Term | None:
    """Of the conjuncts, enough to prove the goal after the step."""
    if goal is TRUE:
        return TRUE
    if not proved(step, not_(goal), *conjuncts):
        return None
    if FALSE in conjuncts:
        return TRUE if proved(step, not_(goal)) else FALSE
    if len(conjuncts) > MINIMIZED:
        core = frozenset(solver.core())
        return and_(*(c for c in conjuncts if c in core))
    # Bounds go before equations: where both prove it, the equation says what is going on.
    needed = [c for c in conjuncts if c is not TRUE]
    for c in sorted(needed, key=lambda c: c.op == "eq"):
        rest = [d for d in needed if d is not c]
        if proved(step, not_(goal), *rest):
            needed = rest
    return and_(*needed)
