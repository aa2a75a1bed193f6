"""What lowering knows of a whole program: its sites, threads and functions so far; and what values of C are there."""

from __future__ import annotations

from threadproof.analysis.points_to import Constraint, From
from threadproof.errors import Limit
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import (
    Array,
    CType,
    DataModel,
    Float,
    Int,
    Pointer,
    Struct,
    Sync,
    unit_of_bits,
)
from threadproof.frontend.library import Library
from threadproof.frontend.lower import masses
from threadproof.frontend.lower.callees import Flows
from threadproof.frontend.threads import Cooperative
from threadproof.ir import op as O
from threadproof.ir.program import Source
from threadproof.ir.sched import Scheduler
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field

#: of verdicts about what goes on for ever
FINITELY_OFTEN = "a weak compare-exchange fails for no reason only finitely often"


@dataclass(slots=True)
class StructValue:
    """A struct as an rvalue: its scalar parts at their offsets."""

    parts: list[tuple[int, CType, Term | R.Ptr]]
    #: where it may have been read
    sources: list[R.Place] = field(default_factory=list)


#: an integer, a pointer, a struct, or None for void
Value = Term | R.Ptr | StructValue | None


@dataclass(slots=True)
class LocalVar:
    """A scalar local in IR variables: one for an integer, two for a pointer."""

    vars: tuple[Var, ...]
    type: CType


@dataclass(frozen=True, slots=True)
class Asked:
    """What the memory of a program is laid out for."""

    #: undefined behaviour of memory is an error
    memory: bool = False
    #: it matters who only reads
    races: bool = False
    #: accesses to bytes side by side are not to one cell
    bytes: bool = False
    #: a compare-exchange that fails has an order of its own
    orders: bool = False


@dataclass(frozen=True, slots=True)
class Stays:
    """A question about functions of this name: does a thread inside leave them again?"""

    symbols: frozenset[str]
    #: it was decided that somebody stays for ever
    decided: Var


