"""Which objects on the stack may a pointer outlive?

Pointers are kept in memory, in variables of their own thread, and in those of other threads. A pointer outlives an
object if, once that has ended, somebody may still read the pointer before it is written again. Found out before memory
is laid out, from the raw graphs and points-to; on the safe side: what is not outlived needs no end.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache

from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.liveness import Bits, Flow, live
from threadproof.frontend.memory.reuse import is_on_stack
from threadproof.ir import op as O
from threadproof.logic.term import Term, Var


class Outliving:
    def __init__(self, context: ProgramContext, points_to: PointsTo, escaping: set[int]) -> None:
        self.context = context
        self.points_to = points_to
        self._escaping = escaping
        self._holders = self._find_holders()
        self._ends = self._find_ends()
        self._live = cache(self._find_live)
        self._following = cache(lambda template: context.templates[template].following())

    def of(self, site: R.Site) -> bool:
        """May a pointer outlive an object of this site?"""
        t = self.context.templates.get(site.template)
        if t is None:
            return False  # nobody starts that thread
        ends = self._ends[site.number]
        holders = self._holders[site.number]
        if site.number in self._escaping or any(self._is_for_ever(h) for h in holders):
            return self._anything_follows(t, ends)
        if not holders:
            return False
        bits, later = self._live(t.name)
        return any(bits.of(holders) & later[at] for at in ends)

    def _find_ends(self) -> dict[int, set[int]]:
        """By site: where its objects have just ended."""
        found: dict[int, set[int]] = {number: set() for number in self._holders}
        for t in self.context.templates.values():
            for e in t.edges:
                match e.op:
                    case R.Lifetime(site=site, begins=False):
                        found[site.number].add(e.target)
                    case R.Expire(pointer=p):
                        for number in self.points_to.targets(p.values).keys() & found.keys():
                            found[number].add(e.target)
        return found

    def _find_holders(self) -> dict[int, set[Hashable]]:
        """By site: the variables and (as numbers) the sites that may hold its address."""
        found: dict[int, set[Hashable]] = {s.number: set() for s in self.context.sites if is_on_stack(s)}
        for number in self.points_to.contents:
            for held in self.points_to.stored_in(number) & found.keys():
                found[held].add(number)
        for t in self.context.templates.values():
            for v in t.locals:
                for held in self.points_to.nodes.get(v, {}):
                    if held in found:
                        found[held].add(v)
        return found

    def _is_for_ever(self, holder: Hashable) -> bool:
        return isinstance(holder, int) and self.context.sites[holder].kind != "local"

    def _anything_follows(self, t: R.RawTemplate, ends: set[int]) -> bool:
        """Does the thread do anything more, or go on as others do? Not if the whole process ends with the object."""
        work, seen = list(ends), set(ends)
        while work:
            following = self._following(t.name).get(work.pop(), [])
            for e in following:
                if not isinstance(e.op, R.Lifetime | O.Exit) and e.op is not R.NOP:
                    return True
                if not isinstance(e.op, O.Exit) and e.target not in seen:
                    seen.add(e.target)
                    work.append(e.target)
            if not following:
                return True
        return False

    def _find_live(self, template: str) -> tuple[Bits, list[int]]:
        """By location: the variables and local sites that are read later, before they are written or begin."""
        t = self.context.templates[template]
        bits = Bits(set().union(*(h for n, h in self._holders.items() if self.context.sites[n].template == template)))
        flows = []
        for e in t.edges:
            parts = list(R.parts(e.op))
            writes: set[Hashable] = {x for x in parts if isinstance(x, Var)}
            if isinstance(e.op, R.Lifetime):
                writes = {e.op.site.number}
            flows.append(Flow(e.source, e.targets, bits.of(self._reads(parts)), bits.of(writes)))
        return bits, live(t.locations, flows)

    def _reads(self, parts: list[object]) -> set[Hashable]:
        found: set[Hashable] = set()
        for x in parts:
            if isinstance(x, Term):
                found.update(x.vars)
            elif isinstance(x, R.Ptr):
                found |= self.points_to.targets(x.values).keys()
        return found
