"""Random concurrent programs: ranking functions against `explore`, which knows all states; each proof is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.concurrent import generate
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 4

FLAVOURS = ("mixed", "locks", "atomics", "arrays", "pointers", "condvars")
BLOCK = 3


def compare(seed: int, folder: Path) -> tuple[str, str]:
    path = folder / f"program{seed}.c"
    path.write_text(generate(seed, FLAVOURS[seed % len(FLAVOURS)]))
    chosen = {"property": "termination", "timeout": 12}
    known = pipeline.verify(path, Options.make(engine="explore", **chosen)).verdict
    result = pipeline.verify(path, Options.make(engine="rank", **chosen), check_with="z3")  # raises if it is refused
    if isinstance(known, Safe):
        assert not isinstance(result.verdict, Unsafe), seed
    elif isinstance(known, Unsafe):
        assert not isinstance(result.verdict, Safe), seed
    return type(known).__name__, type(result.verdict).__name__


@pytest.mark.parametrize("block", range(4))
def test_ranks_agree_with_states(block: int, tmp_path: Path) -> None:
    found = [compare(seed, tmp_path) for seed in range(BLOCK * block, BLOCK * (block + 1))]
    assert ("Safe", "Safe") in found or ("Unsafe", "Unsafe") in found


@pytest.mark.long
@pytest.mark.parametrize("block", range(60))
def test_ranks_agree_with_states_long(block: int, tmp_path: Path) -> None:
    for seed in range(70_000 + 5 * BLOCK * block, 70_000 + 5 * BLOCK * (block + 1)):
        compare(seed, tmp_path)
