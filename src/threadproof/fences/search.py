"""Which changes are needed: as few as possible, none of which can be left out.

A program with more fences has fewer executions. So where a set of changes leaves the program unsafe, each set in it
does, too, and is not asked about. First everything is made as strong as possible; then each change is left out in turn,
and stays out if the program is safe without it; then all smaller sets are tried, if there are not too many; then each
change that is left is made weaker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb

from threadproof.fences.patch import Change
from threadproof.fences.spots import Place
from threadproof.records import dataclass, field
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: smaller sets than the one that was found are tried up to so many
MOST_SETS = 60
Chosen = frozenset[Change]


@dataclass(slots=True)
class Found:
    #: None: with all of them the program is not safe
    changes: list[Change] | None
    #: with all of them
    most: Verdict
    #: what happens without a change, or with a weaker one; Unknown: it may not be needed
    without: dict[Change, Verdict] = field(default_factory=dict)
    #: no set of fewer changes is enough
    is_least: bool = False


class Search:
    def __init__(self, ask: Callable[[Chosen], Verdict]) -> None:
        self._ask = ask
        self._known: dict[Chosen, Verdict] = {}

    def run(self, places: Sequence[Place]) -> Found:
        chosen = [p.changes[0] for p in places]
        most = self.ask(chosen)
        if not isinstance(most, Safe):
            return Found(None, most)
        for one in list(chosen):
            fewer = [c for c in chosen if c is not one]
            if isinstance(self.ask(fewer), Safe):
                chosen = fewer
        chosen, is_least = self._fewest([p.changes[0] for p in places], chosen)
        without = {}
        weaker = {p.changes[0]: p.changes[1:] for p in places}
        for n, one in enumerate(chosen):
            kept = one
            verdict = self.ask([c for c in chosen if c is not one])
            for other in weaker[one]:
                found = self.ask([*chosen[:n], other, *chosen[n + 1 :]])
                if isinstance(found, Safe):
                    kept = other
                    chosen = [*chosen[:n], other, *chosen[n + 1 :]]
            without[kept] = verdict
        return Found(chosen, most, without, is_least)

    def ask(self, changes: Sequence[Change]) -> Verdict:
        wanted = frozenset(changes)
        if wanted not in self._known:
            for more, verdict in self._known.items():
                if isinstance(verdict, Unsafe) and wanted <= more:
                    return verdict
            self._known[wanted] = self._ask(wanted)
        return self._known[wanted]

    def _fewest(self, all_: list[Change], chosen: list[Change]) -> tuple[list[Change], bool]:
        """With: is no smaller set enough?"""
        is_least = True
        for size in range(1, len(chosen)):
            if comb(len(all_), size) > MOST_SETS:
                return chosen, False
            for some in combinations(all_, size):
                verdict = self.ask(some)
                if isinstance(verdict, Safe):
                    return list(some), is_least
                is_least &= not isinstance(verdict, Unknown)
        return chosen, is_least
