"""All abstract facts that follow, each as weak as it comes; kept up to date when facts are found to be too weak.

A worklist, where stronger facts are covered by weaker ones. After a refinement only the facts on the way to false, and
what depends on them, are derived again. Deterministic: all is taken in the order in which it was found. Entry point:
`Reach`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from threadproof.horn.clause import Clause, Predicate, System
from threadproof.horn.cubes import Abstraction, Node

Step = tuple[Clause, tuple[Node, ...]]


class Reach:
    def __init__(self, system: System, abstraction: Abstraction) -> None:
        self._abstraction = abstraction
        self._active: dict[Predicate, list[Node]] = {p: [] for p in system.predicates}
        #: not yet combined with the others
        self._waiting: dict[Predicate, list[Node]] = {p: [] for p in system.predicates}
        self._queue: deque[Node] = deque()
        self._again: deque[Step] = deque((c, ()) for c in system.clauses if not c.body)
        self._combinations: Iterator[Step] = iter(())
        self._users: dict[Predicate, list[tuple[Clause, int]]] = {p: [] for p in system.predicates}
        for c in sorted(system.clauses, key=lambda c: c.head is not None):
            for i, a in enumerate(c.body):
                self._users[a.predicate].append((c, i))

    def run(self, tick: Callable[[], None]) -> Node | dict[Predicate, list[Node]]:
        """A derivation of false, or for each predicate the abstract facts that are closed under all clauses."""
        while True:
            # Nothing is taken yet, so nothing is lost if this raises.
            tick()
            step = self._again.popleft() if self._again else next(self._combinations, None)
            if step is None:
                if not self._queue:
                    return {p: list(nodes) for p, nodes in self._active.items()}
                self._combinations = self._combine(self._queue.popleft())
                continue
            clause, premises = step
            if all(n.is_active for n in premises):
                new = self._abstraction.conclude(clause, premises)
                if new is not None:
                    if new.predicate is None:
                        return new
                    self._add(new, new.predicate)

    def _combine(self, node: Node) -> Iterator[Step]:
        """The steps that the node takes part in, with everything that was combined before."""
        if not node.is_active:
            return
        assert node.predicate is not None
        self._waiting[node.predicate].remove(node)
        self._active[node.predicate].append(node)
        for c, i in self._users[node.predicate]:
            if len(c.body) == 1:
                yield c, (node,)
                continue
            # at earlier positions not the node itself: that choice belongs to the earlier position
            choices = [
                [node] if k == i else [n for n in self._active[a.predicate] if k > i or n is not node]
                for k, a in enumerate(c.body)
            ]
            for premises in product(*choices):
                yield c, premises

    def _add(self, new: Node, p: Predicate) -> None:
        literals = new.literals
        for nodes in (self._active[p], self._waiting[p]):
            for n in nodes:
                if n.literals <= literals:
                    n.covered.append((new.clause, new.premises))
                    return
        for kind in (self._active, self._waiting):
            for n in kind[p]:
                if literals <= n.literals:
                    n.is_active = False
                    new.covered += [(n.clause, n.premises), *n.covered]
            kind[p] = [n for n in kind[p] if n.is_active]
        self._waiting[p].append(new)
        self._queue.append(new)
        for n in new.premises:
            n.users.append(new)

    def derive_again(self, nodes: Iterable[Node], last: Node) -> None:
        """Take back nodes and all that depends on them, and derive them anew; and then `last`, which is false."""
        removed: dict[Node, None] = {}
        stack = list(nodes)
        while stack:
            n = stack.pop()
            if n not in removed:
                removed[n] = None
                stack += n.users
        for n in removed:
            n.is_active = False
        for p in dict.fromkeys(n.predicate for n in removed):
            assert p is not None
            self._active[p] = [n for n in self._active[p] if n.is_active]
            self._waiting[p] = [n for n in self._waiting[p] if n.is_active]
        for n in removed:
            n.users = []
            for step in ((n.clause, n.premises), *n.covered):
                if all(q.is_active for q in step[1]):
                    self._again.append(step)
        self._again.append((last.clause, last.premises))
