"""Data races in the states of the search: two instances whose next accesses are both possible and conflict."""

from __future__ import annotations

from threadproof.engines.compiled.accesses import Access, Accesses, is_race
from threadproof.engines.explore.graph import FIELD, Graph


class RaceFound(Exception):
    def __init__(self, state: int, first: Access, second: Access) -> None:
        super().__init__()
        self.state = state
        self.first = first
        self.second = second


class Races:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.accesses = Accesses(graph.model, graph.stepper)
        #: where the instances are -> pairs of masks to look at
        self._pairs: dict[int, tuple[tuple[int, int], ...]] = {}
        #: state & both masks, found to be free of races
        self._clean: set[int] = set()
        self._accesses: dict[int, list[Access]] = {}

    def check(self, state: int) -> None:
        """Raise RaceFound if there is a race in this state."""
        pairs = self._pairs.get(state & self.graph.control)
        if pairs is None:
            pairs = self._find_pairs(state)
        for a, b in pairs:
            key = state & (a | b)
            if key not in self._clean:
                self._compare(state, a, b)
                self._clean.add(key)

    def _find_pairs(self, state: int) -> tuple[tuple[int, int], ...]:
        graph = self.graph
        running = []
        for mask in graph.masks:
            n = state >> graph.shifts[mask] & FIELD
            if n:
                running.append((mask, graph.locals[n][0]))
        found = []
        for i, (a, x) in enumerate(running):
            found += [(b, a) for b, y in running[:i] if self.accesses.may_conflict(x, y)]
        done = self._pairs[state & graph.control] = tuple(found)
        return done

    def _compare(self, state: int, mask_a: int, mask_b: int) -> None:
        for a in self._accesses_of(state, mask_a):
            for b in self._accesses_of(state, mask_b):
                if is_race(a, b):
                    raise RaceFound(state, a, b)

    def _accesses_of(self, state: int, mask: int) -> list[Access]:
        key = state & mask
        done = self._accesses.get(key)
        if done is None:
            graph = self.graph
            l = graph.locals[state >> graph.shifts[mask] & FIELD]
            done = self._accesses[key] = self.accesses.of(graph.shared[state & FIELD], l)
        return done
