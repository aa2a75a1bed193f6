"""ENGINES: what each engine says about itself, by its name on the command line."""

from __future__ import annotations

from threadproof.engines.esst.spec import ESST
from threadproof.engines.explore.spec import EXPLORE
from threadproof.engines.impact.spec import IMPACT
from threadproof.engines.rank.spec import RANK
from threadproof.engines.redcomp.spec import REDCOMP
from threadproof.engines.spec import ENGINES, OPTIONS, EngineSpec, register
from threadproof.engines.symmpa.spec import SYMMPA
from threadproof.engines.waits.spec import WAITS
from threadproof.engines.walk.spec import WALK

__all__ = ["ENGINES", "OPTIONS", "EngineSpec", "register"]

for _spec in (EXPLORE, IMPACT, ESST, REDCOMP, SYMMPA, RANK, WAITS, WALK):
    register(_spec)
