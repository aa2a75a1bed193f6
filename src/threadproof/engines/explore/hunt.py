"""Random walks: a quick look for deep violations between two parts of the exhaustive search. No state is stored.

A walk lets one instance run for a while and then switches, and often holds one instance back: most bugs need few
context switches at the right places. Programs with thousands of threads are walked through as well, so nothing is done
for every running instance at every step.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence

from threadproof.engines.explore.graph import FIELD, Graph

#: steps of one walk, at first; it grows while walks are cut off
LENGTH = 200
LONGEST = 100_000
#: with more instances than this, whole states are not looked at
CROWD = 60


class Hunt:
    def __init__(self, graph: Graph, checks: Sequence[Callable[[int], None]], seed: int) -> None:
        self.graph = graph
        self.checks = checks
        self.random = random.Random(seed)
        self.walks = 0
        self.steps = 0
        self._length = LENGTH
        #: the current walk: its first state, and the differences to the following ones
        self._start = 0
        self._path: list[int] = []

    def path(self) -> Iterator[int]:
        """The states of the current walk, without what it did between two visits to one state."""
        s, position = self._start, 0
        last = {s: 0}
        for n, d in enumerate(self._path, 1):
            s += d
            last[s] = n
        s = self._start
        yield s
        for n, d in enumerate(self._path, 1):
            if position == n - 1:
                position = last[s]
            s += d
            if n > position:
                position = n
                yield s

    def run(self, until: float) -> None:
        """Walk until the time has come; a violation is raised from here, and `path` leads to it."""
        starts = self.graph.initials()
        while starts and time.monotonic() < until:
            self.walks += 1
            if self._walk(self.random.choice(starts), until):
                self._length = min(2 * self._length, LONGEST)

    def _walk(self, s: int, until: float) -> bool:
        """True if the walk was cut off."""
        graph, rng, checks = self.graph, self.random, self.checks
        moves_of, expand, created = graph.moves.get, graph.expand, graph.created
        self._start, self._path = s, []
        append = self._path.append
        switch = rng.choice((0.001, 0.02, 0.1, 0.3, 0.9))
        held_back = rng.choice(graph.masks) if rng.random() < 0.5 else 0
        running = [m for m in graph.masks if s & m > FIELD]
        current = 0
        for n in range(self._length):
            if n % 64 == 63 and time.monotonic() > until:
                break
            if checks and len(running) <= CROWD:
                for check in checks:
                    check(s)
            moves: tuple[int, ...] | None = ()
            if current and rng.random() >= switch:
                moves = moves_of(s & current)
                if moves is None:
                    moves = expand(s, current)
            if not moves:
                current, moves = self._switch(s, running, held_back)
                if not moves:
                    for check in checks:
                        check(s)
                    return False
            d = moves[0] if len(moves) == 1 else rng.choice(moves)
            key = s & current
            s += d
            append(d)
            self.steps += 1
            if s & current <= FIELD:
                running.remove(current)
                current = 0
            if key in created:
                running += [m for m in created[key] if s & m > FIELD and m not in running]
        return True

    def _switch(self, s: int, running: list[int], held_back: int) -> tuple[int, tuple[int, ...]]:
        """Another instance that can move, any, and its moves."""
        graph, rng = self.graph, self.random
        late: list[int] = []
        for n in range(len(running)):
            # a random order, as far as it is needed
            k = rng.randrange(n, len(running))
            running[n], running[k] = running[k], running[n]
            mask = running[n]
            if mask == held_back and rng.random() < 0.95:
                late.append(mask)
                continue
            moves = graph.moves.get(s & mask)
            if moves is None:
                moves = graph.expand(s, mask)
            if moves:
                return mask, moves
        for mask in late:
            moves = graph.moves.get(s & mask)
            if moves is None:
                moves = graph.expand(s, mask)
            if moves:
                return mask, moves
        return 0, ()
