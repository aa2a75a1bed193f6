"""The proof object: predicates, the abstract program, why it reaches no error (see `evidence.proof.broadcast`)."""

from __future__ import annotations

from typing import Any

from threadproof.broadcast.cover import Uncoverable
from threadproof.broadcast.explore import Exploration
from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Program as Abstract
from threadproof.engines.symmpa.abstraction import Abstraction
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.logic.table import TermTable
from threadproof.properties import Property
from threadproof.result.verdict import Proof

KIND = "broadcast-abstraction"


def proof_of(
    program: Program,
    property_: Property,
    movers: dict[str, Any] | None,
    abstraction: Abstraction,
    abstract: Abstract,
    evidence: Exploration | Uncoverable,
) -> Proof:
    table = TermTable(lambda v: v.name)
    transitions = abstraction.crowd.transitions
    position = {
        w: [w.source, n] for ways in transitions.of.values() for out in ways.values() for n, w in enumerate(out)
    }
    return Proof(
        KIND,
        {
            "property": property_.name,
            "program": digest(program),
            "boundaries": {name: sorted(at) for name, at in transitions.boundaries.items()},
            "movers": movers,
            "predicates": [[p.name, p.template, table.number(p.term)] for p in abstraction.predicates.all],
            "terms": table.rows,
            "abstract": print_program(abstract).splitlines(),
            "locations": {name: [[at, n] for at, n in abstraction.locations[name].items()] for name in transitions.of},
            "edges": {t.name: [position[abstraction.origin[id(e)]] for e in t.edges] for t in abstract.templates},
            **(_basis(evidence) if isinstance(evidence, Uncoverable) else _states(evidence)),
        },
    )


def _states(found: Exploration) -> dict[str, Any]:
    if found.sets is not None:
        table = TermTable(lambda v: v.name)
        sets = [[[list(place) for place in control], table.number(states)] for control, states in found.sets()]
        return {"sets": sets, "set_terms": table.rows}
    return {"places": [list(p) for p in found.places], "states": [[shared, *bag] for shared, bag in found.reached()]}


def _basis(found: Uncoverable) -> dict[str, Any]:
    places: dict[LocalState, int] = {}

    def number(s: LocalState) -> int:
        return places.setdefault(s, len(places))

    known: dict[int, list[int]] = {}
    for shared, s in sorted(found.known):
        known.setdefault(shared, []).append(number(s))
    basis = [[e.shared, *[number(s) for s, count in e.threads for _ in range(count)]] for e in found.basis]
    return {"places": [list(p) for p in places], "known": [[k, *v] for k, v in known.items()], "basis": basis}
