"""What `explore` is, and its own options."""

from __future__ import annotations

from threadproof.engines.options import REDUCTION
from threadproof.engines.spec import EngineSpec
from threadproof.options import Option
from threadproof.properties import Kind

MAX_STATES: Option[int | None] = Option("max_states", None, "give up after so many states", type=int, metavar="N")

EXPLORE = EngineSpec(
    "explore",
    "every reachable state, one by one; exact on finite-state programs",
    "threadproof.engines.explore.engine:Explore",
    frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK, Kind.ENDLESS}),
    schedulers=None,
    options=(REDUCTION, MAX_STATES),
)
