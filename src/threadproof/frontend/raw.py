"""Raw control-flow graphs: C with its calls inlined, before memory is laid out.

Between `lower` (C to raw) and `memory` (raw to IR). Scalar locals whose address is never taken are IR variables
already; everything else is memory: an access names a `Place`, which is a pointer, a constant distance and a list of
array steps. Only when all accesses are known does points-to say which objects a place may be, and `memory` turns
each access into edges on the variables of those objects.

A pointer value is a pair (object number, byte offset); null is (0, 0), an integer n cast to a pointer is (0, n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum

from threadproof.analysis.points_to import NUMBER, From
from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import CType
from threadproof.ir import op as O
from threadproof.ir.op import Cell, Op, Step
from threadproof.ir.program import ErrorLocation, Source
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Property
from threadproof.records import dataclass, field, fields

#: width of object numbers: the low SITE_BITS name the site, the rest the instance
OBJECT_WIDTH = 32
SITE_BITS = 14
SITE_MASK = (1 << SITE_BITS) - 1
#: of locals that begin again while pointers to them remain: the low bits of the instance name the thread, if there are
#: several, the rest the round
THREAD_BITS = 9
#: what a pointer points to that is forgotten: no object, and not null
WILD = SITE_MASK
NULL_OBJECT = T.const(0, OBJECT_WIDTH)
#: points-to node for every pointer that was ever turned into an integer
EXPOSED = "exposed"


#: below this there are no objects
FIRST_ADDRESS = 4096


def end_of_addresses(width: int) -> int:
    """From here on there are none: a process on Linux has 47 bits, or all but the last two pages of 32 bits."""
    return min(1 << 47, (1 << width) - 2 * FIRST_ADDRESS)


@dataclass(frozen=True, slots=True)
class Ptr:
    obj: Term
    off: Term
    values: tuple[From, ...]

    @staticmethod
    def of_number(n: Term) -> Ptr:
        """A pointer made of a constant. It is no object's but by chance, and not even that where there is none."""
        assert n.value is not None
        is_possible = FIRST_ADDRESS <= n.value < end_of_addresses(n.width)
        return Ptr(NULL_OBJECT, n, (From(NUMBER),) if is_possible else ())

    def moved(self, by: Term, values: tuple[From, ...]) -> Ptr:
        return Ptr(self.obj, T.add(self.off, by), values)

    @property
    def is_null(self) -> bool:
        return self.obj.value == 0 and self.off.value == 0


#: the length of an array that is as long as its object allows: any number, but no negative index
FLEXIBLE = 1 << 40


@dataclass(frozen=True, slots=True)
class ArrayStep:
    """`index` elements of `stride` bytes; `count` is the length of the array, None if it is not known."""

    index: Term
    stride: int
    count: int | None
    signed: bool


@dataclass(frozen=True, slots=True)
class Place:
    """`offset` bytes and some array steps from where `base` points; `root` is the type base points to."""

    base: Ptr
    offset: int
    steps: tuple[ArrayStep, ...]
    root: CType
    #: the lvalue in C, for people
    text: str = ""
    #: of accesses, unless the type says more
    qualified: O.Order = O.Order.PLAIN

    def field(self, offset: int, text: str) -> Place:
        return Place(self.base, self.offset + offset, self.steps, self.root, text, self.qualified)

    def element(self, step: ArrayStep, text: str) -> Place:
        if step.index.value is not None:
            i = T.to_signed(step.index.value, step.index.width) if step.signed else step.index.value
            if step.count is None or 0 <= i < step.count:
                return Place(self.base, self.offset + i * step.stride, self.steps, self.root, text, self.qualified)
        return Place(self.base, self.offset, (*self.steps, step), self.root, text, self.qualified)

    def volatile(self, order: O.Order) -> Place:
        return Place(self.base, self.offset, self.steps, self.root, self.text, order)

    def order(self, t: CType) -> O.Order:
        """Of an access at this type."""
        return O.Order.SEQ_CST if t.atomic else self.qualified

    @property
    def values(self) -> tuple[From, ...]:
        """As a pointer value for points-to."""
        out = []
        for v in self.base.values:
            v = v.moved(self.offset)
            for s in self.steps:
                v = v.moved(0, s.stride)
            out.append(v)
        return tuple(out)


