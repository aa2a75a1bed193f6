"""Partial store order of SPARC version 8 (The SPARC Architecture Manual, 1992, chapter 6 and appendix K), in Alglave's
framework (FMSD 2012): also writes to different locations may change places, unless `stbar` is between them.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import (
    ACYCLIC,
    ATOMICITY,
    SC_PER_LOCATION,
    Axiom,
    Model,
    Parts,
    reads_writes,
)
from threadproof.axiomatic.models.sparc import as_one_point, membars
from threadproof.axiomatic.relations import Relation, restrict, union


def _kept(x: Execution) -> Relation:
    s = x.skeleton
    return union(reads_writes(x, s.po, "RM"), reads_writes(x, s.po_location, "WW"))


def _order(x: Execution) -> Parts:
    s = x.skeleton
    return {
        "po": s.once("pso ppo", lambda: _kept(x)),
        "membar": membars(x),
        "atomic": s.once("pso atomic", lambda: _atomic(x)),
        "rfe": x.rfe,
        "co": x.co,
        "fr": x.fr,
    }


def _atomic(x: Execution) -> Relation:
    s = x.skeleton
    order = as_one_point(x, union(_kept(x), membars(x)))
    return restrict(order, s.memory, s.memory)


MODEL = Model(
    name="pso",
    title="SPARC PSO",
    architectures=(),
    axioms=(SC_PER_LOCATION, ATOMICITY, Axiom("global-order", ACYCLIC, _order)),
    mapping="sparc",
    pruned_by="sc-per-location",
)
