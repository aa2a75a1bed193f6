"""What a thread has not done yet, as a row that is part of its location: stores that are late, and where they are kept.

Each entry is named by the edge that it comes from; its indices and values are locals of the thread. So nobody asks at
run time what waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak.barriers import late_cells
from threadproof.passes.weak.conflicts import At
from threadproof.records import NamedTuple, replace

#: a template does not become longer than this
MOST_LOCATIONS = 5_000
TOO_LARGE = "program too large"


class Late(NamedTuple):
    """A store in a buffer: its edge, which of the stores there from this edge it is; or a mark between stores."""

    at: At
    number: int


#: stores behind it come after those before it; loads come after those before it
STORES_WAIT, LOADS_WAIT = (Late(At("", -1, n), 0) for n in range(2))
MARKS = (STORES_WAIT, LOADS_WAIT)
Row = tuple[Late, ...]


class Slot(NamedTuple):
    """Where a late store is kept: for each variable its indices and its value."""

    vars: tuple[Var, ...]
    indices: tuple[tuple[Var, ...], ...]
    values: tuple[Var, ...]


class Waiting:
    """A template that is made anew, where stores are kept."""

    def __init__(self, t: Template) -> None:
        self.t = t
        self.locals = list(t.locals)
        self.slots: dict[Late, Slot] = {mark: Slot((), (), ()) for mark in MARKS}
        self.edges: list[list[Edge]] = []

    def edge(self, late: Late) -> Edge:
        return self.t.edges[late.at.source][late.at.number]

    def add(self, e: Edge, source: int, target: int) -> None:
        self.edges[source].append(replace(e, source=source, target=target))

    def slot(self, late: Late, op: O.Op) -> Slot:
        slot = self.slots.get(late)
        if slot is None:
            slot = self.slots[late] = self.new_slot(late, late_cells(op), "is")
        return slot

    def new_slot(self, late: Late, cells: Sequence[O.Cell], word: str) -> Slot:
        indices = [tuple([self._local(late, c.var, f"at{n}", i.width) for n, i in enumerate(c.index)]) for c in cells]
        values = [self._local(late, c.var, word.format(n), c.var.width) for n, c in enumerate(cells)]
        return Slot(tuple([c.var for c in cells]), tuple(indices), tuple(values))

    def _local(self, late: Late, v: Var, what: str, width: int) -> Var:
        name = f"{self.t.name}::late {late.at.source}.{late.at.number}.{late.number} {v.name} {what}"
        made = Var(name, width, shared=False)
        if what.startswith("is"):
            made = Var(name, width, shared=False, signed=v.signed, is_pointer=v.is_pointer, offsets=v.offsets)
        self.locals.append(made)
        return made

    def storing(self, op: O.Step, slot: Slot, row: Row) -> O.Step:
        updates: list[O.Update] = []
        late = {c.var for c in late_cells(op)}
        places = iter(zip(slot.indices, slot.values, strict=True))
        for u in op.updates:
            index, value = [self.seen(i, row) for i in u.index], self.seen(u.value, row)
            if u.var in late:
                kept_index, kept_value = next(places)
                updates += [O.Update(x, (), i) for x, i in zip(kept_index, index, strict=True)]
                updates.append(O.Update(kept_value, (), value))
            else:
                updates.append(O.Update(u.var, tuple(index), value))
        return O.Step(self.seen(op.guard, row), tuple(updates), waits=op.waits)

    def seen(self, t: Term, row: Row) -> Term:
        """What this thread sees: its own stores before those in memory."""
        if not row or not any(v.shared for v in t.vars):
            return t
        return T.transform(t, lambda u: self._cell(u, row))

    def _cell(self, u: Term, row: Row) -> Term | None:
        v = u.var
        if v is None or not v.shared:
            return None
        index = tuple([self.seen(i, row) for i in u.args])
        found = T.select(v, index)
        for late in row:
            if late not in MARKS:
                slot = self.slots[late]
                for w, at, value in zip(slot.vars, slot.indices, slot.values, strict=True):
                    if w is v:
                        found = T.ite(equal(at, index), T.var(value), found)
        return found

    @staticmethod
    def moved(old: Slot, new: Slot) -> list[O.Update]:
        before, after = ([*(x for i in s.indices for x in i), *s.values] for s in (old, new))
        return [O.Update(b, (), T.var(a)) for a, b in zip(before, after, strict=True)]

    def apart(self, a: Late, b: Late) -> Term:
        """Are they to different cells?"""
        x, y = self.slots[a], self.slots[b]
        return T.and_(
            *[
                T.not_(equal(i, tuple(map(T.var, j))))
                for v, i in zip(x.vars, x.indices, strict=True)
                for w, j in zip(y.vars, y.indices, strict=True)
                if v is w
            ]
        )


def equal(variables: tuple[Var, ...], terms: tuple[Term, ...]) -> Term:
    return T.and_(*[T.eq(T.var(v), t) for v, t in zip(variables, terms, strict=True)])


def places_to_arrive(t: Template) -> set[int]:
    """Where stores may arrive: behind what others notice, and while somebody waits."""
    noticed = {e.target for e in t.all_edges() if O.is_visible(e.op)}
    return noticed | {e.source for e in t.all_edges() if isinstance(e.op, O.Step) and e.op.waits}
