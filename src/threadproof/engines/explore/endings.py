"""Deadlocks, and executions that run for ever.

A *deadlock* is a state in which no instance can move other than by a spurious wake-up, while some are running. If an
instance is stuck at a failed assume instead of waiting, the execution is discarded, and it is none.

The program *need not terminate* if it has a deadlock, or a weakly fair infinite execution with finitely many spurious
wake-ups: a strongly connected part of the graph in which every running instance takes a step, or is waiting in some
state. (An instance that does neither is at a failed assume, or could always move and never does.) With strong fairness
whoever takes no step can move in no state: without the states where somebody can, parts are looked for again. Without
fairness any circle counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from threadproof.engines.explore.graph import FIELD, STUCK, WAITING, Graph, Violation
from threadproof.properties import Fairness, Property

#: states between two looks at the clock
TICK = 10_000


class Deadlocks:
    def __init__(self, graph: Graph, property_: Property) -> None:
        self.graph = graph
        self.property = property_

    def check(self, state: int) -> None:
        graph = self.graph
        waiting = False
        for mask in graph.masks:
            key = state & mask
            if key <= FIELD:
                continue
            why = graph.idle.get(key)
            if why is None and key not in graph.moves:
                graph.expand(state, mask)
                why = graph.idle.get(key)
            if why is None or why == STUCK:
                return
            waiting = True
        if waiting:
            raise Violation(state, self.property.name)


class LostEvents:
    """In a cooperative program: an event that nobody saw."""

    def __init__(self, graph: Graph, property_: Property) -> None:
        self.graph = graph
        self.property = property_

    def check(self, state: int) -> None:
        if self.graph.is_cooperative and self.graph.shared[state & FIELD][-1].lost:
            raise Violation(state, self.property.name)


class LassoFound(Exception):
    """`loop`: (mask of the instance that moves, next state), from `state` back to it."""

    def __init__(self, state: int, loop: list[tuple[int, int]]) -> None:
        super().__init__()
        self.state = state
        self.loop = loop


class Cycles:
    """The search for a fair cycle, once all states are known."""

    def __init__(self, graph: Graph, tick: Callable[[], None] = lambda: None) -> None:
        self.graph = graph
        self.fairness = graph.property.fairness
        #: called from time to time; may raise Limit
        self.tick = tick

    def successors(self, state: int) -> list[tuple[int, int]]:
        """(mask, next state), without spurious wake-ups."""
        graph, found = self.graph, []
        for mask in graph.masks:
            key = state & mask
            skipped = graph.spurious.get(key, ())
            found += [(mask, state + d) for d in graph.moves.get(key, ()) if d not in skipped]
        return found

    def find(self, states: Iterable[int], within: Set[int] | None = None) -> None:
        """Raise LassoFound if there is a fair cycle. (Tarjan's algorithm, without recursion.)"""
        successors = self.successors
        if within is not None:

            def successors(state: int) -> list[tuple[int, int]]:
                return [(m, t) for m, t in self.successors(state) if t in within]

        index: dict[int, int] = {}
        low: dict[int, int] = {}
        on_stack: set[int] = set()
        stack: list[int] = []
        for root in states:
            if root in index:
                continue
            index[root] = low[root] = len(index)
            stack.append(root)
            on_stack.add(root)
            work = [(root, iter(successors(root)))]
            while work:
                s, rest = work[-1]
                for _, t in rest:
                    if t not in index:
                        if len(index) % TICK == 0:
                            self.tick()
                        index[t] = low[t] = len(index)
                        stack.append(t)
                        on_stack.add(t)
                        work.append((t, iter(successors(t))))
                        break
                    if t in on_stack and index[t] < low[s]:
                        low[s] = index[t]
                else:
                    work.pop()
                    if work and low[s] < low[work[-1][0]]:
                        low[work[-1][0]] = low[s]
                    if low[s] == index[s]:
                        component = []
                        while True:
                            t = stack.pop()
                            on_stack.discard(t)
                            component.append(t)
                            if t == s:
                                break
                        self._judge(component)

    def _judge(self, component: list[int]) -> None:
        graph = self.graph
        inside = set(component)
        missing = [m for m in graph.masks if component[0] & m > FIELD]
        #: what a fair cycle must pass: a state, or a transition
        goals: list[tuple[int, int | None, int | None]] = []
        is_cycle = False
        for s in component:
            moves = [(m, t) for m, t in self.successors(s) if t in inside]
            is_cycle = is_cycle or bool(moves)
            for m, t in moves:
                if m in missing:
                    missing.remove(m)
                    goals.append((s, m, t))
            for m in [m for m in missing if self._may_rest(s, m)]:
                missing.remove(m)
                goals.append((s, None, None))
            if is_cycle and not missing:
                break
        if missing and is_cycle and self.fairness is Fairness.STRONG:
            able = [s for s in component if any(self._can_move(s, m) for m in missing)]
            if able:
                self.find(rest := inside.difference(able), rest)
                return
            missing = [m for m in missing if all(graph.idle.get(s & m) != WAITING for s in component)]
        if is_cycle and not missing:
            raise LassoFound(goals[0][0], self._tour(goals, inside))

    def _may_rest(self, state: int, mask: int) -> bool:
        """Is it enough for fairness that an instance which takes no step is here?"""
        match self.fairness:
            case Fairness.NONE:
                return True
            case Fairness.WEAK:
                return self.graph.idle.get(state & mask) == WAITING
            case Fairness.STRONG:
                return False

    def _can_move(self, state: int, mask: int) -> bool:
        key = state & mask
        if key not in self.graph.moves:
            self.graph.expand(state, mask)
        return key not in self.graph.idle

    def _tour(self, goals: list[tuple[int, int | None, int | None]], inside: set[int]) -> list[tuple[int, int]]:
        start = here = goals[0][0]
        loop: list[tuple[int, int]] = []
        for s, mask, t in goals:
            loop += self._way(here, s, inside)
            here = s
            if mask is not None and t is not None:
                loop.append((mask, t))
                here = t
        loop += self._way(here, start, inside)
        return loop or self._way_round(start, inside)

    def _way(self, source: int, target: int, inside: set[int]) -> list[tuple[int, int]]:
        """A shortest path inside the component."""
        came: dict[int, tuple[int, int]] = {}
        level = [source]
        while target != source and target not in came:
            following = []
            for s in level:
                for m, t in self.successors(s):
                    if t in inside and t not in came and t != source:
                        came[t] = (s, m)
                        following.append(t)
            level = following
        path = []
        while target != source:
            s, m = came[target]
            path.append((m, target))
            target = s
        path.reverse()
        return path

    def _way_round(self, start: int, inside: set[int]) -> list[tuple[int, int]]:
        for m, t in self.successors(start):
            if t in inside:
                return [(m, t), *self._way(t, start, inside)]
        raise AssertionError("a cycle has a transition")
