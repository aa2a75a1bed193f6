"""From transitions and predicates to a Boolean broadcast program that can do whatever the program can.

What it over-approximates: every transition has an edge. A Boolean whose predicate mentions no variable that the
transition writes keeps its value. Any other one becomes arbitrary, and is then constrained by what was proved: for
every state of the active thread, of passive ones different from it, and inputs, if the guard holds then so does the
constraint, about predicates before and after the step. A constraint is proved for some thread or threads, so it holds
for each choice of distinct passive threads, as the language demands. Only proofs add constraints; what a solver does
not decide is left arbitrary. Where a predicate mentions a local that is dead, its Boolean is forgotten.

How much is proved at once (`cubes`): 0: predicates that become true, false or equal to another one; 1, 2: implications
from up to so many literals (Cartesian abstraction). The rest comes from refinement. Entry point: `Abstraction`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from threadproof.analysis.liveness import live_locals
from threadproof.blocks.crowd import Crowd, all_transitions
from threadproof.blocks.transitions import Transition
from threadproof.broadcast.program import (
    ACTIVE,
    ENTRY,
    NEW,
    Constraint,
    Declared,
    Edge,
    Program,
    Start,
    Template,
    Update,
)
from threadproof.engines.symmpa.predicates import Predicate, Predicates, valued
from threadproof.logic import term as T
from threadproof.logic.term import FALSE, Term, Var
from threadproof.records import dataclass
from threadproof.smt.solver import Solver

#: what passive threads are called in constraints; more of them were never needed
PASSIVE: Final = ("p", "q", "r")


def index_of(part: int) -> str:
    """What the thread with this part in a step is called in constraints."""
    return PASSIVE[part - 1] if part else ACTIVE


@dataclass(frozen=True, slots=True)
class Reading:
    """A Boolean of the abstract program, and the formula that it stands for."""

    boolean: Term
    meaning: Term


#: readings with their values
Cube = frozenset[tuple[Reading, bool]]


class Abstraction:
    def __init__(self, crowd: Crowd, predicates: Predicates, solver: Solver, cubes: int, passive: int | None) -> None:
        self.crowd = crowd
        self.predicates = predicates
        self.solver = solver
        self.cubes = cubes
        #: how many passive threads a constraint may be about; None: any number
        self.passive = passive
        self.transitions = [w for w in all_transitions(crowd.transitions) if w.end != "halt"]
        #: by transition, what refinement found out
        self.learned: dict[Transition, dict[Constraint, None]] = {w: {} for w in self.transitions}
        #: what main cannot see at the beginning: clauses
        self.at_start: dict[Term, None] = {}
        #: by template (None: shared variables only), cubes that no state satisfies
        self.impossible: dict[str | None, dict[frozenset[tuple[Predicate, bool]], None]] = {}
        self._compared = 0
        self._refuted: dict[frozenset[Term], bool] = {}
        #: boundaries and ends of each template -> locations of the abstract one
        self.locations = {name: self._locations(name) for name in crowd.transitions.of}
        self._live = {name: live_locals(crowd.program.templates[name]) for name in crowd.transitions.of}
        self._forgotten_names: dict[tuple[str, int], frozenset[str]] = {}
        #: by identity of an edge of the abstract program
        self.origin: dict[int, Transition] = {}

    # ------------------------------------------------------------ questions

    def refuted(self, *terms: Term) -> bool:
        key = frozenset(terms)
        found = self._refuted.get(key)
        if found is None:
            found = self._refuted[key] = self.solver.check(*terms) is False
        return found

    # ------------------------------------------------------------ the program

    def _locations(self, name: str) -> dict[int, int]:
        """Boundaries and ends of a template as locations of the abstract one."""
        t = self.crowd.program.templates[name]
        ways = self.crowd.transitions.of[name]
        targets = [w.target for out in ways.values() for w in out if not w.end]
        found = {t.entry: ENTRY}
        for at in sorted({*ways, *targets, t.exit} - {t.entry}):
            found[at] = len(found) + ENTRY
        return found

    def error_location(self, name: str, end: str) -> int:
        return len(self.locations[name]) + ENTRY + (end == "unsupported")

    def program(self) -> Program:
        """The abstract program for the predicates there are now."""
        self._compare()
        self.origin = {}
        self._forgotten_names = {}
        shared = [(p.name, self._initial(p)) for p in self.predicates.all if p.template is None]
        return Program(tuple(shared), tuple(map(self._template, self.crowd.transitions.of)))

    def _initial(self, p: Predicate) -> int | None:
        return self.crowd.initially(p.term).value

    def _template(self, name: str) -> Template:
        is_main = name == self.crowd.program.main
        own = [p for p in self.predicates.all if p.template == name]
        declared: list[Declared] = [(p.name, self._initial(p) if is_main else None) for p in own]
        edges = [self._edge(w) for w in self.transitions if w.template.name == name]
        initially = T.TRUE
        if is_main:
            initially = T.and_(*self.at_start, *[_excluded(cube) for cube in self._impossible_for(name)])
        forgotten = tuple(self._forgotten(name, own))
        self._forgotten_names |= {(name, at): frozenset(names) for at, names in forgotten}
        errors = (self.error_location(name, "error"), self.error_location(name, "unsupported"))
        return Template(
            name,
            tuple(declared),
            tuple(edges),
            errors,
            number=self.crowd.most[name],
            dormant=not is_main,
            initially=initially,
            forgets=forgotten,
        )

    def _forgotten(self, name: str, own: Sequence[Predicate]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """A predicate is of use only where it was found to be, and where the values of its locals will be read."""
        t = self.crowd.program.templates[name]
        ends = [self.error_location(name, end) for end in ("error", "unsupported")]
        for at, number in self.locations[name].items():
            live = {t.self_var, *self.crowd.transitions.memory.scalars(self._live[name][at])}
            dead = self.crowd.locals[name] - live if at in self.crowd.transitions.of[name] else self.crowd.locals[name]
            names = tuple([p.name for p in own if not self._is_of_use(p, number) or not dead.isdisjoint(p.term.vars)])
            if names:
                yield number, names
        if own:
            yield from ((at, tuple([p.name for p in own])) for at in ends)

    def _is_of_use(self, p: Predicate, location: int) -> bool:
        # (where there is one thread only, states are few, and knowing more saves iterations)
        return self.crowd.most[p.template or ""] == 1 or location in self.predicates.places[p]

    def forgotten_at(self, name: str, location: int) -> frozenset[str]:
        """Booleans of a thread that have no value at a location of the abstract program."""
        return self._forgotten_names.get((name, location), frozenset())

    def _edge(self, w: Transition) -> Edge:
        number = self.locations[w.template.name]
        target = self.error_location(w.template.name, w.end) if w.end else number[w.target]
        statement = self._start(w) if w.created else self._update(w)
        edge = Edge(number[w.source], statement, target)
        self.origin[id(edge)] = w
        return edge

    # ------------------------------------------------------------ what cannot be

    def _compare(self) -> None:
        """Pairs of literals that exclude each other, for the predicates that are new."""
        everything = self.predicates.all
        for n, p in enumerate(everything[self._compared :], self._compared):
            for q in everything[:n]:
                if p.term.vars.isdisjoint(q.term.vars) or (
                    None not in (p.template, q.template) and p.template != q.template
                ):
                    continue
                for x, y in product((True, False), repeat=2):
                    if self.refuted(valued(p.term, x), valued(q.term, y)):
                        self.exclude(frozenset(((p, x), (q, y))))
        self._compared = len(everything)

    def exclude(self, cube: frozenset[tuple[Predicate, bool]]) -> bool:
        """No state satisfies it: was that new?"""
        template = next((p.template for p, _ in cube if p.template is not None), None)
        known = self.impossible.setdefault(template, {})
        is_new = cube not in known
        known[cube] = None
        return is_new

    def _impossible_for(self, template: str | None) -> list[frozenset[tuple[Predicate, bool]]]:
        return [*self.impossible.get(None, ()), *(self.impossible.get(template, ()) if template is not None else ())]

    # ------------------------------------------------------------ steps

    def readings(self, template: str, part: int) -> list[Reading]:
        """What is shared, if it is the active thread, and its own Booleans, before a step."""
        index = index_of(part)
        return [
            Reading(p.now(index), self.crowd.said(p.term, template, part))
            for p in self.predicates.all
            if p.template == template or (p.template is None and part == 0)
        ]

    def results(self, w: Transition, template: str, part: int) -> list[Reading]:
        """The same after the step, of those that it may change."""
        index = index_of(part)
        return [
            Reading(p.after(index), self.crowd.after(p.term, template, part, w))
            for p in self.changed(w, template, part)
        ]

    def changed(self, w: Transition, template: str, part: int) -> list[Predicate]:
        written = self.crowd.written(w)
        if part:
            written &= self.crowd.shared
        return [
            p
            for p in self.predicates.all
            if (p.template == template or (p.template is None and part == 0)) and not written.isdisjoint(p.term.vars)
        ]

    def beginnings(self, w: Transition) -> list[Reading]:
        """Booleans of the thread that the step starts."""
        (creation,) = w.created
        return [
            Reading(p.now(NEW), self.crowd.begun(p.term, creation))
            for p in self.predicates.all
            if p.template == creation.template
        ]

    def passive_templates(self, w: Transition) -> list[str]:
        return [name for name in self.crowd.transitions.of if self.crowd.may_meet(w.template.name, name)]

    def _update(self, w: Transition) -> Update:
        name = w.template.name
        base = list(T.conjuncts(w.guard))
        own = self.readings(name, 0)
        constraints = [Constraint(_none_of(cube)) for cube in self._implying(base, FALSE, own, max(1, self.cubes))]
        assigned: list[tuple[str, Term | None]] = []
        changed = self.changed(w, name, 0)
        for p, r in zip(changed, self.results(w, name, 0), strict=True):
            value = self._equal(base, r.meaning, own)
            assigned.append((p.name if p.template is None else f"{ACTIVE}.{p.name}", value))
            if value is None:
                constraints += [Constraint(c) for c in self._implications(base, r, own)]
        changed_shared = {p for p in changed if p.template is None}
        constraints += [Constraint(c) for c in self._still_impossible(name, set(changed), 0)]
        broadcast: list[tuple[str, str]] = []
        for other in self.passive_templates(w):
            broadcast += self._notified(w, other, base, own, changed_shared, constraints)
        return Update(tuple(assigned), tuple(broadcast), (*dict.fromkeys(constraints), *self.learned[w]))

    def _notified(
        self,
        w: Transition,
        other: str,
        base: list[Term],
        own: list[Reading],
        changed_shared: set[Predicate],
        constraints: list[Constraint],
    ) -> list[tuple[str, str]]:
        """Booleans of passive threads that change, and what is known of them then."""
        affected = self.changed(w, other, 1)
        if not affected:
            return []
        passive = ((PASSIVE[0], other),)
        theirs = self.readings(other, 1)
        together = [*base, *T.conjuncts(self.crowd.different(w.template.name, other))]
        broadcast = []
        for p, r in zip(affected, self.results(w, other, 1), strict=True):
            candidates = [*own, *theirs] if self.passive != 0 else own
            value = self._equal(together, r.meaning, candidates)
            if value is p.now(PASSIVE[0]):
                continue
            broadcast.append((other, p.name))
            if value is not None:
                constraints.append(Constraint(T.eq(r.boolean, value), passive))
            else:
                constraints += [Constraint(c, passive) for c in self._implications(together, r, candidates)]
        changed = {*changed_shared, *[p for p in affected if (other, p.name) in broadcast]}
        constraints += [Constraint(c, passive) for c in self._still_impossible(other, changed, 1)]
        return broadcast

    def _start(self, w: Transition) -> Start:
        (creation,) = w.created
        base = list(T.conjuncts(w.guard))
        own = self.readings(w.template.name, 0)
        conditions: list[Term] = []
        for r in self.beginnings(w):
            value = self._equal(base, r.meaning, own)
            if value is not None:
                conditions.append(T.eq(r.boolean, value))
            else:
                conditions += self._implications(base, r, own)
        conditions += [_excluded(cube, NEW) for cube in self._impossible_for(creation.template)]
        return Start(creation.template, T.and_(*conditions, *[c.formula for c in self.learned[w]]))

    def _still_impossible(self, template: str, changed: set[Predicate], part: int) -> Iterator[Term]:
        index = index_of(part)
        for cube in self._impossible_for(template):
            if any(p in changed for p, _ in cube) and (part == 0 or any(p.template is not None for p, _ in cube)):
                yield T.or_(*[valued(p.after(index), not x) for p, x in cube])

    # ------------------------------------------------------------ what follows

    def _equal(self, base: list[Term], goal: Term, candidates: Sequence[Reading]) -> Term | None:
        """A constant or a literal that the goal is equal to."""
        if goal.value is not None:
            return goal
        if self.refuted(*base, T.not_(goal)):
            return T.TRUE
        if self.refuted(*base, goal):
            return T.FALSE
        near = _reach(base, goal)
        for c in candidates:
            if not near.isdisjoint(c.meaning.vars):
                for value in (True, False):
                    m = valued(c.meaning, value)
                    if m is goal or (self.refuted(*base, goal, T.not_(m)) and self.refuted(*base, T.not_(goal), m)):
                        return valued(c.boolean, value)
        return None

    def _implications(self, base: list[Term], r: Reading, candidates: Sequence[Reading]) -> Iterator[Term]:
        for value in (True, False):
            for cube in self._implying(base, valued(r.meaning, value), candidates, self.cubes):
                yield T.or_(_none_of(cube), valued(r.boolean, value))

    def _implying(self, base: list[Term], goal: Term, candidates: Sequence[Reading], longest: int) -> Iterator[Cube]:
        """The smallest cubes of at most `longest` literals that imply the goal."""
        near = _reach(base, goal if goal is not FALSE else T.and_(*base))
        if longest > 1:
            near = near.union(*[c.meaning.vars for c in candidates if not near.isdisjoint(c.meaning.vars)])
        chosen = [c for c in candidates if not near.isdisjoint(c.meaning.vars)]
        found: list[Cube] = []
        opposite = T.not_(goal)
        for size in range(1, longest + 1):
            for readings in combinations(chosen, size):
                for values in product((True, False), repeat=size):
                    cube = frozenset(zip(readings, values, strict=True))
                    if any(f <= cube for f in found):
                        continue
                    terms = [valued(r.meaning, x) for r, x in cube]
                    if self.refuted(*base, *terms, opposite):
                        found.append(cube)
                        if goal is FALSE or not self.refuted(*base, *terms):
                            yield cube


def _none_of(cube: Cube) -> Term:
    return T.or_(*[valued(r.boolean, not x) for r, x in cube])


def _excluded(cube: frozenset[tuple[Predicate, bool]], index: str = ACTIVE) -> Term:
    return T.or_(*[valued(p.now(index), not x) for p, x in cube])


def _reach(base: Sequence[Term], goal: Term) -> frozenset[Var]:
    """Variables that the base connects with the goal."""
    near = goal.vars
    while True:
        wider = near.union(*[t.vars for t in base if not near.isdisjoint(t.vars)])
        if wider == near:
            return near
        near = wider
