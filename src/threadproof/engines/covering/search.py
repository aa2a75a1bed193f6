"""The search: expand, refine, close, until every live node is expanded and excludes every error, or one is feasible."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from threadproof.engines.covering.independence import Independence
from threadproof.engines.covering.labels import Labels
from threadproof.engines.covering.ladder import Ladder
from threadproof.engines.covering.persistent import Alone
from threadproof.engines.covering.refine import Feasible, Refiner
from threadproof.engines.covering.renaming import Symmetry
from threadproof.engines.covering.symmetry import Symmetries
from threadproof.engines.covering.tree import AWAKE, Node, Tree, missing_at
from threadproof.engines.options import FORCE_COVER, INTERPOLATION, POR, SYMMETRY
from threadproof.errors import Limit
from threadproof.ir.harmless import Harmless
from threadproof.ir.symbolic import Action, Place, Symbolic
from threadproof.ir.violations import Violation, Violations
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.options import Options
from threadproof.properties import Kind

#: force cover: so many candidates are tried per node, and only those with labels this short
CANDIDATES = 3
SYMMETRIC = 3
LONGEST_LABEL = 10
#: attempts to make a label imply a condition of independence, per condition
ATTEMPTS = 3


class Found(Exception):
    """A violation can be reached."""

    def __init__(self, node: Node, violation: Violation, feasible: Feasible) -> None:
        self.node = node
        self.violation = violation
        self.feasible = feasible

    def path(self) -> list[Action]:
        """The steps from the root to the node."""
        path = []
        n = self.node
        while n.parent is not None:
            assert n.action is not None
            path.append(n.action)
            n = n.parent
        path.reverse()
        return path


class Search:
    def __init__(
        self, symbolic: Symbolic, labels: Labels, violations: Violations, options: Options, tick: Callable[[], None]
    ) -> None:
        self.symbolic = symbolic
        self.labels = labels
        self.violations = violations
        self.tick = tick
        self.por = {"persistent": "static", "both": "sleep"}.get(options[POR], options[POR])
        self.force_covers = options[FORCE_COVER]
        #: depth first, but paths that create less go first: a loop that creates threads may have no end
        self.stacks: dict[int, list[Node]] = {}
        is_symmetric = options[SYMMETRY] and symbolic.program.scheduler is None
        symmetries = Symmetries(symbolic, violations.property) if is_symmetric else None
        self.tree = Tree(labels, symbolic.root, self._queue, self._wake, symmetries)
        self.ladder = Ladder(time.monotonic, options[INTERPOLATION])
        self.refiner = Refiner(symbolic, labels, self.tree, self.ladder, tick)
        self.independence = Independence(symbolic, labels)
        self.alone = Alone(symbolic, labels, violations.property)
        #: why the search is not complete
        self.gap: Limit | None = None
        self.harmless = Harmless(symbolic.program, violations.property)
        self.started = self.reported = time.monotonic()
        self.forced = 0
        self.woken = 0
        self._attempts: dict[Term, int] = {}

    def statistics(self) -> dict[str, Any]:
        solver = self.labels.solver
        return {
            "nodes": len(self.tree.nodes),
            "covers": self.tree.covers_made,
            "forced_covers": self.forced,
            "woken": self.woken,
            "refinements": self.refiner.refinements,
            "implication_checks": self.labels.implication_checks,
            "smt_checks": solver.smt_checks,
            "solver_time": round(solver.solver_time, 3),
        }

    def run(self) -> None:
        self._queue(self.tree.root)
        while True:
            while self.stacks:
                least = min(self.stacks) if len(self.stacks) > 1 else next(iter(self.stacks))
                stack = self.stacks[least]
                v = stack.pop()
                if not stack:
                    del self.stacks[least]
                v.queued = False
                if v.is_live:
                    self._visit(v)
            # labels of the proof must exclude what only became possible later (leaks of objects numbered later)
            if not self.violations.property.has(Kind.LEAK) or self.gap is not None or not self._recheck():
                break
        if self.gap is not None:
            raise self.gap

    def _recheck(self) -> bool:
        stale = [v for v in self.tree.live_nodes() if v.is_live and not self._excludes_all(v)]
        for v in stale:
            v.safe = False
            self._queue(v)
        return bool(stale)

    def _excludes_all(self, v: Node) -> bool:
        return all(self.labels.entails(v.label, T.not_(x.condition)) for x in self.violations.at(v.control))

    def _queue(self, v: Node) -> None:
        if not v.queued:
            v.queued = True
            self.stacks.setdefault(v.control.drawn, []).append(v)

    def _visit(self, v: Node) -> None:
        if not v.number & 127:
            self.tick()
        if self.harmless.is_harmless(v.control):
            return
        if self._close(v) or not self._make_safe(v):
            return
        if not v.expanded:
            self._expand(v)

    # ------------------------------------------------------------ errors

    def _make_safe(self, v: Node) -> bool:
        """Exclude every violation at the node; False if the node is no longer live."""
        if v.safe:
            return True
        for x in self.violations.at(v.control):
            self._exclude(v, x)
            if not v.is_live:
                return False
        v.safe = True
        return True

    def _exclude(self, v: Node, x: Violation) -> None:
        result = self.refiner.refute(v, x.condition, inputs=[i for _, i in x.inputs], is_needed=True)
        self._learn(self.refiner.strengthened)
        if isinstance(result, Feasible):
            if not x.undecided:
                raise Found(v, x, result)
            # no proof any more, but perhaps a counterexample
            self.gap = self.gap or Limit("unsupported construct", x.undecided)
        self._close_strengthened()

    def _learn(self, nodes: list[Node]) -> None:
        """These nodes have new labels, which exclude an error."""

    def _close_strengthened(self) -> None:
        """Nodes with new labels, from the root on, may be covered now."""
        nodes = sorted(set(self.refiner.strengthened), key=lambda n: n.depth)
        self.refiner.strengthened.clear()
        for n in nodes:
            if n.is_live and n.parent is not None:
                self._cover_by_label(n)

    # ------------------------------------------------------------ covers

    def _close(self, v: Node) -> bool:
        return self._cover_by_label(v) or (self.force_covers and not v.expanded and self._force_cover(v))

    def _cover_by_label(self, v: Node) -> bool:
        best = None
        for label, older, symmetry in self.tree.coverers(v):
            if best is not None and best[1] is None and symmetry is not None:
                break
            if not self.tree.implies(v, label, symmetry):
                continue
            for w in older:
                if not missing_at(w, v, symmetry):
                    return self._cover(v, w, symmetry)
                if best is None:
                    best = (w, symmetry)
        return best is not None and self._cover(v, *best)

    def _cover(self, v: Node, w: Node, symmetry: Symmetry | None) -> bool:
        return self.tree.cover(v, w, symmetry)

    def _force_cover(self, v: Node) -> bool:
        """The youngest candidates first, but those with the same control before others."""
        own: list[tuple[Node, Symmetry | None]] = []
        others: list[tuple[Node, Symmetry | None]] = []
        for _, older, symmetry in self.tree.coverers(v):
            (own if symmetry is None else others).extend([(w, symmetry) for w in older])
        for found, most in ((own, CANDIDATES), (others, SYMMETRIC)):
            short = [x for x in found if len(x[0].label.clauses) <= LONGEST_LABEL]
            for w, symmetry in short[: -most - 1 : -1]:
                if not v.is_live:
                    return True
                if w.is_live and self._force(v, w, symmetry):
                    self.forced += 1
                    return True
        return False

    def _force(self, v: Node, w: Node, symmetry: Symmetry | None) -> bool:
        clauses = self.labels.ordered(w.label) if symmetry is None else symmetry.clauses(w.label)
        if clauses is None:
            return False
        base = self._ancestor(v, w)
        for clause in clauses:
            if not self._follows(v, clause, base):
                self._close_strengthened()
                return False
        # strengthening may have covered an ancestor, or uncovered what made w live
        self._close_strengthened()
        if not v.is_live:
            return True
        if not w.is_live or not self.tree.implies(v, w.label, symmetry):
            return False
        return self._cover(v, w, symmetry)

    def _follows(self, v: Node, clause: Term, base: Node) -> bool:
        """Does the clause hold at v, by its label or what led there? If so, the labels say it now."""
        if self.labels.entails_cheaply(v.label, clause):
            return True
        return self.labels.entails(v.label, clause) or self.refiner.refute(v, T.not_(clause), base) is True

    def _ancestor(self, v: Node, w: Node) -> Node:
        while v is not w:
            if v.depth >= w.depth:
                assert v.parent is not None
                v = v.parent
            else:
                assert w.parent is not None
                w = w.parent
        return v

    # ------------------------------------------------------------ expansion

    def _expand(self, v: Node) -> None:
        v.expanded = True
        awake = [p for p in self._in_order(v) if p.id not in v.sleep]
        made = []
        for p in self._chosen(v, awake):
            made.append(self._expand_thread(v, p, v.order))
            v.order.append(p.id)
        for children in reversed(made):
            for w in reversed(children):
                self._queue(w)

    def _chosen(self, v: Node, awake: list[Place]) -> list[Place]:
        """The threads to be expanded: all, or one that may go alone."""
        for p in awake if self.por != "none" else ():
            v.alone = self.alone.reason(v.control, p)
            if v.alone is not None:
                return [p]
        return awake

    def _is_chosen(self, v: Node, p: Place) -> bool:
        """At a node that is expanded: is the thread among those that are (or sleep)?"""
        return v.alone is None

    def _in_order(self, v: Node) -> list[Place]:
        places = list(self.symbolic.movable(v.control))
        if self.por != "monotonic" and v.action is not None:
            # the thread that has just moved comes first
            places.sort(key=lambda p: p.id != v.action.id)  # type: ignore[union-attr]
        return places

    def _wake(self, w: Node, ids: frozenset[int]) -> None:
        """Threads that slept at w must be awake there: they count as expanded before all others."""
        w.sleep -= ids
        self.woken += len(ids)
        if w.covered_by is not None and (missing := missing_at(w.covered_by, w, w.symmetry)):
            self._wake(w.covered_by, missing)
        if not w.expanded:
            return
        # whoever is not expanded here, because one goes alone or is inside a section, must not sleep below either
        here = [p for p in self.symbolic.movable(w.control) if p.id in ids and self._is_chosen(w, p)]
        elsewhere = ids - {p.id for p in here}
        for child in w.children:
            if elsewhere & child.sleep:
                self._wake(child, elsewhere & child.sleep)
        for p in here:
            for child in self._expand_thread(w, p, []):
                self._queue(child)
            w.order.insert(0, p.id)

    def _expand_thread(self, v: Node, p: Place, earlier: list[int]) -> list[Node]:
        children = []
        for a in self.symbolic.actions(v.control, p):
            if a.halts or a.unsupported or self.violations.is_error(a):
                continue
            if a.guard is not T.TRUE and v.label.excludes(a.guard):
                continue
            sleep = self._sleep_below(v, p, a, earlier)
            w = self.tree.add_child(v, a, self.symbolic.successor(v.control, a), sleep)
            self._label(v, a, w)
            children.append(w)
        return children

    def _label(self, v: Node, a: Action, w: Node) -> None:
        """What a new node's label says: nothing, at first."""

    def _sleep_below(self, v: Node, p: Place, a: Action, earlier: list[int]) -> frozenset[int]:
        if self.por in ("none", "static"):
            return AWAKE
        asleep = []
        for q in v.control.places:
            if q.id == p.id or (q.id not in v.sleep and q.id not in earlier):
                continue
            if self.por == "monotonic" and q.id > p.id:
                continue
            if self.independence.holds(a, v.control, q, v.label, lambda c, alias: self._establish(v, c, alias)):
                asleep.append(q.id)
        return frozenset(asleep)

    def _establish(self, v: Node, condition: Term, is_alias: bool) -> bool:
        """Make the label of v imply a condition under which two actions are independent, if the path does.

        Without force cover a label that says more than it must is hardly ever implied by another: then only the
        paper's conditional dependence, between elements of arrays, is worth it.
        """
        if not is_alias and not self.force_covers:
            return False
        tries = self._attempts.get(condition, 0)
        if tries >= ATTEMPTS:
            return False
        if self.refiner.refute(v, T.not_(condition)) is True:
            # (whether ancestors are covered now can wait: v must stay as it is while it is expanded)
            self._attempts[condition] = 0
            return True
        self._attempts[condition] = tries + 1
        return False
