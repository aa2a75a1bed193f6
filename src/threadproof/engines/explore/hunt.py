"""Random walks: a quick look for deep violations before, and between, the exhaustive search. Nothing is stored.

A walk prefers to let one instance run for a while and then to switch, and sometimes holds an instance back for long:
most bugs need few context switches at the right places.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from threadproof.engines.explore.graph import FIELD, Graph

#: steps of one walk, at first; it grows while walks are cut off
LENGTH = 200
LONGEST = 20_000


class Hunt:
    def __init__(self, graph: Graph, check: Callable[[int], None] | None, seed: int) -> None:
        self.graph = graph
        self.check = check
        self.random = random.Random(seed)
        self.walks = 0
        self.steps = 0
        self._length = LENGTH
        #: the states of the current walk
        self.path: list[int] = []

    def run(self, until: float) -> None:
        """Walk until the time has come; a violation is raised from here, and `path` leads to it."""
        starts = self.graph.initials()
        while starts and time.monotonic() < until:
            self.walks += 1
            if self._walk(self.random.choice(starts), until):
                self._length = min(2 * self._length, LONGEST)

    def _walk(self, s: int, until: float) -> bool:
        """True if the walk was cut off."""
        graph, rng, check = self.graph, self.random, self.check
        moves_of, expand = graph.moves.get, graph.expand
        self.path = path = [s]
        switch = rng.choice((0.02, 0.1, 0.3, 0.9))
        held_back = rng.choice(graph.masks) if rng.random() < 0.5 else 0
        current = 0
        for n in range(self._length):
            if n % 64 == 63 and time.monotonic() > until:
                break
            if check is not None:
                check(s)
            moves: tuple[int, ...] | None = ()
            if current and rng.random() >= switch:
                moves = moves_of(s & current)
                if moves is None:
                    moves = expand(s, current)
            if not moves:
                order = [m for m in graph.masks if s & m > FIELD]
                rng.shuffle(order)
                if held_back in order and rng.random() < 0.95:
                    order.remove(held_back)
                    order.append(held_back)
                for current in order:
                    moves = moves_of(s & current)
                    if moves is None:
                        moves = expand(s, current)
                    if moves:
                        break
            if not moves:
                return False
            s += moves[0] if len(moves) == 1 else rng.choice(moves)
            path.append(s)
            self.steps += 1
        return True
