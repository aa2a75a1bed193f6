"""The independent proof checker: a core, and one module per kind of justification. Entry point: `check`.

It shares with the engines the meaning of a step (`ir.symbolic`) and of a violation (`ir.violations`), the terms and
the solvers; every argument that is built on them is made again here, in other words.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from threadproof.errors import InternalError
from threadproof.evidence.proof.complaint import Complaint
from threadproof.properties import Property
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.evidence.proof.prover import Prover
    from threadproof.ir.program import Program

#: kind of proof -> "module:function" that checks it
CHECKERS = {
    "broadcast-abstraction": "threadproof.evidence.proof.broadcast:check",
    "covering-tree": "threadproof.evidence.proof.covering:check",
    "exploration": "threadproof.evidence.proof.exploration:check",
    "horn-solution": "threadproof.evidence.proof.horn:check",
    "one-in-control": "threadproof.evidence.proof.one_in_control:check",
    "ranking": "threadproof.evidence.proof.ranking:check",
    "race-facts": "threadproof.evidence.proof.race_facts:check",
    "waiting-facts": "threadproof.evidence.proof.waiting_facts:check",
}


#: what happens to code that takes a file for a proof
MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError)


@dataclass(slots=True)
class Checked:
    """No complaints and no limit: the proof is accepted. `counts` says how much there was to check."""

    complaints: list[Complaint] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    #: why it was not checked to the end
    limit: str = ""


def has_checker(kind: str) -> bool:
    return kind in CHECKERS


def check(program: Program, property_: Property, kind: str, data: object, prover: Prover) -> Checked:
    """Does the data, a proof of a kind that has a checker, prove that the program has the property?"""
    module, name = CHECKERS[kind].split(":")
    function: Callable[[Program, Property, Any, Prover], Checked] = getattr(import_module(module), name)
    try:
        checked = function(program, property_, data, prover)
    except (*MALFORMED, InternalError) as error:
        # (whatever a file may consist of: what is not understood is refused)
        return Checked([Complaint(f"malformed proof: {type(error).__name__} {error}")])
    refuted = [c for c in checked.complaints if not c.in_doubt]
    if checked.complaints and not refuted and not checked.limit:
        checked.limit = f"no solver decided whether a step holds ({checked.complaints[0]})"
    checked.complaints = refuted
    return checked
