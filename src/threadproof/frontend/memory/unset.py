"""Which pointers in memory may be read before anybody has written them?

An uninitialised pointer is some number: null, or any address where no object is. Most objects get all their
pointers before anybody else hears of them, and then nothing needs to be said about that. So an object is followed from
where it begins, in the raw graph, along the variables that have its address, to where one of its pointers is read or
its address is given away; pointers that were not written on each way there may be unset. On the safe side: more may.
"""

from __future__ import annotations

from functools import cache

from threadproof.analysis.points_to import PointsTo
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import Pointer
from threadproof.frontend.lower.whole import ProgramContext
from threadproof.frontend.memory.layout import Leaf, SiteInfo
from threadproof.frontend.memory.liveness import Bits, Flow, live, reads_and_writes
from threadproof.ir import op as O
from threadproof.logic.term import Term, Var

#: so many states of one object are looked at
MOST_STATES = 4000

#: a location, the variables with the address of the object, the offsets of its pointers that are written
State = tuple[int, frozenset[Var], frozenset[int]]


class Unset:
    def __init__(self, context: ProgramContext, points_to: PointsTo) -> None:
        self.context = context
        self.points_to = points_to
        self._following = cache(lambda template: context.templates[template].following())
        self._known: dict[int, set[int] | None] = {}
        self._begins: dict[int, list[tuple[str, R.RawEdge, Var]]] = {}
        for name, t in context.templates.items():
            for e in t.edges:
                match e.op:
                    case R.Alloc(site=site, target=v):
                        self._begins.setdefault(site.number, []).append((name, e, v))
                    case R.Lifetime(site=site, begins=True) if site.address is not None:
                        self._begins.setdefault(site.number, []).append((name, e, site.address))

    def may_be(self, info: SiteInfo, leaf: Leaf) -> bool:
        """May a pointer in this leaf be read that was never written?"""
        site = info.site
        if info.zeroed or site.kind not in ("heap", "local") or not isinstance(leaf.type, Pointer):
            return False
        if site.number not in self._known:
            self._known[site.number] = self._find(info)
        written = self._known[site.number]
        return written is None or bool(leaf.dims) or leaf.offset not in written

    def _find(self, info: SiteInfo) -> set[int] | None:
        """The offsets of pointers that are always written first; None: not known."""
        begins = self._begins.get(info.site.number)
        if not begins:
            return None
        found = {x.offset for x in info.leaves if isinstance(x.type, Pointer) and not x.dims}
        for name, e, v in begins:
            if not (isinstance(e.op, R.Lifetime) and e.op.is_filled):
                found &= self._written_first(info.site.number, name, e.target, v, frozenset(found))
        return found

    def _written_first(self, site: int, template: str, start: int, v: Var, wanted: frozenset[int]) -> set[int]:
        found = set(wanted)
        first: State = (start, frozenset([v]), frozenset())
        seen, work = {first}, [first]
        while work and found:
            at, holders, written = work.pop()
            if len(seen) > MOST_STATES:
                return set()
            for e in self._following(template).get(at, ()):
                if _gives_away(e.op, holders):
                    found &= written
                    continue
                now = written
                if isinstance(e.op, R.MemAccess) and isinstance(e.op.type, Pointer) and _is_of(e.op.place, holders):
                    offset = self._offset(e.op.place, site)
                    if e.op.old or offset is None:
                        found &= written
                    else:
                        now |= {offset}
                left = _holders(e.op, holders)
                more = [(target, left, now) for target in e.targets] if left and not wanted <= now else []
                work += [s for s in more if s not in seen]
                seen.update(more)
        return found

    def _offset(self, place: R.Place, site: int) -> int | None:
        """Where in an object of the site the place is, if that is known."""
        offsets = self.points_to.targets(place.base.values).get(site, ())
        if len(offsets) != 1 or place.steps:
            return None
        ((first, modulus),) = offsets
        return None if modulus else first + place.offset


def are_read_unset(context: ProgramContext) -> bool:
    """May a pointer that is a variable of its own be read before it is written?"""
    for name, places in context.unset.items():
        t = context.templates.get(name)
        if t is None:
            continue  # nobody starts it
        bits = Bits(v for _, v in places)
        needs = [(e, *reads_and_writes(e.op)) for e in t.edges]
        later = live(t.locations, [Flow(e.source, e.targets, bits.of(r), bits.of(w)) for e, r, w in needs])
        if any(later[at] & bits.of([v]) for at, v in places):
            return True
    return False


def _is_of(place: R.Place, holders: frozenset[Var]) -> bool:
    return _variable(place.base.obj) in holders


def _variable(x: Term) -> Var | None:
    return x.var if x.op == "var" else None


def _mentions(x: object, holders: frozenset[Var]) -> bool:
    return any(isinstance(y, Term) and not y.vars.isdisjoint(holders) for y in R.parts(x))


def _gives_away(op: R.RawOp, holders: frozenset[Var]) -> bool:
    """May somebody find the object after this who did not know it before?"""
    match op:
        case R.MemAccess():
            return _mentions((op.new, op.test), holders) or (
                not _is_of(op.place, holders) and _mentions(op.place, holders)
            )
        case R.WholeAccess() | R.SyncAccess() | R.SamePtr() | R.ComparePtr() | R.Free() | R.Lifetime() | R.Expire():
            return False
        case O.Step():
            return any(
                u.var.shared or u.index or _variable(u.value) is None
                for u in op.updates
                if not u.value.vars.isdisjoint(holders)
            )
        case _:
            return _mentions(op, holders)


def _holders(op: R.RawOp, holders: frozenset[Var]) -> frozenset[Var]:
    """Who has the address afterwards."""
    if isinstance(op, O.Step):
        more = {u.var for u in op.updates if _variable(u.value) in holders}
        return holders - {u.var for u in op.updates} | more
    return holders - {x for x in R.parts(op) if isinstance(x, Var)}
