"""Are sets of states evidence for a given number of threads? Apart from `symbolic`. Entry point: `complaint`.

The claim is that of `closed`: every reachable state is in a set. Sets do not depend on the order of threads at the same
location, which is checked, so each step is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from oxidd.util import DDMemoryError

from threadproof.broadcast.diagrams import MAX_NODES, Diagram, most_nodes
from threadproof.broadcast.program import Control, Program
from threadproof.broadcast.relations import Relations, representatives
from threadproof.logic.term import BOOL, Term, subterms

_OPERATORS: Final = frozenset({"var", "const", "not", "and", "or", "eq", "ite"})
_NO_ROOM: Final = "there is not enough room to check it"


def complaint(
    program: Program, counts: Mapping[str, int], sets: Iterable[tuple[Control, Term]], *, max_nodes: int = MAX_NODES
) -> str | None:
    """What is wrong with the evidence; None if it is a proof."""
    room = min(max_nodes, most_nodes())
    try:
        return _complaint(Relations(program, counts, room), sets) if room else _NO_ROOM
    except DDMemoryError:
        return _NO_ROOM


def _complaint(relations: Relations, sets: Iterable[tuple[Control, Term]]) -> str | None:
    found: dict[Control, Diagram] = {}
    for control, term in sets:
        if not _exists(relations, control, term):
            return "it is not about this program"
        found[control] = relations.diagrams.of(term)
    return next(_complaints(relations, found), None)


def _exists(relations: Relations, control: Control, term: Term) -> bool:
    is_sorted = list(control) == sorted(control) and [t for t, _ in control] == relations.slots
    is_boolean = all(t.width == BOOL and t.op in _OPERATORS for t in subterms(term))
    return is_sorted and is_boolean and {v.name for v in term.vars} <= set(relations.variables(control))


def _complaints(relations: Relations, sets: Mapping[Control, Diagram]) -> Iterator[str]:
    def are_missing(control: Control, states: Diagram) -> bool:
        return (states & ~sets.get(control, relations.diagrams.false)).satisfiable()

    if are_missing(*relations.initial()):
        yield "an initial state is not in the set"
    for control, states in sets.items():
        for slot in range(1, len(control)):
            if control[slot - 1] == control[slot]:
                exchange = relations.exchange(slot - 1, slot, control[slot])
                if exchange is not None and states.substitute(exchange) != states:
                    yield "the order of threads matters"
        if (states & relations.bad(control)).satisfiable():
            yield "an error is in the set"
        for slot in representatives(control):
            for relation in relations.steps(control, slot):
                if are_missing(relation.target, relations.image(states, relation)):
                    yield "a step leads out of the set"
