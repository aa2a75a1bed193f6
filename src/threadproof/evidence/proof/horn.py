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

from threadproof.errors import Limit
from threadproof.evidence.facts import movers
from threadproof.evidence.proof import Checked, blocks
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.horn.clause import Predicate, System
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.rules import RULES
from threadproof.rules.transitions import Transitions

#: violations that are places in the program
PROPERTIES = ("unreach-call", "no-overflow")


def check(program: Program, property_: str, data: object, prover: Prover) -> Checked:
    checked = Checked()
    try:
        if not isinstance(data, Mapping):
            raise Malformed("no proof")
        checked.complaints.extend(_complaints(program, property_, data, prover, checked.counts))
    except Malformed as problem:
        checked.complaints.append(Complaint(f"malformed proof: {problem}"))
    except (AttributeError, LookupError, TypeError, ValueError, AssertionError) as error:
        checked.complaints.append(Complaint(f"malformed proof: {type(error).__name__} {error}"))
    except Limit as limit:
        checked.complaints.append(Complaint(f"cannot be checked: {limit.reason}: {limit.detail}"))
    except RecursionError:
        checked.complaints.append(Complaint("cannot be checked: a term is nested too deeply"))
    return checked


def _complaints(
    program: Program, property_: str, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    wrong = wrong_claim(program, property_, data["property"], data["program"], PROPERTIES)
    if wrong:
        yield Complaint(wrong)
        return
    boundaries = {str(name): frozenset(map(int, at)) for name, at in data["boundaries"].items()}
    facts = data["movers"]
    if facts is not None:
        for problem in movers.check(program, facts):
            yield Complaint(problem)
            return
    yield from blocks.complaints(program, boundaries, None if facts is None else facts["movers"])
    transitions = Transitions(program, property_, boundaries)
    if transitions.boundaries != {name: set(at) for name, at in boundaries.items()}:
        raise Malformed("boundaries are missing")
    if data["rule"] not in RULES:
        raise Malformed(f"no rule {data['rule']}")
    for problem in _missing(program, boundaries):
        yield Complaint(problem)
        return
    system = RULES[data["rule"]](transitions)
    solution = _solution(system, data)
    counts.update(predicates=len(system.predicates), clauses=len(system.clauses))
    for clause, terms in system.obligations(solution):
        facts_of = [c for t in terms for c in conjuncts(t)]
        if not prover.entails(facts_of, T.FALSE):
            yield Complaint(f"the clause of {clause.note!r} does not hold")


def _missing(program: Program, boundaries: Mapping[str, frozenset[int]]) -> Iterator[str]:
    """Every template that can be created has its boundaries."""
    from threadproof.ir import op as O

    pending, seen = [program.main], {program.main}
    while pending:
        name = pending.pop()
        if name not in boundaries:
            yield f"{name} has no boundaries"
            continue
        for e in program.templates[name].all_edges():
            if isinstance(e.op, O.Create) and e.op.template not in seen:
                seen.add(e.op.template)
                pending.append(e.op.template)


def _solution(system: System, data: Mapping[str, Any]) -> dict[Predicate, Term]:
    predicates = {p.name: p for p in system.predicates}
    if len(predicates) != len(system.predicates):
        raise Malformed("predicates of the same name")
    variables: dict[str, Var] = {}
    for p in system.predicates:
        for v in p.params:
            if variables.setdefault(v.name, v) is not v:
                raise Malformed(f"two parameters are called {v.name}")

    def lookup(name: object) -> Var:
        found = variables.get(str(name))
        if found is None:
            raise Malformed(f"no parameter {name}")
        return found

    terms = read_terms(data["terms"], lookup)
    solution: dict[Predicate, Term] = {}
    for name, number in data["solution"]:
        p, t = predicates[name], terms[number]
        if t.width != T.BOOL or not t.vars <= set(p.params):
            raise Malformed(f"the formula of {name} is not about its parameters")
        solution[p] = t
    for p in system.predicates:
        solution.setdefault(p, T.TRUE)
    return solution
