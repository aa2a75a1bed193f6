"""ARMv7: the proposed ARM model of "Herding Cats" (Alglave, Maranget, Tautschnig, TOPLAS 36(2), 2014, section 8): that
of Power without po-loc in cc0, and with `dmb` and `dsb` as its only fences, as in `arm.cat` of herd 7.57.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import ATOMICITY, SC_PER_LOCATION, Model, reads_writes
from threadproof.axiomatic.models.preserved import Strength, axioms, control_fenced
from threadproof.axiomatic.relations import Relation, empty, union


def _strength(x: Execution) -> Strength:
    s = x.skeleton

    def strong() -> Relation:
        # (ARMv7 has no barrier for loads only; what it does not know is a full one, says its manual)
        return union(s.fenced("dmb", "dmb.ld"), reads_writes(x, s.fenced("dmb.st"), "WW"))

    return Strength(
        strong=s.once("dmb", strong),
        light=s.once("none", lambda: empty(s.size)),
        control_fenced=s.once("ctrl+isb", lambda: control_fenced(x, "isb")),
        keeps_po_location=False,
    )


MODEL = Model(
    name="armv7",
    title="ARMv7",
    architectures=("ARM",),
    axioms=(SC_PER_LOCATION, ATOMICITY, *axioms(_strength)),
    mapping="armv7",
    pruned_by="sc-per-location",
)
