"""Every program of tests/programs: the expected verdict for each property, a replayed trace for each violation."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.frontend.task import load_task
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

PROGRAMS = Path(__file__).parent / "programs"


def _cases() -> list[tuple[Path, str, bool, str, str]]:
    cases = []
    for path in sorted(PROGRAMS.glob("*/*.yml")):
        task = load_task(path)
        for p in task.properties:
            assert p.name is not None, path
            if p.expected is not None:
                cases.append((task.input_file, p.name, p.expected.holds, p.expected.subproperty, task.data_model))
    return cases


@pytest.mark.parametrize(
    ("file", "property_", "expected", "part", "model"),
    [pytest.param(*c, id=f"{c[0].parent.name}/{c[0].stem}-{c[1]}") for c in _cases()],
)
def test_verdict(file: Path, property_: str, expected: bool, part: str, model: str) -> None:
    options = Options(property=property_, data_model=model, timeout=300)
    verdict = pipeline.verify(file, options).verdict
    if expected:
        assert isinstance(verdict, Safe), verdict
    else:
        assert isinstance(verdict, Unsafe), verdict
        assert verdict.trace.steps
        if part:
            assert verdict.violated == part


def test_every_family_is_there() -> None:
    families = {p.parent.name for p in PROGRAMS.glob("*/*.yml")}
    assert families >= {"language", "sync", "races", "deadlocks", "overflow", "memory", "termination", "classic"}
