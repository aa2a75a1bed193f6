"""Everything a user can choose, with its default. Plain data: the command line and the Python API fill it in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from threadproof.properties import (
    NO_DATA_RACE,
    PROGRESS,
    PROPERTIES,
    RACES_OF_C11,
    UNREACH_CALL,
    Fairness,
    Kind,
    Property,
    is_name,
    named,
)
from threadproof.records import dataclass, field

#: these decide what program a text is, and what is asked about it: a proof names them all, and who checks it sees them
SHAPING = (
    "property", "data_model", "atomic_statements", "recursion_limit", "files", "main", "defines", "undefines",
    "include_dirs", "includes", "std", "cpp", "threads", "order", "args", "entry", "thread",
    "unknown_calls", "stub", "volatile", "memory_model", "store_buffer", "history", "fairness",
)  # fmt: skip
#: these only decide how an answer is found
NOT_SHAPING = ("engine", "timeout", "memory_limit", "seed", "second_reading", "show_invariants", "chosen")
#: what an engine wants to see of the program: as the passes leave it, made smaller for formulas with one template per
#: thread where that is possible, or the same with one template for all threads that are alike
FORMS = ("plain", "instances", "templates")
#: no machine has more
MOST_MEGABYTES = 1 << 40
MOST_SECONDS = 1e9
#: that run one function, as the user wants
MOST_THREADS = 1000
DATA_MODELS = ("ILP32", "LP64")
#: of the names of task definitions
TASK_SUFFIXES = (".yml", ".yaml")
#: of the names of compilation databases
DATABASE_SUFFIX = ".json"
#: of cooperative threads at the start
ORDERS = ("any", "fixed")
#: of functions without a body: an execution that calls one has no verdict, or what they may do is assumed
UNKNOWN_CALLS = ("stop", "havoc")
#: what accesses to volatile objects are: like all others, or atomic, as much old code means them
VOLATILES = ("plain", "atomic")
#: which executions count that never end
FAIRNESS = tuple([f.value for f in Fairness])
#: in which order memory sees what threads do
MEMORY_MODELS = ("sc", "tso", "pso", "rmo", "power", "armv8", "c11")
SEQUENTIAL = MEMORY_MODELS[0]
#: stores of one thread that may be late at once
MOST_LATE = 64
#: messages of one place that are known
LEAST_HISTORY, MOST_HISTORY = 2, 64
#: options that are one of few words or numbers
CHOICES: Mapping[str, Collection[str]] = {
    "data_model": DATA_MODELS, "order": ORDERS, "unknown_calls": UNKNOWN_CALLS, "volatile": VOLATILES,
    "memory_model": MEMORY_MODELS, "fairness": FAIRNESS,
}  # fmt: skip

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """Something to choose for engines that have it: `options[OPTION]` is what was chosen."""

    #: for Python; on the command line it has dashes
    name: str
    default: T
    help: str
    #: of its values; a Path is a file that is written
    type: type = str
    #: its value is one of these; none: any
    choices: tuple[T, ...] = ()
    #: how its value is called in a list of options, where there are no choices
    metavar: str = ""
    #: of numbers
    least: int = 1
    #: what `--no-NAME` means
    off: T | None = None

    def problem(self, value: object) -> str | None:
        """What is wrong with a value, if anything."""
        if value is None and self.default is None:
            return None
        if type(value) is not self.type and not (self.type is Path and isinstance(value, Path)):
            return f"it is no {self.type.__name__}"
        if self.choices and value not in self.choices:
            return f"one of: {', '.join(map(str, self.choices))}"
        return f"at least {self.least}" if isinstance(value, int) and self.type is int and value < self.least else None

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")


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
    #: the other files of the program
    files: list[Path] = field(default_factory=list)
    #: the file with main, where there are several, in a project
    main: str | None = None
    include_dirs: list[Path] = field(default_factory=list)
    defines: list[str] = field(default_factory=list)
    undefines: list[str] = field(default_factory=list)
    #: headers that every file includes before anything else
    includes: list[str] = field(default_factory=list)
    #: the version of C, as for gcc; None: gnu17
    std: str | None = None
    #: how deep a function may call itself before the verdict becomes Unknown
    recursion_limit: int = 12
    #: every C statement is one step, as some papers read programs; never the default
    atomic_statements: bool = False
    #: "any" or a number: how many threads each creation may start in all; None: as many as the program says
    threads: str | None = None
    #: of cooperative threads at the start: "any" order, or "fixed": that of their creation
    order: str = "any"
    #: the arguments of main as one writes them in a shell; None: any
    args: str | None = None
    #: a function to begin with instead of main
    entry: str | None = None
    #: functions to run as threads, each NAME or NAME:NUMBER, after the entry function if there is one
    thread: list[str] = field(default_factory=list)
    #: of functions without a body: "stop" or "havoc"
    unknown_calls: str = "stop"
    #: files with bodies for functions that the program has none of
    stub: list[Path] = field(default_factory=list)
    seed: int = 0
    #: a violation is also executed from the C text, and a safe program is tried (`reference`)
    second_reading: bool = True
    #: say why the program is safe
    show_invariants: bool = False
    #: what was chosen for engines, by the names of their options
    chosen: dict[str, Any] = field(default_factory=dict)
    #: "plain", or "atomic": each access to a volatile object is one that never races
    volatile: str = "plain"
    #: as accesses to memory happen in order, or as processors may have them
    memory_model: str = "sc"
    #: under a weaker one, so many stores of a thread may be late at once
    store_buffer: int = 4
    #: under C11, so many messages of a place may still be read
    history: int = 6
    #: which executions count that never end
    fairness: str = Fairness.WEAK.value

    @classmethod
    def make(cls, **settings: Any) -> Options:
        """Settings of all kinds; what is no field here is meant for engines."""
        chosen = {name: settings.pop(name) for name in list(settings) if name not in cls.__dataclass_fields__}
        return cls(**settings, chosen=chosen)

    def __getitem__(self, option: Option[T]) -> T:
        value: T = self.chosen.get(option.name, option.default)
        return value


def asked(o: Options) -> Property:
    return named(o.property, Fairness(o.fairness))


def sought(o: Options) -> Property:
    """What violates it in a program that has the memory model in it."""
    return RACES_OF_C11 if o.memory_model == "c11" and asked(o) is NO_DATA_RACE else asked(o)


def is_positive(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) > 0


def problem(o: Options) -> str | None:
    """What is wrong with the values of the options, if anything."""
    if not is_name(o.property):
        return f"unknown property {o.property!r} (one of: {', '.join(PROPERTIES)}, {PROGRESS}FUNCTION)"
    for name, choices in CHOICES.items():
        if getattr(o, name) not in choices:
            return f"unknown {name.replace('_', ' ')} {getattr(o, name)!r} (one of: {', '.join(choices)})"
    if asked(o).function and asked(o).fairness is Fairness.NONE:
        return f"--fairness none lets nobody leave {asked(o).function} who is never scheduled again; weak or strong"
    if o.threads not in (None, "any") and not is_positive(o.threads):
        return f"no number of threads: {o.threads!r}"
    if o.timeout is not None and not 0 < o.timeout < MOST_SECONDS:
        return f"no time limit: {o.timeout}"
    if o.memory_limit is not None and not 0 < o.memory_limit < MOST_MEGABYTES:
        return f"no memory limit: {o.memory_limit}"
    both = {d.partition("=")[0] for d in o.defines} & set(o.undefines)
    if both:
        return f"{min(both)} is both defined and undefined"
    if o.recursion_limit < 1:
        return f"no recursion limit: {o.recursion_limit}"
    if o.atomic_statements and asked(o).has(Kind.RACE):
        return "--atomic-statements leaves no data race; leave it out to look for races"
    if o.atomic_statements and o.memory_model != "sc":
        return (
            f"--atomic-statements is no {o.memory_model}, where parts of a statement may be late; leave one of them out"
        )
    if not 0 < o.store_buffer <= MOST_LATE:
        return f"no number of stores that may be late: {o.store_buffer} (up to {MOST_LATE})"
    if not LEAST_HISTORY <= o.history <= MOST_HISTORY:
        return f"no length of a history: {o.history} ({LEAST_HISTORY} to {MOST_HISTORY})"
    return _problem_of_beginning(o)


def _problem_of_beginning(o: Options) -> str | None:
    if o.args is not None and (o.entry is not None or o.thread):
        return "--args are those of main, which --entry and --thread do not call"
    if o.args is not None:
        import shlex

        try:
            shlex.split(o.args)
        except ValueError as error:
            return f"--args {o.args!r}: {error}"
        if "\0" in o.args:
            return "--args: no argument of a program has a NUL in it"
    if o.entry is not None and not _is_name(o.entry):
        return f"--entry {o.entry!r}: the name of a function is needed"
    for text in o.thread:
        name, colon, count = text.partition(":")
        if not _is_name(name) or (colon and not (is_positive(count) and int(count) <= MOST_THREADS)):
            return f"--thread {text!r}: FUNCTION or FUNCTION:NUMBER is needed"
    return None


def _is_name(text: str) -> bool:
    return text.isascii() and text.isidentifier()


_FLAGS: Mapping[str, str] = {
    "files": "FILE", "defines": "-D", "undefines": "-U", "include_dirs": "-I", "includes": "-include", "std": "-std",
}  # fmt: skip


def spelled(name: str, value: object) -> str:
    """An option as one would write it on the command line."""
    flag = _FLAGS.get(name, "--" + name.replace("_", "-"))
    if isinstance(value, list):
        return " ".join([f"{flag} {x}" for x in value]) or f"no {flag}"
    if value is None or isinstance(value, bool):
        return flag if value else f"no {flag}"
    if isinstance(value, str) and (" " in value or not value):
        return f"{flag} {value!r}"
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
