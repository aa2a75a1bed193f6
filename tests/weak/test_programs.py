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


@pytest.mark.parametrize(
    ("model", "define", "said"),
    [
        ("armv8", "RELAXED_LOAD", ("a load of data is early", "loaded early: data as it was")),
        ("armv8", "RELAXED_STORE", ("the store to flag of line 25 arrives in memory",)),
    ],
)
def test_traces_say_what_was_late_or_early(model: str, define: str, said: tuple[str, ...]) -> None:
    options = Options(data_model="LP64", memory_model=model, defines=[define])
    verdict = pipeline.verify(FOLDER / "programs" / "message.c", options).verdict
    assert isinstance(verdict, Unsafe)
    words = [step.note for step in verdict.trace.steps] + [step.text for step in verdict.trace.steps]
    for one in said:
        assert any(one in w for w in words), words


def test_traces_say_what_is_old() -> None:
    options = Options(data_model="LP64", memory_model="c11", engine="explore", defines=["BROKEN"])
    verdict = pipeline.verify(FOLDER / "c11" / "deque.c", options).verdict
    assert isinstance(verdict, Unsafe)
    assert any("as it was 2 stores ago" in step.note for step in verdict.trace.steps)
