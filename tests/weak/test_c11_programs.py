"""Algorithms and idioms with C11 atomics: right, and with one order too weak. The first lines of a file say what is
said of it; `race` if that is why. Proofs are checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.weak.test_programs import WORDS
from threadproof import pipeline
from threadproof.options import Options

PROGRAMS = sorted((Path(__file__).parent / "c11").glob("*.c"))
CASES = [
    (path, defines, word, why)
    for path in PROGRAMS
    for defines, word, why in re.findall(r"^// c11(?: -D(\w+))?: (\w+) ?(.*)$", path.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize(
    ("path", "define", "word", "why"), CASES, ids=lambda x: x.stem if isinstance(x, Path) else str(x)
)
def test_verdict(path: Path, define: str, word: str, why: str) -> None:
    options = Options(data_model="LP64", memory_model="c11", timeout=100, defines=[define] if define else [])
    result = pipeline.verify(path, options, check_with="z3")
    assert WORDS[type(result.verdict)] == word, result.verdict
    assert why in getattr(result.verdict, "detail", "")
    assert result.check is None or result.check.is_accepted
