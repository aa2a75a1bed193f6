"""Everything a user can choose, with its default. Plain data: the command line and the Python API fill it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from threadproof.properties import PROPERTIES, UNREACH_CALL, Kind, Property

#: options of engines that are arguments of the same name, of `verify` and of `bench`
ENGINE_OPTIONS = (
    "reduction", "max_states", "por", "force_cover", "interpolation", "encoding", "symmetry", "rule", "horn_solver",
    "show_invariants", "cubes", "passive", "abstraction", "precision",
)  # fmt: skip
#: these decide what program a text is, and what is asked about it: a proof names them all, and who checks it sees them
SHAPING = (
    "property", "data_model", "atomic_statements", "recursion_limit", "defines", "include_dirs", "cpp", "threads",
    "order",
)  # fmt: skip
#: these only decide how an answer is found
NOT_SHAPING = ("engine", "timeout", "memory_limit", "seed", "emit_chc", "second_reading", *ENGINE_OPTIONS)
#: what an engine wants to see of the program: as the passes leave it, made smaller for formulas with one template per
#: thread where that is possible, or the same with one template for all threads that are alike
FORMS = ("plain", "instances", "templates")
#: impact: steps that go alone (static, persistent), with sleep sets by numbers (monotonic), or better ones (sleep,
#: both); esst: turns that come first (persistent), sleep sets (sleep)
PARTIAL_ORDER = ("none", "static", "monotonic", "persistent", "sleep", "both")
#: esst: interpolants as they are, their atoms in any combination, or each atom by itself
ABSTRACTIONS = ("mixed", "cartesian", "predicates", "interpolants")
PRECISIONS = ("location", "thread", "global")
DATA_MODELS = ("ILP32", "LP64")
#: of the names of task definitions
TASK_SUFFIXES = (".yml", ".yaml")
#: of cooperative threads at the start
ORDERS = ("any", "fixed")
#: options that are one of few words or numbers
CHOICES: Mapping[str, tuple[object, ...]] = {
    "property": tuple(PROPERTIES),
    "data_model": DATA_MODELS,
    "order": ORDERS,
    "reduction": ("none", "local", "future"),
    "por": PARTIAL_ORDER,
    "abstraction": ABSTRACTIONS,
    "precision": PRECISIONS,
    "interpolation": ("ladder", "core", "relax", "spacer", "sequence"),
    "encoding": ("bits", "integers"),
    "rule": ("ladder", "tm", "tmw", "tm2", "tmc", "tm3", "og", "product"),
    "cubes": (0, 1, 2),
}


@dataclass(slots=True)
class Options:
    #: its name
    property: str = UNREACH_CALL.name
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
    #: a violation is also executed from the C text, and a safe program is tried (`reference`)
    second_reading: bool = True
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


def asked(o: Options) -> Property:
    return PROPERTIES[o.property]


def is_positive(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) > 0


def problem(o: Options) -> str | None:
    """What is wrong with the values of the options, if anything."""
    for name, choices in CHOICES.items():
        if getattr(o, name) not in choices:
            return f"unknown {name.replace('_', ' ')} {getattr(o, name)!r} (one of: {', '.join(map(str, choices))})"
    if o.threads not in (None, "any") and not is_positive(o.threads):
        return f"no number of threads: {o.threads!r}"
    if o.recursion_limit < 1:
        return f"no recursion limit: {o.recursion_limit}"
    if o.atomic_statements and asked(o).has(Kind.RACE):
        return "--atomic-statements leaves no data race; leave it out to look for races"
    return None


_FLAGS: Mapping[str, str] = {"defines": "-D", "include_dirs": "-I"}


def spelled(name: str, value: object) -> str:
    """An option as one would write it on the command line."""
    flag = _FLAGS.get(name, "--" + name.replace("_", "-"))
    if isinstance(value, list):
        return " ".join([f"{flag} {x}" for x in value]) or f"no {flag}"
    if value is None or isinstance(value, bool):
        return flag if value else f"no {flag}"
    return f"{flag} {value}"


def unusual(o: Options) -> list[str]:
    """The options that shape the program and are not as they are by default, as one would write them."""
    default = Options()
    return [spelled(n, getattr(o, n)) for n in SHAPING if getattr(o, n) != getattr(default, n)]


def difference(o: Options, wanted: Mapping[str, object]) -> str:
    """Where options that shape the program are not as somebody wants them; None: no matter how.

    (But for the preprocessor: who has run another one is asked to run it again.)
    """
    other = [n for n in SHAPING if n != "cpp" and wanted[n] is not None and wanted[n] != getattr(o, n)]
    return ", ".join([f"{spelled(n, getattr(o, n))}, not for {spelled(n, wanted[n])}" for n in other])
