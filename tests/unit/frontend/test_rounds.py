"""The number of a thread and of a round have room in a pointer, or the answer is Unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.frontend import raw as R
from threadproof.options import Options
from threadproof.result.verdict import Unknown

PROGRAM = Path(__file__).parents[2] / "programs" / "lifetimes" / "nodes_of_rounds_safe.c"


@pytest.mark.parametrize(("bits", "what"), [(1, "more than 2 threads"), (18, "more than 0 rounds")])
def test_too_many_for_a_pointer(monkeypatch: pytest.MonkeyPatch, bits: int, what: str) -> None:
    monkeypatch.setattr(R, "THREAD_BITS", bits)
    verdict = pipeline.verify(PROGRAM, Options(timeout=20)).verdict
    assert isinstance(verdict, Unknown)
    assert what in str(verdict)