@dataclass(slots=True, eq=False)
class Site:
    """Where objects come from: a variable with memory of its own, a function, a string, an allocation."""

    number: int
    name: str
    #: None for the heap (found out from the accesses) and for functions
    type: CType | None
    #: global, local (of a template), thread (thread-local storage), heap, function
    kind: str
    #: name of the template, for local and heap sites
    template: str = ""
    #: the object number inside terms of its template, until it is known (local and thread sites)
    address: Var | None = None
    #: initial contents: byte offset -> (type, int or pointer)
    initial: dict[int, tuple[CType, int | tuple[int, int]]] = field(default_factory=dict)
    #: bytes not in `initial` are zero (else arbitrary)
    zeroed: bool = False
    #: even if they are zero for pointers and synchronisation objects, integers are arbitrary
    is_arbitrary: bool = False
    size: int | None = None
    #: 0: what its type demands
    alignment: int = 0
    #: (else it may be more than that)
    is_alignment_known: bool = True
    #: string literals and constants of the whole run: whoever writes to them does what is undefined
    is_constant: bool = False
    function: str = ""
    #: of our C library: traces are about the program
    is_hidden: bool = False
    #: alloca: never freed by hand, never leaked
    automatic: bool = False
    #: alloca in a loop: it ends, but no step says so
    has_no_end: bool = False
    #: of an allocation
    line: int = 0
    #: of an allocation: how many others of this line are before it, as calls are copied
    copy: int = 0
    #: of a function, which may be one of our C library
    declared: A.FuncDecl | None = None

    @property
    def text(self) -> str:
        """For people: the variable's name, or `malloc@12`, `malloc@12b`, ..."""
        text = self.name.split("#")[0].split("::")[-1]
        if self.kind == "local":
            text = text.split(".", 1)[-1]  # without the function's name
        copy = "" if not self.copy else chr(ord("a") + self.copy) if self.copy < 26 else f"z{self.copy}"
        return f"{text}@{self.line}{copy}" if self.line else text

    def __repr__(self) -> str:
        return f"Site({self.number}, {self.name})"


@dataclass(slots=True)
class Arguments:
    """Those of main, if they may be any: objects that are read as `memory.arguments` says, and never written."""

    #: how many there are
    count: Var
    #: it is at most one more than `first`, which then means any number of more; else the last one is known, too
    is_capped: bool
    #: so many of the first are known
    first: int
    #: what argv points to: the strings, and a null pointer, wherever that is
    vector: Site
    #: of each the first characters
    strings: list[Site]
    #: the zero at the end of each
    zero: Site
    lengths: list[Var]


# ---------------------------------------------------------------- raw operations


@dataclass(frozen=True, slots=True)
class MemAccess:
    """A load (`old` gets the value), a store (`new` is the value) or both at once: a read-modify-write.

    One variable or term for an integer, two (object, offset) for a pointer. `new` may mention `old`, and the outcome of
    a comparison of what was loaded (`test`). If `stores_if` does not hold, which may mention those too, it only loads;
    `new` is then what there was, so this makes a difference for races only.
    """

    place: Place
    type: CType
    old: tuple[Var, ...] = ()
    new: tuple[Term, ...] = ()
    order: O.Order = O.Order.PLAIN
    test: SamePtr | None = None
    stores_if: Term | None = None
    #: of something larger, whose parts the compiler may access in another order
    is_part: bool = False
    #: of a compare-exchange that succeeds, and of one that fails, where they matter
    orders: tuple[O.Order, O.Order] | None = None

    @property
    def is_atomic(self) -> bool:
        return self.order not in (O.Order.PLAIN, O.Order.VOLATILE)


@dataclass(frozen=True, slots=True)
class WholeAccess:
    """`size` bytes are read or written as one structure, those between its members too: (offset, length) in `gaps`.

    The accesses to its members come next.
    """

    place: Place
    size: int
    gaps: tuple[tuple[int, int], ...]


#: the cells of a synchronisation object by field name
Fields = Callable[[str], Cell]


