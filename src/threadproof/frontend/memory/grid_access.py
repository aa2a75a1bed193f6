"""Accesses to memory that is a grid (`grid`): loads, stores, or both at once, of numbers and pointers, in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from threadproof.analysis.points_to import From, Targets
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Int, Pointer
from threadproof.frontend.memory.grid import LEFT_OF_POINTER, PART_OF_POINTER, Grid, Run, covers
from threadproof.frontend.memory.layout import FIELD_OF, Leaf
from threadproof.frontend.memory.places import Target
from threadproof.frontend.memory.unknown_calls import UnknownCalls
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import replace

NO_SUCH_ADDRESS = "an address at which no such object can be"
#: (the part may have been as it is then)
CUT = "part of a pointer to allocated memory is overwritten, where leaks are looked for"

#: what is stored where new values are these terms
Write = Callable[[list[Term]], tuple[O.Update, ...]]


class GridAccess(UnknownCalls):
    def _grid_access(self, e: R.RawEdge, op: R.MemAccess, target: Target) -> None:
        run = target.run
        assert run is not None
        if target.info.shared and not op.is_atomic:
            self._note_pieces(run.size, is_aligned=run.is_aligned)
        if isinstance(op.type, Pointer):
            self._pointer_in_grid(e, op, target, run)
        elif run.grid.tags is None:
            loaded = self._bytes(target, run)
            self._number_in_grid(e, op, target, loaded, lambda new: self._put(target, run, new[0]))
        else:
            for cover in covers(run):
                case = replace(target, guard=T.and_(target.guard, cover.guard))
                if case.guard is not T.FALSE:
                    self._number_over_slots(e, op, case, run, cover.slots)

    # ------------------------------------------------------------ cells

    def _row(self, target: Target, leaf: Leaf, at: Term) -> O.Cell:
        v = self.layouts.cell_var(target.info, leaf, FIELD_OF[leaf.role], self._target_template)
        return O.Cell(v, (*target.index, at))

    def _of_run(self, target: Target, leaf: Leaf, run: Run) -> list[O.Cell]:
        return [self._row(target, leaf, _plus(run.first, n)) for n in range(run.size // run.grid.unit)]

    def _bytes(self, target: Target, run: Run) -> Term:
        return _joined([c.term for c in self._of_run(target, run.grid.cells, run)])

    def _put(self, target: Target, run: Run, value: Term) -> tuple[O.Update, ...]:
        """The bytes of a number, of which nothing is left of a pointer."""
        found = []
        for n, c in enumerate(self._of_run(target, run.grid.cells, run)):
            shift = T.const(n * c.var.width, value.width)
            found.append(O.Update(c.var, c.index, T.extract(T.lshr(value, shift), c.var.width)))
        if run.grid.marks is not None:
            found += [
                O.Update(c.var, c.index, T.const(0, c.var.width)) for c in self._of_run(target, run.grid.marks, run)
            ]
        return tuple(found)

    def _is_unmarked(self, target: Target, run: Run) -> Term:
        """None of the bytes is left of a pointer."""
        if run.grid.marks is None:
            return T.TRUE
        cells = self._of_run(target, run.grid.marks, run)
        return T.and_(*(T.eq(c.term, T.const(0, c.var.width)) for c in cells))

    def _tag(self, target: Target, grid: Grid, slot: Term) -> O.Cell:
        assert grid.tags is not None
        return self._row(target, grid.tags, slot)

    def _untagged(self, target: Target, grid: Grid, slots: list[Term]) -> tuple[O.Update, ...]:
        cells = [self._tag(target, grid, s) for s in slots]
        return tuple(O.Update(c.var, c.index, T.const(0, c.var.width)) for c in cells)

    # ------------------------------------------------------------ numbers

    def _number_over_slots(
        self, e: R.RawEdge, op: R.MemAccess, target: Target, run: Run, slots: tuple[tuple[Term, bool], ...]
    ) -> None:
        grid = run.grid
        tags = [self._tag(target, grid, s).term for s, _ in slots]
        partial = [s for s, is_whole in slots if not is_whole]
        whole = [s for s, is_whole in slots if is_whole]

        def put(new: list[Term]) -> tuple[O.Update, ...]:
            return (*self._put(target, run, new[0]), *self._untagged(target, grid, whole))

        if not op.old:
            left = T.and_(
                *(T.eq(tag, R.NULL_OBJECT) for tag, (_, is_whole) in zip(tags, slots, strict=True) if not is_whole)
            )
            self._number_in_grid(e, op, _if(target, left), None, put)
            if partial and self._may_leak(target):
                self._unsupported(e, [(g, CUT) for g in [T.and_(target.guard, T.not_(left))] if g is not T.FALSE])
            elif partial:
                self._number_in_grid(
                    e,
                    op,
                    _if(target, T.not_(left)),
                    None,
                    lambda new: self._put_into(target, run, new[0], whole, partial),
                )
            return
        are_numbers = T.and_(*(T.eq(tag, R.NULL_OBJECT) for tag in tags))
        unmarked = self._is_unmarked(target, run)
        self._number_in_grid(e, op, _if(target, T.and_(are_numbers, unmarked)), self._bytes(target, run), put)
        bad = [(T.and_(target.guard, are_numbers, T.not_(unmarked)), LEFT_OF_POINTER)]
        if partial:
            bad.append((T.and_(target.guard, T.not_(are_numbers)), PART_OF_POINTER))
        else:
            self._addresses_in_grid(e, op, _if(target, T.not_(are_numbers)), run, put)
        self._unsupported(e, [(g, why) for g, why in bad if g is not T.FALSE])

    def _may_leak(self, target: Target) -> bool:
        """Somebody asks for leaks, and memory from malloc may be pointed to from here."""
        if not self.context.asked.memory:
            return False
        sites = [self.context.sites[n] for n in self.points_to.targets(self._contents_of_grid(target))]
        return any(s.kind == "heap" and not s.automatic for s in sites)

    def _addresses_in_grid(self, e: R.RawEdge, op: R.MemAccess, target: Target, run: Run, put: Write) -> None:
        """A number over whole slots, one of which has a pointer at least."""
        grid, guard, values = run.grid, target.guard, []
        for n in range(run.size // grid.slot):
            part = replace(run, first=_plus(run.first, n * grid.slot // grid.unit), size=grid.slot)
            tag = self._tag(target, grid, _plus(T.udiv(run.at, T.const(grid.slot, run.at.width)), n)).term
            held = R.Ptr(tag, self._bytes(target, part), self._contents_of_grid(target))
            possible, number, bad = self.addresses.number(held, self._target_template)
            bad += self.addresses.is_ambiguous(held, self._target_template)
            is_number = T.eq(tag, R.NULL_OBJECT)
            bad = [(T.and_(T.not_(is_number), case), why) for case, why in bad]
            bad.append((T.and_(is_number, T.not_(self._is_unmarked(target, part))), LEFT_OF_POINTER))
            for case, why in bad:
                self._unsupported(e, [(g, why) for g in [T.and_(guard, case)] if g is not T.FALSE])
                guard = T.and_(guard, T.not_(case))
            if possible is not T.TRUE:
                self._discards[e.source] = NO_SUCH_ADDRESS
            guard = T.and_(guard, possible)
            values.append(number)
        self._number_in_grid(e, op, replace(target, guard=guard), _joined(values), put)

    def _put_into(
        self, target: Target, run: Run, value: Term, whole: list[Term], partial: list[Term]
    ) -> tuple[O.Update, ...]:
        """Into slots of which some have pointers: what is not written of these is no number any more."""
        grid = run.grid
        assert grid.marks is not None
        width, per_slot = run.at.width, grid.slot // grid.unit
        found = [u for u in self._put(target, run, value) if u.var.kind != "tag"]
        length = T.const(run.size // grid.unit, width)
        zero, one = T.const(0, grid.marks.type.width), T.const(1, grid.marks.type.width)  # type: ignore[union-attr]
        for s, is_whole in ((s, s in whole) for s in (*whole, *partial)):
            has_pointer = T.not_(T.eq(self._tag(target, grid, s).term, R.NULL_OBJECT))
            for n in range(per_slot):
                at = _plus(T.mul(s, T.const(per_slot, width)), n)
                mark = self._row(target, grid.marks, at)
                is_own = T.TRUE if is_whole else T.ult(T.sub(at, run.first), length)
                rest = T.ite(has_pointer, one, mark.term)
                found.append(O.Update(mark.var, mark.index, T.ite(is_own, zero, rest)))
        return (*found, *self._untagged(target, grid, [*whole, *partial]))

    def _number_in_grid(self, e: R.RawEdge, op: R.MemAccess, target: Target, loaded: Term | None, write: Write) -> None:
        guard = target.guard
        now: dict[Var, Term] = {}
        if op.old:
            assert loaded is not None
            now[op.old[0]] = loaded
            if isinstance(op.type, Int) and op.type.is_bool:
                self._discards[e.source] = "a _Bool that is neither 0 nor 1"
                self.context.scope["what is read as _Bool is 0 or 1"] = None
                guard = T.and_(guard, T.ule(loaded, T.const(1, loaded.width)))
        self._step_in_grid(e, op, replace(target, guard=guard), now, write)

    # ------------------------------------------------------------ pointers

    def _pointer_in_grid(self, e: R.RawEdge, op: R.MemAccess, target: Target, run: Run) -> None:
        tag = self._tag(target, run.grid, T.udiv(run.at, T.const(run.grid.slot, run.at.width)))

        def put(new: list[Term]) -> tuple[O.Update, ...]:
            return (*self._put(target, run, new[1]), O.Update(tag.var, tag.index, new[0]))

        if not op.old:
            self._step_in_grid(e, op, target, {}, put)
            return
        if not target.info.zeroed:
            self.layouts.has_unset_pointers = True  # (some exposed object may be there, no other)
        bits, unmarked = self._bytes(target, run), self._is_unmarked(target, run)
        is_number = T.eq(tag.term, R.NULL_OBJECT)
        possible, obj, off = self.addresses.pointer(bits, self._target_template)
        # (who has a pointer, or null, asks no address)
        is_small = T.ult(bits, T.const(R.FIRST_ADDRESS, bits.width)) if obj is not R.NULL_OBJECT else T.TRUE
        is_known = T.or_(T.not_(is_number), T.and_(unmarked, is_small))
        self._step_in_grid(e, op, _if(target, is_known), dict(zip(op.old, (tag.term, bits), strict=True)), put)
        if obj is not R.NULL_OBJECT:
            is_address = T.and_(is_number, unmarked, T.not_(is_small), possible)
            if possible is not T.TRUE:
                self._discards[e.source] = NO_SUCH_ADDRESS
            self._step_in_grid(e, op, _if(target, is_address), dict(zip(op.old, (obj, off), strict=True)), put)
        left = T.and_(target.guard, is_number, T.not_(unmarked))
        if left is not T.FALSE:
            self._unsupported(e, [(left, LEFT_OF_POINTER)])

    def _contents_of_grid(self, target: Target) -> tuple[From, ...]:
        """What pointers in the object may point to, as a value."""
        node = ("contents", target.info.site.number)
        if node not in self.points_to.nodes:
            found: Targets = {}
            for targets in self.points_to.contents.get(target.info.site.number, {}).values():
                for site, offsets in targets.items():
                    found.setdefault(site, set()).update(offsets)
            self.points_to.nodes[node] = found
            self.points_to.numbers.add(node)
        return (From(node),)

    # ------------------------------------------------------------ steps

    def _step_in_grid(
        self, e: R.RawEdge, op: R.MemAccess, target: Target, now: Mapping[Var, Term], write: Write
    ) -> None:
        if target.guard is T.FALSE:
            return
        if op.test is not None and op.test.target not in self._outcomes:
            self._swap(e, op, op.test, target, dict(now), write)
            return
        known = self._addresses if op.test is not None else {}
        for more, updates, order in steps(op, now, known, write):
            self._emit(e, O.Step(T.and_(target.guard, more), updates, order))

    def _swap(
        self, e: R.RawEdge, op: R.MemAccess, test: R.SamePtr, target: Target, now: dict[Var, Term], write: Write
    ) -> None:
        """What is stored depends on whether what was loaded (`now`) equals something."""
        raise NotImplementedError

    def _note_pieces(self, size: int, *, is_aligned: bool) -> None:
        """The machine may access it in pieces."""
        if size > self.context.model.pointer_width // 8:
            self.context.scope[f"accesses of {size} bytes are one step"] = None
        elif not is_aligned:
            self.context.scope["accesses that are not aligned are one step"] = None


#: when, what, and in which order
Case = tuple[Term, tuple[O.Update, ...], O.Order]


def steps(op: R.MemAccess, now: Mapping[Var, Term], outcomes: Mapping[Var, Term], write: Write) -> Iterator[Case]:
    """What an access does, and when; `now` is what it loads."""

    def known(x: Term) -> Term:
        return T.substitute(T.substitute(x, outcomes), now)

    loaded = tuple(O.Update(v, (), x) for v, x in now.items())
    stored = write([known(x) for x in op.new]) if op.new else ()
    stores = T.TRUE if op.stores_if is None else known(op.stores_if)
    succeeds, fails = op.orders or (op.order, op.order)
    if stores is not T.FALSE:
        yield stores, loaded + stored, succeeds
    if stores is not T.TRUE:
        yield T.not_(stores), loaded, fails


def _if(target: Target, guard: Term) -> Target:
    return replace(target, guard=T.and_(target.guard, guard))


def _plus(at: Term, n: int) -> Term:
    return T.add(at, T.const(n, at.width))


def _joined(pieces: list[Term]) -> Term:
    """The first one is lowest."""
    width = sum(p.width for p in pieces)
    value, shift = T.const(0, width), 0
    for p in pieces:
        value = T.bvor(value, T.shl(T.zext(p, width), T.const(shift, width)))
        shift += p.width
    return value
