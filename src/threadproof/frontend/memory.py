"""From raw graphs to the IR: every memory access becomes edges on the variables of the objects it may touch.

A dereference is a case split over the points-to set: one edge per object and part it may be, guarded by the object
number, the bounds and, where it matters, that the object is live. Where no case applies, the access is undefined:
an edge to an error location if memory safety is checked, else the execution is discarded.

Objects that only one thread can reach are local variables of its template (escape analysis); a site that is reached
at most once has exactly one object and costs no index.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import gcd

from threadproof.analysis.graph import on_cycle
from threadproof.analysis.points_to import Offset, PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Array, CType, Function, Int, Pointer, Struct, Sync, Void
from threadproof.frontend.layout import Layouts, Leaf, SiteInfo
from threadproof.frontend.lower.context import ProgramContext
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, ErrorLocation, HeapSite, Memory, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

LIVE, DEAD = 1, 2
#: numbers of thread creation sites for Fresh (object sites have small numbers)
THREAD_SITES = 1 << 20
#: ILP32 addresses of exposed objects: base + site * 64 KiB + offset
EXPOSED_BASE = 0x4000_0000
BAD_ACCESS = "access to memory at a type it does not have"


@dataclass(frozen=True, slots=True)
class Target:
    """One case of an access: if `guard`, it is this cell of this leaf."""

    guard: Term
    info: SiteInfo
    leaf: Leaf
    index: tuple[Term, ...]


class MemoryLowering:
    def __init__(self, context: ProgramContext, points_to: PointsTo) -> None:
        self.context = context
        self.model = context.model
        self.points_to = points_to
        self.layouts = Layouts(context.model)
        self.cycles = {n: on_cycle(t.locations, [(e.source, e.target) for e in _flat(t)], t.entry)
                       for n, t in context.templates.items()}  # fmt: skip
        self.static_ids = self._single_templates()
        self.next_id = max(self.static_ids.values()) + 1
        self.freed = self._freed_sites()
        self.escaping = self._escaping_sites()
        self.infos: dict[int, SiteInfo] = {}
        self.votes = self._type_votes()
        self.conflicts: set[tuple[int, Leaf]] = set()
        self._resolve_cache: dict[tuple[object, ...], tuple[list[Target], list[Term]]] = {}
        self._begin_zeroed()
        self._find_conflicts()
        self._target_template = ""

    # ------------------------------------------------------------ facts about templates and sites

    def _single_templates(self) -> dict[str, int]:
        """Templates that run at most once, with the number of that instance."""
        creations: dict[str, list[tuple[str, bool]]] = {}
        for name, t in self.context.templates.items():
            for e in t.edges:
                if isinstance(e.op, R.RawCreate):
                    creations.setdefault(e.op.template, []).append((name, self._edge_on_cycle(name, e)))
        ids = {"main": MAIN_ID}
        changed = True
        while changed:
            changed = False
            for name, where in creations.items():
                if name not in ids and len(where) == 1 and not where[0][1] and where[0][0] in ids:
                    ids[name] = len(ids) + 1
                    changed = True
        return ids

    def _begin_zeroed(self) -> None:
        """A local that is initialised with zeros and declared at most once needs no step for that."""
        for name, t in self.context.templates.items():
            for e in t.edges:
                if isinstance(e.op, R.Lifetime) and e.op.zeroed and not self._edge_on_cycle(name, e):
                    e.op.site.zeroed = True

    def _edge_on_cycle(self, template: str, e: R.RawEdge) -> bool:
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
        nodes: list[object] = ["result", R.EXPOSED]
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
        """The type of heap objects: the largest one that a pointer to their start is dereferenced at."""
        votes: dict[int, CType] = {}
        for t in self.context.templates.values():
            for e in t.edges:
                for place in _places(e.op):
                    if isinstance(place.root, Void | Function):
                        continue
                    for site, offsets in self.points_to.targets(place.base.values).items():
                        if self.context.sites[site].kind != "heap" or not any(c == 0 for c, _ in offsets):
                            continue
                        best = votes.get(site)
                        if best is None or self._rank(place.root) > self._rank(best):
                            votes[site] = place.root
        return votes

    def _rank(self, t: CType) -> tuple[int, int]:
        try:
            return self.model.size_of(t), int(isinstance(t, Struct))
        except LookupError:
            return 0, 0

    def info(self, number: int) -> SiteInfo:
        known = self.infos.get(number)
        if known is None:
            known = self.infos[number] = self._make_info(self.context.sites[number])
        return known

    def _make_info(self, site: R.Site) -> SiteInfo:
        memory = self.context.checks.memory
        single = site.template in self.static_ids
        shared = site.kind == "global" or site.number in self.escaping or (memory and site.kind == "heap")
        if site.kind == "heap":
            element, count = self.votes.get(site.number), 1 if site.size is not None else None
            if element is not None and site.size is not None:
                unit = self.model.size_of(element)
                count = max(site.size // unit, 1) if unit else 1
            instanced = site.number in self.looping_sites or (shared and not single)
        else:
            element, count = site.type, 1
            instanced = shared and (site.kind == "thread" or (site.kind == "local" and not single))
        info = SiteInfo(site, element, count, shared, instanced)
        if site.kind == "heap":
            info.mortal = memory or site.number in self.freed
        else:
            info.mortal = memory and site.kind == "local"
        if element is not None:
            leaves = self.layouts.leaves_of(element, count)
            if site.kind == "heap" and site.size is not None:
                leaves = tuple(x for x in leaves if x.offset + self.model.size_of(x.type) <= site.size)
            info.leaves = leaves
        if instanced and site.initial and any(x.dims for x in info.leaves):
            self.context.bad_initialisers.add(site.number)
        return info

    @property
    def looping_sites(self) -> set[int]:
        if not hasattr(self, "_looping"):
            self._looping = {
                e.op.site.number
                for name, t in self.context.templates.items()
                for e in t.edges
                if isinstance(e.op, R.Alloc) and self._edge_on_cycle(name, e)
            }
        return self._looping

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
        self._resolve_cache.clear()

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

    # ------------------------------------------------------------ resolving places

    def resolve(self, place: R.Place, t: CType, template: str) -> tuple[list[Target], list[Term]]:
        """The cases of an access, and the guards under which it is one that is not understood."""
        key = (place, t, template)
        done = self._resolve_cache.get(key)
        if done is None:
            done = self._resolve_cache[key] = self._resolve(place, t, template)
        return done

    def _resolve(self, place: R.Place, t: CType, template: str) -> tuple[list[Target], list[Term]]:
        targets: list[Target] = []
        bad: list[Term] = []
        for number, offsets in sorted(self.points_to.targets(place.base.values).items()):
            site = self.context.sites[number]
            if site.kind == "function":
                continue
            if not self._can_reach(site, template):
                continue
            info = self.info(number)
            here, instance = self._is_site(place.base.obj, info, template)
            if here is T.FALSE:
                continue
            if number in self.context.bad_initialisers:
                bad.append(here)
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
                        bad.append(full)
                    else:
                        targets.append(Target(full, info, leaf, index))
            if not found and self._in_bounds(place, offsets, info):
                bad.append(here)
        return targets, bad

    def _can_reach(self, site: R.Site, template: str) -> bool:
        """A local object that does not escape can only be meant by its own template."""
        return site.kind in ("global", "thread") or site.template == template or site.number in self.escaping

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

    def _is_site(self, obj: Term, info: SiteInfo, template: str) -> tuple[Term, tuple[Term, ...]]:
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

    # ------------------------------------------------------------ templates

    def program(self, name: str) -> Program:
        templates = {n: self._template(t) for n, t in self.context.templates.items()}
        for n, t in templates.items():
            t.locals = tuple(dict.fromkeys((*t.locals, *self.layouts.locals.get(n, ()))))
        system = [self.context.ended, *self.context.result]
        return Program(
            name=name,
            shared=tuple(dict.fromkeys((*self.layouts.shared, *system))),
            templates=templates,
            main="main",
            ended=self.context.ended,
            scope=tuple(self.context.scope),
            unsupported=tuple(self.context.unsupported),
            sources=self.context.unit.sources,
            memory=self._memory(templates) if self.context.checks.memory else None,
        )

    def _template(self, raw: R.RawTemplate) -> Template:
        self._target_template = raw.name
        self._locations = raw.locations
        self._out: list[Edge] = []
        self._errors = dict(raw.errors)
        self._counters: list[Var] = []
        self._addresses = self._address_terms(raw)
        self._error_locations: dict[tuple[str, str], int] = {}
        for e in raw.edges:
            self._edge(raw, e)
        edges: list[list[Edge]] = [[] for _ in range(self._locations)]
        for x in self._out:
            edges[x.source].append(x)
        edges[raw.exit] = []
        single = self.static_ids.get(raw.name)
        locals_ = tuple(dict.fromkeys([*raw.locals, *self._counters]))
        return Template(raw.name, raw.self_var, raw.params, locals_, raw.entry, raw.exit, edges, self._errors, single)

    def _address_terms(self, raw: R.RawTemplate) -> dict[Var, Term]:
        out: dict[Var, Term] = {}
        for s in self.context.sites:
            if s.address is not None and (s.kind == "thread" or s.template == raw.name):
                info = self.info(s.number)
                number = T.const(s.number, R.OBJECT_WIDTH)
                if info.instanced:
                    shifted = T.shl(T.var(raw.self_var), T.const(R.SITE_BITS, R.OBJECT_WIDTH))
                    number = T.bvor(shifted, number)
                out[s.address] = number
        return out

    def _emit(self, e: R.RawEdge, op: O.Op, target: int | None = None, source: int | None = None, note: str = "") -> None:
        if isinstance(op, O.Step) and op.guard is T.FALSE:
            return
        op = self._final(op)
        if isinstance(op, O.Step) and op.guard is T.FALSE:
            return
        start = e.source if source is None else source
        end = e.target if target is None else target
        self._out.append(Edge(start, end, op, e.origin, note or e.note))

    def _final(self, op: O.Op) -> O.Op:
        """Addresses of locals become numbers."""
        m = self._addresses
        if not m:
            return op
        match op:
            case O.Step():
                if not any(v in m for t in O.reads(op) for v in t.vars):
                    return op
                ups = tuple(
                    O.Update(u.var, tuple(T.substitute(i, m) for i in u.index), T.substitute(u.value, m))
                    for u in op.updates
                )
                return O.Step(T.substitute(op.guard, m), ups, op.atomic, op.waits, op.role, op.lock)
            case O.Create():
                return O.Create(op.template, T.substitute(op.handle, m), tuple(T.substitute(a, m) for a in op.args))
            case _:
                return op

    def _location(self) -> int:
        self._locations += 1
        return self._locations - 1

    def _error(self, part: str, text: str) -> int:
        key = (part, text)
        if key not in self._error_locations:
            loc = self._error_locations[key] = self._location()
            self._errors[loc] = ErrorLocation("valid-memsafety", part, text)
        return self._error_locations[key]

    def _edge(self, raw: R.RawTemplate, e: R.RawEdge) -> None:
        match e.op:
            case R.MemAccess():
                self._access(e, e.op)
            case R.SyncAccess():
                self._sync(e, e.op)
            case R.Alloc():
                self._alloc(raw, e, e.op)
            case R.Free():
                self._free(e, e.op)
            case R.CopyObject():
                self._copy_object(e, e.op)
            case R.Lifetime():
                self._lifetime(raw, e, e.op)
            case R.PtrToInt():
                self._to_integer(e, e.op)
            case R.IntToPtr():
                self._from_integer(e, e.op)
            case R.IsFunction():
                if e.op.site.number in self.points_to.targets(e.op.pointer.values):
                    same = T.eq(e.op.pointer.obj, T.const(e.op.site.number, R.OBJECT_WIDTH))
                    self._emit(e, O.Step(guard=same))
            case R.RawCreate():
                self._emit(e, O.Create(e.op.template, e.op.handle, e.op.args))
            case R.NewThread():
                self._new_thread(raw, e, e.op)
            case _:
                self._emit(e, e.op)

    # ------------------------------------------------------------ accesses

    def _undefined(self, e: R.RawEdge, covered: list[Term], part: str, text: str) -> None:
        """Where none of the cases applies."""
        if self.context.checks.memory:
            outside = T.not_(T.or_(*covered))
            if outside is not T.FALSE:
                self._emit(e, O.Step(guard=outside), target=self._error(part, text), note=text)

    def _unsupported(self, e: R.RawEdge, guards: list[Term], what: str) -> None:
        for g in guards:
            middle = self._location()
            self._emit(e, O.Step(guard=g), target=middle)
            self._emit(e, O.Unsupported(what), source=middle, target=middle)
            self.context.unsupported[(what, e.origin.file, e.origin.line)] = None

    def _cells(self, target: Target, t: CType) -> list[O.Cell]:
        fields = ("obj", "off") if isinstance(t, Pointer) else ("",)
        name = self._target_template
        return [O.Cell(self.layouts.cell_var(target.info, target.leaf, f, name), target.index) for f in fields]

    def _access(self, e: R.RawEdge, op: R.MemAccess) -> None:
        targets, bad = self.resolve(op.place, op.type, self._target_template)
        for target in targets:
            cells = self._cells(target, op.type)
            updates = [O.Update(v, (), c.term) for v, c in zip(op.old, cells, strict=False)]
            if op.new:
                now = {v: c.term for v, c in zip(op.old, cells, strict=False)}
                updates += [
                    O.Update(c.var, c.index, T.substitute(x, now)) for c, x in zip(cells, op.new, strict=True)
                ]
            self._emit(e, O.Step(target.guard, tuple(updates), atomic=op.atomic))
        self._unsupported(e, bad, BAD_ACCESS)
        text = f"invalid access through {op.place.text}" if op.place.text else "invalid memory access"
        self._undefined(e, [t.guard for t in targets] + bad, "valid-deref", text)

    def _sync(self, e: R.RawEdge, op: R.SyncAccess) -> None:
        cases = []
        all_bad: list[Term] = []
        for place, kind in op.objects:
            t = Sync(kind, 0)
            targets, bad = self.resolve(place, t, self._target_template)
            all_bad += bad
            cases.append(targets)
        for combination in product(*cases):
            guard = T.and_(*(t.guard for t in combination))
            if guard is T.FALSE:
                continue
            source = e.source
            if guard is not T.TRUE:
                # a wrong pointer is undefined, not a reason to wait: decide first which object it is
                source = self._location()
                self._emit(e, O.Step(guard=guard), target=source)
            fields = [self._fields(t) for t in combination]
            for make, target in op.alternatives:
                again = target == e.source
                self._emit(e, make(*fields), source=source, target=source if again else target)
        self._unsupported(e, all_bad, BAD_ACCESS)
        for (_, kind), targets in zip(op.objects, cases, strict=True):
            if self.context.checks.memory:
                covered = [t.guard for t in targets] + all_bad
                self._undefined(e, covered, "valid-deref", f"invalid pointer to a {kind}")

    def _fields(self, target: Target) -> R.Fields:
        template = self._target_template

        def cell(name: str) -> O.Cell:
            return O.Cell(self.layouts.cell_var(target.info, target.leaf, name, template), target.index)

        return cell

    # ------------------------------------------------------------ lifetimes

    def _alloc(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Alloc) -> None:
        info = self.info(op.site.number)
        number = op.site.number
        later = e.target
        extra = info.mortal or info.sized
        target = self._location() if extra else later
        if not info.instanced:
            self._emit(e, O.Step(updates=(O.Update(op.target, (), T.const(number, R.OBJECT_WIDTH)),)), target=target)
        else:
            counter = None
            if number in self.looping_sites:
                counter = Var(f"{op.site.name}.count", R.OBJECT_WIDTH, False)
                self._counters.append(counter)
            self._emit(e, O.Fresh(op.target, number, counter, number, R.SITE_BITS), target=target)
        if extra:
            index: tuple[Term, ...] = ()
            if info.instanced:
                index = (T.lshr(T.var(op.target), T.const(R.SITE_BITS, R.OBJECT_WIDTH)),)
            updates = []
            if info.mortal:
                live = self.layouts.live_var(info, raw.name)
                updates.append(O.Update(live, index, T.const(LIVE, 8)))
            if info.sized:
                unit = self.model.size_of(info.element) if info.element is not None else 1
                count = T.udiv(op.size, T.const(max(unit, 1), self.model.pointer_width))
                updates.append(O.Update(self.layouts.size_var(info, raw.name), index, count))
            self._emit(e, O.Step(updates=tuple(updates), role="alloc"), source=target, target=later)

    def _free(self, e: R.RawEdge, op: R.Free) -> None:
        covered = []
        for number in sorted(self.points_to.targets(op.pointer.values)):
            site = self.context.sites[number]
            if site.kind != "heap" or site.automatic or not self._can_reach(site, self._target_template):
                continue
            info = self.info(number)
            here, instance = self._is_site(op.pointer.obj, info, self._target_template)
            live = self.layouts.live_var(info, self._target_template)
            start = T.eq(op.pointer.off, T.const(0, op.pointer.off.width))
            guard = T.and_(here, start, T.eq(T.select(live, instance), T.const(LIVE, 8)))
            covered.append(guard)
            self._emit(e, O.Step(guard, (O.Update(live, instance, T.const(DEAD, 8)),), role="free"))
        self._undefined(e, covered, "valid-free", "invalid free")

    def _lifetime(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Lifetime) -> None:
        info = self.info(op.site.number)
        index: tuple[Term, ...] = (T.var(raw.self_var),) if info.instanced else ()
        source = e.source
        if info.mortal:
            live = self.layouts.live_var(info, raw.name)
            value = T.const(LIVE if op.begins else DEAD, 8)
            target = self._location()
            self._emit(e, O.Step(updates=(O.Update(live, index, value),), role="life"), source=source, target=target)
            source = target
        if op.begins and self._edge_on_cycle(raw.name, e):
            source = self._reset(raw, e, info, op.zeroed, index, source)
        self._emit(e, R.NOP, source=source)

    def _reset(
        self, raw: R.RawTemplate, e: R.RawEdge, info: SiteInfo, zeroed: bool, index: tuple[Term, ...], source: int
    ) -> int:
        """The variable is declared again: its contents are zero or arbitrary again."""
        for leaf in info.leaves:
            fields = {"Pointer": ("obj", "off"), "Int": ("",)}.get(type(leaf.type).__name__, ())
            for f in fields:
                v = self.layouts.cell_var(info, leaf, f, raw.name)
                high = 0 if zeroed or f == "off" else (1 << v.width) - 1
                low = R.WILD if f == "obj" and not zeroed else 0
                high = low if f == "obj" else high
                if leaf.dims and info.instanced:
                    elements = leaf.count or 0
                    cells = [(*index, T.const(i, 64)) for i in range(min(elements, 4096))]
                else:
                    cells = [index]
                for cell in cells:
                    op: O.Op = O.Havoc(v, cell, low, high)
                    if low == high and len(cell) == v.dims:
                        op = O.Step(updates=(O.Update(v, cell, T.const(low, v.width)),), role="life")
                    target = self._location()
                    self._emit(e, op, source=source, target=target)
                    source = target
        return source

    def _copy_object(self, e: R.RawEdge, op: R.CopyObject) -> None:
        """realloc: element by element, where both sizes are known and small."""
        done = False
        for new in sorted(self.points_to.targets(op.target.values)):
            for old in sorted(self.points_to.targets(op.source.values)):
                if self.context.sites[old].kind != "heap":
                    continue
                a, b = self.info(new), self.info(old)
                guard_a, at_a = self._is_site(op.target.obj, a, self._target_template)
                guard_b, at_b = self._is_site(op.source.obj, b, self._target_template)
                source = self._location()
                self._emit(e, O.Step(guard=T.and_(guard_a, guard_b)), target=source)
                done = True
                if a.count is None or b.count is None or a.element != b.element or min(a.count, b.count) > 256:
                    self._unsupported_at(e, source, "realloc of objects whose type or size is not known")
                    continue
                source = self._copy_leaves(e, source, a, at_a, b, at_b)
                self._emit(e, R.NOP, source=source)
        if not done:
            self._emit(e, R.NOP)

    def _copy_leaves(
        self, e: R.RawEdge, source: int, a: SiteInfo, at_a: tuple[Term, ...], b: SiteInfo, at_b: tuple[Term, ...]
    ) -> int:
        name = self._target_template
        for x, y in zip(a.leaves, b.leaves, strict=False):
            fields = ("obj", "off") if isinstance(x.type, Pointer) else ("",)
            for i in range(min(x.count or 0, y.count or 0)):
                ix = (*at_a, T.const(i, 64)) if x.dims else at_a
                iy = (*at_b, T.const(i, 64)) if y.dims else at_b
                held = [Var(f"{name}::realloc{len(self._counters)}{f}", self.layouts.cell_var(b, y, f, name).width, False)
                        for f in fields]  # fmt: skip
                self._counters += held
                load = tuple(O.Update(h, (), T.select(self.layouts.cell_var(b, y, f, name), iy))
                             for h, f in zip(held, fields, strict=True))  # fmt: skip
                store = tuple(O.Update(self.layouts.cell_var(a, x, f, name), ix, T.var(h))
                              for h, f in zip(held, fields, strict=True))  # fmt: skip
                for updates in (load, store):
                    target = self._location()
                    self._emit(e, O.Step(updates=updates), source=source, target=target)
                    source = target
        return source

    def _unsupported_at(self, e: R.RawEdge, location: int, what: str) -> None:
        self._emit(e, O.Unsupported(what), source=location, target=location)
        self.context.unsupported[(what, e.origin.file, e.origin.line)] = None

    # ------------------------------------------------------------ pointers as integers

    def _exposed(self) -> list[SiteInfo]:
        return [self.info(s) for s in sorted(self.points_to.nodes.get(R.EXPOSED, {}))]

    def _to_integer(self, e: R.RawEdge, op: R.PtrToInt) -> None:
        width = self.model.pointer_width
        obj, off = op.pointer.obj, op.pointer.off
        if not self.points_to.targets(op.pointer.values):
            # only null, integers and wild pointers
            self._emit(e, O.Step(updates=(O.Update(op.target, (), off),)))
            return
        if width == 32:
            if any(i.instanced or (i.site.size or 0) > 65536 for i in self._exposed()):
                self._unsupported(e, [T.TRUE], "address of a heap object as a 32-bit integer")
                return
            address = T.add(T.add(T.const(EXPOSED_BASE, 32), T.shl(obj, T.const(16, 32))), off)
        else:
            address = T.add(T.shl(T.zext(obj, 64), T.const(28, 64)), off)
        value = T.ite(T.eq(obj, R.NULL_OBJECT), off, address)
        self._emit(e, O.Step(updates=(O.Update(op.target, (), value),)))

    def _from_integer(self, e: R.RawEdge, op: R.IntToPtr) -> None:
        v, width = op.value, self.model.pointer_width
        obj: Term = R.NULL_OBJECT
        off = v
        if self._exposed():
            if width == 32:
                inside = T.ult(T.sub(v, T.const(EXPOSED_BASE, 32)), T.const(1 << 30, 32))
                number = T.lshr(T.sub(v, T.const(EXPOSED_BASE, 32)), T.const(16, 32))
                low = T.bvand(v, T.const(0xFFFF, 32))
            else:
                inside = T.ule(T.const(1 << 28, 64), v)
                number = T.extract(T.lshr(v, T.const(28, 64)), 32)
                low = T.bvand(v, T.const((1 << 28) - 1, 64))
            obj, off = T.ite(inside, number, R.NULL_OBJECT), T.ite(inside, low, v)
        self._emit(e, O.Step(updates=(O.Update(op.obj, (), obj), O.Update(op.off, (), off))))

    # ------------------------------------------------------------ threads

    def _new_thread(self, raw: R.RawTemplate, e: R.RawEdge, op: R.NewThread) -> None:
        fixed = self.static_ids.get(op.template)
        if fixed is not None:
            self._emit(e, O.Step(updates=(O.Update(op.target, (), T.const(fixed, R.OBJECT_WIDTH)),)))
            return
        counter = None
        if self._edge_on_cycle(raw.name, e):
            counter = Var(f"{raw.name}::created{len(self._counters)}", R.OBJECT_WIDTH, False)
            self._counters.append(counter)
        site = THREAD_SITES + len(self._out) + (list(self.context.templates).index(raw.name) << 24)
        self._emit(e, O.Fresh(op.target, site, counter, self.next_id, 0))

    # ------------------------------------------------------------ what the leak check needs

    def _memory(self, templates: dict[str, Template]) -> Memory:
        def pointers(number: int) -> tuple[Var, ...]:
            return tuple(v for (n, _, f, _), v in self.layouts.variables.items() if n == number and f == "obj" and v.shared)

        heap = []
        for s in self.context.sites:
            if s.kind == "heap" and not s.automatic and s.number in self.infos:
                heap.append(HeapSite(s.number, self.layouts.live_var(self.infos[s.number], s.template), pointers(s.number)))
        roots = tuple(v for s in self.context.sites if s.kind in ("global", "thread") for v in pointers(s.number))
        objects = {s.number: pointers(s.number) for s in self.context.sites if s.kind in ("global", "local", "thread")}
        local_roots = {
            n: tuple(v for v in t.locals if v.name.split("#")[0].endswith(".obj")) for n, t in templates.items()
        }
        return Memory(R.SITE_BITS, tuple(heap), roots, objects, local_roots)


def _flat(t: R.RawTemplate) -> list[R.RawEdge]:
    """Edges with the alternatives of synchronisation operations as edges of their own."""
    out = []
    for e in t.edges:
        if isinstance(e.op, R.SyncAccess):
            out += [R.RawEdge(e.source, target, R.NOP, e.origin) for _, target in e.op.alternatives]
        else:
            out.append(e)
    return out


def _places(op: R.RawOp) -> list[R.Place]:
    match op:
        case R.MemAccess():
            return [op.place]
        case R.SyncAccess():
            return [R.Place(p.base, p.offset, p.steps, Sync(k, 4) if isinstance(p.root, Void) else p.root)
                    for p, k in op.objects]  # fmt: skip
        case _:
            return []


def _typed_places(op: R.MemAccess | R.SyncAccess) -> list[tuple[R.Place, CType]]:
    if isinstance(op, R.MemAccess):
        return [(op.place, op.type)]
    return [(p, Sync(k, 0)) for p, k in op.objects]


__all__ = ["Int", "MemoryLowering"]
