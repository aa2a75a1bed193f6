"""When memory is leaked, as a formula: an object is live, and no pointer leads to it from a global or a running thread.

The symbolic twin of `analysis.leaks`, for a state in which main returns: there, too, only what is live holds pointers.
Objects are those that have been given numbers. Reachability is unrolled as often as there are objects. `leak_condition`
is None where pointers are kept in an array that has no known length, which cannot be written out.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.ir import op as O
from threadproof.ir.program import HeapSite, Memory, Program, Root
from threadproof.ir.symbolic import Control, Symbolic
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: more cells than this are not written out
MOST_CELLS = 256
#: the value of an object's `live` while it is allocated
LIVE = 1


def leak_condition(symbolic: Symbolic, widths: dict[Var, int], c: Control) -> Term | None:
    memory = symbolic.program.memory
    if memory is None:
        return T.FALSE
    try:
        return _Leaks(symbolic, memory, widths).condition(c)
    except _TooMany:
        return None


class _TooMany(Exception):
    pass


class _Leaks:
    def __init__(self, symbolic: Symbolic, memory: Memory, widths: dict[Var, int]) -> None:
        self.symbolic = symbolic
        self.memory = memory
        self.sites = {s.number: s for s in memory.heap}
        self.index_width = widths

    def condition(self, c: Control) -> Term:
        alive = {o: live for site in self.memory.heap for o, live in self._objects(site)}
        roots = [held for r in self.memory.roots for held in self._held(r, c)]
        for p in c.places:
            for r in self.memory.local_roots.get(p.template.name, ()):
                roots += self._held(Root(*[self.symbolic.local(p, v) for v in r.variables]), c)
        inside = {o: list(self._inside(o)) for o in alive}
        held = {o: T.or_(*[T.and_(counts, _is(cell, o)) for counts, cell in roots]) for o in alive}
        for o in alive:
            if self._site(o).is_automatic:
                held[o] = T.TRUE
        reached = held
        for _ in alive:  # each round over the one before, whose formulas are shared, not written out again
            through = {x: T.and_(alive[x], reached[x]) for x in alive}
            new = {
                o: T.or_(held[o], *[T.and_(through[x], _is(cell, o)) for x in alive for cell in inside[x] if x != o])
                for o in alive
            }
            if new == reached:
                break
            reached = new
        return T.or_(*[T.and_(live, T.not_(reached[o])) for o, live in alive.items()])

    def _held(self, root: Root, c: Control) -> list[tuple[Term, Term]]:
        """The cells of a root, each with the condition that it counts."""
        if root.live is None:
            return [(T.TRUE, cell) for cell in self._cells(root.pointer)]
        if not root.live.dims:
            is_live = _is(T.var(root.live), LIVE)
            return [(is_live, cell) for cell in self._cells(root.pointer)]
        if root.pointer.dims > 1:
            raise _TooMany
        return [(_is(self._element(root.live, t), LIVE), self._element(root.pointer, t)) for t in c.ids]

    def _site(self, o: int) -> HeapSite:
        return self.sites[o & ((1 << self.memory.shift) - 1)]

    def _objects(self, site: HeapSite) -> Iterator[tuple[int, Term]]:
        for n, cell in self._numbered(site.live, site.number) if site.live.dims else [(0, T.var(site.live))]:
            yield (n << self.memory.shift) + site.number, _is(cell, LIVE)

    def _numbered(self, v: Var, site: int) -> list[tuple[int, Term]]:
        count = self.symbolic.names.drawn(site)
        if count > MOST_CELLS:
            raise _TooMany
        return [(n, self._element(v, n)) for n in range(count)]

    def _cells(self, v: Var) -> list[Term]:
        if not v.dims:
            return [T.var(v)]
        if v.dims > 1 or v.length is None or v.length > MOST_CELLS:
            raise _TooMany
        return [self._element(v, n) for n in range(v.length)]

    def _element(self, v: Var, n: int) -> Term:
        _, original = self.symbolic.origin.get(v, (0, v))
        return T.select(v, (T.const(n, self.index_width.get(original, 32)),))

    def _inside(self, o: int) -> Iterator[Term]:
        site = self._site(o)
        for v in site.pointers:
            if v.dims == 2:
                raise _TooMany
            if site.live.dims:
                yield self._element(v, o >> self.memory.shift)
            else:
                yield from self._cells(v)


def index_widths(program: Program) -> dict[Var, int]:
    """How wide the index of each array is wherever it is used."""
    found: dict[Var, int] = {}
    for t in program.templates.values():
        for e in t.all_edges():
            cells = [T.select(x.var, x.index) for x in O.writes(e.op) if len(x.index) == x.var.dims]
            for term in (*O.reads(e.op), *cells):
                for u in T.subterms(term):
                    if u.var is not None and u.args:
                        found[u.var] = u.args[0].width
    return found


def _is(cell: Term, o: int) -> Term:
    return T.eq(cell, T.const(o, cell.width))
