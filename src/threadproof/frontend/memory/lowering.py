"""From raw graphs to the IR: every memory access becomes edges on the variables of the objects it may touch.

A dereference is a case split over the points-to set: one edge per object and part it may be, guarded by the object
number, the bounds and, where it matters, that the object is live. Where no case applies, the access is undefined:
an edge to an error location if memory safety is checked, else the execution is discarded.

Objects that only one thread can reach are local variables of its template (escape analysis); a site that is reached
at most once has exactly one object and costs no index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import product
from math import gcd

from threadproof.analysis.points_to import From, Offset, Targets
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CType, Float, Int, Pointer, Sync, has_values
from threadproof.frontend.memory import arguments
from threadproof.frontend.memory.grid_access import NO_SUCH_ADDRESS, Case, GridAccess, Write, steps
from threadproof.frontend.memory.initialised import FREE_AT_FIRST, are_initialised_late
from threadproof.frontend.memory.layout import BYTES, LIVE, Leaf
from threadproof.frontend.memory.lifetimes import UNSET
from threadproof.frontend.memory.mixed import may_hit
from threadproof.frontend.memory.places import Target
from threadproof.frontend.memory.unset import are_read_unset
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, HeapSite, Memory, ObjectText, PartText, Program, Root, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import DEREF
from threadproof.records import replace

_CLOCKS = ("time", "clock", "clock_gettime", "gettimeofday", "timespec_get")
#: numbers of thread creation sites for Fresh (object sites have small numbers)
THREAD_SITES = 1 << 20


class MemoryLowering(GridAccess):
    # ------------------------------------------------------------ templates

    def program(self, name: str) -> Program:
        if self.context.asked.races and not self.context.fills_sync:
            self.context.fills_sync = are_initialised_late(self.context)
        templates = {n: self._template(t) for n, t in self.context.templates.items()}
        for n, t in templates.items():
            t.locals = tuple(dict.fromkeys((*t.locals, *self.layouts.locals.get(n, ()))))
        system = [self.context.ended, *self.context.result]
        if self.context.tracks_detaching:
            system.append(self.context.detached)
        if any(t.cancellation is not None for t in self.context.templates.values()):
            system.append(self.context.cancelled)
        if self.context.stays is not None:
            system.append(self.context.stays.decided)
        if self.created.is_tracked:
            system.append(self.context.created)
        if self.context.arguments is not None:
            system += [self.context.arguments.count, *self.context.arguments.lengths]
        if self.context.scheduler is not None:
            system += [self.context.cleanup, *self.context.event_values]
        shared = tuple(dict.fromkeys((*self.layouts.shared, *system)))
        if self.layouts.has_unset_pointers or are_read_unset(self.context):
            self.context.scope[UNSET] = None
        _tell_apart(shared, templates)
        self._note_offsets(templates)
        return Program(
            name=name,
            shared=shared,
            templates=templates,
            main="main",
            ended=self.context.ended,
            scheduler=self.context.scheduler,
            scope=tuple(self.context.scope),
            reads_clocks=any(n in self.context.unit.functions for n in _CLOCKS),
            unsupported=tuple(self.context.unsupported.items()),
            sources=self.context.unit.sources,
            memory=self._memory() if self.context.asked.memory else None,
            object_text=self._object_text,
            object_shift=R.SITE_BITS,
        )

    def _note_offsets(self, templates: dict[str, Template]) -> None:
        """For traces: passes drop offsets that nobody needs, but people do."""
        for t in templates.values():
            for v in t.locals:
                if v.is_pointer:
                    v.offsets = _only_offsets([self.points_to.nodes.get(v, {})])
        for (site, leaf, half, _), v in self.layouts.variables.items():
            if half == "obj":
                contents = self.points_to.contents.get(site, {})
                v.offsets = _only_offsets(
                    [found for (at, m), found in contents.items() if m or leaf.element_at(at) is not None]
                )

    def _object_text(self, number: int) -> ObjectText | None:
        if number >= len(self.context.sites):
            return None
        site, info = self.context.sites[number], self.sites.known.get(number)
        if info is not None:
            leaves = info.leaves
        else:
            leaves = () if site.type is None else self.layouts.leaves_of(site.type)
        parts = tuple(PartText(x.offset, x.dims, x.shape) for x in leaves)
        return ObjectText(site.text, parts, site.kind == "function", info is not None and info.instanced)

    def _template(self, raw: R.RawTemplate) -> Template:
        self._begin_template(raw)
        for e in raw.edges:
            self._edge(raw, e)
        self._merge_locations()
        edges: list[list[Edge]] = [[] for _ in range(self._locations)]
        for x in self._out:
            edges[x.source].append(x)
        edges[raw.exit] = []
        single = self.sites.static_ids.get(raw.name)
        locals_ = tuple(dict.fromkeys([*(v for v in raw.locals if v not in self._outcomes), *self._counters]))
        return Template(
            raw.name,
            raw.self_var,
            raw.params,
            locals_,
            self._merged.get(raw.entry, raw.entry),
            raw.exit,
            edges,
            self._errors,
            single,
            self._discards,
        )

    def _edge(self, raw: R.RawTemplate, e: R.RawEdge) -> None:
        assert not isinstance(e.op, R.Check), "checks are put in before"
        match e.op:
            case R.MemAccess():
                self._access(e, e.op)
            case R.WholeAccess():
                self._whole(raw, e, e.op)
            case R.SyncAccess():
                self._sync(e, e.op)
            case R.Alloc():
                self._alloc(raw, e, e.op)
            case R.Free():
                self._free(e, e.op)
            case R.CopyObject():
                self._copy_object(e, e.op)
            case R.UnknownCall():
                self._unknown_call(e, e.op)
            case R.Lifetime():
                self._lifetime(raw, e, e.op)
            case R.Expire():
                self._expire(raw, e, e.op)
            case O.Step(role=O.Role.END) | O.Primitive(call="end"):
                self._end_thread(raw, e, e.op)
            case R.MustBeApart():
                self._must_be_apart(raw, e, e.op)
            case R.PtrToInt():
                self._to_integer(e, e.op)
            case R.IntToPtr():
                self._from_integer(e, e.op)
            case R.ComparePtr():
                self._compare(e, e.op)
            case R.SamePtr():
                self._same(raw, e, e.op)
            case O.Exit(is_normal=True):
                self._end_process(e, e.op)
            case R.IsFunction():
                for same in self._is_function(e.op.pointer, (e.op.site,)):
                    self._emit(e, O.Step(guard=same))
            case R.IsNoFunction():
                self._no_function(e, e.op)
            case R.RawCreate(template="main"):
                self._main_as_a_thread(e)
            case R.RawCreate():
                self._emit(e, O.Create(e.op.template, e.op.handle, e.op.args))
            case R.NewThread():
                self._new_thread(raw, e, e.op)
            case R.HasCreated() if self.created.is_tracked:
                self._emit(e, O.Step(updates=(O.Update(self.context.created, (e.op.handle,), T.const(1, 8)),)))
            case R.HasCreated() | R.Nothing():
                self._nothing(raw, e)
            case R.MustBeThread():
                self._must_be_thread(raw, e, e.op)
            case R.DifferentThreads():
                self._different_threads(raw, e, e.op)
            case R.ThreadAsNumber():
                self._unsupported(e, [(T.TRUE, "id of a thread as a number")], always=True)
            case _:
                self._emit(e, e.op)

    # ------------------------------------------------------------ accesses

    def _cells(self, target: Target, t: CType) -> list[O.Cell]:
        fields = ("obj", "off") if isinstance(t, Pointer) else ("",)
        name = self._target_template
        return [O.Cell(self.layouts.cell_var(target.info, target.leaf.storage, f, name), target.index) for f in fields]

    def _same(self, raw: R.RawTemplate, e: R.RawEdge, op: R.SamePtr) -> None:
        if op.target in self._outcomes:
            self._nothing(raw, e)
            return

        def steps(outcome: Term) -> Iterator[Case]:
            yield T.TRUE, (O.Update(op.target, (), outcome),), O.Order.PLAIN

        self._unsupported_or_equal(e, op, T.TRUE, {}, steps)

    def _unsupported_or_equal(
        self,
        e: R.RawEdge,
        test: R.SamePtr,
        guard: Term,
        now: dict[Var, Term],
        steps: Callable[[Term], Iterable[Case]],
    ) -> None:
        """If `guard`, steps that depend on whether pointers (with the values of variables `now`) are equal."""
        equality = self.addresses.equality(test.left, test.right, self._target_template)
        known = guard
        for case, why in equality.bad:
            self._unsupported(e, [(T.and_(known, T.substitute(case, now)), why)])
            known = T.and_(known, T.not_(T.substitute(case, now)))
        decides = T.substitute(equality.address_decides, now)
        for case, outcome in (
            (T.not_(decides), equality.same),
            (T.and_(decides, equality.possible), equality.by_address),
        ):
            outcome = T.from_bool(T.substitute(outcome, now), test.target.width)
            for more, updates, order in steps(outcome):
                self._emit(e, O.Step(T.and_(known, case, more), updates, order))
        if equality.possible is not T.TRUE:
            self._discards[e.source] = NO_SUCH_ADDRESS

    def _access(self, e: R.RawEdge, op: R.MemAccess) -> None:
        targets, bad = self.places.resolve(op.place, op.type, self._target_template)
        if op.new:
            targets = [t for t in targets if not t.info.site.is_constant]
            given = [t for t in targets if self.places.is_argument(t.info) or self.places.is_end(t.info)]
            if given:
                targets = [t for t in targets if t not in given]
                bad = bad + [(t.guard, arguments.WRITTEN) for t in given]
        for target in targets:
            if isinstance(op.type, Float) != isinstance(target.leaf.type, Float):
                self.context.scope["all NaNs have the same bits"] = None
            if op.is_part and target.info.shared and not target.info.site.is_constant:
                self.context.scope["memory is copied and compared from its beginning to its end"] = None
            if target.run is not None:
                self._grid_access(e, op, target)
                continue
            if target.info.shared and has_values(op.type) and not op.is_atomic:
                size, leaf = self.context.model.size_of(op.type), target.leaf
                is_aligned = not any(x % size for x in (leaf.offset, *(stride for _, stride in leaf.dims)))
                self._note_pieces(size, is_aligned=is_aligned)
            if target.leaf.number_width:
                self._mixed_access(e, op, target)
                continue
            cells = self._cells(target, op.type)
            write = _into(target.leaf, cells)
            now = {v: _seen(target.leaf, c) for v, c in zip(op.old, cells, strict=False)}
            if op.test is not None and op.test.target not in self._outcomes:
                self._swap(e, op, op.test, target, now, write)
                continue
            known = self._addresses if op.test is not None else {}
            inside = T.and_(target.guard, self._is_value(e, op, target, cells[0]))
            for guard, updates, order in steps(op, now, known, write):
                self._emit(e, O.Step(T.and_(inside, guard), updates, order))
        self._unsupported(e, bad, always=not targets)
        text = f"invalid access through {op.place.text}" if op.place.text else "invalid memory access"
        self._undefined(e, [t.guard for t in targets] + [g for g, _ in bad], DEREF, text)

    def _mixed_access(self, e: R.RawEdge, op: R.MemAccess, target: Target) -> None:
        """To a cell with a pointer, or with a number: object 0 and that as its offset (`mixed`)."""
        cells = [
            O.Cell(self.layouts.cell_var(target.info, target.leaf, half, self._target_template), target.index)
            for half in ("obj", "off")
        ]
        held = R.Ptr(cells[0].term, cells[1].term, self._contents(target))
        now: dict[Var, Term] = {}
        guard = target.guard
        if isinstance(op.type, Pointer):
            if op.old:
                possible, obj, off = self.addresses.pointer(held.off, self._target_template)
                is_number = T.eq(held.obj, R.NULL_OBJECT)
                now = dict(zip(op.old, (T.ite(is_number, obj, held.obj), T.ite(is_number, off, held.off)), strict=True))
                guard = T.and_(guard, T.or_(T.not_(is_number), possible))
        else:
            if op.old:
                possible, number, bad = self.addresses.number(held, self._target_template)
                bad += self.addresses.is_ambiguous(held, self._target_template)
                now = {op.old[0]: number}
                for case, why in bad:
                    self._unsupported(e, [(T.and_(guard, case), why)])
                    guard = T.and_(guard, T.not_(case))
                guard = T.and_(guard, possible)
            op = replace(op, new=(R.NULL_OBJECT, *op.new) if op.new else ())
        if guard is not target.guard:
            self._discards[e.source] = NO_SUCH_ADDRESS
        if op.test is not None and op.test.target not in self._outcomes:
            self._swap(e, op, op.test, replace(target, guard=guard), now, _into(target.leaf, cells))
            return
        known = self._addresses if op.test is not None else {}
        for more, updates, order in steps(op, now, known, _into(target.leaf, cells)):
            self._emit(e, O.Step(T.and_(guard, more), updates, order))

    def _contents(self, target: Target) -> tuple[From, ...]:
        """What the pointers in a leaf may point to, as a value."""
        node = ("contents", target.info.site.number, target.leaf)
        if node not in self.points_to.nodes:
            found: Targets = {}
            for at, targets in self.points_to.contents.get(target.info.site.number, {}).items():
                if may_hit(target.leaf, [at]):
                    for site, offsets in targets.items():
                        found.setdefault(site, set()).update(offsets)
            self.points_to.nodes[node] = found
            self.points_to.numbers.add(node)
        return (From(node),)

    def _is_value(self, e: R.RawEdge, op: R.MemAccess, target: Target, cell: O.Cell) -> Term:
        """A byte that is neither 0 nor 1 is no `_Bool`, and to read it as one is undefined (6.2.6.1). An argument of
        the program has no zero but at its end."""
        if isinstance(op.type, Int) and self.places.is_argument(target.info):
            self._discards[e.source] = arguments.NO_SUCH_ARGUMENT
            return T.is_nonzero(cell.term)
        if not (op.old and isinstance(op.type, Int) and op.type.is_bool):
            return T.TRUE
        values = {cell.var.init, *(value for _, value in cell.var.cells)}
        is_own = isinstance(target.leaf.type, Int) and target.leaf.type.is_bool and not target.leaf.is_word
        if is_own and values <= {0, 1} and target.info.site.number not in self._written_as_bytes:
            return T.TRUE
        self._discards[e.source] = "a _Bool that is neither 0 nor 1"
        self.context.scope["what is read as _Bool is 0 or 1"] = None
        seen = _seen(target.leaf, cell)
        return T.ule(seen, T.const(1, seen.width))

    @cached_property
    def _written_as_bytes(self) -> set[int]:
        """Sites in which characters may be stored."""
        return {
            site
            for t in self.context.templates.values()
            for e in t.edges
            if isinstance(e.op, R.MemAccess) and e.op.new and _is_character(e.op.type)
            for site in self.points_to.targets(e.op.place.values)
        }

    def _whole(self, raw: R.RawTemplate, e: R.RawEdge, op: R.WholeAccess) -> None:
        cases = self.places.whole(op, self._target_template)
        if cases is None:
            self._nothing(raw, e)
            return
        inside, bad = cases
        self._emit(e, O.Step(guard=T.or_(*inside)))
        self._unsupported(e, bad, always=not inside)
        text = f"invalid access through {op.place.text}" if op.place.text else "invalid memory access"
        self._undefined(e, [*inside, *(g for g, _ in bad)], DEREF, text)

    def _swap(
        self, e: R.RawEdge, op: R.MemAccess, test: R.SamePtr, target: Target, now: dict[Var, Term], write: Write
    ) -> None:
        """What is stored depends on whether what was loaded (`now`) equals something."""

        def then(outcome: Term) -> Iterator[Case]:
            for guard, updates, order in steps(op, now, {test.target: outcome}, write):
                yield guard, (*updates, O.Update(test.target, (), outcome)), order

        self._unsupported_or_equal(e, test, target.guard, now, then)

    def _sync(self, e: R.RawEdge, op: R.SyncAccess) -> None:
        cases = []
        all_bad: list[tuple[Term, str]] = []
        for i, (place, kind) in enumerate(op.objects):
            may_have_ended = i == 0 and op.has_left is not None
            targets, bad = self.places.resolve(
                place, Sync(kind, 0), self._target_template, may_have_ended=may_have_ended
            )
            all_bad += bad
            cases.append(targets)
            if not op.initialises and any(self._may_be_uninitialised(t.info.site) for t in targets):
                self.context.scope[FREE_AT_FIRST] = None
        for combination in product(*cases):
            guard = T.and_(*(t.guard for t in combination))
            if guard is T.FALSE:
                continue
            fields = [self._fields(t) for t in combination]
            steps = [(make(*fields), target) for make, target in op.alternatives]
            source, alive = e.source, guard
            bytes_matter = self.context.asked.races and self.context.fills_sync
            writes = bytes_matter and (op.is_plain or op.initialises)
            looks = bytes_matter and not writes and op.has_left is None
            if looks or (guard is not T.TRUE and not all(isinstance(s, O.Step) and not s.waits for s, _ in steps)):
                # a wrong pointer is undefined, not a reason to wait: decide first which object it is
                source = self._location()
                self._emit(e, O.Step(guard=guard), target=source)
                for f in fields if looks else ():
                    source = self._looked_at(f(BYTES), replace(e, source=source))
                waits = any(isinstance(s, O.Step) and s.waits for s, _ in steps)
                alive = self._may_wait(replace(e, source=source), op, combination, fields, waits=waits)
            for step, target in steps:
                if isinstance(step, O.Step) and alive is not T.TRUE:
                    step = replace(step, guard=T.and_(step.guard, alive))
                if isinstance(step, O.Step) and writes:
                    written = [O.Update(x.var, x.index, T.const(0, 8)) for x in (f(BYTES) for f in fields)]
                    step = replace(step, updates=(*step.updates, *written))
                self._emit(e, step, source=source, target=source if target == e.source else target)
        self._unsupported(e, all_bad, always=not all(cases))
        for (_, kind), targets in zip(op.objects, cases, strict=True):
            covered = [t.guard for t in targets] + [g for g, _ in all_bad]
            self._undefined(e, covered, DEREF, f"invalid pointer to a {kind}")

    def _may_be_uninitialised(self, site: R.Site) -> bool:
        return not site.zeroed and not site.is_hidden and (site.kind == "heap" or site.number in self._begin_unset)

    @cached_property
    def _begin_unset(self) -> frozenset[int]:
        """Local variables that are declared without a value."""
        edges = (e.op for t in self.context.templates.values() for e in t.edges)
        return frozenset(op.site.number for op in edges if isinstance(op, R.Lifetime) and op.begins and not op.zeroed)

    def _looked_at(self, x: O.Cell, e: R.RawEdge) -> int:
        """An atomic read of a cell, whatever is in it; where control is then."""
        after, is_zero = self._location(), T.eq(x.term, T.const(0, x.var.width))
        for case in (is_zero, T.not_(is_zero)):
            self._emit(e, O.Step(case, order=O.Order.SEQ_CST), target=after)
        return after

    def _may_wait(
        self, e: R.RawEdge, op: R.SyncAccess, objects: tuple[Target, ...], fields: list[R.Fields], *, waits: bool
    ) -> Term:
        """That nothing has ended that the thread waits for; it may end meanwhile, which is undefined."""
        alive = [t.alive for t in objects]
        if op.has_left is not None:
            alive[0] = T.or_(op.has_left(*fields), alive[0])
        if T.and_(*alive) is not T.TRUE:
            kind = next(kind for (_, kind), a in zip(op.objects, alive, strict=True) if a is not T.TRUE)
            text = f"a {kind} ends while a thread waits for it" if waits else f"use of a {kind} that has ended"
            ended = self._location()
            self._emit(e, O.Step(guard=T.not_(T.and_(*alive))), target=ended)
            self._undefined(replace(e, source=ended), [], DEREF, text)
        return T.and_(*alive)

    def _is_function(self, p: R.Ptr, sites: tuple[R.Site, ...]) -> list[Term]:
        """For each of the functions that the pointer may point to: that it does."""
        possible = self.points_to.targets(p.values)
        start = T.eq(p.off, T.const(0, p.off.width))
        return [T.and_(T.eq(p.obj, T.const(s.number, R.OBJECT_WIDTH)), start) for s in sites if s.number in possible]

    def _no_function(self, e: R.RawEdge, op: R.IsNoFunction) -> None:
        covered = self._is_function(op.pointer, op.sites)
        possible = [self.context.sites[n] for n in sorted(self.points_to.targets(op.pointer.values))]
        others = tuple(s for s in possible if s.kind == "function" and s not in op.sites)
        if others and not op.is_checked:
            is_other = T.or_(*self._is_function(op.pointer, others))
            self._unsupported(e, [(is_other, "call of a function that does not seem to come there")])
            covered.append(is_other)
        if op.is_checked:
            self._discards[e.source] = "call through an invalid pointer"
        elif self.context.asked.memory:
            self._undefined(e, covered, DEREF, "call through an invalid pointer")
        elif T.or_(*covered) is not T.TRUE:
            self._unsupported(e, [(T.not_(T.or_(*covered)), "call through a pointer that is no known function")])

    def _fields(self, target: Target) -> R.Fields:
        template = self._target_template

        def cell(name: str) -> O.Cell:
            return O.Cell(self.layouts.cell_var(target.info, target.leaf, name, template), target.index)

        return cell

    def _must_be_apart(self, raw: R.RawTemplate, e: R.RawEdge, op: R.MustBeApart) -> None:
        targets = [self.points_to.targets(p.values).keys() for p in (op.to, op.source)]
        distance = T.sub(op.to.off, op.source.off)
        sizes = [T.resize(n, distance.width, False) for n in (op.size, op.to_size)]
        overlap = T.and_(
            T.eq(op.to.obj, op.source.obj),
            T.or_(T.ult(distance, sizes[0]), T.ult(T.neg(distance), sizes[1])),
            T.is_nonzero(distance) if op.may_be_same else T.TRUE,
        )
        is_whole = op.may_be_same and op.size.value is not None and self._are_whole(op, op.size.value)
        if targets[0].isdisjoint(targets[1]) or is_whole or T.substitute(overlap, self._addresses) is T.FALSE:
            self._nothing(raw, e)
            return
        self._unsupported(e, [(overlap, "copy between places that overlap")])
        self._emit(e, O.Step(guard=T.not_(overlap)))

    def _are_whole(self, op: R.MustBeApart, size: int) -> bool:
        """In one object they are the same, or at least so many bytes apart, as elements of an array are."""
        left, right = (self.points_to.targets(p.values) for p in (op.to, op.source))
        for site in left.keys() & right.keys():
            for first, step in left[site]:
                for other, stride in right[site]:
                    every, distance = gcd(step, stride), abs(first - other)
                    if every:
                        distance %= every
                        distance = min(distance, every - distance) or every
                    if 0 < distance < size:
                        return False
        return True

    # ------------------------------------------------------------ pointers as integers

    def _to_integer(self, e: R.RawEdge, op: R.PtrToInt) -> None:
        if op.modulus:
            possible, bits, bad = self.addresses.low_bits(
                op.pointer, op.modulus, self._target_template, by_offset=op.by_offset
            )
            self._look_at_addresses(e, possible, bad, O.Update(op.target, (), bits))
            return
        possible, number, bad = self.addresses.number(op.pointer, self._target_template)
        bad += self.addresses.is_ambiguous(op.pointer, self._target_template)
        has_none = number is op.pointer.off
        self._look_at_addresses(e, possible, bad, O.Update(op.target, (), number), has_none=has_none)

    def _from_integer(self, e: R.RawEdge, op: R.IntToPtr) -> None:
        possible, obj, off = self.addresses.pointer(op.value, self._target_template)
        self._look_at_addresses(e, possible, [], O.Update(op.obj, (), obj), O.Update(op.off, (), off))

    def _compare(self, e: R.RawEdge, op: R.ComparePtr) -> None:
        """Inside one object the offsets decide, otherwise addresses. Small numbers lie below all objects."""
        a, b = op.left, op.right
        by_address = T.ule if op.or_equal else T.ult
        below = T.sle if op.or_equal else T.slt
        same = T.eq(a.obj, b.obj)
        is_number = [T.eq(p.obj, R.NULL_OBJECT) for p in (a, b)]
        if self.sites.reuse.is_one_object(op):
            # what is made of a number is below all objects, or above all
            first = T.const(R.FIRST_ADDRESS, a.off.width)
            possible, other = T.TRUE, T.ite(is_number[0], T.ult(a.off, first), T.ule(first, b.off))
            bad = [(T.not_(T.or_(same, *is_number)), "order of pointers that point nowhere")]
        else:
            (is_a, x, bad_a), (is_b, y, bad_b) = (self.addresses.number(p, self._target_template) for p in (a, b))
            possible, other = T.or_(same, T.and_(is_a, is_b)), by_address(x, y)
            bad = [(T.and_(T.not_(same), g), why) for g, why in (*bad_a, *bad_b)]
        inside = T.ite(is_number[0], by_address(a.off, b.off), below(a.off, b.off))
        value = T.from_bool(T.ite(same, inside, other), op.target.width)
        self._look_at_addresses(e, possible, bad, O.Update(op.target, (), value))

    def _look_at_addresses(
        self,
        e: R.RawEdge,
        possible: Term,
        bad: list[tuple[Term, str]],
        *updates: O.Update,
        has_none: bool = False,
    ) -> None:
        """`has_none`: no object that the pointer may point to has an address that is known."""
        seen: Term = T.FALSE
        for guard, why in bad:
            always = has_none and why != O.POINTS_NOWHERE
            self._unsupported(e, [(T.and_(guard, T.not_(seen)), why)], always=always)
            seen = T.or_(seen, guard)
        if possible is not T.TRUE:
            self._discards[e.source] = NO_SUCH_ADDRESS
        self._emit(e, O.Step(T.and_(possible, T.not_(seen)), updates))

    def _end_process(self, e: R.RawEdge, op: O.Op) -> None:
        """Whether an object is leaked is not known if a number may be all that is left of its address."""
        if self.context.asked.memory:
            for s in self.context.sites:
                if s.kind == "heap" and not s.automatic and self.addresses.may_be_hidden(s):
                    info = self.sites.info(s.number)
                    guard = T.TRUE
                    if not info.instanced:
                        live = self.layouts.live_var(info, self._target_template)
                        guard = T.eq(T.var(live), T.const(LIVE, 8))
                    source, end = self._location(), self._location()
                    self._emit(e, R.NOP, target=source)
                    self._unsupported(
                        replace(e, source=source), [(guard, "leak of an object whose address is a number")]
                    )
                    self._emit(e, O.Step(guard=T.not_(guard)), source=source, target=end)
                    e = replace(e, source=end)
        self._emit(e, op)

    # ------------------------------------------------------------ threads

    def _main_as_a_thread(self, e: R.RawEdge) -> None:
        """Main has one instance, with a number of its own, and no parameters."""
        self._emit(e, O.Unsupported("main started as a thread"))

    def _new_thread(self, raw: R.RawTemplate, e: R.RawEdge, op: R.NewThread) -> None:
        if op.template == "main":
            self._main_as_a_thread(e)
            return
        fixed = self.sites.static_ids.get(op.template)
        if fixed is not None:
            self._emit(e, O.Step(updates=(O.Update(op.target, (), T.const(fixed, R.OBJECT_WIDTH)),)))
            return
        counter = None
        if self.sites.edge_on_cycle(raw.name, e):
            counter = Var(f"{raw.name}::created{len(self._counters)}", R.OBJECT_WIDTH, False)
            self._counters.append(counter)
        site = THREAD_SITES + len(self._out) + (list(self.context.templates).index(raw.name) << 24)
        self._emit(e, O.Fresh(op.target, site, counter, self.next_id, 0))

    def _must_be_thread(self, raw: R.RawTemplate, e: R.RawEdge, op: R.MustBeThread) -> None:
        if self.created.is_sure(e) or not op.is_exact:
            self._nothing(raw, e)
            return
        is_main = T.eq(op.handle, T.const(MAIN_ID, op.handle.width)) if op.may_be_main else T.FALSE
        is_thread = T.or_(is_main, T.eq(T.select(self.context.created, (op.handle,)), T.const(1, 8)))
        self._unsupported(e, [(T.not_(is_thread), "thread that has not been created")])
        self._emit(e, O.Step(guard=is_thread))

    def _different_threads(self, raw: R.RawTemplate, e: R.RawEdge, op: R.DifferentThreads) -> None:
        if not self.sites.reuse.thread_ids:
            self._nothing(raw, e)
            return
        ended = [T.eq(T.select(self.context.ended, (x,)), T.const(1, 8)) for x in (op.left, op.right)]
        case = T.and_(T.ne(op.left, op.right), T.or_(*ended))
        self._unsupported(e, [(case, "comparison with the id of a thread that has ended, which may be used again")])
        self._emit(e, O.Step(guard=T.not_(case)))

    # ------------------------------------------------------------ what the leak check needs

    def _memory(self) -> Memory:
        pointers: dict[tuple[int, str], list[Var]] = {}
        for (number, _, field, owner), v in self.layouts.variables.items():
            if field == "obj":
                pointers.setdefault((number, owner), []).append(v)
        heap = []
        roots: list[Root] = []
        # main's locals are gone when it returns, but not when somebody calls exit
        is_gone = not self.context.calls_exit
        local_roots = {
            n: [Root(v) for v in t.locals if v.is_pointer and not (is_gone and n == "main")]
            for n, t in self.context.templates.items()
        }
        for s in self.context.sites:
            if s.kind == "heap" and s.number in self.sites.known:
                live = self.layouts.live_var(self.sites.info(s.number), s.template)
                heap.append(HeapSite(s.number, live, tuple(pointers.get((s.number, ""), ())), s.automatic))
        for (number, owner), variables in pointers.items():
            kind = self.context.sites[number].kind
            if kind != "heap":
                found = [Root(v, self.layouts.lives.get((number, owner))) for v in variables]
                if not owner:
                    roots += found
                elif not (is_gone and owner == "main"):
                    local_roots[owner] += found
        return Memory(R.SITE_BITS, tuple(heap), tuple(roots), {n: tuple(rs) for n, rs in local_roots.items()})


def _is_character(t: CType) -> bool:
    return isinstance(t, Int) and t.width == 8 and not t.is_bool


def _seen(leaf: Leaf, cell: O.Cell) -> Term:
    """What is loaded from a cell, or from the part of it that a leaf is."""
    if leaf.whole is None:
        return cell.term
    shift = T.const(8 * (leaf.offset - leaf.whole.offset), cell.var.width)
    assert isinstance(leaf.type, Int)
    return T.extract(T.lshr(cell.term, shift), leaf.type.width)


def _stored(leaf: Leaf, cell: O.Cell, value: Term) -> Term:
    """What a cell is then; its other parts stay."""
    if leaf.whole is None:
        return value
    width, shift = cell.var.width, 8 * (leaf.offset - leaf.whole.offset)
    mask = ((1 << value.width) - 1) << shift
    rest = T.bvand(cell.term, T.const(~mask & (1 << width) - 1, width))
    return T.bvor(rest, T.shl(T.zext(value, width), T.const(shift, width)))


def _into(leaf: Leaf, cells: list[O.Cell]) -> Write:
    def write(new: list[Term]) -> tuple[O.Update, ...]:
        return tuple(O.Update(c.var, c.index, _stored(leaf, c, x)) for c, x in zip(cells, new, strict=True))

    return write


def _tell_apart(shared: tuple[Var, ...], templates: dict[str, Template]) -> None:
    """No two variables have the same name: half of a pointer may be called like a member of a structure."""
    taken: set[str] = set()
    _name_apart(shared, taken)
    for t in templates.values():
        _name_apart(t.locals, set(taken))


def _name_apart(variables: tuple[Var, ...], taken: set[str]) -> None:
    for v in variables:
        name, n = v.name, 1
        while v.name in taken:
            n += 1
            v.name = f"{name}##{n}"
        taken.add(v.name)


def _only_offsets(targets: Iterable[Targets]) -> dict[int, int]:
    found: dict[int, set[Offset]] = {}
    for more in targets:
        for site, offsets in more.items():
            found.setdefault(site, set()).update(offsets)
    return {site: c for site, offsets in found.items() if len(offsets) == 1 for c, m in offsets if not m}
