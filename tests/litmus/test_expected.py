"""Every test in this folder has the verdicts of the literature, under every model that judges it."""

from __future__ import annotations

import pytest

from tests.generators.litmus_catalogue import FOLDER, listed
from tests.helpers.litmus_tests import NAMES, expected, read_test
from threadproof.axiomatic.judge import can_judge, judge
from threadproof.axiomatic.models import MODELS


@pytest.mark.parametrize("name", NAMES)
def test_verdicts_are_those_of_the_literature(name: str) -> None:
    program = read_test(name)
    models = [model for model in MODELS.values() if can_judge(model, program)]
    assert {one.model.name: one.verdict for one in judge(program, models)} == expected()[name]


def test_every_test_has_a_row_and_every_row_a_test() -> None:
    assert sorted(expected()) == NAMES


def test_files_are_what_the_generator_writes() -> None:
    """python -m tests.generators.litmus_catalogue"""
    for file, text in listed().items():
        assert (FOLDER / file).read_text(encoding="utf-8") == text, file
