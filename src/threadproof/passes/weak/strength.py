"""What seq_cst means in the machine of `views`, and where that is more than RC11 says.

RC11 asks for an acyclic relation psc of seq_cst accesses and fences; the machine takes the order in which it executes
them. Nothing is lost by that if every acyclic psc, together with program order and reads-from, is acyclic.

* Accesses. Let places that are accessed by seq_cst be accessed by nothing else, and let everybody who reads from
  another thread synchronize with it. Then program order and reads-from are within happens-before; and on a cycle with
  orders of places of seq_cst, what leads from one seq_cst access to the next is program order, reads-from at that place
  (happens-before at one location), or begins and ends with program order to something at no place of seq_cst: each a
  part of psc. So psc would have the cycle. A reads-from without synchronization does no harm where no seq_cst happens
  before it, or behind it.
* Fences. What leads from a fence to the next one is within psc if reads-from without synchronization is in it at most
  once: it is hb;eco;hb then. Two in a row, W1 -> R1 .. W2 -> R2, between two fences and without one between R1 and W2,
  can be cut short by program order unless the threads of W1 and W2 are different, those of R1 and R2 are, and those of
  W1 and R2.

Where this is not so orders are *weakened*: seq_cst accesses acquire and release, and so do seq_cst fences. That allows
more executions, so what is safe is; what is not may be an execution that RC11 forbids. (One place alone, without
fences, needs no seq_cst: its coherence is all that psc says of it.)

"Happens before" is looked for in the graphs of the templates: steps, creations, ends and joins, and from everything
that releases something to everything that acquires it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from threadproof.ir import op as O
from threadproof.passes.weak.conflicts import At, Node
from threadproof.passes.weak.places import Places, Sort

ACQUIRING = frozenset({O.Order.CONSUME, O.Order.ACQUIRE, O.Order.ACQ_REL, O.Order.SEQ_CST})
RELEASING = frozenset({O.Order.RELEASE, O.Order.ACQ_REL, O.Order.SEQ_CST})

Location = tuple[str, int]


def is_full_fence(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.role is O.Role.FENCE and op.order is O.Order.SEQ_CST


class Strength:
    """Makes places of the last value ones with a history, if they have to be."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.fences = [at for at, e in places.edges.items() if is_full_fence(e.op)]
        #: reads-from, perhaps without synchronization: who writes, and who reads
        self._loose = [(w, r) for group in places.nodes for w, r in self._pairs(group)]
        self.are_fences_weak = False
        #: there may be executions that RC11 forbids
        self.is_weakened = False
        self._weaken()

    def _weaken(self) -> None:
        places = self.places
        strict = {g for g, nodes in places.nodes.items() if any(places.order(n) is O.Order.SEQ_CST for n in nodes)}
        last = {g for g, sort in places.sorts.items() if sort is Sort.LAST}
        # (elements of an array are several; what is not understood may be)
        several = len(strict) > 1 or any(len(places.of(g)) != 1 for g in strict)
        matters = several or bool(strict and self.fences)
        if matters and strict != last:
            self.is_weakened = True
        accesses = [n.at for g in last for n in places.nodes[g]]
        if self._is_between(accesses):
            for group in last:
                places.sorts[group] = Sort.HISTORY
            self.is_weakened |= matters
        if self.fences and self._goes_through_two():
            self.are_fences_weak = self.is_weakened = True

    def _pairs(self, group: str) -> Iterable[tuple[Node, Node]]:
        places = self.places
        if places.sorts[group] is Sort.HISTORY:
            nodes = places.nodes[group]
            for w, r in product([n for n in nodes if n.stores], [n for n in nodes if n.loads]):
                alone = w.at.template == r.at.template and w.at.template in places.knowledge.threads.single
                are_atomic = all(places.edges[n.at].op.atomic for n in (w, r))  # type: ignore[union-attr]
                if are_atomic and not alone and not (places.order(w) in RELEASING and places.order(r) in ACQUIRING):
                    yield w, r

    def _is_between(self, accesses: list[At]) -> bool:
        """Is reads-from without synchronization on a way from something seq_cst to something seq_cst?"""
        if not accesses or not self._loose:
            return False
        way = self._ways(with_fences=True)
        behind = _reached(way, [(at.template, self.places.edges[at].target) for at in (*accesses, *self.fences)])
        sources = {(at.template, at.source) for at in (*accesses, *self.fences)}
        return any(
            (w.at.template, w.at.source) in behind and sources & _reached(way, [self._target(r)])
            for w, r in self._loose
        )

    def _goes_through_two(self) -> bool:
        every, way = self._ways(with_fences=True), self._ways(with_fences=False)
        behind = _reached(every, [(at.template, self.places.edges[at].target) for at in self.fences])
        fences = {(at.template, at.source) for at in self.fences}
        first = [(w, r) for w, r in self._loose if (w.at.template, w.at.source) in behind]
        second = [(w, r) for w, r in self._loose if fences & _reached(every, [self._target(r)])]
        for a, b in first:
            between = _reached(way, [self._target(b)])
            for c, d in second:
                apart = all(self._may_differ(x, y) for x, y in ((a, c), (b, d), (a, d)))
                if apart and (c.at.template, c.at.source) in between:
                    return True
        return False

    def _may_differ(self, x: Node, y: Node) -> bool:
        """May they be of two threads?"""
        return x.at.template != y.at.template or x.at.template not in self.places.knowledge.threads.single

    def _target(self, n: Node) -> Location:
        return n.at.template, self.places.edges[n.at].target

    def _ways(self, *, with_fences: bool) -> dict[object, set[object]]:
        """Where happens-before leads to."""
        way: dict[object, set[object]] = {}
        for at, e in self.places.edges.items():
            if is_full_fence(e.op) and not with_fences:
                continue
            source, target = (at.template, at.source), (at.template, e.target)
            way.setdefault(source, set()).add(target)
            match e.op:
                case O.Create(template=name):
                    way[source].add((name, next(t.entry for t in self.places.templates if t.name == name)))
                case O.Step(role=O.Role.END):
                    way[source].add("an end")
                case O.Step() if any(v.kind == "system" for t in O.reads(e.op) for v in t.vars):
                    way.setdefault("an end", set()).add(target)
                case O.Step(role=O.Role.FENCE):
                    if e.op.order in RELEASING:
                        way[source].add("a release")
                    if e.op.order in ACQUIRING:
                        way.setdefault("a release", set()).add(target)
                case O.Step():
                    is_lock = e.op.lock is not None or any(a.var.kind == "sync" for a in O.footprint(e.op))
                    if is_lock or (e.op.atomic and e.op.order in RELEASING):
                        way[source].add("a release")
                    if is_lock or (e.op.atomic and e.op.order in ACQUIRING):
                        way.setdefault("a release", set()).add(target)
        return way


def _reached(way: dict[object, set[object]], starts: Iterable[object]) -> set[object]:
    todo = list(starts)
    seen = set(todo)
    while todo:
        for one in way.get(todo.pop(), ()):
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return seen
