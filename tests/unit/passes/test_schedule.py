"""The schedule can be looked at: which passes run for a property, and what each of them leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import cli, passes
from threadproof.errors import UsageError
from threadproof.options import FORMS

PROGRAM = Path(__file__).parents[3] / "examples" / "peterson.c"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["ir", str(PROGRAM), *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("form", [*FORMS, "sequential"])
def test_passes_are_listed(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "--passes", "--form", form).splitlines()
    assert len(lines) == len(passes.SCHEDULE) + len(passes.schedule(form))
    assert ("unroll" in lines) == (form != "plain")


def test_what_does_not_keep_the_property_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "--passes", "--property", "no-data-race", "--form", "instances")
    assert "# single does not keep no-data-race" in text
    assert "constants-but-accesses" in text
    assert "# number does not keep valid-memsafety" in said(
        capsys, "--passes", "--property", "valid-memsafety", "--form", "sequential"
    )


def test_after_a_pass(capsys: pytest.CaptureFixture[str]) -> None:
    last = said(capsys)
    assert said(capsys, "--after", "fuse") != last
    assert said(capsys, "--form", "instances") != last


def test_a_pass_that_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ir", str(PROGRAM), "--after", "localize"]) == UsageError.exit_code
    assert "changes nothing" in capsys.readouterr().err
