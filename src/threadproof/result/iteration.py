"""One iteration of predicate abstraction: predicates, the abstract program, and what came of it. Plain data."""

from __future__ import annotations

from threadproof.logic.term import Term
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class NamedPredicate:
    #: of its Boolean in the abstract program
    name: str
    #: shared, local or mixed
    kind: str
    #: whose locals it mentions
    template: str | None
    term: Term


@dataclass(frozen=True, slots=True)
class Iteration:
    number: int
    predicates: tuple[NamedPredicate, ...]
    #: the abstract program
    text: str
    #: what the model checker found in it, and what was learned from that
    outcome: str
