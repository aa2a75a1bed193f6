"""From a path of states to a counterexample that the plain interpreter can replay (`compiled.recorder`)."""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.engines.compiled.accesses import Access
from threadproof.engines.compiled.model import Model
from threadproof.engines.compiled.recorder import Recorder, steps_of
from threadproof.engines.compiled.steps import DECISION, Taken
from threadproof.engines.explore.graph import FIELD, Graph, Violation
from threadproof.errors import InternalError
from threadproof.ir import op as O
from threadproof.ir.interpret import State
from threadproof.result.counterexample import Counterexample


class Explainer:
    def __init__(self, model: Model, graph: Graph) -> None:
        self.model = model
        self.graph = graph

    def counterexample(self, path: Iterable[int], v: Violation) -> Counterexample:
        if v.state < 0:
            assert v.after is not None
            recorder = Recorder(self.model)
            recorder.take_all(self._first(v.after))
        else:
            recorder = self.follow(path)
            recorder.take_all(self._last(v))
        return Counterexample(recorder.result(), v.part, names=self.model.names)

    def race(self, path: Iterable[int], first: Access, second: Access) -> Counterexample:
        return self.follow(path).race(first, second)

    def lasso(self, path: list[int], loop: list[tuple[int, int]]) -> Counterexample:
        """`loop`: (mask, next state), from the end of the path back to it.

        It is run twice: after the first round also the variables that no longer matter have settled.
        """
        recorder = self.follow(path)
        start = 0
        middle: State | None = None
        for _ in range(2):
            middle, start = recorder.machine.whole_state(), len(recorder.moves)
            s = path[-1]
            for mask, t in loop:
                recorder.take_all(self.between(s, t, mask))
                s = t
        assert middle is not None
        recorder.unify(middle, recorder.machine.whole_state())
        return Counterexample(recorder.result(), self.graph.property.name, loop_start=start, names=self.model.names)

    def follow(self, path: Iterable[int]) -> Recorder:
        """Run along a path of states from an initial one."""
        recorder = Recorder(self.model)
        states = iter(path)
        s = next(states)
        recorder.take_all(self._first(s))
        for t in states:
            recorder.take_all(self.between(s, t))
            s = t
        return recorder

    def _first(self, state: int) -> list[Taken]:
        g, l = self.model.initial()
        for g2, l2, trail in self.graph.stepper.first(g, l, explain=True):
            if self.graph.pack(g2, [] if l2 is None else [l2]) == state:
                return steps_of(trail)
        raise InternalError("the path does not start at an initial state")

    def between(self, s: int, t: int, by: int | None = None) -> list[Taken]:
        """The steps of a transition; `by` is the mask of the instance that must take it, not by a spurious wake-up."""
        graph = self.graph
        for mask in graph.masks if by is None else [by]:
            if t - s in graph.moves.get(s & mask, ()):
                shift = graph.shifts[mask]
                l = graph.locals[s >> shift & FIELD]
                edges = self.model.locations[l[0]].edges
                for found in graph.stepper.transitions(graph.shared[s & FIELD], l, explain=True):
                    op = edges[found.edge].op if found.edge != DECISION else None
                    if by is not None and O.is_environment(op):
                        continue
                    if found.exit is None and graph.after(found, shift) - (s & mask) == t - s:
                        return steps_of(found.trail)
        raise InternalError("two states on the path are not connected")

    def _last(self, v: Violation) -> list[Taken]:
        """The transition that shows the violation."""
        if v.after is None and v.exit is None:
            return []
        graph = self.graph
        l = graph.locals[v.state >> v.shift & FIELD]
        found = graph.stepper.transitions(graph.shared[v.state & FIELD], l, explain=True)
        if v.exit is not None:
            return steps_of([t for t in found if t.exit is not None][v.exit].trail)
        for t in found:
            if t.exit is None and graph.after(t, v.shift) == v.after:
                return steps_of(t.trail)
        raise InternalError("the violation is not where it was found")
