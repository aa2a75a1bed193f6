"""What `redcomp` is, and its own options."""

from __future__ import annotations

from pathlib import Path

from threadproof.engines.options import ENCODING, REDUCTION
from threadproof.engines.spec import EngineSpec
from threadproof.options import Option
from threadproof.properties import Kind

#: all rules, one after the other
LADDER = "ladder"
RULE = Option(
    "rule", LADDER, "proof rule; ladder: one after the other",
    choices=(LADDER, "tm", "tmw", "tm2", "tmc", "tm3", "og", "product"),
)  # fmt: skip
HORN_SOLVER = Option(
    "horn_solver",
    "portfolio",
    "who solves the clauses: portfolio, abstraction, spacer, or a command that reads an SMT-LIB file",
    metavar="S",
)
EMIT_CHC: Option[Path | None] = Option(
    "emit_chc", None, "write the Horn clauses of the (first) rule to FILE, as SMT-LIB", type=Path, metavar="FILE"
)

REDCOMP = EngineSpec(
    "redcomp",
    "reduction and compositional proofs as Horn clauses: lock-based programs, any number of threads",
    "threadproof.engines.redcomp.engine:RedComp",
    frozenset({Kind.LOCATED}),
    form="instances",
    proves_only=True,
    options=(RULE, REDUCTION, HORN_SOLVER, ENCODING, EMIT_CHC),
)
