"""Pointers as numbers. Where an object lies is arbitrary, but always the same; two objects lie in one place only if one
has ended before the other begins.

Every object whose number somebody looks at has a variable for its address, with any value at first. The step that looks
at one demands that all are possible: aligned as their types need it (not more), where a process has memory, and apart
from each other (one may begin where another ends); other executions do not exist. So the order of two objects,
distances between them, and most bits of an address above its alignment are arbitrary, and what is asked twice has the
same answer.

Places are used again (`reuse`): where an object may begin after another one has ended, a variable says whether it did.
Pointers are equal if and only if their addresses are. For pointers into one object, and into objects of which neither
pointer has left its own nor one object may have taken the other's place, that is so if and only if object and
offset are the same; only other cases look at addresses.

Heap objects that are one of many, or of a size known only at run time, are in a table (`numbered`). Not understood are
addresses of other sites with many objects, and of objects whose end is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property, partial

from threadproof.frontend import raw as R
from threadproof.frontend.memory.layout import DEAD, LIVE, NOT_YET
from threadproof.frontend.memory.numbered import NOT_NUMBERED, Numbered
from threadproof.frontend.memory.places import Places
from threadproof.frontend.memory.reuse import is_on_stack, lies_elsewhere
from threadproof.ir import op as O
from threadproof.ir.op import POINTS_NOWHERE
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass

#: malloc aligns for every type
HEAP_ALIGNMENT = 16
UNKNOWN_ALIGNMENT = "address of an object whose alignment is known only when the program runs, as a number"
#: more cases that are not understood than this are one for each reason
MOST_CASES = 16
#: of more pairs of objects than this those that have one object in common are one case
MOST_PAIRS = 64
#: whether two pointers are equal that may be, though they belong to different objects
IN_ONE_PLACE = "comparison of pointers to objects of which one may lie where the other was, or ends"
MERGED = "comparison of pointers to string literals of which one may be the end of the other"
AT_AN_END = "number of a pointer one past the end of an object, where another one begins"
WITH_A_NUMBER = "comparison of a number with a pointer to an object whose address is not known"
OF_LAST_ROUND = "comparison of a pointer that may have pointed to a local object that has ended"


@dataclass(frozen=True, slots=True)
class Equality:
    """Whether two pointers are equal: `same`, unless addresses decide; then `by_address`, if they are `possible`."""

    same: Term
    address_decides: Term
    by_address: Term
    possible: Term
    #: cases that are not understood
    bad: list[tuple[Term, str]]

    @property
    def is_plain(self) -> bool:
        """Object and offset decide."""
        return self.address_decides is T.FALSE and not self.bad


class Addresses:
    def __init__(self, places: Places) -> None:
        self.places = places
        self.sites = places.sites
        self.context = places.context
        self.model = places.model
        self.layouts = places.layouts
        self.points_to = places.sites.points_to
        self.reuse = places.sites.reuse
        self.many = Numbered(places.sites, places.layouts)
        #: sites with an address that somebody looks at, each one of its own
        self.numbered = tuple(self.context.sites[n] for n in sorted(self.reuse.numbered - self.many.table))
        self._variables: dict[int, Var] = {}
        #: (old, new): did the new object begin when the old one had ended?
        self._orders: dict[tuple[int, int], Var] = {}
        self.is_possible = cache(self._is_possible)
        self._obstacle = cache(self._find_obstacle)
        self._behind = cache(self._find_behind)
        self.equality = cache(self._equality)

    def is_ambiguous(self, p: R.Ptr, template: str) -> list[tuple[Term, str]]:
        """One past the end of an object, where another begins: to which does a pointer made of that number point?"""
        found = self._is_ambiguous_in_table(p) if self.has_pointers_from_numbers else []
        for site in self._own_targets(p):
            offsets = self.points_to.targets(p.values)[site.number]
            if self.has_pointers_from_numbers and not self._obstacle(site) and self.reuse.may_be_outside(site, offsets):
                is_past = T.eq(p.off, self._constant(self._size(site)))
                found.append((T.and_(self._is_of(p, site, template), is_past, self._behind(site)), AT_AN_END))
        return _in_few_cases(found)

    def _find_behind(self, site: R.Site) -> Term:
        """That another object begins where this one ends, to which a number may lead."""
        end = T.add(self._base(site), self._constant(self._size(site)))
        exposed = [s for s in self.numbered if self.may_be_hidden(s) and not self._obstacle(s)]
        return T.or_(*(T.eq(self._base(s), end) for s in exposed if s is not site), *self.many.begin_at(end))

    def _is_ambiguous_in_table(self, p: R.Ptr) -> list[tuple[Term, str]]:
        at = self.points_to.targets(p.values)
        if not any(n in self.many.table and self.reuse.may_be_outside(self.context.sites[n], at[n]) for n in at):
            return []
        exposed = [s for s in self.numbered if self.may_be_hidden(s) and not self._obstacle(s)]
        cases = []
        for x in self.many.entries():
            is_past = T.and_(self.many.is_entry(x, p.obj), T.eq(p.off, T.var(x.length)))
            behind = T.or_(*(T.eq(self._base(s), x.end) for s in exposed), *self.many.begin_at(x.end))
            cases.append(T.and_(is_past, behind))
        return [(T.or_(*cases), AT_AN_END)]

    @cached_property
    def has_pointers_from_numbers(self) -> bool:
        return bool(self.sites.mixed.pointers or self.sites.grids) or any(
            isinstance(e.op, R.IntToPtr) for t in self.context.templates.values() for e in t.edges
        )

    def number(self, p: R.Ptr, template: str) -> tuple[Term, Term, list[tuple[Term, str]]]:
        """What must hold of addresses, the number, and the cases that are not understood."""
        value, cases = p.off, [T.eq(p.obj, R.NULL_OBJECT)]
        bad: list[tuple[Term, str]] = []
        missing = self._is_missing(p, template)
        if missing is not T.FALSE:
            bad.append((missing, NOT_NUMBERED))
            cases += [missing, self.many.is_in(p.obj)]
            for x in self.many.entries():
                value = T.ite(self.many.is_entry(x, p.obj), T.add(T.var(x.base), p.off), value)
        for site in self._own_targets(p):
            here = T.eq(p.obj, T.const(site.number, R.OBJECT_WIDTH))
            cases.append(here)
            why = self._obstacle(site)
            if why:
                bad.append((self._is_of(p, site, template), why))
                cases.append(bad[-1][0])
                continue
            value = T.ite(here, T.add(self._base(site), p.off), value)
        known, bad = T.or_(*cases), _in_few_cases(bad)
        if known is not T.TRUE:
            bad.append((T.not_(known), POINTS_NOWHERE))
        return T.TRUE if value is p.off else self.is_possible(template), value, bad

    def low_bits(
        self, p: R.Ptr, modulus: int, template: str, *, by_offset: bool = False
    ) -> tuple[Term, Term, list[tuple[Term, str]]]:
        """The same for the rest by a power of two, which objects that are aligned to it have nothing to do with."""
        value, known = p.off, T.eq(p.obj, R.NULL_OBJECT)
        possible: Term = T.TRUE
        bad: list[tuple[Term, str]] = []
        for site in self._targets(p):
            here, alignment = self._is_of(p, site, template), self._alignment(site)
            known = T.or_(known, here)
            if site.is_hidden:
                bad.append((here, "bits of the address of something that belongs to the library"))
                continue
            if alignment % modulus == 0:
                continue
            if not site.is_alignment_known:
                bad.append((here, UNKNOWN_ALIGNMENT))
                continue
            is_numbered = site.number in self.reuse.numbered
            has_rounds = site.kind == "local" and self.sites.info(site.number).has_rounds
            if (
                by_offset
                or site.number in self.many.table
                or self._is_many(site)
                or has_rounds
                or (is_numbered and self._obstacle(site))
            ):
                bad.append((here, "bits of the address of an object that is one of many, or not known"))
                continue
            if is_numbered:
                possible = self.is_possible(template)
            base = T.bvand(self._base(site), self._constant((1 << self.model.pointer_width) - alignment))
            value = T.ite(here, T.add(base, p.off), value)
        if known is not T.TRUE:
            bad.append((T.not_(known), POINTS_NOWHERE))
        return possible, T.bvand(value, self._constant(modulus - 1)), bad

    def pointer(self, value: Term, template: str) -> tuple[Term, Term, Term]:
        """What must hold of addresses; object and offset of the exposed object that is there, or a number."""
        obj, off = R.NULL_OBJECT, value
        sites = [self.context.sites[n] for n in sorted(self.points_to.nodes.get(R.EXPOSED, {}))]
        has_table = any(s.number in self.many.table for s in sites)
        sites = [s for s in sites if s.number not in self.many.table and not self._obstacle(s)]
        # best an object that lives, and one past its end only where nothing else is
        for is_good in (self._is_at, self._is_in, self._is_alive_in):
            for site in sites:
                distance = T.sub(value, self._base(site))
                here = is_good(site, distance, template)
                obj = T.ite(here, T.const(site.number, R.OBJECT_WIDTH), obj)
                off = T.ite(here, distance, off)
            for n, x in enumerate(self.many.entries() if has_table else ()):
                distance = T.sub(value, T.var(x.base))
                fits = T.ule if is_good == self._is_at else T.ult
                here = T.and_(T.is_nonzero(T.var(x.obj)), fits(distance, T.var(x.length)))
                if is_good == self._is_alive_in:
                    here = T.and_(here, self.many.is_alive(n))
                obj, off = T.ite(here, T.var(x.obj), obj), T.ite(here, distance, off)
        return T.TRUE if off is value else self.is_possible(template), obj, off

    def _equality(self, a: R.Ptr, b: R.Ptr, template: str) -> Equality:
        """Are the pointers equal?"""
        same = T.and_(T.eq(a.obj, b.obj), T.eq(a.off, b.off))
        cases: list[Term] = []
        bad = self._with_local_of_last_round(a, b, template)
        for case, why in self._in_one_place(a, b, template):
            if why:
                bad.append((case, why))
            else:
                cases.append(case)
        for p, q in ((a, b), (b, a)):
            if not self.points_to.may_be_number(p.values):
                continue
            first, end = map(self._constant, (R.FIRST_ADDRESS, R.end_of_addresses(self.model.pointer_width)))
            is_number = T.and_(T.eq(p.obj, R.NULL_OBJECT), T.ule(first, p.off), T.ule(p.off, end))
            for site in self._targets(q):
                if site.kind == "function" or self.places.can_reach(site, template):
                    here = T.and_(is_number, self._is_of(q, site, template))
                    if self._obstacle(site):
                        bad.append((here, WITH_A_NUMBER))
                    else:
                        cases.append(here)
        missing = T.or_(*(self._is_missing(p, template) for p in (a, b)))
        if missing is not T.FALSE and cases:
            bad.append((T.and_(T.or_(*cases), missing), NOT_NUMBERED))
        bad, decides = _in_few_cases(bad), T.or_(*cases)
        if decides is T.FALSE:
            return Equality(same, decides, same, T.TRUE, bad)
        by_address = T.eq(*(self.number(p, template)[1] for p in (a, b)))
        return Equality(same, decides, by_address, self.is_possible(template), bad)

    def _in_one_place(self, a: R.Ptr, b: R.Ptr, template: str) -> Iterator[tuple[Term, str]]:
        """When pointers to different objects may be equal, and why that is not understood, if it is not."""
        is_a, is_b = (cache(partial(self._is_of, p, template=template)) for p in (a, b))
        is_in_a, is_in_b = (cache(partial(self._is_inside, p, template=template)) for p in (a, b))
        pairs = [
            (x, y)
            for x, y in self.reuse.pairs(a, b)
            if all(s.kind == "function" or self.places.can_reach(s, template) for s in (x, y))
        ]
        #: by an object, what must hold of it, and the reason: that the other pointer is to one of these
        groups: dict[tuple[Term, Term, str], list[Term]] = {}
        for x, y in pairs:
            here = T.and_(is_a(x), is_b(y), T.not_(T.eq(a.obj, b.obj)) if x is y else T.TRUE)
            if self.reuse.may_be_merged(x, y):
                yield here, MERGED
                continue
            why = IN_ONE_PLACE if self._obstacle(x) or self._obstacle(y) else ""
            before = T.not_(self._may_have_place_of(a, x, b, y, template))
            behind = T.not_(self._may_have_place_of(b, y, a, x, template))
            if x is y or len(pairs) <= MOST_PAIRS:
                case = T.and_(here, T.not_(T.and_(is_in_a(x), is_in_b(y), before, behind)))
                if case is not T.FALSE:
                    yield case, why
            else:
                groups.setdefault((is_a(x), T.not_(T.and_(is_in_a(x), before)), why), []).append(is_b(y))
                groups.setdefault((is_b(y), T.not_(T.and_(is_in_b(y), behind)), why), []).append(is_a(x))
        for (here, may_be, why), others in groups.items():
            case = T.and_(here, may_be, T.or_(*others))
            if case is not T.FALSE:
                yield case, why

    def _is_missing(self, p: R.Ptr, template: str) -> Term:
        """It is of an object that would be in the table if there was room for it."""
        found = [self._is_of(p, s, template) for s in self._targets(p) if s.number in self.many.table]
        return T.and_(T.or_(*found), T.not_(self.many.is_in(p.obj))) if found else T.FALSE

    def _is_inside(self, p: R.Ptr, site: R.Site, template: str) -> Term:
        if not self.reuse.may_be_outside(site, self.points_to.targets(p.values)[site.number]):
            return T.TRUE
        if site.kind != "function" and self.places.is_argument(self.sites.info(site.number)):
            return self.places.is_inside_argument(p.off, self.sites.info(site.number))
        if site.kind == "function" or not (info := self.sites.info(site.number)).sized:
            return T.ult(p.off, self._constant(self._size(site)))
        count = T.select(self.layouts.size_var(info, template), self.places.is_site(p.obj, info, template)[1])
        start, unit = map(self._constant, info.tail)
        return T.ult(p.off, T.add(start, T.mul(count, unit)))

    def _may_have_place_of(self, a: R.Ptr, old: R.Site, b: R.Ptr, new: R.Site, template: str) -> Term:
        """May the object of `b` have taken the place of that of `a`?"""
        if not self.reuse.may_follow(old.number, new.number):
            return T.FALSE
        if self._is_order_known(old, new):
            return T.is_nonzero(T.var(self._order(old, new)))
        if not self.reuse.has_known_end(old.number) and old.kind != "thread":
            return T.TRUE
        info = self.sites.info(old.number)
        instance = self.places.is_site(a.obj, info, template)[1]
        return T.eq(T.select(self.layouts.place_var(info, template), instance), T.const(DEAD, 8))

    def _with_local_of_last_round(self, a: R.Ptr, b: R.Ptr, template: str) -> list[tuple[Term, str]]:
        """A pointer to a local of a loop that has ended may be equal to one to anything on the stack."""
        found: list[tuple[Term, str]] = []
        for p, q in ((a, b), (b, a)):
            others = [s for s in self._targets(q) if is_on_stack(s) and self.places.can_reach(s, template)]
            is_other = T.and_(T.not_(T.eq(p.obj, q.obj)), T.or_(*(self._is_of(q, s, template) for s in others)))
            for s in self._targets(p):
                if s.kind == "local" and (info := self.sites.info(s.number)).has_rounds:
                    here, instance = self.places.is_site(p.obj, info, template)
                    last = T.select(self.layouts.round_var(info, template), instance)
                    is_old = T.not_(T.eq(self.places.round_of(p.obj, info), last))
                    found.append((T.and_(here, is_old, is_other), OF_LAST_ROUND))
        return [(g, why) for g, why in found if g is not T.FALSE]

    # ------------------------------------------------------------ one after the other

    def order(self, new: R.Site) -> list[O.Update]:
        """What is to be remembered when an object begins: which others have ended, and that it has not."""
        if new not in self.numbered:
            return []
        found = []
        for other in self.numbered:
            if self.reuse.may_follow(other.number, new.number) and self._is_order_known(other, new):
                has_ended = self._is(other, DEAD, new.template)
                found.append(O.Update(self._order(other, new), (), T.from_bool(has_ended, 8)))
            # what lives when it begins again did not begin after it (what another thread has to itself, only that one
            # sees; but then this is memory that is allocated once)
            if self.reuse.may_follow(new.number, other.number) and self._is_order_known(new, other):
                v = self._order(new, other)
                if v.shared or other.template == new.template:
                    found.append(O.Update(v, (), T.const(0, 8)))
        return found

    def moved(self, old: R.Site, new: R.Site) -> list[O.Update]:
        """realloc: the new object may lie where the old one does."""
        if old not in self.numbered or new not in self.numbered or not self._is_order_known(old, new):
            return []
        return [O.Update(self._order(old, new), (), T.const(1, 8))]

    def _order(self, old: R.Site, new: R.Site) -> Var:
        v = self._orders.get((old.number, new.number))
        if v is None:
            name = f"{new.name}.after.{old.name}"
            is_shared = all(self.sites.info(s.number).shared for s in (old, new))
            v = self._orders[old.number, new.number] = Var(name, 8, is_shared, kind="place", group=name)
            self.layouts.declare(v, "" if is_shared else new.template)
        return v

    def _is(self, site: R.Site, state: int, template: str) -> Term:
        if site.kind == "function" or not (info := self.sites.info(site.number)).mortal:
            return T.FALSE
        return T.eq(T.var(self.layouts.place_var(info, template)), T.const(state, 8))

    def _is_at(self, site: R.Site, distance: Term, template: str) -> Term:
        return T.ule(distance, self._constant(self._size(site)))

    def _is_in(self, site: R.Site, distance: Term, template: str) -> Term:
        return T.ult(distance, self._constant(self._size(site)))

    def _is_alive_in(self, site: R.Site, distance: Term, template: str) -> Term:
        dies = site.kind != "function" and self.sites.info(site.number).mortal
        return T.and_(self._is_in(site, distance, template), self._is(site, LIVE, template)) if dies else T.FALSE

    def may_be_hidden(self, site: R.Site) -> bool:
        """May a pointer to an object of this site have become a number?"""
        return site.number in self.points_to.nodes.get(R.EXPOSED, {})

    # ------------------------------------------------------------ sites

    def _targets(self, p: R.Ptr) -> Iterator[R.Site]:
        for number in sorted(self.points_to.targets(p.values)):
            yield self.context.sites[number]

    def _own_targets(self, p: R.Ptr) -> Iterator[R.Site]:
        return (s for s in self._targets(p) if s.number not in self.many.table)

    def _is_many(self, site: R.Site) -> bool:
        """Also if each of several threads has one to itself: there is one variable for its address."""
        if site.kind in ("global", "function"):
            return False
        is_single = (
            len(self.context.templates) == 1 if site.kind == "thread" else site.template in self.sites.static_ids
        )
        return self.sites.info(site.number).instanced or not is_single

    def _find_obstacle(self, site: R.Site) -> str:
        if site.number in self.many.table:
            return ""
        if self._is_many(site) or (site.kind == "local" and self.sites.info(site.number).has_rounds):
            return "address of one of many objects as a number"
        if not site.is_alignment_known:
            return UNKNOWN_ALIGNMENT
        if site.kind != "function" and (
            self.sites.info(site.number).sized or self.places.is_argument(self.sites.info(site.number))
        ):
            return "address of an object whose size is not known as a number"
        if self.many.table and not (lies_elsewhere(site) and self._is_seen_by_all(site)):
            return "address of an object that may lie where others of the heap do, as a number"
        if any(self._is_hidden_from(site, other) for other in self.numbered):
            return "address of an object that only one thread knows, as a number"
        for other in self.numbered:
            for old, new in ((site, other), (other, site)):
                if (
                    self.reuse.may_follow(old.number, new.number)
                    and not self._is_order_known(old, new)
                    and not self._is_many(other)
                ):
                    return "addresses of local objects as numbers"
        return ""

    def _is_hidden_from(self, site: R.Site, other: R.Site) -> bool:
        """Nobody who looks at `other`, of another thread, sees that the two lie apart from each other.

        (That they are far apart is no help: both may be compared with one number.)
        """
        is_always_seen = any(s.kind in ("global", "function") for s in (site, other))
        return not is_always_seen and other.template != site.template and not self.sites.info(site.number).shared

    def _is_order_known(self, old: R.Site, new: R.Site) -> bool:
        """Is there a step that begins the new object and can see whether the old one has ended?"""
        if not self.many.table.isdisjoint({old.number, new.number}):
            return False
        a, b = (self.sites.info(s.number) for s in (old, new))
        is_visible = a.shared or old.template == new.template
        is_of_one_kind = is_on_stack(old) == is_on_stack(new) and (not is_on_stack(old) or old.template == new.template)
        return (
            self.reuse.has_known_end(old.number)
            and (a.mortal and b.mortal and is_visible and is_of_one_kind)
            and not (a.instanced or b.instanced or "thread" in (old.kind, new.kind))
        )

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

    def _is_possible(self, template: str) -> Term:
        """All objects that are looked at can lie where they do."""
        sites = [s for s in self.numbered if self._is_seen(s, template) and not self._obstacle(s)]
        conditions: list[Term] = []
        if self.many.table:
            alignments = {n: self._alignment(self.context.sites[n]) for n in self.many.table}
            last = R.end_of_addresses(self.model.pointer_width)
            conditions += self.many.conditions(alignments, R.FIRST_ADDRESS, last, [self._extent(s) for s in sites])
        for i, site in enumerate(sites):
            base, end = self._extent(site)
            conditions.append(T.ule(self._constant(R.FIRST_ADDRESS), base))
            last = R.end_of_addresses(self.model.pointer_width) - self._size(site)
            conditions.append(T.ule(base, self._constant(last)))
            conditions.append(T.eq(T.bvand(base, self._constant(self._alignment(site) - 1)), self._constant(0)))
            for other in sites[:i]:
                there, there_end = self._extent(other)
                are_apart = T.or_(T.ule(end, there), T.ule(there_end, base))
                conditions.append(T.or_(are_apart, *self._excuses(site, other, template)))
        return T.and_(*conditions)

    def _excuses(self, a: R.Site, b: R.Site, template: str) -> Iterator[Term]:
        """Why two objects may overlap: one has not begun yet, or not before the other ended."""
        for old, new in ((a, b), (b, a)):
            if self.reuse.may_follow(old.number, new.number):
                yield self._is(new, NOT_YET, template)
                yield self._is(old, NOT_YET, template)
                yield T.is_nonzero(T.var(self._order(old, new)))

    def _is_seen(self, site: R.Site, template: str) -> bool:
        """What only another thread knows is not (`_is_hidden_from`)."""
        return site.kind in ("global", "function") or site.template == template or self.sites.info(site.number).shared

    def _is_seen_by_all(self, site: R.Site) -> bool:
        return all(self._is_seen(site, t) for t in self.context.templates)

    def _extent(self, site: R.Site) -> tuple[Term, Term]:
        base = self._base(site)
        return base, T.add(base, self._constant(self._size(site)))

    def _size(self, site: R.Site) -> int:
        size = 1 if site.kind == "function" else self.sites.info(site.number).size
        return max(size or 0, 1 if site.kind == "heap" and not site.automatic else 0)

    def _alignment(self, site: R.Site) -> int:
        if site.alignment or site.kind == "heap":
            return site.alignment or HEAP_ALIGNMENT
        try:
            return 1 if site.type is None else self.model.align_of(site.type)
        except LookupError:
            return 1

    def _constant(self, n: int) -> Term:
        return T.const(n, self.model.pointer_width)


def _in_few_cases(bad: list[tuple[Term, str]]) -> list[tuple[Term, str]]:
    """Each is a step that all others exclude: where there are many, those of one reason are one."""
    if len(bad) <= MOST_CASES:
        return bad
    return [(T.or_(*(g for g, y in bad if y == why)), why) for why in dict.fromkeys(why for _, why in bad)]
