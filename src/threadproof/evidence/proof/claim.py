"""Is a proof about this program and this property, and is that one for its checker? Entry point: `wrong_claim`."""

from __future__ import annotations

from collections.abc import Collection

from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.properties import Kind, Property


def wrong_claim(
    program: Program,
    property_: Property,
    said_property: object,
    said_program: object,
    kinds: Collection[Kind],
    *,
    cooperative: bool = False,
) -> str:
    """What is wrong with what the proof says it is about; "" if nothing is."""
    if said_property != property_.name or not property_.is_within(kinds):
        return f"the proof is about {said_property}, not {property_}"
    if said_program != digest(program):
        return "the proof is about another program (or this one was read with other options)"
    if program.scheduler is not None and not cooperative:
        return f"threads are scheduled by {program.scheduler.name}"
    return ""
