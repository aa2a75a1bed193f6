"""The search for cooperative programs: between turns, who is next; in a turn, what the thread does.

Only one thread moves in a turn, which is as atomic as a section, and counts as one step in the argument of
`covering.tree`. With sleep sets a thread sleeps below a turn that commutes with its own (`turns`). With persistent sets
a node is expanded for some threads only, `alone`: none of the others can do anything first that matters to their turns.
That must not go on for ever: where covers close a cycle of such nodes, the one that covers is expanded for all.

With predicates, a node's label is made when the node is. Before new predicates are looked for, because an error is not
excluded, the labels on the path are made again, with those that are known by now.
"""

from __future__ import annotations

from threadproof.analysis.graph import on_cycle
from threadproof.engines.covering.path import Path
from threadproof.engines.covering.renaming import Symmetry
from threadproof.engines.covering.search import Search
from threadproof.engines.covering.tree import AWAKE, Node
from threadproof.engines.esst.precision import Precision
from threadproof.engines.esst.turns import Turns
from threadproof.ir.effects import reducible
from threadproof.ir.symbolic import Action, Place
from threadproof.ir.violations import Violation
from threadproof.logic import term as T
from threadproof.logic.term import Term

#: how a node's row says that it was expanded for these threads only
REASON = "turns"
#: of the time, for solver's interpolants where labels only seem to count
SOLVER_SHARE = 0.2


class TurnSearch(Search):
    #: tests switch it off to see that it is needed
    cycle_condition = True

    def prepare(self, por: str, precision: Precision | None) -> None:
        scheduler = reducible(self.symbolic.program.scheduler)
        assert scheduler is not None or por == "none"
        #: none: every order is looked at
        self.turns = None if scheduler is None or por == "none" else Turns(self.symbolic, scheduler)
        self.ladder.share = SOLVER_SHARE
        self.sleeps = por in ("sleep", "both")
        self.persists = por in ("persistent", "both")
        #: none: labels are interpolants
        self.precision = precision

    def _label(self, v: Node, a: Action, w: Node) -> None:
        p = self.precision
        if p is not None and (p.learns or p.bounds) and not v.label.is_false:
            for clause in p.clauses(v.label, a, w.control):
                self.tree.strengthen(w, clause)

    def _exclude(self, v: Node, x: Violation) -> None:
        p = self.precision
        if p is None or not p.learns or not self._follows_from_predicates(p, v, x.condition):
            super()._exclude(v, x)

    def _follows_from_predicates(self, precision: Precision, v: Node, goal: Term) -> bool:
        """Is the goal excluded by predicates that were not known when labels on the path were made? Now they are."""
        if v.label.excludes(goal) or self.labels.entails_cheaply(v.label, T.not_(goal)):
            return False
        nodes = Path(None, v).nodes
        labels = [precision.stronger_at_first(nodes[0])]
        for n in nodes[1:]:
            labels.append(precision.stronger(labels[-1], n))
        if labels[-1] is v.label or not (labels[-1].excludes(goal) or self.labels.entails(labels[-1], T.not_(goal))):
            return False
        for n, label in zip(nodes, labels, strict=True):
            for clause in self.labels.ordered(label):
                if self.tree.strengthen(n, clause):
                    self.refiner.strengthened.append(n)
        self._close_strengthened()
        return True

    def _learn(self, nodes: list[Node]) -> None:
        if self.precision is not None:
            for n in nodes:
                self.precision.learn(n)

    def run(self) -> None:
        """Covers that come to life again may close cycles, too."""
        if self.precision is not None:
            for clause in self.labels.ordered(self.precision.stronger_at_first(self.tree.root)):
                self.tree.strengthen(self.tree.root, clause)
        while True:
            super().run()
            rest = self._all_partial_on_cycles() if self.persists and self.cycle_condition else []
            if not rest:
                return
            self._expand_rest(rest[0])

    def _all_partial_on_cycles(self) -> list[Node]:
        nodes = list(self.tree.live_nodes())
        numbers = {n: i for i, n in enumerate(nodes, 1)}
        steps = [(i, numbers[x]) for n, i in numbers.items() for x in _onward(n) if x in numbers]
        cycles = on_cycle(len(nodes) + 1, [*steps, *[(0, i) for i in numbers.values()]], 0)
        return [n for n, i in numbers.items() if n.alone is not None and n.is_live and i in cycles]

    def _chosen(self, v: Node, awake: list[Place]) -> list[Place]:
        c = v.control
        if c.inside or not self.persists or self.turns is None:
            return awake
        first = self.turns.persistent(c)
        if first is None:
            return awake
        v.alone = " ".join([REASON, *map(str, sorted(first))])
        return [p for p in awake if p.id in first]

    def _is_chosen(self, v: Node, p: Place) -> bool:
        return v.alone is None or str(p.id) in str(v.alone).split(" ")[1:]

    def _sleep_below(self, v: Node, p: Place, a: Action, earlier: list[int]) -> frozenset[int]:
        c, turns = v.control, self.turns
        if not self.sleeps or turns is None or not turns.may_be_reduced(c):
            return AWAKE
        if c.inside:
            return v.sleep
        s = reducible(c.scheduler)
        assert s is not None
        turn = turns.now(p, s)
        others = [q for q in self.symbolic.movable(c) if q is not p and (q.id in v.sleep or q.id in earlier)]
        return frozenset([q.id for q in others if turns.commute(c, turn, turns.now(q, s))])

    def _cover(self, v: Node, w: Node, symmetry: Symmetry | None) -> bool:
        if not super()._cover(v, w, symmetry):
            return False
        while self.persists and self.cycle_condition and (x := self._partial_on_cycle(w)) is not None:
            self._expand_rest(x)
        return True

    def _partial_on_cycle(self, w: Node) -> Node | None:
        """A node that is expanded for some threads only, on a cycle through w of such nodes, turns and covers."""
        before: dict[Node, list[Node]] = {}
        work = [w]
        seen = {w}
        while work:
            n = work.pop()
            for x in _onward(n):
                before.setdefault(x, []).append(n)
                if x not in seen:
                    seen.add(x)
                    work.append(x)
        back = list(before.get(w, ()))
        on_cycle = {w}
        while back:
            n = back.pop()
            if n not in on_cycle:
                on_cycle.add(n)
                back += before.get(n, ())
        if w not in before:
            return None
        return min([n for n in on_cycle if n.alone is not None], key=lambda n: n.number, default=None)

    def _expand_rest(self, w: Node) -> None:
        """The threads that were left out count as expanded before the others."""
        w.alone = None
        for p in self.symbolic.movable(w.control):
            if p.id not in w.order and p.id not in w.sleep:
                for child in self._expand_thread(w, p, []):
                    self._queue(child)
                w.order.insert(0, p.id)


def _onward(n: Node) -> list[Node]:
    """Where a node leads that is not expanded for all threads that may move."""
    if n.covered_by is not None:
        return [n.covered_by]
    return n.children if n.alone is not None or n.control.inside else []
