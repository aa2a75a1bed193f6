"""How objects begin and end: allocation, free, scopes, the end of a thread, realloc.

An object whose end matters has a variable that says whether it lives; a local that is declared again begins with
arbitrary contents. Where a pointer may outlive it, pointers say which round they are of, and only those of the last one
point to it.
"""

from __future__ import annotations

from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Float, Int, Pointer, Sync, is_thread_id
from threadproof.frontend.memory.edges import Edges
from threadproof.frontend.memory.layout import DEAD, FIELD_OF, LIVE, MARKS, TAGS, Leaf, SiteInfo, sync_fields
from threadproof.frontend.memory.offsets import INDEX_WIDTH
from threadproof.frontend.memory.padding import padded
from threadproof.frontend.memory.places import PADDING
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import FREE
from threadproof.records import replace

#: elements of a local array that begins anew, one step each
MOST_RESET = 4096
#: cells that realloc copies, each with steps of its own
MOST_COPIED = 256


#: in the scope of verdicts about programs that may read such pointers
UNSET = "pointers that were never written point to no object"
#: in the scope of verdicts about programs that may look at such bytes
PADDED = "bytes of initialised structures between members may be anything"


class Lifetimes(Edges):
    def _alloc(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Alloc) -> None:
        info = self.sites.info(op.site.number)
        number = op.site.number
        later = e.target
        order = [*self.addresses.order(op.site), *self.addresses.many.begins(op.site, op)]
        extra = info.mortal or info.sized or order
        target = self._location() if extra else later
        if not info.instanced:
            self._emit(e, O.Step(updates=(O.Update(op.target, (), T.const(number, R.OBJECT_WIDTH)),)), target=target)
        else:
            counter = None
            if self.sites.is_allocated_again(number):
                counter = Var(f"{op.site.name}.count", R.OBJECT_WIDTH, False)
                self._counters.append(counter)
            self._emit(e, O.Fresh(op.target, number, counter, number, R.SITE_BITS), target=target)
        if extra:
            index: tuple[Term, ...] = ()
            if info.instanced:
                index = (T.lshr(T.var(op.target), T.const(R.SITE_BITS, R.OBJECT_WIDTH)),)
            updates = order
            if info.mortal:
                updates = [*self._is_now(info, raw.name, index, LIVE), *order]
            if info.sized:
                start, unit = (T.const(n, self.model.pointer_width) for n in info.tail)
                count = T.udiv(T.sub(op.size, start), unit)
                updates.append(O.Update(self.layouts.size_var(info, raw.name), index, count))
                fits = T.ule(start, op.size)
                is_whole = _is_multiple(T.sub(op.size, start), info.tail[1])
                if is_whole is None:
                    is_whole = T.eq(T.urem(T.sub(op.size, start), unit), T.const(0, unit.width))
                fits = T.and_(fits, is_whole)
                if fits is not T.TRUE:
                    self._unsupported(replace(e, source=target), [(T.not_(fits), "memory for a part of an element")])
                    target, source = self._location(), target
                    self._emit(e, O.Step(guard=fits), source=source, target=target)
            self._emit(e, O.Step(updates=tuple(updates), role=O.Role.ALLOC), source=target, target=later)

    def _free(self, e: R.RawEdge, op: R.Free) -> None:
        covered = []
        for number in sorted(self.points_to.targets(op.pointer.values)):
            site = self.context.sites[number]
            if site.kind != "heap" or site.automatic or not self.places.can_reach(site, self._target_template):
                continue
            info = self.sites.info(number)
            here, instance = self.places.is_site(op.pointer.obj, info, self._target_template)
            live = self.layouts.live_var(info, self._target_template)
            start = T.eq(op.pointer.off, T.const(0, op.pointer.off.width))
            guard = T.and_(here, start, T.eq(T.select(live, instance), T.const(LIVE, 8)))
            covered.append(guard)
            updates = self._is_now(info, self._target_template, instance, DEAD)
            updates += self.addresses.many.ends(site, op.pointer.obj)
            self._emit(e, O.Step(guard, updates, role=O.Role.FREE))
        self._undefined(e, covered, FREE, "invalid free")

    def _is_now(self, info: SiteInfo, template: str, instance: tuple[Term, ...], state: int) -> tuple[O.Update, ...]:
        variables = [self.layouts.live_var(info, template)]
        if info.site.number in self.sites.reuse.numbered:
            variables.append(self.layouts.place_var(info, template))
        return tuple([O.Update(v, instance, T.const(state, 8)) for v in dict.fromkeys(variables)])

    def _lifetime(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Lifetime) -> None:
        info = self.sites.info(op.site.number)
        if not op.begins and not info.mortal:
            self._nothing(raw, e)
            return
        index: tuple[Term, ...] = (T.var(raw.self_var),) if info.instanced else ()
        source = e.source
        is_reset = self.sites.begins_again(op.site) or (op.zeroed and not info.zeroed)
        if op.may_live:
            lives = T.eq(T.select(self.layouts.live_var(info, raw.name), index), T.const(LIVE, 8))
            source = self._location()
            self._emit(e, O.Step(guard=lives))
            self._emit(e, O.Step(guard=T.not_(lives)), target=source)
            e = replace(e, source=source)
        if info.mortal:
            updates = self._is_now(info, raw.name, index, LIVE if op.begins else DEAD)
            if op.begins:
                source = self._within_bits(raw, e, info)
                updates += (*self.addresses.order(op.site), *self._next_round(raw, info, index))
            target = self._location()
            self._emit(e, O.Step(updates=updates, role=O.Role.LIFE), source=source, target=target)
            source = target
        if op.begins and is_reset and not op.is_filled:
            source = self._reset(raw, e, info, op.zeroed, index, source)
        if op.padding:
            source = self._pad(e, info, padded(info, op.padding, self.model), index, source)
        self._emit(e, R.NOP, source=source)

    def _pad(
        self, e: R.RawEdge, info: SiteInfo, cells: list[tuple[Leaf, int, int]], index: tuple[Term, ...], source: int
    ) -> int:
        """An object was initialised: bits between its members that somebody looks at are arbitrary."""
        name = self._target_template
        if len(cells) > MOST_RESET or any(not isinstance(leaf.type, Int | Float | Pointer) for leaf, _, _ in cells):
            self._unsupported_at(e, source, PADDING)
            return self._location()
        for leaf, i, mask in cells:
            self.context.scope[PADDED] = None
            if isinstance(leaf.type, Pointer):
                self.context.scope[UNSET] = None
            # (a pointer that is zero begins as the number of no object)
            field = "off" if isinstance(leaf.type, Pointer) and not leaf.role else ""
            v = self.layouts.cell_var(info, leaf, field, name)
            cell = (*index, T.const(i, INDEX_WIDTH)) if leaf.dims else index
            chosen = Var(f"{name}::padding{len(self._counters)}", v.width, False)
            self._counters.append(chosen)
            value = T.bvand(T.var(chosen), T.const(mask, v.width))
            kept = T.bvand(T.select(v, cell), T.const(~mask, v.width))
            store = O.Update(v, cell, T.bvor(kept, value))
            for op in (O.Havoc(chosen, (), 0, (1 << v.width) - 1), O.Step(updates=(store,), role=O.Role.LIFE)):
                target = self._location()
                self._emit(e, op, source=source, target=target)
                source = target
        return source

    def _within_bits(self, raw: R.RawTemplate, e: R.RawEdge, info: SiteInfo) -> int:
        """The number of the thread and that of the round have room in a pointer."""
        source = e.source
        if not info.has_rounds:
            return source
        limits = [(T.var(raw.self_var), 1 << R.THREAD_BITS, "more than {} threads")] if info.instanced else []
        last = (1 << R.OBJECT_WIDTH - (self.places.round_shift(info).value or 0)) - 1
        for number, limit, what in [*limits, (T.var(self._counter_of_rounds(info, raw)), last, "more than {} rounds")]:
            fits = T.ult(number, T.const(limit, R.OBJECT_WIDTH))
            why = f"local object of a loop to which pointers remain, in {what.format(limit)}"
            self._unsupported(replace(e, source=source), [(T.not_(fits), why)])
            target = self._location()
            self._emit(e, O.Step(guard=fits), source=source, target=target)
            source = target
        return source

    def _next_round(self, raw: R.RawTemplate, info: SiteInfo, index: tuple[Term, ...]) -> tuple[O.Update, ...]:
        """If the object has ended, another one begins in its place: no pointer to the old one points to the new one."""
        if not info.has_rounds:
            return ()
        counter = self._counter_of_rounds(info, raw)
        has_ended = T.eq(T.select(self.layouts.live_var(info, raw.name), index), T.const(DEAD, 8))
        number = T.add(T.var(counter), T.from_bool(has_ended, R.OBJECT_WIDTH))
        variables: dict[Var, tuple[Term, ...]] = {counter: ()}
        if info.shared:
            variables[self.layouts.round_var(info, raw.name)] = index
        return tuple(O.Update(v, at, number) for v, at in variables.items())

    def _expire(self, raw: R.RawTemplate, e: R.RawEdge, op: R.Expire) -> None:
        """Like the end of a scope: no pointer is too wrong for that."""
        expired = []
        for number in sorted(self.points_to.targets(op.pointer.values)):
            info = self.sites.info(number)
            if not info.site.automatic or not info.mortal:
                continue
            here, instance = self.places.is_site(op.pointer.obj, info, self._target_template)
            expired.append(here)
            self._emit(e, O.Step(here, self._is_now(info, self._target_template, instance, DEAD), role=O.Role.LIFE))
        if expired:
            self._emit(e, O.Step(guard=T.not_(T.or_(*expired))))
        else:
            self._nothing(raw, e)

    def _end_thread(self, raw: R.RawTemplate, e: R.RawEdge, op: O.Op) -> None:
        """Before a thread has ended its thread-local objects have."""
        ends = tuple(
            update
            for info in [self.sites.info(s.number) for s in self.context.sites if s.kind == "thread"]
            if info.mortal
            for update in self._is_now(info, raw.name, (T.var(raw.self_var),), DEAD)
        )
        source = e.source
        if ends:
            source = self._location()
            self._emit(e, O.Step(updates=ends, role=O.Role.LIFE), target=source)
        self._emit(e, op, source=source)

    def _reset(
        self, raw: R.RawTemplate, e: R.RawEdge, info: SiteInfo, zeroed: bool, index: tuple[Term, ...], source: int
    ) -> int:
        """The variable is declared again: its contents are zero or arbitrary again."""
        for leaf in info.leaves:
            is_unset = not zeroed and (leaf.number_width > 0 or self.layouts.may_be_unset(info, leaf))
            for f in self._fields_to_reset(leaf):
                v = self.layouts.cell_var(info, leaf, f, raw.name)
                is_nobody = isinstance(leaf.type, Sync) or is_thread_id(leaf.type) or leaf.role in (TAGS, MARKS)
                is_known = zeroed or is_nobody or (f == "off" and not is_unset)
                low, high = 0, 0 if is_known else (1 << v.width) - 1
                if f == "obj" and not leaf.role:
                    low = high = 0 if zeroed or is_unset else R.WILD
                if leaf.dims and info.instanced:
                    if (leaf.count or 0) > MOST_RESET:
                        self._unsupported_at(e, source, "large local array in a loop of a thread that is started often")
                        return self._location()
                    cells = [(*index, T.const(i, 64)) for i in range(leaf.count or 0)]
                else:
                    cells = [index]
                for cell in cells:
                    op: O.Op = O.Havoc(v, cell, low, high)
                    if low == high and len(cell) == v.dims:
                        op = O.Step(updates=(O.Update(v, cell, T.const(low, v.width)),), role=O.Role.LIFE)
                    target = self._location()
                    self._emit(e, op, source=source, target=target)
                    source = target
        return source

    def _fields_to_reset(self, leaf: Leaf) -> tuple[str, ...]:
        if leaf.role:
            return (FIELD_OF[leaf.role],)
        match leaf.type:
            case Pointer():
                return "obj", "off"
            case Sync():
                # a synchronisation object begins free, whatever was done to it in the last round
                unused = () if self.context.uses_mutex_kinds else ("kind", "count")
                return tuple(f for f in sync_fields(leaf.type.kind) if f not in unused)
            case _:
                return ("",)

    def _copy_object(self, e: R.RawEdge, op: R.CopyObject) -> None:
        """realloc: element by element, written out where both sizes are known and small, otherwise in a loop."""
        covered = []
        for new in sorted(self.points_to.targets(op.target.values)):
            for old in sorted(self.points_to.targets(op.source.values)):
                if self.context.sites[old].kind != "heap":
                    continue
                a, b = self.sites.info(new), self.sites.info(old)
                guard_a, at_a = self.places.is_site(op.target.obj, a, self._target_template)
                guard_b, at_b = self.places.is_site(op.source.obj, b, self._target_template)
                source = self._location()
                covered.append(T.and_(guard_a, guard_b))
                self._emit(e, O.Step(guard=covered[-1]), target=source)
                if moved := self.addresses.moved(b.site, a.site):
                    source, before = self._location(), source
                    self._emit(e, O.Step(updates=tuple(moved), role=O.Role.LIFE), source=before, target=source)
                if a.element is None or b.element is None:
                    self._emit(e, R.NOP, source=source)  # one of them is never accessed
                    continue
                is_loop = a.sized or b.sized or _cell_count(a, b) > MOST_COPIED
                if a.element != b.element or _is_cut(a, b) or (is_loop and not _are_alike(a, b)):
                    self._unsupported_at(e, source, "realloc of objects whose type or size is not known")
                    continue
                if any(x.is_word for x in (*a.leaves, *b.leaves)) or _differ(a, b):
                    self._unsupported_at(e, source, "realloc of memory that is accessed at several types")
                    continue
                if any(isinstance(x.type, Sync) for x in b.leaves):
                    self._unsupported_at(e, source, "copy of a synchronisation object")
                    continue
                copy = self._copy_elements if is_loop else self._copy_leaves
                source = copy(e, source, a, at_a, b, at_b)
                self._emit(e, R.NOP, source=source)
        if not covered:
            self._emit(e, R.NOP)  # what is freed next is no object
        else:
            self._undefined(e, covered, FREE, "invalid realloc")

    def _copy_leaves(
        self, e: R.RawEdge, source: int, a: SiteInfo, at_a: tuple[Term, ...], b: SiteInfo, at_b: tuple[Term, ...]
    ) -> int:
        name = self._target_template
        old = {(y.offset, y.path): y for y in b.leaves}
        for x in a.leaves:
            y = old.get((x.offset, x.path))
            if y is None:
                continue
            fields = ("obj", "off") if isinstance(x.type, Pointer) else ("",)
            for j in range(y.count or 0):
                offset = y.offset_of(j)
                i = x.element_at(offset)
                if i is None or offset + self.context.model.size_of(x.type) > min(a.size or 0, b.size or 0):
                    continue
                ix = (*at_a, T.const(i, 64)) if x.dims else at_a
                iy = (*at_b, T.const(j, 64)) if y.dims else at_b
                cells = [(self.layouts.cell_var(a, x, f, name), self.layouts.cell_var(b, y, f, name)) for f in fields]
                source = self._copy_cell(e, source, cells, ix, iy)
        return source

    def _copy_cell(
        self, e: R.RawEdge, source: int, cells: list[tuple[Var, Var]], to: tuple[Term, ...], from_: tuple[Term, ...]
    ) -> int:
        name = self._target_template
        held = [Var(f"{name}::moved{len(self._counters)}.{n}", v.width, False) for n, (_, v) in enumerate(cells)]
        self._counters += held
        load = tuple(O.Update(h, (), T.select(v, from_)) for h, (_, v) in zip(held, cells, strict=True))
        store = tuple(O.Update(v, to, T.var(h)) for h, (v, _) in zip(held, cells, strict=True))
        for updates in (load, store):
            target = self._location()
            self._emit(e, O.Step(updates=updates), source=source, target=target)
            source = target
        return source

    def _copy_elements(
        self, e: R.RawEdge, source: int, a: SiteInfo, at_a: tuple[Term, ...], b: SiteInfo, at_b: tuple[Term, ...]
    ) -> int:
        """As many as both objects have; how many, is known when the program runs."""
        name = self._target_template
        old = {(y.offset, y.path): y for y in b.leaves}
        number = Var(f"{name}::element{len(self._counters)}", INDEX_WIDTH, False)
        self._counters.append(number)
        n, one = T.var(number), T.const(1, INDEX_WIDTH)
        head, body, end = self._location(), self._location(), self._location()
        self._emit(e, O.Step(updates=(O.Update(number, (), T.const(0, INDEX_WIDTH)),)), source=source, target=head)
        more = T.and_(T.ult(n, self._elements(a, at_a)), T.ult(n, self._elements(b, at_b)))
        self._emit(e, O.Step(guard=more), source=head, target=body)
        self._emit(e, O.Step(guard=T.not_(more)), source=head, target=end)
        at = body
        for x in a.leaves:
            y = old[x.offset, x.path]
            fields = ("obj", "off") if isinstance(x.type, Pointer) else ("",)
            cells = [(self.layouts.cell_var(a, x, f, name), self.layouts.cell_var(b, y, f, name)) for f in fields]
            inner = _inside_element(x, a)
            for j in range(inner):
                index = T.add(T.mul(n, T.const(inner, INDEX_WIDTH)), T.const(j, INDEX_WIDTH))
                to, from_ = ((*i, index) if leaf.dims else i for i, leaf in ((at_a, x), (at_b, y)))
                at = self._copy_cell(e, at, cells, to, from_)
        self._emit(e, O.Step(updates=(O.Update(number, (), T.add(n, one)),)), source=at, target=head)
        return end

    def _elements(self, info: SiteInfo, at: tuple[Term, ...]) -> Term:
        if info.size is not None:
            return T.const(info.size // info.tail[1], INDEX_WIDTH)
        count = T.select(self.layouts.size_var(info, self._target_template), at)
        return T.resize(count, INDEX_WIDTH, False)


def _inside_element(leaf: Leaf, info: SiteInfo) -> int:
    """How many cells of a leaf are in one element of the object; 0: that is not to be seen."""
    if info.count == 1:
        return leaf.count or 0
    if not leaf.dims:
        return 0
    # (an array that fills its element is one dimension with the elements)
    cells = info.tail[1] // leaf.dims[0][1]
    for n, _ in leaf.dims[1:]:
        cells *= n or 0
    return cells


def _are_alike(a: SiteInfo, b: SiteInfo) -> bool:
    """Are both made of elements of one kind from the start, cell by cell?"""
    if a.tail != b.tail or a.tail[0] != 0:
        return False
    cells = [{(x.offset, x.path): _inside_element(x, i) for x in i.leaves} for i in (a, b)]
    return cells[0] == cells[1] and all(0 < n <= MOST_COPIED for n in cells[0].values())


def _is_cut(a: SiteInfo, b: SiteInfo) -> bool:
    """Is there a part of an element among what is copied, which is in no leaf?"""
    ends = [x.end for x in (a, b) if x.end is not None]
    sizes = [x.size for x in (a, b) if x.size is not None]
    return bool(sizes) and min(sizes) > min(ends)


def _differ(a: SiteInfo, b: SiteInfo) -> bool:
    """Are there numbers in one of them where pointers are in the other?"""
    return any(
        isinstance(x.type, Pointer) != isinstance(y.type, Pointer)
        for x in a.leaves
        for y in b.leaves
        if (x.offset, x.path) == (y.offset, y.path)
    )


def _cell_count(a: SiteInfo, b: SiteInfo) -> int:
    return min(sum(x.count or 0 for x in i.leaves) for i in (a, b))


def _is_multiple(size: Term, unit: int) -> Term | None:
    """When it is a whole number of elements of this size, by the look of it; None: that is not to be seen.

    Sums and products that wrap around are multiples of powers of two only.
    """
    if unit & (unit - 1) == 0:
        return T.TRUE if _is_multiple_of_power(size, unit) else None
    last = (1 << size.width) - 1
    if size.value is not None:
        return T.TRUE if size.value % unit == 0 else None
    inner = [_is_multiple(a, unit) for a in size.args]
    match size.op:
        case "add" | "sub" if None not in inner:
            a, b = size.args
            is_exact = T.ule(a, size) if size.op == "add" else T.ule(b, a)
            return T.and_(is_exact, *(x for x in inner if x is not None))
        case "mul":
            for x, y in (size.args, size.args[::-1]):
                if x.value is not None and x.value % unit == 0 and x.value:
                    return T.ule(y, T.const(last // x.value, y.width))
        case "zext":
            return inner[0]
        case "sext" if inner[0] is not None:
            return T.and_(inner[0], T.sle(T.const(0, size.args[0].width), size.args[0]))
        case "extract" if inner[0] is not None:
            whole = size.args[0]
            return T.and_(inner[0], T.ule(whole, T.const(last, whole.width)))
    return None


def _is_multiple_of_power(size: Term, unit: int) -> bool:
    match size.op:
        case "const":
            return size.value is not None and size.value % unit == 0
        case "add" | "sub":
            return all(_is_multiple_of_power(a, unit) for a in size.args)
        case "mul":
            return any(_is_multiple_of_power(a, unit) for a in size.args)
        case "zext" | "sext" | "extract":
            return _is_multiple_of_power(size.args[0], unit)
        case _:
            return unit == 1
