"""Which cells may a place be? Every access is a case split over the points-to set.

A case is a guard (this object, in bounds, live where that matters) with the variable and index of the cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from threadproof.analysis.points_to import Offset
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Array, CType, Struct, Sync
from threadproof.frontend.memory.layout import LIVE, Layouts, Leaf, SiteInfo
from threadproof.frontend.memory.sites import Sites
from threadproof.logic import term as T
from threadproof.logic.term import Term

BAD_ACCESS = "access to memory at a type it does not have"


@dataclass(frozen=True, slots=True)
class Target:
    """One case of an access: if `guard`, it is this cell of this leaf."""

    guard: Term
    info: SiteInfo
    leaf: Leaf
    index: tuple[Term, ...]


class Places:
    def __init__(self, sites: Sites, layouts: Layouts) -> None:
        self.sites = sites
        self.context = sites.context
        self.model = sites.model
        self.layouts = layouts
        self.conflicts: set[tuple[int, Leaf]] = set()
        self._cache: dict[tuple[object, ...], tuple[list[Target], list[tuple[Term, str]]]] = {}
        self._find_conflicts()

    def resolve(self, place: R.Place, t: CType, template: str) -> tuple[list[Target], list[tuple[Term, str]]]:
        """The cases of an access, and those that are not understood: a guard and why."""
        key = (place, t, template)
        done = self._cache.get(key)
        if done is None:
            done = self._cache[key] = self._resolve(place, t, template)
        return done

    def _resolve(self, place: R.Place, t: CType, template: str) -> tuple[list[Target], list[tuple[Term, str]]]:
        targets: list[Target] = []
        bad: list[tuple[Term, str]] = []
        for number, offsets in sorted(self.sites.points_to.targets(place.base.values).items()):
            site = self.context.sites[number]
            if site.kind == "function":
                continue
            if not self.can_reach(site, template):
                continue
            info = self.sites.info(number)
            here, instance = self.is_site(place.base.obj, info, template)
            if here is T.FALSE:
                continue
            if number in self.context.opaque:
                bad.append((here, self.context.opaque[number]))
                continue
            direct = place.base.obj is self._own_address(info, template)
            if info.mortal and not direct:
                live = T.select(self.layouts.live_var(info, template), instance)
                here_live = T.and_(here, T.eq(live, T.const(LIVE, 8)))
            else:
                here_live = here
            found = False
            for leaf in info.leaves:
                if not leaf.fits(t):
                    continue
                match = self._match(place, leaf, sorted(offsets), info, instance, template)
                for guard, index in match:
                    full = T.and_(here_live, guard)
                    if full is T.FALSE:
                        continue
                    found = True
                    if (number, leaf) in self.conflicts:
                        bad.append((full, BAD_ACCESS))
                    else:
                        targets.append(Target(full, info, leaf, index))
            if not found and self._in_bounds(place, offsets, info):
                bad.append((here, BAD_ACCESS))
        return targets, bad

    def can_reach(self, site: R.Site, template: str) -> bool:
        """A local object that does not escape can only be meant by its own template."""
        return site.kind in ("global", "thread") or site.template == template or site.number in self.sites.escaping

    def _in_bounds(self, place: R.Place, offsets: set[Offset], info: SiteInfo) -> bool:
        """No leaf matched: is the access inside the object (so that it is type punning) or outside it?"""
        size = info.site.size
        if size is None and info.element is not None:
            try:
                size = self.model.size_of(info.element) * (info.count or 1 << 30)
            except LookupError:
                return True
        return any(m != 0 or place.steps or size is None or 0 <= c + place.offset < size for c, m in offsets)

    def _own_address(self, info: SiteInfo, template: str) -> Term | None:
        if info.site.address is not None:
            return T.var(info.site.address)
        return T.const(info.site.number, R.OBJECT_WIDTH) if info.site.kind == "global" else None

    def is_site(self, obj: Term, info: SiteInfo, template: str) -> tuple[Term, tuple[Term, ...]]:
        """The guard that an object number is of this site, and the index of the instance."""
        number = T.const(info.site.number, R.OBJECT_WIDTH)
        if obj.op == "var" and obj.var is info.site.address:
            instance = T.var(self.context.templates[template].self_var)
            return T.TRUE, (instance,) if info.instanced else ()
        if not info.instanced:
            return T.eq(obj, number), ()
        mask = T.const(R.SITE_MASK, R.OBJECT_WIDTH)
        shift = T.const(R.SITE_BITS, R.OBJECT_WIDTH)
        return T.eq(T.bvand(obj, mask), number), (T.lshr(obj, shift),)

    def _match(
        self,
        place: R.Place,
        leaf: Leaf,
        offsets: list[Offset],
        info: SiteInfo,
        instance: tuple[Term, ...],
        template: str,
    ) -> list[tuple[Term, tuple[Term, ...]]]:
        """How the place can be an element of this leaf: guards with the index of the element."""
        if all(m == 0 for _, m in offsets):
            out: list[tuple[Term, tuple[Term, ...]]] = []
            ambiguous = len(offsets) > 1
            for c, _ in offsets:
                exact = self._match_exactly(place, leaf, c, info, instance, template)
                if exact is None:
                    out = []
                    break
                guard, index = exact
                if guard is T.FALSE:
                    continue
                if ambiguous:
                    guard = T.and_(T.eq(place.base.off, T.const(c, self.model.pointer_width)), guard)
                out.append((guard, index))
            else:
                return out
        return self._match_dynamically(place, leaf, offsets, info, instance, template)

    def _match_exactly(
        self, place: R.Place, leaf: Leaf, start: int, info: SiteInfo, instance: tuple[Term, ...], template: str
    ) -> tuple[Term, tuple[Term, ...]] | None:
        """The base is exactly `start` bytes into the object: indices fall out without arithmetic on offsets.

        None if the steps of the place do not follow the array dimensions of the leaf.
        """
        rest = start + place.offset - leaf.offset
        steps = list(place.steps)
        guard, index = T.TRUE, None
        for n, stride in leaf.dims:
            part = None
            for s in [s for s in steps if s.stride == stride]:
                wide = T.resize(s.index, 64, s.signed)
                part = wide if part is None else T.add(part, wide)
                steps.remove(s)
            constant, rest = divmod(rest, stride)
            if part is None:
                if constant < 0 or (n is not None and constant >= n):
                    return T.FALSE, ()
                part = T.const(constant, 64)
            else:
                part = T.add(part, T.const(constant, 64))
            guard = T.and_(guard, self._below(part, n, leaf, info, instance, template))
            if index is None:
                index = part
            else:
                index = T.add(T.mul(index, T.const(n or 0, 64)), part)
        if steps:
            # an index into what is not an array here: only element 0 exists
            if all(s.index.value is not None for s in steps):
                return T.FALSE, ()
            return None
        if rest != 0:
            return T.FALSE, ()
        return guard, instance if index is None else (*instance, index)

    def _below(
        self, part: Term, n: int | None, leaf: Leaf, info: SiteInfo, instance: tuple[Term, ...], template: str
    ) -> Term:
        if n is not None:
            if part.op in ("sext", "zext") and n < 1 << (part.args[0].width - 1):
                inner = part.args[0]
                return T.ult(inner, T.const(n, inner.width))
            return T.ult(part, T.const(n, 64))
        if info.sized:
            size = T.select(self.layouts.size_var(info, template), instance)
            return T.ult(part, T.zext(size, 64))
        return T.TRUE

    def _match_dynamically(
        self,
        place: R.Place,
        leaf: Leaf,
        offsets: list[Offset],
        info: SiteInfo,
        instance: tuple[Term, ...],
        template: str,
    ) -> list[tuple[Term, tuple[Term, ...]]]:
        """Compare the byte offset at run time."""
        modulus = 0
        for c, m in offsets:
            modulus = gcd(gcd(modulus, m), abs(c - offsets[0][0]))
        for s in place.steps:
            modulus = gcd(modulus, s.stride)
        known = offsets[0][0] + place.offset - leaf.offset
        strides = gcd(*(stride for _, stride in leaf.dims)) if leaf.dims else 0
        both = gcd(modulus, strides)
        if (known % both if both else known) != 0:
            return []
        width = self.model.pointer_width
        off = T.add(place.base.off, T.const(place.offset - leaf.offset, width))
        for s in place.steps:
            off = T.add(off, T.mul(T.resize(s.index, width, s.signed), T.const(s.stride, width)))
        guard, index, rest = T.TRUE, None, off
        for n, stride in leaf.dims:
            size = T.const(stride, width)
            part = T.zext(T.udiv(rest, size), 64)
            guard = T.and_(guard, self._below(part, n, leaf, info, instance, template))
            if index is None:
                index = part
            else:
                index = T.add(T.mul(index, T.const(n or 0, 64)), part)
            rest = T.urem(rest, size)
        exact = modulus and strides and modulus % strides == 0 and len(leaf.dims) == 1
        if not exact:
            guard = T.and_(guard, T.eq(rest, T.const(0, width)))
        return [(guard, instance if index is None else (*instance, index))]

    # ------------------------------------------------------------ unions

    def _find_conflicts(self) -> None:
        """Parts of unions that overlap others in use: those accesses are not understood."""
        used: dict[int, dict[Leaf, None]] = {}
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.MemAccess | R.SyncAccess):
                    for place, kind in _typed_places(e.op):
                        for target in self.resolve(place, kind, t.name)[0]:
                            if self._has_union(target.info.element):
                                used.setdefault(target.info.site.number, {})[target.leaf] = None
        for number, leaves in used.items():
            ordered = list(leaves)
            for i, a in enumerate(ordered):
                for b in ordered[:i]:
                    if self._extent_overlaps(a, b):
                        self.conflicts |= {(number, a), (number, b)}
        self._cache.clear()

    def _has_union(self, t: CType | None) -> bool:
        match t:
            case Struct():
                return t.is_union or any(self._has_union(f.type) for f in t.fields or ())
            case Array():
                return self._has_union(t.of)
            case _:
                return False

    def _extent_overlaps(self, a: Leaf, b: Leaf) -> bool:
        def extent(x: Leaf) -> tuple[int, int]:
            end = x.offset + self.model.size_of(x.type)
            for n, stride in x.dims[-1:]:
                end += ((n or 1 << 20) - 1) * stride
            return x.offset, end

        # inside one element of the common outer array
        (a0, a1), (b0, b1) = extent(a), extent(b)
        return a0 < b1 and b0 < a1


def _typed_places(op: R.MemAccess | R.SyncAccess) -> list[tuple[R.Place, CType]]:
    if isinstance(op, R.MemAccess):
        return [(op.place, op.type)]
    return [(p, Sync(k, 0)) for p, k in op.objects]
