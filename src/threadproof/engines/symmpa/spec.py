"""What `symmpa` is, and its own options."""

from __future__ import annotations

from threadproof.engines.options import REDUCTION
from threadproof.engines.spec import EngineSpec
from threadproof.options import Option
from threadproof.properties import Kind

CUBES = Option(
    "cubes", 1, "how many literals an implication starts from, when a step is abstracted", type=int, choices=(0, 1, 2),
    least=0,
)  # fmt: skip
PASSIVE: Option[int | None] = Option(
    "passive", None, "constraints about so many passive threads at most", type=int, least=0, metavar="N"
)

SYMMPA = EngineSpec(
    "symmpa",
    "predicate abstraction for many identical threads, up to n and for every n",
    "threadproof.engines.symmpa.engine:SymmPA",
    frozenset({Kind.LOCATED}),
    form="templates",
    options=(CUBES, PASSIVE, REDUCTION),
)
