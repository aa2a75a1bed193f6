"""What `walk` is."""

from __future__ import annotations

from threadproof.engines.spec import EngineSpec
from threadproof.properties import Kind

# of endless executions it finds only deadlocks; that is no loss, because it never says Safe
WALK = EngineSpec(
    "walk",
    "runs with few delays or at random, of thousands of threads too; finds violations, proves nothing",
    "threadproof.engines.walk.engine:Walk",
    frozenset({Kind.LOCATED, Kind.LEAK, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS}),
)
