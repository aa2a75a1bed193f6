"""Addresses of heap objects that are one of many, or of a size known only at run time, if somebody asks for the number.

Objects get an entry in a table when they are allocated, the first `MOST` of the program: which one it is, how long,
which others lived then, and an arbitrary address. Whoever looks at an address demands of all entries what is demanded
of objects with an address of their own: aligned, where a process has memory, and apart from those that lived when it
began. What is not in the table has no address, and to ask for one is not understood.

The table holds all heap objects whose address may be looked at, also single ones, so that who lived at once is known of
all of them. Heap, what lives for ever and the stack of main have no place in common.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.frontend import raw as R
from threadproof.frontend.memory.layout import Layouts
from threadproof.frontend.memory.reuse import Reuse
from threadproof.frontend.memory.sites import Sites
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass

#: objects with an address
MOST = 6
NOT_NUMBERED = f"address of one of more than {MOST} objects as a number"


@dataclass(frozen=True, slots=True)
class Entry:
    """Object (0: none yet), address and length; as bits, which others lived when it began."""

    obj: Var
    base: Var
    length: Var
    others: Var

    @property
    def end(self) -> Term:
        return T.add(T.var(self.base), T.var(self.length))


class Numbered:
    def __init__(self, sites: Sites, layouts: Layouts) -> None:
        self.sites = sites
        self.reuse: Reuse = sites.reuse
        self._layouts = layouts
        self._width = sites.model.pointer_width
        self._entries: list[Entry] = []
        self._count = Var("addresses.count", 8, True, kind="place", group="addresses.count")
        self._alive = Var("addresses.alive", 8 * (-(-MOST // 8)), True, kind="place", group="addresses.alive")
        #: the sites whose objects are in the table
        self.table = self._find() if self._is_asked_for() else set()

    def _find(self) -> set[int]:
        return {n for n in self.reuse.numbered if self._may_be_in_table(self.sites.context.sites[n])}

    def _may_be_in_table(self, site: R.Site) -> bool:
        # (what realloc moves may stay where it is)
        is_moved = any(site.number in pair for pair in self.reuse.moves)
        is_known = site.is_alignment_known and not site.is_hidden
        return site.kind == "heap" and not site.automatic and is_known and not is_moved

    def _is_asked_for(self) -> bool:
        """Does somebody ask for the number of one of many, or of an object of any size?"""
        targets = self.sites.points_to.targets
        for t in self.sites.context.templates.values():
            for e in t.edges:
                match e.op:
                    case R.PtrToInt(modulus=0, pointer=p):
                        found = set(targets(p.values))
                    case R.ComparePtr(left=p, right=q) if not self.reuse.is_one_object(e.op):
                        found = {*targets(p.values), *targets(q.values)}
                    case _:
                        continue
                if any(self._needs_table(self.sites.context.sites[n]) for n in found):
                    return True
        return False

    def _needs_table(self, site: R.Site) -> bool:
        if not self._may_be_in_table(site):
            return False
        info = self.sites.info(site.number)
        return info.instanced or info.sized or site.template not in self.sites.static_ids

    # ------------------------------------------------------------ what is in the table

    def entries(self) -> list[Entry]:
        if not self._entries:
            for n in range(MOST):
                names = [f"address{n}.{what}" for what in ("obj", "base", "length", "others")]
                obj, base, length, others = (
                    Var(name, width, True, init=init, kind=kind, group=name)
                    for name, width, init, kind in zip(
                        names,
                        (R.OBJECT_WIDTH, self._width, self._width, self._alive.width),
                        (0, None, 0, 0),
                        ("place", "system", "place", "place"),
                        strict=True,
                    )
                )
                self._entries.append(Entry(obj, base, length, others))
                self._layouts.shared += [obj, base, length, others]
            self._layouts.shared += [self._count, self._alive]
        return self._entries

    def begins(self, site: R.Site, op: R.Alloc) -> list[O.Update]:
        """An object has been allocated."""
        if site.number not in self.table:
            return []
        count, alive = T.var(self._count), T.var(self._alive)
        length = T.ite(T.is_nonzero(op.size), op.size, T.const(1, op.size.width))
        found = []
        for n, x in enumerate(self.entries()):
            here = T.eq(count, T.const(n, 8))
            for v, value in ((x.obj, T.var(op.target)), (x.length, length), (x.others, alive)):
                found.append(O.Update(v, (), T.ite(here, value, T.var(v))))
        has_room = T.ult(count, T.const(MOST, 8))
        bit = T.shl(T.const(1, alive.width), T.resize(count, alive.width, False))
        found.append(O.Update(self._alive, (), T.ite(has_room, T.bvor(alive, bit), alive)))
        found.append(O.Update(self._count, (), T.ite(has_room, T.add(count, T.const(1, 8)), count)))
        return found

    def ends(self, site: R.Site, obj: Term) -> tuple[O.Update, ...]:
        """An object is freed."""
        if site.number not in self.table:
            return ()
        alive = T.var(self._alive)
        for n, x in enumerate(self.entries()):
            others = T.bvand(alive, T.const(~(1 << n) & (1 << alive.width) - 1, alive.width))
            alive = T.ite(T.eq(T.var(x.obj), obj), others, alive)
        return (O.Update(self._alive, (), alive),)

    def is_alive(self, n: int) -> Term:
        alive = T.var(self._alive)
        return T.is_nonzero(T.bvand(alive, T.const(1 << n, alive.width)))

    def is_entry(self, x: Entry, obj: Term) -> Term:
        return T.and_(T.is_nonzero(obj), T.eq(T.var(x.obj), obj))

    def begin_at(self, address: Term) -> Iterator[Term]:
        for x in self.entries() if self.table else ():
            yield T.and_(T.is_nonzero(T.var(x.obj)), T.eq(T.var(x.base), address))

    def is_in(self, obj: Term) -> Term:
        return T.or_(*(self.is_entry(x, obj) for x in self.entries()))

    # ------------------------------------------------------------ what must hold of it

    def conditions(
        self, alignments: dict[int, int], first: int, last: int, others: list[tuple[Term, Term]]
    ) -> Iterator[Term]:
        """That all can lie there. `alignments`: by site; `others`: where what is not in the table begins and ends."""
        for n, x in enumerate(self.entries()):
            base, is_there = T.var(x.base), T.is_nonzero(T.var(x.obj))
            end = T.const(last, self._width)
            holds = [
                T.ule(T.const(first, self._width), base),
                T.ule(T.var(x.length), end),
                T.ule(base, T.sub(end, T.var(x.length))),
                *self._aligned(x, alignments),
            ]
            holds += [T.or_(T.ule(x.end, a), T.ule(b, base)) for a, b in others]
            for m, y in enumerate(self.entries()[:n]):
                lived = T.is_nonzero(T.bvand(T.var(x.others), T.const(1 << m, x.others.width)))
                are_apart = T.or_(T.ule(x.end, T.var(y.base)), T.ule(y.end, base))
                holds.append(T.or_(T.not_(lived), are_apart))
            yield T.or_(T.not_(is_there), T.and_(*holds))

    def _aligned(self, x: Entry, alignments: dict[int, int]) -> Iterator[Term]:
        site = T.bvand(T.var(x.obj), T.const(R.SITE_MASK, R.OBJECT_WIDTH))
        for alignment in sorted(set(alignments.values())):
            mine = [n for n in sorted(alignments) if alignments[n] == alignment]
            rest = T.bvand(T.var(x.base), T.const(alignment - 1, self._width))
            is_of = T.or_(*(T.eq(site, T.const(n, R.OBJECT_WIDTH)) for n in mine))
            is_aligned = T.eq(rest, T.const(0, self._width))
            yield is_aligned if len(set(alignments.values())) == 1 else T.or_(T.not_(is_of), is_aligned)
