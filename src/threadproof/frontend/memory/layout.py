"""How the objects of a site become IR variables: one per scalar part, structure of arrays.

`Leaf` is a scalar part of an object with the array dimensions around it. `Layouts` knows the leaves of every site,
infers the type of heap objects from the accesses, and makes the IR variables on demand: memory that is never
accessed costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

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
    is_thread_id,
    show,
    unit_of_bits,
)
from threadproof.frontend.threads import thread_apis
from threadproof.logic.term import Var
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.memory.grid import Grid

#: how many threads can wait on one condition variable or barrier: bits of its set of waiters
WAITERS = 1024
#: values of an object's `live` variable
NOT_YET, LIVE, DEAD = 0, 1, 2

#: the abstract state of synchronisation objects: kind -> field -> width
FIELDS: dict[str, Mapping[str, int]] = {
    "mutex": {"owner": R.OBJECT_WIDTH, "kind": 8, "count": 32},
    "spin": {"owner": R.OBJECT_WIDTH},
    "cond": {"waiting": WAITERS},
    "rwlock": {"writer": R.OBJECT_WIDTH, "readers": 32},
    "barrier": {"need": 32, "arrived": 32, "waiting": WAITERS},
    "once": {"state": 8},
    "sem": {"value": 32},
    "mutexattr": {"kind": 8},
    "attr": {},
}


def sync_fields(kind: str) -> Mapping[str, int]:
    """The abstract state of a synchronisation object: field -> width."""
    own = (api.fields[kind] for api in thread_apis() if kind in api.fields)
    return FIELDS[kind] if kind in FIELDS else next(own)


#: stands for its memory, where somebody writes that; always 0
BYTES = "bytes"
#: what a leaf of a grid is (`grid`)
CELLS, TAGS, MARKS = "cells", "tags", "marks"
#: which part of its cells a variable is; who looks for leaks looks for objects
FIELD_OF = {CELLS: "", TAGS: "obj", MARKS: "mark"}


#: (count or None, stride in bytes), outermost first; an array of arrays is one dimension
Dimensions = tuple[tuple[int | None, int], ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar part of an object, with the arrays around it."""

    offset: int
    dims: Dimensions
    type: CType
    path: str
    #: the path with the length of each dimension, as in a declaration
    shape: str = field(default="", compare=False)
    #: see `Var.bit_fields`
    bit_fields: tuple[tuple[str, int, int, bool, str], ...] = field(default=(), compare=False)
    #: its cells hold numbers that lie over each other (see `words`)
    is_word: bool = False
    #: the leaf of which this is a part: some bytes of each cell
    whole: Leaf | None = None
    #: of pointers: numbers of so many bits are kept here as well (see `mixed`)
    number_width: int = 0
    #: of a grid: what its cells are for (see `grid`)
    role: str = ""

    @property
    def storage(self) -> Leaf:
        """Whose cells hold it."""
        return self.whole or self

    @property
    def count(self) -> int | None:
        total = 1
        for n, _ in self.dims:
            if n is None:
                return None
            total *= n
        return total

    @property
    def kind(self) -> object:
        """Accesses of one kind touch a leaf as a whole."""
        return _kind(self.type)

    def fits(self, t: CType) -> bool:
        """May an access at type t touch this leaf as a whole?"""
        return self.kind == _kind(t) or (isinstance(t, Int) and _kind(t) == (self.number_width, False))

    def element_at(self, offset: int) -> int | None:
        """The number of the element that starts exactly at `offset`."""
        rest, index = offset - self.offset, 0
        for n, stride in self.dims:
            i, rest = divmod(rest, stride)
            if i < 0 or (n is not None and i >= n):
                return None
            index = index * (n or 0) + i
        return index if rest == 0 else None

    def offset_of(self, index: int) -> int:
        """Where the element of that number starts."""
        offset = self.offset
        for n, stride in reversed(self.dims):
            index, i = divmod(index, n or 1)
            offset += i * stride
        return offset


#: a number, or object and offset of a pointer
Initial = int | tuple[int, int]


def has_union(t: CType | None) -> bool:
    match t:
        case Struct():
            return t.is_union or any(has_union(f.type) for f in t.fields or ())
        case Array():
            return has_union(t.of)
        case _:
            return False