@dataclass(slots=True)
class ProgramContext:
    unit: A.Unit
    model: DataModel
    #: memory that nothing leads to any more will be looked for, so it matters who holds which pointer, and how long
    for_leaks: bool
    sites: list[R.Site] = field(default_factory=list)
    allocations: dict[tuple[str, int], int] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    templates: dict[str, R.RawTemplate] = field(default_factory=dict)
    #: functions whose template is still to be lowered: template name -> function
    pending: list[A.FuncDecl] = field(default_factory=list)
    variable_sites: dict[A.VarDecl, R.Site] = field(default_factory=dict)
    function_sites: dict[str, R.Site] = field(default_factory=dict)
    strings: dict[tuple[bytes, str], R.Site] = field(default_factory=dict)
    #: the process may end before main returns, by `exit`
    calls_exit: bool = False
    scope: dict[str, None] = field(default_factory=dict)
    #: see `Program.unsupported`
    unsupported: dict[tuple[str, str, int], bool] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    #: how threads get their arguments: function -> variables
    parameters: dict[str, list[LocalVar]] = field(default_factory=dict)
    flows: Flows = field(init=False)
    #: statements get numbers, the same for every inlined copy
    statements: dict[int, int] = field(default_factory=dict)
    ended: Var = field(default_factory=lambda: Var("ended", 8, True, dims=1, kind="system"))
    #: what a thread returned: a pointer
    result: tuple[Var, Var] = field(init=False)
    #: of a cooperative program; then also the cleanup function of each thread, and the values of events
    scheduler: Scheduler | None = None
    cooperative: Cooperative | None = None
    #: its threads may be in any order at first
    any_order: bool = False
    cleanup: Var = field(init=False)
    event_values: tuple[Var, Var] = field(init=False)
    uses_mutex_kinds: bool = False
    uses_robust_mutexes: bool = False
    #: futexes that are locks; None: not known yet
    uses_futex_locks: bool | None = None
    #: bytes of synchronisation objects are written
    fills_sync: bool = False
    #: is some semaphore initialised to a large number? None: not known yet
    large_semaphores: bool | None = None
    #: threads that were detached, and those that are to be cancelled, where somebody looks at that
    cancelled: Var = field(default_factory=lambda: Var("cancelled", 8, True, dims=1, kind="system"))
    detached: Var = field(default_factory=lambda: Var("detached", 8, True, dims=1, kind="system"))
    tracks_detaching: bool = False
    #: elements of arrays that are handles of threads wherever they are read (`handles.filled_before`)
    filled_handles: set[int] = field(default_factory=set)
    #: threads that were created, where somebody might wait for another one
    created: Var = field(default_factory=lambda: Var("created", 8, True, dims=1, kind="system"))
    #: main ends as threads do, so others may be left
    main_may_end_first: bool = False
    #: the program counts how many threads have not ended
    counts_threads: bool = False
    #: each creation stands for any number of them
    has_any_number: bool = False
    #: each statement is one step (the coarser reading of some papers)
    atomic_statements: bool = False
    order_of_volatile: O.Order = O.Order.VOLATILE
    #: how deep each recursive function may go: see `recursion`
    recursion_limits: dict[str, int] = field(default_factory=dict)
    #: the label ERROR is the error (no error function is used)
    error_label: bool = False
    #: a failed assert is an error of its own (no error function is used)
    assert_is_error: bool = True
    #: it may choose another locale than that of C
    sets_locale: bool = False
    #: the question is about executions without end
    is_about_ends: bool = False
    #: somebody asks whether threads leave a function
    stays: Stays | None = None
    #: written for SATABS: threads start by labels, globals are arbitrary, functions without a body have no effect
    is_satabs: bool = False
    #: pointers in temporaries: they count for the leak check as long as they are read later (`memory.hands`)
    in_hands: set[Var] = field(default_factory=set)
    #: by template: where pointers have no value yet
    unset: dict[str, list[tuple[int, Var]]] = field(default_factory=dict)
    #: sites whose contents are not understood, with the reason: using them is Unknown
    opaque: dict[int, str] = field(default_factory=dict)
    #: of main, if they may be any
    arguments: R.Arguments | None = None
    #: calls that make numbers of them: see `arguments.asked_once`
    asked_once: dict[int, int] = field(default_factory=dict)
    #: nothing yet: raw graphs are the same for all properties (`checks`)
    asked: Asked = Asked()
    #: accesses are not in the order of the program
    is_weak: bool = False
    #: variables that the library has, too; names of those of the environment
    shared: dict[str, R.Site] = field(default_factory=dict)
    names_of_variables: dict[str, int] = field(default_factory=dict)
    #: of sysconf
    names_of_limits: dict[int, int] = field(default_factory=dict)
    #: how many calls had arguments for `...`
    argument_lists: int = 0
    inlined: masses.CopiesOfFunctions = field(default_factory=masses.CopiesOfFunctions)
    #: functions of the C library that are written in C
    library: Library = field(init=False)

    def __post_init__(self) -> None:
        self.sites.append(R.Site(0, "null", None, "null"))
        self.library = Library(self.model, self.unit.macros_of_layouts)
        self.flows = Flows(self.unit, self.model)
        width = self.model.pointer_width
        self.result = (
            Var("result.obj", R.OBJECT_WIDTH, True, dims=1, kind="system", group="result"),
            Var("result.off", width, True, dims=1, kind="system", group="result"),
        )
        self.cleanup = Var("cleanup", R.OBJECT_WIDTH, True, dims=1, kind="system")
        self.event_values = (
            Var("event_value.obj", R.OBJECT_WIDTH, True, dims=2, kind="system", group="event_value"),
            Var("event_value.off", width, True, dims=2, kind="system", group="event_value"),
        )

    @property
    def ids_are_numbers(self) -> bool:
        """Ids of threads are made numbers."""
        return self.unit.has_ids_as_numbers

    @property
    def address_taken(self) -> list[A.FuncDecl]:
        """Functions whose address is taken: a pointer to a function is one of them."""
        return self.flows.functions

    def unique(self, name: str) -> str:
        n = self.names.get(name, 0)
        self.names[name] = n + 1
        return name if n == 0 else f"{name}#{n + 1}"

    def count_allocation(self, name: str, line: int) -> int:
        """How many there have been on this line."""
        n = self.allocations[name, line] = self.allocations.get((name, line), -1) + 1
        return n

    def note_unsupported(self, what: str, at: Source, *, always: bool) -> None:
        place = (what, at.file, at.line)
        self.unsupported[place] = always or self.unsupported.get(place, False)

    def new_site(self, name: str, type_: CType | None, kind: str, template: str = "") -> R.Site:
        if len(self.sites) >= R.WILD:
            raise Limit("program too large", "too many memory objects")
        s = R.Site(len(self.sites), self.unique(name), type_, kind, template)
        self.sites.append(s)
        return s

    def function_site(self, f: A.FuncDecl) -> R.Site:
        s = self.function_sites.get(f.symbol)
        if s is None:
            s = self.function_sites[f.symbol] = self.new_site(f.symbol, None, "function")
            s.function, s.alignment, s.declared = f.symbol, f.align, f
        return s

    def template_for(self, f: A.FuncDecl) -> str:
        """The template that runs function f; it is lowered later."""
        name = f.symbol
        if name not in self.templates:
            self.templates[name] = R.RawTemplate(name, f.name, Var(f"{name}.self", R.OBJECT_WIDTH, False))
            self.pending.append(f)
        return name

    def null(self) -> R.Ptr:
        return R.Ptr(R.NULL_OBJECT, T.const(0, self.model.pointer_width), ())

    def static_pointer(self, s: R.Site, offset: int = 0) -> R.Ptr:
        obj = T.const(s.number, R.OBJECT_WIDTH) if s.address is None else T.var(s.address)
        return R.Ptr(obj, T.const(offset, self.model.pointer_width), (From(s.number, offset),))

    def place_of(self, s: R.Site) -> R.Place:
        assert s.type is not None
        return R.Place(self.static_pointer(s), 0, (), s.type, s.name.split("#")[0].split("::")[-1])

    def scalar_parts(self, t: CType, offset: int = 0) -> list[tuple[int, CType]]:
        """The scalar (and synchronisation) parts of a type with their offsets.

        Of a union those of its largest member, and what others have in the gaps of that.
        """
        match t:
            case Array(of=of, size=size):
                step = self.model.size_of(of)
                if (size or 0) > 4096:
                    raise LookupError("large array")
                return [p for i in range(size or 0) for p in self.scalar_parts(of, offset + i * step)]
            case Struct():
                self.model.layout(t)  # (of a type that is not complete there is none)
                assert t.fields is not None
                if t.is_union:
                    if not t.fields:
                        return []
                    if any(f.bits is not None for f in t.fields):
                        raise LookupError("bit-fields in a union")
                    found: list[tuple[int, CType]] = []
                    for f in sorted(t.fields, key=lambda f: -self.model.size_of(f.type)):
                        parts = self.scalar_parts(f.type, offset)
                        found += [p for p in parts if not self._overlaps(p, found)] if found else parts
                    return found
                return [p for o, member in self.members(t) for p in self.scalar_parts(member, offset + o)]
            case Int() | Pointer() | Sync() | Float(width=32 | 64):
                return [(offset, t)]
            case _:
                raise LookupError("long double" if isinstance(t, Float) else "type")

    def members(self, t: Struct) -> list[tuple[int, CType]]:
        """Of a structure, with their offsets: the units of bit-fields first."""
        assert t.fields is not None
        units = [(u[0], unit_of_bits(u[1])) for u in dict.fromkeys(self.model.bit_units(t)) if u]
        offsets = self.model.layout(t).offsets
        return units + [(o, f.type) for f, (o, _) in zip(t.fields, offsets, strict=True) if f.bits is None]

    def gaps(self, t: CType, parts: list[tuple[int, CType]]) -> tuple[tuple[int, int], ...]:
        """Offset and length of what is between its scalar parts, and behind them."""
        found, end = [], 0
        for start, part in [*sorted(parts, key=lambda p: p[0]), (self.model.size_of(t), None)]:
            if start > end:
                found.append((end, start - end))
            if part is not None:
                end = max(end, start + self.model.size_of(part))
        return tuple(found)

    def _overlaps(self, part: tuple[int, CType], others: list[tuple[int, CType]]) -> bool:
        start, end = part[0], part[0] + self.model.size_of(part[1])
        return any(at < end and start < at + self.model.size_of(t) for at, t in others)
