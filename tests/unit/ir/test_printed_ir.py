"""tests/ir/*.test: C in, printed IR out. Refresh with `pytest tests/unit/ir/test_printed_ir.py --update`.

Options of a case: `property` (unreach-call), `passes` (yes: after the passes; no: as the front end made it),
`only` (print just this thread), `data-model`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.text_tests import Case, read_cases, update
from threadproof import passes
from threadproof.ir.checker import check
from threadproof.ir.printer import print_program
from threadproof.options import Options
from threadproof.properties import named

frontend = pytest.importorskip("threadproof.frontend")
if not hasattr(frontend, "load"):
    pytest.skip("the front end is not there yet", allow_module_level=True)

FILES = sorted((Path(__file__).parents[2] / "ir").glob("*.test"))
CASES = [case for file in FILES for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_printed_ir(case: Case, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = printed(case, tmp_path)
    if request.config.getoption("--update", default=False):
        update(case, text)
    else:
        assert text == case.expected


def printed(case: Case, folder: Path) -> str:
    file = folder / "test.c"
    file.write_text(case.source, encoding="utf-8")
    options = Options(
        property=case.options.get("property", "unreach-call"), data_model=case.options.get("data-model", "ILP32")
    )
    program = frontend.load(file, options)
    assert check(program) == []
    if case.options.get("passes", "yes") == "yes":
        program = passes.run(program, named(options.property))
        assert check(program) == []
    text = print_program(program).replace(f"{file.parent}/", "")
    only = case.options.get("only")
    if only is not None:
        text = next(part for part in text.split("\n\n") if part.startswith(f"thread {only}"))
    return text.strip("\n") + "\n"


def test_names_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert len(set(ids)) == len(ids)
