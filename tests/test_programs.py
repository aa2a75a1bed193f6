"""Every program of tests/programs: the expected verdict for each property, a replayed trace for each violation."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.helpers.rotation import in_turn
from tests.helpers.tasks import all_tasks
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: minutes, because engines come first that need all of their time
SLOW = {"redcomp/many_ticket_safe-unreach-call"}


def _cases() -> list[ParameterSet]:
    cases = []
    for n, (path, task) in enumerate(all_tasks().items()):
        for i, p in enumerate(task.properties):
            assert p.name is not None, path
            if p.expected is not None:
                case = (task.input_file, p.name, p.expected.holds, p.expected.subproperty, task.data_model)
                name = f"{path.parent.name}/{path.stem}-{p.name}"
                marks = (pytest.mark.long,) if name in SLOW else in_turn(n + i, 18)
                cases.append(pytest.param(*case, id=name, marks=marks))
    return cases


@pytest.mark.parametrize(("file", "property_", "expected", "part", "model"), _cases())
def test_verdict(
    file: Path, property_: str, expected: bool, part: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THREADPROOF_DEBUG", "1")  # every pass is examined
    options = Options(property=property_, data_model=model, timeout=300)
    verdict = pipeline.verify(file, options).verdict
    if expected:
        assert isinstance(verdict, Safe), verdict
    else:
        assert isinstance(verdict, Unsafe), verdict
        assert verdict.trace.steps
        assert "instead" not in str(verdict.statistics.get("second_reading"))
        if part:
            assert verdict.violated == part


def test_every_family_is_there() -> None:
    families = {path.parent.name for path in all_tasks()}
    assert families >= {"language", "sync", "races", "deadlocks", "overflow", "memory", "termination", "classic"}
