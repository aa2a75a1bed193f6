"""Breadth-first search over the state graph, in slices so that limits, progress and checks cost nothing inside.

`seen` maps each state to the one it was first reached from, so a shortest trace can be read off. The checks that look
at whole states (races, deadlocks, leaks) are given as `check`; error locations are found when transitions are computed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from threadproof.engines.explore.graph import FIELD, Graph
from threadproof.engines.explore.reduction import Futures
from threadproof.errors import Limit

#: states between two looks at the clock: at first, and at most; aims at SLICE_SECONDS
SLICE = 64
LONGEST_SLICE = 16_384
SLICE_SECONDS = 0.1


class Search:
    #: an instance is expanded alone only if that leads to a new state; tests switch it off to see that it is needed
    cycle_condition = True

    def __init__(self, graph: Graph, checks: Sequence[Callable[[int], None]], futures: Futures | None) -> None:
        self.graph = graph
        self.checks = checks
        self.futures = futures
        self.seen: dict[int, int] = {}
        self.frontier: list[int] = []
        #: states of the frontier that are already expanded
        self.position = 0
        self.next: list[int] = []
        self.transitions = 0
        self._alone: dict[int, tuple[int, ...]] = {}

    def start(self) -> None:
        for s in self.graph.initials():
            if s not in self.seen:
                self.seen[s] = s
                self.next.append(s)

    @property
    def waiting(self) -> int:
        return len(self.frontier) - self.position + len(self.next)

    def run(
        self,
        deadline: float | None,
        max_states: int | None,
        report: Callable[[], None] | None = None,
        until: float | None = None,
    ) -> bool:
        """Search on; True when everything is explored, False when the time `until` has come. May raise Limit."""
        expand = self._expand_all if self.futures is None else self._expand_some
        size, before = SLICE, time.monotonic()
        while True:
            if self.position >= len(self.frontier):
                if not self.next:
                    return True
                self.frontier, self.next, self.position = self.next, [], 0
            part = self.frontier[self.position : self.position + size]
            expand(part)
            for check in self.checks:
                for s in part:
                    check(s)
            self.position += len(part)
            now = time.monotonic()
            if now - before > 2 * SLICE_SECONDS:
                size = max(size // 2, 1)
            elif now - before < SLICE_SECONDS / 2:
                size = min(2 * size, LONGEST_SLICE)
            before = now
            if deadline is not None and now > deadline:
                raise Limit("timeout")
            if max_states is not None and len(self.seen) > max_states:
                raise Limit("state limit", f"more than {max_states} states")
            if report is not None:
                report()
            if until is not None and now > until and self.waiting:
                return False

    def _expand_all(self, part: list[int]) -> None:
        graph, seen, append = self.graph, self.seen, self.next.append
        masks, get, expand = graph.masks, graph.moves.get, graph.expand
        count = 0
        for s in part:
            for m in masks:
                moves = get(s & m)
                if moves is None:
                    moves = expand(s, m)
                for d in moves:
                    t = s + d
                    if t not in seen:
                        seen[t] = s
                        append(t)
                count += len(moves)
        self.transitions += count

    def _expand_some(self, part: list[int]) -> None:
        """The same with persistent sets: see `reduction`."""
        graph, seen, append = self.graph, self.seen, self.next.append
        masks, get, expand = graph.masks, graph.moves.get, graph.expand
        alone, needs_new = self._alone, self.cycle_condition
        count = 0
        for s in part:
            candidates = alone.get(s & graph.control)
            if candidates is None:
                candidates = self._candidates(s)
            for m in candidates:
                moves = get(s & m)
                if moves is None:
                    moves = expand(s, m)
                is_new = False
                for d in moves:
                    t = s + d
                    if t not in seen:
                        seen[t] = s
                        append(t)
                        is_new = True
                if is_new or (moves and not needs_new):
                    count += len(moves)
                    break
            else:
                for m in masks:
                    moves = get(s & m)
                    if moves is None:
                        moves = expand(s, m)
                    for d in moves:
                        t = s + d
                        if t not in seen:
                            seen[t] = s
                            append(t)
                    count += len(moves)
        self.transitions += count

    def _candidates(self, s: int) -> tuple[int, ...]:
        """The masks of the instances that may be expanded alone. Depends on where the instances are only."""
        graph = self.graph
        assert self.futures is not None
        masks, locations = [], []
        for m, shift in graph.shifts.items():
            n = s >> shift & FIELD
            if n:
                masks.append(m)
                locations.append(graph.locals[n][0])
        found = self._alone[s & graph.control] = tuple([masks[i] for i in self.futures.alone(locations)])
        return found

    def path_to(self, state: int) -> list[int]:
        """States from an initial one to this one."""
        path = [state]
        while self.seen[state] != state:
            state = self.seen[state]
            path.append(state)
        path.reverse()
        return path
