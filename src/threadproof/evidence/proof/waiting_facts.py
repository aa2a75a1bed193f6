"""The checker for proofs that nobody waits for ever: facts about each thread alone.

    boundaries   {template: [locations]}: between two of them a thread takes steps that nobody notices
    terms        rows of `logic.table`; a variable is its name
    solution     [predicate's name, term]: facts about reachable states

The clauses of the rule are made again, and the solution must satisfy each; then all choices of places where everybody
may wait are tried. Trusted: what the clauses mean, and that these are all choices (`rules.waiting`, with `owners` and
`joining`). That a thread is not interrupted between boundaries is checked here: steps there are its own affair, so in
every execution they can be taken right behind the step before them, and no loop is without a boundary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from threadproof.blocks.transitions import Transitions
from threadproof.evidence.facts.sections import inside
from threadproof.evidence.proof import Checked
from threadproof.evidence.proof.between import by_name, guarded, missing
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.table import read_terms
from threadproof.logic.term import Term, conjuncts
from threadproof.properties import Kind, Property
from threadproof.rules.thread_modular import ThreadModular
from threadproof.rules.waiting import Option, Waiting

DECIDES = frozenset({Kind.DEADLOCK, Kind.LOCATED})


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    return guarded(data, prover, lambda proof, counts: _complaints(program, property_, proof, prover, counts))


def _complaints(
    program: Program, property_: Property, data: Mapping[str, Any], prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    wrong = wrong_claim(program, property_, data["property"], data["program"], DECIDES)
    if wrong:
        yield Complaint(wrong)
        return
    boundaries = {str(name): frozenset(map(int, at)) for name, at in data["boundaries"].items()}
    for problem in [*missing(program, boundaries), *interrupted(program, boundaries)]:
        yield Complaint(problem)
        return
    transitions = Transitions(program, property_, boundaries)
    if transitions.boundaries != {name: set(at) for name, at in boundaries.items()}:
        raise Malformed("boundaries are missing")
    waiting = Waiting(transitions)
    solution = solution_of(waiting.rule, data, read_terms(data["terms"], variable(program, waiting.rule)))
    counts.update(predicates=len(solution), clauses=len(waiting.system.clauses))
    for clause, terms in waiting.system.obligations(solution):
        if not prover.entails([c for t in terms for c in conjuncts(t)], T.FALSE):
            yield Complaint(f"the clause of {clause.note!r} does not hold")
    if not property_.has(Kind.DEADLOCK):
        return

    def may_be(chosen: Sequence[Option]) -> bool:
        return not prover.entails([t for o in chosen for t in o.terms(solution)], T.FALSE)

    for chosen in waiting.possible(may_be):
        yield Complaint(f"all may wait: {', '.join(o.place for o in chosen)}")
        return


# ---------------------------------------------------------------- boundaries


def interrupted(program: Program, boundaries: Mapping[str, Set[int]]) -> Iterator[str]:
    for name, mine in boundaries.items():
        t = program.templates[name]
        within = inside(t)
        if within is None:
            yield f"{name}: it is not clear where its atomic sections are"
        elif t.entry not in mine or mine & within:
            yield f"{name} has no boundary where it begins, or one inside of an atomic section"
        else:
            yield from _between(t, mine, within)


def _between(t: Template, mine: Set[int], within: Set[int]) -> Iterator[str]:
    """Locations without boundary: nobody notices what happens there, and it comes to an end."""
    rest = [at for at in range(len(t.edges)) if at not in mine and at not in within and t.edges[at] and at != t.exit]
    for at in rest:
        if at in t.errors or not all(isinstance(e.op, O.Step | O.Havoc) and _is_own(e.op) for e in t.edges[at]):
            yield f"{t.name} may be interrupted at L{at}, which is no boundary"
    going = {at: [e.target for e in t.edges[at]] for at in rest}
    while ending := [at for at, targets in going.items() if not any(to in going for to in targets)]:
        for at in ending:
            del going[at]
    if going:
        yield f"{t.name} has a loop without a boundary, at L{min(going)}"


def _is_own(op: O.Op) -> bool:
    return not O.footprint(op) and not (isinstance(op, O.Step) and op.waits) and not O.is_environment(op)


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
