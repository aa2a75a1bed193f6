"""Which stores may be late, so that it matters: those on a critical cycle, and where they need not wait any longer.

A store and an access behind it that may overtake it are a *pair*, if nothing between them keeps them in order. An
execution that no order of the program explains has a cycle of program order and conflicts (Shasha and Snir, "Efficient
and correct execution of parallel programs that share memory", TOPLAS 1988) with a pair that was turned round in it. So
a pair is *critical* if one comes from an access that conflicts with the second one, along the threads and across
conflicts, to an access that conflicts with the first one; all other pairs may be kept in order, and executions are the
same. (Alglave, Kroening, Nimal, Tautschnig, "Software verification for weak memory via program transformation".)

What is kept in order must not keep more in order than it says:

* A store waits from where it is until no access follows that is critical with it, fences or the like before it aside.
* Stores that others conflict with, between a store that is late and its partner, are late too: a store that does not
  wait would make those before it arrive, on machines that keep stores in order, or to the same cell.

Conflicts are those of the templates, except by locks, cells, and threads that have not started or have ended
(`Exclusion`): what keeps such accesses apart are steps that wait for all stores, on both sides. What the program does
with data to keep them apart (ownership, publication) excludes nothing here. But one thread comes after another by them:
what is under a lock, waited for, created or ended is no part of a pair, and a way along which a cycle goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from threadproof.analysis.exclusion import Exclusion, Place
from threadproof.analysis.knowledge import Knowledge
from threadproof.budget import check_time
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.logic.term import Var
from threadproof.passes.weak.barriers import NOTHING, WHOLE, Around, Cut, Machine, accesses, around

#: more pairs of accesses than this are not looked at: then they conflict
MOST_PAIRS = 20_000
#: more steps of the walks behind all stores than this are not gone: then all stores are late wherever they can be
MOST_STEPS = 2_000_000


class At(NamedTuple):
    """An edge: of a template, out of a location, the how manieth."""

    template: str
    source: int
    number: int


class _Node(NamedTuple):
    at: At
    accesses: tuple[O.Access, ...]

    @property
    def loads(self) -> bool:
        return any(not a.write for a in self.accesses)

    @property
    def stores(self) -> bool:
        return any(a.write for a in self.accesses)


class Delays:
    """`late`: edges with stores that may be late. `pending`: where one that was stored before may still be late."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.machine = machine
        self.knowledge = Knowledge(program)
        self.templates = self.knowledge.templates
        self.inside = {t.name: inside_sections(t) for t in self.templates}
        #: accesses that conflict with one of another instance
        self.nodes: list[_Node] = []
        self._conflicts: list[set[int]] = []
        self._find_conflicts()
        self._by_edge = {n.at: i for i, n in enumerate(self.nodes)}
        self.vars = {a.var for n in self.nodes for a in n.accesses}
        #: template, first location, accesses in it
        self._sections: list[tuple[str, int, list[int]]] = []
        self.around: dict[At, Around] = {}
        for t in self.templates:
            self._look_at(t)
        self.late: set[At] = set()
        self.pending: dict[str, set[int]] = {t.name: set() for t in self.templates}
        for t in self.templates:
            self._delay(t)

    def is_shared_store(self, at: At) -> bool:
        """Others may notice when it happens."""
        i = self._by_edge.get(at)
        return i is not None and self.nodes[i].stores

    def is_shared_load(self, at: At) -> bool:
        i = self._by_edge.get(at)
        return i is not None and self.nodes[i].loads

    def number_of(self, at: At) -> int | None:
        """Of the access, if another thread's conflicts with it."""
        return self._by_edge.get(at)

    # ------------------------------------------------------------ conflicts

    def _find_conflicts(self) -> None:
        found = [
            _Node(At(t.name, e.source, n), touched)
            for t in self.templates
            for out in t.edges
            for n, e in enumerate(out)
            if (touched := accesses(e.op))
        ]
        users: dict[Var, list[tuple[int, O.Access]]] = {}
        for i, node in enumerate(found):
            for a in node.accesses:
                users.setdefault(a.var, []).append((i, a))
        pairs: list[tuple[int, int]] = []
        templates = {t.name: t for t in self.templates}
        exclusion = Exclusion(self.knowledge, are_enabled=True)
        for at, a, other, b in _conflicting(users):
            x, y = templates[found[at].at.template], templates[found[other].at.template]
            if len(pairs) > MOST_PAIRS or not self.knowledge.is_regular:
                is_excluded = x is y and x.name in self.knowledge.threads.single and self.knowledge.is_regular
            else:
                one = Place(x, x.edges[found[at].at.source][found[at].at.number], a)
                two = Place(y, y.edges[found[other].at.source][found[other].at.number], b)
                is_excluded = _keeps_apart(exclusion, one, two)
            if not is_excluded:
                pairs.append((at, other))
        kept = {i: n for n, i in enumerate(sorted({i for pair in pairs for i in pair}))}
        self.nodes = [found[i] for i in kept]
        self._conflicts = [set() for _ in kept]
        for i, j in pairs:
            self._conflicts[kept[i]].add(kept[j])
            self._conflicts[kept[j]].add(kept[i])

    def _look_at(self, t: Template) -> None:
        for out in t.edges:
            for n, e in enumerate(out):
                if isinstance(e.op, O.AtomicBegin):
                    keeps = self._of_section(t, e.target)
                else:
                    keeps = around(e.op, self.machine)
                self.around[At(t.name, e.source, n)] = keeps

    def _of_section(self, t: Template, begin: int) -> Around:
        """A section that touches what others touch, or waits for stores in it, waits for them before."""
        seen, todo = {begin}, [begin]
        members: list[int] = []
        waits = False
        while todo:
            at = todo.pop()
            for n, e in enumerate(t.edges[at]):
                i = self._by_edge.get(At(t.name, at, n))
                if i is not None:
                    members.append(i)
                waits |= bool(around(e.op, self.machine).before)
                waits |= any(a.var in self.vars for a in accesses(e.op))
                if e.target not in seen and e.target in self.inside[t.name]:
                    seen.add(e.target)
                    todo.append(e.target)
        if members:
            self._sections.append((t.name, begin, members))
        return WHOLE if members or waits else NOTHING

    # ------------------------------------------------------------ cycles

    def _reaches(self, but: str | None) -> list[int]:
        """For each node the nodes, as bits, that one comes to from it, not by way of this template."""
        successors: list[list[int]] = [[*c] for c in self._conflicts]
        number: dict[tuple[str, int], int] = {}
        for t in self.templates:
            for at in range(len(t.edges)):
                number[t.name, at] = len(successors)
                successors.append([])
        for t in self.templates:
            for at, out in enumerate(t.edges):
                for n, e in enumerate(out):
                    target = number[t.name, e.target]
                    i = self._by_edge.get(At(t.name, at, n))
                    if i is not None:
                        successors[i].append(target)
                    successors[number[t.name, at]].append(target if i is None else i)
        for name, begin, members in self._sections:
            # (all of it happens at once)
            for i in members:
                successors[i].append(number[name, begin])
        self._add_other_ways(successors, number)
        if but is not None:
            gone = {i for i, n in enumerate(self.nodes) if n.at.template == but}
            gone |= {n for (name, _), n in number.items() if name == but}
            successors = [[] if i in gone else [j for j in s if j not in gone] for i, s in enumerate(successors)]
        return _reached(successors, len(self.nodes))

    def _add_other_ways(self, successors: list[list[int]], number: dict[tuple[str, int], int]) -> None:
        """From thread to thread by what never happens at once: locks, what they protect, creations, ends, ..."""
        readers, writers = _Users(), _Users()
        for t in self.templates:
            for at, out in enumerate(t.edges):
                for n, e in enumerate(out):
                    i = self._by_edge.get(At(t.name, at, n))
                    way = (number[t.name, at], number[t.name, e.target]) if i is None else (i, i)
                    for a in O.footprint(e.op):
                        (writers if a.write else readers).add(a.var, t.name, way)
                    if isinstance(e.op, O.Create):
                        created = [s for s in self.templates if s.name == e.op.template]
                        successors[way[0]] += [number[s.name, s.entry] for s in created]
        for first, seconds in ((writers, (writers, readers)), (readers, (writers,))):
            for (v, name), ways in first.items():
                others = {
                    to
                    for second in seconds
                    for (w, other), found in second.items()
                    if w is v and (other != name or name not in self.knowledge.threads.single)
                    for _, to in found
                }
                if others:
                    successors.append(list(others))
                    for source, _ in ways:
                        successors[source].append(len(successors) - 1)

    def _delay(self, t: Template) -> None:
        mine = [i for i, n in enumerate(self.nodes) if n.at.template == t.name]
        outside = [i for i in mine if self.nodes[i].at.source not in self.inside[t.name]]
        first = [i for i in outside if self.nodes[i].stores and not self._keeps(i).is_direct]
        if not first or len(outside) < 2:
            return
        reaches = self._reaches(t.name if t.name in self.knowledge.threads.single else None)
        bits = [sum(1 << j for j in c) for c in self._conflicts]
        # from an access that conflicts with this one, one comes to ...
        behind = {i: _union(reaches[j] | self._itself(j) for j in self._conflicts[i]) for i in outside}
        steps = 0
        for i in first:
            check_time()
            walk = _Walk(self, t, self.nodes[i].at)
            steps += walk.steps
            critical = {
                c for c in walk.partners if (behind[c] & bits[i] and not self._is_coherent(i, c)) or steps > MOST_STEPS
            }
            if not critical:
                continue
            before = walk.before({self.nodes[c].at.source for c in critical})
            self.late.add(self.nodes[i].at)
            self.late |= {self.nodes[s].at for s in walk.stores if self.nodes[s].at.source in before}
            self.pending[t.name] |= before

    def _keeps(self, i: int) -> Around:
        return self.around[self.nodes[i].at]

    def _itself(self, i: int) -> int:
        """It may be in conflict with two cells at once."""
        return (1 << i) * (len({(a.var.group, a.index) for a in self.nodes[i].accesses}) > 1)

    def _is_coherent(self, i: int, c: int) -> bool:
        """A thread sees its own stores, and those to one cell are not exchanged."""
        stored = {a.var for a in self.nodes[i].accesses if a.write}
        touched = {a.var for a in self.nodes[c].accesses}
        return touched <= stored and not any(v.dims for v in touched)


