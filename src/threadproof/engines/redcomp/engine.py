"""Engine `redcomp`: Lipton's reduction and compositional proof rules as Horn clauses, for any number of threads.

What it over-approximates: a thread runs from one boundary to the next without interruption, which is no loss where the
steps between are movers (`blocks.boundaries`); elements of large arrays and numbers of new threads are arbitrary values
(`blocks.transitions`); the thread-modular rule forgets how the locals of different threads are related, and how many
threads there are. So a solution of the clauses proves the program, and is the proof object; that there is none proves
nothing, and the next rule is tried:

    tm, tm2, tm3   thread-modular: shared variables and the locals of one, two, three threads; for any number of them
    tmc            the same for one, with the number of threads at each boundary
    tmw            the same for one, with an arbitrary element of every array: invariants "for all k"
    og             Owicki-Gries: all variables of all threads
    product        one predicate for each combination of boundaries

Where any number of threads may run, simple facts are guessed first (`horn.guesses`), by all rules for which that is
cheap, and only then is searched. Unsafe is never answered from clauses alone: a derivation of false by the product rule
is a schedule, which is replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from threadproof.blocks.blocked import blocked
from threadproof.blocks.memory import indexed
from threadproof.blocks.transitions import Transition
from threadproof.engines.engine import Answer, Run
from threadproof.engines.options import ENCODING, REDUCTION
from threadproof.engines.redcomp.balances import balances, strengthened
from threadproof.engines.redcomp.proof import proof_of
from threadproof.engines.redcomp.spec import EMIT_CHC, HORN_SOLVER, LADDER, RULE
from threadproof.errors import Limit, UsageError
from threadproof.horn.clause import Derivation, System
from threadproof.horn.guesses import Guesses
from threadproof.horn.solver import Deadline, GaveUp, HornSolver, Refuted, Solved, make_horn_solver
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.properties import Property
from threadproof.result.verdict import Safe, Unknown
from threadproof.rules import RULES
from threadproof.smt.integers import NoFloats, NotLinear

#: rules from the cheapest to the strongest, where the number of threads is known and where it is not
KNOWN_THREADS = ("tm", "product", "og", "tmw")
MANY_THREADS = ("tm", "tmw", "tm2", "tmc", "tm3")
#: what to guess: simple facts, or also what holds in cases
PLAIN, CASES = "simple facts", "cases"
#: what is guessed before anything is searched; seconds for each in the first round, the second, ...; and the part of
#: all time that guessing may take
GUESSED = (("tmw", CASES), ("tm", PLAIN), ("tmc", PLAIN), ("tm2", PLAIN), ("tm", CASES), ("tm2", CASES))
GUESS_ROUNDS = (3.0, 12.0, 48.0)
GUESS_SHARE = 0.7


class RedComp:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        return _Ladder(program, property_, run).climb()


def _write(file: Path, system: System, encoding: str) -> None:
    from threadproof.horn.smtlib import write

    try:
        file.write_text(write(system, encoding), encoding="utf-8")
    except NoFloats:
        raise UsageError("these clauses compute with floating point, which Horn solvers do not know") from None
    except NotLinear:
        raise UsageError("these clauses are not linear over integers", hint="use --encoding bits") from None
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None


class _Ladder:
    def __init__(self, program: Program, property_: Property, run: Run) -> None:
        self.program = program
        self.property = property_
        self.run = run
        self.statistics = run.statistics
        #: facts that the blocks lean on; None: there are no blocks
        self.transitions, self.movers = blocked(program, property_, run.options[REDUCTION])
        #: boundaries, over all templates
        self.statistics["nodes"] = sum(map(len, self.transitions.of.values()))
        self.is_many = None in [self.transitions.own_id(program.templates[name]) for name in self.transitions.of]
        self.rules = self._rules()
        self.failures: list[str] = []
        self._systems: dict[str, System] = {}

    def climb(self) -> Answer:
        return self._guessed() or self._searched() or self._unknown()

    def _rules(self) -> Sequence[str]:
        if self.run.options[RULE] != LADDER:
            return (self.run.options[RULE],)
        has_indices = bool(indexed(self.program))
        return [r for r in (MANY_THREADS if self.is_many else KNOWN_THREADS) if has_indices or r != "tmw"]

    def _guessed(self) -> Answer | None:
        """Simple facts, by all rules; in rounds, so that none waits for long."""
        if not self.is_many or self.run.options[HORN_SOLVER] != "portfolio":
            return None
        guesses = [(r, what) for r, what in GUESSED if r in self.rules]
        left = self.run.remaining()
        deadline = Deadline(None if left is None else GUESS_SHARE * left)
        for limit in GUESS_ROUNDS:
            undecided = []
            for rule, what in guesses:
                if deadline.is_over():
                    return None
                answer = self._attempt(rule, deadline.share(limit), what)
                if answer is not None:
                    return answer
                if self.failures[-1].endswith("timeout"):
                    undecided.append((rule, what))
            guesses = undecided
        return None

    def _searched(self) -> Answer | None:
        for n, rule in enumerate(self.rules):
            left = self.run.remaining()
            answer = self._attempt(rule, None if left is None else max(left / (len(self.rules) - n), 0.1))
            if answer is not None:
                return answer
        return None

    def _unknown(self) -> Unknown:
        self.run.check_deadline()
        reason = "timeout" if any(f.endswith("timeout") for f in self.failures) else "no compositional proof found"
        details = "; ".join(dict.fromkeys(self.failures))
        return Unknown(reason, details, statistics=dict(self.statistics))

    def _attempt(self, rule: str, seconds: float | None, guess: str = "") -> Answer | None:
        self.run.check_deadline()
        try:
            return self._solve(rule, self._system(rule), seconds, guess)
        except Limit as limit:
            if limit.reason == "timeout":
                raise
            self.failures.append(f"{rule}: {limit.reason}")
            return None

    def _system(self, rule: str) -> System:
        system = self._systems.get(rule)
        if system is None:
            system = self._systems[rule] = RULES[rule](self.transitions)
            file = self.run.options[EMIT_CHC]
            if file is not None and len(self._systems) == 1:
                _write(file, system, self.run.options[ENCODING])
        if self.run.progress is not None:
            self.run.progress(f"rule {rule}: {len(system.predicates):,} predicates, {len(system.clauses):,} clauses")
        self.statistics.update(rule=rule, clauses=len(system.clauses))
        return system

    def _solve(self, rule: str, system: System, seconds: float | None, guess: str) -> Answer | None:
        equations = balances(system) if rule == "tmc" else T.TRUE
        if guess and rule == "tmc" and equations is T.TRUE:
            self.failures.append("tmc: no equations")
            return None
        options = self.run.options
        # (to a guess, equations are one more thing that may hold; a search is told that they do, and to prove it)
        known = T.TRUE if guess else equations
        solver: HornSolver
        if guess:
            solver = Guesses(T.conjuncts(equations), with_cases=guess == CASES)
        else:
            solver = make_horn_solver(options[HORN_SOLVER], options[ENCODING])
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
        from threadproof.engines.redcomp.counterexample import counterexample

        def own_id(w: Transition) -> int | None:
            return self.transitions.own_id(w.template)

        return counterexample(self.program, derivation, own_id, dict(self.statistics))
