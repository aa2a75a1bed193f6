"""Every state once: all instances are expanded, or one that may go alone, if that leads to something new.

A state is *settled* by expanding all instances, and only then looked at for violations that are no steps: deadlocks,
races, leaks. Why an instance may go alone, and what that cannot lose, is said in `quiet`. It puts off the others, and a
circle of such moves would put them off for ever. So at least one move must lead to a state that was not reached before:
then every such state is followed by one that was found later, and among finitely many states that comes to an end, in a
settled one. (The instance does not take part in what is put off, so that any of its moves will do; unless its moves
are cases to distinguish, each for other inputs: then all must be new.) Of an instance that may have no move for some of
the inputs, it is not known that it is possible: it does not go alone.

Entry point: `Search.run`, which raises Objection if it finds a violation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.evidence.states.graph import Graph
from threadproof.evidence.states.quiet import Alone

#: states between two looks at the clock
SLICE = 1_000


class Search:
    #: one alone must find something new; tests switch it off, to see that it is needed
    must_be_new = True

    def __init__(self, graph: Graph, alone: Alone, checks: Sequence[Callable[[int], None]]) -> None:
        self.graph = graph
        self.alone = alone
        self.checks = checks
        self.seen: set[int] = set()
        self.settled = 0
        self._alone: dict[int, tuple[int, ...]] = {}

    def run(self, tick: Callable[[], None]) -> None:
        """`tick` is called from time to time, and may raise Limit."""
        self.graph.mover.tick = tick
        first = self.graph.initial()
        self.seen.add(first)
        frontier = [first]
        while frontier:
            found: list[int] = []
            for at in range(0, len(frontier), SLICE):
                tick()
                self._expand(frontier[at : at + SLICE], found)
            frontier = found

    def _expand(self, states: list[int], found: list[int]) -> None:
        graph, seen, alone = self.graph, self.seen, self._alone
        masks, get, expand, checks = graph.masks, graph.moves.get, graph.expand, self.checks
        for s in states:
            candidates = alone.get(s & graph.control)
            if candidates is None:
                candidates = self._candidates(s)
            for m in candidates:
                if self._goes_alone(s, m, found):
                    break
            else:
                self.settled += 1
                for m in masks:
                    moves = get(s & m)
                    if moves is None:
                        moves = expand(s, m)
                    for d in moves:
                        t = s + d
                        if t not in seen:
                            seen.add(t)
                            found.append(t)
                for check in checks:
                    check(s)

    def _goes_alone(self, s: int, m: int, found: list[int]) -> bool:
        graph, seen = self.graph, self.seen
        key = s & m
        moves = graph.moves.get(key)
        if moves is None:
            moves = graph.expand(s, m)
        if not moves or key in graph.partial:
            return False
        new = [s + d for d in moves if s + d not in seen]
        if self.must_be_new and len(new) < (len(moves) if key in graph.cases else 1):
            return False
        seen.update(new)
        found += new
        return True

    def _candidates(self, s: int) -> tuple[int, ...]:
        """The masks of those who may go alone. Depends on where the instances are only."""
        graph = self.graph
        running = graph.running(s)
        places = [graph.local_of(s, m)[0] for m in running]
        found = self._alone[s & graph.control] = tuple([running[i] for i in self.alone.among(places)])
        return found
