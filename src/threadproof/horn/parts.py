"""Conjunctions in parts that have no variable in common: each is decided alone, once, and the models are put together.

What is asked about clauses is a hundred small facts about a dozen variables, most of which have nothing to do with each
other: a step of one thread changes few of them, so most parts were seen before. Entry point: `Splitter`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final

from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.smt.solver import Solver

#: answers that are remembered
MOST_KNOWN: Final = 100_000


def parts(terms: Iterable[Term], marks: Callable[[Term], Iterable[Hashable]] = lambda t: t.vars) -> list[list[Term]]:
    """The terms in groups: no mark, that is variable, occurs in two of them. Their order is kept."""
    every = list(terms)
    group_of: dict[Hashable, list[int]] = {}
    groups: dict[int, list[int]] = {}
    for n, t in enumerate(every):
        own = marks(t)
        joined = {id(g): g for m in own if (g := group_of.get(m)) is not None}
        if len(joined) == 1:
            (group,) = joined.values()
        else:
            group = [k for g in joined.values() for k in g]
            for old in joined:
                del groups[old]
            for k in group:
                group_of.update(dict.fromkeys(marks(every[k]), group))
            groups[id(group)] = group
        group.append(n)
        group_of.update(dict.fromkeys(own, group))
    return [[every[k] for k in g] for g in sorted(map(sorted, groups.values()))]


class Split:
    """A conjunction in its parts, to which terms are added one at a time."""

    def __init__(self, solver: Solver, known: dict[frozenset[Term], bool | Model], terms: Iterable[Term]) -> None:
        self._solver = solver
        self._known = known
        self._parts = parts(dict.fromkeys(c for t in terms for c in conjuncts(t)))
        self._of = {v: k for k, part in enumerate(self._parts) for t in part for v in t.vars}
        self._model: dict[Var, int] = {}

    def check(self) -> bool | None:
        """Of the conjunction alone."""
        answer: bool | None = True
        for part in self._parts:
            found = self._decide(part)
            if found is False:
                return False
            if found is None:
                answer = None
            elif isinstance(found, Model):
                self._model |= found.scalars
        return answer

    def groups(self, terms: Iterable[Term]) -> list[list[Term]]:
        """The terms in groups: no two have to do with each other, not even by way of the conjunction."""
        of = self._of
        return parts(terms, lambda t: {of.get(v, v) for v in t.vars})

    def near(self, variables: Iterable[Var]) -> list[Term]:
        """All that has to do with the variables."""
        return [t for k in sorted({self._of[v] for v in variables if v in self._of}) for t in self._parts[k]]

    def check_with(self, *terms: Term) -> Model | bool | None:
        """With these as well, if the conjunction alone is possible: a model, or False, or not decided."""
        found = self._decide([*self.near(v for t in terms for v in t.vars), *terms])
        return Model(self._model | found.scalars) if isinstance(found, Model) else found

    def model(self) -> Model:
        return Model(dict(self._model))

    def _decide(self, part: list[Term]) -> Model | bool | None:
        key = frozenset(part)
        found = self._known.get(key)
        if found is None:
            answer = self._solver.check(*part)
            if answer is None:
                return None
            found = self._own(part) if answer else False
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = found
        return found

    def _own(self, part: list[Term]) -> Model:
        """Only the values that matter: the others belong to other parts."""
        scalars = self._solver.model().scalars
        return Model({v: scalars.get(v, 0) for t in part for v in t.vars})


class Splitter:
    """Makes splits that share what they find out."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._known: dict[frozenset[Term], bool | Model] = {}

    def split(self, terms: Iterable[Term]) -> Split:
        return Split(self._solver, self._known, terms)

    def not_implied(self, terms: Iterable[Term], facts: Sequence[Term]) -> set[Term]:
        """Those of the facts that do not follow from the conjunction of the terms, or are not decided."""
        if not facts:
            return set()
        split = self.split(terms)
        if split.check() is False:
            return set()
        lost: set[Term] = set()
        for group in split.groups(facts):
            left = group
            while left:
                found = split.check_with(T.not_(T.and_(*left)))
                if found is False:
                    break
                left = [t for t in left if evaluate(t, found)] if isinstance(found, Model) else []
            lost |= set(group).difference(left)
        return lost
