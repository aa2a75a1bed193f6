"""Steps that may be taken alone: what the engine claims its checker believes."""

from __future__ import annotations

from pathlib import Path

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe

PROGRAMS = Path(__file__).parents[2] / "programs" / "passes"


def test_an_end_with_a_result_is_no_mover() -> None:
    options = Options(property="no-deadlock", engine="impact", timeout=60)
    path = PROGRAMS / "end_with_result_safe.c"
    assert isinstance(pipeline.verify(path, options, check_with="z3").verdict, Safe)
