"""What is looked for in a settled state: deadlocks, data races, leaks. (Errors are found when moves are computed.)

*Deadlock*: every running instance waits, that is, can do nothing but wake up spuriously, at a location with a step that
waits. One that is stuck elsewhere is at a failed assumption, which discards the execution.

*Data race*: the next steps of two instances are both possible and touch the same cell, one writes, not both are atomic.
In a section all accesses of complete runs count, but two sections never race with each other. An instance whose steps
depend on undecided inputs has no steps yet: it is looked at in the states that distinguish the cases.

*Leak*: where main can return, memory is allocated that no pointer leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from threadproof.analysis.leaks import held_by, leaked_objects
from threadproof.evidence.states.accesses import Access, Accesses
from threadproof.evidence.states.graph import FIELD, Graph
from threadproof.evidence.states.layout import initial_of
from threadproof.evidence.states.moves import Objection
from threadproof.ir.program import Memory
from threadproof.ir.values import Value
from threadproof.logic.term import Var
from threadproof.properties import Kind, Property


def make_checks(graph: Graph, accesses: Accesses, property_: Property) -> Sequence[Callable[[int], None]]:
    program, checks = graph.layout.program, list[Callable[[int], None]]()
    if property_.has(Kind.LOST_EVENT):
        checks.append(LostEvents(graph).check)
    if property_.has(Kind.DEADLOCK):
        checks.append(Deadlocks(graph).check)
    if property_.has(Kind.RACE) and program.scheduler is None:  # (else only one thread has control)
        checks.append(Races(graph, accesses).check)
    if property_.has(Kind.LEAK) and program.memory is not None and program.memory.heap:
        checks.append(Leaks(graph, program.memory).check)
    return checks


class Deadlocks:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def check(self, state: int) -> None:
        waiting = self.graph.waiting
        running = self.graph.running(state)
        if running and all(state & m in waiting for m in running):
            raise Objection("no thread can move, and not all have ended")


class LostEvents:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def check(self, state: int) -> None:
        if self.graph.layout.program.scheduler is not None and self.graph.shared[state & FIELD][-1].lost:
            raise Objection("an event is lost")


class Races:
    def __init__(self, graph: Graph, accesses: Accesses) -> None:
        self.graph = graph
        self.accesses = accesses
        #: where the instances are -> pairs of masks to look at
        self._pairs: dict[int, tuple[tuple[int, int], ...]] = {}
        #: state & both masks, without a race
        self._clean: set[int] = set()
        self._accesses: dict[int, list[Access]] = {}

    def check(self, state: int) -> None:
        pairs = self._pairs.get(state & self.graph.control)
        if pairs is None:
            pairs = self._pairs[state & self.graph.control] = tuple(self._rivals(state))
        for a, b in pairs:
            key = state & (a | b)
            if key not in self._clean:
                self._compare(state, a, b)
                self._clean.add(key)

    def _rivals(self, state: int) -> Iterable[tuple[int, int]]:
        running = [(m, self.graph.local_of(state, m)[0]) for m in self.graph.running(state)]
        for i, (a, x) in enumerate(running):
            for b, y in running[:i]:
                if self.accesses.may_race(x, y):
                    yield b, a

    def _compare(self, state: int, a: int, b: int) -> None:
        if state & a in self.graph.cases or state & b in self.graph.cases:
            return
        for x in self._of(state, a):
            for y in self._of(state, b):
                if x.races_with(y):
                    raise Objection(f"{x.var} is accessed by two threads at once", x.edge)

    def _of(self, state: int, mask: int) -> list[Access]:
        key = state & mask
        found = self._accesses.get(key)
        if found is None:
            g, l = self.graph.shared[state & FIELD], self.graph.local_of(state, mask)
            found = self._accesses[key] = self.accesses.next(g, l)
        return found


class Leaks:
    def __init__(self, graph: Graph, memory: Memory) -> None:
        self.graph = graph
        self.memory = memory

    def check(self, state: int) -> None:
        returns = [x for m in self.graph.running(state) for x in self.graph.returns.get(state & m, ())]
        if not returns:
            return
        layout = self.graph.layout
        held: list[Value] = []
        running: list[int] = []
        for m in self.graph.running(state):
            l = self.graph.local_of(state, m)
            spot = layout.spots[l[0]]
            running.append(l[1])
            name = spot.template.name
            locals_ = {v: l[spot.slot_of(v)] for v in self.memory.local_variables(name)}
            held += held_by(self.memory.local_roots.get(name, ()), locals_.__getitem__)
        for g, e in returns:
            end = g

            def value_of(v: Var, end: tuple[Value, ...] = end) -> Value:
                slot = layout.shared_slot.get(v)
                return initial_of(v) if slot is None else end[slot]

            if leaked_objects(self.memory, value_of, held, running):
                raise Objection("memory is leaked when the process ends", e)
