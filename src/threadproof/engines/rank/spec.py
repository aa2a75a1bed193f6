"""What `rank` is."""

from __future__ import annotations

from threadproof.engines.spec import EngineSpec
from threadproof.properties import Kind

RANK = EngineSpec(
    "rank",
    "ranking functions for the loops of each thread, whatever the others do, and no deadlock; unbounded data",
    "threadproof.engines.rank.engine:Rank",
    frozenset({Kind.DEADLOCK, Kind.ENDLESS}),
    form="instances",
)
