"""Relaxed memory order of SPARC version 9 (The SPARC Architecture Manual, 1994, chapter 8 and appendix D), in Alglave's
framework (FMSD 2012): only dependencies and `membar` keep the order, and two reads of one location may change places.

Dependencies are of addresses and data, and of control to writes. They may not go round in a circle with rf ("thin
air"). The manual also makes a dependency of a write followed by a read of it in the same thread, when it goes on from
there to another access; Alglave's framework does not, and neither do we.
"""

from __future__ import annotations

from threadproof.axiomatic.candidates import LOAD_LOAD_HAZARD
from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import ACYCLIC, ATOMICITY, Axiom, Model, Parts
from threadproof.axiomatic.models.sparc import as_one_point, membars
from threadproof.axiomatic.relations import Relation, restrict, union


def _coherence(x: Execution) -> Parts:
    s = x.skeleton
    kept = [row & ~s.reads if s.reads >> i & 1 else row for i, row in enumerate(s.po_location)]
    return {"po-loc": kept, "rf": x.rf, "co": x.co, "fr": x.fr}


def _dependencies(x: Execution) -> Relation:
    s = x.skeleton

    def make() -> Relation:
        return union(s.address, s.data, restrict(s.control, s.reads, s.writes))

    return s.once("rmo dp", make)


def _thin_air(x: Execution) -> Parts:
    return {"dependency": _dependencies(x), "rf": x.rf}


def _order(x: Execution) -> Parts:
    def atomic() -> Relation:
        return as_one_point(x, union(_dependencies(x), membars(x)))

    return {
        "dependency": _dependencies(x),
        "membar": membars(x),
        "rmw": x.skeleton.rmw,
        "atomic": x.skeleton.once("rmo atomic", atomic),
        "rfe": x.rfe,
        "co": x.co,
        "fr": x.fr,
    }


MODEL = Model(
    name="rmo",
    title="SPARC RMO",
    architectures=(),
    axioms=(
        Axiom("sc-per-location", ACYCLIC, _coherence),
        ATOMICITY,
        Axiom("thin-air", ACYCLIC, _thin_air),
        Axiom("global-order", ACYCLIC, _order),
    ),
    mapping="sparc",
    prune=LOAD_LOAD_HAZARD,
    pruned_by="sc-per-location",
)
