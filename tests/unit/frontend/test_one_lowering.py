"""Raw graphs serve every property: what one question does to them, another does not see."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof import frontend
from threadproof.errors import ThreadproofError
from threadproof.frontend.task import load_task
from threadproof.ir.printer import print_program
from threadproof.options import Options
from threadproof.properties import PROPERTIES

PROGRAMS = sorted((Path(__file__).parents[2] / "programs").rglob("*.c"))
SAMPLE = [PROGRAMS[n] for n in rotating(5, len(PROGRAMS))]


@pytest.mark.parametrize("path", SAMPLE, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_program_is_the_same_whatever_was_asked_before(path: Path) -> None:
    model = load_task(path.with_suffix(".yml")).data_model if path.with_suffix(".yml").exists() else "ILP32"
    options = {name: Options(property=name, data_model=model) for name in PROPERTIES}
    try:
        parsed = frontend.parse(path, options["unreach-call"])
    except ThreadproofError:
        pytest.skip("not read at all")
    assert parsed is not None
    names = [*PROPERTIES, *PROPERTIES]
    random.Random(path.name).shuffle(names)
    alone = {name: _text(path, options[name], None) for name in PROPERTIES}
    for name in names:
        assert _text(path, options[name], parsed) == alone[name], name
    assert len(parsed.lowered) <= 2, "one for leaks, and one for everything else"


def _text(path: Path, options: Options, parsed: frontend.Parsed | None) -> str:
    try:
        program = frontend.load(path, options, parsed)
    except ThreadproofError as e:
        return str(e)
    return print_program(program) + "\n".join(program.scope) + str(program.unsupported)
