"""Which objects may lie where another one was before? And which pointers may lie where another object begins?

The place of an object may be used again once it has ended: by memory that is allocated later, by a local of a function
that is called later, by a thread that starts later. A pointer to what has ended then equals one to the new object; the
compiler and the library decide about that, not the program. A pointer one past the end of an object may equal one to
the object behind it.

Found out before memory is laid out, from the raw graphs, points-to and which threads run once; on the safe side.
What lives for ever, the stack of main, and all other memory lie far apart from each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from threadproof.analysis.points_to import Offset, PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.threads import detaching
from threadproof.ir import op as O


class Reuse:
    def __init__(self, context: ProgramContext, points_to: PointsTo, single: set[str], escaping: set[int]) -> None:
        self.context = context
        self.points_to = points_to
        self._single = single
        self._escaping = escaping
        self.may_follow = cache(self._may_follow)

    def tests(self) -> Iterator[R.SamePtr]:
        """All comparisons for equality."""
        for t in self.context.templates.values():
            for e in t.edges:
                match e.op:
                    case R.SamePtr() as test:
                        yield test
                    case R.MemAccess(test=R.SamePtr() as test):
                        yield test

    def pairs(self, a: R.Ptr, b: R.Ptr) -> list[tuple[R.Site, R.Site]]:
        """Sites of different objects that the pointers may point to and be equal all the same."""
        left, right = (self.points_to.targets(p.values) for p in (a, b))
        return [
            (x, y)
            for x in map(self.context.sites.__getitem__, sorted(left))
            for y in map(self.context.sites.__getitem__, sorted(right))
            if (x is not y or self.is_many(x))
            and (
                self.may_follow(x.number, y.number)
                or self.may_follow(y.number, x.number)
                or self.may_be_merged(x, y)
                or (
                    not _are_far_apart(x, y)
                    and (self.may_be_outside(x, left[x.number]) or self.may_be_outside(y, right[y.number]))
                )
            )
        ]

    @cached_property
    def numbered(self) -> set[int]:
        """Sites whose address somebody may look at: as a number, in an order, or to see if two are in one place."""
        found = set(self.points_to.nodes.get(R.EXPOSED, {}))
        for t in self.context.templates.values():
            for e in t.edges:
                if isinstance(e.op, R.ComparePtr) and not self.is_one_object(e.op):
                    for p in (e.op.left, e.op.right):
                        found |= set(self.points_to.targets(p.values))
        for test in self.tests():
            for p, q in ((test.left, test.right), (test.right, test.left)):
                if self.points_to.may_be_number(p.values):
                    found |= set(self.points_to.targets(q.values))
        return found | {s.number for test in self.tests() for pair in self.pairs(test.left, test.right) for s in pair}

    @cached_property
    def with_a_life_that_matters(self) -> set[int]:
        """Sites for which it must be known when their objects begin and end."""
        return {n for a in self.numbered for b in self.numbered if self.may_follow(a, b) for n in (a, b)}

    def is_one_object(self, op: R.ComparePtr) -> bool:
        """Both pointers point into the same object, if they point into any, and none may be any number."""
        if any(self.points_to.may_be_number(p.values) for p in (op.left, op.right)):
            return False
        found = {*self.points_to.targets(op.left.values), *self.points_to.targets(op.right.values)}
        return len(found) <= 1 and not any(self.is_many(self.context.sites[n]) for n in found)

    @cached_property
    def thread_ids(self) -> bool:
        """May a thread get the id of one that has ended? Only once that was joined, or is detached."""
        if any(n in self.context.unit.functions for n in detaching()):
            return True
        joins = [
            (n, e.target)
            for n, t in self.context.templates.items()
            for e in t.edges
            if isinstance(e.op, O.Step) and e.op.role is O.Role.JOIN
        ]
        creations = [
            (n, e.source) for n, t in self.context.templates.items() for e in t.edges if isinstance(e.op, R.RawCreate)
        ]
        return any(
            n != m or n not in self._single or at in self._after(n, end) for n, end in joins for m, at in creations
        )

    def may_be_outside(self, site: R.Site, offsets: set[Offset]) -> bool:
        """May a pointer to the site be anywhere but inside its object, as one past its end is?"""
        size = self.size(site)
        if size is None:
            size = 0 if site.automatic else 1  # (where memory from malloc begins nothing else does)
        return any(m or not 0 <= c < size for c, m in offsets)

    def size(self, site: R.Site) -> int | None:
        """In bytes, if it is known; of arguments of main that may be any, the least."""
        known = self.context.arguments
        if site.kind == "function" or (known is not None and site in known.strings):
            return 1
        if known is not None and site is known.vector:
            return 2 * self.context.model.pointer_width // 8
        if site.kind == "heap" and (site.size is None or not site.automatic):
            return None if site.size is None else max(site.size, 1)  # no other memory begins where that of size 0 does
        if site.kind == "heap":
            return site.size
        try:
            return 0 if site.type is None else self.context.model.size_of(site.type)
        except LookupError:
            return None

    def may_be_merged(self, a: R.Site, b: R.Site) -> bool:
        """May one string literal be the end of another?"""
        x, y = self._literals.get(a.number), self._literals.get(b.number)
        return x is not None and y is not None and (x.endswith(y) or y.endswith(x))

    @cached_property
    def _literals(self) -> dict[int, bytes]:
        return {site.number: data for (data, owner), site in self.context.strings.items() if not owner}

    # ------------------------------------------------------------ one after the other

    def is_many(self, site: R.Site) -> bool:
        """May there be several objects of this site, and pointers to all of them in one thread?"""
        if _is_static(site):
            return False
        if site.kind == "heap" and any(at in self._after(t, to) for t, at, to in self._begins.get(site.number, ())):
            return True
        return site.number in self._escaping and (site.kind == "thread" or site.template not in self._single)

    def _may_follow(self, old: int, new: int) -> bool:
        """May an object of `new` begin where one of `old` was?"""
        a, b = self.context.sites[old], self.context.sites[new]
        if any(_is_static(s) for s in (a, b)) or _are_far_apart(a, b) or (a is b and not self.is_many(a)):
            return False
        if (new, old) in self.moves:
            return True
        if a.kind == "thread":
            return old in self._escaping
        if not self.has_known_end(old):
            # (a local whose block is never left has a beginning only)
            return is_on_stack(a) and (a.automatic or old not in self._begins)
        are_of_one_thread = not {old, new} & self._escaping
        return b.kind == "thread" or any(
            t != u or not (t in self._single or are_of_one_thread) or begin in self._after(t, end)
            for t, end in self._ends[old]
            for u, begin, _ in self._begins.get(new, ())
        )

    def has_known_end(self, number: int) -> bool:
        """There are steps that end its objects. (Memory from alloca has none unless memory safety is asked for.)"""
        return number in self._ends

    @cached_property
    def _begins(self) -> dict[int, list[tuple[str, int, int]]]:
        """By site: the edges at which its objects begin, as template, source and target."""
        found: dict[int, list[tuple[str, int, int]]] = {}
        for name, t in self.context.templates.items():
            for e in t.edges:
                match e.op:
                    case R.Alloc(site=site) | R.Lifetime(site=site, begins=True):
                        found.setdefault(site.number, []).append((name, e.source, e.target))
        return found

    @cached_property
    def _ends(self) -> dict[int, list[tuple[str, int]]]:
        """By site: the places at which its objects have just ended."""
        found: dict[int, list[tuple[str, int]]] = {}
        for name, t in self.context.templates.items():
            for e in t.edges:
                match e.op:
                    case R.Lifetime(site=site, begins=False):
                        found.setdefault(site.number, []).append((name, e.target))
                    case R.Free(pointer=p) | R.Expire(pointer=p):
                        for number in self.points_to.targets(p.values):
                            site = self.context.sites[number]
                            if site.automatic == isinstance(e.op, R.Expire) and not site.has_no_end:
                                found.setdefault(number, []).append((name, e.target))
        return found

    @cached_property
    def moves(self) -> set[tuple[int, int]]:
        """realloc may leave the object where it is: pairs of the new and the old site."""
        return {
            (new, old)
            for t in self.context.templates.values()
            for e in t.edges
            if isinstance(e.op, R.CopyObject)
            for new in self.points_to.targets(e.op.target.values)
            for old in self.points_to.targets(e.op.source.values)
        }

    def _after(self, template: str, location: int) -> set[int]:
        """Where control may be, once it was here."""
        known = self._reached.get((template, location))
        if known is None:
            known = self._reached[template, location] = set()
            work = [location]
            while work:
                at = work.pop()
                if at not in known:
                    known.add(at)
                    work += self._successors[template].get(at, ())
        return known

    @cached_property
    def _reached(self) -> dict[tuple[str, int], set[int]]:
        return {}

    @cached_property
    def _successors(self) -> dict[str, dict[int, list[int]]]:
        out: dict[str, dict[int, list[int]]] = {}
        for name, t in self.context.templates.items():
            mine = out[name] = {}
            for e in t.edges:
                mine.setdefault(e.source, []).extend(e.targets)
        return out


def _is_static(site: R.Site) -> bool:
    return site.kind in ("global", "function")


def _are_far_apart(a: R.Site, b: R.Site) -> bool:
    """What lives for ever, the stack of main, and the rest (the heap, stacks of threads) have no common border."""
    regions = {0 if _is_static(s) else 1 if is_on_stack(s) and s.template == "main" else 2 for s in (a, b)}
    return len(regions) > 1


def lies_elsewhere(site: R.Site) -> bool:
    """Never where objects of the heap do."""
    return _is_static(site) or (is_on_stack(site) and site.template == "main")


def is_on_stack(site: R.Site) -> bool:
    return site.kind == "local" or site.automatic
