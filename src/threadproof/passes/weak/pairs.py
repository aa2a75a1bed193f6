"""Which accesses may change places on ARMv8, so that it matters: the critical pairs of `delays`, of loads as well.

Behind an access one walks on as long as something may change places with it. What keeps the order is a fence, an
acquire, a release, or a dependency: a local is *behind* the access if it was computed from what it loads. An access
whose address is behind comes later, and so do all stores behind such an access, behind a branch on such a local,
and stores of such a value. Only what is left in the program counts as a dependency: compilers take out `x ^ x`, too.

A pair of a store and something later makes the store late (`late`, `pending`, as in `delays`); a pair of loads makes
the second one early (`takes`, `lasting`). For other pairs there is no verdict where they may be of use (`unknown`): the
first access is not understood there.
"""

from __future__ import annotations

from enum import Flag, auto

from threadproof.budget import check_time
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.passes.weak import arm
from threadproof.passes.weak.arm import Kept, address, assigned, is_exchange, kept, load, used
from threadproof.passes.weak.barriers import PSO, WHOLE, accesses
from threadproof.passes.weak.conflicts import At
from threadproof.passes.weak.delays import MOST_STEPS, Delays, _union
from threadproof.records import NamedTuple

LATE_LOAD = "an atomic operation that may be later than a store behind it"
EARLY_EXCHANGE = "an atomic operation that may be earlier than a load before it"
AT_ONCE = "an access to something large, or of the library, that may change places with others"
LOOK = "an operation that looks at a lock or a thread, and may change places with an access"
INTO_SECTION = "accesses that may move into a critical section"
ADDRESS = "a load that may be earlier than its address is computed"


TOO_LARGE = "program too large"
#: an array that is no longer may be loaded early at any index
MOST_INDICES = 4


class Open(Flag):
    """What may still change places with the access, and what was passed since."""

    NONE = 0
    LOADS = auto()
    STORES = auto()
    RELEASE = auto()
    EXCHANGE = auto()
    #: a lock was given back
    UNLOCK = auto()
    #: something that keeps less in order than it does here
    SECTION = auto()
    #: (an exchange that need not be early, if the access is late)
    PASSED = auto()


_ALL = Open.LOADS | Open.STORES


class Here(NamedTuple):
    at: int
    open: Open
    #: locals that depend on what was loaded
    behind: frozenset[Var]
    #: locals that were assigned since
    changed: frozenset[Var]
    #: what was stored to since, perhaps before the access
    stored: frozenset[str]


