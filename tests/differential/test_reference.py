"""The second reading of C against what is known: verdicts of our programs, and what gcc's programs print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.test_compiler import _checking, _native, _needs_gcc
from tests.generators import concurrent, library, locking, sections
from tests.generators.sequential import generate
from tests.helpers.rotation import blocks, rotating
from tests.helpers.tasks import all_tasks
from threadproof import pipeline
from threadproof.options import Options
from threadproof.reference import judge
from threadproof.reference.reading import read
from threadproof.reference.runs import run_once, try_runs
from threadproof.result.verdict import Safe, Unsafe

#: what the second reading looks for
PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock", "no-overflow", "valid-memsafety")


def _cases() -> list[tuple[Path, str, bool, str]]:
    found = []
    for path, task in all_tasks().items():
        if path.parent.name in ("cooperative", "scpl"):
            continue
        for p in task.properties:
            if p.name in PROPERTIES and p.expected is not None:
                found.append((task.input_file, p.name, p.expected.holds, task.data_model))
    return found


CASES = _cases()
SAFE = [c for c in CASES if c[2]]
UNSAFE = [c for c in CASES if not c[2]]


def _try(case: tuple[Path, str, bool, str], seconds: float) -> str:
    """A violation that some run has, or nothing."""
    file, property_, _, model = case
    found = try_runs(read(file, Options(property=property_, data_model=model)), seconds).found
    return "" if found is None else f"{found.text} ({found.pos})"


def _name(case: tuple[Path, str, bool, str]) -> str:
    return f"{case[0].parent.name}/{case[0].stem}-{case[1]}"


@pytest.mark.parametrize("case", [pytest.param(SAFE[n], id=_name(SAFE[n])) for n in rotating(9, len(SAFE))])
def test_safe_programs_do_not_fail(case: tuple[Path, str, bool, str]) -> None:
    assert not _try(case, 0.1)


@pytest.mark.long
@pytest.mark.parametrize("case", [pytest.param(c, id=_name(c)) for c in SAFE])
def test_safe_programs_do_not_fail_long(case: tuple[Path, str, bool, str]) -> None:
    assert not _try(case, 2)


def test_unsafe_programs_fail() -> None:
    """Most of a sample: some need a rare schedule."""
    sample = [UNSAFE[n] for n in rotating(20, len(UNSAFE))]
    missed = [_name(c) for c in sample if not _try(c, 0.3)]
    assert len(missed) <= len(sample) // 2, missed


@pytest.mark.long
def test_unsafe_programs_fail_long() -> None:
    missed = [_name(c) for c in UNSAFE if not _try(c, 2)]
    assert len(missed) <= len(UNSAFE) // 10, missed


def _compare(seed: int, folder: Path) -> None:
    _needs_gcc()
    text = library.generate(seed) if seed % 4 == 0 else generate(seed)
    path = _checking(text, _native(text, folder), folder)
    end = run_once(read(path, Options(data_model="LP64")), 2)
    assert (end.kind, end.text) == ("ended", "main returned"), (seed, end.kind, end.text, end.pos)


@pytest.mark.parametrize("seed", rotating(3, 2000))
def test_same_output(seed: int, tmp_path: Path) -> None:
    _compare(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(20, range(2000)), ids=str)
def test_same_output_long(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _compare(seed, tmp_path)


def _with_threads(seed: int) -> str:
    """A program of one of the generators of programs with threads."""
    kind = seed % (len(concurrent.FOCUSES) + 2)
    if kind < len(concurrent.FOCUSES):
        return concurrent.generate(seed, concurrent.FOCUSES[kind])
    return sections.generate(seed) if kind == len(concurrent.FOCUSES) else locking.generate(seed)


def _agree(seed: int, folder: Path, seconds: float) -> None:
    """Both readings of a program with threads come to the same verdict."""
    path = folder / "program.c"
    path.write_text(_with_threads(seed))
    for property_ in ("unreach-call", "no-data-race", "no-deadlock", "valid-memsafety"):
        options = Options(property=property_, timeout=60, second_reading=False)
        verdict = pipeline.verify(path, options).verdict
        if isinstance(verdict, Safe):
            opinion = judge.attempt(path, options, seconds)
        elif isinstance(verdict, Unsafe):
            opinion = judge.confirm(path, options, verdict.trace.outline, verdict.violated, 5)
        else:
            continue
        assert opinion.word != "refuted", (seed, property_, verdict, opinion.why)


@pytest.mark.parametrize("seed", rotating(2, 5000))
def test_threads(seed: int, tmp_path: Path) -> None:
    _agree(seed, tmp_path, 0.2)


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(20, range(5000)), ids=str)
def test_threads_long(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _agree(seed, tmp_path, 1)
