"""What an initialiser for an automatic object says nothing about: bits that are in no member.

In what it does not mention at all they are zero, as in static objects (C11 6.7.9p10, p19, p21); so they are with empty
braces. In structures and unions that it does mention they are arbitrary. (Before version 15 gcc clears them in most
cases, but not where each member is given.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct

if TYPE_CHECKING:
    from threadproof.frontend import ast

#: first bit, and how many
Bits = tuple[int, int]


class Padding:
    """`members`: place and type of unions, and which member is initialised, if not the first; `given`: the same of
    structures that have a list of their own.
    """

    def __init__(
        self,
        parts: list[ast.InitPart],
        members: dict[tuple[int, int], tuple[int, int]],
        given: set[tuple[int, int]],
        model: ct.DataModel,
    ) -> None:
        self.parts = parts
        self.members = members
        self.given = given
        self.model = model
        self._may_be: dict[int, bool] = {}

    def of(self, t: ct.CType, offset: int = 0) -> Iterator[Bits]:
        if not isinstance(t, ct.Array | ct.Struct) or not self._may_be_padded(t):
            return
        if isinstance(t, ct.Array):
            step = self.model.size_of(t.of)
            places = {p.offset for p in self.parts} | {at for at, _ in self.given}
            for i in sorted({(at - offset) // step for at in places} if step else ()):
                if 0 <= i < (t.size or 0):
                    yield from self.of(t.of, offset + i * step)
        elif self._is_mentioned(t, offset):
            yield from self._of_union(t, offset) if t.is_union else self._of_structure(t, offset)

    def _may_be_padded(self, t: ct.CType) -> bool:
        """Of a union, also what is beside a member that is smaller than others."""
        if isinstance(t, ct.Array):
            return self._may_be_padded(t.of)
        if not isinstance(t, ct.Struct) or not t.fields:
            return False
        if id(t) not in self._may_be:
            size = self.model.size_of(t)
            is_uneven = t.is_union and any(f.bits is not None or self.model.size_of(f.type) < size for f in t.fields)
            within = is_uneven or any(self._may_be_padded(f.type) for f in t.fields)
            self._may_be[id(t)] = within or self.model.is_padded(t)
        return self._may_be[id(t)]

    def _is_mentioned(self, t: ct.Struct, offset: int) -> bool:
        """Is it initialised member by member?"""
        size = self.model.size_of(t)
        inside = [p for p in self.parts if offset <= p.offset < offset + size]
        if any(
            isinstance(p.type, ct.Struct) and (p.offset, self.model.size_of(p.type)) == (offset, size) for p in inside
        ):
            return False  # a value of its type: whoever stores that says what is between its members
        return bool(inside) or (offset, id(t)) in self.given

    def _of_structure(self, t: ct.Struct, offset: int) -> Iterator[Bits]:
        end = 0
        fields = zip(t.fields or [], self.model.layout(t).offsets, strict=True)
        for f, (byte, bit) in sorted(fields, key=lambda x: x[1]):
            if f.bits is not None and (f.name is None or not f.bits):
                continue
            start = 8 * byte + bit
            if start > end:
                yield 8 * offset + end, start - end
            end = max(end, start + (8 * self.model.size_of(f.type) if f.bits is None else f.bits))
            if f.bits is None:
                yield from self.of(f.type, offset + byte)
        if end < 8 * self.model.size_of(t):
            yield 8 * offset + end, 8 * self.model.size_of(t) - end

    def _of_union(self, t: ct.Struct, offset: int) -> Iterator[Bits]:
        member = self.members.get((offset, id(t)), (0, 0))[0]
        f = (t.fields or [])[member]
        width = 8 * self.model.size_of(f.type) if f.bits is None else f.bits
        if f.bits is None:
            yield from self.of(f.type, offset)
        if width < 8 * self.model.size_of(t):
            yield 8 * offset + width, 8 * self.model.size_of(t) - width
