"""Which steps are taken only finitely often: ranking functions for threads that run beside any others.

Take an execution that never ends, with finitely many environment steps and finitely many threads. What it may still do
after some time, again and again, is `Recurring`: at first all steps that lie on a cycle of their template. A `Layer`
takes some away. It gives a number (an unsigned machine integer) to a thread of one template, at each place of one
component of what recurs, such that

* own steps within the component do not increase it, and those that the layer `drops` decrease it;
* no step of another thread that still recurs increases it.

From some time on a thread stays in one component. Its number does not grow then, so it is constant after some more
time: the dropped steps are not taken any more, all other steps in the component leave it as it is (that is what is
known of them, the `condition`), and steps that are on no cycle of what is left are not taken any more either. The next
layer need only think of what is left; so layers are lexicographic, in each thread and between threads, and no relation
need be closed under composition. Numbers are unsigned and compared as such, so there is no bound to prove: a decrease
that wraps around is none.

Each condition is a clause without head over the predicates of `thread_modular`: facts about reachable states may be
used. Where nothing recurs in the end, every execution is finite. Threads that only wait for each other in turns are
what `spinning` is about.

Finitely many threads: as long as layers look at no shared variable they say something about each thread whatever the
others do. After these first layers no step that creates a thread may recur, and no template may lead to itself. Entry
points: `Recurring`, `Layer`, `creation_problem`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from threadproof.analysis.graph import on_cycle
from threadproof.blocks.transitions import Transition, Transitions
from threadproof.horn.clause import Application
from threadproof.ir import op as O
from threadproof.ir.sections import inside_sections
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field
from threadproof.rules.thread_modular import ThreadModular

#: a way between boundaries: its template, where it begins, and which of those that begin there it is
Name = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Layer:
    template: str
    #: the number of a thread at each place of a component, as a term over shared variables and its own
    ranks: Mapping[int, Term]
    drops: frozenset[Name] = frozenset()

    @property
    def is_local(self) -> bool:
        return not any(v.shared for t in self.ranks.values() for v in t.vars)


@dataclass(frozen=True, slots=True)
class Obligation:
    """A clause without head."""

    body: tuple[Application, ...]
    constraint: Term
    #: for people
    note: str


@dataclass(slots=True)
class Recurring:
    """What may be taken again and again, with what is known then. Never changed: `after` makes the next one."""

    transitions: Transitions
    conditions: dict[Name, Term] = field(default_factory=dict)

    @classmethod
    def at_first(cls, transitions: Transitions) -> Recurring:
        found = cls(transitions)
        for name, ways in transitions.of.items():
            for at, out in ways.items():
                for n, w in enumerate(out):
                    if not w.end and not any(O.is_environment(e.op) for e in w.edges):
                        found.conditions[name, at, n] = T.TRUE
        return found.on_cycles()

    def way(self, name: Name) -> Transition:
        template, at, n = name
        return self.transitions.of[template][at][n]

    def components(self, template: str) -> list[dict[int, list[Name]]]:
        """Places of each component, with the steps from there that stay in it."""
        number = self._numbers(template)
        found: dict[int, dict[int, list[Name]]] = {}
        for name in self.conditions:
            if name[0] == template:
                found.setdefault(number[name[1]], {}).setdefault(name[1], []).append(name)
        return [found[k] for k in sorted(found)]

    def _numbers(self, template: str) -> dict[int, int]:
        """For each place that lies on a cycle, which component it is in. (What is never taken again was once.)"""
        size = len(self.transitions.program.templates[template].edges)
        pairs = [(n[1], self.way(n).target) for n in self.conditions if n[0] == template]
        return on_cycle(size + 1, [*pairs, *[(size, at) for at in range(size)]], size)

    def on_cycles(self) -> Recurring:
        """Without what lies on no cycle."""
        kept = Recurring(self.transitions)
        for template in {name[0] for name in self.conditions}:
            number = self._numbers(template)
            for name, condition in self.conditions.items():
                if name[0] == template:
                    a, b = number.get(name[1]), number.get(self.way(name).target)
                    if a is not None and a == b:
                        kept.conditions[name] = condition
        return kept

    def component_of(self, layer: Layer) -> dict[int, list[Name]] | None:
        """The component that the layer is about; None: its places are not those of one."""
        for component in self.components(layer.template):
            if component.keys() == layer.ranks.keys():
                return component
        return None

    # ------------------------------------------------------------ layers

    def after(self, layer: Layer) -> Recurring:
        """What still recurs if the layer is right."""
        left = Recurring(self.transitions, dict(self.conditions))
        for name in (n for names in (self.component_of(layer) or {}).values() for n in names):
            if name in layer.drops:
                del left.conditions[name]
            else:
                same = T.eq(_after(layer.ranks[self.way(name).target], self.way(name)), layer.ranks[name[1]])
                left.conditions[name] = T.and_(left.conditions[name], same)
        return left.on_cycles()

    def obligations(self, layer: Layer, rule: ThreadModular) -> Iterator[Obligation]:
        """What makes the layer right."""
        component = self.component_of(layer)
        assert component is not None
        for names in component.values():
            for name in names:
                yield from self.own(layer, name, rule)
        yield from self.from_others(layer, rule)

    def from_others(self, layer: Layer, rule: ThreadModular) -> Iterator[Obligation]:
        """What makes it right for steps of other threads."""
        for at, rank in layer.ranks.items():
            if any(v.shared for v in rank.vars):
                for name in self.conditions:
                    yield from self._beside(layer.template, at, rank, name, rule)

    def own(self, layer: Layer, name: Name, rule: ThreadModular) -> Iterator[Obligation]:
        """What makes it right for one step of its own."""
        w = self.way(name)
        before, after = layer.ranks[w.source], _after(layer.ranks[w.target], w)
        wrong = T.ule(before, after) if name in layer.drops else T.ult(before, after)
        if wrong is not T.FALSE:
            _, body, known = rule.alone(w)
            yield Obligation(body, T.and_(known, self.conditions[name], wrong), f"{w!r} does not count down")

    def _beside(self, template: str, at: int, rank: Term, name: Name, rule: ThreadModular) -> Iterator[Obligation]:
        w = self.way(name)
        changed = [v for v in rank.vars if v.shared and v in w.updates]
        found = rule.beside((template, at), w) if changed else None
        if found is None:
            return
        mover, body, known = found
        after = T.substitute(rank, {v: T.substitute(w.updates[v], mover.values) for v in changed})
        wrong = T.ult(rank, after)
        if wrong is not T.FALSE:
            condition = T.substitute(self.conditions[name], mover.values)
            yield Obligation(body, T.and_(known, condition, wrong), f"{w!r} disturbs {template} at L{at}")


def _after(rank: Term, w: Transition) -> Term:
    updates: Mapping[Var, Term] = w.updates
    return T.substitute(rank, updates)


def creation_problem(transitions: Transitions, layers: Sequence[Layer]) -> str:
    """Why there may be infinitely many threads, or one that never comes to its next boundary; "" if there are not."""
    for template in transitions.of:
        t = transitions.program.templates[template]
        within = inside_sections(t)
        steps = [(e.source, e.target) for e in t.all_edges() if e.source in within and e.target in within]
        size = len(t.edges)
        if on_cycle(size + 1, [*steps, *[(size, at) for at in within]], size):
            return f"{template} may stay in an atomic section for ever"
    recurring = Recurring.at_first(transitions)
    for layer in layers:
        if not layer.is_local:
            break
        recurring = recurring.after(layer)
    for name in recurring.conditions:
        if recurring.way(name).created:
            return f"{name[0]} may create threads for ever"
    creates = {
        name: {c.template for out in ways.values() for w in out for c in w.created}
        for name, ways in transitions.of.items()
    }
    names = list(creates)
    pairs = [(names.index(a), names.index(b)) for a, targets in creates.items() for b in targets if b in creates]
    around = [*pairs, *[(len(names), n) for n in range(len(names))]]
    if on_cycle(len(names) + 1, around, len(names)):
        return "threads create threads that create such threads"
    return ""
