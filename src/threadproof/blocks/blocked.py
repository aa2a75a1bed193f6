"""The transitions of a program between blocks, with the facts that the blocks lean on. Entry point: `blocked`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Movers
from threadproof.analysis.plain import mover_facts
from threadproof.blocks.boundaries import all_boundaries, boundaries
from threadproof.blocks.transitions import Transitions
from threadproof.ir.program import Program, Template
from threadproof.properties import Property


def blocked(
    program: Program,
    property_: Property,
    reduction: str,
    more: Callable[[Template], frozenset[int]] = lambda t: frozenset(),
) -> tuple[Transitions, dict[str, Any] | None]:
    """`more` are boundaries beyond those of the blocks. No facts: there are no blocks."""
    knowledge = Knowledge(program)
    templates = [program.templates[t.name] for t in knowledge.templates]
    if reduction == "none" or not knowledge.is_regular:
        return Transitions(program, property_, {t.name: all_boundaries(t) for t in templates}), None
    movers = Movers(knowledge)
    places = {t.name: boundaries(t, movers.of) | more(t) for t in templates}
    return Transitions(program, property_, places), mover_facts(movers)
