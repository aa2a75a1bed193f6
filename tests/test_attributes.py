"""Attributes and pragmas: some have a meaning, many are harmless, and the rest is Unknown where it matters.

The programs stand in `attributes.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import InputError
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

VERDICTS = {"safe": Safe, "unsafe": Unsafe, "unknown": Unknown}
LINES = (Path(__file__).parent / "attributes.txt").read_text().splitlines()[1:]


@pytest.mark.parametrize("line", LINES)
def test_meaning(line: str, tmp_path: Path) -> None:
    expected, _, program = line.partition(": ")
    path = tmp_path / "program.c"
    path.write_text("extern void reach_error(void);\n" + program.replace("\\n", "\n") + "\n")
    options = Options(engine="explore", data_model="LP64", timeout=60)
    if expected == "error":
        with pytest.raises(InputError) as caught:
            pipeline.verify(path, options)
        assert caught.value.line
        return
    verdict = pipeline.verify(path, options).verdict
    assert isinstance(verdict, VERDICTS[expected]), verdict
    if isinstance(verdict, Unknown):
        assert verdict.reason == "unsupported construct"
        assert "program.c:" in verdict.detail
