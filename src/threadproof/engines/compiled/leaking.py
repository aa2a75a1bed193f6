"""Is memory leaked if the process ends in a state of the compiled program?"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.analysis.leaks import held_by, leaked_objects
from threadproof.engines.compiled.model import Local, Model, Shared
from threadproof.ir.program import Memory
from threadproof.ir.values import Value
from threadproof.logic.term import Var


def is_leaking(model: Model, memory: Memory, shared: Shared, running: Sequence[Local]) -> bool:
    """Is memory leaked if the process ends now? `running`: all instances."""
    held: list[Value] = []
    for l in running:
        x = model.locations[l[0]]
        locals_ = {v: l[x.slot[v]] for v in memory.local_variables(x.template.name)}
        held += held_by(memory.local_roots.get(x.template.name, ()), locals_.__getitem__)

    def value_of(v: Var) -> Value:
        slot = model.shared_slot.get(v)
        return model.initial_of(v) if slot is None else shared[slot]

    return bool(leaked_objects(memory, value_of, held, [l[1] for l in running]))
