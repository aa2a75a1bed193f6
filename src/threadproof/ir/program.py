"""The program model: thread templates as control-flow graphs, and what they share.

A template is what the C text says a thread does; an instance is a running one. Instances are created dynamically,
each with its own copy of the template's local variables and a number (`self`; main is 1) that does not depend on
the schedule. Everything here is built once and then only read; a pass makes a new Program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from threadproof.ir.op import Op
from threadproof.logic.term import Var
from threadproof.properties import Property
from threadproof.records import dataclass, field, replace

if TYPE_CHECKING:
    from threadproof.ir.sched import Scheduler

MAIN_ID = 1


@dataclass(frozen=True, slots=True)
class Source:
    """Where an edge comes from: for traces, witnesses and messages."""

    function: str
    file: str
    line: int
    #: number of the C statement, so that steps can be grouped into statements
    statement: int = 0
    #: of the statement, or the condition in it, in characters from 1, with the end behind the last; 0: not known
    column: int = field(default=0, compare=False)
    end_line: int = field(default=0, compare=False)
    end_column: int = field(default=0, compare=False)
    #: one of several steps that were fused: for people, the variables that it wrote (passes may have others for them)
    wrote: frozenset[str] = field(default=frozenset(), compare=False)
    #: for people, instead of the text of the line
    words: str = ""

    def writing(self, variables: Iterable[Var]) -> Source:
        wrote = frozenset([v.text for v in variables])
        return replace(self, wrote=wrote) if wrote else self


@dataclass(frozen=True, slots=True)
class Edge:
    source: int
    target: int
    op: Op
    origin: Source
    #: what a person should read for this step, when the source line does not say it
    note: str = ""
    #: the steps it was fused from, in order, neighbours of one statement as one; none: only `origin`
    steps: tuple[Source, ...] = field(default=(), compare=False)

    def with_op(self, op: Op) -> Edge:
        return Edge(self.source, self.target, op, self.origin, self.note, self.steps)

    def to(self, target: int) -> Edge:
        return Edge(self.source, target, self.op, self.origin, self.note, self.steps)


@dataclass(frozen=True, slots=True)
class ErrorLocation:
    """Reaching it violates `property`; `part` is the sub-property (valid-deref, ...) or the property itself."""

    property: Property
    part: str
    text: str


@dataclass(slots=True)
class Template:
    name: str
    self_var: Var
    #: set from Create.args
    params: tuple[Var, ...]
    locals: tuple[Var, ...]
    entry: int
    exit: int
    #: outgoing edges of each location
    edges: list[list[Edge]]
    errors: dict[int, ErrorLocation] = field(default_factory=dict)
    #: at most one instance ever runs, and this is its number
    single_id: int | None = None
    #: where no edge need be possible though none waits: the execution is discarded then, for this reason
    discards: dict[int, str] = field(default_factory=dict)

    def all_edges(self) -> list[Edge]:
        return [e for out in self.edges for e in out]


@dataclass(slots=True)
class Program:
    name: str
    shared: tuple[Var, ...]
    templates: dict[str, Template]
    main: str
    #: system variables: ended[thread]
    ended: Var
    #: who may run next, at first; None: threads are preemptive
    scheduler: Scheduler | None = None
    #: words for the verdict's scope: assumptions the front end made
    scope: tuple[str, ...] = ()
    #: it looks at clocks, which here may stand still for ever, and really do not
    reads_clocks: bool = False
    #: constructs that made an Unsupported op: (what, file, line), and whether whoever gets there always ends there
    unsupported: tuple[tuple[tuple[str, str, int], bool], ...] = ()
    sources: dict[str, list[str]] = field(default_factory=dict)
    #: heap and pointer variables, for the leak check: see `Memory`
    memory: Memory | None = None
    #: for people: what a pointer points to, by its number modulo 2**object_shift
    object_text: Callable[[int], ObjectText | None] = field(default=lambda number: None, compare=False, repr=False)
    object_shift: int = 0

    def source_text(self, s: Source) -> str:
        if s.words:
            return s.words
        lines = self.sources.get(s.file)
        return lines[s.line - 1].strip() if lines and 0 < s.line <= len(lines) else ""

    def place(self, s: Source) -> str:
        """`queue.c:12`, with the folder if there are two files of the name."""
        name = s.file.rpartition("/")[2]
        is_alone = all(f == s.file or f.rpartition("/")[2] != name for f in self.sources)
        return f"{name if is_alone else s.file}:{s.line}"


@dataclass(frozen=True, slots=True)
class PartText:
    """A scalar part of an object, or the array of such parts: where it is, and its name as in a declaration."""

    offset: int
    #: (length or None, stride in bytes), outermost first
    dims: tuple[tuple[int | None, int], ...]
    shape: str


@dataclass(frozen=True, slots=True)
class ObjectText:
    name: str
    parts: tuple[PartText, ...] = ()
    is_function: bool = False
    #: there may be several, told apart by the rest of the number
    is_instanced: bool = False


@dataclass(frozen=True, slots=True)
class HeapSite:
    """A heap site: objects with number % 2**shift == number of the site; `live` is 1 while allocated."""

    number: int
    live: Var
    #: variables that hold the object half of pointers stored inside objects of this site
    pointers: tuple[Var, ...]
    #: alloca and the like: never leaked, and what a live one points to is not leaked either
    is_automatic: bool = False


@dataclass(frozen=True, slots=True)
class Root:
    """A variable outside the heap that holds the object half of a pointer, or an array of those."""

    pointer: Var
    #: it counts while this is 1; if that is an array, both have an object for each thread, which must be running.
    #: None: it always counts
    live: Var | None = None

    @property
    def variables(self) -> tuple[Var, ...]:
        return (self.pointer,) if self.live is None else (self.pointer, self.live)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the leak check needs: which variables hold pointers, and which objects are heap objects."""

    shift: int
    heap: tuple[HeapSite, ...]
    #: shared variables outside the heap
    roots: tuple[Root, ...]
    #: per template, local variables of running threads; of main those that outlive its return
    local_roots: dict[str, tuple[Root, ...]] = field(default_factory=dict)

    @property
    def shared_variables(self) -> frozenset[Var]:
        """All shared variables on which it depends whether memory is leaked."""
        found = {v for r in self.roots for v in r.variables}
        for site in self.heap:
            found |= {site.live, *site.pointers}
        return frozenset(found)

    def local_variables(self, template: str) -> tuple[Var, ...]:
        """The locals of a template on which it depends."""
        return tuple(dict.fromkeys(v for r in self.local_roots.get(template, ()) for v in r.variables))
