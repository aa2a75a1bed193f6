"""Justification of nodes that are not expanded: no running instance, nor one that it may create, can go wrong any more.

Only for properties whose violations are at locations: an error, main's return where leaks matter, something that is
not understood. Deadlocks and races can be anywhere. Entry point: `Harmless.is_harmless`.
"""

from __future__ import annotations

from threadproof.evidence.proof.ahead import edges_ahead
from threadproof.ir import op as O
from threadproof.ir.action import Control, Place
from threadproof.ir.program import Edge, Program, Template
from threadproof.properties import Kind, Property

HAVE_LOCATIONS = frozenset({Kind.LOCATED, Kind.LEAK})


class Harmless:
    def __init__(self, program: Program, property_: Property) -> None:
        self.program = program
        self.property = property_
        self._has_leaks = property_.has(Kind.LEAK) and program.memory is not None
        self._known: dict[tuple[str, int], bool] = {}

    def is_harmless(self, c: Control) -> bool:
        return self.property.is_within(HAVE_LOCATIONS) and not any(self._may_go_wrong(p) for p in c.places)

    def _may_go_wrong(self, p: Place) -> bool:
        key = (p.template.name, p.location)
        if key not in self._known:
            ahead = edges_ahead(self.program, p.template.name, p.location)
            self._known[key] = p.error is not None or any(self._is_wrong(t, e) for t, e in ahead)
        return self._known[key]

    def _is_wrong(self, t: Template, e: Edge) -> bool:
        error = t.errors.get(e.target)
        return (
            (error is not None and error.property == self.property)
            or isinstance(e.op, O.Unsupported)
            or (isinstance(e.op, O.Exit) and self._has_leaks)
        )