class Pairs(Delays):
    def __init__(self, program: Program) -> None:
        self.kept: dict[At, Kept] = {}
        #: for each location the loads that may be early there
        self.takes: dict[str, dict[int, dict[str, list[tuple[Term, ...]]]]] = {}
        #: where they may still be of use
        self.lasting: dict[str, dict[str, set[int]]] = {}
        self.unknown: dict[At, str] = {}
        #: locals on which addresses of early loads depend
        self.relevant: dict[str, frozenset[Var]] = {}
        #: loads that may be late
        self.late_loads: set[At] = set()
        super().__init__(program, PSO)

    def _look_at(self, t: Template) -> None:
        super()._look_at(t)
        for out in t.edges:
            for n, e in enumerate(out):
                at = At(t.name, e.source, n)
                is_section = isinstance(e.op, O.AtomicBegin) and e.op.order is None and self.around[at] == WHOLE
                self.kept[at] = Kept(whole=True, is_direct=True) if is_section else self.kept_of(e.op)
        self.takes[t.name] = {}
        self.lasting[t.name] = {}
        self.relevant[t.name] = _relevant(t)

    def kept_of(self, op: O.Op) -> Kept:
        return kept(op)

    def concerns(self, t: Template, held: dict[Var, Var]) -> bool:
        """Does anything change in it?"""
        if t.name not in self.takes:
            return False
        named = any(at.template == t.name for at in (*self.late, *self.late_loads, *self.unknown))
        return named or bool(self.takes[t.name]) or any(c.var in held for e in t.all_edges() for c in O.writes(e.op))

    def is_look(self, at: At) -> bool:
        i = self.number_of(at)
        return i is not None and self.nodes[i].is_look

    def touches(self, at: At) -> bool:
        return bool(accesses(self.edge(at).op))

    def edge(self, at: At) -> Edge:
        return self.by_name[at.template].edges[at.source][at.number]

    # ------------------------------------------------------------ cycles

    def _delay(self, t: Template) -> None:
        self.by_name = {t.name: t for t in self.templates}
        self._look_into_sections(t)
        outside = self.of_interest(t)
        if len(outside) < 2:
            return
        behind = self.behind(t, outside)
        for i in outside:
            for is_store in (False, True):
                if not (self.nodes[i].stores if is_store else self.nodes[i].loads):
                    continue
                check_time()
                walk = _Ahead(self, t, i, is_store)
                critical = {p: heres for p, heres in walk.partners.items() if self._is_critical(i, p[0], behind)}
                if critical:
                    self._note(t, i, walk, critical)

    def _look_into_sections(self, t: Template) -> None:
        """Those that are no whole fence may change places with what is outside, and with each other."""
        mine = [i for i, n in enumerate(self.nodes) if n.at.template == t.name]
        sections = [(begin, members) for name, begin, members in self.ordered_sections if name == t.name]
        if sections and len(mine) > 1:
            behind = self.behind(t, mine)
            for begin, members in sections:
                others = [c for c in mine if c not in members]
                pairs = [p for i in members for c in others for p in ((i, c), (c, i)) if self.is_on_cycle(*p, behind)]
                if pairs:
                    self.unknown.setdefault(begin, AT_ONCE)
                    self.critical += pairs

    def of_interest(self, t: Template) -> list[int]:
        """Accesses, and what looks at locks and threads."""
        mine = [i for i, n in enumerate(self.nodes) if n.at.template == t.name and (n.accesses or n.is_look)]
        return [i for i in mine if self.nodes[i].at.source not in self.inside[t.name]]

    def behind(self, t: Template, nodes: list[int]) -> dict[int, int]:
        """From an access that conflicts with this one, one comes to ..."""
        reaches = self._reaches(t.name if t.name in self.knowledge.threads.single else None)
        return {i: _union(reaches[j] | self._itself(j) for j in self._conflicts[i]) for i in nodes}

    def is_on_cycle(self, i: int, c: int, behind: dict[int, int]) -> bool:
        return any(behind[c] >> j & 1 for j in self._conflicts[i])

    def _is_critical(self, i: int, c: int, behind: dict[int, int]) -> bool:
        return self.is_on_cycle(i, c, behind) and not self.is_one_cell(i, c)

    def is_one_cell(self, i: int, c: int) -> bool:
        touched = {a.var for n in (i, c) for a in self.nodes[n].all}
        return len({v.group for v in touched}) == 1 and not any(v.dims for v in touched)

    def _note(self, t: Template, i: int, walk: _Ahead, critical: dict[tuple[int, bool], set[Here]]) -> None:
        first = self.nodes[i].at
        self.critical += [(i, c) for c, _ in sorted(critical)]
        if any(self.nodes[n].is_look for n in (i, *(c for c, _ in critical))):
            self.unknown.setdefault(first, LOOK)
            return
        waited: set[Here] = set()
        for (c, is_store), heres in critical.items():
            for here in heres:
                # (a load that sees a store of its thread is not early)
                is_own = any(a.var.group in here.stored for a in self.nodes[c].accesses)
                waits = walk.is_store or is_store or is_own or bool(here.open & Open.PASSED)
                is_unlocked = waits and bool(here.open & Open.UNLOCK)
                if here.open & Open.SECTION or (is_unlocked and (is_store or not walk.is_store)):
                    self.unknown.setdefault(first, INTO_SECTION)
                elif is_unlocked:
                    # (the store waits until the lock is given back; the load is early)
                    for last in walk.unlocking(here):
                        waited.add(last)
                        self._take(t, first, last.at, self.edge(self.nodes[c].at), {here})
                    self.lasting_of(t, c).update(walk.before({here}))
                elif waits:
                    waited.add(here)
        if waited:
            before = walk.before(waited)
            self.late |= {
                s
                for s in walk.stores
                if s.source in before and (self.number_of(s) is not None or is_exchange(self.edge(s).op))
            }
            self.pending[t.name] |= before
            if walk.is_store:
                self.late.add(first)
                return
            self.late_loads.add(first)
            if is_exchange(self.edge(first).op) or not arm.can_wait(self.edge(first).op):
                self.unknown.setdefault(first, LATE_LOAD)
        for (c, is_store), heres in critical.items():
            if is_store:
                continue
            if any(here.open & Open.EXCHANGE for here in heres):
                self.unknown.setdefault(first, EARLY_EXCHANGE)
            self._take(t, first, first.source, self.edge(self.nodes[c].at), heres)
            self.lasting_of(t, c).update(walk.before(heres))
            # (it may be early only if what acquires before it is)
            for between, there in walk.acquiring(heres).items():
                self._take(t, first, first.source, self.edge(between), there)
                for a in accesses(self.edge(between).op):
                    self.lasting[t.name].setdefault(a.var.group, set()).update(walk.before(there))

    def _take(self, t: Template, first: At, at: int, e: Edge, heres: set[Here]) -> None:
        """The load may be early, at this location."""
        op = e.op
        what = load(op)
        if is_exchange(op):
            return
        if what is None:
            self.unknown.setdefault(first, ADDRESS)
            return
        indices = self.takes[t.name].setdefault(at, {}).setdefault(what.group, [])
        found = [what.at]
        if any(v in here.changed for here in heres for i in what.at for v in i.vars):
            lengths = {a.var.length for a in accesses(op)}
            length = next(iter(lengths))
            if len(lengths) > 1 or len(what.at) != 1 or length is None or length > MOST_INDICES:
                self.unknown.setdefault(first, ADDRESS)
                return
            found = [(T.const(n, what.at[0].width),) for n in range(length)]
        indices += [i for i in found if i not in indices]
        self.lasting[t.name].setdefault(what.group, set()).add(at)

    def lasting_of(self, t: Template, c: int) -> set[int]:
        group = self.nodes[c].accesses[0].var.group
        return self.lasting[t.name].setdefault(group, set())


