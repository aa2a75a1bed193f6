"""Transition refinement: steps of an abstract trace that no concrete states allow become impossible.

A step is looked at with the active thread alone, then with each passive one, then with two of them, and so on. If the
Booleans before and after it contradict what the transition does, those that are needed for the contradiction become a
constraint, said of the active and of any passive threads. States that are impossible by themselves are excluded
everywhere. Entry point: `Refinement.refine`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from threadproof.broadcast.moves import LocalState
from threadproof.broadcast.program import DORMANT, NEW, Constraint
from threadproof.engines.symmpa.abstraction import PASSIVE, Abstraction, index_of
from threadproof.engines.symmpa.path import Path, PathStep
from threadproof.engines.symmpa.predicates import Predicate, valued
from threadproof.logic import term as T
from threadproof.logic.term import Term

#: (the Boolean's literal in a constraint, what it means)
Literals = list[tuple[Term, Term]]


class Refinement:
    def __init__(self, abstraction: Abstraction) -> None:
        self.abstraction = abstraction
        self.crowd = abstraction.crowd
        self.solver = abstraction.solver
        self.count = 0

    def refine(self, path: Path) -> bool:
        """Was anything excluded?"""
        before = self.count
        self._initial(path)
        for step in path.steps:
            self._states(path, step)
        most = max((len([s for s in step.before[1] if s is not None]) for step in path.steps), default=1) - 1
        most = min(most, len(PASSIVE) if self.abstraction.passive is None else self.abstraction.passive)
        for size in range(most + 1):
            if self.count > before:
                break
            for step in path.steps:
                self._step(path, step, size)
        return self.count > before

    # ------------------------------------------------------------ values of Booleans

    def _values(
        self, path: Path, state: tuple[int, tuple[LocalState | None, ...]], thread: int | None
    ) -> Iterator[tuple[Predicate, bool]]:
        """Shared Booleans, or those of a thread that it has not forgotten."""
        shared, threads = state
        if thread is None:
            names = [p for p in self.abstraction.predicates.all if p.template is None]
            yield from ((p, bool(shared >> i & 1)) for i, p in enumerate(names))
            return
        s = threads[thread]
        if s is None or s.location == DORMANT:
            return
        own = [p for p in self.abstraction.predicates.all if p.template == path.templates[thread]]
        forgotten = self.abstraction.forgotten_at(path.templates[thread], s.location)
        yield from ((p, bool(s.values >> i & 1)) for i, p in enumerate(own) if p.name not in forgotten)

    def meanings(self, path: Path) -> list[list[Term]]:
        """What the Booleans before each step say."""
        found = []
        for n, step in enumerate(path.steps):
            values = [(0, v) for v in self._values(path, step.before, None)]
            values += [(i, v) for i in path.running(n) for v in self._values(path, step.before, i)]
            found.append([path.own(i, valued(p.term, x)) for i, (p, x) in values])
        return found

    # ------------------------------------------------------------ what cannot be

    def _initial(self, path: Path) -> None:
        if not path.steps:
            return
        main = path.templates.index(self.crowd.program.main)
        state = path.steps[0].before
        values = [*self._values(path, state, None), *self._values(path, state, main)]
        literals = [(valued(p.now(), x), valued(self.crowd.initially(p.term), x)) for p, x in values]
        core = self._core([], literals)
        if core is not None:
            clause = T.or_(*[T.not_(b) for b, _ in core])
            if clause not in self.abstraction.at_start:
                self.abstraction.at_start[clause] = None
                self.count += 1

    def _states(self, path: Path, step: PathStep) -> None:
        for i, s in enumerate(step.after[1]):
            if s is None or s.location == DORMANT:
                continue
            values = [*self._values(path, step.after, None), *self._values(path, step.after, i)]
            core = self._core([], [(T.TRUE, valued(p.term, x)) for p, x in values])
            if core is not None:
                meanings = {m for _, m in core}
                self.count += self.abstraction.exclude(
                    frozenset((p, x) for p, x in values if valued(p.term, x) in meanings)
                )

    def _step(self, path: Path, step: PathStep, size: int) -> None:
        w = step.transition
        others = [
            i
            for i, s in enumerate(step.before[1])
            if i != step.thread and s is not None and s.location != DORMANT and step.after[1][i] is not None
        ]
        if step.started is not None:
            if size == 0:
                self._beginning(path, step)
            return
        for chosen in combinations(others, size):
            templates = [path.templates[step.thread], *[path.templates[i] for i in chosen]]
            literals: Literals = []
            for part, i in enumerate((step.thread, *chosen)):
                index = index_of(part)
                name = path.templates[i]
                now = [
                    *(self._values(path, step.before, None) if part == 0 else ()),
                    *self._values(path, step.before, i),
                ]
                then = [
                    *(self._values(path, step.after, None) if part == 0 else ()),
                    *self._values(path, step.after, i),
                ]
                if w.end and part == 0:
                    then = []
                literals += [(valued(p.now(index), x), valued(self.crowd.said(p.term, name, part), x)) for p, x in now]
                literals += [
                    (valued(p.after(index), x), valued(self.crowd.after(p.term, name, part, w), x)) for p, x in then
                ]
            base = [*T.conjuncts(w.guard), *T.conjuncts(self.crowd.different(*templates))]
            core = self._core(base, literals)
            if core is not None:
                self._learn(step, core, templates[1:])
                self._learn_more(step, base, literals, templates[1:])

    def _learn_more(self, step: PathStep, base: list[Term], literals: Literals, passive: Sequence[str]) -> None:
        """All that follows from the Booleans before the step about single ones after it."""
        before = [(b, m) for b, m in literals if not _is_primed(b)]
        for b, m in literals:
            if _is_primed(b) and m not in base:
                for opposite in ((b, m), (T.not_(b), T.not_(m))):
                    core = self._core(base, [*before, opposite])
                    if core is not None and opposite in core:
                        self._learn(step, core, passive)

    def _beginning(self, path: Path, step: PathStep) -> None:
        assert step.started is not None
        w = step.transition
        (creation,) = w.created
        now = [*self._values(path, step.before, None), *self._values(path, step.before, step.thread)]
        literals = [(valued(p.now(), x), valued(p.term, x)) for p, x in now]
        for p, x in self._values(path, step.after, step.started):
            literals.append((valued(p.now(NEW), x), valued(self.crowd.begun(p.term, creation), x)))
        core = self._core(list(T.conjuncts(w.guard)), literals)
        if core is not None:
            self._learn(step, core, [])

    def _learn(self, step: PathStep, core: Literals, passive: Sequence[str]) -> None:
        clause = T.or_(*[T.not_(b) for b, _ in core])
        named = {v.name.partition(".")[0] for v in clause.vars if "." in v.name}
        threads = [(PASSIVE[n], name) for n, name in enumerate(passive) if PASSIVE[n] in named]
        constraint = Constraint(clause, tuple(threads))
        known = self.abstraction.learned[step.transition]
        if constraint not in known:
            known[constraint] = None
            self.count += 1

    def _core(self, base: list[Term], literals: Literals) -> Literals | None:
        """Literals that contradict the base, as few as can be seen quickly."""
        meanings = [m for _, m in literals]
        if self.solver.check(*base, *meanings) is not False:
            return None
        used = set(self.solver.core())
        core = [(b, m) for b, m in literals if m is T.FALSE][:1] or [(b, m) for b, m in literals if m in used]
        for item in list(core):
            fewer = [c for c in core if c is not item]
            if self.solver.check(*base, *[m for _, m in fewer]) is False:
                core = fewer
        return core


def _is_primed(boolean: Term) -> bool:
    return any(v.name.endswith("'") for v in boolean.vars)
