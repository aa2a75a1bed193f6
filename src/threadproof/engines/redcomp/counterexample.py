"""From a derivation of false by the product rule to a schedule: its transitions, edge by edge.

The product's clauses are linear, so a derivation is a sequence of transitions. Entry point: `counterexample`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from threadproof.blocks.transitions import Transition
from threadproof.engines.covering import realize as schedule
from threadproof.horn.clause import Derivation
from threadproof.ir.program import Program
from threadproof.result.counterexample import Counterexample
from threadproof.rules.origin import Origin


def counterexample(
    program: Program, derivation: Derivation, ids: Callable[[Transition], int | None], statistics: dict[str, Any]
) -> Counterexample | None:
    """None: that sequence of transitions is not possible."""
    steps = [schedule.Taken(ids(w), e) for w in _transitions(derivation) for e in w.edges]
    return schedule.counterexample(program, steps, statistics)


def _transitions(derivation: Derivation) -> list[Transition]:
    found = []
    at: Derivation | None = derivation
    while at is not None:
        note = at.clause.note
        if isinstance(note, Origin) and note.transition is not None:
            found.append(note.transition)
        at = at.premises[0] if at.premises else None
    found.reverse()
    return found
