"""Which cells may a place be? Every access is a case split over the points-to set.

A case is a guard (this object, in bounds, live where that matters) with the variable and index of the cell. An access
that is inside an object, but at none of its cells of that type, is type punning, which is not understood. What is left
is outside all objects: for every pointer value, offset and index exactly one of these three applies.

One thing is stricter than bytes: in `s[i].v[j]` the index j must be below the length of v, as C demands, even where
what lies behind v belongs to s. If memory safety is asked for, such an access is not understood (C calls it undefined,
though it stays inside the object); otherwise it is undefined like one outside all objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from threadproof.analysis.points_to import Offset
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Pointer, is_thread_id
from threadproof.frontend.memory import arguments
from threadproof.frontend.memory.grid import BAD_ACCESS, Grid, Run, is_over, touched
from threadproof.frontend.memory.gridding import find_gridded, lay_grids, typed_places
from threadproof.frontend.memory.layout import LIVE, Layouts, Leaf, SiteInfo, has_union
from threadproof.frontend.memory.mixed import is_as_wide, may_hit
from threadproof.frontend.memory.offsets import INDEX_WIDTH, Distance, Hit, compare, covers, follow, in_range
from threadproof.frontend.memory.sites import Sites
from threadproof.frontend.memory.words import IntegerAccess, cut, is_number
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.records import dataclass, replace

BEYOND = "index beyond an array inside a structure"
PADDING = "access to a structure as a whole, where something else is between its members"
ID_IN_NUMBER = "id of a thread in memory of another type (pthread_t and thrd_t are understood)"


@dataclass(frozen=True, slots=True)
class Target:
    """One case of an access: if `guard`, it is this cell of this leaf; part of it is that the object is `alive`."""

    guard: Term
    info: SiteInfo
    leaf: Leaf
    index: tuple[Term, ...]
    alive: Term
    #: if the object is a grid: of these bytes
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class _Object:
    """One case of a base pointer: if `here`, it points into this object."""

    here: Term
    info: SiteInfo
    instance: tuple[Term, ...]
    template: str
    alive: Term


class Places:
    def __init__(self, sites: Sites, layouts: Layouts) -> None:
        self.sites = sites
        self.context = sites.context
        self.model = sites.model
        self.layouts = layouts
        self.conflicts: set[tuple[int, Leaf]] = set()
        #: by site, what is accessed on its own
        self.used: dict[int, dict[Leaf, None]] = {}
        self._cache: dict[tuple[object, ...], tuple[list[Target], list[tuple[Term, str]]]] = {}
        if sites.grids:
            lay_grids(self)
        self._find_used()
        self._find_conflicts()
        self._cache.clear()
        #: sites with numbers where pointers are, of which that was not known
        self.newly_mixed = self._find_mixed()
        if self._cut_into_words():
            self.used.clear()
            self.conflicts.clear()
            self._find_used()
            self._find_conflicts()
            self._cache.clear()
        #: sites that have to be grids, of which that was not known
        self.newly_gridded = find_gridded(self) - self.newly_mixed  # (cells for both may be enough)

    def resolve(
        self, place: R.Place, t: CType, template: str, *, may_have_ended: bool = False
    ) -> tuple[list[Target], list[tuple[Term, str]]]:
        """The cases of an access, and those that are not understood: a guard and why. `may_have_ended`: whether the
        object is alive is no part of the guard."""
        key = (place, t, is_thread_id(t), template, may_have_ended)
        done = self._cache.get(key)
        if done is None:
            done = self._cache[key] = self._resolve(place, t, template, may_have_ended=may_have_ended)
        return done

    def _resolve(
        self, place: R.Place, t: CType, template: str, *, may_have_ended: bool
    ) -> tuple[list[Target], list[tuple[Term, str]]]:
        targets: list[Target] = []
        bad: list[tuple[Term, str]] = []
        for o, offsets in self.objects(place, template):
            reason = self.context.opaque.get(o.info.site.number)
            if reason is not None:
                bad.append((o.here, reason))
                continue
            here = o.here if may_have_ended else T.and_(o.here, o.alive)
            is_argument = self.is_argument(o.info)
            for d, at in self.distances(place, offsets):
                if is_argument:
                    found = self._argument(replace(o, here=T.and_(here, at)), d, t)
                    targets += found[0]
                    bad += found[1]
                    continue
                found = self.split(replace(o, here=T.and_(here, at)), d, t)
                targets += found[0]
                bad += found[1]
        return targets, bad

    def objects(self, place: R.Place, template: str) -> Iterator[tuple[_Object, list[Offset]]]:
        """What the base of a place may point to, and how far into it."""
        for number, offsets in sorted(self.sites.points_to.targets(place.base.values).items()):
            site = self.context.sites[number]
            if site.kind == "function" or not self.can_reach(site, template):
                continue
            info = self.sites.info(number)
            here, instance = self.is_site(place.base.obj, info, template)
            if here is T.FALSE:
                continue
            is_direct = place.base.obj is self._own_address(info, template)
            lives_on = is_direct or not info.mortal or number in self.context.opaque
            alive = T.TRUE if lives_on else self._is_alive(place.base.obj, info, instance, template)
            yield _Object(here, info, instance, template, alive), sorted(offsets)

    def whole(self, op: R.WholeAccess, template: str) -> tuple[list[Term], list[tuple[Term, str]]] | None:
        """The cases in which all bytes are inside an object, and those that are not understood; None if there is no
        other, provided that the pointer is valid, which accesses to parts see to."""
        inside: list[Term] = []
        bad: list[tuple[Term, str]] = []
        is_sure = op.gaps != ((0, op.size),)
        for o, offsets in self.objects(op.place, template):
            here = T.and_(o.here, o.alive)
            if o.info.site.number in self.context.opaque:
                inside.append(here)
                continue
            if self.is_argument(o.info):
                bad.append((here, arguments.PUNNED))
                is_sure = False
                continue
            used = touched(o.info) or list(self.used.get(o.info.site.number, ()))
            for d, at in self.distances(op.place, offsets):
                fits = self._inside(d, op.size, o)
                shared = T.or_(*(self._meet(d, gap, x) for gap in op.gaps for x in used if self._meets(d, gap, x)))
                is_sure = is_sure and fits is T.TRUE and shared is T.FALSE
                if shared is not T.FALSE:
                    bad.append((T.and_(here, at, fits, shared), PADDING))
                inside.append(T.and_(here, at, fits, T.not_(shared)))
        return None if is_sure else (inside, bad)

    def _meet(self, d: Distance, gap: tuple[int, int], leaf: Leaf) -> Term:
        """That bytes of a gap lie between the first and the last one of a leaf."""
        width = self.model.pointer_width
        at = T.add(d.term(width), T.const(gap[0], width))
        behind = T.const(min(self._end(leaf), (1 << width) - 1), width)
        return T.and_(T.ult(at, behind), T.ult(T.const(leaf.offset, width), T.add(at, T.const(gap[1], width))))

    def _meets(self, d: Distance, gap: tuple[int, int], leaf: Leaf) -> bool:
        """May bytes of a gap be some of a leaf?"""
        start, modulus = d.congruence
        start += gap[0] - leaf.offset
        if not modulus and (start + gap[1] <= 0 or leaf.offset + start >= self._end(leaf)):
            return False
        size = self.model.size_of(leaf.type)
        period = gcd(modulus, *(stride for _, stride in leaf.dims[:1]))
        inner = replace(leaf, offset=0, dims=leaf.dims[1:])
        if not period or inner.count is None:
            return True
        return any(
            (away := (start - inner.offset_of(i)) % period) < size or away + gap[1] > period for i in range(inner.count)
        )

    def can_reach(self, site: R.Site, template: str) -> bool:
        """A local object that does not escape can only be meant by its own template."""
        return site.kind in ("global", "thread") or site.template == template or site.number in self.sites.escaping

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
        if not info.instanced and not info.has_rounds:
            return T.eq(obj, number), ()
        here = T.eq(T.bvand(obj, T.const(R.SITE_MASK, R.OBJECT_WIDTH)), number)
        if not info.instanced:
            return here, ()
        instance = T.lshr(obj, T.const(R.SITE_BITS, R.OBJECT_WIDTH))
        if info.has_rounds:
            instance = T.bvand(instance, T.const((1 << R.THREAD_BITS) - 1, R.OBJECT_WIDTH))
        return here, (instance,)

    def _is_alive(self, obj: Term, info: SiteInfo, instance: tuple[Term, ...], template: str) -> Term:
        is_live = T.eq(T.select(self.layouts.live_var(info, template), instance), T.const(LIVE, 8))
        if not info.has_rounds:
            return is_live
        last = T.select(self.layouts.round_var(info, template), instance)
        return T.and_(is_live, T.eq(self.round_of(obj, info), last))

    def round_of(self, obj: Term, info: SiteInfo) -> Term:
        return T.lshr(obj, self.round_shift(info))

    def round_shift(self, info: SiteInfo) -> Term:
        return T.const(R.SITE_BITS + R.THREAD_BITS * info.instanced, R.OBJECT_WIDTH)

    # ------------------------------------------------------------ offsets

    def distances(self, place: R.Place, offsets: list[Offset]) -> list[tuple[Distance, Term]]:
        """How far the place may be from the start of an object, each with a guard."""
        steps = tuple(s for s in place.steps if s.stride)
        if all(m == 0 for _, m in offsets):
            return [
                (
                    Distance(c + place.offset, steps),
                    T.TRUE if len(offsets) == 1 else T.eq(place.base.off, T.const(c, self.model.pointer_width)),
                )
                for c, _ in offsets
            ]
        first = offsets[0][0]
        modulus = gcd(*(m for _, m in offsets), *(abs(c - first) for c, _ in offsets))
        return [(Distance(place.offset, steps, place.base.off, first, modulus), T.TRUE)]

    def split(self, o: _Object, d: Distance, t: CType) -> tuple[list[Target], list[tuple[Term, str]]]:
        """The cases of an access in an object: the cells it may be, and what is inside the object but no such cell."""
        extent = self.model.size_of(t)
        if o.info.grid is not None and (is_number(t) or isinstance(t, Pointer)):
            return self._split_grid(o, o.info.grid, d, t)
        fitting = [x for x in (*o.info.leaves, *o.info.parts) if x.fits(t) and not x.role]
        hits = self._hits(d, fitting, o.info)
        cells: list[Term] = []
        targets: list[Target] = []
        bad: list[tuple[Term, str]] = []
        for leaf, hit in hits:
            guard = T.and_(hit.exact, *[self._below(part, n, o) for part, n in hit.bounds])
            if o.info.size is not None and self._end(leaf) > o.info.size:
                guard = T.and_(guard, self._inside(d, extent, o))
            guard = T.and_(guard, *map(in_range, hit.assumed))
            cells.append(guard)
            full = T.and_(o.here, guard)
            if full is not T.FALSE and (o.info.site.number, leaf.storage) in self.conflicts:
                bad.append((full, BAD_ACCESS))
            elif full is not T.FALSE:
                index = o.instance if hit.index is None else (*o.instance, hit.index)
                targets.append(Target(full, o.info, leaf, index, o.alive))
        ids = is_thread_id(t) or any(is_thread_id(x.type) for x in o.info.leaves)
        left, why = T.FALSE, ID_IN_NUMBER if ids and not fitting else BAD_ACCESS
        if hits and hits[0][1].is_sure:
            beyond = T.not_(T.and_(*map(in_range, hits[0][1].assumed)))
            if self.context.asked.memory or beyond is T.TRUE:
                left, why = beyond, BEYOND
        elif not covers(fitting, d, extent, o.info.size):
            left = T.not_(T.or_(*cells))
        if left is not T.FALSE:
            left = T.and_(o.here, left, self._inside(d, extent, o))
        if left is not T.FALSE:
            bad.append((left, why))
        return targets, bad

    def _split_grid(self, o: _Object, grid: Grid, d: Distance, t: CType) -> tuple[list[Target], list[tuple[Term, str]]]:
        """The bytes that an access means. Not understood: over what is no bytes, and pointers that are not aligned."""
        size, width = self.model.size_of(t), self.model.pointer_width
        inside = T.and_(o.here, self._inside(d, size, o), *_do_not_wrap(d, width))
        start, modulus = d.congruence
        if inside is T.FALSE or (not modulus and start < 0):
            return [], []
        at = d.term(width)
        over = [x for x in grid.others if self._meets(d, (0, size), x)]
        fits = T.and_(*(T.not_(is_over(at, size, x, self.model.size_of(x.type))) for x in over))
        is_slots = not (start % grid.slot or modulus % grid.slot)
        if isinstance(t, Pointer) and not is_slots:
            rest = T.urem(at, T.const(grid.slot, width))
            fits = T.and_(fits, T.eq(rest, T.const(0, width)) if modulus else T.FALSE)
        first = T.udiv(at, T.const(grid.unit, width)) if d.base is not None else d.term(width, unit=grid.unit)
        is_aligned = not (start % size or modulus % size)
        residue = 0 if isinstance(t, Pointer) else None if modulus % grid.slot else start % grid.slot
        run = Run(
            grid, T.zext(first, INDEX_WIDTH), T.zext(at, INDEX_WIDTH), size, residue, size < grid.slot and is_aligned,
            is_aligned,
        )  # fmt: skip
        good, bad = T.and_(inside, fits), T.and_(inside, T.not_(fits))
        targets = [] if good is T.FALSE else [Target(good, o.info, grid.cells, o.instance, o.alive, run)]
        return targets, [] if bad is T.FALSE else [(bad, BAD_ACCESS)]

    def is_argument(self, info: SiteInfo) -> bool:
        """Of main, and it may be any."""
        return self._extent(info) is not None

    def _extent(self, info: SiteInfo) -> arguments.Extent | None:
        known = self.context.arguments
        return None if known is None else arguments.extent_of(known, info.site.number, self.model.pointer_width)

    def is_inside_argument(self, off: Term, info: SiteInfo) -> Term:
        extent, unit = self._extent(info), self.model.size_of(info.leaves[0].type)
        assert extent is not None
        behind = T.add(extent.end, T.const(1, off.width))
        return T.ult(off, T.mul(behind, T.const(unit, off.width)))

    def is_end(self, info: SiteInfo) -> bool:
        """The zero at the end of arguments."""
        return self.context.arguments is not None and info.site is self.context.arguments.zero

    def _argument(self, o: _Object, d: Distance, t: CType) -> tuple[list[Target], list[tuple[Term, str]]]:
        leaf, extent = o.info.leaves[0], self._extent(o.info)
        assert extent is not None and self.context.arguments is not None
        if not leaf.fits(t):
            return [], [(o.here, arguments.PUNNED)]
        cells, beyond = extent.cases(d, self.model.size_of(leaf.type))
        last = Target(T.FALSE, o.info, leaf, (T.const((leaf.count or 0) - 1, INDEX_WIDTH),), o.alive)
        if not isinstance(leaf.type, Pointer):
            zero = self.sites.info(self.context.arguments.zero.number)
            last = Target(T.FALSE, zero, zero.leaves[0], (), o.alive)
        targets = [
            replace(last, guard=T.and_(o.here, g))
            if i is None
            else Target(T.and_(o.here, g), o.info, leaf, (i,), o.alive)
            for g, i in cells
        ]
        bad = T.and_(o.here, beyond)
        return [x for x in targets if x.guard is not T.FALSE], [] if bad is T.FALSE else [(bad, arguments.MANY)]

    def _hits(self, d: Distance, fitting: list[Leaf], info: SiteInfo) -> list[tuple[Leaf, Hit]]:
        """The leaves of which the distance may be a cell; only one if that is sure."""
        found = []
        for leaf in fitting:
            hit = follow(leaf, d, info.size)
            if hit is not None and hit.is_sure:
                return [(leaf, hit)]
            if hit is None or hit.assumed:
                hit = compare(leaf, d, self.model.pointer_width)
            if hit is not None:
                found.append((leaf, hit))
        return found

    def _below(self, part: Term, n: int | None, o: _Object) -> Term:
        limit = T.const(n, INDEX_WIDTH) if n is not None else T.zext(self._tail_length(o), INDEX_WIDTH)
        return T.ult(part, limit)

    def _tail_length(self, o: _Object) -> Term:
        return T.select(self.layouts.size_var(o.info, o.template), o.instance)

    def _inside(self, d: Distance, extent: int, o: _Object) -> Term:
        """All bytes of the access are inside the object."""
        width = self.model.pointer_width
        at, size = d.term(width), o.info.size
        if size is not None:
            return T.ule(at, T.const(size - extent, width)) if size >= extent else T.FALSE
        start, unit = (T.const(n, width) for n in o.info.tail)
        end = T.add(T.mul(self._tail_length(o), unit), start)
        return T.and_(T.ult(at, end), T.ule(T.const(extent, width), T.sub(end, at)))

    def _end(self, x: Leaf) -> int:
        """Where the last cell of a leaf ends; a flexible array takes all the room there is."""
        return x.offset + self.model.size_of(x.type) + sum(((n or R.FLEXIBLE) - 1) * stride for n, stride in x.dims)

    # ------------------------------------------------------------ unions, and views at other types

    def _cut_into_words(self) -> bool:
        """The objects in which integers lie over each other. Are there any?"""
        accesses: dict[int, dict[IntegerAccess, None]] = {}
        punned = {number for number, leaf in self.conflicts if is_number(leaf.type)}
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.MemAccess) and is_number(e.op.type):
                    size = self.model.size_of(e.op.type)
                    for o, offsets in self.objects(e.op.place, t.name):
                        number = o.info.site.number
                        is_other = self.is_argument(o.info) or self.is_end(o.info)
                        if number in self.context.opaque or o.info.element is None or is_other or o.info.grid:
                            continue
                        for d, _ in self.distances(e.op.place, offsets):
                            access = IntegerAccess(*d.congruence, size, bool(e.op.new))
                            accesses.setdefault(number, {})[access] = None
                            if number not in punned and any(
                                why == BAD_ACCESS for _, why in self.split(o, d, e.op.type)[1]
                            ):
                                punned.add(number)
        for number in punned:
            info = self.sites.info(number)
            others = [x for x in self.used.get(number, ()) if not is_number(x.type)]
            apart = info.shared and self.context.asked.bytes
            info.leaves, info.parts = cut(self.model, info, accesses.get(number, ()), others, apart=apart)
        return bool(punned)

    def _find_mixed(self) -> set[int]:
        found: set[int] = set()
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.MemAccess):
                    is_pointer = isinstance(e.op.type, Pointer)
                    if not is_pointer and not is_as_wide(e.op.type, self.model):
                        continue
                    for o, offsets in self.objects(e.op.place, t.name):
                        if o.info.site.number not in found and self._is_mixed(e.op, is_pointer, o, offsets):
                            found.add(o.info.site.number)
        return found

    def _is_mixed(self, op: R.MemAccess, is_pointer: bool, o: _Object, offsets: list[Offset]) -> bool:
        """Is it an access to a number as a pointer, or the other way round?"""
        number = o.info.site.number
        if number in self.context.opaque or number in self.sites.mixed.pointers or self.is_argument(o.info):
            return False
        if o.info.grid is not None:
            return False
        others = [
            x
            for x in o.info.leaves
            if (is_as_wide(x.type, self.model) and not x.bit_fields if is_pointer else isinstance(x.type, Pointer))
        ]
        return any(
            may_hit(x, [d.congruence])
            and any(why == BAD_ACCESS for _, why in self.split(replace(o, here=T.TRUE), d, op.type)[1])
            for d, _ in self.distances(op.place, offsets)
            for x in others
        )

    def _find_used(self) -> None:
        """What is accessed on its own. An initial value that such a part does not show makes a conflict."""
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.MemAccess | R.SyncAccess):
                    for place, kind in typed_places(e.op):
                        for target in self.resolve(place, kind, t.name)[0]:
                            site, leaves = target.info.site, self.used.setdefault(target.info.site.number, {})
                            leaf = target.leaf.storage
                            is_new = leaf not in leaves
                            leaves[leaf] = None
                            if is_new and site.initial and self.layouts.initial_values(site, leaf) is None:
                                self.conflicts.add((site.number, leaf))
                elif isinstance(e.op, R.CopyObject):
                    for number in self.sites.points_to.targets(e.op.source.values):
                        self.used.setdefault(number, {}).update(dict.fromkeys(self.sites.info(number).leaves))

    def _find_conflicts(self) -> None:
        """Parts of unions that overlap others in use: those accesses are not understood."""
        for number, leaves in self.used.items():
            info = self.sites.info(number)
            ordered = list(leaves) if has_union(info.element) and info.grid is None else []
            for i, a in enumerate(ordered):
                for b in ordered[:i]:
                    if self._overlap(a, b):
                        self.conflicts |= {(number, a), (number, b)}

    def _overlap(self, a: Leaf, b: Leaf) -> bool:
        """Whether cells of two leaves may share bytes. Those of one array around both are in the same element of it."""
        if a.offset > b.offset:
            a, b = b, a
        outer, room = 0, 0
        while a.dims[outer : outer + 1] == b.dims[outer : outer + 1] != () and b.offset - a.offset < a.dims[outer][1]:
            room = a.dims[outer][1]
            outer += 1
        a, b = (replace(x, dims=x.dims[outer:]) for x in (a, b))
        # (arrays of one shape that are not one array may reach into each other's next element)
        return b.offset < self._end(a) or (room > 0 and self._end(b) > a.offset + room)


def _do_not_wrap(d: Distance, width: int) -> Iterator[Term]:
    """No index is so large that its product with the size of an element wraps around, nor all of them together."""
    for s in d.steps:
        if s.index.width >= width and s.stride > 1:
            most = (1 << width - 2) // s.stride // len(d.steps)
            yield T.ule(T.add(T.resize(s.index, width, s.signed), T.const(most, width)), T.const(2 * most, width))
