"""The checker for proofs by Horn clauses: the rule's clauses are made again, and the solution must satisfy each.

The proof names a rule, the boundaries between blocks with the mover facts they lean on, and a formula for each
predicate. Trusted: what the clauses of a rule are (`rules`), with the soundness argument in each rule's docstring.

    rule        one of `rules.RULES`
    boundaries  {template: [locations]}
    movers      facts as in covering trees, or null: then every location is a boundary
    terms       rows of `logic.table`; a variable is its name among the predicate's parameters
    solution    [predicate's name, term]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.between import between_blocks, by_name, guarded
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.horn.clause import Predicate, System
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, conjuncts
from threadproof.properties import Property
from threadproof.rules import RULES


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    return guarded(data, prover, lambda proof, counts: _complaints(program, property_, proof, prover, counts))


def _complaints(
    program: Program, property_: Property, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    transitions = yield from between_blocks(program, property_, data)
    if transitions is None:
        return
    if data["rule"] not in RULES:
        raise Malformed(f"no rule {data['rule']}")
    system = RULES[data["rule"]](transitions)
    solution = _solution(system, data)
    counts.update(predicates=len(system.predicates), clauses=len(system.clauses))
    for clause, terms in system.obligations(solution):
        facts_of = [c for t in terms for c in conjuncts(t)]
        if not prover.entails(facts_of, T.FALSE):
            yield Complaint(f"the clause of {clause.note!r} does not hold")


def _solution(system: System, data: Mapping[str, Any]) -> dict[Predicate, Term]:
    predicates = {p.name: p for p in system.predicates}
    if len(predicates) != len(system.predicates):
        raise Malformed("predicates of the same name")
    terms = read_terms(data["terms"], by_name(v for p in system.predicates for v in p.params))
    solution: dict[Predicate, Term] = {}
    for name, number in data["solution"]:
        p, t = predicates[name], terms[number]
        if t.width != T.BOOL or not t.vars <= set(p.params):
            raise Malformed(f"the formula of {name} is not about its parameters")
        solution[p] = t
    for p in system.predicates:
        solution.setdefault(p, T.TRUE)
    return solution
