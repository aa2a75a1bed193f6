"""The covering graph: a tree of labelled nodes, covers between them, sleep sets, and how all of it stays well-labelled.

A node is a control with a label: a set of states. It is *live* unless it or an ancestor is covered, or the label of
one is false. The graph keeps, at all times:

* every edge is a Hoare triple: label(parent) and guard imply the child's label after the action;
* v covered by w: same control, label(v) implies label(w), w is live, and sleep(w) is a subset of sleep(v).

When every live node is expanded, for every thread that is not asleep there, and no live node allows an error, then no
error is reachable. Let s be a state of a live node v and p an execution from s to an error, of which no equivalent
reordering starts with a thread asleep at v; at the root nothing sleeps, so any p will do. Among the threads that an
equivalent of p can start with take the one, t, that was expanded first at v. The rest of p after t is shorter, starts
in a state of the child w (or of the live node that covers w, where no more threads sleep), and no equivalent of it
starts with a thread z asleep at w: z is independent of t at v, so z could have started p too, and z was asleep at v
(excluded) or expanded before t (then t was not the first). By induction on the length there is no p. Two points:

* A thread that is woken later (because w covers a node where it is awake) counts as expanded before all others, so
  they do not sleep below it, while it may sleep below them.
* A node may be expanded *alone*, for one thread whose next step is independent of everything that the others can ever
  do before it, and cannot be impossible; if p does not contain that step, it is put in front of p. That does not make p
  shorter, so such steps must not form a cycle: none of them is a retreating edge of its template.

Inside an atomic section only one thread moves; the section counts as one step in the argument above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.engines.kit.labels import Label, Labels
from threadproof.ir.symbolic import Action, Control
from threadproof.logic.term import Term

AWAKE: frozenset[int] = frozenset()


class Node:
    __slots__ = (
        "action", "alone", "children", "control", "covered_by", "covers", "dead", "depth", "expanded", "label",
        "number", "order", "parent", "queued", "safe", "sleep",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        parent: Node | None,
        action: Action | None,
        control: Control,
        label: Label,
        sleep: frozenset[int],
    ) -> None:
        self.number = number
        self.parent = parent
        #: the action that leads here
        self.action = action
        self.control = control
        self.label = label
        self.sleep = sleep
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Node] = []
        #: threads expanded, first the one that counts as first
        self.order: list[int] = []
        self.expanded = False
        #: no error is possible here
        self.safe = False
        #: why only the one thread in `order` needs to be expanded, or None
        self.alone: object | None = None
        self.covered_by: Node | None = None
        self.covers: list[Node] = []
        #: an ancestor is covered, or has a false label
        self.dead = False
        self.queued = False

    @property
    def is_live(self) -> bool:
        return not self.dead and self.covered_by is None and not self.label.is_false

    def __repr__(self) -> str:
        return f"node {self.number} {self.control!r}: {self.label!r}"


class Tree:
    """`wake` is called with a node and threads that must be expanded there; `queue` with nodes to look at again."""

    def __init__(
        self, labels: Labels, root: Control, queue: Callable[[Node], None], wake: Callable[[Node, frozenset[int]], None]
    ) -> None:
        self.labels = labels
        self.queue = queue
        self.wake = wake
        #: control -> label -> nodes, oldest first
        self.buckets: dict[Control, dict[Label, list[Node]]] = {}
        self.nodes: list[Node] = []
        self.covers_made = 0
        self.root = self._new(None, None, root, AWAKE)

    def _new(self, parent: Node | None, action: Action | None, control: Control, sleep: frozenset[int]) -> Node:
        n = Node(len(self.nodes), parent, action, control, self.labels.top, sleep)
        self.nodes.append(n)
        self.buckets.setdefault(control, {}).setdefault(n.label, []).append(n)
        return n

    def add_child(self, parent: Node, action: Action, control: Control, sleep: frozenset[int]) -> Node:
        n = self._new(parent, action, control, sleep)
        n.dead = not parent.is_live
        parent.children.append(n)
        return n

    # ------------------------------------------------------------ labels

    def strengthen(self, n: Node, clause: Term) -> bool:
        """Add a clause to a label (the caller knows that the edge into the node stays a Hoare triple)."""
        new = self.labels.add(n.label, clause)
        if new is n.label:
            return False
        bucket = self.buckets[n.control]
        same = bucket[n.label]
        same.remove(n)
        if not same:
            del bucket[n.label]
        n.label = new
        bucket.setdefault(new, []).append(n)
        if new.is_false:
            self._bury(n)
        for x in n.covers[:]:
            if new.is_false or not self.labels.implies(x.label, new):
                self.uncover(x)
        return True

    # ------------------------------------------------------------ covers

    def coverers(self, v: Node) -> Iterator[Node]:
        """Older live nodes with the same control."""
        for nodes in list(self.buckets[v.control].values()):
            for w in nodes:
                if w.number < v.number and w.is_live:
                    yield w

    def cover(self, v: Node, w: Node) -> bool:
        """Cover v by w, whose label it implies. False if waking threads at w has changed too much for that."""
        missing = w.sleep - v.sleep
        if missing:
            self.wake(w, missing)
            if not (v.is_live and w.is_live and self.labels.implies(v.label, w.label)):
                return False
        v.covered_by = w
        w.covers.append(v)
        self.covers_made += 1
        self._bury(v)
        return True

    def uncover(self, x: Node) -> None:
        w = x.covered_by
        assert w is not None
        w.covers.remove(x)
        x.covered_by = None
        if x.is_live:
            self._revive(x)
            self.queue(x)

    def _bury(self, v: Node) -> None:
        """What is below v is dead now, and covers nothing any more; nor does v itself."""
        self._release(v)
        stack = [c for c in v.children if not c.dead]
        while stack:
            n = stack.pop()
            n.dead = True
            self._release(n)
            if n.covered_by is None and not n.label.is_false:
                stack.extend(c for c in n.children if not c.dead)

    def _release(self, n: Node) -> None:
        for x in n.covers[:]:
            self.uncover(x)

    def _revive(self, v: Node) -> None:
        stack = list(v.children)
        while stack:
            n = stack.pop()
            n.dead = False
            if n.covered_by is not None or n.label.is_false:
                continue
            if not n.expanded:
                self.queue(n)
            stack.extend(n.children)

    def live_nodes(self) -> Iterator[Node]:
        stack = [self.root]
        while stack:
            n = stack.pop()
            yield n
            if n.is_live:
                stack.extend(reversed(n.children))
