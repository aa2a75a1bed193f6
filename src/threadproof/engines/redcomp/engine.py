"""Engine `redcomp`: Lipton's reduction and compositional proof rules as Horn clauses, for any number of threads.

What it over-approximates: a thread runs from one boundary to the next without interruption, which is no loss where the
steps between are movers (`analysis.blocks`); elements of large arrays and numbers of new threads are arbitrary values
(`rules.transitions`); the thread-modular rule forgets how the locals of different threads are related, and how many
threads there are. So a solution of the clauses proves the program, and is the proof object; that there is none proves
nothing, and the next rule is tried:

    tm, tm2, tm3   thread-modular: shared variables and the locals of one, two, three threads; for any number of them
    tmc            the same for one, with the number of threads at each boundary
    og             Owicki-Gries: all variables of all threads
    product        one predicate for each combination of boundaries

Unsafe is never answered from clauses alone: a derivation of false by the product rule is a schedule, which is replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from threadproof.analysis.blocks import all_boundaries, boundaries
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Movers
from threadproof.analysis.plain import mover_facts
from threadproof.engines.engine import Answer, Run
from threadproof.engines.redcomp.balances import balances, strengthened
from threadproof.engines.redcomp.proof import proof_of
from threadproof.errors import Limit
from threadproof.horn.clause import Derivation
from threadproof.horn.solver import GaveUp, Refuted, Solved, make_horn_solver
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.result.verdict import Safe, Unknown
from threadproof.rules import RULES
from threadproof.rules.transitions import Transition, Transitions

PROPERTIES = frozenset({"unreach-call", "no-overflow"})
#: rules from the cheapest to the strongest, where the number of threads is known and where it is not
KNOWN_THREADS = ("tm", "product", "og")
MANY_THREADS = ("tm", "tm2", "tmc", "tm3")


class RedComp:
    name = "redcomp"
    help = "reduction and compositional proofs as Horn clauses: lock-based programs, any number of threads"
    wants_instances = True

    def verify(self, program: Program, property_: str, run: Run) -> Answer:
        if property_ not in PROPERTIES:
            detail = f"redcomp does not decide {property_}"
            return Unknown("property not supported", detail, statistics={"nodes": 0})
        if program.policy != "preemptive":
            detail = f"redcomp does not know the policy {program.policy}"
            return Unknown("scheduling not supported", detail, statistics={"nodes": 0})
        return _Ladder(program, property_, run).climb()


class _Ladder:
    def __init__(self, program: Program, property_: str, run: Run) -> None:
        self.program = program
        self.property = property_
        self.run = run
        self.statistics = run.statistics
        knowledge = Knowledge(program)
        templates = [program.templates[t.name] for t in knowledge.templates]
        #: facts that the blocks lean on; None: there are no blocks
        self.movers: dict[str, Any] | None = None
        if run.options.reduction != "none" and knowledge.is_regular:
            movers = Movers(knowledge)
            self.movers = mover_facts(movers)
            places = {t.name: boundaries(t, movers.of) for t in templates}
        else:
            places = {t.name: all_boundaries(t) for t in templates}
        self.transitions = Transitions(program, property_, places)
        #: boundaries, over all templates
        self.statistics["nodes"] = sum(map(len, self.transitions.of.values()))
        self.failures: list[str] = []

    def climb(self) -> Answer:
        rules = self._rules()
        for n, rule in enumerate(rules):
            self.run.check_deadline()
            left = self.run.remaining()
            try:
                answer = self._attempt(rule, None if left is None else max(left / (len(rules) - n), 0.1))
            except Limit as limit:
                if limit.reason == "timeout":
                    raise
                self.failures.append(f"{rule}: {limit.reason}")
            else:
                if answer is not None:
                    return answer
        self.run.check_deadline()
        reason = "timeout" if any(f.endswith("timeout") for f in self.failures) else "no compositional proof found"
        return Unknown(reason, "; ".join(self.failures), statistics=dict(self.statistics))

    def _rules(self) -> Sequence[str]:
        chosen = self.run.options.rule
        if chosen != "ladder":
            return (chosen,)
        own_ids = [self.transitions.own_id(self.program.templates[name]) for name in self.transitions.of]
        return MANY_THREADS if None in own_ids else KNOWN_THREADS

    def _attempt(self, rule: str, seconds: float | None) -> Answer | None:
        system = RULES[rule](self.transitions)
        self.statistics.update(rule=rule, clauses=len(system.clauses))
        if self.run.progress is not None:
            self.run.progress(f"rule {rule}: {len(system.predicates):,} predicates, {len(system.clauses):,} clauses")
        known = balances(system) if rule == "tmc" else T.TRUE
        solver = make_horn_solver(self.run.options.horn_solver)
        outcome = solver.solve(strengthened(system, known), seconds)
        for key, value in solver.statistics.items():
            if isinstance(value, int | float):
                self.statistics[key] = round(self.statistics.get(key, 0) + value, 3)
        match outcome:
            case Solved(found):
                solution = {p: T.and_(known, f) for p, f in found.items()}
                proof = proof_of(self.program, self.property, rule, self.transitions, self.movers, system, solution)
                return Safe(proof, statistics=dict(self.statistics))
            case Refuted(derivation):
                self.failures.append(f"{rule}: no solution")
                return self._schedule(derivation) if rule == "product" and derivation is not None else None
            case GaveUp(reason):
                self.failures.append(f"{rule}: {reason}")
                return None

    def _schedule(self, derivation: Derivation) -> Answer | None:
        from threadproof.engines.redcomp.schedule import counterexample

        def own_id(w: Transition) -> int | None:
            return self.transitions.own_id(w.template)

        return counterexample(self.program, derivation, own_id, dict(self.statistics))
