"""Algorithms and idioms as people write them, under every memory model, right and with one order too weak: the first
lines of a file say what is right, after a colon what the reason says. Proofs are checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

FOLDER = Path(__file__).parent
PROGRAMS = sorted((FOLDER / "programs").glob("*.c"))
_LINE = re.compile(r"^// (?:-D(\w+) )?((?:sc|tso|pso|rmo|power|armv8|c11): .*)$", re.MULTILINE)
_WORD = re.compile(r"(\w+): (safe|unsafe|unknown)(?: ([^,]+))?")
CASES = [
    pytest.param(path, define, model, word, why, id=f"{path.stem}-{define}-{model}-{word}")
    for path in sorted(FOLDER.glob("*/*.c"))
    for define, line in _LINE.findall(path.read_text())
    for model, word, why in _WORD.findall(line)
]
WORDS = {Safe: "safe", Unsafe: "unsafe", Unknown: "unknown"}


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("path", "define", "model", "word", "why"), CASES)
def test_verdict(path: Path, define: str, model: str, word: str, why: str) -> None:
    said = dict(re.findall(r"^// (property|volatile): (\S+)", path.read_text(), re.MULTILINE))
    defines = [define] if define else []
    options = Options(data_model="LP64", memory_model=model, timeout=100, defines=defines, **said)
    result = pipeline.verify(path, options, check_with="z3")
    assert WORDS[type(result.verdict)] == word, result.verdict
    assert why in getattr(result.verdict, "detail", "")
    assert result.check is None or result.check.is_accepted
