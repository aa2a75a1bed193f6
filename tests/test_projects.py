"""Programs of several files: the tasks of tests/projects, and the example that README shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import threadproof
from threadproof import cli
from threadproof.frontend.task import TaskProperty, load_task
from threadproof.result.verdict import Safe, Unsafe

PROJECTS = Path(__file__).parent / "projects"
POOL = Path(__file__).parents[1] / "examples" / "pool"


def _cases() -> list[ParameterSet]:
    tasks = {path: load_task(path).properties for path in sorted(PROJECTS.glob("*/*.yml"))}
    return [pytest.param(path, p, id=f"{path.stem}-{p.name}") for path, found in tasks.items() for p in found]


@pytest.mark.in_turn(2)
@pytest.mark.parametrize(("path", "asked"), _cases())
def test_task(path: Path, asked: TaskProperty) -> None:
    assert asked.expected is not None
    verdict = threadproof.verify(path, property=asked.name, timeout=120, check_proof=True).verdict
    assert isinstance(verdict, Safe if asked.expected.holds else Unsafe), verdict
    if isinstance(verdict, Unsafe):
        assert verdict.violated == (asked.expected.subproperty or asked.name)
        assert {Path(s.file).parent for s in verdict.trace.steps} == {path.parent}


@pytest.mark.in_turn(2)
@pytest.mark.parametrize(
    ("define", "property_", "holds"),
    [
        ("", "unreach-call", True),
        ("", "no-data-race", True),
        ("FORGETFUL", "no-deadlock", False),
        ("CARELESS", "no-data-race", False),
    ],
)
def test_the_example(define: str, property_: str, holds: bool) -> None:
    files = [POOL / name for name in ("queue.c", "main.c", "pool.c")]
    defines = [define] if define else []
    verdict = threadproof.verify(files, property=property_, defines=defines, timeout=120).verdict
    assert isinstance(verdict, Safe if holds else Unsafe), verdict


def test_files_in_any_order_are_the_same_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = PROJECTS / "counters"
    files = [str(folder / name) for name in ("main.c", "counter.c")]
    for command in ("ir", "run", "blocks"):
        said = []
        for order in (files, files[::-1], [files[1], "--data-model", "ILP32", files[0]]):
            assert cli.main([command, *order]) == 0
            said.append(capsys.readouterr().out)
        assert said[0] == said[1] == said[2]
    proof = str(tmp_path / "proof.json")
    assert cli.main(["verify", *files, "--proof", proof]) == 0
    assert cli.main(["check-proof", *files[::-1], proof]) == 0
    assert cli.main(["check-proof", files[0], proof]) == 20
