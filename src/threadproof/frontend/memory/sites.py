"""What is known about threads and memory sites once all accesses are: who runs once, what escapes, what type it has.

Everything here is flow-insensitive and over-approximates, so it holds in every interleaving.
"""

from __future__ import annotations

from collections.abc import Collection

from threadproof.analysis.graph import on_cycle
from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Array, CType, Function, Pointer, Struct, Sync, Void
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.layout import Layouts, Leaf, SiteInfo
from threadproof.frontend.memory.mixed import NOTHING, Mixed
from threadproof.frontend.memory.outliving import Outliving
from threadproof.frontend.memory.reuse import Reuse
from threadproof.ir.program import MAIN_ID
from threadproof.records import replace


class Sites:
    def __init__(
        self,
        context: ProgramContext,
        points_to: PointsTo,
        layouts: Layouts,
        *,
        is_multiplied: bool = False,
        mixed: Mixed = NOTHING,
        grids: Collection[int] = (),
    ) -> None:
        self.context = context
        self.mixed = mixed
        #: sites whose objects are grids, if they can be (`grid`)
        self.grids = grids
        self.model = context.model
        self.points_to = points_to
        self.layouts = layouts
        #: per template, the cycle that a location lies on
        self.cycles = {
            n: on_cycle(t.locations, [(e.source, at) for e in t.edges for at in e.targets], t.entry)
            for n, t in context.templates.items()
        }
        #: templates that run at most once, with the number of that instance
        self.static_ids = {"main": MAIN_ID} if is_multiplied else self._single_templates()
        self.freed = self._freed_sites()
        #: sites whose objects a thread other than the one they belong to may reach
        self.escaping = self._escaping_sites()
        self._looping = {
            e.op.site.number
            for name, t in context.templates.items()
            for e in t.edges
            if isinstance(e.op, R.Alloc) and self.edge_on_cycle(name, e)
        }
        self._rounds = self._begun_again()
        self._outliving = Outliving(context, points_to, self.escaping)
        self._may_live = {
            e.op.site.number
            for t in context.templates.values()
            for e in t.edges
            if isinstance(e.op, R.Lifetime) and e.op.may_live
        }
        self.reuse = Reuse(context, points_to, set(self.static_ids), self.escaping)
        self._votes = self._type_votes()
        self._infos: dict[int, SiteInfo] = {}
        self._zeroed = self._begin_zeroed()

    def is_allocated_again(self, number: int) -> bool:
        """One thread may allocate several objects of this site."""
        return number in self._looping

    def begins_again(self, site: R.Site) -> bool:
        """A local object may end and begin again, in one thread."""
        return site.number in self._rounds

    def _begun_again(self) -> set[int]:
        begins: set[int] = set()
        again: set[int] = set()
        for name, t in self.context.templates.items():
            for e in t.edges:
                if isinstance(e.op, R.Lifetime):
                    number = e.op.site.number
                    if self.edge_on_cycle(name, e) or (e.op.begins and number in begins):
                        again.add(number)  # a loop, or jumps into its block
                    if e.op.begins:
                        begins.add(number)
        return again

    def _single_templates(self) -> dict[str, int]:
        """Templates that run at most once, with the number of that instance."""
        creations: dict[str, list[tuple[str, bool]]] = {}
        for name, t in self.context.templates.items():
            for e in t.edges:
                if isinstance(e.op, R.RawCreate):
                    creations.setdefault(e.op.template, []).append((name, self.edge_on_cycle(name, e)))
        ids = {"main": MAIN_ID}
        changed = True
        while changed:
            changed = False
            for name, where in creations.items():
                if name not in ids and len(where) == 1 and not where[0][1] and where[0][0] in ids:
                    ids[name] = len(ids) + 1
                    changed = True
        return ids

    def _begin_zeroed(self) -> set[int]:
        """Locals that are initialised with zeros and declared at most once: they need no step for that."""
        begins = [
            (n, e, e.op) for n, t in self.context.templates.items() for e in t.edges if isinstance(e.op, R.Lifetime)
        ]
        passed_by = {op.site.number for _, _, op in begins if op.is_passed_by}
        return {
            op.site.number
            for name, e, op in begins
            if op.zeroed and op.site.number not in passed_by and not self.edge_on_cycle(name, e)
        }

    def edge_on_cycle(self, template: str, e: R.RawEdge) -> bool:
        component = self.cycles[template]
        return component.get(e.source, -1) == component.get(e.target, -2)

    def _freed_sites(self) -> set[int]:
        out: set[int] = set()
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.Free):
                    out |= set(self.points_to.targets(e.op.pointer.values))
        return out

    def _escaping_sites(self) -> set[int]:
        """Sites whose objects a thread other than the one they belong to may reach."""
        seeds = {s.number for s in self.context.sites if s.kind == "global"}
        nodes: list[object] = ["result", "value", R.EXPOSED]
        nodes += [v for vs in self.context.parameters.values() for lv in vs for v in lv.vars]
        for n in nodes:
            seeds |= set(self.points_to.nodes.get(n, {}))
        work = sorted(seeds)
        while work:
            for s in sorted(self.points_to.stored_in(work.pop())):
                if s not in seeds:
                    seeds.add(s)
                    work.append(s)
        return seeds

    def _type_votes(self) -> dict[int, CType]:
        """The type of heap objects: of those that a pointer to their start is dereferenced at, the largest that fits.

        If their start is never accessed, pointers to where another element would start decide; if there are none but
        pointers to nothing in particular, the accesses.
        """
        sure: dict[int, CType] = {}
        self._roots: dict[int, list[CType]] = {}
        maybe: dict[int, CType] = {}
        least: dict[int, CType] = {}
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.MemAccess) and isinstance(e.op.place.root, Void):
                    for site in self.points_to.targets(e.op.place.base.values):
                        if self.context.sites[site].kind == "heap":
                            self._vote(least, site, e.op.type)
                    continue
                for place in _places(e.op):
                    root = place.root
                    while isinstance(root, Array):
                        root = root.of
                    if isinstance(root, Void | Function):
                        continue
                    for site, offsets in self.points_to.targets(place.base.values).items():
                        if self.context.sites[site].kind == "heap":
                            seen = self._roots.setdefault(site, [])
                            if root not in seen:
                                seen.append(root)
                            size = max(self._rank(root)[0], 1)
                            if any(c == 0 for c, _ in offsets):
                                self._vote(sure, site, root)
                            elif any(c % size == 0 for c, _ in offsets):
                                self._vote(maybe, site, root)
        return self._moved_votes({**least, **maybe, **sure})

    def _moved_votes(self, votes: dict[int, CType]) -> dict[int, CType]:
        """What realloc moves has one type before and after it, also where nobody looks at it on the way."""
        pairs = [(old, new) for new, old in sorted(self.reuse.moves)]
        zeroed = {s.number for s in self.context.sites if s.kind == "heap" and s.zeroed}
        written = _closure(zeroed | set(votes), pairs)
        looked_at = _closure(set(votes), [(new, old) for old, new in pairs])
        # (who looks for leaks looks at all pointers)
        leaks = self.context.asked.memory
        pairs = [(old, new) for old, new in pairs if old in written and (leaks or new in looked_at)]
        known, size = dict(votes), -1
        while size != len(known):
            size = len(known)
            for a, b in [*pairs, *((new, old) for old, new in pairs)]:
                if a in known:
                    known.setdefault(b, known[a])
        return known

    def _vote(self, votes: dict[int, CType], site: int, t: CType) -> None:
        size = self.context.sites[site].size

        def rank(t: CType) -> tuple[bool, tuple[int, int]]:
            found = self._rank(t)
            return size is None or found[0] <= size, found

        best = votes.get(site)
        if best is None or rank(t) > rank(best):
            votes[site] = t

    def _rank(self, t: CType) -> tuple[int, int]:
        try:
            return self.model.size_of(t), int(isinstance(t, Struct))
        except LookupError:
            return 0, 0

    def info(self, number: int) -> SiteInfo:
        known = self._infos.get(number)
        if known is None:
            site = self.context.sites[number]
            known = self._infos[number] = self._make_info(site)
            known.zeroed = site.zeroed or number in self._zeroed
        return known

    def _make_info(self, site: R.Site) -> SiteInfo:
        memory = self.context.asked.memory
        matters = memory or site.number in self.reuse.with_a_life_that_matters
        single = site.template in self.static_ids
        # leaks are looked for with all of the heap in view, and all pointers that outlive the functions of main
        shared = (
            site.kind == "global"
            or site.number in self.escaping
            or (memory and (site.kind == "heap" or (site.kind == "thread" and self._has_pointers(site.type))))
            or self._has_conditions(site)
        )
        if site.kind == "heap":
            info = self._heap_info(site, shared)
            info.instanced = site.number in self._looping or (shared and not single)
            is_outlived = site.automatic and self._outliving.of(site)
            info.mortal = matters or site.number in self.freed or (is_outlived and not site.has_no_end)
            if is_outlived and site.has_no_end:
                self.context.opaque[site.number] = "memory from alloca in a loop that a pointer may outlive"
        else:
            info = self._variable_info(site, shared)
            info.instanced = shared and (site.kind == "thread" or (site.kind == "local" and not single))
            info.mortal = matters and (site.kind == "local" or (site.kind == "thread" and shared))
            if site.kind == "thread" and site.number in self.escaping:
                info.mortal = True
            if site.kind == "local" and (not info.mortal or self.begins_again(site)):
                is_outlived = self._outliving.of(site)
                info.mortal = info.mortal or is_outlived or site.number in self._may_live
                info.has_rounds = is_outlived and self.begins_again(site)
        if info.size is not None:  # (a flexible array where none can be)
            info.leaves = tuple(x for x in info.leaves if all(n is not None for n, _ in x.dims))
        info.leaves = self.mixed.leaves(info, self.model)
        if info.instanced and site.initial and any(x.dims for x in info.leaves):
            self.context.opaque[site.number] = "initialised array in thread-local storage whose address escapes"
        return info

    def _variable_info(self, site: R.Site, shared: bool) -> SiteInfo:
        assert site.type is not None
        info = SiteInfo(site, site.type, 1, 0, shared)
        try:
            info.size = self.model.size_of(site.type)
            info.leaves = self.layouts.leaves_of(site.type)
        except LookupError as e:
            self.context.opaque[site.number] = str(e)
            return info
        if isinstance(site.type, Array) and site.type.size is None:
            self.context.opaque[site.number] = "array of unknown size"
        elif (flexible := self._flexible(site.type)) is not None and site.kind == "global" and not site.zeroed:
            self.context.opaque[site.number] = "array of unknown size"  # it is defined elsewhere
        elif flexible is not None:
            # as long as its initialiser
            ends = [o + self.model.size_of(t) for o, (t, _) in site.initial.items()]
            info.size = max([info.size, *ends])
            info.leaves = self._with_tail(info.leaves, *flexible, info.size)
        return info

    def _heap_info(self, site: R.Site, shared: bool) -> SiteInfo:
        """One element, or as many as there is room for, or one with a flexible array that takes all the room."""
        element, size = self._votes.get(site.number), site.size
        info = SiteInfo(site, element, None, size, shared, is_typed=self._roots.get(site.number) == [element])
        if element is None:
            return info
        unit = self.model.size_of(element)
        flexible = self._flexible(element)
        if flexible is not None:
            info.count, info.tail = 1, flexible
            info.leaves = self.layouts.leaves_of(element)
            if size is not None:
                info.leaves = self._with_tail(info.leaves, *flexible, size)
        else:
            info.tail = (0, max(unit, 1))
            info.count = None if size is None else max(size // unit, 1) if unit else 1
            info.leaves = self.layouts.leaves_of(element, info.count)
        if size is not None:
            info.leaves = tuple(x for x in info.leaves if x.offset + self.model.size_of(x.type) <= size)
        return info

    def _flexible(self, t: CType | None) -> tuple[int, int] | None:
        """Where the flexible array of a structure begins, and how long its elements are."""
        if isinstance(t, Struct) and not t.is_union and t.fields:
            last, start = t.fields[-1].type, self.model.layout(t).offsets[-1][0]
            if isinstance(last, Array) and not last.size and (unit := self.model.size_of(last.of)):
                return start, unit
            if (inner := self._flexible(last)) is not None:
                return start + inner[0], inner[1]
        return None

    def _with_tail(self, leaves: tuple[Leaf, ...], start: int, unit: int, size: int) -> tuple[Leaf, ...]:
        """The leaves, those of the flexible array with its length in an object of this size."""
        count = (size - start) // unit
        return tuple(
            replace(x, dims=((count, unit), *x.dims[1:])) if x.dims and x.dims[0][0] is None else x
            for x in leaves
            if count > 0 or not x.dims or x.dims[0][0] is not None
        )

    def _has_pointers(self, t: CType | None) -> bool:
        return t is not None and any(isinstance(x.type, Pointer) for x in self.layouts.leaves_of(t))

    def _has_conditions(self, site: R.Site) -> bool:
        """Who is woken is among all threads, also where only one of them can be."""
        t = self._votes.get(site.number, site.type)
        try:
            return t is not None and any(
                isinstance(x.type, Sync) and x.type.kind == "cond" for x in self.layouts.leaves_of(t)
            )
        except LookupError:
            return False

    @property
    def known(self) -> dict[int, SiteInfo]:
        """The sites that anything was asked about."""
        return self._infos


def _closure(numbers: set[int], pairs: list[tuple[int, int]]) -> set[int]:
    """With all that pairs lead to."""
    found, size = set(numbers), -1
    while size != len(found):
        size = len(found)
        found.update(b for a, b in pairs if a in found)
    return found


def _places(op: R.RawOp) -> list[R.Place]:
    match op:
        case R.MemAccess():
            return [op.place]
        case R.SyncAccess():
            return [R.Place(p.base, p.offset, p.steps, Sync(k, 4) if isinstance(p.root, Void) else p.root)
                    for p, k in op.objects]  # fmt: skip
        case _:
            return []
