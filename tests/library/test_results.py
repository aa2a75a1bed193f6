"""What functions of the C library answer, by a table from their manual pages (`results`), in both readings.

The table itself is held against the C library of this machine. Every function that is modelled has a line, or a reason
why not.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.library.answers import answers
from tests.library.modelled import modelled
from tests.library.results import Case, alone, cases, together, without_a_line
from threadproof import pipeline
from threadproof.options import Options
from threadproof.reference.reading import read
from threadproof.reference.runs import try_runs
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

#: cases in a program
_TOGETHER = 6
_FILES = sorted({case.place.split(":")[0] for case in cases()})


def _batches() -> list[tuple[Case, ...]]:
    found: list[tuple[Case, ...]] = []
    for file in _FILES:
        mine = [c for c in cases() if c.place.startswith(f"{file}:")]
        one = [c for c in mine if c.kind != "may" and not c.flags & {"unknown", "more", "wrong"}]
        found += [tuple(one[n : n + _TOGETHER]) for n in range(0, len(one), _TOGETHER)]
        found += [(c,) for c in mine if c not in one]
    return found


def _verdict(text: str, model: str, path: Path) -> Verdict:
    path.write_text(text)
    return pipeline.verify(path, Options(timeout=20, data_model=model)).verdict


def complaint(case: Case, model: str, path: Path) -> str:
    """One alone, in both readings."""
    verdict = _verdict(alone(case), model, path)
    is_more = bool(case.flags & {"unknown", "more"})
    if isinstance(verdict, Unknown):
        return "" if is_more else f"{case}: {verdict.reason}: {verdict.detail}"
    if (
        isinstance(verdict, Safe if case.kind == "may" else Unsafe) != ("wrong" in case.flags)
        or "unknown" in case.flags
    ):
        return f"{case}: {type(verdict).__name__}"
    if isinstance(verdict, Unsafe):
        said = str(verdict.statistics.get("second_reading", "not done"))
        return (
            ""
            if said == "confirmed" or (is_more and said.startswith("not done"))
            else f"{case}: second reading: {said}"
        )
    return "" if case.kind == "may" else _second(case, model, path)


def _second(case: Case, model: str, path: Path) -> str:
    """Random runs of the second reading, which must not end otherwise than the table says."""
    path.write_text(alone(case))
    tried = try_runs(read(path, Options(data_model=model)), seconds=0.05)
    said = str(tried.found or tried.is_not_so or ("more" not in case.flags and tried.not_understood) or "")
    return said and f"{case}: second reading: {said}"


def complaints(chosen: Sequence[Case], model: str, path: Path) -> list[str]:
    chosen = [c for c in chosen if "wide" not in c.flags or model == "LP64"]
    if len(chosen) > 1 and isinstance(_verdict(together(chosen), model, path), Safe):
        return [said for case in chosen if (said := _second(case, model, path))]
    return [said for case in chosen if (said := complaint(case, model, path))]


@pytest.mark.in_turn(80)
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("chosen", _batches(), ids=lambda c: c[0].place)
def test_both_readings_agree_with_the_table(chosen: tuple[Case, ...], model: str, tmp_path: Path) -> None:
    assert complaints(chosen, model, tmp_path / "program.c") == []


@pytest.mark.skipif(shutil.which("gcc") is None or sys.platform != "linux", reason="no gcc")
@pytest.mark.in_turn(3)
@pytest.mark.parametrize("file", _FILES)
def test_the_table_holds_on_this_machine(file: str, tmp_path: Path) -> None:
    chosen = [c for c in cases() if c.place.startswith(f"{file}:") and "foreign" not in c.flags]
    wanted = {"always": ({1},), "never": ({0},), "may": ({0}, {1}, {0, 1})}
    found = zip(chosen, answers(chosen, tmp_path), strict=True)
    assert [(str(case), said) for case, said in found if said not in wanted[case.kind]] == []


def test_every_function_has_a_line() -> None:
    names = modelled()
    tried = {name for case in cases() for name in case.functions}
    left_out = set(without_a_line())
    assert not names - tried - left_out
    assert not left_out & tried
    assert left_out <= names
