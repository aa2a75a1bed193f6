"""Refinement: show that a condition is impossible at a node by strengthening labels on the path to it, or find values.

The condition and the guards on the path are carried back by substitution, each one a conjunct, until they contradict
each other, the label of a node on the way, or the initial state. The conjuncts in the contradiction, the core, make
the new labels: at each node behind the contradiction, not all of the core's conjuncts that are alive there hold. (A
conjunct is alive at the nodes before the step it belongs to.) Those are interpolants: each follows from the one before,
by the weakest precondition of the action, and where the contradiction is, there is nothing to show.

Values chosen by a Havoc are variables of their own on the way back; behind the Havoc they must be eliminated from the
labels: exactly, if that is simple (`eliminate`), else by bounds on the variables that are left (`box`).
Entry point: `Refiner.refute`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.engines.covering.box import Boxes
from threadproof.engines.covering.climb import Climber
from threadproof.engines.covering.labels import Labels
from threadproof.engines.covering.ladder import Ladder
from threadproof.engines.covering.path import Conjunct, Path
from threadproof.engines.covering.tree import Node, Tree
from threadproof.errors import Limit
from threadproof.ir.symbolic import Symbolic
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.records import dataclass
from threadproof.smt.solver import leaves_of

#: clauses that are tried before new ones are made
KNOWN = 8


@dataclass(frozen=True, slots=True)
class Feasible:
    """The path can be taken, with these values: of inputs (by position on the path) and of initial memory."""

    model: Model
    inputs: dict[tuple[int, int], Var]


@dataclass(frozen=True, slots=True)
class _Core:
    """Conjuncts with the node each belongs to, and a node where, carried back to it, they are contradictory."""

    conjuncts: list[Conjunct]
    position: int
    #: by themselves (not: with the label there, or the initial state); None: that is not known
    is_plain: bool | None


class Refiner:
    def __init__(
        self, symbolic: Symbolic, labels: Labels, tree: Tree, ladder: Ladder, tick: Callable[[], None]
    ) -> None:
        self.symbolic = symbolic
        self.labels = labels
        self.tree = tree
        self.tick = tick
        self.ladder = ladder
        self.boxes = Boxes(labels)
        self.climber = Climber(symbolic, ladder, labels.check)
        self.refinements = 0
        self.strengthened: list[Node] = []

    def refute(
        self,
        v: Node,
        goal: Term,
        base: Node | None = None,
        *,
        inputs: Sequence[Var] = (),
        is_needed: bool = False,
    ) -> Feasible | bool:
        """True: labels are strengthened so that v's label excludes `goal`, whatever the values of its `inputs`.

        With a base node, only its label and what is behind it are looked at; False: that is not enough, or there are
        no interpolants. Where they are needed, that ends the run.
        """
        if goal is T.FALSE or v.label.excludes(goal) or self.labels.entails_cheaply(v.label, T.not_(goal)):
            return True
        self.tick()
        path = Path(base, v)
        found = self._contradiction(path, goal, base)
        if isinstance(found, Feasible):
            return found
        if found is None:
            return False
        core, position = found.conjuncts, found.position
        is_plain = self._contradicts(path, core, position) if found.is_plain is None else found.is_plain
        if self.ladder.relaxes:
            from threadproof.engines.covering.relax import relaxed

            core = relaxed(core, lambda weaker: self._contradicts(path, weaker, position, not is_plain, base))
        if is_plain:
            position = self._latest(path, core, position)
        elif base is None and position == 0:
            # only the initial state says so: the root's label must, too
            position = -1
        self.boxes.are_wanted = is_needed
        clauses = self._interpolants(path, core, position, inputs)
        if is_needed:
            controls = [n.control for n in path.nodes[position + 1 :]]
            if self.ladder.is_wanted(controls, clauses):
                clauses = self.climber.interpolants(path, core, position) or clauses
        if clauses is None:
            if is_needed:
                raise Limit("no interpolant", f"a chosen value cannot be eliminated on the way to {v.control!r}")
            return False
        self.refinements += 1
        for node, clause in zip(path.nodes[position + 1 :], clauses, strict=True):
            if self.tree.strengthen(node, clause):
                self.strengthened.append(node)
        return True

    # ------------------------------------------------------------ the way back

    def _contradiction(self, path: Path, goal: Term, base: Node | None) -> Feasible | _Core | None:
        n = len(path.actions)
        origins: list[Conjunct] = []
        #: conjunct as seen from the current node -> its number
        items: dict[Term, int] = {}
        #: those that are new at the current node
        new: list[Term] = []

        def add(t: Term, at: int) -> None:
            for c in conjuncts(t):
                if c not in items:
                    items[c] = len(origins)
                    origins.append((at, c))
                    new.append(c)

        add(goal, n)
        i = n
        while True:
            for t in new:
                if t is T.FALSE:
                    return _Core([origins[items[t]]], i, is_plain=True)
                opposite = t.args[0] if t.op == "not" else T.not_(t)
                if opposite in items:
                    return _Core([origins[items[t]], origins[items[opposite]]], i, is_plain=True)
            for r in path.nodes[i].label.refuters:
                if items.keys() >= r:
                    return _Core([origins[items[t]] for t in r], i, is_plain=False)
            if i == 0:
                break
            self.tick()
            i -= 1
            action = path.actions[i]
            new = []
            written = action.written
            # all are taken out before any is put back: one may become what another was
            changed = [(t, number) for t, number in items.items() if not written.isdisjoint(t.vars)]
            for t, _ in changed:
                del items[t]
            for t, number in changed:
                for c in conjuncts(path.back(i, t)):
                    if c not in items:
                        items[c] = number
                        new.append(c)
            if action.guard is not T.TRUE:
                add(path.guard(i), i)
            if action.input_range is not T.TRUE:
                add(path.input_range(i), i)
        return self._at_base(path, items, origins, base)

    def _at_base(
        self, path: Path, items: dict[Term, int], origins: list[Conjunct], base: Node | None
    ) -> Feasible | _Core | None:
        if base is None:
            start: dict[Term, int] = {}
            for t, number in items.items():
                for c in conjuncts(self.symbolic.initially(t)):
                    start.setdefault(c, number)
            if T.FALSE in start:
                return _Core([origins[start[T.FALSE]]], 0, is_plain=False)
            if self.labels.check(start):
                return Feasible(self.labels.solver.model(), path.inputs)
            numbers = {start[c] for c in self.labels.solver.core()}
        else:
            known = path.nodes[0].label.clauses
            if self.labels.attempt((*known, *items)) is not False:
                return None
            numbers = {items[c] for c in self.labels.solver.core() if c in items}
        return _Core([origins[number] for number in sorted(numbers)], 0, is_plain=None)

    # ------------------------------------------------------------ interpolants

    def _latest(self, path: Path, core: list[Conjunct], position: int) -> int:
        """The last node where the conjuncts alive there contradict each other by themselves; they do at `position`."""
        low, high = position, max(at for at, _ in core)
        while low < high:
            middle = (low + high + 1) // 2
            if self._contradicts(path, core, middle):
                low = middle
            else:
                high = middle - 1
        return low

    def _contradicts(
        self,
        path: Path,
        core: list[Conjunct],
        at: int,
        with_label: bool = False,
        base: Node | None = None,
    ) -> bool:
        """Do they contradict each other at that node, or what is known there (at the root: the initial state)?"""
        terms = []
        for origin, t in core:
            if origin >= at:
                for i in range(origin - 1, at - 1, -1):
                    t = path.back(i, t)
                terms.append(t)
        for i in range(at, len(path.actions)):
            if path.actions[i].input_range is not T.TRUE:
                terms.append(path.input_range(i))
        if with_label and base is None and at == 0:
            terms = [self.symbolic.initially(t) for t in terms]
        elif with_label:
            terms += path.nodes[at].label.clauses
        return T.FALSE in terms or not self.labels.check(terms)

    def _interpolants(
        self, path: Path, core: list[Conjunct], position: int, inputs: Sequence[Var]
    ) -> list[Term] | None:
        """Clauses for the nodes behind `position`: not all conjuncts of the core that are alive there hold."""
        n = len(path.actions)
        clauses: list[Term] = []
        alive: list[Term] | None = self._without_inputs(
            path, core, position, n, [t for at, t in core if at == n], inputs
        )
        for i in range(n, position, -1):
            if alive is None:
                return None
            clauses.append(T.or_(*[T.not_(t) for t in alive]))
            if i - 1 == position:
                break
            alive = [path.back(i - 1, t) for t in alive] + [t for at, t in core if at == i - 1]
            mine = [x for x in path.inputs_at(i - 1) if any(x in t.vars for t in alive)]
            bounds = [c for c in conjuncts(path.input_range(i - 1)) if not c.vars.isdisjoint(mine)]
            eliminated = self._without_inputs(path, core, position, i - 1, [*alive, *bounds], mine)
            if eliminated is None:
                more = [c for x in mine for c in self._about_input(path, core, i - 1, x)]
                return self._interpolants(path, [*core, *more], position, inputs) if more else None
            alive = eliminated
        clauses.reverse()
        return clauses

    def _without_inputs(
        self, path: Path, core: list[Conjunct], position: int, i: int, alive: list[Term], inputs: Sequence[Var]
    ) -> list[Term] | None:
        """Conjuncts for node i: whatever the values of the inputs, they hold if the others do, and not on this path."""
        exact: list[Term] | None = alive
        for x in inputs:
            from threadproof.engines.covering.eliminate import eliminate

            exact = None if exact is None else eliminate(exact, x, self.labels.check)
        if exact is None and self.boxes.are_wanted:
            exact = self._outside_of_a_box(path, core, position, i, alive, inputs)
        return None if exact is None else [c for t in exact for c in conjuncts(t)]

    def _outside_of_a_box(
        self, path: Path, core: list[Conjunct], position: int, i: int, alive: list[Term], inputs: Sequence[Var]
    ) -> list[Term] | None:
        cells = [u for u in leaves_of(alive) if u.var not in inputs]
        if any(a.value is None for u in cells for a in u.args):
            return None
        start = max(position, 0)
        values = {u: u for u in [*cells, *self._of_use(path, core, frozenset([u.var for u in cells]))]}
        reached: list[Term] = []
        for k in range(i - 1, start - 1, -1):
            values = {u: path.back(k, t) for u, t in values.items()}
            reached = [path.back(k, t) for t in reached] + [t for at, t in core if at == k]
            reached.append(path.input_range(k))
        if position < 0:
            values = {u: self.symbolic.initially(t) for u, t in values.items()}
            reached = [self.symbolic.initially(t) for t in reached]
        else:
            reached += self.labels.ordered(path.nodes[start].label)
        known = {u: t for u, t in values.items() if u not in cells}
        box = self.boxes.between(reached, {u: values[u] for u in cells}, alive, known)
        return None if box is None else [T.not_(T.and_(*box))]

    def _of_use(self, path: Path, core: list[Conjunct], about: frozenset[Var | None]) -> list[Term]:
        """What labels on the path say about some variables, and the core denies: it may be an invariant."""
        found = dict.fromkeys([T.not_(t) for _, t in core])
        found.update(dict.fromkeys([c for n in path.nodes[1:] for c in self.labels.ordered(n.label)]))
        return [c for c in found if c.vars <= about][-KNOWN:]

    def _about_input(self, path: Path, core: list[Conjunct], i: int, x: Var) -> list[Conjunct]:
        """Guards that are not in the core and say something about an input, and nothing else: they may bound it."""
        found: list[Conjunct] = []
        for at in range(i + 1, len(path.actions)):
            for c in conjuncts(path.guard(at)):
                t = c
                for k in range(at - 1, i - 1, -1):
                    t = path.back(k, t)
                if t.vars == {x} and (at, c) not in core and (at, c) not in found:
                    found.append((at, c))
        return found