class _Ahead:
    """What comes behind an access, while something may change places with it."""

    def __init__(self, pairs: Pairs, t: Template, first: int, is_store: bool) -> None:
        self.pairs = pairs
        self.t = t
        self.first = first
        self.is_store = is_store
        #: the store of an atomic operation, which comes before an acquire that loads it
        self.is_exchange = is_store and pairs.nodes[first].loads
        self.steps = 0
        #: node, and whether it is its store; and from where
        self.partners: dict[tuple[int, bool], set[Here]] = {}
        #: stores on the way
        self.stores: set[At] = set()
        self._came: dict[Here, list[Here]] = {}
        at = pairs.nodes[first].at
        e = t.edges[at.source][at.number]
        keeps = pairs.kept[at]
        if keeps.whole or keeps.is_direct or (keeps.acquires and not is_store):
            return
        released = Open.RELEASE if is_store and keeps.releases else Open.NONE
        relevant = frozenset() if is_store else assigned(e.op)
        self._go(Here(e.target, _ALL | released, relevant, assigned(e.op) & pairs.relevant[t.name], frozenset()))

    def _go(self, start: Here) -> None:
        todo = [start]
        self._came = {start: []}
        while todo:
            here = todo.pop()
            if self.steps > MOST_STEPS:
                raise Limit(TOO_LARGE, f"too many ways behind an access of {self.t.name}")
            for n, e in enumerate(self.t.edges[here.at]):
                self.steps += 1
                there = self._over(here, At(self.t.name, here.at, n), e)
                if there is not None:
                    if there not in self._came:
                        self._came[there] = []
                        todo.append(there)
                    self._came[there].append(here)

    def _over(self, here: Here, at: At, e: Edge) -> Here | None:
        keeps = self.pairs.kept[at]
        _, open_, behind, changed, stored = here
        if keeps.whole:
            if not keeps.is_lock:
                return None
            open_ |= Open.SECTION
        if keeps.loads:
            if not self.is_store and not keeps.is_lock:
                return None
            open_ |= Open.SECTION if not self.is_store else Open.NONE
        if keeps.stores and self.is_store:
            open_ &= ~Open.STORES
        if keeps.acquires and (Open.RELEASE in open_ or (self.is_exchange and self._is_same_cell(at))):
            return None
        is_behind = bool(address(e.op) & behind)
        touched = self.pairs.touches(at)
        if (touched or self.pairs.is_look(at)) and at.source not in self.pairs.inside[self.t.name]:
            i = self.pairs.number_of(at)
            node = None if i is None else self.pairs.nodes[i]
            if i is not None and node is not None:
                if node.loads and Open.LOADS in open_ and not is_behind:
                    self.partners.setdefault((i, False), set()).add(here)
                if node.stores and Open.STORES in open_ and not keeps.releases and not used(e.op) & behind:
                    self.partners.setdefault((i, True), set()).add(here)
                    if not self.is_store:
                        stored |= {a.var.group for a in node.accesses if a.write}
            if not keeps.is_direct and any(a.write for a in accesses(e.op)):
                self.stores.add(at)
        if keeps.releases:
            open_ |= Open.RELEASE | (Open.UNLOCK if keeps.is_lock else Open.NONE)
        if keeps.acquires and (is_exchange(e.op) or keeps.is_lock):
            is_free = Open.STORES in open_ and not used(e.op) & behind
            open_ |= Open.PASSED if is_free else Open.EXCHANGE
        is_branch = not touched and isinstance(e.op, O.Step) and any(v in behind for v in e.op.guard.vars)
        if is_behind or is_branch:
            open_ &= ~Open.STORES
        made = assigned(e.op)
        depends = is_behind if touched else bool(used(e.op) & behind)
        behind = behind | made if depends else behind - made
        if not open_ & _ALL:
            return None
        return Here(e.target, open_, behind, changed | made & self.pairs.relevant[self.t.name], stored)

    def _is_same_cell(self, at: At) -> bool:
        i = self.pairs.number_of(at)
        return i is not None and self.pairs.is_one_cell(self.first, i)

    def unlocking(self, last: Here) -> set[Here]:
        """Where a lock is given back, on the way there."""
        todo, seen = [last], {last}
        found = set()
        while todo:
            here = todo.pop()
            for one in self._came[here]:
                if here.open & Open.UNLOCK and not one.open & Open.UNLOCK:
                    found.add(one)
                elif one not in seen:
                    seen.add(one)
                    todo.append(one)
        return found

    def before(self, last: set[Here]) -> set[int]:
        """Locations behind the access from which one comes to one of these."""
        return {here.at for here in self._on_the_way(last)}

    def acquiring(self, last: set[Here]) -> dict[At, set[Here]]:
        """Loads that acquire, on the way to one of these, and where they are."""
        found: dict[At, set[Here]] = {}
        for here in self._on_the_way(last) - last:
            for n, e in enumerate(self.t.edges[here.at]):
                at = At(self.t.name, here.at, n)
                keeps = self.pairs.kept[at]
                if keeps.acquires and not keeps.is_lock and not is_exchange(e.op):
                    found.setdefault(at, set()).add(here)
        return found

    def _on_the_way(self, last: set[Here]) -> set[Here]:
        todo = list(last)
        found = set(todo)
        while todo:
            for one in self._came[todo.pop()]:
                if one not in found:
                    found.add(one)
                    todo.append(one)
        return found


def _relevant(t: Template) -> frozenset[Var]:
    """The locals on which the addresses of accesses depend."""
    found: set[Var] = set()
    stored: dict[str, set[Var]] = {}
    for e in t.all_edges():
        for c in O.writes(e.op):
            if c.var.shared:
                stored.setdefault(c.var.group, set()).update(used(e.op))
    for e in t.all_edges():
        if load(e.op) is not None:
            found |= address(e.op)
    while True:
        size = len(found)
        for e in t.all_edges():
            if assigned(e.op) & found:
                found |= used(e.op)
                for a in O.footprint(e.op):
                    if not a.write:
                        found |= stored.get(a.var.group, set())
        if len(found) == size:
            return frozenset(found)
