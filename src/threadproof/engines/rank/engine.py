"""Engine `rank`: every execution ends, because each thread counts down, and nobody waits for ever.

Loops of each thread are ranked beside any steps of the others (`search`); what is left must be loops that only look
whether others have done something, and are taken for waiting (`rules.spinning`). That nobody waits for ever is a
question for other engines (`Run.ask`): no deadlock, in a program where those who spin may wait. Data need not be
finite. What the others find is a violation: of this program, or of one in which threads that can go round for ever
without a change may stop (`frozen`).
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.analysis.graph import retreating_edges
from threadproof.blocks.boundaries import around_own_steps
from threadproof.blocks.transitions import Transitions
from threadproof.engines.engine import Answer, Run
from threadproof.engines.rank.frozen import frozen, lasso, rounds
from threadproof.engines.rank.proof import proof_of
from threadproof.engines.rank.recurrent import recurrent_round
from threadproof.engines.rank.search import Search
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.properties import NO_DEADLOCK, Fairness, Property
from threadproof.records import replace
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Proof, Safe, Unknown
from threadproof.rules.ranking import creation_problem
from threadproof.rules.spinning import Heads, detoured

#: who is asked whether anybody waits for ever, and for how many seconds at most
ASKED = (
    ("explore", 1.0),
    ("impact", 1.0),
    ("waits", 6.0),
    ("impact", 6.0),
    ("explore", 20.0),
    ("waits", 30.0),
    ("impact", 1e9),
)
#: the same where threads may be any number
ASKED_OF_MANY = (("waits", 6.0), ("explore", 2.0), ("waits", 30.0), ("explore", 1e9))
#: who looks for a schedule after which threads go round for ever
FIRST_HUNTERS = (("explore", 1.0), ("impact", 2.0))
#: seconds in which rounds are looked for that can be repeated though they change something
FIRST_ROUNDS, MORE_ROUNDS = 2.0, 10.0
HUNTERS = (("explore", 2.0), ("impact", 10.0))


class Rank:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        return _Attempt(program, property_, run).answer()


def _goes_on(op: O.Op) -> bool:
    return not isinstance(op, O.Unsupported) and not (isinstance(op, O.Step) and op.waits)


class _Attempt:
    def __init__(self, program: Program, property_: Property, run: Run) -> None:
        self.program = program
        self.property = property_
        self.run = run

    def answer(self) -> Answer:
        found = Transitions(self.program, self.property, around_own_steps(self.program))
        search = Search(found, 1, self.run)
        self.run.statistics.update(nodes=len(search.system.predicates), clauses=len(search.system.clauses))
        search.find()
        heads = self._heads(search)
        if not self._is_left_to_wait(search):
            violation = self._violation(search, heads, FIRST_HUNTERS)
            if violation is None:
                violation = recurrent_round(self.program, self.property, self.run, FIRST_ROUNDS)
            if violation is not None:
                return violation
            search.find_more()
            heads = self._heads(search)
        self.run.statistics.update(layers=len(search.layers))
        problem = creation_problem(found, search.layers)
        if problem:
            return self._unknown("number of threads not bounded", problem)
        if self._is_left_to_wait(search):
            return self._without_deadlock(search, heads)
        unknown = self._unknown("no ranking function found", self._what_is_left(search))
        violation = self._violation(search, heads, HUNTERS)
        return violation or recurrent_round(self.program, self.property, self.run, MORE_ROUNDS) or unknown

    def _is_left_to_wait(self, search: Search) -> bool:
        """(Who spins has somebody to wait for only where all have their turns.)"""
        if self.property.fairness is Fairness.NONE:
            return not search.recurring.conditions
        return search.only_spins()

    def _what_is_left(self, search: Search) -> str:
        lines: dict[str, None] = {}
        for name in search.recurring.conditions:
            origin = search.recurring.way(name).edges[0].origin
            lines[f"{name[0]} at {self.program.place(origin)}"] = None
        return "not known how often: " + ", ".join(lines)

    def _heads(self, search: Search) -> Heads:
        heads: dict[str, list[int]] = {}
        for name in search.rule.transitions.of:
            for component in search.recurring.components(name):
                heads.setdefault(name, []).extend(_cut(search, component))
        return heads

    def _without_deadlock(self, search: Search, heads: Heads) -> Answer:
        aside = detoured(self.program, search.recurring, heads)
        if all(_goes_on(e.op) for t in aside.templates.values() for e in t.all_edges()):
            return self._safe(search, heads, None)
        reasons: dict[str, None] = {}
        transitions = search.rule.transitions
        are_many = any(transitions.own_id(self.program.templates[name]) is None for name in transitions.of)
        for name, seconds in ASKED_OF_MANY if are_many else ASKED:
            found = self._ask(name, aside, seconds)
            if isinstance(found, Safe):
                return self._safe(search, heads, found.proof)
            if isinstance(found, Counterexample) and aside is self.program:
                return replace(found, part=self.property.name)
            if isinstance(found, Counterexample):
                unknown = self._unknown("threads may spin for ever", "perhaps nobody does what they wait for")
                return self._violation(search, heads, HUNTERS) or unknown
            reasons[f"{name}: {found.reason}"] = None
        return self._unknown("no proof that nobody waits for ever", "; ".join(reasons))

    def _violation(self, search: Search, heads: Heads, hunters: Sequence[tuple[str, float]]) -> Answer | None:
        """Threads that go round and change nothing, while nobody else can move."""
        around = rounds(search.recurring, heads)
        if not around:
            return None
        for name, seconds in hunters:
            found = self._ask(name, frozen(self.program, around), seconds)
            if isinstance(found, Counterexample):
                return lasso(self.program, found, around, self.property)
            if isinstance(found, Safe):
                return None
        return None

    def _ask(self, engine: str, program: Program, seconds: float | None) -> Answer:
        return self.run.ask(engine, program, NO_DEADLOCK, seconds)

    def _safe(self, search: Search, heads: Heads, waiting: Proof | None) -> Safe:
        proof = proof_of(self.program, self.property, search, heads, waiting)
        return Safe(proof, statistics=dict(self.run.statistics))

    def _unknown(self, reason: str, detail: str) -> Unknown:
        self.run.check_deadline()
        return Unknown(reason, detail, statistics={"nodes": 0, **self.run.statistics})


def _cut(search: Search, component: dict[int, list[tuple[str, int, int]]]) -> list[int]:
    """Places on every circle of a component: those to which depth-first search comes back."""
    places_ = sorted(component)
    number = {at: n for n, at in enumerate(places_)}
    going = [[number[search.recurring.way(n).target] for n in component[at]] for at in places_]
    return sorted({places_[b] for _, b in retreating_edges(going, 0)})
