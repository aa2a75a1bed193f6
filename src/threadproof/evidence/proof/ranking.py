"""The checker for proofs that every execution ends: ranking functions, facts for them, and no deadlock.

    k            of the thread-modular rule
    boundaries   {template: [locations]}: between two of them a thread takes steps that nobody notices
    terms        rows of `logic.table`; a variable is its name
    solution     [predicate's name, term]: facts about reachable states
    layers       [template, [[location, term]], [[location, number of the way]]]: ranks, and what they drop
    heads        {template: [locations]}: where threads may wait beside their loops
    waiting      kind and data of a proof that the program with these places to wait has no deadlock; null: nothing in
                 it ever waits, and all is understood

The clauses of the rule and of the layers are made again, and the solution must satisfy each. Trusted: what the clauses
mean (`rules.ranking`, `rules.spinning`). That a thread is not interrupted between boundaries is checked
(`between.between_own_steps`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.blocks.transitions import Transitions
from threadproof.errors import Limit
from threadproof.evidence.proof import Checked
from threadproof.evidence.proof import check as check_waiting
from threadproof.evidence.proof.between import between_own_steps, guarded
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.evidence.proof.waiting_facts import solution_of, variable
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.remainders import loosened
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.properties import NO_DEADLOCK, Fairness, Kind, Property
from threadproof.rules.ranking import Layer, Obligation, Recurring, creation_problem
from threadproof.rules.spinning import are_enough, detoured, purity
from threadproof.rules.thread_modular import ThreadModular

DECIDES = frozenset({Kind.DEADLOCK, Kind.ENDLESS})
#: proofs of no deadlock that count here
WAITING = ("covering-tree", "exploration", "waiting-facts")


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    return guarded(data, prover, lambda proof, counts: _complaints(program, property_, proof, prover, counts))


def _complaints(
    program: Program, property_: Property, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    transitions = yield from between_own_steps(program, property_, data, DECIDES)
    if transitions is None:
        return
    rule = ThreadModular(transitions, int(data["k"]), counting=False)
    system = rule.build()
    terms = read_terms(data["terms"], variable(program, rule))
    layers = [_layer(row, terms, program, transitions) for row in data["layers"]]
    problem = creation_problem(transitions, layers)
    if problem:
        yield Complaint(problem)
    recurring, clauses = _recurring(transitions, layers, rule)
    heads = {str(name): sorted(map(int, at)) for name, at in data["heads"].items()}
    if recurring.conditions and property_.fairness is Fairness.NONE:
        yield Complaint("some steps may be taken for ever, which is waiting only where everybody has turns")
        return
    if not are_enough(recurring, heads):
        yield Complaint("some steps may be taken for ever")
        return
    clauses += purity(recurring, rule)
    solution = solution_of(rule, data, terms)
    counts.update(predicates=len(system.predicates), clauses=len(system.clauses) + len(clauses), layers=len(layers))
    for clause, facts in system.obligations(solution):
        if clause.head is None:
            continue  # (that nothing is reached that is not understood, is part of the proof about waiting)
        if not prover.entails([c for t in facts for c in conjuncts(t)], T.FALSE):
            yield Complaint(f"the clause of {clause.note!r} does not hold")
    for obligation in clauses:
        known = [c for a in obligation.body for c in conjuncts(a.under(solution))]
        terms = [*known, *conjuncts(obligation.constraint)]
        loose = loosened(terms)
        if not (loose is not None and prover.entails(loose, T.FALSE)) and not prover.entails(terms, T.FALSE):
            yield Complaint(obligation.note)
    aside = detoured(program, recurring, heads)
    if data["waiting"] is None:
        yield from _nobody_waits(aside)
    else:
        yield from _waiting(aside, data["waiting"], prover, counts)


def _nobody_waits(program: Program) -> Iterator[Complaint]:
    for t in program.templates.values():
        for e in t.all_edges():
            if isinstance(e.op, O.Unsupported) or (isinstance(e.op, O.Step) and e.op.waits):
                yield Complaint(f"{t.name} may wait, or do something that is not understood", edge=e)


def _waiting(program: Program, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]) -> Iterator[Complaint]:
    if data["kind"] not in WAITING:
        raise Malformed(f"no proof that nothing is stuck: {str(data['kind'])[:80]}")
    found = check_waiting(program, NO_DEADLOCK, data["kind"], data["data"], prover)
    counts.update(found.counts)
    if found.limit:
        raise Limit("timeout", found.limit)
    yield from found.complaints


def _recurring(
    transitions: Transitions, layers: list[Layer], rule: ThreadModular
) -> tuple[Recurring, list[Obligation]]:
    recurring, clauses = Recurring.at_first(transitions), list[Obligation]()
    for layer in layers:
        if recurring.component_of(layer) is None:
            raise Malformed(f"a layer of {layer.template} is about no component of what is left")
        clauses += recurring.obligations(layer, rule)
        recurring = recurring.after(layer)
    return recurring, clauses


# ---------------------------------------------------------------- reading


def _layer(row: Any, terms: list[Term], program: Program, transitions: Transitions) -> Layer:
    name, ranks, drops = row
    t = program.templates[name]
    memory = transitions.memory
    mine: set[Var] = {*memory.scalars(program.shared), *memory.scalars(t.locals), t.self_var}
    found = {int(at): terms[number] for at, number in ranks}
    if len({rank.width for rank in found.values()}) != 1 or any(rank.width == T.BOOL for rank in found.values()):
        raise Malformed(f"the ranks of {name} are no numbers of one width")
    if not all(rank.vars <= mine for rank in found.values()):
        raise Malformed(f"a rank of {name} is not about its thread")
    return Layer(t.name, found, frozenset([(t.name, int(at), int(n)) for at, n in drops]))
