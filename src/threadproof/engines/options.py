"""Options that several engines have."""

from __future__ import annotations

from threadproof.options import Option

REDUCTION = Option(
    "reduction",
    "future",
    "none: every step by itself; local: steps that no other thread can see are fused; future: also an instance whose "
    "next step concerns nothing that another can still touch goes alone",
    choices=("none", "local", "future"),
    off="none",
)
ENCODING = Option(
    "encoding",
    "bits",
    "machine integers for the solver: as such, or as integers that wrap around (what is not linear is decided over "
    "bits always; redcomp: for --emit-chc, and a --horn-solver that is a command)",
    choices=("bits", "integers"),
)
POR = Option(
    "por",
    "both",
    "partial-order reduction. impact: steps that go alone (static, persistent), with sleep sets by numbers "
    "(monotonic), or better ones (sleep, both); esst: turns that come first (persistent), sleep sets (sleep)",
    choices=("none", "static", "monotonic", "persistent", "sleep", "both"),
)
FORCE_COVER = Option("force_cover", True, "strengthen labels in order to cover nodes", type=bool)
INTERPOLATION = Option(
    "interpolation",
    "ladder",
    "where labels come from; ladder: cores, then solvers",
    choices=("ladder", "core", "relax", "spacer", "sequence"),
)
SYMMETRY = Option("symmetry", True, "cover nodes modulo permutations of threads that are alike", type=bool)
