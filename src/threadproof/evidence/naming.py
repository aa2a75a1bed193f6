"""Names for people: of cells (`s[2].value`, `malloc@12#2.next`) and of what pointers point to (`&s[2].value`).

Entry point: `Naming`. Objects of one allocation are numbered in the order in which they are first named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from threadproof.ir.program import ObjectText, Program
from threadproof.ir.values import Key, Value
from threadproof.logic.show import DIMENSION, element, settled
from threadproof.logic.term import Var
from threadproof.result.verdict import Target

#: what a pointer points to that has no value, or is out of scope
NOWHERE = "?"
#: what functions of the C library keep between calls
OF_THE_LIBRARY = "memory of the C library"


class Naming:
    def __init__(self, program: Program, name_of_thread: Callable[[int], str]) -> None:
        self._object_text = program.object_text
        self._shift = program.object_shift
        self._name_of_thread = name_of_thread
        #: for each allocation, which object has which number
        self._numbers: dict[str, dict[int, int]] = {}

    def cell(self, v: Var, key: Key | None) -> str:
        """No key: the variable, or the whole array."""
        text = v.shape or v.lvalue or v.name
        if text is v.name and v.shared and v.kind == "data":
            if v.group.startswith("__"):
                return OF_THE_LIBRARY
            text = v.group  # (which programs may know: `optarg`)
        if not v.dims:
            return settled(text)
        sizes = DIMENSION.findall(text) if v.shape else []
        if key is None:
            return settled(DIMENSION.sub("", text) if sizes else text)
        index = [*key] if isinstance(key, tuple) else [key]
        if not v.shape:
            return f"{text}[{']['.join(map(str, index))}]"
        if len(index) > bool(sizes):  # the first one says which object
            text = self._of_instance(text, index.pop(0))
        return element(text, index[0]) if index else settled(text)

    def pointer(self, number: Value, offset: Value, offsets: Mapping[int, int] | None = None) -> str:
        """The object, and where in it: at the offset, or if that is not known at the one it always has in such objects.

        Without any the object only.
        """
        if not isinstance(number, int):
            return NOWHERE
        known, offset = self._pointee(number, offset, offsets)
        if number == 0:
            return str(offset) if offset else "NULL"
        if known is None:
            return NOWHERE
        if known.is_function:
            return known.name
        name = known.name + ("" if offset is None else _at(known, offset))
        name = self._of_instance(name, number >> self._shift) if known.is_instanced else name
        is_inside = offset is None and offsets is not None and any(p.offset or p.dims for p in known.parts)
        return f"somewhere in {name}" if is_inside else "&" + name

    def target(self, number: int, offset: Value, offsets: Mapping[int, int]) -> Target | int | None:
        """The same as data: an object, or a number that is the address of none; None: it is null."""
        known, offset = self._pointee(number, offset, offsets)
        if number == 0 or known is None:
            return offset or None
        is_one_of = known.is_instanced and not known.is_function
        name = self._of_instance(known.name, number >> self._shift) if is_one_of else known.name
        return Target(name, 0 if known.is_function else offset)

    def _pointee(
        self, number: int, offset: Value, offsets: Mapping[int, int] | None
    ) -> tuple[ObjectText | None, int | None]:
        """The object, and where in it, as far as both are known."""
        site = number & ((1 << self._shift) - 1)
        if not isinstance(offset, int):
            offset = None if offsets is None else offsets.get(site)
        return self._object_text(site) if number else None, offset

    def _of_instance(self, text: str, instance: int) -> str:
        base = re.match(r"[^.\[{]*", text)
        assert base is not None
        if "@" not in base[0]:
            return f"{text} of {self._name_of_thread(instance)}"
        numbers = self._numbers.setdefault(base[0], {})
        n = numbers.setdefault(instance, len(numbers) + 1)
        return base[0] + ("" if n == 1 else f"#{n}") + text[len(base[0]) :]


def _at(known: ObjectText, offset: int) -> str:
    """The part of an object that starts there, without its own first part: `[1]`, not `[1].first`."""
    if offset == 0:
        return ""
    for part in known.parts:
        index = _element_at(part.dims, offset - part.offset)
        if index is not None:
            name = element(part.shape, index) if part.dims else settled(part.shape)
            return name[: name.rfind("]") + 1] if part.offset == 0 and part.dims else name
    return f"+{offset}"


def _element_at(dims: Sequence[tuple[int | None, int]], rest: int) -> int | None:
    index = 0
    for n, stride in dims:
        i, rest = divmod(rest, stride) if stride else (0, rest)
        if i < 0 or (n is not None and i >= n):
            return None
        index = index * (n or 0) + i
    return index if rest == 0 else None
