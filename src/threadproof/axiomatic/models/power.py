"""IBM Power: "Herding Cats" (Alglave, Maranget, Tautschnig, TOPLAS 36(2), 2014), with `sync`, `lwsync`, `eieio` and
`isync` as in `ppc.cat` of herd 7.57.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import ATOMICITY, SC_PER_LOCATION, Model, reads_writes
from threadproof.axiomatic.models.preserved import Strength, axioms, control_fenced
from threadproof.axiomatic.relations import Relation, union


def _strength(x: Execution) -> Strength:
    s = x.skeleton

    def light() -> Relation:
        lwsync = s.fenced("lwsync")
        kept = union(reads_writes(x, lwsync, "RM"), reads_writes(x, lwsync, "WW"))
        return union(kept, reads_writes(x, s.fenced("eieio"), "WW"))

    return Strength(
        strong=s.once("sync", lambda: s.fenced("sync")),
        light=s.once("light", light),
        control_fenced=s.once("ctrl+isync", lambda: control_fenced(x, "isync")),
        keeps_po_location=True,
    )


MODEL = Model(
    name="power",
    title="IBM Power",
    architectures=("PPC",),
    axioms=(SC_PER_LOCATION, ATOMICITY, *axioms(_strength)),
    mapping="power",
    pruned_by="sc-per-location",
)
