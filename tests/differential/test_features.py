"""Programs from a table of features: every pass against the program before it, every engine against exhaustive search.

The judge is `explore` without reductions on the program as the front end made it: no pass has touched it. What it does
not decide (too many states, something unsupported is reached) decides little: a program that reaches something
unsupported must not become Safe.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.features import TABLE, cooperative, generate
from tests.helpers.exploring import explore
from tests.helpers.feature_coverage import Coverage
from tests.helpers.pass_forms import all_forms, final_forms
from tests.helpers.rotation import rotating, rotation
from threadproof import passes, pipeline
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import PROPERTIES, named
from threadproof.result.verdict import Safe, Unknown

PREEMPTIVE = tuple(p for p in PROPERTIES if p != "no-lost-event")
MOST_STATES = 40_000
WORDS = ("safe", "unsafe", "unsupported construct")
#: forms of one program for which there are too many states, or too little time: then for the others as well
MOST_UNDECIDED = 3
#: programs of the long campaign
MANY = 5_000
PER_BLOCK = 25
ENGINES = ("impact", "redcomp", "symmpa", "explore", "auto")


def _load(seed: int, property_: str, folder: Path) -> tuple[Path, Program]:
    path = folder / f"features{seed}.c"
    path.write_text(generate(seed))
    return path, pipeline.load(path, Options(property=property_))


def _verdict(program: Program, property_: str, most: int = MOST_STATES) -> str:
    return explore(program, property_, "none", max_states=most, timeout=20)


def _agree(before: str, after: str) -> bool:
    decided = ("safe", "unsafe")
    if before in decided and after in decided:
        return before == after
    return not (before == "unsupported construct" and after == "safe")


def _compare_passes(seed: int, folder: Path, *, after_each: bool, properties: tuple[str, ...] = PREEMPTIVE) -> None:
    for property_ in properties:
        _, program = _load(seed, property_, folder)
        before = _verdict(program, property_)
        undecided = before not in WORDS
        for name, form in (all_forms if after_each else final_forms)(program, property_):
            after = _verdict(form, property_)
            assert _agree(before, after), (seed, property_, name, before, after)
            if before not in WORDS:
                before = after
            undecided += after not in WORDS
            if undecided > MOST_UNDECIDED:
                break


def _compare_engine(seed: int, property_: str, engine: str, folder: Path) -> None:
    path, program = _load(seed, property_, folder)
    expected = _verdict(program, property_)
    found = pipeline.verify(path, Options(property=property_, engine=engine, timeout=3), check_with="z3").verdict
    if not isinstance(found, Unknown):
        word = "safe" if isinstance(found, Safe) else "unsafe"
        assert _agree(expected, word), (seed, property_, engine, expected, word)


@pytest.mark.parametrize("seed", rotating(3, MANY))
def test_passes(seed: int, tmp_path: Path) -> None:
    _compare_passes(seed, tmp_path, after_each=False)


def _compare_in_turn(seed: int, folder: Path) -> None:
    """One engine and one property for each program, others in another commit."""
    turn = seed + rotation()
    _compare_engine(seed, PREEMPTIVE[turn // len(ENGINES) % len(PREEMPTIVE)], ENGINES[turn % len(ENGINES)], folder)


@pytest.mark.parametrize("seed", rotating(5, MANY))
def test_engines(seed: int, tmp_path: Path) -> None:
    _compare_in_turn(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("block", range(MANY // PER_BLOCK))
def test_passes_long(block: int, tmp_path: Path) -> None:
    for seed in range(block * PER_BLOCK, (block + 1) * PER_BLOCK):
        property_ = PREEMPTIVE[(seed + rotation()) % len(PREEMPTIVE)]
        _compare_passes(seed, tmp_path, after_each=True, properties=(property_,))


@pytest.mark.long
@pytest.mark.parametrize("block", range(MANY // PER_BLOCK))
def test_engines_long(block: int, tmp_path: Path) -> None:
    for seed in range(block * PER_BLOCK, (block + 1) * PER_BLOCK):
        _compare_in_turn(seed, tmp_path)


def test_names_are_unique() -> None:
    assert len({s.name for s in TABLE}) == len(TABLE)


def test_nothing_is_missing(tmp_path: Path) -> None:
    """Every operation, role, kind of object and library function is in some generated program."""
    coverage = Coverage()
    for generator, make, count in (
        ("cooperative", cooperative.generate, len(cooperative.BODIES)),
        ("features", generate, len(TABLE)),
    ):
        for seed in range(count):
            path = tmp_path / f"{generator}{seed}.c"
            path.write_text(make(seed))
            # (every other one is enough for operations; what memory safety needs is there for that property only)
            property_ = (
                ("valid-memsafety", "no-deadlock")[generator == "cooperative"] if seed % 4 == 0 else "unreach-call"
            )
            # (all calls and constructs are seen in the texts)
            is_needed = seed % 2 == 0 and any(row.startswith(("op", "role", "object")) for row in coverage.missing())
            program = pipeline.load(path, Options(property=property_)) if is_needed else None
            coverage.add(generator, path.read_text(), program)
    print(coverage.table())
    assert not coverage.missing(), "add snippets to tests/generators/features that use them"


@pytest.mark.parametrize("property_", PREEMPTIVE)
def test_every_property_is_violated_and_holds(property_: str, tmp_path: Path) -> None:
    missing = {"safe", "unsafe"}
    names = ("overflow", "negation", "leak", "mutex kept", "spin for ever")
    likely = [n + k * len(TABLE) for k in range(5) for n, s in enumerate(TABLE) if s.name in names]
    for seed in (*likely, *range(len(TABLE))):
        program = passes.run(_load(seed, property_, tmp_path)[1], named(property_))
        missing.discard(_verdict(program, property_, 2_000))
        if not missing:
            return
    raise AssertionError(f"no program is {missing.pop()} for {property_}")
