"""Whose handle is it that somebody joins or detaches: is there such a thread?

A handle that nobody has stored is a number like any other. glibc says that there is no such thread, or crashes; to wait
for ever instead would drop an execution. So each place where a thread is joined or detached is looked at: along the raw
graph, which variables and which cells with a fixed address surely hold the id of a thread that was created? Where that
is not known, a program remembers who was created (`exact`), or the verdict says that it is taken for granted.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.ir import op as O
from threadproof.logic.term import Term, Var

#: a variable of the thread, or (site, offset) in memory
Holder = Var | tuple[int, int]
Holders = frozenset[Holder]

SCOPE = "threads that are joined or detached have been created"


class Created:
    def __init__(self, context: ProgramContext, points_to: PointsTo, single: Iterable[str]) -> None:
        """`single`: the templates of which there is one thread at most."""
        self.points_to = points_to
        self.sites = context.sites
        self._single = set(single)
        #: by site, the templates that may store something else there
        self._others: dict[int, set[str]] = {}
        #: the places, as edges, whose handle is surely one of a thread
        self._sure: set[R.RawEdge] = set()
        joining = [t for t in context.templates.values() if any(isinstance(e.op, R.MustBeThread) for e in t.edges)]
        if joining:
            for t in context.templates.values():
                self._find_other_stores(t)
        for t in joining:
            self._follow(t)
        unsure = [e.op for t in joining for e in t.edges if isinstance(e.op, R.MustBeThread) and not self.is_sure(e)]
        #: somebody asks for it
        self.is_tracked = any(op.is_exact for op in unsure)
        if not all(op.is_exact for op in unsure):
            context.scope[SCOPE] = None

    def is_sure(self, e: R.RawEdge) -> bool:
        return e in self._sure

    def _find_other_stores(self, t: R.RawTemplate) -> None:
        ids = _ids(t)
        for e in t.edges:
            if isinstance(e.op, R.MemAccess) and e.op.new and _variable(e.op.new[0]) not in ids:
                for site in self.points_to.targets(e.op.place.values):
                    self._others.setdefault(site, set()).add(t.name)

    def _follow(self, t: R.RawTemplate) -> None:
        following = t.following()
        known: dict[int, Holders] = {t.entry: frozenset()}
        work = [t.entry]
        while work:
            at = work.pop()
            for e in following.get(at, ()):
                after = self._after(t.name, e.op, known[at])
                for target in e.targets:
                    before = known.get(target)
                    now = after if before is None else before & after
                    if now != before:
                        known[target] = now
                        work.append(target)
        for e in t.edges:
            if isinstance(e.op, R.MustBeThread) and _variable(e.op.handle) in known.get(e.source, frozenset()):
                self._sure.add(e)

    def _after(self, template: str, op: R.RawOp, known: Holders) -> Holders:
        """Who surely holds the id of a thread after a step."""
        match op:
            case R.NewThread(target=v):
                return known | {v}
            case R.MemAccess(old=(), new=(value,)):
                cell = self._cell(template, op.place)
                if cell is not None and _variable(value) in known:
                    return known | {cell}
                return known if _variable(value) in known else self._without(known, op.place)
            case R.MemAccess(old=(v,), new=()):
                return known | {v} if self._cell(template, op.place) in known else known - {v}
            case R.MemAccess() if op.new:
                return self._without(known - _written(op), op.place)
            case R.Lifetime(site=site):
                return frozenset(x for x in known if isinstance(x, Var) or x[0] != site.number)
            case O.Step(updates=updates):
                gone = {u.var for u in updates}
                more = {u.var for u in updates if not u.var.shared and not u.index and _variable(u.value) in known}
                return (known - gone) | more
            case _:
                return known - _written(op)

    def _cell(self, template: str, place: R.Place) -> tuple[int, int] | None:
        """The one cell that a place always is, if nobody else stores other things there."""
        targets = self.points_to.targets(place.base.values)
        if len(targets) != 1 or place.steps:
            return None
        ((number, offsets),) = targets.items()
        site = self.sites[number]
        is_own_local = template in self._single or (place.base.obj.op == "var" and place.base.obj.var is site.address)
        is_one = site.kind == "global" or (site.kind == "local" and site.template == template and is_own_local)
        is_own = self._others.get(number, set()) <= ({template} & self._single)
        if not is_one or not is_own or len(offsets) != 1:
            return None
        ((first, modulus),) = offsets
        return None if modulus else (number, first + place.offset)

    def _without(self, known: Holders, place: R.Place) -> Holders:
        sites = self.points_to.targets(place.values)
        return frozenset(x for x in known if isinstance(x, Var) or x[0] not in sites)


def _ids(t: R.RawTemplate) -> set[Var]:
    """The variables to which nothing but ids of new threads is ever assigned."""
    found = {e.op.target for e in t.edges if isinstance(e.op, R.NewThread)}
    for e in t.edges:
        if not isinstance(e.op, R.NewThread):
            found -= _written(e.op)
    return found


def _written(op: R.RawOp) -> set[Var]:
    return {x for x in R.parts(op) if isinstance(x, Var)}


def _variable(x: Term) -> Var | None:
    """Whose value it is, at whatever width."""
    while x.op in ("zext", "extract"):
        x = x.args[0]
    return x.var if x.op == "var" else None
