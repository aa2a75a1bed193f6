"""Memory that is leaked when main returns: looked for in every state in which it can return."""

from __future__ import annotations

from threadproof.analysis.leaks import leaked_objects
from threadproof.engines.explore.graph import FIELD, Graph, Violation
from threadproof.ir.program import MAIN_ID, Memory
from threadproof.ir.values import Value
from threadproof.logic.term import Var


class Leaks:
    def __init__(self, graph: Graph, memory: Memory) -> None:
        self.graph = graph
        self.memory = memory
        self._shift = graph.shift(MAIN_ID)
        self._mask = FIELD | FIELD << self._shift

    def check(self, state: int) -> None:
        key = state & self._mask
        graph = self.graph
        if key > FIELD and key not in graph.moves:
            graph.expand(state, self._mask)
        returns = graph.returns.get(key)
        if returns is None:
            return
        g, instances = graph.unpack(state)
        main = next(l for l in instances if l[1] == MAIN_ID)
        held: list[Value] = []
        for l in instances:
            if l[1] != MAIN_ID:
                x = graph.model.locations[l[0]]
                held += [l[x.slot[v]] for v in self.memory.local_roots.get(x.template.name, ()) if v in x.slot]
        exits = [t for t in graph.stepper.transitions(g, main) if t.exit is not None]
        for i in returns:
            shared = exits[i].shared

            def value_of(v: Var, shared: tuple[Value, ...] = shared) -> Value:
                slot = graph.model.shared_slot.get(v)
                return graph.model.initial_of(v) if slot is None else shared[slot]

            if leaked_objects(self.memory, value_of, held):
                raise Violation(state, "valid-memtrack", self._shift, exit=i)
