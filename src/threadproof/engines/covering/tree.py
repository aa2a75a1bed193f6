"""The covering graph: a tree of labelled nodes, covers between them, sleep sets, and how all of it stays well-labelled.

A node is a control with a label: a set of states. It is *live* unless it or an ancestor is covered, or the label of
one is false. The graph keeps, at all times:

* every edge is a Hoare triple: label(parent) and guard imply the child's label after the action;
* v covered by w: same control, label(v) implies label(w), w is live, and sleep(w) is a subset of sleep(v); or all of
  this for the image of w under a symmetry from w's control to v's (`symmetry`).

When every live node is expanded, for every thread that is not asleep there, and no live node allows an error, then no
error is reachable. Let s be a state of a live node v and p an execution from s to an error, of which no equivalent
reordering starts with a thread asleep at v; at the root nothing sleeps, so any p will do. Among the threads that an
equivalent of p can start with take the one, t, that was expanded first at v. The rest of p after t is shorter, starts
in a state of the child w (or of the live node that covers w, where no more threads sleep), and no equivalent of it
starts with a thread z asleep at w: z is independent of t at v, so z could have started p too, and z was asleep at v
(excluded) or expanded before t (then t was not the first). By induction on the length there is no p. Three points:

* If x covers w by a symmetry, the rest of p is the image, step by step, of an execution from a state of x, to an error
  as well; its reorderings have images that are reorderings, since steps commute in one of two related states if they do
  in the other; and what sleeps at x has images that sleep at w. Nothing else is asked of x: the order in which threads
  are expanded is that of each node by itself.
* A thread that is woken later (because w covers a node where it is awake) counts as expanded before all others, so
  they do not sleep below it, while it may sleep below them.
* A node may be expanded *alone*, for one thread whose next step is independent of everything that the others can ever
  do before it, and cannot be impossible; if p does not contain that step, it is put in front of p. That does not make p
  shorter, so such steps must not form a cycle: none of them is a retreating edge of its template.

Inside an atomic section only one thread moves; the section counts as one step in the argument above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.engines.covering.labels import Label, Labels
from threadproof.engines.covering.renaming import Symmetry
from threadproof.engines.covering.symmetry import Symmetries
from threadproof.ir.symbolic import Action, Control
from threadproof.logic.term import Term

AWAKE: frozenset[int] = frozenset()


class Node:
    __slots__ = (
        "action", "alone", "children", "control", "covered_by", "covers", "dead", "depth", "expanded", "label",
        "number", "order", "parent", "queued", "safe", "sleep", "symmetry",
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
        #: from the node that covers this one, if it is not the identity
        self.symmetry: Symmetry | None = None
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
        self,
        labels: Labels,
        root: Control,
        queue: Callable[[Node], None],
        wake: Callable[[Node, frozenset[int]], None],
        symmetries: Symmetries | None = None,
    ) -> None:
        self.labels = labels
        self.symmetries = symmetries
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
        if control not in self.buckets:
            self.buckets[control] = {}
            if self.symmetries is not None:
                self.symmetries.add(control)
        self.buckets[control].setdefault(n.label, []).append(n)
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
            if new.is_false or not self.implies(x, new, x.symmetry):
                self.uncover(x)
        return True

    def implies(self, v: Node, label: Label, symmetry: Symmetry | None) -> bool:
        """Does the label of v imply this one, or its image?"""
        if symmetry is None:
            return self.labels.implies(v.label, label)
        clauses = symmetry.clauses(label)
        return clauses is not None and all(self.labels.entails(v.label, c) for c in clauses)

    # ------------------------------------------------------------ covers

    def coverers(self, v: Node) -> Iterator[tuple[Label, list[Node], Symmetry | None]]:
        """Older live nodes by which v could be covered, by label; those with the same control first."""
        for label, nodes in list(self.buckets[v.control].items()):
            if older := _older(nodes, v):
                yield label, older, None
        for control, symmetry in () if self.symmetries is None else self.symmetries.related(v.control):
            for label, nodes in list(self.buckets[control].items()):
                if older := _older(nodes, v):
                    yield label, older, symmetry

    def cover(self, v: Node, w: Node, symmetry: Symmetry | None) -> bool:
        """Cover v by w, whose label it implies. False if waking threads at w has changed too much for that."""
        missing = missing_at(w, v, symmetry)
        if missing:
            self.wake(w, missing)
            if not (v.is_live and w.is_live and self.implies(v, w.label, symmetry)):
                return False
        v.covered_by = w
        v.symmetry = symmetry
        w.covers.append(v)
        self.covers_made += 1
        self._bury(v)
        return True

    def uncover(self, x: Node) -> None:
        w = x.covered_by
        assert w is not None
        w.covers.remove(x)
        x.covered_by = x.symmetry = None
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


def _older(nodes: list[Node], v: Node) -> list[Node]:
    return [w for w in nodes if w.number < v.number and w.is_live]


def missing_at(w: Node, v: Node, symmetry: Symmetry | None) -> frozenset[int]:
    """The threads that sleep at w although, at v, which w covers, they are awake."""
    if symmetry is None:
        return w.sleep - v.sleep
    return w.sleep - symmetry.awake(v.sleep)
