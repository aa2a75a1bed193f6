"""Everything a user can choose, with its default. Plain data: the command line and the Python API fill it in."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

#: options of engines that are arguments of the same name, of `verify` and of `bench`
ENGINE_OPTIONS = (
    "reduction", "max_states", "por", "force_cover", "interpolation", "encoding", "symmetry", "rule", "horn_solver",
    "show_invariants", "cubes", "passive", "abstraction", "precision",
)  # fmt: skip
#: what an engine wants to see of the program: as the passes leave it, made smaller for formulas with one template per
#: thread where that is possible, or the same with one template for all threads that are alike
FORMS = ("plain", "instances", "templates")
#: impact: steps that go alone (static, persistent), with sleep sets by numbers (monotonic), or better ones (sleep,
#: both); esst: turns that come first (persistent), sleep sets (sleep)
PARTIAL_ORDER = ("none", "static", "monotonic", "persistent", "sleep", "both")
#: esst: interpolants as they are, their atoms in any combination, or each atom by itself
ABSTRACTIONS = ("mixed", "cartesian", "predicates", "interpolants")
PRECISIONS = ("location", "thread", "global")
#: of cooperative threads at the start
ORDERS = ("any", "fixed")
PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock", "no-lost-event", "no-overflow", "valid-memsafety",
              "termination")  # fmt: skip


@dataclass(slots=True)
class Options:
    property: str = "unreach-call"
    engine: str = "auto"
    data_model: str = "ILP32"
    #: wall-clock seconds; None: no limit
    timeout: float | None = None
    #: megabytes; None: no limit
    memory_limit: int | None = None
    #: preprocessor: "builtin" (our own, with our own headers) or a command such as "gcc"
    cpp: str = "builtin"
    include_dirs: list[Path] = field(default_factory=list)
    defines: list[str] = field(default_factory=list)
    #: how deep a function may call itself before the verdict becomes Unknown
    recursion_limit: int = 12
    #: every C statement is one step, as some papers read programs; never the default
    atomic_statements: bool = False
    #: "any" or a number: how many threads each creation may start in all; None: as many as the program says
    threads: str | None = None
    #: of cooperative threads at the start: "any" order, or "fixed": that of their creation
    order: str = "any"
    #: explore: "none" is the oracle, "local" fuses steps that no other thread can see, "future" also expands alone
    #: an instance whose next step concerns nothing that another can still touch; redcomp: "none" means no blocks
    reduction: str = "future"
    #: explore: stop after this many states; None: no limit
    max_states: int | None = None
    seed: int = 0
    #: impact, esst: partial-order reduction: one of `PARTIAL_ORDER`
    por: str = "both"
    #: esst: what labels are made of: one of `ABSTRACTIONS`; and where predicates are looked at: one of `PRECISIONS`
    abstraction: str = "mixed"
    precision: str = "thread"
    #: impact: try to cover a node by strengthening labels
    force_cover: bool = True
    #: impact: what new labels are made of (`engines.kit.ladder.RUNGS`)
    interpolation: str = "ladder"
    #: how machine integers look to impact's solver (what is not linear is decided over bits always) and to a solver of
    #: Horn clauses that is a command
    encoding: str = "bits"
    #: impact: cover nodes modulo permutations of threads that are alike
    symmetry: bool = True
    #: redcomp: "ladder", or one of its proof rules
    rule: str = "ladder"
    #: redcomp: who solves the clauses: one of `horn.solver.HORN_SOLVERS`, or a command that reads an SMT-LIB file
    horn_solver: str = "portfolio"
    #: redcomp: write the clauses of the (first) rule to this file, as SMT-LIB
    emit_chc: Path | None = None
    #: redcomp: say why the program is safe
    show_invariants: bool = False
    #: symmpa: how much the abstraction of a step proves at once (0, 1, 2: `engines.symmpa.abstraction`)
    cubes: int = 1
    #: symmpa: how many passive threads a constraint may be about; None: any number
    passive: int | None = None
