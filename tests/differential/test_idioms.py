"""Loops as people write them: a machine executes them with all bytes there are, and says whether they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.test_lassos import ends
from tests.generators.idioms import IDIOMS, as_bytes, as_integers
from tests.generators.lassos import as_program
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe, Verdict

#: no verdict yet, with 32 bits
UNDECIDED = frozenset({"around twice"})


def verdict(text: str, folder: Path, engine: str, seconds: float) -> Verdict:
    path = folder / "program.c"
    path.write_text(text)
    options = Options.make(property="termination", engine=engine, timeout=seconds, data_model="LP64")
    return pipeline.verify(path, options, check_with="z3").verdict  # raises if a proof is refused


@pytest.mark.parametrize("name", IDIOMS)
def test_with_bytes(name: str, tmp_path: Path) -> None:
    kind, loop = as_bytes(name)
    expected = ends(kind, loop, tmp_path)
    for engine in ("explore", "rank"):
        found = verdict(as_program(kind, loop), tmp_path, engine, 10)
        assert not isinstance(found, Unsafe if expected else Safe), (engine, found)


@pytest.mark.parametrize("name", IDIOMS)
def test_with_integers(name: str, tmp_path: Path) -> None:
    kind, loop = as_bytes(name)
    expected = IDIOMS[name][2]
    if expected is None:
        expected = ends(kind, loop, tmp_path)
    found = verdict(as_integers(name), tmp_path, "auto", 30)
    if name in UNDECIDED:
        assert not isinstance(found, Unsafe if expected else Safe), found
    else:
        assert isinstance(found, Safe if expected else Unsafe), found
