"""Sequential consistency: L. Lamport, "How to Make a Multiprocessor Computer That Correctly Executes Multiprocess
Programs" (1979), as axioms: Alglave, Maranget, Tautschnig, "Herding Cats" (TOPLAS 36(2), 2014), section 4.6.
"""

from __future__ import annotations

from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.models.model import ACYCLIC, ATOMICITY, Axiom, Model, Parts


def _order(x: Execution) -> Parts:
    return {"po": x.skeleton.po, "rf": x.rf, "co": x.co, "fr": x.fr}


MODEL = Model(
    name="sc",
    title="sequential consistency",
    architectures=("X86", "X86_64", "PPC", "ARM", "AArch64"),
    axioms=(Axiom("sc", ACYCLIC, _order), ATOMICITY),
    mapping="sc",
    pruned_by="sc",
)
