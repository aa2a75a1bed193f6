"""Pointers as numbers. Where an object lies is arbitrary, but always the same, and no two objects lie in one place.

Every object whose number somebody looks at has a variable for its address, with any value at first. The step that looks
at one demands that all are possible: aligned as their types need it (not more), not on the first page, and apart from
each other; other executions do not exist. So the order of two objects, distances between
them, and all bits of an address above its alignment are arbitrary, and what is asked twice has the same answer.

A local ends with its scope, a freed object at once: their places may be used again. That is known for those that have a
variable for their life; others are not understood if there are several. Nor are sites with many objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from threadproof.frontend import raw as R
from threadproof.frontend.memory.layout import LIVE
from threadproof.frontend.memory.places import Places
from threadproof.ir.op import POINTS_NOWHERE
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var

#: addresses below this are no objects
FIRST = 4096
#: malloc aligns for every type
HEAP_ALIGNMENT = 16


class Addresses:
    def __init__(self, places: Places) -> None:
        self.places = places
        self.sites = places.sites
        self.context = places.context
        self.model = places.model
        self.layouts = places.layouts
        self.points_to = places.sites.points_to
        #: sites with an address that somebody looks at
        self.numbered = self._numbered()
        self._variables: dict[int, Var] = {}

    def number(self, p: R.Ptr, template: str) -> tuple[Term, Term, list[tuple[Term, str]]]:
        """What must hold of addresses, the number, and the cases that are not understood."""
        value, known = p.off, T.eq(p.obj, R.NULL_OBJECT)
        bad: list[tuple[Term, str]] = []
        for site in self._targets(p):
            here = T.eq(p.obj, T.const(site.number, R.OBJECT_WIDTH))
            known = T.or_(known, here)
            why = self._obstacle(site)
            if why:
                bad.append((self._is_of(p, site, template), why))
                known = T.or_(known, bad[-1][0])
                continue
            value = T.ite(here, T.add(self._base(site), p.off), value)
        if known is not T.TRUE:
            bad.append((T.not_(known), POINTS_NOWHERE))
        return T.TRUE if value is p.off else self.is_possible, value, bad

    def pointer(self, value: Term) -> tuple[Term, Term, Term]:
        """What must hold of addresses; object and offset of the exposed object that is there, or a number."""
        obj, off = R.NULL_OBJECT, value
        for number in sorted(self.points_to.nodes.get(R.EXPOSED, {})):
            site = self.context.sites[number]
            if not self._obstacle(site):
                distance = T.sub(value, self._base(site))
                inside = T.ule(distance, self._constant(self._size(site)))
                obj = T.ite(inside, T.const(number, R.OBJECT_WIDTH), obj)
                off = T.ite(inside, distance, off)
        return T.TRUE if off is value else self.is_possible, obj, off

    def may_be_hidden(self, site: R.Site) -> bool:
        """May a pointer to an object of this site have become a number?"""
        return site.number in self.points_to.nodes.get(R.EXPOSED, {})

    # ------------------------------------------------------------ sites

    def _numbered(self) -> tuple[R.Site, ...]:
        found = set(self.points_to.nodes.get(R.EXPOSED, {}))
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.ComparePtr) and not self.is_one_object(e.op):
                    for p in (e.op.left, e.op.right):
                        found |= set(self.points_to.targets(p.values))
        return tuple(self.context.sites[n] for n in sorted(found))

    def is_one_object(self, op: R.ComparePtr) -> bool:
        """Both pointers point into the same object, if they point into any."""
        found = {*self.points_to.targets(op.left.values), *self.points_to.targets(op.right.values)}
        return len(found) <= 1 and not any(self._is_many(self.context.sites[n]) for n in found)

    def _targets(self, p: R.Ptr) -> Iterator[R.Site]:
        for number in sorted(self.points_to.targets(p.values)):
            yield self.context.sites[number]

    def _is_many(self, site: R.Site) -> bool:
        return site.kind != "function" and self.sites.info(site.number).instanced

    def _obstacle(self, site: R.Site) -> str:
        if self._is_many(site):
            return "address of one of many objects as a number"
        if site.kind != "function" and self.sites.info(site.number).sized:
            return "address of an object whose size is not known as a number"
        if self._has_scope(site) and sum(map(self._has_scope, self.numbered)) > 1:
            return "addresses of local objects as numbers"
        return ""

    def _has_scope(self, site: R.Site) -> bool:
        """It ends, but there is no variable that says when."""
        return (site.kind == "local" or site.automatic) and not self.sites.info(site.number).mortal

    def _is_of(self, p: R.Ptr, site: R.Site, template: str) -> Term:
        if site.kind == "function":
            return T.eq(p.obj, T.const(site.number, R.OBJECT_WIDTH))
        return self.places.is_site(p.obj, self.sites.info(site.number), template)[0]

    # ------------------------------------------------------------ addresses

    def _base(self, site: R.Site) -> Term:
        v = self._variables.get(site.number)
        if v is None:
            name = f"&{site.name}"
            v = Var(name, self.model.pointer_width, True, init=None, kind="system", group=name)
            self._variables[site.number] = v
            self.layouts.shared.append(v)
        return T.var(v)

    @cached_property
    def is_possible(self) -> Term:
        """All objects that are looked at can lie where they do, at the same time."""
        sites = [s for s in self.numbered if not self._obstacle(s)]
        conditions: list[Term] = []
        for i, site in enumerate(sites):
            base, end = self._extent(site)
            conditions.append(T.ule(self._constant(FIRST), base))
            conditions.append(T.ult(base, T.neg(self._constant(self._size(site)))))
            conditions.append(T.eq(T.bvand(base, self._constant(self._alignment(site) - 1)), self._constant(0)))
            for other in sites[:i]:
                there, there_end = self._extent(other)
                are_live = T.and_(self._is_live(site), self._is_live(other))
                conditions.append(T.or_(T.ult(end, there), T.ult(there_end, base), T.not_(are_live)))
        return T.and_(*conditions)

    def _extent(self, site: R.Site) -> tuple[Term, Term]:
        base = self._base(site)
        return base, T.add(base, self._constant(self._size(site)))

    def _is_live(self, site: R.Site) -> Term:
        if site.kind == "function" or not (info := self.sites.info(site.number)).mortal:
            return T.TRUE
        return T.eq(T.var(self.layouts.live_var(info, site.template)), T.const(LIVE, 8))

    def _size(self, site: R.Site) -> int:
        size = 1 if site.kind == "function" else self.sites.info(site.number).size
        return max(size or 0, 1)

    def _alignment(self, site: R.Site) -> int:
        if site.kind == "heap":
            return HEAP_ALIGNMENT
        try:
            return max(site.alignment, 1 if site.type is None else self.model.align_of(site.type))
        except LookupError:
            return site.alignment

    def _constant(self, n: int) -> Term:
        return T.const(n, self.model.pointer_width)
