"""Refinement: show that a condition is impossible at a node by strengthening labels on the path to it, or find values.

The condition and the guards on the path are carried back by substitution, each one a conjunct, until they contradict
each other, the label of a node on the way, or the initial state. The conjuncts in the contradiction, the core, make
the new labels: at each node behind the contradiction, not all of the core's conjuncts that are alive there hold. (A
conjunct is alive at the nodes before the step it belongs to.) Those are interpolants: each follows from the one before,
by the weakest precondition of the action, and where the contradiction is, there is nothing to show.

Values chosen by a Havoc are variables of their own on the way back; behind the Havoc they must be eliminated from the
labels (`eliminate`). Entry point: `Refiner.refute`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from threadproof.analysis.graph import loop_heads
from threadproof.engines.kit.eliminate import eliminate
from threadproof.engines.kit.labels import Labels
from threadproof.engines.kit.ladder import Ladder, Versions
from threadproof.engines.kit.tree import Node, Tree
from threadproof.errors import Limit
from threadproof.ir.symbolic import Action, Symbolic
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model
from threadproof.logic.term import Term, Var, conjuncts


@dataclass(frozen=True, slots=True)
class Feasible:
    """The path can be taken, with these values: of inputs (by position on the path) and of initial memory."""

    model: Model
    inputs: dict[tuple[int, int], Var]


@dataclass(frozen=True, slots=True)
class _Core:
    """Conjuncts with the node each belongs to, and a node where, carried back to it, they are contradictory."""

    conjuncts: list[tuple[int, Term]]
    position: int
    #: by themselves (not: with the label there, or the initial state); None: that is not known
    is_plain: bool | None


class _Path:
    """The way from a base node to a node, with an input variable of its own for each Havoc on it."""

    def __init__(self, base: Node | None, v: Node) -> None:
        nodes = [v]
        while nodes[-1] is not base and nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        nodes.reverse()
        self.nodes = nodes
        actions: list[Action] = []
        for n in nodes[1:]:
            assert n.action is not None
            actions.append(n.action)
        self.actions = actions
        #: (position on the path, which input of the action there) -> its own variable
        self.inputs: dict[tuple[int, int], Var] = {}

    def back(self, i: int, t: Term) -> Term:
        """A term at node i + 1 as a term at node i."""
        a = self.actions[i]
        t = a.before(t)
        for n, (x, _) in enumerate(a.inputs):
            if x in t.vars:
                t = rename(t, x, self.input(i, n))
        return t

    def input(self, i: int, n: int) -> Var:
        mine = self.inputs.get((i, n))
        if mine is None:
            canonical, _ = self.actions[i].inputs[n]
            mine = self.inputs[i, n] = replace(canonical, name=f"{canonical.name}{i}")
        return mine

    def guard(self, i: int) -> Term:
        return self._own(i, self.actions[i].guard)

    def input_range(self, i: int) -> Term:
        return self._own(i, self.actions[i].input_range)

    def inputs_at(self, i: int) -> list[Var]:
        return [self.inputs[i, n] for n in range(len(self.actions[i].inputs)) if (i, n) in self.inputs]

    def _own(self, i: int, t: Term) -> Term:
        for n, (x, _) in enumerate(self.actions[i].inputs):
            if x in t.vars:
                t = rename(t, x, self.input(i, n))
        return t


def rename(t: Term, old: Var, new: Var) -> Term:
    if not old.dims:
        return T.substitute(t, {old: T.var(new)})
    return T.transform(t, lambda u: T.select(new, u.args) if u.var is old else None)


class Refiner:
    def __init__(
        self, symbolic: Symbolic, labels: Labels, tree: Tree, ladder: Ladder, tick: Callable[[], None]
    ) -> None:
        self.symbolic = symbolic
        self.labels = labels
        self.tree = tree
        self.tick = tick
        self.ladder = ladder
        self._heads: dict[str, frozenset[int]] = {}
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
        if goal is T.FALSE or self.labels.entails_cheaply(v.label, T.not_(goal)):
            return True
        self.tick()
        path = _Path(base, v)
        found = self._contradiction(path, goal, base)
        if isinstance(found, Feasible):
            return found
        if found is None:
            return False
        core, position = found.conjuncts, found.position
        if self._contradicts(path, core, position) if found.is_plain is None else found.is_plain:
            position = self._latest(path, core, position)
        elif base is None and position == 0:
            # only the initial state says so: the root's label must, too
            position = -1
        clauses = self._interpolants(path, core, position, inputs)
        if is_needed:
            controls = [n.control for n in path.nodes[position + 1 :]]
            if clauses is None or self.ladder.is_stalled(controls, clauses):
                clauses = self._climb(path, core, position) or clauses
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

    def _contradiction(self, path: _Path, goal: Term, base: Node | None) -> Feasible | _Core | None:
        n = len(path.actions)
        origins: list[tuple[int, Term]] = []
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
        self, path: _Path, items: dict[Term, int], origins: list[tuple[int, Term]], base: Node | None
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
            if self.labels.check((*known, *items)):
                return None
            numbers = {items[c] for c in self.labels.solver.core() if c in items}
        return _Core([origins[number] for number in sorted(numbers)], 0, is_plain=None)

    # ------------------------------------------------------------ interpolants

    def _latest(self, path: _Path, core: list[tuple[int, Term]], position: int) -> int:
        """The last node where the conjuncts alive there contradict each other by themselves; they do at `position`."""
        low, high = position, max(at for at, _ in core)
        while low < high:
            middle = (low + high + 1) // 2
            if self._contradicts(path, core, middle):
                low = middle
            else:
                high = middle - 1
        return low

    def _contradicts(self, path: _Path, core: list[tuple[int, Term]], at: int) -> bool:
        terms = []
        for origin, t in core:
            if origin >= at:
                for i in range(origin - 1, at - 1, -1):
                    t = path.back(i, t)
                terms.append(t)
        for i in range(at, len(path.actions)):
            if path.actions[i].input_range is not T.TRUE:
                terms.append(path.input_range(i))
        return T.FALSE in terms or not self.labels.check(terms)

    def _interpolants(
        self, path: _Path, core: list[tuple[int, Term]], position: int, inputs: Sequence[Var]
    ) -> list[Term] | None:
        """Clauses for the nodes behind `position`: not all conjuncts of the core that are alive there hold."""
        n = len(path.actions)
        clauses: list[Term] = []
        alive: list[Term] | None = [t for at, t in core if at == n]
        for x in inputs:
            alive = None if alive is None else eliminate(alive, x, self.labels.check)
        if alive is None:
            return None
        for i in range(n, position, -1):
            clauses.append(T.or_(*[T.not_(t) for t in alive]))
            if i - 1 == position:
                break
            alive = [path.back(i - 1, t) for t in alive] + [t for at, t in core if at == i - 1]
            for x in path.inputs_at(i - 1):
                if any(x in t.vars for t in alive):
                    bounds = [c for c in conjuncts(path.input_range(i - 1)) if x in c.vars]
                    eliminated = eliminate([*alive, *bounds], x, self.labels.check)
                    if eliminated is None:
                        more = self._about_input(path, core, i - 1, x)
                        return self._interpolants(path, more, position, inputs) if len(more) > len(core) else None
                    alive = eliminated
            alive = [c for t in alive for c in conjuncts(t)]
        clauses.reverse()
        return clauses

    def _about_input(self, path: _Path, core: list[tuple[int, Term]], i: int, x: Var) -> list[tuple[int, Term]]:
        """The core and all guards that say something about an input and nothing else: they may bound it."""
        found = list(core)
        for at in range(i + 1, len(path.actions)):
            for c in conjuncts(path.guard(at)):
                t = c
                for k in range(at - 1, i - 1, -1):
                    t = path.back(k, t)
                if t.vars == {x} and (at, c) not in found:
                    found.append((at, c))
        return found

    # ------------------------------------------------------------ the ladder

    def _climb(self, path: _Path, core: list[tuple[int, Term]], position: int) -> list[Term] | None:
        """A solver's interpolants at the heads of loops, carried back to the nodes between them."""
        n = len(path.actions)
        start = max(position, 0)
        relevant = self._relevant(path, core, start)
        if any(v.dims for vs in relevant for v in vs):
            return None
        cuts = [k for k in range(start, n + 1) if k in (start, n) or self._is_head(path.nodes[k])]
        versions = Versions()
        if position < 0:
            known = [T.eq(T.var(v), self.symbolic.initially(T.var(v))) for v in sorted(relevant[0], key=_name)]
        else:
            known = [c for c in path.nodes[start].label.clauses if not any(v.dims for v in c.vars)]
        parts = [T.and_(*[versions.now(t) for t in known])]
        names = [versions.names()]
        step: list[Term] = []
        for k in range(start, n):
            a = path.actions[k]
            step += [versions.now(t) for at, t in core if at == k]
            if a.input_range is not T.TRUE:
                step.append(versions.now(path.input_range(k)))
            written = [v for v in sorted(relevant[k + 1 - start], key=_name) if v in a.written]
            values = [versions.now(path.back(k, T.var(v))) for v in written]
            new = versions.write(written)
            step += [T.eq(T.var(new[v]), value) for v, value in zip(written, values, strict=True)]
            if k + 1 in cuts:
                parts.append(T.and_(*step))
                names.append(versions.names())
                step = []
        parts.append(T.and_(*[versions.now(t) for at, t in core if at == n]))
        found = self.ladder.interpolate(parts)
        if found is None:
            return None
        at_cut = {k: T.substitute(t, names[i]) for i, (k, t) in enumerate(zip(cuts, found, strict=True))}
        return self._between(path, core, position, at_cut)

    def _relevant(self, path: _Path, core: list[tuple[int, Term]], start: int) -> list[set[Var]]:
        """The variables of the core at each node from `start` on."""
        n = len(path.actions)
        inputs = set(path.inputs.values())
        found = [{v for at, t in core if at == n for v in t.vars}]
        for k in range(n - 1, start - 1, -1):
            mine = {v for at, t in core if at == k for v in t.vars}
            for v in found[-1]:
                mine |= {v} if v.dims else path.back(k, T.var(v)).vars
            found.append(mine - inputs - set(path.inputs_at(k)))
        found.reverse()
        return found

    def _between(
        self, path: _Path, core: list[tuple[int, Term]], position: int, at_cut: dict[int, Term]
    ) -> list[Term] | None:
        """From the interpolants at the cuts, clauses for all nodes behind `position`."""
        n = len(path.actions)
        clauses = [at_cut[n]]
        alive = [T.not_(at_cut[n])]
        for k in range(n - 1, position, -1):
            if k in at_cut:
                clauses.append(at_cut[k])
                alive = [T.not_(at_cut[k])]
                continue
            alive = [path.back(k, t) for t in alive] + [t for at, t in core if at == k]
            for x in path.inputs_at(k):
                if any(x in t.vars for t in alive):
                    bounds = [c for c in conjuncts(path.input_range(k)) if x in c.vars]
                    eliminated = eliminate([*alive, *bounds], x, self.labels.check)
                    if eliminated is None:
                        return None
                    alive = eliminated
            clauses.append(T.not_(T.and_(*alive)))
        clauses.reverse()
        return clauses

    def _is_head(self, n: Node) -> bool:
        a = n.action
        if a is None or a.target is None:
            return False
        t = a.target.template
        heads = self._heads.get(t.name)
        if heads is None:
            heads = self._heads[t.name] = loop_heads(t)
        return a.target.location in heads


def _name(v: Var) -> str:
    return v.name
