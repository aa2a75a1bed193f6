"""What is written out for few cases and summed up for many means the same: with limits of 0 all verdicts stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.helpers.rotation import in_turn
from tests.helpers.tasks import all_tasks
from threadproof import pipeline
from threadproof.frontend.apis.libc import memory
from threadproof.frontend.memory import addresses
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown


def _cases() -> list[ParameterSet]:
    cases = []
    for n, (path, task) in enumerate(all_tasks().items()):
        text = task.input_file.read_text(errors="replace")
        if "memset" not in text and not (path.parent.name in ("memory", "lifetimes", "objects") and "==" in text):
            continue
        for p in task.properties:
            if p.name in ("unreach-call", "valid-memsafety", "no-data-race") and p.expected is not None:
                case = (task.input_file, p.name, p.expected.holds, task.data_model)
                cases.append(pytest.param(*case, id=f"{path.parent.name}/{path.stem}-{p.name}", marks=in_turn(n, 25)))
    return cases


@pytest.mark.parametrize(("file", "property_", "expected", "model"), _cases())
def test_verdict_stays(file: Path, property_: str, expected: bool, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREADPROOF_DEBUG", "1")
    monkeypatch.setattr(addresses, "MOST_CASES", 0)
    monkeypatch.setattr(addresses, "MOST_PAIRS", 0)
    monkeypatch.setattr(memory, "MAX_UNROLLED", 0)
    verdict = pipeline.verify(file, Options(property=property_, data_model=model, timeout=100)).verdict
    assert isinstance(verdict, Unknown) or isinstance(verdict, Safe) == expected, verdict
