"""What `impact` is."""

from __future__ import annotations

from threadproof.engines.options import ENCODING, FORCE_COVER, INTERPOLATION, POR, SYMMETRY
from threadproof.engines.spec import EngineSpec
from threadproof.properties import Kind

IMPACT = EngineSpec(
    "impact",
    "lazy abstraction with interpolants: unbounded proofs for preemptive threads",
    "threadproof.engines.impact.engine:Impact",
    frozenset({Kind.LOCATED, Kind.LEAK, Kind.RACE, Kind.DEADLOCK}),
    form="instances",
    options=(POR, FORCE_COVER, SYMMETRY, INTERPOLATION, ENCODING),
)