@dataclass(frozen=True, slots=True)
class SyncAccess:
    """An operation on synchronisation objects: each alternative is an op on their fields and a target location."""

    objects: tuple[tuple[Place, str], ...]
    alternatives: tuple[tuple[Callable[..., Op], int], ...]
    #: whether a thread that waits for the first of them was woken: then that may have ended
    has_left: Callable[..., Term] | None = None
    #: their bytes are written, as of any other memory
    is_plain: bool = False
    #: so they are by a function that initialises them
    initialises: bool = False


@dataclass(frozen=True, slots=True)
class Alloc:
    """target := address of a new object of `site`, `size` bytes."""

    target: Var
    site: Site
    size: Term


@dataclass(frozen=True, slots=True)
class Free:
    pointer: Ptr


@dataclass(frozen=True, slots=True)
class CopyObject:
    """realloc: the contents of the object `source` points to, as far as they fit, to the start of `target`."""

    target: Ptr
    source: Ptr


@dataclass(frozen=True, slots=True)
class UnknownCall:
    """A function without a body is given these pointers, and may change what they point to, or only what that leads
    to. `obj` and `off`: a pointer to whatever they lead to."""

    function: str
    pointers: tuple[tuple[Ptr, bool], ...]
    obj: Var
    off: Var
    #: it matters that it does not go on for ever
    must_end: bool = False


@dataclass(frozen=True, slots=True)
class Lifetime:
    """The object of a local variable begins (with arbitrary contents) or ends."""

    site: Site
    begins: bool
    zeroed: bool = False
    #: bits that are not zero all the same, but arbitrary: the first one, and how many
    padding: tuple[tuple[int, int], ...] = ()
    #: a jump passes by its declaration
    is_passed_by: bool = False
    #: perhaps it has begun already, by a declaration that a jump came back over
    may_live: bool = False
    #: all of its contents are stored next
    is_filled: bool = False


@dataclass(frozen=True, slots=True)
class Expire:
    """The automatic object (alloca, variable-length array) that the pointer points to ends, if there is one."""

    pointer: Ptr


@dataclass(frozen=True, slots=True)
class MustBeApart:
    """So many bytes are copied from one place to another: if these overlap, what happens is not understood."""

    to: Ptr
    to_size: Term
    source: Ptr
    size: Term
    #: nothing happens if they are one
    may_be_same: bool


class Otherwise(Enum):
    """What becomes of an execution in which something goes wrong, where that is not the question."""

    GOES_ON = "nothing happens"
    IS_DISCARDED = "it is undefined"
    #: and for whom it is the question, it is not understood
    IS_UNCLEAR = "it is undefined, and nothing that the property names"
    ABORTS = "the process ends"


@dataclass(frozen=True, slots=True)
class Check:
    """If it does not hold, the property is violated. `checks` says what this is, for the property that is asked."""

    holds: Term
    property: Property
    part: str
    text: str
    otherwise: Otherwise
    #: what a verdict assumes, if executions are discarded
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Nothing:
    """What is left of a check that nobody asks for: no step at all."""


@dataclass(frozen=True, slots=True)
class PtrToInt:
    target: Var
    pointer: Ptr
    #: a power of two: only the rest by it is asked for; 0: the whole number
    modulus: int = 0
    #: that of the offset; objects that are not aligned so are not understood
    by_offset: bool = False


@dataclass(frozen=True, slots=True)
class ComparePtr:
    """target := left < right (or <=), as numbers."""

    target: Var
    left: Ptr
    right: Ptr
    or_equal: bool


@dataclass(frozen=True, slots=True)
class SamePtr:
    """target := left == right. Where object and offset decide that, there is no step: the term takes its place."""

    target: Var
    left: Ptr
    right: Ptr


@dataclass(frozen=True, slots=True)
class IntToPtr:
    obj: Var
    off: Var
    value: Term


@dataclass(frozen=True, slots=True)
class IsFunction:
    """A guard: the pointer is the address of this function (dropped when points-to says it cannot be)."""

    pointer: Ptr
    site: Site


@dataclass(frozen=True, slots=True)
class IsNoFunction:
    """The pointer is none of these functions, as far as points-to says that it may be one: the call is undefined."""

    pointer: Ptr
    sites: tuple[Site, ...]
    #: that has been ruled out before
    is_checked: bool = False


