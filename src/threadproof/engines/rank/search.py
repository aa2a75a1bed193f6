"""Layers, one after the other, until nothing recurs or nothing more is found (see `rules.ranking`).

Facts about reachable states are guessed first (`horn.guesses`), and mostly are enough; where a number would count down
but for states that are not reachable, the clauses are given to the Horn solvers, for a moment. Layers about locals come
before all others, because they need nobody else. Entry point: `Search`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from threadproof.blocks.memory import is_input
from threadproof.blocks.transitions import Transitions
from threadproof.engines.engine import Run
from threadproof.engines.rank.candidates import candidates
from threadproof.engines.rank.linear import linear
from threadproof.horn.clause import Application, Predicate, System
from threadproof.horn.guesses import facts_that_hold
from threadproof.horn.houdini import Instances
from threadproof.horn.solver import Deadline, Solved, make_horn_solver
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model
from threadproof.logic.remainders import loosened
from threadproof.logic.term import Term
from threadproof.rules.ranking import Layer, Name, Obligation, Recurring, creation_problem
from threadproof.rules.spinning import purity
from threadproof.rules.thread_modular import ThreadModular
from threadproof.smt.solver import make_solver

#: seconds for one question, and to guess facts
CHECK_LIMIT: Final = 1.0
GUESS_LIMIT: Final = 20.0
#: seconds to find facts for one layer; layers for which that is tried, in each component
FACTS_LIMIT: Final = 3.0
MOST_TRIED: Final = 4
#: conditions that may fail so far for that
MOST_FAILED: Final = 4
#: numbers that tell cases apart, in each component
MOST_IN_PART: Final = 12
#: in a component for which linear numbers are looked for
MOST_STEPS: Final = 12


class Search:
    def __init__(self, transitions: Transitions, k: int, run: Run) -> None:
        self.run = run
        self.rule = ThreadModular(transitions, k, counting=False)
        self.system: System = self.rule.build()
        self.recurring = Recurring.at_first(transitions)
        self.layers: list[Layer] = []
        self.facts: dict[Predicate, list[Term]] = {p: [] for p in self.system.predicates}
        self._instances = Instances()
        self._solver = make_solver()
        self._solver.limit = CHECK_LIMIT
        #: layers that were tried with facts of their own
        self._tried: set[tuple[str, tuple[tuple[int, Term], ...]]] = set()

    def find(self) -> None:
        """Layers that are found at once."""
        # (most loops need no facts, and to guess those takes longer)
        self._simple(only_local=True)
        if not creation_problem(self.rule.transitions, self.layers):
            self._simple()
        if not self.recurring.conditions:
            return
        self.guess()
        self._simple(only_local=True)
        while creation_problem(self.rule.transitions, self.layers) and self._one_more(only_local=True, with_facts=True):
            self._simple(only_local=True)
        self._simple()

    def find_more(self) -> None:
        """Layers that are not."""
        while self._one_linear() or self._in_cases() or self._one_more(with_facts=True):
            self._simple()

    def _in_cases(self) -> bool:
        """A number that is only taken down in some cases, if there is one for the other cases then."""
        before, layers = self.recurring, list(self.layers)
        for template in self.rule.transitions.of:
            for component in before.components(template):
                tried = 0
                for ranks in () if self.spins(component) else candidates(before, component):
                    layer = self._right(Layer(template, ranks), component, in_part=True)
                    if layer is None:
                        continue
                    self.layers, self.recurring = [*layers, layer], before.after(layer)
                    if self._one_more(in_=(template, frozenset(component))):
                        return True
                    self.layers, self.recurring = layers, before
                    tried += 1
                    if tried == MOST_IN_PART:
                        break
        return False

    def _one_linear(self) -> bool:
        for template in self.rule.transitions.of:
            for component in self.recurring.components(template):
                layer = None if self.spins(component) else self._linear(template, component)
                if layer is not None:
                    self._add(layer)
                    return True
        return False

    def _linear(self, template: str, component: dict[int, list[Name]]) -> Layer | None:
        names = [n for ns in component.values() for n in ns]
        steps = {n: self.recurring.way(n).updates for n in names}
        changed = {
            v: None for updates in steps.values() for v, x in updates.items() if v.width > 1 and x is not T.var(v)
        }
        looked_at = {
            v: None for n in names for v in self.recurring.way(n).guard.vars if v.width > 1 and not is_input(v)
        }
        variables = [*changed, *[v for v in looked_at if v not in changed]]
        if not changed or len(names) > MOST_STEPS:
            return None

        def wanted(layer: Layer) -> list[tuple[Name | None, Obligation]]:
            found: list[tuple[Name | None, Obligation]] = []
            for n in sorted(names, key=lambda n: n not in layer.drops):
                found += [(n, o) for o in self.recurring.own(layer, n, self.rule)]
            return [*found, *[(None, o) for o in self.recurring.from_others(layer, self.rule)]]

        for n in names:
            if any(v in changed for v in steps[n]):
                found = linear(variables, template, sorted(component), n, steps, wanted, self._refute, self._solver)
                if found is not None:
                    return Layer(template, found.ranks, self._dropped(found, component))
        return None

    def _refute(self, obligation: Obligation) -> Model | bool:
        """True: it holds. False: not decided."""
        if self.holds(obligation):
            return True
        return self._solver.model() if self._solver.check(*self._terms(obligation)) else False

    def _add(self, layer: Layer) -> None:
        self.layers.append(layer)
        self.recurring = self.recurring.after(layer)

    def _simple(self, *, only_local: bool = False) -> None:
        while self._one_more(only_local=only_local):
            pass

    def guess(self) -> None:
        """Facts about reachable states."""
        limit = self.run.remaining()
        found = facts_that_hold(self.system, Deadline(GUESS_LIMIT if limit is None else min(GUESS_LIMIT, limit / 2)))
        if found is not None:
            self.facts = found

    def spins(self, component: dict[int, list[Name]]) -> bool:
        """Do its steps only look at what is shared, and at something there? Then it counts as waiting."""
        ways = [self.recurring.way(n) for names in component.values() for n in names]
        if not any(v.shared for w in ways for t in (w.guard, *w.updates.values()) for v in t.vars):
            return False
        conditions = {n: self.recurring.conditions[n] for names in component.values() for n in names}
        return all(self.holds(o) for o in purity(Recurring(self.recurring.transitions, conditions), self.rule))

    def only_spins(self) -> bool:
        """Is what still recurs nothing but waiting?"""
        return all(self.spins(c) for name in self.rule.transitions.of for c in self.recurring.components(name))

    def holds(self, obligation: Obligation) -> bool:
        self.run.check_deadline()
        terms = self._terms(obligation)
        loose = loosened(terms)
        if loose is not None and self._solver.check(*loose) is False:
            return True
        return self._solver.check(*terms) is False

    def _terms(self, obligation: Obligation) -> list[Term]:
        return [*[t for a in obligation.body for t in self._said(a)], *T.conjuncts(obligation.constraint)]

    def solution(self) -> Mapping[Predicate, Term]:
        return {p: T.and_(*ts) for p, ts in self.facts.items()}

    def find_facts(self, wanted: Iterable[Obligation]) -> bool:
        """Facts under which these hold, beside those that are known; a moment's search."""
        system = System(list(self.system.predicates), list(self.system.clauses))
        for o in wanted:
            system.add(None, *o.body, constraint=o.constraint, note=o.note)
        left = self.run.remaining()
        found = make_horn_solver().solve(system, FACTS_LIMIT if left is None else min(FACTS_LIMIT, max(left / 4, 0.1)))
        if not isinstance(found, Solved):
            return False
        for p, t in found.solution.items():
            self.facts[p] = [*self.facts[p], *[c for c in T.conjuncts(t) if c not in self.facts[p]]]
        return True

    # ------------------------------------------------------------ one layer

    def _one_more(
        self, *, only_local: bool = False, with_facts: bool = False, in_: tuple[str, frozenset[int]] | None = None
    ) -> bool:
        """`in_`: only for parts of this component."""
        for template in self.rule.transitions.of:
            for component in self.recurring.components(template):
                if in_ is not None and not (template == in_[0] and component.keys() <= in_[1]):
                    continue
                if with_facts and self.spins(component):
                    continue
                layer = self._layer(template, component, only_local, with_facts)
                if layer is not None:
                    self._add(layer)
                    return True
        return False

    def _layer(
        self, template: str, component: dict[int, list[Name]], only_local: bool, with_facts: bool
    ) -> Layer | None:
        tried = 0
        for ranks in candidates(self.recurring, component):
            layer = Layer(template, ranks)
            if only_local and not layer.is_local:
                continue
            if with_facts:
                key = (template, tuple(ranks.items()))
                if key not in self._tried and tried < MOST_TRIED:
                    self._tried.add(key)
                    found = self._with_more_facts(layer, component)
                    tried += found is not None
                    if found:
                        return found
                continue
            found = self._right(layer, component)
            if found is not None:
                return found
        return None

    def _right(self, layer: Layer, component: dict[int, list[Name]], *, in_part: bool = False) -> Layer | None:
        """With what it drops, if it is right and drops something, or (in part) is at least about something."""
        if not self._may_count_down(layer, component):
            return None
        if not all(self.holds(o) for o in self.recurring.obligations(layer, self.rule)):
            return None
        drops = self._dropped(layer, component)
        if drops:
            return Layer(layer.template, layer.ranks, drops)
        return layer if in_part and self._is_news(layer) else None

    def _is_news(self, layer: Layer) -> bool:
        """May some step take it down, and is it one that need not?"""
        for name, condition in self.recurring.after(layer).conditions.items():
            if condition is not self.recurring.conditions[name]:
                _, body, known = self.rule.alone(self.recurring.way(name))
                if not self.holds(
                    Obligation(body, T.and_(known, self.recurring.conditions[name], T.not_(condition)), "")
                ):
                    return True
        return False

    def _dropped(self, layer: Layer, component: dict[int, list[Name]]) -> frozenset[Name]:
        names = [n for names in component.values() for n in names]
        return frozenset([n for n in names if all(self.holds(o) for o in self._about(layer, n))])

    def _about(self, layer: Layer, name: Name) -> Iterable[Obligation]:
        return self.recurring.own(Layer(layer.template, layer.ranks, frozenset([name])), name, self.rule)

    def _may_count_down(self, layer: Layer, component: dict[int, list[Name]]) -> bool:
        """Is it changed at all?"""
        for names in component.values():
            for n in names:
                w = self.recurring.way(n)
                if T.substitute(layer.ranks[w.target], w.updates) is not layer.ranks[w.source]:
                    return True
        return False

    def _with_more_facts(self, layer: Layer, component: dict[int, list[Name]]) -> Layer | None:
        """None: not worth a try."""
        if not self._may_count_down(layer, component):
            return None
        failed = [o for o in self.recurring.obligations(layer, self.rule) if not self.holds(o)]
        if len(failed) > MOST_FAILED:
            return None
        drops = self._dropped(layer, component)
        if drops and failed and self.find_facts(failed):
            return Layer(layer.template, layer.ranks, drops)
        if not drops:
            for n in (n for names in component.values() for n in names):
                if self._changes(layer, n) and self.find_facts([*failed, *self._about(layer, n)]):
                    return Layer(layer.template, layer.ranks, frozenset([n]))
        return None

    def _changes(self, layer: Layer, name: Name) -> bool:
        w = self.recurring.way(name)
        return T.substitute(layer.ranks[w.target], w.updates) is not layer.ranks[w.source]

    def _said(self, a: Application) -> list[Term]:
        return self._instances.of(a, self.facts[a.predicate])
