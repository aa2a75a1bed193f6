"""What functions of the C library read and write, by a table from their manual pages (`footprints`).

A program made from a line must not get a verdict that the table forbids; the table itself is held against the C library
of this machine. Every function that is modelled has a line, or a reason why not.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.helpers.late import Late
from tests.library.footprints import Case, cases, without_a_line
from tests.library.modelled import ELSEWHERE
from tests.library.native import complaints
from tests.library.programs import programs
from threadproof import pipeline
from threadproof.frontend.apis import libc, stdlib
from threadproof.frontend.library import CONTENTS
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

LATE = Late()
_FILES = sorted({case.place.split(":")[0] for case in cases()})


@pytest.mark.in_turn(120)
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("case", cases(), ids=str)
def test_verdicts(case: Case, model: str, tmp_path: Path) -> None:
    LATE.tried()
    wrong: list[str] = []
    reasons: dict[str, str] = {}
    path = tmp_path / "program.c"
    for program in programs(case):
        path.write_text(program.text)
        verdict = pipeline.verify(path, Options(property=program.property, data_model=model, timeout=20)).verdict
        reasons[program.what] = verdict.reason if isinstance(verdict, Unknown) else ""
        if isinstance(verdict, Safe if program.is_bad else Unsafe):
            wrong.append(program.what)
    assert not wrong
    if "unknown" in case.flags:
        assert reasons["enough memory"], "this line is understood by now"
    else:
        if all(reasons.values()) and "timeout" in reasons.values():
            LATE.give_up(str(case))
        assert not all(reasons.values()), "a line must say that it is not understood"


def test_few_had_no_time() -> None:
    LATE.must_be_few()


@pytest.mark.skipif(shutil.which("gcc") is None or sys.platform != "linux", reason="no gcc")
@pytest.mark.in_turn(2)
@pytest.mark.parametrize("file", _FILES)
def test_the_table_holds_on_this_machine(file: str, tmp_path: Path) -> None:
    chosen = [c for c in cases() if c.place.startswith(f"{file}:") and "foreign" not in c.flags]
    assert complaints(chosen, tmp_path) == []


def test_every_function_has_a_line() -> None:
    modelled = {name for file, names in CONTENTS.items() if file not in ELSEWHERE for name in names.split()}
    modelled |= {*stdlib.HANDLERS, *libc.OF_THREADS}
    names = {name for name in modelled if not name.startswith("__")}
    tried = {name for case in cases() for name in case.functions}
    left_out = set(without_a_line())
    assert not names - tried - left_out
    assert not left_out & tried
    assert left_out <= names