class _Walk:
    """What comes behind a store, while it may be late."""

    def __init__(self, delays: Delays, t: Template, at: At) -> None:
        self.delays = delays
        self.t = t
        self.steps = 0
        #: may have overtaken it, as nodes
        self.partners: set[int] = set()
        #: stores that are not direct
        self.stores: set[int] = set()
        #: location, and what may still overtake
        self._came: dict[tuple[int, Cut], list[tuple[int, Cut]]] = {}
        e = t.edges[at.source][at.number]
        self._start = (e.target, delays.machine.overtakers & ~delays.around[at].after)
        self._go()

    def _go(self) -> None:
        todo = [self._start] if self._start[1] else []
        self._came = {s: [] for s in todo}
        while todo:
            here = todo.pop()
            at, open_ = here
            for n, e in enumerate(self.t.edges[at]):
                self.steps += 1
                after = self._over(At(self.t.name, at, n), open_)
                if after:
                    there = (e.target, after)
                    if there not in self._came:
                        self._came[there] = []
                        todo.append(there)
                    self._came[there].append(here)

    def _over(self, edge: At, open_: Cut) -> Cut:
        keeps = self.delays.around[edge]
        if keeps == WHOLE:
            return Cut.NONE
        i = self.delays._by_edge.get(edge)
        node = None if i is None else self.delays.nodes[i]
        if Cut.LOADS in keeps.before and (node is None or node.loads):
            return Cut.NONE
        if Cut.STORES in keeps.before:
            open_ &= ~Cut.STORES
        if i is not None and node is not None and edge.source not in self.delays.inside[self.t.name]:
            if (Cut.LOADS in open_ and node.loads) or (Cut.STORES in open_ and node.stores):
                self.partners.add(i)
            if node.stores and not keeps.is_direct:
                self.stores.add(i)
        return open_ & ~keeps.after

    def before(self, sources: set[int]) -> set[int]:
        """Locations behind the store from which one comes to one of these, while it may be late."""
        todo = [s for s in self._came if s[0] in sources]
        found = set(todo)
        while todo:
            for one in self._came[todo.pop()]:
                if one not in found:
                    found.add(one)
                    todo.append(one)
        return {at for at, _ in found}


