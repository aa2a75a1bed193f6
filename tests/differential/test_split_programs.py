"""A program that is split into two files has the verdicts that it has as one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import threadproof
from tests.generators.split import CannotSplit, split
from tests.helpers.rotation import in_turn
from tests.helpers.tasks import all_tasks
from threadproof.errors import InputError
from threadproof.result.verdict import Safe, Unknown, Unsafe


def _cases() -> list[ParameterSet]:
    cases = []
    for n, (path, task) in enumerate(all_tasks().items()):
        for i, p in enumerate(task.properties):
            if p.expected is not None and task.input_file.suffix == ".c":
                case = (task.input_file, p.name, p.expected.holds, task.data_model, n + i)
                name = f"{path.parent.name}/{path.stem}-{p.name}"
                cases.append(pytest.param(*case, id=name, marks=in_turn(n + i, 100)))
    return cases


@pytest.mark.parametrize(("file", "property_", "holds", "model", "seed"), _cases())
def test_verdict(tmp_path: Path, file: Path, property_: str, holds: bool, model: str, seed: int) -> None:
    try:
        texts = split(file, seed, model)
    except CannotSplit as why:
        pytest.skip(str(why))
    files = [tmp_path / "a.c", tmp_path / "b.c"]
    for path, text in zip(files, texts, strict=True):
        path.write_text(text)
    try:
        verdict = threadproof.verify(files, property=property_, data_model=model, timeout=120).verdict
    except InputError:
        command = ["gcc", "-std=gnu17", "-w", "-fsyntax-only", *map(str, files)]
        if shutil.which("gcc") is None or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("what one file needs is in the other")
        raise
    if isinstance(verdict, Unknown) and "errno with a name" in verdict.detail:
        pytest.skip("errno is declared by hand")
    assert isinstance(verdict, Safe if holds else Unsafe), verdict
