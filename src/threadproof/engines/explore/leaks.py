"""Memory that is leaked when the process ends normally: looked for in every state in which a thread can end it."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.engines.compiled.leaking import is_leaking
from threadproof.engines.explore.graph import FIELD, Graph, Violation
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Memory
from threadproof.properties import MEMTRACK


class Leaks:
    def __init__(self, graph: Graph, memory: Memory) -> None:
        self.graph = graph
        self.memory = memory
        ending = [t for t in graph.model.program.templates.values() if any(map(_ends_process, t.all_edges()))]
        self._is_main = [t.name for t in ending] == [graph.model.program.main]

    def check(self, state: int) -> None:
        graph = self.graph
        for id_ in (MAIN_ID,) if self._is_main else [l[1] for l in graph.unpack(state)[1]]:
            shift = graph.shift(id_)
            key = state & (FIELD | FIELD << shift)
            if key > FIELD and key not in graph.moves:
                graph.expand(state, FIELD | FIELD << shift)
            if key in graph.returns:
                self._look(state, id_, shift, graph.returns[key])

    def _look(self, state: int, id_: int, shift: int, returns: Sequence[int]) -> None:
        g, instances = self.graph.unpack(state)
        ending = next(l for l in instances if l[1] == id_)
        exits = [t for t in self.graph.stepper.transitions(g, ending) if t.exit is not None]
        for i in returns:
            if is_leaking(self.graph.model, self.memory, exits[i].shared, instances):
                raise Violation(state, MEMTRACK, shift, exit=i)


def _ends_process(e: Edge) -> bool:
    return isinstance(e.op, O.Exit) and e.op.is_normal
