"""x86-TSO: Owens, Sarkar, Sewell, "A Better x86 Memory Model: x86-TSO" (TPHOLs 2009); the axioms are those of
`x86tso.cat` in herd 7.57, which "Herding Cats" (2014), section 4.7, gives for machines without atomic instructions.

A write and a later read of another location may change places; a fence, or an atomic instruction on either side, keeps
them where they are.
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
from threadproof.axiomatic.relations import restrict, sources, targets, union


def _order(x: Execution) -> Parts:
    s = x.skeleton
    kept = s.once("tso ppo", lambda: union(reads_writes(x, s.po, "RM"), reads_writes(x, s.po, "WW")))
    return {
        "po": kept,
        "mfence": s.once("mfence", lambda: s.fenced("mfence")),
        "locked;po": s.once("locked;po", lambda: restrict(s.po, targets(s.rmw), s.reads)),
        "po;locked": s.once("po;locked", lambda: restrict(s.po, s.writes, sources(s.rmw) | s.tagged("locked"))),
        "rfe": x.rfe,
        "co": x.co,
        "fr": x.fr,
    }


MODEL = Model(
    name="tso",
    title="x86-TSO",
    architectures=("X86", "X86_64"),
    axioms=(SC_PER_LOCATION, ATOMICITY, Axiom("global-order", ACYCLIC, _order)),
    mapping="tso",
    pruned_by="sc-per-location",
)
