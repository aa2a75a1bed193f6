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
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from threadproof.analysis.knowledge import Knowledge
from threadproof.budget import check_time
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.ir.sections import inside_sections
from threadproof.passes.weak.barriers import NOTHING, WHOLE, Around, Cut, Machine, accesses, around
from threadproof.passes.weak.conflicts import At, Node, find_conflicts

#: more steps of the walks behind all stores than this are not gone: then all stores are late wherever they can be
MOST_STEPS = 2_000_000


class Delays:
    """`late`: edges with stores that may be late. `pending`: where one that was stored before may still be late."""

    def __init__(self, program: Program, machine: Machine) -> None:
        self.program = program
        self.machine = machine
        self.knowledge = Knowledge(program)
        self.templates = self.knowledge.templates
        self.inside = {t.name: inside_sections(t) for t in self.templates}
        #: accesses that conflict with one of another instance
        self.nodes, self._conflicts = self._find_conflicts()
        self._by_edge = {n.at: i for i, n in enumerate(self.nodes)}
        self.vars = {a.var for n in self.nodes for a in n.accesses}
        #: sections that are one access with stores, and do not wait; and those whose stores may be late themselves
        self.storing: set[At] = set()
        self.unclear: set[At] = set()
        self._large: dict[str, list[_Large]] = {}
        #: template, first location, accesses in it
        self._sections: list[tuple[str, int, list[int]]] = []
        #: those that are one access of an order: template, where they begin, accesses in them
        self.ordered_sections: list[tuple[str, At, list[int]]] = []
        self.around: dict[At, Around] = {}
        for t in self.templates:
            self._look_at(t)
        #: pairs of nodes on a cycle
        self.critical: list[tuple[int, int]] = []
        self.late: set[At] = set()
        self.pending: dict[str, set[int]] = {t.name: set() for t in self.templates}
        for t in self.templates:
            self._delay(t)

    def _find_conflicts(self) -> tuple[list[Node], list[set[int]]]:
        return find_conflicts(self.knowledge)

    def conflicts_of(self, i: int) -> set[int]:
        return self._conflicts[i]

    def number_of(self, at: At) -> int | None:
        """Of the step, if another thread's conflicts with it."""
        return self._by_edge.get(at)

    def is_shared_store(self, at: At) -> bool:
        """Others may notice when it happens."""
        i = self._by_edge.get(at)
        return i is not None and self.nodes[i].stores

    def is_shared_load(self, at: At) -> bool:
        i = self._by_edge.get(at)
        return i is not None and self.nodes[i].loads

    def _look_at(self, t: Template) -> None:
        for out in t.edges:
            for n, e in enumerate(out):
                keeps = NOTHING
                if isinstance(e.op, O.AtomicBegin):
                    keeps = self._of_section(t, At(t.name, e.source, n), e.target, e.op.order)
                elif e.source not in self.inside[t.name]:
                    keeps = around(e.op, self.machine)
                self.around[At(t.name, e.source, n)] = keeps

    def _of_section(self, t: Template, begin: At, first: int, order: O.Order | None) -> Around:
        """A section that touches what others touch, or waits for stores in it, waits for them before.

        If it has an order, it is one access of that order, or none at all.
        """
        seen, todo = {first}, [first]
        members: list[int] = []
        ends: list[At] = []
        waits = loads = writes = False
        while todo:
            at = todo.pop()
            for n, e in enumerate(t.edges[at]):
                loads |= any(not a.write for a in accesses(e.op))
                writes |= any(a.write for a in accesses(e.op))
                i = self._by_edge.get(At(t.name, at, n))
                if i is not None:
                    members.append(i)
                waits |= bool(around(e.op, self.machine).before)
                waits |= any(a.var in self.vars for a in accesses(e.op))
                if e.target not in self.inside[t.name]:
                    ends.append(At(t.name, at, n))
                elif e.target not in seen:
                    seen.add(e.target)
                    todo.append(e.target)
        if members:
            self._sections.append((t.name, first, members))
        if order is None:
            return WHOLE if members or waits else NOTHING
        self.ordered_sections.append((t.name, begin, members))
        if order is O.Order.PLAIN:
            return NOTHING
        stores = [i for i in members if self.nodes[i].stores]
        # (both: an exchange, or a lock of the library that is taken and given back)
        is_both = order is O.Order.ACQ_REL
        keeps = self.machine.atomic(order, loads or is_both, writes or is_both)
        if stores and keeps != WHOLE:
            self._large.setdefault(t.name, []).append(_Large(begin, stores, ends))
            self.storing.add(begin)
        return keeps

    # ------------------------------------------------------------ cycles

    def _reaches(self, but: str | None) -> list[int]:
        """For each node the nodes, as bits, that one comes to from it, not by way of this template."""
        return _reached(self.ways(but), len(self.nodes))

    def ways(self, but: str | None) -> list[list[int]]:
        """From each node, and then from each location, where one comes to: along threads, across conflicts."""
        successors: list[list[int]] = [[*c] for c in self._conflicts]
        number: dict[tuple[str, int], int] = {}
        templates = {t.name: t for t in self.templates}
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
                    for name in _started(e.op):
                        successors[number[t.name, at]].append(number[name, templates[name].entry])
        for name, begin, members in self._sections:
            # (all of it happens at once)
            for i in members:
                successors[i].append(number[name, begin])
        if but is not None:
            gone = {i for i, n in enumerate(self.nodes) if n.at.template == but}
            gone |= {n for (name, _), n in number.items() if name == but}
            successors = [[] if i in gone else [j for j in s if j not in gone] for i, s in enumerate(successors)]
        return successors

    def _delay(self, t: Template) -> None:
        mine = [i for i, n in enumerate(self.nodes) if n.at.template == t.name]
        outside = [i for i in mine if self.nodes[i].at.source not in self.inside[t.name]]
        first = [i for i in outside if self.nodes[i].stores and not self._keeps(i).is_direct]
        large = self._large.get(t.name, ())
        if not (first or large) or len(mine) < 2:
            return
        reaches = self._reaches(t.name if t.name in self.knowledge.threads.single else None)
        bits = [sum(1 << j for j in c) for c in self._conflicts]
        # from an access that conflicts with this one, one comes to ...
        behind = {i: _union(reaches[j] | self._itself(j) for j in self._conflicts[i]) for i in mine}
        for one in large:
            partners = {c for end in one.ends for c in _Walk(self, t, end).partners}
            if any(behind[c] & bits[i] for c in partners for i in one.stores):
                self.unclear.add(one.begin)
                self.critical += [(i, c) for i in one.stores for c in partners if behind[c] & bits[i]]
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
            self.critical += [(i, c) for c in sorted(critical)]
            before = walk.before({self.nodes[c].at.source for c in critical})
            self.late.add(self.nodes[i].at)
            self.late |= {self.nodes[s].at for s in walk.stores if self.nodes[s].at.source in before}
            self.pending[t.name] |= before

    def _keeps(self, i: int) -> Around:
        return self.around[self.nodes[i].at]

    def _itself(self, i: int) -> int:
        """It may be in conflict with two cells at once."""
        return (1 << i) * (len({(a.var.group, a.index) for a in self.nodes[i].all}) > 1)

    def _is_coherent(self, i: int, c: int) -> bool:
        """A thread sees its own stores, and those to one cell are not exchanged."""
        stored = {a.var for a in self.nodes[i].all if a.write}
        touched = {a.var for a in self.nodes[c].all}
        return touched <= stored and not any(v.dims for v in touched)


def _started(op: O.Op) -> tuple[str, ...]:
    return (op.template,) if isinstance(op, O.Create) else ()


class _Large(NamedTuple):
    """A section that is one access to something large."""

    begin: At
    stores: list[int]
    ends: list[At]


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
        if i is not None and node is not None:
            if (Cut.LOADS in open_ and node.loads) or (Cut.STORES in open_ and node.stores):
                self.partners.add(i)
            if node.stores and not keeps.is_direct and edge.source not in self.delays.inside[self.t.name]:
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
