"""The Python interface: settings are looked at before anything is done with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import threadproof

PROGRAM = """extern void reach_error(void);
int main(void) {
#ifdef BUG
    reach_error();
#endif
    return 0;
}
"""
TASK = """format_version: '2.0'
input_files: 'program.c'
properties:
  - property_file: unreach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    (tmp_path / "task.yml").write_text(TASK)
    (tmp_path / "unreach.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    return path


@pytest.mark.parametrize(
    "settings",
    [
        {"defines": "BUG"},
        {"defines": [1]},
        {"include_dirs": "/tmp"},
        {"threads": "x"},
        {"threads": True},
        {"timeout": "5"},
        {"engine": ["explore"]},
        {"engine": "none"},
        {"por": "foo"},
        {"interpolation": "x"},
        {"seed": "x"},
        {"second_reading": 1},
        {"property": "nothing"},
        {"colour": "red"},
    ],
    ids=str,
)
def test_a_bad_setting_is_refused(settings: dict[str, Any], program: Path) -> None:
    with pytest.raises(threadproof.UsageError):
        threadproof.verify(program, **settings)


@pytest.mark.parametrize("defines", [["BUG"], ("BUG",)])
def test_defines(defines: Any, program: Path) -> None:
    assert isinstance(threadproof.verify(str(program), defines=defines, timeout=10), threadproof.Unsafe)
    assert isinstance(threadproof.verify(program, include_dirs=[str(program.parent)], threads=2), threadproof.Safe)


def test_task_and_property_file(program: Path) -> None:
    verdict = threadproof.verify(program.with_name("task.yml"))
    assert isinstance(verdict, threadproof.Safe)
    assert "LP64" in verdict.scope
    prp = str(program.with_name("unreach.prp"))
    assert isinstance(threadproof.verify(program, property=prp, defines=["BUG"]), threadproof.Unsafe)
