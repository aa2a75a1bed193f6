"""New predicates from a path that is impossible: facts that exclude it, said of any thread.

What the rest of the path demands is carried back, step by step; at each step only what contradicts the beginning of
the path is kept. The atoms of what is left at each step are facts about the state there. A fact about one thread is a
predicate of its template. A fact that relates locals of two threads is none: then facts about single threads are looked
for that follow from the beginning and exclude what is demanded (`between`). If all that is known already, a solver is
asked for interpolants (`solve`). What still is not excluded may be so for another reason in each of several cases, for
example for each index of an array: then only the case of the abstract trace is looked at. Entry point: `Discovery`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.engines.covering.eliminate import eliminate
from threadproof.engines.symmpa.between import Between
from threadproof.engines.symmpa.path import Part, Path
from threadproof.engines.symmpa.predicates import Predicates, valued
from threadproof.engines.symmpa.progress import Progressions
from threadproof.engines.symmpa.solve import Solved
from threadproof.logic import term as T
from threadproof.logic.evaluate import evaluate
from threadproof.logic.term import Term
from threadproof.smt.solver import Solver


class Discovery:
    def __init__(self, predicates: Predicates, solver: Solver) -> None:
        self.predicates = predicates
        self.solver = solver
        self.between = Between(solver)
        self.solved = Solved()
        self.progressions = Progressions()

    def impossible_part(self, path: Path) -> tuple[Part, int] | None:
        """The fewest steps that contradict each other, and where they end; None: the whole path is possible."""
        found: tuple[Part, int] | None = None
        first = Part(path, 0)
        for end in range(1, len(path.steps) + 1):
            # (what contradicts itself still does with one step more)
            while first.first < end and self.solver.check(*first.demanded(end)) is False:
                if found is None or end - first.first <= found[1] - found[0].first:
                    found = first, end
                first = Part(path, first.first + 1)
        return found

    def discover(self, part: Part, end: int) -> bool:
        """Is there anything new?"""
        return any(self._add_all(part.path, facts(part, end)) for facts in (self._facts, self.solved.facts))

    def discover_case(self, path: Path, states: list[list[Term]]) -> bool:
        """The same for one case: the path goes through these states, and what its steps depend on is decided."""
        path.assumed = states
        impossible = self.impossible_part(path)
        if impossible is None:
            return False
        part, end = impossible
        if self.solver.check(*part.demanded(end - 1)):
            model = self.solver.model()
            for n in range(part.first, end):
                states[n] += [valued(c, bool(evaluate(part.now(c, n), model))) for c in path.choices(n)]
        return self.discover(Part(path, part.first), end)

    def _add_all(self, path: Path, facts: Iterator[tuple[int, Term]]) -> bool:
        new = False
        for n, fact in facts:
            for atom in T.atoms(fact):
                new |= self._add(path, atom, n)
        return new

    def _add(self, path: Path, atom: Term, n: int) -> bool:
        threads = path.threads(atom)
        if len(threads) > 1 or not path.inputs.isdisjoint(atom.vars):
            return False
        if not threads:
            is_new = self.predicates.add(atom, 0)
            for t in self.progressions.more(atom) if is_new else ():
                self.predicates.add(t, 0)
            return is_new
        (i,) = threads
        state = path.steps[n].before[1][i]
        if state is None:
            return False
        names = {path.crowd.copy(i + 1, v): T.var(v) for v in path.crowd.locals[path.templates[i]]}
        return self.predicates.add(T.substitute(atom, names), state.location)

    def _facts(self, part: Part, end: int) -> Iterator[tuple[int, Term]]:
        """For each state on the way, what contradicts the beginning."""
        path = part.path
        wanted = self._without_inputs(path, path.demands(end - 1), end - 1)
        for n in range(end - 1, part.first - 1, -1):
            wanted = list(dict.fromkeys(c for t in wanted for c in T.conjuncts(t)))
            core = self._core(part, wanted, n)
            if core is None:
                return
            if any(_badness(path, t) > 1 for t in core):
                core = self.between.separate(part, core, n) or core
            yield from ((n, t) for t in core)
            if n:
                wanted = self._without_inputs(path, [*path.demands(n - 1), *[path.back(c, n - 1) for c in core]], n - 1)

    def _without_inputs(self, path: Path, wanted: list[Term], n: int) -> list[Term]:
        """Of what must hold before the n-th step: for some values of its inputs, where that can be said exactly."""
        for x in path.inputs_of(n):
            if any(x in t.vars for t in wanted):
                simpler = eliminate(wanted, x, lambda terms: self.solver.check(*terms) is not False)
                wanted = wanted if simpler is None else simpler
        return wanted

    def _core(self, part: Part, wanted: Iterable[Term], n: int) -> list[Term] | None:
        """Of what is wanted before the n-th step, what contradicts the beginning."""
        beginning = part.demanded(n)
        pairs = [(t, part.now(t, n)) for t in wanted]
        if self.solver.check(*beginning, *[m for _, m in pairs]) is not False:
            return None
        used = set(self.solver.core())
        core = [(t, m) for t, m in pairs if m in used or m is T.FALSE]
        # what no predicate can say goes first
        for item in sorted(core, key=lambda c: -_badness(part.path, c[0])):
            fewer = [c for c in core if c is not item]
            if self.solver.check(*beginning, *[m for _, m in fewer]) is False:
                core = fewer
        return [t for t, _ in core]


def _badness(path: Path, t: Term) -> int:
    """1 or less: predicates can say it."""
    return max((len(path.threads(a)) + 4 * (not path.inputs.isdisjoint(a.vars)) for a in T.atoms(t)), default=0)
