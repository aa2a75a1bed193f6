"""The proof object: what the checker cannot make again (see `evidence.proof.ranking`)."""

from __future__ import annotations

from threadproof.engines.rank.search import Search
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.logic.table import TermTable
from threadproof.properties import Property
from threadproof.result.verdict import Proof
from threadproof.rules.spinning import Heads

KIND = "ranking"


def proof_of(program: Program, property_: Property, search: Search, heads: Heads, waiting: Proof | None) -> Proof:
    table = TermTable(lambda v: v.name)
    solution = search.solution()
    return Proof(
        KIND,
        {
            "property": property_.name,
            "program": digest(program),
            "k": search.rule.k,
            "boundaries": {name: sorted(at) for name, at in search.rule.transitions.boundaries.items()},
            "solution": [[p.name, table.number(solution[p])] for p in search.system.predicates],
            "layers": [
                [
                    layer.template,
                    [[at, table.number(t)] for at, t in sorted(layer.ranks.items())],
                    [[at, n] for _, at, n in sorted(layer.drops)],
                ]
                for layer in search.layers
            ],
            "heads": {name: sorted(at) for name, at in heads.items()},
            "terms": table.rows,
            "waiting": None if waiting is None else {"kind": waiting.kind, "data": waiting.data},
        },
    )
