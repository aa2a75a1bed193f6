"""Random objects into which some bytes arrive: what is claimed of the rest, and of what came, has the right verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.short_reads import question
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

SEEDS = 300
#: reasons for no verdict; anything else is understood
MAY_BE = ("timeout", "unsupported construct")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_verdict(seed: int, tmp_path: Path) -> None:
    asked = question(seed)
    path = tmp_path / "program.c"
    path.write_text(asked.program)
    options = Options.make(property="unreach-call", timeout=20, data_model="LP64")
    found = pipeline.verify(path, options, check_with="z3").verdict
    if isinstance(found, Unknown):
        assert found.reason in MAY_BE, found
    else:
        assert isinstance(found, Safe if asked.is_safe else Unsafe), found
