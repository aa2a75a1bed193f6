"""Laws that hold for any test, on cycles that a generator makes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.generators.litmus import Cycle, cycle, in_assembly, in_c, ops_in_c, random_cycle, random_ops
from threadproof.axiomatic.candidates import ANYTHING
from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.judge import Judgement, judge
from threadproof.axiomatic.models import MODELS
from threadproof.axiomatic.models.model import Axiom, Model
from threadproof.records import replace

#: each model allows what those before it do, in these lines
LINES = [("sc", "tso", "pso", "rmo"), ("sc", "armv8"), ("sc", "armv7"), ("sc", "power"), ("sc", "c11")]
_KEPT = ("Po", "Po", "Fsc", "Addr", "Data", "Ctrl", "Facqrel")
BATCH = 12


def judged(text: str, *models: str) -> dict[str, Judgement]:
    return {one.model.name: one for one in judge(parse_litmus(text, "test"), [MODELS[m] for m in models or MODELS])}


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("batch", range(16))
def test_weaker_models_allow_more(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        for text in (in_c(random_cycle(seed, _KEPT)), ops_in_c(random_ops(seed))):
            found = judged(text)
            for line in LINES:
                for strong, weak in pairwise(line):
                    assert found[strong].states <= found[weak].states, f"{seed} {strong} {weak}\n{text}"


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("batch", range(16))
def test_fences_and_dependencies_only_remove_states(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        made = random_cycle(seed, _KEPT)
        with_fences = judged(in_c(made))
        for access in made.accesses:
            if access.kept is not None:
                access.kept.name = "Po"
        without = judged(in_c(made))
        for model in MODELS:
            assert with_fences[model].states <= without[model].states, f"{seed} {model}\n{in_c(made)}"
        ops = random_ops(seed)
        fenced, plain = judged(ops_in_c(ops)), judged(ops_in_c(ops, has_fences=False))
        for model in MODELS:
            assert fenced[model].states <= plain[model].states, f"{seed} {model}\n{ops_in_c(ops)}"


def _looking_at_everything(model: Model) -> Model:
    """With no candidate left out because an axiom will forbid it anyway."""
    axioms = tuple(Axiom(f"{axiom.name} as it is", axiom.property, axiom.parts) for axiom in model.axioms)
    return replace(model, axioms=axioms, prune=ANYTHING)


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("batch", range(16))
def test_what_is_left_out_early_is_what_the_axioms_forbid(batch: int) -> None:
    for seed in range(batch * 4, (batch + 1) * 4):
        ops = random_ops(seed)
        is_small = sum(map(len, ops)) < 7
        texts = [in_c(random_cycle(seed, _KEPT)), *([ops_in_c(ops)] if is_small else [])]
        for program in (parse_litmus(text, "test") for text in texts):
            quick = judge(program, MODELS.values())
            for one, slow in zip(quick, judge(program, map(_looking_at_everything, MODELS.values())), strict=True):
                found = [(x.states, x.positive, x.negative, x.is_undefined) for x in (one, slow)]
                assert found[0] == found[1], f"{seed} {one.model.name} {program}"


def _relaxed(made: Cycle, model: str) -> bool:
    """Whether a pair of accesses in the cycle may change places."""
    pairs = {access.kept.source + access.kept.target for access in made.accesses if access.kept is not None}
    return bool(pairs & {"sc": set(), "tso": {"WR"}, "pso": {"WR", "WW"}}.get(model, pairs))


def _is_thin_air(made: Cycle) -> bool:
    """A cycle of sb and rf, which RC11 forbids."""
    return all(access.direction != "R" or access.value == 1 for access in made.accesses) and all(
        access.kept is None or access.kept.source + access.kept.target == "RW" for access in made.accesses
    )


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("batch", range(16))
def test_a_cycle_is_allowed_if_and_only_if_one_of_its_pairs_is_relaxed(batch: int) -> None:
    """Shasha and Snir: delays in critical cycles; "Herding Cats", section 8."""
    for seed in range(batch * BATCH * 2, (batch + 1) * BATCH * 2):
        made = random_cycle(seed)
        for model, one in judged(in_c(made)).items():
            is_allowed = not _is_thin_air(made) if model == "c11" else _relaxed(made, model)
            assert one.is_allowed == is_allowed, f"{seed} {model}\n{in_c(made)}"


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("batch", range(8))
def test_c_and_assembly_agree(batch: int) -> None:
    """A cycle compiled by hand has the states of the one in C that the mapping compiles."""
    machines = {
        "X86_64": ("tso", ("Po", "Mfence")),
        "PPC": ("power", ("Po", "Sync", "Lwsync", "Addr", "Data", "Ctrl")),
        "AArch64": ("armv8", ("Po", "Dmb", "Addr", "Data", "Ctrl")),
        "ARM": ("armv7", ("Po", "Dmb", "Addr", "Data", "Ctrl")),
    }
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        for machine, (model, kept) in machines.items():
            made = random_cycle(seed, kept)
            by_hand = judged(in_assembly(made, machine), model)[model]
            by_mapping = judged(in_c(made), model)[model]
            assert by_hand.states == by_mapping.states, f"{seed} {machine}\n{in_assembly(made, machine)}{in_c(made)}"
            assert by_hand.verdict == by_mapping.verdict


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("batch", range(16))
def test_what_is_compiled_does_what_c_allows(batch: int) -> None:
    """The theorems of the RC11 paper, sections 5 and 6; without relaxed loads, for LB is allowed by machines only."""
    for seed in range(batch * BATCH * 2, (batch + 1) * BATCH * 2):
        text = ops_in_c(random_ops(seed), seed=seed)
        found = judged(text)
        for model in MODELS:
            assert found[model].states <= found["c11"].states, f"{seed} {model}\n{text}"


def test_the_generator_refuses_what_is_no_cycle() -> None:
    assert cycle("", "Rfe Rfe") is None
    assert cycle("", "PodWR Fre") is None
    assert cycle("", "PodWR Fre PodWR Rfi") is None
