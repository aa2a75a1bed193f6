"""The checker for proofs of the kind `race-facts`: static facts that exclude every data race, without any search."""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.evidence.facts import races
from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.complaint import Complaint
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Program
from threadproof.properties import Kind, Property


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    if not property_.is_within({Kind.RACE}):
        return Checked([Complaint(f"the proof is about no-data-race, not {property_}")])
    if program.scheduler is not None:
        return Checked([Complaint(f"threads are scheduled by {program.scheduler.name}")])
    if not isinstance(data, Mapping):
        return Checked([Complaint("malformed proof: no facts")])
    try:
        found = races.check(program, data)
    except (AttributeError, LookupError, TypeError, ValueError, AssertionError) as error:
        return Checked([Complaint(f"malformed proof: {type(error).__name__} {error}")])
    pairs = data.get("pairs")
    counts = {"pairs": len(pairs) if isinstance(pairs, list) else 0}
    return Checked([Complaint(text) for text in found], counts)
