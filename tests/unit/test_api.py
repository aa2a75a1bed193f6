"""The Python interface: settings are looked at before anything is done with them."""

from __future__ import annotations

import time
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
        {"memory_limit": 10**20},
        {"memory_limit": 0},
        {"timeout": float("nan")},
        {"timeout": -1},
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
    assert isinstance(threadproof.verify(str(program), defines=defines, timeout=10).verdict, threadproof.Unsafe)
    assert isinstance(
        threadproof.verify(program, include_dirs=[str(program.parent)], threads=2).verdict, threadproof.Safe
    )


def test_task_and_property_file(program: Path) -> None:
    verdict = threadproof.verify(program.with_name("task.yml")).verdict
    assert isinstance(verdict, threadproof.Safe)
    assert "LP64" in verdict.scope
    prp = str(program.with_name("unreach.prp"))
    assert isinstance(threadproof.verify(program, property=prp, defines=["BUG"]).verdict, threadproof.Unsafe)


@pytest.mark.parametrize("path", [b"p.c", None, 3])
def test_a_path_is_needed(path: Any) -> None:
    with pytest.raises(threadproof.UsageError):
        threadproof.verify(path)


def test_the_whole_result(program: Path) -> None:
    result = threadproof.verify(program, engine="impact", check_proof=True)
    assert isinstance(result, threadproof.Result)
    assert isinstance(result.verdict, threadproof.Safe)
    assert result.check is not None
    assert result.check.is_accepted
    assert (result.engine, result.property, result.file) == ("impact", "unreach-call", str(program))
    assert result.time["total"] > 0


LARGE = """#include <pthread.h>
_Atomic unsigned x, y, z;
extern void reach_error(void);
void *f(void *a) { for (;;) { x++; y += x; z ^= y; if (z == 123456789) reach_error(); } }
int main(void) { pthread_t t; for (int i = 0; i < 4; i++) pthread_create(&t, 0, f, 0); f(0); }
"""


def test_a_process_of_its_own(program: Path) -> None:
    assert isinstance(threadproof.verify(program, isolated=True).verdict, threadproof.Safe)
    result = threadproof.verify(program, isolated=True, defines=["BUG"])
    assert isinstance(result.verdict, threadproof.Unsafe)
    assert result.verdict.trace.steps
    with pytest.raises(threadproof.InputError):
        threadproof.verify(program.with_name("missing.c"), isolated=True)
    program.write_text("int main(void) { return }")
    with pytest.raises(threadproof.InputError, match="syntax"):
        threadproof.verify(program, isolated=True)
    program.write_text(LARGE)
    start = time.monotonic()
    result = threadproof.verify(program, isolated=True, engine="explore", timeout=1)
    assert isinstance(result.verdict, threadproof.Unknown)
    assert result.verdict.reason == "timeout"
    assert time.monotonic() - start < 5


def test_a_process_that_does_not_stop(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threadproof.pipeline.verify", lambda *_, **__: sum(range(10**12)))
    result = threadproof.verify(program, isolated=True, timeout=0.2)
    assert isinstance(result.verdict, threadproof.Unknown)
    assert result.verdict.reason == "timeout"


def test_several_properties(program: Path) -> None:
    found = threadproof.verify_each(program, ["no-overflow", "unreach-call"], defines=["BUG"], timeout=20)
    assert {name: type(result.verdict) for name, result in found.items()} == {
        "no-overflow": threadproof.Safe,
        "unreach-call": threadproof.Unsafe,
    }
    found = threadproof.verify_each(program.with_name("task.yml"), timeout=20)
    assert list(found) == ["unreach-call"]  # what the task asks for
    found = threadproof.verify_each(program, isolated=True, check_proof=True, timeout=20)
    assert len(found) == 6  # not what only cooperative threads have
    assert all(isinstance(result.verdict, threadproof.Safe) and result.check for result in found.values())
    with pytest.raises(threadproof.UsageError, match="list of names"):
        threadproof.verify_each(program, "unreach-call")
    with pytest.raises(threadproof.UsageError, match="unknown property"):
        threadproof.verify_each(program, ["nothing"])


@pytest.mark.parametrize("megabytes", [20, 36, 48, 100])
def test_little_memory_in_a_process_of_its_own(megabytes: int, program: Path) -> None:
    """Whatever fails first, a library that has no room or native code: no exception that nobody has heard of."""
    verdict = threadproof.verify(program, memory_limit=megabytes, isolated=True, timeout=20).verdict
    assert isinstance(verdict, threadproof.Safe) or getattr(verdict, "reason", "") == "out of memory"


@pytest.mark.parametrize("properties", [None, [1], 5, ["unreach-call", None]])
def test_no_list_of_properties(properties: Any, program: Path) -> None:
    with pytest.raises(threadproof.UsageError, match="list of names"):
        threadproof.verify_each(program, properties)
