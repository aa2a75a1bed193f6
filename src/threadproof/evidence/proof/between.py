"""What proofs about steps between boundaries have in common: the transitions are made again from the boundaries.

    boundaries  {template: [locations]}
    movers      facts as in covering trees, or null: then every location is a boundary

Trusted: what the transitions of a program are (`blocks.transitions`).
Entry points: `between_blocks`, `between_own_steps`, `by_name`, `guarded`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any

from threadproof.blocks.transitions import Transitions
from threadproof.errors import Limit
from threadproof.evidence.facts import movers
from threadproof.evidence.facts.sections import inside
from threadproof.evidence.proof import Checked, blocks
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic.term import Var
from threadproof.properties import Kind, Property

#: violations that are places in the program
DECIDES = frozenset({Kind.LOCATED})


def guarded(
    data: object, prover: Prover, complaints: Callable[[Mapping[str, Any], dict[str, int]], Iterable[Complaint]]
) -> Checked:
    """What is wrong with a proof, whatever it consists of."""
    checked = Checked()
    try:
        if not isinstance(data, Mapping):
            raise Malformed("no proof")
        checked.complaints.extend(prover.with_doubt(complaints(data, checked.counts)))
    except Malformed as problem:
        checked.complaints.append(Complaint(f"malformed proof: {problem}"))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError) as error:
        checked.complaints.append(Complaint(f"malformed proof: {type(error).__name__} {error}"))
    except Limit as limit:
        if limit.is_of_resources:
            checked.limit = limit.words
        else:
            checked.complaints.append(Complaint(f"cannot be checked: {limit.words}"))
    except RecursionError:
        checked.limit = "a term is nested too deeply"
    return checked


def between_blocks(
    program: Program, property_: Property, data: Mapping[str, Any]
) -> Generator[Complaint, None, Transitions | None]:
    wrong = wrong_claim(program, property_, data["property"], data["program"], DECIDES)
    if wrong:
        yield Complaint(wrong)
        return None
    boundaries = _boundaries(data)
    facts = data["movers"]
    if facts is not None:
        for problem in movers.check(program, facts):
            yield Complaint(problem)
            return None
    yield from blocks.complaints(program, boundaries, None if facts is None else facts["movers"])
    for problem in _missing(program, boundaries):
        yield Complaint(problem)
        return None
    return _transitions(program, property_, boundaries)


def between_own_steps(
    program: Program, property_: Property, data: Mapping[str, Any], decides: frozenset[Kind]
) -> Generator[Complaint, None, Transitions | None]:
    """Steps between boundaries are a thread's own affair: in every execution they can be taken right behind the step
    before them, and no loop is without a boundary."""
    wrong = wrong_claim(program, property_, data["property"], data["program"], decides)
    if wrong:
        yield Complaint(wrong)
        return None
    boundaries = _boundaries(data)
    for problem in [*_missing(program, boundaries), *_interrupted(program, boundaries)]:
        yield Complaint(problem)
        return None
    return _transitions(program, property_, boundaries)


def _boundaries(data: Mapping[str, Any]) -> dict[str, frozenset[int]]:
    return {str(name): frozenset(map(int, at)) for name, at in data["boundaries"].items()}


def _transitions(program: Program, property_: Property, boundaries: Mapping[str, frozenset[int]]) -> Transitions:
    transitions = Transitions(program, property_, boundaries)
    if transitions.boundaries != {name: set(at) for name, at in boundaries.items()}:
        raise Malformed("boundaries are missing")
    return transitions


def by_name(variables: Iterable[Var]) -> Callable[[object], Var]:
    """Which variable a name in the proof means."""
    known: dict[str, Var] = {}
    for v in variables:
        if known.setdefault(v.name, v) is not v:
            raise Malformed(f"two variables are called {v.name}")

    def lookup(name: object) -> Var:
        found = known.get(str(name))
        if found is None:
            raise Malformed(f"no variable {name}")
        return found

    return lookup


def _missing(program: Program, boundaries: Mapping[str, frozenset[int]]) -> Iterator[str]:
    """Every template that can be created has its boundaries."""
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


def _interrupted(program: Program, boundaries: Mapping[str, frozenset[int]]) -> Iterator[str]:
    for name, mine in boundaries.items():
        t = program.templates[name]
        within = inside(t)
        if within is None:
            yield f"{name}: it is not clear where its atomic sections are"
        elif t.entry not in mine or mine & within:
            yield f"{name} has no boundary where it begins, or one inside of an atomic section"
        else:
            yield from _between(t, mine, within)


def _between(t: Template, mine: frozenset[int], within: frozenset[int]) -> Iterator[str]:
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
