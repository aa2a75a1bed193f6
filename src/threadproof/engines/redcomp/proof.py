"""The proof object of a solution: plain data, what the checker cannot make again (see `evidence.proof.horn`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from threadproof.blocks.transitions import Transitions
from threadproof.horn.clause import Predicate, System
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.logic.table import TermTable
from threadproof.logic.term import Term
from threadproof.properties import Property
from threadproof.result.verdict import Proof

KIND = "horn-solution"


def proof_of(
    program: Program,
    property_: Property,
    rule: str,
    transitions: Transitions,
    movers: dict[str, Any] | None,
    system: System,
    solution: Mapping[Predicate, Term],
) -> Proof:
    table = TermTable(lambda v: v.name)
    return Proof(
        KIND,
        {
            "property": property_.name,
            "program": digest(program),
            "rule": rule,
            "boundaries": {name: sorted(at) for name, at in transitions.boundaries.items()},
            "movers": movers,
            "solution": [[p.name, table.number(solution[p])] for p in system.predicates],
            "terms": table.rows,
        },
    )
