"""Arrays of negative length: undefined, and no access."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown

PROGRAMS = Path(__file__).resolve().parents[2] / "programs" / "sizes"


@pytest.mark.parametrize("name", ["negative_length", "negative_length_of_two"])
def test_no_verdict_about_memory(name: str) -> None:
    path = PROGRAMS / f"{name}.c"
    verdict = pipeline.verify(path, Options(property="valid-memsafety", timeout=60)).verdict
    assert isinstance(verdict, Unknown)
    assert "is negative" in verdict.detail
    assert isinstance(pipeline.verify(path, Options(timeout=60)).verdict, Safe)
