"""The tests in `tests/litmus`, and what the literature says of them (`expected.tsv`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from threadproof.axiomatic.formats.litmus import read_litmus
from threadproof.axiomatic.program import Program

FOLDER = Path(__file__).resolve().parents[1] / "litmus"
WORDS = {"A": "Allowed", "F": "Forbidden", "U": "Undefined"}
NAMES = sorted(path.name.removesuffix(".litmus") for path in FOLDER.glob("*.litmus"))


@cache
def read_test(name: str) -> Program:
    return read_litmus(FOLDER / f"{name}.litmus")


@cache
def expected() -> dict[str, dict[str, str]]:
    """By test and model; models that do not judge a test have no word."""
    lines = (FOLDER / "expected.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    head = rows[0][1:]
    return {name: {m: WORDS[w] for m, w in zip(head, words, strict=True) if w != "-"} for name, *words in rows[1:]}
