"""Memory that is accessed at types that do not fit together: rows of small cells, and beside them what was a pointer.

The last resort, where one cell for each number or pointer is not enough: memory that is carved into pieces when the
program runs, pointers in buffers of characters, numbers over several members, as `__int128` for two pointers that
change at once. Such an object is a *grid*: `unit` bytes are a cell, as many as divide all places and sizes of accesses
to it, so an access touches whole cells, and two accesses touch a common one if and only if they share bytes.

A pointer takes one *slot*: as many cells as it has bytes, aligned. Its offset is in the cells, its object in the `tags`
of the slot, and tag 0 says that the cells are a number. So a number, and one that was made a pointer, look alike, and
who loads one as the other gets what a cast would yield, as in `mixed`. If a part of a slot with a pointer is written,
the rest of it is *marked*: these cells hold bytes of an address that is gone, and to read them is not understood. The
same goes for a part of a pointer as a number. Tags and marks are nothing that races: whoever touches them touches the
cells of what he accesses.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from threadproof.analysis.points_to import Constraint, From, LoadFrom, PointsTo, StoreTo
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import UCHAR, DataModel, Int, Pointer
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.layout import CELLS, MARKS, TAGS, Leaf, SiteInfo
from threadproof.frontend.memory.mixed import ANY_NUMBER
from threadproof.frontend.memory.words import is_number
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass

BAD_ACCESS = "access to memory at a type it does not have"
PART_OF_POINTER = "part of a pointer as a number"
LEFT_OF_POINTER = "what is left of a pointer, of which a part has been overwritten"


@dataclass(frozen=True, slots=True)
class Span:
    """An access to `size` bytes at an offset congruent to `start` modulo `modulus`; 0: equal to it."""

    start: int
    modulus: int
    size: int
    is_pointer: bool
    writes: bool


@dataclass(frozen=True, slots=True)
class Grid:
    #: bytes of a cell
    unit: int
    cells: Leaf
    #: bytes of a pointer
    slot: int
    tags: Leaf | None
    marks: Leaf | None
    #: what keeps its own cells: synchronisation objects and ids of threads
    others: tuple[Leaf, ...]
    spans: tuple[Span, ...]

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (*self.others, *(x for x in (self.cells, self.tags, self.marks) if x is not None))


@dataclass(frozen=True, slots=True)
class Run:
    """So many bytes from an offset in a grid, in cells and in bytes; `residue`: what it is modulo a slot, if known."""

    grid: Grid
    first: Term
    at: Term
    size: int
    residue: int | None
    #: it lies in one slot
    is_inside_slot: bool
    is_aligned: bool


@dataclass(frozen=True, slots=True)
class Cover:
    """If `guard`, a run touches these slots; with each, whether all of it."""

    guard: Term
    slots: tuple[tuple[Term, bool], ...]


def lay(model: DataModel, info: SiteInfo, spans: Iterable[Span], used: Iterable[Leaf]) -> Grid | None:
    """The grid of an object; `used`: leaves of synchronisation objects and ids in use. None: it cannot be one."""
    spans = tuple(spans)
    slot = model.pointer_width // 8
    unit = gcd(*(n for x in spans for n in (x.start, x.modulus, x.size)))
    if not spans or any(len(x.dims) > 1 or (x.dims and x.dims[0][0] is None) for x in used):
        return None
    has_pointers = any(x.is_pointer for x in spans) or any(isinstance(v, tuple) for _, v in info.site.initial.values())
    if has_pointers:
        unit = gcd(unit, slot)
        if any(isinstance(v, tuple) and at % slot for at, (_, v) in info.site.initial.items()):
            return None
    size = None if info.size is None else -(-info.size // slot) * slot
    if size == 0:
        return None
    shape = "" if size is None else str(-(-size // unit))
    cells = _row(CELLS, Int(8 * unit, False, "cell"), unit, size, f".bytes[{shape}]")
    tags = marks = None
    if has_pointers:
        tags = _row(TAGS, Int(R.OBJECT_WIDTH, False, "tag"), slot, size, "")
        if any(x.writes and not x.is_pointer and not is_slots(x, slot) for x in spans):
            marks = _row(MARKS, UCHAR, unit, size, "")
    return Grid(unit, cells, slot, tags, marks, tuple(used), spans)


def is_slots(x: Span, slot: int) -> bool:
    """Does the access touch no part of a slot, but only whole ones?"""
    return not any(n % slot for n in (x.start, x.modulus, x.size))


def _row(role: str, t: Int, unit: int, size: int | None, shape: str) -> Leaf:
    count = None if size is None else -(-size // unit)
    return Leaf(0, ((count, unit),), t, ".bytes", shape, is_word=True, role=role)


def covers(run: Run) -> list[Cover]:
    """The cases of which slots a run touches; in each they are different ones."""
    slot, size = run.grid.slot, run.size
    width = run.at.width

    def number(at: Term) -> Term:
        return T.udiv(at, T.const(slot, width))

    def moved(n: int) -> Term:
        return T.add(number(run.at), T.const(n, width))

    if run.residue is not None:
        count = -(-(run.residue + size) // slot)
        whole = [n * slot >= run.residue and (n + 1) * slot <= run.residue + size for n in range(count)]
        return [Cover(T.TRUE, tuple((moved(n), w) for n, w in enumerate(whole)))]
    if run.is_inside_slot:
        return [Cover(T.TRUE, ((moved(0), False),))]
    rest = T.urem(run.at, T.const(slot, width))
    if size < slot:
        fits = T.ule(rest, T.const(slot - size, width))
        return [Cover(fits, ((moved(0), False),)), Cover(T.not_(fits), ((moved(0), False), (moved(1), False)))]
    is_aligned = T.eq(rest, T.const(0, width))
    count, more = divmod(size, slot)
    whole_slots = tuple((moved(n), True) for n in range(count))
    behind = ((moved(count), False),)
    across = ((moved(0), False), *((moved(n), True) for n in range(1, count)), *behind)
    return [Cover(is_aligned, (*whole_slots, *behind) if more else whole_slots), Cover(T.not_(is_aligned), across)]


def is_over(at: Term, size: int, x: Leaf, length: int) -> Term:
    """Do some bytes lie in cells of a leaf?"""
    width = at.width
    away = T.sub(at, T.const(x.offset, width))
    if not x.dims:
        return T.or_(T.ult(away, T.const(length, width)), T.ult(T.neg(away), T.const(size, width)))
    ((count, stride),) = x.dims
    rest = T.urem(away, T.const(stride, width))
    meets = T.or_(T.ult(rest, T.const(length, width)), T.ult(T.const(stride - size, width), rest))
    room = (0 if count is None else (count - 1) * stride) + length + size - 1
    is_in_row = T.ult(T.add(away, T.const(size - 1, width)), T.const(room, width))
    return T.and_(meets if size <= stride else T.TRUE, T.TRUE if count is None else is_in_row)


def touched(info: SiteInfo) -> list[Leaf]:
    """Of a grid: where accesses may be."""
    if info.grid is None:
        return []
    return [
        Leaf(x.start, ((None, x.modulus),) if x.modulus else (), Int(8 * x.size, False, ""), "")
        for x in info.grid.spans
    ] + list(info.grid.others)


def constraints(context: ProgramContext, points_to: PointsTo, sites: set[int]) -> tuple[Constraint, ...]:
    """Who loads numbers from these sites may load addresses, and who stores numbers may store some."""
    found: dict[Constraint, None] = {}
    slot = context.model.pointer_width // 8
    accesses = [
        (e.op, points_to.targets(e.op.place.values))
        for t in (context.templates.values() if sites else ())
        for e in t.edges
        if isinstance(e.op, R.MemAccess) and (is_number(e.op.type) or isinstance(e.op.type, Pointer))
    ]
    accesses = [(op, targets) for op, targets in accesses if not sites.isdisjoint(targets)]
    with_pointers = {n for op, targets in accesses if isinstance(op.type, Pointer) for n in targets}
    with_pointers |= {s.number for s in context.sites if any(isinstance(v, tuple) for _, v in s.initial.values())}
    for op, targets in accesses:
        if isinstance(op.type, Pointer) or (sites & with_pointers).isdisjoint(targets):
            continue
        size = context.model.size_of(op.type)
        slots = tuple(
            From(v.base, v.shift + n, v.modulus, slot - 1)
            for v in op.place.values
            for n in (*range(0, size - 1, slot), size - 1)
        )
        if op.old and size >= slot:
            found[LoadFrom(R.EXPOSED, slots)] = None
        if op.new:
            found[StoreTo(slots, ANY_NUMBER)] = None
    return tuple(found)
