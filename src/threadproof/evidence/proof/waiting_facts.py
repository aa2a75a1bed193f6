"""The checker for proofs that nobody waits for ever: facts about each thread alone.

    boundaries   {template: [locations]}: between two of them a thread takes steps that nobody notices
    terms        rows of `logic.table`; a variable is its name
    solution     [predicate's name, term]: facts about reachable states

The clauses of the rule are made again, and the solution must satisfy each; then all choices of places where everybody
may wait are tried. Trusted: what the clauses mean, and that these are all choices (`rules.waiting`, with `owners` and
`joining`). That a thread is not interrupted between boundaries is checked (`between.between_own_steps`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.between import between_own_steps, by_name, guarded
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, conjuncts
from threadproof.properties import Kind, Property
from threadproof.rules.thread_modular import ThreadModular
from threadproof.rules.waiting import Option, Waiting, at_once

DECIDES = frozenset({Kind.DEADLOCK, Kind.LOCATED})


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    return guarded(data, prover, lambda proof, counts: _complaints(program, property_, proof, prover, counts))


def _complaints(
    program: Program, property_: Property, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    transitions = yield from between_own_steps(program, property_, data, DECIDES)
    if transitions is None:
        return
    waiting = Waiting(transitions)
    solution = solution_of(waiting.rule, data, read_terms(data["terms"], variable(program, waiting.rule)))
    counts.update(predicates=len(solution), clauses=len(waiting.system.clauses))
    for clause, terms in waiting.system.obligations(solution):
        if not prover.entails([c for t in terms for c in conjuncts(t)], T.FALSE):
            yield Complaint(f"the clause of {clause.note!r} does not hold")
    if not property_.has(Kind.DEADLOCK):
        return

    def may_be(choices: Sequence[Sequence[Option]]) -> bool:
        return not prover.entails(at_once(choices, solution), T.FALSE)

    for chosen in waiting.possible(may_be):
        yield Complaint(f"all may wait: {', '.join(o.place for o in chosen)}")
        return


# ---------------------------------------------------------------- reading


def variable(program: Program, rule: ThreadModular) -> Any:
    of_predicates = [v for p in rule.system.predicates for v in p.params]
    memory = rule.transitions.memory
    own = [v for name in rule.transitions.of for v in memory.scalars(program.templates[name].locals)]
    numbers = [program.templates[name].self_var for name in rule.transitions.of]
    shared = memory.scalars(program.shared)
    return by_name(dict.fromkeys([*of_predicates, *shared, *own, *numbers]))


def solution_of(rule: ThreadModular, data: Mapping[str, Any], terms: list[Term]) -> Any:
    predicates = {p.name: p for p in rule.system.predicates}
    solution = dict.fromkeys(rule.system.predicates, T.TRUE)
    for name, number in data["solution"]:
        p, t = predicates[name], terms[number]
        if t.width != T.BOOL or not t.vars <= set(p.params):
            raise Malformed(f"the formula of {name} is not about its parameters")
        solution[p] = t
    return solution
