"""What a function without a body does to memory, if that is assumed (`frontend.unknown`).

All numbers of the objects that its arguments point to become arbitrary, once if no other thread can see them, else as
often as one likes: so whatever the function writes meanwhile is among what others may see. From there a pointer walks
to any other object that pointers in these objects lead to. Where an object is only read, threads that write it race.
"""

from __future__ import annotations

from threadproof.analysis.points_to import From
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Float, Int, Pointer, Sync, Void, is_thread_id
from threadproof.frontend.memory import arguments
from threadproof.frontend.memory.layout import Leaf, SiteInfo
from threadproof.frontend.memory.lifetimes import Lifetimes
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: elements of an array that is one of many objects, one step each
MOST_ELEMENTS = 256


class UnknownCalls(Lifetimes):
    def _unknown_call(self, e: R.RawEdge, op: R.UnknownCall) -> None:
        reached = R.Ptr(T.var(op.obj), T.var(op.off), (From(op.obj),))
        sites = sorted(self.points_to.nodes.get(op.obj, {}))
        obstacle = self._obstacle(op, sites)
        if obstacle:
            self._emit(e, O.Unsupported(obstacle), target=e.source)
            self.context.note_unsupported(obstacle, e.origin, always=True)
            return
        infos = [self.sites.info(n) for n in sites if self.context.sites[n].kind != "function"]
        at = e.source
        for p, may_change in op.pointers:
            at = self._changed(e, at, op, p, may_change=may_change)
        if any(isinstance(x.type, Pointer) for info in infos for x in info.leaves):
            for p, _ in op.pointers:
                self._walk(e, at, op, p, reached)
        if any(info.shared for info in infos) and at != e.source:
            self._emit(e, R.NOP, source=at, target=e.source)
        self._emit(e, R.NOP, source=at)

    def _obstacle(self, op: R.UnknownCall, sites: list[int]) -> str:
        about = f"{op.function}, which has no body,"
        for site in (self.context.sites[n] for n in sites):
            if site.kind == "function":
                return f"{about} may call {site.text}"
            if site.number in self.context.opaque:
                return self.context.opaque[site.number]
            if self.context.arguments is not None and site is self.context.arguments.vector:
                return arguments.WRITTEN
        if any(self.points_to.may_be_number(p.values) for p, _ in op.pointers) or op.obj in self.points_to.numbers:
            return f"pointer made of a number for {about.rstrip(',')}"
        if op.must_end and any(self.sites.info(n).shared for n in sites):
            return f"{about} may change what threads share, where termination is asked for"
        return ""

    def _changed(self, e: R.RawEdge, at: int, op: R.UnknownCall, p: R.Ptr, *, may_change: bool) -> int:
        """The object that a pointer points to, if any, has been changed; where control is then."""
        end, cases = self._location(), []
        for o, _ in self.places.objects(R.Place(p, 0, (), Void()), self._target_template):
            if o.info.site.is_constant:
                continue
            guard = T.and_(o.here, o.alive)
            start = self._location()
            cases.append(guard)
            self._emit(e, O.Step(guard=guard), source=at, target=start)
            has_tags = o.info.grid is not None and o.info.grid.tags is not None  # (nobody walks along these)
            why = self._unchangeable(op, o.info) if may_change or has_tags else ""
            if why:
                self._unsupported_at(e, start, why)
                continue
            for leaf in o.info.leaves:
                start = self._changed_leaf(e, start, o.info, leaf, o.instance, may_change=may_change)
            self._emit(e, R.NOP, source=start, target=end)
        self._emit(e, O.Step(guard=T.not_(T.or_(*cases))), source=at, target=end)
        return end

    def _unchangeable(self, op: R.UnknownCall, info: SiteInfo) -> str:
        if self.places.is_argument(info) or self.places.is_end(info):
            return arguments.WRITTEN
        if info.grid is not None or any(x.number_width for x in info.leaves):
            return f"memory with numbers where pointers are, for {op.function}, which has no body"
        if info.leaves and all(isinstance(x.type, Pointer) for x in info.leaves):
            return f"pointer that {op.function} may set, which has no body"
        if not info.leaves and info.shared and self.context.asked.races:
            return f"memory that only {op.function} accesses, which has no body"
        return ""

    def _changed_leaf(
        self, e: R.RawEdge, at: int, info: SiteInfo, leaf: Leaf, instance: tuple[Term, ...], *, may_change: bool
    ) -> int:
        """Where control is once the cells of a leaf have been changed, or read."""
        name = self._target_template
        if may_change and isinstance(leaf.type, Int | Float) and not is_thread_id(leaf.type):
            v = self.layouts.cell_var(info, leaf, "", name)
            highest = 1 if isinstance(leaf.type, Int) and leaf.type.is_bool else (1 << v.width) - 1
            if info.shared:  # (one element of an array at a time: there are more rounds)
                at, index = self._some_index(e, at, leaf, instance)
                value = self._new(v.width)
                at, before = self._location(), at
                self._emit(e, O.Havoc(value, (), 0, highest), source=before, target=at)
                at, before = self._location(), at
                self._emit(e, O.Step(updates=(O.Update(v, index, T.var(value)),)), source=before, target=at)
                return at
            indices = [instance]
            if leaf.dims and info.instanced:
                if leaf.count is None or leaf.count > MOST_ELEMENTS:
                    self._unsupported_at(e, at, "array, one of many, that a function without a body may change")
                    return self._location()
                indices = [(*instance, T.const(i, 64)) for i in range(leaf.count)]
            for index in indices:
                at, before = self._location(), at
                self._emit(e, O.Havoc(v, index, 0, highest), source=before, target=at)
        elif info.shared and self.context.asked.races and not isinstance(leaf.type, Sync):
            at, index = self._some_index(e, at, leaf, instance)
            v = self.layouts.cell_var(info, leaf, "obj" if isinstance(leaf.type, Pointer) else "", name)
            is_zero = T.eq(T.select(v, index), T.const(0, v.width))
            at, before = self._location(), at
            for case in (is_zero, T.not_(is_zero)):
                self._emit(e, O.Step(case), source=before, target=at)
        return at

    def _some_index(
        self, e: R.RawEdge, at: int, leaf: Leaf, instance: tuple[Term, ...]
    ) -> tuple[int, tuple[Term, ...]]:
        """Any cell of a leaf."""
        if not leaf.dims:
            return at, instance
        if leaf.count is None:
            self._unsupported_at(e, at, "array of unknown length that a function without a body is given")
            return self._location(), (*instance, T.const(0, 64))
        index = self._new(64)
        after = self._location()
        self._emit(e, O.Havoc(index, (), 0, leaf.count - 1), source=at, target=after)
        return after, (*instance, T.var(index))

    def _walk(self, e: R.RawEdge, at: int, op: R.UnknownCall, p: R.Ptr, reached: R.Ptr) -> None:
        """From an argument along pointers to an object, which is changed; then control is where it was."""
        begin, on_way = self._location(), self._location()
        start = (O.Update(op.obj, (), p.obj), O.Update(op.off, (), p.off))
        self._emit(e, O.Step(updates=start), source=at, target=begin)
        for here in (begin, on_way):
            self._go_on(e, here, on_way, op, reached)
        end = self._changed(e, on_way, op, reached, may_change=True)
        self._emit(e, R.NOP, source=end, target=at)

    def _go_on(self, e: R.RawEdge, at: int, target: int, op: R.UnknownCall, reached: R.Ptr) -> None:
        """One pointer further."""
        for o, _ in self.places.objects(R.Place(reached, 0, (), Void()), self._target_template):
            for leaf in o.info.leaves:
                if isinstance(leaf.type, Pointer):
                    inside = self._location()
                    self._emit(e, O.Step(guard=T.and_(o.here, o.alive)), source=at, target=inside)
                    inside, index = self._some_index(e, inside, leaf, o.instance)
                    halves = [self.layouts.cell_var(o.info, leaf, f, self._target_template) for f in ("obj", "off")]
                    there = [T.select(v, index) for v in halves]
                    updates = tuple(O.Update(v, (), x) for v, x in zip((op.obj, op.off), there, strict=True))
                    self._emit(e, O.Step(updates=updates), source=inside, target=target)

    def _new(self, width: int) -> Var:
        v = Var(f"{self._target_template}::any{len(self._counters)}", width, False)
        self._counters.append(v)
        return v