@dataclass(slots=True)
class SiteInfo:
    """What is known about a site once all accesses are: how its objects are named and kept."""

    site: R.Site
    #: type of one element, and how many (None: known only at run time)
    element: CType | None
    count: int | None
    #: in bytes, if it is known
    size: int | None
    #: other threads can reach it
    shared: bool
    #: more than one object: variables get an index for the instance
    instanced: bool = False
    #: it may be freed or go out of scope while pointers to it remain, and that matters
    mortal: bool = False
    #: a local that may begin again while pointers to it remain: they say which round they are of
    has_rounds: bool = False
    leaves: tuple[Leaf, ...] = ()
    #: what is accessed of leaves that are words
    parts: tuple[Leaf, ...] = ()
    #: if the size is known only at run time: where in the object elements begin to repeat, and how long each is
    tail: tuple[int, int] = (0, 1)
    #: the type is declared, or it is that of all accesses
    is_typed: bool = True
    #: bytes that nobody has written are zero
    zeroed: bool = False
    #: its numbers and pointers are kept in small cells
    grid: Grid | None = None

    @property
    def end(self) -> int | None:
        """Of its whole elements. What is behind that, and no more than a part of one, is in no leaf."""
        if self.size is None:
            return None
        start, unit = self.tail
        return max(start + (self.size - start) // unit * unit, start + unit)

    @property
    def sized(self) -> bool:
        """Bounds are known only at run time."""
        return self.size is None


def _kind(t: CType) -> object:
    match t:
        case Int() | Float():
            return t.width, is_thread_id(t)
        case Sync():
            return t.kind
        case Pointer():
            return "pointer"
        case _:
            return t


def _brackets(count: int | None) -> str:
    return "{0}" if count == 1 else f"[{'' if count is None else count}]"


def with_dimension(dims: Dimensions, count: int | None, stride: int) -> Dimensions:
    if count == 1:
        return dims
    if dims and count is not None and dims[-1][0] is not None and dims[-1][1] == count * stride:
        return (*dims[:-1], (dims[-1][0] * count, stride))
    return (*dims, (count, stride))


class Layouts:
    def __init__(self, model: DataModel) -> None:
        self.model = model
        self.variables: dict[tuple[int, Leaf, str, str], Var] = {}
        self.lives: dict[tuple[int, str], Var] = {}
        self.sizes: dict[tuple[int, str], Var] = {}
        self.used: dict[tuple[int, str], Var] = {}
        self.rounds: dict[tuple[int, str], Var] = {}
        #: the leaves with pointers that may be read before they are written; all others hold nothing that matters
        self.may_be_unset: Callable[[SiteInfo, Leaf], bool] = lambda info, leaf: False
        self.has_unset_pointers = False
        self.shared: list[Var] = []
        self.locals: dict[str, list[Var]] = {}

    def leaves_of(self, t: CType, count: int | None = 1) -> tuple[Leaf, ...]:
        """The leaves of `count` elements of a type. Members of a union that are alike are one leaf."""
        found: dict[object, Leaf] = {}
        shape = "" if count == 1 else _brackets(count)
        around = with_dimension((), count, self.model.size_of(t))
        for x in self._leaves(t, 0, around, "", shape, is_last=count == 1):
            if all(n != 0 and stride for n, stride in x.dims) and all(n is not None for n, _ in x.dims[1:]):
                found.setdefault((x.offset, x.dims, x.kind), x)
        return tuple(found.values())

    def _leaves(self, t: CType, offset: int, dims: Dimensions, path: str, shape: str, *, is_last: bool) -> list[Leaf]:
        """`is_last`: nothing of its object is behind it but what a flexible array takes. Arrays without a length that
        are elsewhere lie where something else does: they are in no leaf."""
        match t:
            case Int() | Pointer() | Sync() | Float(width=32 | 64):
                return [Leaf(offset, dims, t, path, shape)]
            case Array():
                longer = with_dimension(dims, t.size, self.model.size_of(t.of))
                return self._leaves(t.of, offset, longer, path, shape + _brackets(t.size), is_last=False)
            case Struct():
                if t.fields is None:
                    return []
                layout = self.model.layout(t)
                out = []
                units = self.model.bit_units(t)
                for i, (f, (o, _)) in enumerate(zip(t.fields, layout.offsets, strict=True)):
                    unit = units[i]
                    if unit is not None and unit not in units[:i]:
                        parts = self._bit_fields(t, unit)
                        name = "." + (":".join(name for name, *_ in parts) or f":{unit[0]}")
                        number = unit_of_bits(unit[1])
                        out.append(Leaf(offset + unit[0], dims, number, path + name, shape + name, parts))
                    elif f.bits is None:
                        name = "" if f.name is None else f".{f.name}"
                        kind = f.type
                        ends_it = is_last and not t.is_union and i == len(t.fields) - 1
                        if isinstance(kind, Array) and not kind.size:
                            if not ends_it:
                                continue
                            kind = Array(kind.of, None)  # (of length 0: as it was written before C99)
                        out += self._leaves(kind, offset + o, dims, path + name, shape + name, is_last=ends_it)
                return out
            case _:
                return []

    def _bit_fields(self, t: Struct, unit: tuple[int, int]) -> tuple[tuple[str, int, int, bool, str], ...]:
        layout, units = self.model.layout(t), self.model.bit_units(t)
        return tuple(
            (f.name, 8 * (byte - unit[0]) + bit, f.bits, isinstance(f.type, Int) and f.type.signed, show(f.type))
            for f, (byte, bit), u in zip(t.fields or (), layout.offsets, units, strict=True)
            if u == unit and f.name and f.bits
        )

    # ------------------------------------------------------------ variables

    def cell_var(self, info: SiteInfo, leaf: Leaf, field: str, template: str) -> Var:
        """The variable of one half of a pointer, one field of a lock, or ("") of an integer."""
        owner = "" if info.shared else template
        key = (info.site.number, leaf, field, owner)
        v = self.variables.get(key)
        if v is None:
            v = self.variables[key] = self._make(info, leaf, field, owner)
            self.declare(v, owner)
        return v

    def declare(self, v: Var, owner: str) -> None:
        if v.shared:
            self.shared.append(v)
        else:
            self.locals.setdefault(owner, []).append(v)

    def _make(self, info: SiteInfo, leaf: Leaf, field: str, owner: str) -> Var:
        site, t = info.site, leaf.type
        base = site.name + leaf.path
        name = f"{base}.{field}" if field else base
        if owner and site.kind == "thread":
            name = f"{owner}::{name}"
        width, signed = 32, False
        default: int | None = 0 if info.zeroed else None
        match t:
            case Int() if leaf.role in (TAGS, MARKS):
                width, default = t.width, 0
            case Int():
                width, signed = t.width, t.signed
                default = 0 if is_thread_id(t) else None if site.is_arbitrary else default
            case Float():
                width, default = t.width, None if site.is_arbitrary else default
            case Pointer():
                width = R.OBJECT_WIDTH if field == "obj" else self.model.pointer_width
                default = 0
                if not info.zeroed and (leaf.number_width or self.may_be_unset(info, leaf)):
                    self.has_unset_pointers = True
                    default = 0 if field == "obj" else None
                elif not info.zeroed and field == "obj":
                    default = R.WILD
            case Sync():
                width, default = 8 if field == BYTES else sync_fields(t.kind)[field], 0
        has_elements = bool(leaf.dims)
        dims = int(info.instanced) + int(has_elements)
        length = leaf.count if has_elements and not info.instanced else None
        cells: list[tuple[int, int]] = []
        init = default
        if site.initial and not info.instanced:
            for index, value in self._initial(site, leaf, field):
                if has_elements:
                    cells.append((index, value))
                else:
                    init = value
        elif site.initial and not has_elements:
            for _, value in self._initial(site, leaf, field):
                init = value
        kind = "sync" if isinstance(t, Sync) and field != BYTES else "data"
        if leaf.role in (TAGS, MARKS):
            kind = "tag"  # (what is tagged is in the cells, which race)
        text = site.text + leaf.path if field in ("", "obj", "owner", BYTES) and not site.is_hidden else ""
        shape = "" if field == "off" or site.is_hidden else site.text + leaf.shape
        parts = leaf.bit_fields if info.is_typed else tuple([(*part[:4], "") for part in leaf.bit_fields])
        row = name if leaf.role == CELLS else ""
        is_number = isinstance(t, Int | Float) and not is_thread_id(t) and not leaf.bit_fields and not leaf.role
        is_known = info.is_typed and bool(text) and (is_number or isinstance(t, Pointer))
        return Var(
            name, width, info.shared, dims=dims, length=length, init=init, cells=tuple(cells), signed=signed,
            kind=kind, group=base if not owner else f"{owner}::{base}", row=row, lvalue=text, shape=shape,
            is_pointer=field == "obj" and not leaf.role, bit_fields=parts, ctype=show(t) if is_known else "",
        )  # fmt: skip

    def _initial(self, site: R.Site, leaf: Leaf, field: str) -> list[tuple[int, int]]:
        """(element number, value) of the initial contents that belong to this leaf."""
        out = []
        for index, value in sorted((self.initial_values(site, leaf) or {}).items()):
            if leaf.role:
                assert isinstance(value, int)
                out.append((index, value))
            elif isinstance(leaf.type, Sync):
                if field == "kind" and isinstance(value, int):
                    out.append((index, value))
            elif isinstance(value, tuple):
                out.append((index, value[0] if field == "obj" else value[1]))
            elif field == "obj":
                out.append((index, 0))
            else:
                out.append((index, value))
        return out

    def initial_values(self, site: R.Site, leaf: Leaf) -> dict[int, Initial] | None:
        """What the elements of a leaf are initialised with; None if that is not known: a part of a pointer.

        The initialiser may be that of another member of a union; then its bytes count.
        """
        if leaf.role:
            return self._initial_of_grid(site, leaf)
        found: dict[int, Initial] = {}
        pieces = leaf.is_word or has_union(site.type)
        size = 0 if isinstance(leaf.type, Sync) else self.model.size_of(leaf.type)
        for offset, (t, value) in sorted(site.initial.items()):
            index = leaf.element_at(offset)
            is_whole = isinstance(leaf.type, Sync | Pointer) or isinstance(value, int)
            if index is not None and (not size or (self.model.size_of(t) == size and is_whole)):
                found[index] = value
            elif pieces and size:
                for n in range(self.model.size_of(t)):
                    for back in range(size):
                        index = leaf.element_at(offset + n - back)
                        if index is None:
                            continue
                        before = found.get(index, 0)
                        if (
                            isinstance(value, tuple)
                            or isinstance(before, tuple)
                            or not isinstance(leaf.type, Int | Float)
                        ):
                            return None
                        found[index] = before | (value >> 8 * n & 0xFF) << 8 * back
        return found

    def _initial_of_grid(self, site: R.Site, leaf: Leaf) -> dict[int, Initial]:
        found: dict[int, int] = {}
        unit = leaf.dims[0][1]
        for offset, (t, value) in sorted(site.initial.items()):
            if isinstance(t, Sync) or is_thread_id(t):
                continue
            if leaf.role == TAGS and isinstance(value, tuple) and value[0]:
                found[offset // unit] = value[0]
            elif leaf.role == CELLS:
                bits = value[1] if isinstance(value, tuple) else value
                for n in range(self.model.size_of(t)):
                    index, back = divmod(offset + n, unit)
                    rest = found.get(index, 0) & ~(0xFF << 8 * back)
                    found[index] = rest | (bits >> 8 * n & 0xFF) << 8 * back
        return dict(found)

    def live_var(self, info: SiteInfo, template: str) -> Var:
        """1 while the object is allocated, 2 after it was freed."""
        return self._life(self.lives, info, template, "live", 8, self._kind_of_end(info))

    def _kind_of_end(self, info: SiteInfo) -> str:
        """Whoever frees memory accesses it (C17 7.22.3); to leave a block is no access."""
        return "life" if info.site.kind == "heap" and not info.site.automatic else "place"

    def place_var(self, info: SiteInfo, template: str) -> Var:
        """The same for whoever asks where objects lie: that is no access to them."""
        if self._kind_of_end(info) == "place":
            return self.live_var(info, template)
        return self._life(self.used, info, template, "place", 8, "place")

    def round_var(self, info: SiteInfo, template: str) -> Var:
        """How often a local has begun again."""
        return self._life(self.rounds, info, template, "round", R.OBJECT_WIDTH, "place")

    def size_var(self, info: SiteInfo, template: str) -> Var:
        """Number of elements in the tail of an object whose size is known only at run time."""
        return self._life(self.sizes, info, template, "size", self.model.pointer_width, "life")

    def _life(
        self,
        table: dict[tuple[int, str], Var],
        info: SiteInfo,
        template: str,
        what: str,
        width: int,
        kind: str,
    ) -> Var:
        owner = "" if info.shared else template
        key = (info.site.number, owner)
        v = table.get(key)
        if v is None:
            name = f"{info.site.name}.{what}"
            v = Var(name, width, info.shared, dims=int(info.instanced), kind=kind, group=name, shape=info.site.text)
            if info.site.kind == "thread":
                v.init = LIVE
            table[key] = v
            self.declare(v, owner)
        return v
