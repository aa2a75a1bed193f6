"""An execution told to people: which thread gave which place which value, and in which line.

Only a replay asks for it. What the program declares has the names it has there; memory from the heap is named after the
line that allocated it, and has the type of the first pointer that it was given to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.frontend.ast import Pos
from threadproof.reference.memory import Object, Pointer, determined, read_cells
from threadproof.reference.values import NoValue, decode, wrap

if TYPE_CHECKING:
    from threadproof.reference.machine import Machine
    from threadproof.reference.threads import Thread

#: a place that holds one value: its name, type, offset, and bits if it is a bit-field
_Leaf = tuple[str, ct.CType, int, tuple[int, int] | None]


class Story:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.model = machine.model
        self._types: dict[Object, ct.CType] = {}
        self._names: dict[Object, str] = {}
        self._numbers: dict[str, int] = {}

    def declare(self, o: Object, t: ct.CType) -> None:
        if not ct.is_variably_modified(t):
            self._types[o] = t

    def point(self, p: Pointer, t: ct.CType) -> None:
        """A pointer is converted to one to this type."""
        o = p.target
        if o is None or o.kind not in ("heap", "alloca") or o in self._types or p.address != o.address:
            return
        if isinstance(t, ct.Void | ct.Function) or (isinstance(t, ct.Struct) and t.fields is None):
            return
        if ct.is_variably_modified(t):
            return
        size = self.model.size_of(t)
        if size and o.size >= size:
            self._types[o] = t if o.size < 2 * size else ct.Array(t, o.size // size)

    def wrote(
        self,
        thread: Thread,
        o: Object,
        offset: int,
        size: int,
        t: ct.CType | None,
        pos: Pos,
        bits: tuple[int, int] | None = None,
    ) -> None:
        """These bytes have just been written, as a value of this type if it is known, or as a bit-field."""
        if o.name.startswith("a temporary"):
            return
        leaves = [x for x in self._leaves(o, offset, size) if offset <= x[2] < offset + size]
        if bits is not None:
            leaves = [x for x in leaves if x[2] == offset and x[3] == bits]
        if not leaves and t is not None:
            leaves = [(f"+{offset}" if offset else "", t, offset, None)]
        for path, kind, at, part in leaves:
            if isinstance(kind, ct.Sync):
                continue  # what is in there is nobody's business
            news = (self._name(o) + path, self._value(o, at, kind, part))
            self.machine.note(thread, "", pos, news)

    def freed(self, thread: Thread, o: Object, pos: Pos) -> None:
        self.machine.note(thread, f"frees {self._name(o)}", pos)

    def _leaves(self, o: Object, offset: int, size: int) -> list[_Leaf]:
        t = self._types.get(o)
        return [] if t is None else list(self._inside(t, 0, "", offset, offset + size))

    def _inside(self, t: ct.CType, at: int, name: str, low: int, high: int) -> list[_Leaf]:
        """The parts of something at `at` that lie between."""
        if isinstance(t, ct.Array):
            size = self.model.size_of(t.of)
            if not size:
                return []
            first, last = max(0, (low - at) // size), (high - at - 1) // size
            last = min(last, t.size - 1) if t.size is not None else last
            rows = [self._inside(t.of, at + n * size, f"{name}[{n}]", low, high) for n in range(first, last + 1)]
            return [leaf for row in rows for leaf in row]
        if t is self.model.va_list.of:
            return []  # what is in there says nothing
        if isinstance(t, ct.Struct):
            found: list[_Leaf] = []
            for f, (offset, bit) in zip(t.fields or [], self.model.layout(t).offsets, strict=True):
                path, start = f"{name}.{f.name}" if f.name else name, at + offset
                if f.bits:
                    if f.name and low <= start < high:
                        found.append((path, f.type, start, (bit, f.bits)))
                elif f.bits is None and start < high and low < start + max(self.model.size_of(f.type), 1):
                    found += self._inside(f.type, start, path, low, high)
            return found
        return [(name, t, at, None)]

    def _name(self, o: Object) -> str:
        if o.kind not in ("heap", "alloca"):
            return o.name
        known = self._names.get(o)
        if known is None:
            base = f"{'malloc' if o.kind == 'heap' else 'alloca'}@{o.name.rpartition(' ')[2]}"
            n = self._numbers[base] = self._numbers.get(base, 0) + 1
            known = self._names[o] = base if n == 1 else f"{base}#{n}"
        return known

    def _value(self, o: Object, offset: int, t: ct.CType, bits: tuple[int, int] | None) -> str:
        if bits is not None and isinstance(t, ct.Int):
            first, width = bits
            cells = [determined(c) for c in read_cells(o, offset, (first + width + 7) // 8)]
            if not all(isinstance(c, int) for c in cells):
                return "?"
            word = int.from_bytes(bytes(c for c in cells if isinstance(c, int)), "little")
            return str(wrap(word >> first & ((1 << width) - 1), ct.Int(width, t.signed and not t.is_bool, t.name)))
        try:
            v = decode(read_cells(o, offset, self.model.size_of(t)), t, self.model)
        except (NoValue, NotImplementedError):
            return "?"
        return self._pointer(v) if isinstance(v, Pointer) else str(v) if isinstance(v, int | float) else "?"

    def _pointer(self, p: Pointer) -> str:
        o = p.target
        if o is None:
            return "NULL" if p.address == 0 else hex(p.address)
        if o.kind == "function":
            return o.name
        if o.kind == "string":
            return "a string" if p.address == o.address else f"a string + {p.offset}"
        if p.address == o.address:
            return f"&{self._name(o)}"
        path = next((x[0] for x in self._leaves(o, p.offset, 1) if x[2] == p.offset), f"+{p.offset}")
        return f"&{self._name(o)}{path}"
