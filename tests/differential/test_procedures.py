"""Programs with one copy of every function, and with all calls inlined, have the same verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.helpers.rotation import in_turn
from tests.helpers.tasks import all_tasks
from threadproof import pipeline
from threadproof.frontend.lower import procedures
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

KNOWN = ("unreach-call", "no-data-race", "no-deadlock", "no-overflow", "valid-memsafety", "termination")


def _cases() -> list[ParameterSet]:
    cases = []
    for n, (path, task) in enumerate(all_tasks().items()):
        for i, p in enumerate(task.properties):
            if p.name in KNOWN and p.expected is not None and path.parent.name not in ("cooperative", "redcomp"):
                case = (task.input_file, p.name, p.expected.holds, task.data_model)
                name = f"{path.parent.name}/{path.stem}-{p.name}"
                cases.append(pytest.param(*case, id=name, marks=in_turn(n + i, 160)))
    return cases


@pytest.mark.parametrize(("file", "property_", "expected", "model"), _cases())
def test_verdict_stays(file: Path, property_: str, expected: bool, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """(What is one of many objects, and was not when calls were inlined, may be Unknown.)"""
    monkeypatch.setenv("THREADPROOF_DEBUG", "1")  # every pass is examined
    monkeypatch.setattr(procedures, "EVERYWHERE", True)
    verdict = pipeline.verify(file, Options(property=property_, data_model=model, timeout=60)).verdict
    assert isinstance(verdict, Unknown | (Safe if expected else Unsafe)), verdict
    if isinstance(verdict, Unsafe):
        assert verdict.trace.steps
        assert "instead" not in str(verdict.statistics.get("second_reading"))
