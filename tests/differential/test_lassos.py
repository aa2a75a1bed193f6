"""Random loops over bytes: the machine tries all values there are, and says whether every run ends."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.generators.lassos import as_judge, as_program, generate
from tests.helpers.rotation import blocks
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe


def ends(kind: str, loop: str, folder: Path) -> bool:
    if shutil.which("gcc") is None:
        pytest.skip("NOT TESTED: no gcc")
    source = folder / "judge.c"
    source.write_text(as_judge(kind, loop))
    subprocess.run(["gcc", "-O1", "-fwrapv", "-w", "-o", str(folder / "judge"), str(source)], check=True)
    done = subprocess.run([str(folder / "judge")], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout == "yes\n"


def compare(seed: int, folder: Path, found: Counter[tuple[str, bool, str]]) -> None:
    kind, loop = generate(seed)
    expected = ends(kind, loop, folder)
    path = folder / "program.c"
    path.write_text(as_program(kind, loop))
    for engine in ("explore", "rank"):
        options = Options.make(property="termination", engine=engine, timeout=6)
        verdict = pipeline.verify(path, options, check_with="z3").verdict  # raises if a proof is refused
        assert not isinstance(verdict, Unsafe if expected else Safe), (seed, engine, kind, loop)
        found[engine, expected, type(verdict).__name__] += 1


@pytest.mark.parametrize("seeds", [pytest.param(r, id=str(r.start)) for r in blocks(3, range(60))])
def test_loops_over_bytes(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        compare(seed, tmp_path, Counter())


@pytest.mark.long
def test_many_loops_are_decided(tmp_path: Path) -> None:
    found: Counter[tuple[str, bool, str]] = Counter()
    for seed in range(1_000, 1_150):
        compare(seed, tmp_path, found)
    assert found["rank", True, "Safe"] > 40, found
    assert found["rank", False, "Unsafe"] > 15, found
