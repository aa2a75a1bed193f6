"""Memory: objects made of bytes, each with an address of its own and a life.

A byte is a number, one byte of a pointer (so that a pointer keeps its object when its bytes are copied), or not yet
determined (memory that was never written; copies of such a byte are the same byte). The address of an object that has
ended may be used again, and one object may begin where another ends; at each address one object lives at most.
"""

from __future__ import annotations

import bisect
import random
from collections import defaultdict, deque
from typing import Union

from threadproof.frontend.ast import FuncDecl
from threadproof.records import NamedTuple, dataclass, field
from threadproof.reference.outcome import NotUnderstood

#: the first address of an object here
FIRST_ADDRESS = 0x10000
#: numbers below are never addresses, wherever objects lie
LEAST_ADDRESS = 0x1000
_MIDDLE = 0x40000000
_GAP = 64
#: so many objects that have ended are remembered, to use their places again
_REMEMBERED = 64


@dataclass(eq=False, slots=True)
class Object:
    """`kind`: global, local, thread, heap, alloca, string, function or opaque."""

    name: str
    address: int
    size: int
    kind: str
    #: bytes that were written; the others hold `default` (None: not determined)
    data: dict[int, Cell] = field(default_factory=dict)
    default: int | None = None
    #: alive, freed, or ended (its block, function or thread was left)
    life: str = "alive"
    #: no other thread can reach it: nobody has its address
    is_private: bool = False
    #: the thread whose stack or storage it is in; 0: none
    owner: int = 0
    function: FuncDecl | None = None
    #: states of synchronisation objects, by offset
    sync: dict[int, object] = field(default_factory=dict)

    def contains(self, offset: int, size: int) -> bool:
        return offset >= 0 and offset + size <= self.size

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"


class Pointer(NamedTuple):
    """An address, and the object it was made from; None: it was made from a number."""

    target: Object | None
    address: int

    @property
    def offset(self) -> int:
        assert self.target is not None
        return self.address - self.target.address


NULL = Pointer(None, 0)


class Fragment(NamedTuple):
    """Byte `place` of a pointer in memory."""

    pointer: Pointer
    place: int


@dataclass(eq=False, slots=True)
class Indeterminate:
    """A byte that was never written; once somebody looks at it, it has a value, wherever it was copied to."""

    value: int | Fragment | None = None
    #: what it was when a function without a body changed it: such a function leaves pointers as they are
    before: int | Fragment | Indeterminate | None = None


Cell = Union[int, Fragment, Indeterminate]


class Memory:
    """`arrangement`: 0 puts each object behind the one before; others put them somewhere where they are aligned, often
    where an object of the same kind was that has ended."""

    def __init__(self, pointer_size: int, arrangement: int = 0) -> None:
        self.pointer_size = pointer_size
        self._chance = random.Random(arrangement) if arrangement else None
        self._low = self._next = FIRST_ADDRESS if not arrangement else _MIDDLE
        self._addresses: list[int] = []
        self._objects: list[Object] = []
        #: the regions of the objects at both ends
        self._outermost = ["", ""]
        self._ended: defaultdict[str, deque[Object]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    def allocate(
        self, name: str, size: int, kind: str, *, zero: bool = False, align: int = 16, owner: int = 0
    ) -> Object:
        gap = _GAP
        region = _region(kind, owner)
        if self._chance is None:
            align = max(align, 16)
        elif (old := self._place_of_old(size, region, align)) is not None:
            o = Object(name, old.address, size, kind, default=0 if zero else None, owner=owner)
            self._objects[bisect.bisect_left(self._addresses, old.address)] = o
            return o
        elif self._chance.random() < 0.5 and self._low - size > 2 * FIRST_ADDRESS:
            self._low = (self._low - max(size, 1) - self._some_gap(self._chance, region, 0)) // align * align
            o = Object(name, self._low, size, kind, default=0 if zero else None, owner=owner)
            self._addresses.insert(0, o.address)
            self._objects.insert(0, o)
            return o
        else:
            gap = self._some_gap(self._chance, region, 1)
        address = -(-(self._next + gap) // align) * align
        if address + size >= 1 << 8 * self.pointer_size:
            raise NotUnderstood("more memory than there are addresses", None)
        self._next = address + max(size, 1)
        o = Object(name, address, size, kind, default=0 if zero else None, owner=owner)
        self._addresses.append(address)
        self._objects.append(o)
        return o

    def _some_gap(self, chance: random.Random, region: str, side: int) -> int:
        """Often none at all, but what is of different kinds lies far apart."""
        is_alike, self._outermost[side] = self._outermost[side] == region, region
        return 0 if is_alike and chance.random() < 0.3 else _GAP + chance.randrange(64)

    def _place_of_old(self, size: int, region: str, align: int) -> Object | None:
        """An object that has ended, whose place is large enough."""
        ended = self._ended[region]
        if self._chance is None or not ended or self._chance.random() < 0.4:
            return None
        n = self._chance.randrange(len(ended))
        if ended[n].size < size or ended[n].address % align:
            return None
        old = ended[n]
        del ended[n]
        return old

    def end(self, o: Object, life: str) -> None:
        """The object is freed, or has ended; somebody may still have its address."""
        o.life = life
        if not o.is_private:
            self._ended[_region(o.kind, o.owner)].append(o)

    def object_at(self, address: int) -> Object | None:
        """The object whose address this is, or that ends there."""
        n = bisect.bisect_right(self._addresses, address) - 1
        if n < 0:
            return None
        o = self._objects[n]
        return o if address <= o.address + o.size else None

    def resolve(self, p: Pointer) -> Object | None:
        """The object that a pointer is about; what was made from a number means the object with that address."""
        return p.target if p.target is not None else self.object_at(p.address)

    def objects(self) -> list[Object]:
        return self._objects


def _region(kind: str, owner: int) -> str:
    if kind in ("local", "alloca"):
        return f"stack {owner}"
    return kind if kind in ("heap", "thread") else "static"


def is_by_chance(a: Pointer, b: Pointer) -> bool:
    """Whether they are equal depends on where objects are put: one has ended, is pointed to the end of, or a number."""
    if a.target is b.target:
        return False
    if a.target is None or b.target is None:
        return any(p.target is None and p.address >= LEAST_ADDRESS for p in (a, b))
    return any(p.target.life != "alive" or not p.target.contains(p.offset, 1) for p in (a, b) if p.target is not None)


def read_cells(o: Object, offset: int, size: int) -> list[Cell]:
    """The bytes as they are; those that were never written become bytes that can be copied."""
    data, default = o.data, o.default
    found = [data.get(at, default) for at in range(offset, offset + size)]
    for n, cell in enumerate(found):
        if cell is None:
            found[n] = data[offset + n] = Indeterminate()
    return found  # type: ignore[return-value]


def write_cells(o: Object, offset: int, cells: list[Cell]) -> None:
    for at, cell in enumerate(cells, offset):
        o.data[at] = cell


def determined(cell: Cell) -> int | Fragment | None:
    return cell.value if isinstance(cell, Indeterminate) else cell
