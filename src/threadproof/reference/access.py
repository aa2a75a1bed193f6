"""How a thread reads and writes memory: one scalar at a time, each a point where others may come first.

A structure is read or written part by part, unless it is atomic. Variables whose address nobody has are private.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.frontend.ast import Pos
from threadproof.reference.action import Access, Action, Doing
from threadproof.reference.memory import (
    Cell,
    Fragment,
    Indeterminate,
    Object,
    Pointer,
    determined,
    read_cells,
    write_cells,
)
from threadproof.reference.outcome import BadMemory, Discarded, NotUnderstood, TakenForGranted
from threadproof.reference.values import Bytes, NoValue, Value, byte_of, decode, determine, encode, wrap

if TYPE_CHECKING:
    from threadproof.reference.machine import Machine

#: there is nothing so near to null
PAGE = _FIRST_PAGE = 4096
#: the name of what mmap gives: whole pages
MAPPED = "memory that was mapped"
#: read and written part by part, unless they are atomic
_IN_PARTS = (ct.Struct, ct.Array, ct.Sync)
#: of a bit-field: first bit and width; how many bytes before it those in a row with it begin, and how many they are
Bits = tuple[int, int, int, int] | None


class Accesses:
    """The part of a thread that knows memory."""

    machine: Machine
    number: int
    #: how many atomic sections are open
    sections: int
    #: pointers that the expression being evaluated has in its hands
    temporaries: list[Pointer]

    # ------------------------------------------------------------ one access

    def touch(
        self,
        p: Pointer,
        size: int,
        pos: Pos,
        *,
        write: bool,
        atomic: bool = False,
        only_reads: Callable[[], bool] | None = None,
    ) -> Doing[tuple[Object, int]]:
        """Stop before an access that others might notice; the object and the offset, if it is valid."""
        machine = self.machine
        if p.target is None or not p.target.is_private:
            access = Access(p, size, write, atomic, only_reads=only_reads)
            if self.sections:
                machine.note_in_section(self.number, access, pos)
            elif not machine.is_alone():
                yield Action(pos, "write" if write else "read", access)
        return self.find(p, size, pos, write=write)

    def find(self, p: Pointer, size: int, pos: Pos, *, write: bool = False) -> tuple[Object, int]:
        o = self.machine.memory.resolve(p)
        if o is None:
            raise BadMemory(_nowhere(p.address), pos)
        if o.kind == "opaque":
            raise NotUnderstood(o.name, pos)
        if o.life != "alive":
            raise BadMemory(f"{o.name} {'was freed' if o.life == 'freed' else 'does not exist any more'}", pos)
        offset = p.address - o.address
        if not o.contains(offset, size):
            wrapped = p.address % (1 << self.machine.model.pointer_width)
            if wrapped != p.address and o.contains(wrapped - o.address, size):
                raise NotUnderstood("index that is out of bounds, with an address that wraps around to the object", pos)
            if o.name == MAPPED and 0 <= offset <= -(-o.size // PAGE) * PAGE - size:
                raise TakenForGranted("more of a page is used than was mapped", pos)
            first = offset if offset < 0 else max(offset, o.size)
            raise BadMemory(f"outside of {o.name}: byte {first} of {o.size}", pos)
        if o.kind == "function" or (write and o.kind in ("string", "constant")):
            raise BadMemory(f"{'write to' if write else 'read of'} a {o.kind}", pos)
        return o, offset

    def allocated(self, size: int, pos: Pos, *, zero: bool = False, align: int = 16) -> Pointer:
        """New memory, which is in the thread's hands until the expression ends."""
        if size >= 1 << (self.machine.model.pointer_width - 1):
            raise NotUnderstood("more memory than there are addresses", pos)
        name = f"memory allocated in line {self.machine.seen(pos).line}"
        o = self.machine.memory.allocate(name, size, "heap", zero=zero, align=align)
        p = Pointer(o, o.address)
        self.hold(p)
        return p

    def hold(self, v: Value) -> None:
        """Somebody has this in his hands until the expression ends."""
        if isinstance(v, int):
            return
        if isinstance(v, Pointer) and v.target is not None:
            self.temporaries.append(v)
        elif isinstance(v, Bytes):
            self.temporaries += [x.pointer for x in map(determined, v.cells) if isinstance(x, Fragment)]

    # ------------------------------------------------------------ values

    def load(self, p: Pointer, t: ct.CType, pos: Pos, bits: Bits = None) -> Doing[Value]:
        if bits is not None:
            return (yield from self._load_bits(p, t, pos, bits))
        if isinstance(t, _IN_PARTS) and not t.atomic:
            return (yield from self._load_parts(p, t, pos))
        size = self.machine.model.size_of(t)
        o, offset = yield from self.touch(p, size, pos, write=False, atomic=t.atomic)
        return self.value_at(o, offset, t, pos)

    def peek(self, p: Pointer, t: ct.CType) -> Value:
        """What would be read there; None if that is not known."""
        o = self.machine.memory.resolve(p)
        size = self.machine.model.size_of(t)
        if o is None or o.life != "alive" or isinstance(t, ct.Struct) or not o.contains(p.address - o.address, size):
            return None
        try:
            return decode(read_cells(o, p.address - o.address, size), t, self.machine.model)
        except NoValue:
            return None

    def value_at(self, o: Object, offset: int, t: ct.CType, pos: Pos) -> Value:
        """What is there now; a scalar that was never written has any value, and from now on this one."""
        model = self.machine.model
        if isinstance(t, ct.Struct):
            whole = self._bytes(o, offset, model.size_of(t), pos)
            self.hold(whole)
            return whole
        cells = read_cells(o, offset, model.size_of(t))
        if isinstance(t, ct.Pointer) or ct.is_thread_id(t):
            cells = [c.before if isinstance(c, Indeterminate) and c.before is not None else c for c in cells]
        try:
            v = decode(cells, t, model)
        except NoValue:
            determine(cells, self.machine.initial_value(t, o, offset, pos), t, model)
            v = decode(cells, t, model)
        if isinstance(t, ct.Int) and t.is_bool and v not in (0, 1):
            raise Discarded(f"a _Bool that is neither 0 nor 1 ({pos})")
        self.hold(v)
        return v

    def store(self, p: Pointer, v: Value, t: ct.CType, pos: Pos, bits: Bits = None) -> Doing[None]:
        if bits is not None:
            yield from self._store_bits(p, v, t, pos, bits)
            return
        if isinstance(t, _IN_PARTS) and not t.atomic:
            yield from self._store_parts(p, v, t, pos)
            return
        size = self.machine.model.size_of(t)
        o, offset = yield from self.touch(p, size, pos, write=True, atomic=t.atomic)
        self.put(o, offset, v, t, pos)

    def told(
        self, o: Object, offset: int, size: int, t: ct.CType | None, pos: Pos, bits: tuple[int, int] | None = None
    ) -> None:
        """Bytes have been written: as a value of this type, or as a bit-field."""
        raise NotImplementedError

    def put(self, o: Object, offset: int, v: Value, t: ct.CType, pos: Pos) -> None:
        cells = encode(v, t, self.machine.model)
        self.overwrite(o, offset, len(cells), pos)
        write_cells(o, offset, cells)
        if isinstance(v, Bytes):
            for at, state in v.sync.items():
                o.sync[offset + at] = state
        self.told(o, offset, len(cells), t, pos)

    def overwrite(self, o: Object, offset: int, size: int, pos: Pos) -> None:
        """Synchronisation objects whose bytes are written begin anew."""
        if o.sync:
            for at in [at for at in o.sync if offset <= at < offset + size]:
                if not self.machine.is_idle(o.sync[at]):
                    raise NotUnderstood("write to a synchronisation object that is in use", pos)
                del o.sync[at]

    # ------------------------------------------------------------ structures

    def _load_parts(self, p: Pointer, t: ct.CType, pos: Pos) -> Doing[Value]:
        size = self.machine.model.size_of(t)
        cells: list[Cell] = [Indeterminate() for _ in range(size)]
        sync: dict[int, object] = {}
        for at, length in parts(t, self.machine.model):
            o, offset = yield from self.touch(Pointer(p.target, p.address + at), length, pos, write=False)
            cells[at : at + length] = read_cells(o, offset, length)
            for n, state in self._bytes(o, offset, length, pos).sync.items():
                sync[at + n] = state
        self.find(p, size, pos)
        whole = Bytes(cells, sync)
        self.hold(whole)
        return whole

    def _store_parts(self, p: Pointer, v: Value, t: ct.CType, pos: Pos) -> Doing[None]:
        assert isinstance(v, Bytes)
        for at, length in parts(t, self.machine.model):
            o, offset = yield from self.touch(Pointer(p.target, p.address + at), length, pos, write=True)
            self.overwrite(o, offset, length, pos)
            write_cells(o, offset, v.cells[at : at + length])
            self.told(o, offset, length, None, pos)
            for n, state in v.sync.items():
                if at <= n < at + length:
                    o.sync[offset + n - at] = self.machine.copied(state)
        o, offset = self.find(p, len(v.cells), pos, write=True)
        for at, length in gaps_between(parts(t, self.machine.model), self.machine.model.size_of(t)):
            write_cells(o, offset + at, [Indeterminate() for _ in range(length)])

    def _bytes(self, o: Object, offset: int, size: int, pos: Pos) -> Bytes:
        sync: dict[int, object] = {}
        for at, state in o.sync.items():
            if offset <= at < offset + size:
                if not self.machine.is_idle(state):
                    raise NotUnderstood("copy of a synchronisation object that is in use", pos)
                sync[at - offset] = self.machine.copied(state)
        return Bytes(read_cells(o, offset, size), sync)

    # ------------------------------------------------------------ bit-fields

    def _load_bits(self, p: Pointer, t: ct.CType, pos: Pos, bits: tuple[int, int, int, int]) -> Doing[Value]:
        first, width, before, size = bits
        assert isinstance(t, ct.Int)
        if 32 < width < t.width:
            raise NotUnderstood("bit-field wider than int", pos)
        o, offset = yield from self.touch(Pointer(p.target, p.address - before), size, pos, write=False)
        n = self._word(o, offset, size, pos) >> 8 * before + first & ((1 << width) - 1)
        return n if t.is_bool else wrap(n, ct.Int(width, t.signed, t.name))

    def _store_bits(self, p: Pointer, v: Value, t: ct.CType, pos: Pos, bits: tuple[int, int, int, int]) -> Doing[None]:
        """Compilers read what is around the bits, and write it back."""
        first, width, before, size = bits
        assert isinstance(v, int)
        whole = Pointer(p.target, p.address - before)
        o, offset = yield from self.touch(whole, size, pos, write=False)
        shift, ones = 8 * before + first, (1 << width) - 1
        word = self._word(o, offset, size, pos) & ~(ones << shift) | (v & ones) << shift
        o, offset = yield from self.touch(whole, size, pos, write=True)
        write_cells(o, offset, list(word.to_bytes(size, "little")))
        self.told(o, offset + before, (first + width + 7) // 8, None, pos, (first, width))

    def _word(self, o: Object, offset: int, size: int, pos: Pos) -> int:
        cells = read_cells(o, offset, size)
        if not any(determined(c) is not None for c in cells):
            row = ct.Int(8 * size, False, "")
            determine(cells, self.machine.initial_value(row, o, offset, pos), row, self.machine.model)
        for n, cell in enumerate(cells):
            if determined(cell) is None:
                determine(
                    [cell], self.machine.initial_value(ct.UCHAR, o, offset + n, pos), ct.UCHAR, self.machine.model
                )
        known = [determined(c) for c in cells]
        return int.from_bytes(bytes(byte_of(c) for c in known if c is not None), "little")


def _nowhere(address: int) -> str:
    if 0 < address < _FIRST_PAGE:
        return f"null pointer plus {address}"
    return "pointer to no object" if address else "null pointer"


def parts(t: ct.CType, model: ct.DataModel) -> list[tuple[int, int]]:
    """Offset and size of the scalars in a type (a union, and bit-fields in a row, are one)."""
    if isinstance(t, ct.Array):
        size = model.size_of(t.of)
        inner = parts(t.of, model)
        return [(n * size + at, length) for n in range(t.size or 0) for at, length in inner]
    if not isinstance(t, ct.Struct):
        return [(0, model.size_of(t))]
    if t.is_union:
        return [(0, model.size_of(t))] if model.size_of(t) else []
    found: list[tuple[int, int]] = []
    in_row = False
    for f, (offset, bit) in zip(t.fields or [], model.layout(t).offsets, strict=True):
        if f.bits is None:
            found += [(offset + at, length) for at, length in parts(f.type, model)]
        elif f.bits:
            first, last = offset, offset + (bit + f.bits + 7) // 8
            if in_row:
                first = found.pop()[0]
            found.append((first, last - first))
        in_row = bool(f.bits)
    return found


def gaps_between(scalars: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Offset and size of what is between the scalars of a type: a structure that is stored leaves anything there."""
    found, end = [], 0
    for at, length in [*sorted(scalars), (size, 0)]:
        if at > end:
            found.append((end, at - end))
        end = max(end, at + length)
    return found


def row_of_bits(t: ct.CType, offset: int, size: int, model: ct.DataModel) -> tuple[int, int]:
    """Where in a structure the bit-fields begin that are in a row with this one, and how many bytes they have."""
    return next(((at, n) for at, n in parts(t, model) if at <= offset < at + n), (offset, size))


def has_sync(t: ct.CType) -> bool:
    if isinstance(t, ct.Array):
        return has_sync(t.of)
    if isinstance(t, ct.Struct):
        return any(has_sync(f.type) for f in t.fields or [])
    return isinstance(t, ct.Sync)
