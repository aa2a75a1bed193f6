"""What `esst` is, and its own options."""

from __future__ import annotations

from threadproof.engines.options import ENCODING, FORCE_COVER, INTERPOLATION, POR
from threadproof.engines.spec import EngineSpec
from threadproof.options import Option
from threadproof.properties import Kind

ABSTRACTION = Option(
    "abstraction",
    "mixed",
    "what is known about data: interpolants as they are, their atoms in any combination (predicates), or each atom by "
    "itself (cartesian)",
    choices=("mixed", "cartesian", "predicates", "interpolants"),
)
PRECISION = Option("precision", "thread", "where predicates are looked at", choices=("location", "thread", "global"))

ESST = EngineSpec(
    "esst",
    "explicit scheduler, symbolic threads: cooperative threads",
    "threadproof.engines.esst.engine:Esst",
    frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK}),
    form="instances",
    is_preemptive=False,
    schedulers=None,
    options=(POR, FORCE_COVER, INTERPOLATION, ENCODING, ABSTRACTION, PRECISION),
)
