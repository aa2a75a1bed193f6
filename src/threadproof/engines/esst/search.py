"""The search for cooperative programs: between turns, who is next; in a turn, what the thread does.

Only one thread moves in a turn, which is as atomic as a section, and counts as one step in the argument of `kit.tree`.
With sleep sets a thread sleeps below a turn that commutes with its own (`rules.turns`). With persistent sets a node is
expanded for some threads only, `alone`: none of the others can do anything first that matters to their turns. That
must not go on for ever: where covers close a cycle of such nodes, the one that covers is expanded for all.
"""

from __future__ import annotations

from threadproof.engines.kit.renaming import Symmetry
from threadproof.engines.kit.search import Search
from threadproof.engines.kit.tree import AWAKE, Node
from threadproof.ir.fairthreads import FairThreads
from threadproof.ir.symbolic import Action, Place
from threadproof.rules.turns import Turns, commute

#: how a node's row says that it was expanded for these threads only
REASON = "turns"


class TurnSearch(Search):
    #: tests switch it off to see that it is needed
    cycle_condition = True

    def prepare(self, por: str) -> None:
        self.turns = Turns(self.symbolic)
        self.sleeps = por in ("sleep", "both")
        self.persists = por in ("persistent", "both")

    def _chosen(self, v: Node, awake: list[Place]) -> list[Place]:
        c = v.control
        if c.inside or not self.persists:
            return awake
        first = self.turns.persistent(c)
        if first is None:
            return awake
        v.alone = " ".join([REASON, *map(str, sorted(first))])
        return [p for p in awake if p.id in first]

    def _sleep_below(self, v: Node, p: Place, a: Action, earlier: list[int]) -> frozenset[int]:
        c = v.control
        if not self.sleeps:
            return AWAKE
        if c.inside:
            return v.sleep
        s = c.scheduler
        assert isinstance(s, FairThreads)
        turn = self.turns.now(p, s)
        return frozenset(
            [
                q.id
                for q in self.symbolic.movable(c)
                if q is not p and (q.id in v.sleep or q.id in earlier) and commute(turn, self.turns.now(q, s))
            ]
        )

    def _cover(self, v: Node, w: Node, symmetry: Symmetry | None) -> bool:
        if not super()._cover(v, w, symmetry):
            return False
        if self.persists and self.cycle_condition and w.alone is not None and self._is_on_cycle(w):
            self._expand_rest(w)
        return True

    def _is_on_cycle(self, w: Node) -> bool:
        """Can w be reached from itself, by turns of chosen threads and covers?"""
        seen: set[Node] = set()
        work = list(w.children)
        while work:
            n = work.pop()
            if n.covered_by is not None:
                n = n.covered_by
            if n is w:
                return True
            if n not in seen and (n.alone is not None or n.control.inside):
                seen.add(n)
                work += n.children
        return False

    def _expand_rest(self, w: Node) -> None:
        """The threads that were left out count as expanded before the others."""
        w.alone = None
        for p in self.symbolic.movable(w.control):
            if p.id not in w.order and p.id not in w.sleep:
                for child in self._expand_thread(w, p, []):
                    self._queue(child)
                w.order.insert(0, p.id)
