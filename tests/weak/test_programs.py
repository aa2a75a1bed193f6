"""Algorithms and idioms as people write them, each under every memory model: the first line of the file says what is
right. Proofs are checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
CASES = [
    (path, model, word)
    for path in PROGRAMS
    for model, word in re.findall(r"(\w+): (\w+)", path.read_text().splitlines()[0])
]
WORDS = {Safe: "safe", Unsafe: "unsafe", Unknown: "unknown"}


@pytest.mark.parametrize(("path", "model", "word"), CASES, ids=lambda x: x.stem if isinstance(x, Path) else str(x))
def test_verdict(path: Path, model: str, word: str) -> None:
    said = dict(re.findall(r"^// (property|volatile): (\S+)", path.read_text(), re.MULTILINE))
    options = Options(data_model="LP64", memory_model=model, timeout=60, **said)
    result = pipeline.verify(path, options, check_with="z3")
    assert WORDS[type(result.verdict)] == word, result.verdict
    assert result.check is None or result.check.is_accepted
