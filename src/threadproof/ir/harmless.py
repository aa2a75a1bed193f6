"""Where nothing can go wrong any more: no running instance, nor one it may still create, can reach an error location.

A graph question, so it is decided once per template and location. Deadlocks and races have no location: for them
nothing is harmless. Entry point: `Harmless.is_harmless`.
"""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.ir.symbolic import Control
from threadproof.properties import Kind, Property

#: violations of these kinds happen at locations (leaks, when main returns)
HAVE_LOCATIONS = frozenset({Kind.LOCATED, Kind.LEAK})


class Harmless:
    def __init__(self, program: Program, property_: Property) -> None:
        self._dangerous: dict[str, list[bool]] = {}
        self._is_located = property_.is_within(HAVE_LOCATIONS)
        leaks = property_.has(Kind.LEAK) and program.memory is not None
        for t in program.templates.values():
            self._dangerous[t.name] = [
                (at in t.errors and t.errors[at].property == property_)
                or any(isinstance(e.op, O.Unsupported) or (leaks and isinstance(e.op, O.Exit)) for e in out)
                for at, out in enumerate(t.edges)
            ]
        changed = True
        while changed:
            changed = False
            for t in program.templates.values():
                known = self._dangerous[t.name]
                for at in range(len(t.edges) - 1, -1, -1):
                    if not known[at] and any(self._leads_on(program, e.op, known[e.target]) for e in t.edges[at]):
                        known[at] = changed = True
        self._controls: dict[Control, bool] = {}

    def _leads_on(self, program: Program, op: O.Op, target: bool) -> bool:
        if isinstance(op, O.Create) and self._dangerous[op.template][program.templates[op.template].entry]:
            return True
        return target

    def is_harmless(self, c: Control) -> bool:
        known = self._controls.get(c)
        if known is None:
            known = self._is_located and not any(self._dangerous[p.template.name][p.location] for p in c.places)
            self._controls[c] = known
        return known
