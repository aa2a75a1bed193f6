"""What a model says of a test: which final states it allows, and whether the condition is one of them.

Entry point: `judge`. Candidates are enumerated once for all models that prune and compile alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.axiomatic.candidates import executions
from threadproof.axiomatic.execution import Execution
from threadproof.axiomatic.mapping import compiled
from threadproof.axiomatic.models.model import Axiom, Model
from threadproof.axiomatic.program import Observable, Program, State, Value, holds
from threadproof.axiomatic.unfold import UNROLL, unfold
from threadproof.records import dataclass, field


@dataclass(slots=True)
class Judgement:
    program: Program
    model: Model
    #: of the final states that are allowed, in order
    states: set[State] = field(default_factory=set)
    #: executions that are allowed: with the condition, and without
    positive: int = 0
    negative: int = 0
    #: loops went on beyond the bound; what happens then is not in here
    is_cut: bool = False
    #: an execution that is allowed has a data race, so the test has no meaning
    is_undefined: bool = False
    #: one that is allowed with the condition, and one with it that is not
    witness: Execution | None = None
    refused: tuple[Execution, Axiom] | None = None
    race: Execution | None = None

    @property
    def is_allowed(self) -> bool:
        """The condition holds in some final state."""
        return self.positive > 0

    @property
    def is_ok(self) -> bool:
        """What the test says with its quantifier is so."""
        match self.program.final.quantifier:
            case "exists":
                return self.positive > 0
            case "~exists":
                return self.positive == 0
            case _:
                return self.negative == 0

    @property
    def verdict(self) -> str:
        if self.is_undefined:
            return "Undefined"
        if self.program.final.quantifier == "forall":
            return "Required" if self.is_ok else "Violated"
        return "Allowed" if self.is_allowed else "Forbidden"

    @property
    def observation(self) -> str:
        how = "Never" if not self.positive else "Sometimes" if self.negative else "Always"
        return f"{self.program.name} {how} {self.positive} {self.negative}"


def can_judge(model: Model, program: Program) -> bool:
    return program.architecture == "C" or program.architecture in model.architectures


def judge(program: Program, models: Iterable[Model], unroll: int = UNROLL) -> list[Judgement]:
    """One for each model."""
    judgements: dict[str, Judgement] = {}
    groups: dict[tuple[str, str, bool], list[Judgement]] = {}
    for model in models:
        one = judgements[model.name] = Judgement(program, model)
        mapping = model.mapping if program.architecture == "C" else ""
        groups.setdefault((mapping, model.prune, model.is_atomic), []).append(one)
    for (mapping, prune, is_atomic), group in groups.items():
        text = compiled(program, mapping) if mapping else program
        unfolding = unfold(text, unroll)
        for one in group:
            one.is_cut = unfolding.is_cut
        observed = program.observed()
        condition = program.final.condition
        for x in executions(text, unfolding, prune, is_atomic=is_atomic):
            final = final_state(x, observed)
            is_positive = holds(condition, final)
            for one in group:
                _take(one, x, final, is_positive)
    return list(judgements.values())


def _take(one: Judgement, x: Execution, final: dict[Observable, Value], is_positive: bool) -> None:
    axiom = one.model.violated(x)
    if axiom is not None:
        if is_positive and one.refused is None:
            one.refused = x, axiom
        return
    if one.model.defined is not None and not one.model.defined.holds(x):
        one.is_undefined = True
        one.race = one.race or x
    one.states.add(tuple(final.values()))
    if is_positive:
        one.positive += 1
        one.witness = one.witness or x
    else:
        one.negative += 1


def final_state(x: Execution, observed: list[Observable]) -> dict[Observable, Value]:
    program, traces = x.skeleton.program, x.skeleton.traces
    return {
        (thread, name): x.last.get(name, program.locations.get(name, 0))
        if thread is None
        else traces[thread].registers.get(name, 0)
        for thread, name in observed
    }
