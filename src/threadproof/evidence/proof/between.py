"""What proofs about steps between boundaries have in common: the transitions are made again from the boundaries.

    boundaries  {template: [locations]}
    movers      facts as in covering trees, or null: then every location is a boundary

Trusted: what the transitions of a program are (`blocks.transitions`).
Entry points: `between_blocks`, `by_name`, `guarded`, `missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any

from threadproof.blocks.transitions import Transitions
from threadproof.errors import Limit
from threadproof.evidence.facts import movers
from threadproof.evidence.proof import Checked, blocks
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.program import Program
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
    boundaries = {str(name): frozenset(map(int, at)) for name, at in data["boundaries"].items()}
    facts = data["movers"]
    if facts is not None:
        for problem in movers.check(program, facts):
            yield Complaint(problem)
            return None
    yield from blocks.complaints(program, boundaries, None if facts is None else facts["movers"])
    transitions = Transitions(program, property_, boundaries)
    if transitions.boundaries != {name: set(at) for name, at in boundaries.items()}:
        raise Malformed("boundaries are missing")
    for problem in missing(program, boundaries):
        yield Complaint(problem)
        return None
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


def missing(program: Program, boundaries: Mapping[str, frozenset[int]]) -> Iterator[str]:
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
