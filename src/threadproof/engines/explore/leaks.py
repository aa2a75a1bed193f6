"""Memory that is leaked when main returns: looked for in every state in which it can return."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.analysis.leaks import held_by, leaked_objects
from threadproof.engines.explore.graph import FIELD, Graph, Violation
from threadproof.engines.explore.model import Local, Model, Shared
from threadproof.ir.program import MAIN_ID, Memory
from threadproof.ir.values import Value
from threadproof.logic.term import Var


def is_leaking(model: Model, memory: Memory, shared: Shared, running: Sequence[Local]) -> bool:
    """Is memory leaked if main returns now? `running`: all instances, main too."""
    held: list[Value] = []
    for l in running:
        x = model.locations[l[0]]
        locals_ = {v: l[x.slot[v]] for v in memory.local_variables(x.template.name)}
        held += held_by(memory.local_roots.get(x.template.name, ()), locals_.__getitem__)

    def value_of(v: Var) -> Value:
        slot = model.shared_slot.get(v)
        return model.initial_of(v) if slot is None else shared[slot]

    return bool(leaked_objects(memory, value_of, held, [l[1] for l in running]))


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
        exits = [t for t in graph.stepper.transitions(g, main) if t.exit is not None]
        for i in returns:
            if is_leaking(graph.model, self.memory, exits[i].shared, instances):
                raise Violation(state, "valid-memtrack", self._shift, exit=i)
