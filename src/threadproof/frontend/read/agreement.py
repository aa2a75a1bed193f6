"""Types of several files: which are one (C17 6.2.7). Entry point: `Agreement`.

In a file a structure is the type that its declaration makes; those of two files are one type if they have the same tag
and the same members. So where files share memory, they share types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.conversions import same
from threadproof.frontend.read.redeclarations import compatible
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context


class Agreement:
    def __init__(self, contexts: list[Context]) -> None:
        self._contexts = contexts
        #: a type, by `id` -> the type itself, and the one that stands for it
        self._known: dict[int, tuple[ct.CType, ct.CType]] = {}
        #: kind and tag -> structures that stand for others
        self._chosen: dict[tuple[bool, str], list[ct.Struct]] = {}
        #: structures that are compared at the moment: they are alike unless something else says no
        self._assumed: set[tuple[int, int]] = set()

    def compatible(self, a: ct.CType, b: ct.CType) -> bool:
        return compatible(a, b, self._same)

    def _same(self, a: ct.CType, b: ct.CType) -> bool:
        if isinstance(a, ct.Struct) and isinstance(b, ct.Struct):
            return self._same_structures(a, b)
        if isinstance(a, ct.Int) and isinstance(b, ct.Int) and a.enum > 0 and b.enum > 0:
            return same(a, replace(b, enum=a.enum)) and a.tag == b.tag and self._members(a) == self._members(b)
        return same(a, b)

    def _members(self, t: ct.Int) -> dict[str, int] | None:
        return next((m for ctx in self._contexts if (m := ctx.enums.members(t)) is not None), None)

    def _same_structures(self, a: ct.Struct, b: ct.Struct) -> bool:
        if a is b or (id(a), id(b)) in self._assumed:
            return True
        self._complete(a)
        self._complete(b)
        if a.tag != b.tag or a.is_union != b.is_union or a.atomic != b.atomic:
            return False
        if a.fields is None or b.fields is None:
            return bool(a.tag)
        first, second = (sorted(t.fields or [], key=_name) if t.is_union else t.fields or [] for t in (a, b))
        if len(first) != len(second):
            return False
        saved = set(self._assumed)
        self._assumed.add((id(a), id(b)))
        is_same = all(map(self._same_fields, first, second)) and self._same_layouts(a, b)
        if not is_same:
            self._assumed = saved
        elif not saved:
            self._assumed = set()
        return is_same

    def _same_fields(self, a: ct.Field, b: ct.Field) -> bool:
        is_alike = (a.name, a.bits, a.qualifiers) == (b.name, b.bits, b.qualifiers)
        return is_alike and self.compatible(a.type, b.type) and _length(a.type) == _length(b.type)

    def _same_layouts(self, a: ct.Struct, b: ct.Struct) -> bool:
        """Attributes and pragmas count by what they do."""
        model = self._contexts[0].model
        x, y = model.layout(a), model.layout(b)
        same_size = (x.size, x.align, a.transparent) == (y.size, y.align, b.transparent)
        return same_size and (a.is_union or x.offsets == y.offsets)

    def _complete(self, t: ct.Struct) -> None:
        for ctx in self._contexts:
            if t.fields is None:
                ctx.structs.complete(t)

    # ------------------------------------------------------------ the type that stands for others

    def common(self, t: ct.CType) -> ct.CType:
        """The type that stands for t and all that are the same in other files."""
        known = self._known.get(id(t))
        if known is None:
            if isinstance(t, ct.Struct):
                return self._common_structure(t)
            known = self._known[id(t)] = t, self._rebuilt(t)
        return known[1]

    def _rebuilt(self, t: ct.CType) -> ct.CType:
        match t:
            case ct.Pointer():
                to = self.common(t.to)
                return t if to is t.to else replace(t, to=to)
            case ct.Array():
                of = self.common(t.of)
                return t if of is t.of else replace(t, of=of)
            case ct.Function():
                result, params = self.common(t.result), tuple(map(self.common, t.params))
                return replace(t, result=result, params=params)
            case ct.Sync() if t.underlying is not None:
                return replace(t, underlying=self.common(t.underlying))
            case _:
                return t

    def _common_structure(self, t: ct.Struct) -> ct.Struct:
        self._complete(t)
        if t.atomic:
            assert t.twin is not None
            found = self._common_of(t.twin).as_atomic()
        else:
            found = self._find(t)
        self._known[id(t)] = t, found
        if found is t and not t.atomic:
            self._chosen.setdefault((t.is_union, t.tag), []).append(t)
            for f in t.fields or ():
                f.type = self.common(f.type)
        return found

    def _common_of(self, t: ct.Struct) -> ct.Struct:
        found = self.common(t)
        assert isinstance(found, ct.Struct)
        return found

    def _find(self, t: ct.Struct) -> ct.Struct:
        chosen = self._chosen.get((t.is_union, t.tag), [])
        if t.fields is not None:
            same = (s for s in chosen if s.fields is not None and self._same_structures(s, t))
            return next(same, t)
        # it is incomplete in its file: what others know of it, if they know only one
        known = (ctx.file.tag(t.tag) for ctx in self._contexts if t.tag in ctx.index.tags)
        complete = [s for s in known if isinstance(s, ct.Struct) and s.is_union == t.is_union]
        others = {id(s): s for s in map(self._common_of, complete)}
        if len(others) == 1:
            return next(iter(others.values()))
        return next((s for s in chosen if s.fields is None), t)


def _name(f: ct.Field) -> str:
    return f.name or ""


def _length(t: ct.CType) -> int | None:
    return t.size if isinstance(t, ct.Array) else None
