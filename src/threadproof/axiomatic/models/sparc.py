"""What the models of SPARC have in common: fences by what they order, and atomic instructions as one point.

The axioms are those of Alglave's framework ("A Formal Hierarchy of Weak Memory Models", FMSD 41(2), 2012, which has PSO
and RMO, and "Herding Cats", 2014). That no store comes between the read and the write of an atomic instruction, at any
location, is the axiom Atomicity of "The SPARC Architecture Manual" (version 8, 1992, appendix K; version 9, 1994,
appendix D): what comes before the write, comes before the read, and what comes after the read, comes after the write.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import reads_writes
from threadproof.axiomatic.relations import Relation, compose, empty, is_empty, union

#: a fence has those of these tags whose pairs it orders
MEMBARS = {"loadload": "RR", "loadstore": "RW", "storeload": "WR", "storestore": "WW"}


def membars(x: Execution) -> Relation:
    s = x.skeleton

    def make() -> Relation:
        ordered = empty(s.size)
        for tag, kinds in MEMBARS.items():
            ordered = union(ordered, reads_writes(x, s.fenced(tag), kinds))
        return ordered

    return s.once("membars", make)


def as_one_point(x: Execution, order: Relation) -> Relation:
    """What the order says of one half of an atomic instruction, for the other half."""
    s = x.skeleton
    if is_empty(s.rmw):
        return empty(s.size)
    whole = union(order, compose(order, x.inverse_rmw), compose(x.inverse_rmw, order))
    return [row & ~(1 << i) for i, row in enumerate(whole)]
