"""The checker for proofs of the kind `exploration`: there is nothing to believe, so all states are visited once more.

The data of such a proof are a claim: which program (by its digest), which property, how many states the engine saw. The
claim is checked by a search of our own (`evidence.states`), which shares with the engine what a step means, by
`ir.interpret` and `ir.op`, but not its code for steps and inputs, nor its reduction. The states are stored exactly.

Visited are states in which inputs may be undecided. By induction over executions, every state that can be reached is
among what the visited states stand for, up to steps that could as well come earlier (`evidence.states.quiet`), and
none of these violates the property. An execution that never ends is a circle of them (`evidence.states.endless`).
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import Any

from threadproof.budget import megabytes_in_use, without_collector
from threadproof.errors import Limit
from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.complaint import Complaint
from threadproof.evidence.proof.prover import Prover
from threadproof.evidence.states.accesses import Accesses
from threadproof.evidence.states.endless import refuse_circles
from threadproof.evidence.states.graph import Graph
from threadproof.evidence.states.inputs import Inputs
from threadproof.evidence.states.layout import Forgotten, Layout
from threadproof.evidence.states.moves import Mover, Objection
from threadproof.evidence.states.quiet import Alone, Quiet
from threadproof.evidence.states.search import Search
from threadproof.evidence.states.violations import make_checks
from threadproof.ir.interpret import Names
from threadproof.ir.program import Program
from threadproof.properties import Kind, Property

DECIDES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS})


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    wrong = _wrong_claim(program, property_, data)
    if wrong:
        return Checked([Complaint(wrong)])
    checked = Checked()
    limit = prover.budget.memory_limit
    if limit is not None and megabytes_in_use() > limit / 2:
        gc.collect()  # what the engine has left
    try:
        with without_collector():
            search = prepare(program, property_)
            try:
                search.run(prover.budget.check)
                if property_.has(Kind.ENDLESS):
                    refuse_circles(search.graph, search.seen, prover.budget.check)
            finally:
                checked.counts.update(states=len(search.seen), settled=search.settled)
    except Objection as found:
        checked.complaints.append(Complaint(found.text, edge=found.edge))
    except Forgotten as found:
        checked.complaints.append(Complaint(str(found)))
    except Limit as limit:
        checked.limit = limit.words
    except MemoryError:
        checked.limit = "out of memory"
    return checked


def _wrong_claim(program: Program, property_: Property, data: Any) -> str:
    if not isinstance(data, Mapping) or not all(isinstance(data.get(part), str) for part in ("property", "program")):
        return "malformed proof: it does not say which property or which program"
    return wrong_claim(program, property_, data["property"], data["program"], DECIDES, cooperative=True)


def prepare(program: Program, property_: Property) -> Search:
    layout = Layout(program, property_)
    names = Names()
    inputs = Inputs(layout, names)
    accesses = Accesses(layout, inputs)
    quiet = Quiet(layout, property_)
    mover = Mover(layout, inputs, quiet.at, accesses.look if property_.has(Kind.RACE) else None)
    graph = Graph(layout, mover, property_)
    return Search(graph, Alone(layout, quiet, property_), make_checks(graph, accesses, property_))
