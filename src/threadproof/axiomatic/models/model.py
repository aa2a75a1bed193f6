"""What a memory model is: axioms, each a property of a union of named relations."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.axiomatic.candidates import ANYTHING, COHERENT
from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.relations import (
    Relation,
    compose,
    is_acyclic,
    is_empty,
    is_irreflexive,
    meet,
    restrict,
    union,
)
from threadproof.records import NamedTuple, replace
from threadproof.records import dataclass as record

#: by name, so that a cycle can say what it is made of
Parts = dict[str, Relation]
ACYCLIC, IRREFLEXIVE, EMPTY = "acyclic", "irreflexive", "empty"
_CHECKS = {ACYCLIC: is_acyclic, IRREFLEXIVE: is_irreflexive, EMPTY: is_empty}


class Axiom(NamedTuple):
    """`parts`: their union has the property."""

    name: str
    property: str
    parts: Callable[[Execution], Parts]

    def relation(self, x: Execution) -> Relation:
        return union(*self.parts(x).values())

    def holds(self, x: Execution) -> bool:
        return _CHECKS[self.property](self.relation(x))


@record(slots=True, frozen=True)
class Model:
    name: str
    title: str
    #: whose tests it judges as they are
    architectures: tuple[str, ...]
    axioms: tuple[Axiom, ...]
    #: how a test in C becomes one for this model (`mapping`)
    mapping: str
    #: which executions need not be looked at, because `pruned_by` excludes them
    prune: str = COHERENT
    pruned_by: str = ""
    #: a program of which an allowed execution does not satisfy this has no meaning
    defined: Axiom | None = None

    @property
    def is_atomic(self) -> bool:
        """Two atomic instructions never read from one write."""
        return any(axiom.name == "atomicity" for axiom in self.axioms)

    def violated(self, x: Execution) -> Axiom | None:
        """The first axiom that does not hold."""
        for axiom in self.axioms:
            if not axiom.holds(x):
                return axiom
        return None

    def without(self, name: str, part: str = "") -> Model:
        """As if the axiom held always; or only this part of it was never in the way."""
        axioms = []
        for axiom in self.axioms:
            if axiom.name != name:
                axioms.append(axiom)
            elif part:
                axioms.append(Axiom(name, axiom.property, _without(axiom, part)))
        prune = ANYTHING if name == self.pruned_by else self.prune
        return replace(self, axioms=tuple(axioms), prune=prune)


def _without(axiom: Axiom, part: str) -> Callable[[Execution], Parts]:
    def parts(x: Execution) -> Parts:
        return {name: relation for name, relation in axiom.parts(x).items() if name != part}

    return parts


def coherence(x: Execution) -> Parts:
    return {"po-loc": x.skeleton.po_location, "rf": x.rf, "co": x.co, "fr": x.fr}


#: each location by itself is sequentially consistent
SC_PER_LOCATION = Axiom("sc-per-location", ACYCLIC, coherence)


def _atomicity(x: Execution) -> Parts:
    if is_empty(x.skeleton.rmw):
        return {"rmw & (fre;coe)": x.skeleton.rmw}
    return {"rmw & (fre;coe)": meet(x.skeleton.rmw, compose(x.fre, x.coe))}


#: nobody else stores between the read and the write of an atomic instruction
ATOMICITY = Axiom("atomicity", EMPTY, _atomicity)


def reads_writes(x: Execution, relation: Relation, kinds: str) -> Relation:
    """Pairs of these kinds only: "WR" from a write to a read; M is either."""
    s = x.skeleton
    mask = {"R": s.reads, "W": s.writes, "M": s.memory}
    return restrict(relation, mask[kinds[0]], mask[kinds[1]])
