"""What `waits` is."""

from __future__ import annotations

from threadproof.engines.spec import EngineSpec
from threadproof.properties import Kind

WAITS = EngineSpec(
    "waits",
    "no deadlock, from simple facts about each thread alone; unbounded data, any number of threads",
    "threadproof.engines.waits.engine:Waits",
    frozenset({Kind.DEADLOCK, Kind.LOCATED}),
    form="instances",
    proves_only=True,
)