class _Users(dict[tuple[Var, str], list[tuple[int, int]]]):
    """Of a variable, in a template: where a step begins and where it leads."""

    def add(self, v: Var, template: str, way: tuple[int, int]) -> None:
        self.setdefault((v, template), []).append(way)


def _conflicting(users: dict[Var, list[tuple[int, O.Access]]]) -> Iterator[tuple[int, O.Access, int, O.Access]]:
    for places in users.values():
        if not any(a.write for _, a in places):
            continue
        for n, (i, a) in enumerate(places):
            for j, b in places[: n + 1]:
                if a.write or b.write:
                    yield i, a, j, b


def _keeps_apart(exclusion: Exclusion, a: Place, b: Place) -> bool:
    reasons = exclusion.why(a, b)
    return reasons is not None and all(
        r.kind in ("single", "unstarted", "ended", "cells")
        or (r.kind == "lock" and all(cell.var.kind == "sync" for cell in r.locks))
        for r in reasons
    )


def _union(sets: Iterator[int]) -> int:
    found = 0
    for s in sets:
        found |= s
    return found


def _reached(successors: list[list[int]], nodes: int) -> list[int]:
    """For each of the first `nodes` nodes, what is reached from it in at least one step, as bits of such nodes."""
    n = len(successors)
    order: list[int] = []
    index, low = [-1] * n, [0] * n
    component = [-1] * n
    reach: list[int] = []
    stack: list[int] = []
    for root in range(n):
        if index[root] >= 0:
            continue
        work = [(root, iter(successors[root]))]
        index[root] = low[root] = len(order)
        order.append(root)
        stack.append(root)
        while work:
            at, rest = work[-1]
            for j in rest:
                if index[j] < 0:
                    index[j] = low[j] = len(order)
                    order.append(j)
                    stack.append(j)
                    work.append((j, iter(successors[j])))
                    break
                if component[j] < 0:
                    low[at] = min(low[at], index[j])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[at])
                if low[at] == index[at]:
                    reach.append(_close(at, stack, successors, component, reach, nodes))
    return [reach[component[i]] for i in range(nodes)]


def _close(
    head: int, stack: list[int], successors: list[list[int]], component: list[int], reach: list[int], nodes: int
) -> int:
    members = []
    while True:
        i = stack.pop()
        component[i] = len(reach)
        members.append(i)
        if i == head:
            break
    is_cycle = len(members) > 1 or head in successors[head]
    found = 0
    for i in members:
        if is_cycle and i < nodes:
            found |= 1 << i
        for j in successors[i]:
            if component[j] != len(reach):
                found |= reach[component[j]] | (1 << j if j < nodes else 0)
    return found