@dataclass(frozen=True, slots=True)
class RawCreate:
    template: str
    handle: Term
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class NewThread:
    """target := the id of a thread about to be created by the edge with the RawCreate of `create`."""

    target: Var
    template: str


@dataclass(frozen=True, slots=True)
class HasCreated:
    """This thread is about to be there."""

    handle: Term


@dataclass(frozen=True, slots=True)
class MustBeThread:
    """Somebody joins or detaches this thread: if it was never created, what happens is not understood."""

    handle: Term
    #: the program remembers which threads were created, rather than that it is taken for granted
    is_exact: bool
    may_be_main: bool


@dataclass(frozen=True, slots=True)
class DifferentThreads:
    """Two ids of different threads are compared: not understood if one of these may have got the id of the other."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class ThreadAsNumber:
    """Somebody looks at the id of a thread as a number: only the library knows it."""


RawOp = (
    Op | MemAccess | WholeAccess | SyncAccess | Alloc | Free | Expire | CopyObject | UnknownCall | Lifetime
    | MustBeApart | PtrToInt | ComparePtr | SamePtr | IntToPtr | IsFunction | IsNoFunction | RawCreate | NewThread
    | HasCreated | MustBeThread | DifferentThreads | ThreadAsNumber | Check | Nothing
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RawEdge:
    source: int
    target: int
    op: RawOp
    origin: Source
    note: str = ""

    @property
    def targets(self) -> tuple[int, ...]:
        return tuple(at for _, at in self.op.alternatives) if isinstance(self.op, SyncAccess) else (self.target,)


#: what operations are made of; alternatives of a SyncAccess mention no pointers
_Compound = (
    MemAccess | WholeAccess | SyncAccess | Alloc | Free | Expire | CopyObject | UnknownCall | Lifetime | MustBeApart
    | PtrToInt | ComparePtr | SamePtr | IntToPtr | IsFunction | IsNoFunction | RawCreate | NewThread | HasCreated
    | MustBeThread | DifferentThreads | ThreadAsNumber | Check | Nothing | Ptr | Place | ArrayStep
)  # fmt: skip


def parts(x: object) -> Iterator[object]:
    """The terms (which it reads), variables (which it writes), pointers and whatever else an operation is made of."""
    yield x
    if isinstance(x, tuple):
        for y in x:
            yield from parts(y)
    elif isinstance(x, _Compound):
        for f in fields(x):
            yield from parts(getattr(x, f.name))
    elif isinstance(x, Op):
        yield from O.reads(x)
        yield from (c.var for c in O.writes(x))


@dataclass(frozen=True, slots=True)
class Subexpression:
    """A call, or another part of an expression that may not come to its end: the locations `entry` and those from
    `start` to before `end`. If it does, control goes on at `after`, with whatever of the expression is left."""

    entry: int
    start: int
    end: int
    after: int

    @property
    def places(self) -> tuple[int, ...]:
        return (self.entry, *range(self.start, self.end))


@dataclass(slots=True)
class RawTemplate:
    name: str
    function: str
    self_var: Var
    params: tuple[Var, ...] = ()
    locals: list[Var] = field(default_factory=list)
    edges: list[RawEdge] = field(default_factory=list)
    locations: int = 2
    entry: int = 0
    exit: int = 1
    errors: dict[int, ErrorLocation] = field(default_factory=dict)
    #: see `ir.program.Template`
    discards: dict[int, str] = field(default_factory=dict)
    #: those outside come after those inside them; only for the leak check
    subexpressions: list[Subexpression] = field(default_factory=list)
    #: the first of its threads
    created_at: Source | None = None
    #: where it keeps how it may be cancelled, if anybody may be
    cancellation: tuple[Var, Var] | None = None

    def following(self) -> dict[int, list[RawEdge]]:
        """The edges by where they begin, as they are now."""
        found: dict[int, list[RawEdge]] = {}
        for e in self.edges:
            found.setdefault(e.source, []).append(e)
        return found


NOP = Step()


def forgetting(variables: Iterable[Var]) -> Step:
    """For the leak check: these pointers hold nothing any more."""
    nowhere = T.const(WILD, OBJECT_WIDTH)
    return Step(updates=tuple(O.Update(v, (), nowhere) for v in variables), role=O.Role.LIFE)
