"""Engine `symmpa`: symmetry-aware predicate abstraction for threads that are alike, up to n of them or any number.

What it over-approximates: threads of one template are counted, not told apart, which loses nothing; the values of their
variables are known by predicates only (`abstraction` says why that is sound); arrays and numbers of new threads as in
`blocks.transitions`. For any number of threads the abstract program's monotone closure is searched, which does more
than the program. So Safe of the abstract program is Safe; an abstract trace proves nothing until the path it stands for
is found possible and replayed. After Donaldson, Kaiser, Kroening, Tautschnig and Wahl, FMSD 2012.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.analysis.asymmetry import asymmetric_use
from threadproof.analysis.instances import most_instances
from threadproof.blocks.blocked import blocked
from threadproof.blocks.crowd import Crowd, all_transitions, around_creations
from threadproof.broadcast.cover import Coverable, Uncoverable, Undecided, cover
from threadproof.broadcast.explore import Exploration
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Program as Abstract
from threadproof.broadcast.search import search
from threadproof.broadcast.trace import Trace, numbered
from threadproof.engines.covering.realize import counterexample
from threadproof.engines.engine import Answer, Run
from threadproof.engines.options import REDUCTION
from threadproof.engines.symmpa.abstraction import Abstraction
from threadproof.engines.symmpa.discover import Discovery
from threadproof.engines.symmpa.in_time import InTime
from threadproof.engines.symmpa.path import Path
from threadproof.engines.symmpa.predicates import LOCAL, MIXED, SHARED, Predicates
from threadproof.engines.symmpa.proof import proof_of
from threadproof.engines.symmpa.refine import Refinement
from threadproof.engines.symmpa.spec import CUBES, PASSIVE
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.properties import Property
from threadproof.records import replace
from threadproof.result.iteration import Iteration, NamedPredicate
from threadproof.result.verdict import Safe, Unknown
from threadproof.smt.solver import Solver, make_solver

#: of threads whose number is not bounded, so many are tried first
FEW = 3
#: looks at the clock, in a search with a bound, before another way is tried
PATIENCE = 150


class _LongSearchError(Exception):
    pass


class SymmPA:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        several = [name for name, n in most_instances(program).items() if n != 1]
        edge = asymmetric_use(program, several)
        if edge is not None:
            where = f"{edge.origin.file}:{edge.origin.line}: "
            detail = where + "the number of a thread is used for more than telling whether two are the same"
            return Unknown("threads are not alike", detail, statistics={"nodes": 0})
        try:
            return _Search(program, property_, run).run()
        except Limit as limit:
            return Unknown(limit.reason, limit.detail, statistics={"nodes": 0, **run.statistics})


class _Search:
    def __init__(self, program: Program, property_: Property, run: Run) -> None:
        self.program = program
        self.property = property_
        self.context = run
        self.statistics = run.statistics
        transitions, self.movers = blocked(program, property_, run.options[REDUCTION], around_creations)
        self.crowd = Crowd(transitions)
        for w in all_transitions(transitions):
            if w.created and not self.crowd.is_creation(w):
                raise Limit("thread started inside an atomic section", f"in {w.template.name}")
        self.solver: Solver = InTime(make_solver(), run)
        self.predicates = Predicates(self.crowd, self.solver)
        cubes, passive = run.options[CUBES], run.options[PASSIVE]
        self.abstraction = Abstraction(self.crowd, self.predicates, self.solver, cubes, passive)
        self.refinement = Refinement(self.abstraction)
        self.discovery = Discovery(self.predicates, self.solver)
        self.is_bounded = None not in self.crowd.most.values()
        #: how many threads of each template without bound are looked at; beyond FEW: any number
        self.few = 1
        self.iterations = 0
        #: locations of the abstract program
        self.statistics["nodes"] = sum(map(len, self.abstraction.locations.values()))

    def run(self) -> Answer:
        while True:
            self.iterations += 1
            self._note()
            abstract = self.abstraction.program()
            shown = self._shown(abstract)
            found = self._check(abstract)
            if isinstance(found, Trace):
                answer, learned = self._examine(abstract, found)
                self._show(shown, f"an error in {len(found.steps)} steps of {found.initial.size} threads: {learned}")
            else:
                proof = proof_of(self.program, self.property, self.movers, self.abstraction, abstract, found)
                answer = Safe(proof, statistics=dict(self.statistics))
                self._show(shown, "no error can be reached")
            if answer is not None:
                return answer

    def _shown(self, abstract: Abstract) -> Iteration | None:
        """For whoever watches; before anything is learned from it."""
        if self.context.watch is None:
            return None
        predicates = [NamedPredicate(p.name, p.kind, p.template, p.term) for p in self.predicates.all]
        return Iteration(self.iterations, tuple(predicates), print_program(abstract), "")

    def _show(self, iteration: Iteration | None, outcome: str) -> None:
        if self.context.watch is not None and iteration is not None:
            self.context.watch(replace(iteration, outcome=outcome))

    def _note(self) -> None:
        self.statistics.update(
            iterations=self.iterations,
            refinements=self.iterations - 1,
            predicates=len(self.predicates.all),
            local_predicates=self.predicates.count(LOCAL),
            mixed_predicates=self.predicates.count(MIXED),
            shared_predicates=self.predicates.count(SHARED),
            transition_refinements=self.refinement.count,
            smt_checks=self.solver.smt_checks,
            solver_time=round(self.solver.solver_time, 3),
        )
        if self.context.progress is not None:
            self.context.progress(f"iteration {self.iterations}: {len(self.predicates.all)} predicates")
        self.context.check_deadline()

    def _check(self, abstract: Abstract) -> Trace | Exploration | Uncoverable:
        """A trace to an error in the abstract program, or why there is none."""
        while self.is_bounded or self.few <= FEW:
            try:
                found = search(abstract, abstract.counts(self.few), tick=self._patience())
            except _LongSearchError:
                # what holds for every number of threads holds for these
                if isinstance(outcome := cover(abstract, tick=self.context.check_deadline), Uncoverable):
                    return outcome
                found = search(abstract, abstract.counts(self.few), tick=self.context.check_deadline)
            self.statistics["abstract_states"] = max(found.states, self.statistics.get("abstract_states", 0))
            if found.trace is not None:
                return found.trace
            if not found.complete:
                raise Limit("abstract program too large", f"more than {found.states:,} states")
            if self.is_bounded:
                return found
            self.few += 1
        outcome = cover(abstract, tick=self.context.check_deadline)
        match outcome:
            case Uncoverable():
                return outcome
            case Coverable(trace):
                return trace
            case Undecided(reason):
                raise Limit("coverability not decided", reason)

    def _patience(self) -> Callable[[], None]:
        """Looks at the clock; a search with a bound that takes long is interrupted once."""
        calls = 0

        def tick() -> None:
            nonlocal calls
            calls += 1
            self.context.check_deadline()
            if self.is_bounded and calls == PATIENCE:
                raise _LongSearchError

        return tick

    def _examine(self, abstract: Abstract, trace: Trace) -> tuple[Answer | None, str]:
        """A possible path is an answer; from an impossible one something is learned. With words for it."""
        templates = [t.name for t in abstract.templates]
        path = Path(self.crowd, templates, numbered(abstract, trace), self.abstraction.origin)
        impossible = self.discovery.impossible_part(path)
        if impossible is None:
            return self._possible(path), "possible"
        refinements, predicates = self.refinement.count, len(self.predicates.all)
        if self.refinement.refine(path):
            return None, f"impossible, {self.refinement.count - refinements} transition refinements"
        if self.discovery.discover(*impossible) or self.discovery.discover_case(path, self.refinement.meanings(path)):
            return None, f"impossible, {len(self.predicates.all) - predicates} predicates more"
        unknown = self._unknown("no new predicates", "an impossible abstract trace could not be excluded")
        return unknown, "impossible, nothing new"

    def _unknown(self, reason: str, detail: str) -> Unknown:
        return Unknown(reason, detail, statistics=dict(self.statistics))

    def _possible(self, path: Path) -> Answer:
        last = path.steps[-1].transition
        if last.end == "unsupported":
            e = last.edges[-1]
            place = f"{e.origin.file}:{e.origin.line}"
            return self._unknown(
                "unsupported construct", f"{e.op.what} ({place})" if isinstance(e.op, O.Unsupported) else place
            )
        found = counterexample(self.program, list(path.taken()), dict(self.statistics))
        if found is None:
            return self._unknown("no replay", "a path is possible only where elements of arrays are arbitrary")
        return found
