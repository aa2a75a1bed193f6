"""What the machine does with our programs must be allowed by the expected verdicts; with random ones, by `explore`.

`make test` tries a sample, `make test-long` everything. Sample, schedules and inputs change with every commit
(`tests/helpers/rotation.py`).

Programs are compiled for this machine, that is with 64-bit pointers (LP64), whatever their tasks say. A violation that
such a run shows for a task of the other model counts if the program is Safe for this model as well. Not run are
cooperative programs (there is no such library here), those that need more of the library than `runtime.c` has (for some
of them there is `test_states`), and those written for SATABS (`__CPROVER_`). Races are not judged where a section may
turn out to be impossible after some of its accesses (an assumption in it fails): for the verdict, none of it has
happened.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.generators import concurrent, locking, sequential
from tests.helpers.rotation import rotation
from tests.helpers.tasks import all_tasks
from tests.native.judge import BUILDS, CannotCompile, Runs, find_tools, judge
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Verdict

FOREIGN = ("arm", "cancellation", "cooperative", "kernel", "posix", "robust", "scpl", "win32")
#: (program, property) -> why this machine may do what the verdict excludes
DIFFERENCES = {
    (
        "lifetimes/place_of_compound_assignment",
        "unreach-call",
    ): "C leaves open whether the place or the value of a compound assignment comes first; gcc begins with the value",
    **{
        (f"library/{name}", "unreach-call"): "C leaves open in which order arguments are evaluated; gcc has its own"
        for name in ("arguments_from_left_to_right", "order_of_arguments_safe")
    },
    (
        "memory/kept_in_a_statement_expression_safe",
        "valid-memsafety",
    ): "C leaves open whether the place or the value of an assignment comes first; gcc begins with the value",
    ("atomics/spinlock_in_assembly_safe", "no-data-race"): "the sanitizer does not see what assembly does",
    ("races/failed_swap_safe", "no-data-race"): "the sanitizer takes a compare-exchange that fails for a write",
    (
        "lifetimes/freed_once_all_were_woken",
        "no-data-race",
    ): "the sanitizer takes what destroys a barrier for a use of it, at the same time as the wait that was left",
    **{
        (f"lifetimes/{name}", property): "to wait for what has ended does not count"
        for name in ("freed_while_somebody_waits", "left_while_somebody_waits")
        for property in ("no-deadlock", "termination")
    },
    **{
        (f"lifetimes/{name}", property): "the use of a local that has ended does not count"
        for name, property in (
            ("alloca_outlived_safe", "unreach-call"),
            ("array_of_variable_length_outlived_safe", "unreach-call"),
            ("array_of_a_value_outlived_safe", "unreach-call"),
            ("jump_before_a_declaration_safe", "unreach-call"),
            ("jump_before_a_literal_of_do_safe", "unreach-call"),
            ("jump_before_a_literal_safe", "unreach-call"),
            ("jump_out_of_an_expression_safe", "unreach-call"),
            ("literal_of_a_branch_safe", "unreach-call"),
            ("literal_of_a_condition_safe", "unreach-call"),
            ("literal_of_rounds_safe", "unreach-call"),
            ("pointer_in_a_local_array_safe", "unreach-call"),
            ("pointer_is_returned_safe", "unreach-call"),
            ("pointer_of_the_last_round_in_another_thread", "unreach-call"),
            ("pointer_outlives_a_block_safe", "unreach-call"),
            ("pointer_outlives_a_round_safe", "unreach-call"),
            ("pointer_outlives_an_inner_block_safe", "unreach-call"),
            ("race_with_the_last_round_safe", "no-data-race"),
            ("statement_value_of_a_value_safe", "unreach-call"),
            ("statement_value_outlives_safe", "unreach-call"),
            ("statement_values_of_rounds_safe", "unreach-call"),
            ("thread_local_outlived_safe", "unreach-call"),
        )
    },
}
#: how many programs of each build `make test` tries
SAMPLE = {"plain": 8, "overflow": 3, "thread": 5, "address": 4}


class Case(NamedTuple):
    file: Path
    build: str
    model: str
    expected: dict[str, bool]

    @property
    def name(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}"


def _may_undo_sections(text: str) -> bool:
    return "__VERIFIER_assume" in text and "__VERIFIER_atomic_" in text


def _cases() -> list[Case]:
    cases = []
    for path, task in all_tasks().items():
        if path.parent.name in FOREIGN or "__CPROVER_" in task.input_file.read_text():
            continue
        expected = {p.name: p.expected.holds for p in task.properties if p.name and p.expected is not None}
        for build, properties in BUILDS.items():
            if build == "thread" and _may_undo_sections(task.input_file.read_text()):
                continue
            judged = {p: expected[p] for p in properties if p in expected}
            if any(judged.values()):
                cases.append(Case(task.input_file, build, task.data_model, judged))
    return cases


CASES = _cases()


def _sample() -> list[Case]:
    rng = random.Random(f"native sample {rotation()}")
    return [c for b, n in SAMPLE.items() for c in rng.sample([c for c in CASES if c.build == b], n)]


def _ids(cases: list[Case]) -> list[object]:
    return [pytest.param(c, id=f"{c.name}-{c.build}") for c in cases]


def _needs(build: str) -> None:
    if find_tools()[build]:
        pytest.skip(f"NOT TESTED: {build}: {find_tools()[build]}")


def _verify(file: Path, property_: str, engine: str) -> Verdict:
    return pipeline.verify(file, Options(property=property_, data_model="LP64", engine=engine, timeout=60)).verdict


def _try(case: Case, count: int, milliseconds: int) -> None:
    _needs(case.build)
    text = case.file.read_text()
    stop = tuple(p for p, holds in case.expected.items() if holds)
    try:
        outcome = judge(text, case.build, Runs(rotation(), count, milliseconds, stop))
    except CannotCompile as problem:
        if "undefined reference" in str(problem):
            pytest.skip("calls a function without a body")
        raise
    assert outcome.runs > 0
    for property_ in stop:
        if not outcome.violates(property_) or (case.name, property_) in DIFFERENCES:
            continue
        if case.model == "LP64" or isinstance(_verify(case.file, property_, "auto"), Safe):
            pytest.fail(f"{case.name}: {property_} is violated on this machine; {outcome}")


@pytest.mark.parametrize("case", _ids(_sample()))
def test_program(case: Case) -> None:
    _try(case, count=60, milliseconds=700)


@pytest.mark.long
@pytest.mark.parametrize("case", _ids(CASES))
def test_program_long(case: Case) -> None:
    _try(case, count=200, milliseconds=8000)


GENERATORS = {
    "locking": locking.generate,
    **{f: lambda seed, f=f: concurrent.generate(seed, f) for f in concurrent.FOCUSES},
    "sequential": lambda seed: "static void __output(unsigned long long v) { }\n" + sequential.generate(seed),
}


def _try_random(kind: str, seed: int, folder: Path, count: int, milliseconds: int) -> None:
    text = GENERATORS[kind](seed)
    file = folder / "program.c"
    file.write_text(text)
    for build, properties in BUILDS.items():
        if find_tools()[build]:
            continue
        outcome = judge(text, build, Runs(seed, count, milliseconds))
        for property_ in properties:
            if outcome.violates(property_):
                verdict = _verify(file, property_, "explore")
                assert not isinstance(verdict, Safe), (kind, seed, property_, outcome)


def _random_sample() -> list[tuple[str, int]]:
    rng = random.Random(f"native random {rotation()}")
    return [(kind, rng.randrange(1_000_000)) for kind in rng.sample(list(GENERATORS), 3)]


@pytest.mark.parametrize(("kind", "seed"), _random_sample())
def test_random_program(kind: str, seed: int, tmp_path: Path) -> None:
    _needs("plain")
    _try_random(kind, seed, tmp_path, count=40, milliseconds=300)


@pytest.mark.long
@pytest.mark.parametrize("kind", GENERATORS)
@pytest.mark.parametrize("seed", range(150))
def test_random_program_long(kind: str, seed: int, tmp_path: Path) -> None:
    _needs("plain")
    _try_random(kind, seed, tmp_path, count=100, milliseconds=3000)
