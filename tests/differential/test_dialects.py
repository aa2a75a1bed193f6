"""The same program with POSIX threads and with WIN32: the same verdicts, which the second reading confirms."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.dialects import texts
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unknown

PROPERTIES = ("unreach-call", "no-data-race", "no-deadlock")
TOTAL = 3000


def verdict(text: str, engine: str, property_: str, folder: Path) -> str:
    path = folder / "program.c"
    path.write_text(text)
    found = pipeline.verify(path, Options(property=property_, engine=engine, timeout=60)).verdict
    assert "instead" not in str(found.statistics.get("second_reading"))
    assert engine != "explore" or not isinstance(found, Unknown), found
    return type(found).__name__


def same(seed: int, engine: str, property_: str, folder: Path) -> None:
    posix, win32 = (verdict(text, engine, property_, folder) for text in texts(seed))
    assert posix == win32 or "Unknown" in (posix, win32)


@pytest.mark.parametrize("seed", rotating(3, TOTAL))
def test_same_verdicts(seed: int, tmp_path: Path) -> None:
    same(seed, "explore", PROPERTIES[seed % 3], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("property_", PROPERTIES)
@pytest.mark.parametrize("seed", rotating(15, TOTAL))
def test_same_verdicts_for_all_properties(seed: int, property_: str, tmp_path: Path) -> None:
    same(seed, "explore", property_, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["impact", "redcomp", "walk", "auto"])
@pytest.mark.parametrize("seed", rotating(6, TOTAL))
def test_same_verdicts_of_other_engines(seed: int, engine: str, tmp_path: Path) -> None:
    same(seed, engine, PROPERTIES[seed % 3], tmp_path)


def test_there_are_violations_and_none(tmp_path: Path) -> None:
    """Of each kind, or nothing is compared."""
    for property_, holds, violates in (("unreach-call", 0, 3), ("no-data-race", 1, 0), ("no-deadlock", 2, 0)):
        assert verdict(texts(holds)[1], "explore", property_, tmp_path) == "Safe"
        assert verdict(texts(violates)[1], "explore", property_, tmp_path) == "Unsafe"
