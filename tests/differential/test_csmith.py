"""Programs of csmith: what gcc's program computes is what ours does, for 64 and for 32 bits.

The values that gcc's program prints are put into the program, which then checks itself.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.generators import csmith
from tests.helpers.rotation import blocks, rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown

SEEDS = range(1, 2001)
MODELS = {"LP64": "-m64", "ILP32": "-m32"}
#: so many values are compared, at most
MOST = 400
PRINTER = '#include <stdio.h>\nvoid __output(unsigned long long v) { printf("%llu\\n", v); }\n'
CHECKER = """
extern void reach_error(void);
static const unsigned long long __expected[] = {{{values}}};
static int __checked;
void __output(unsigned long long v) {{
    if (__checked < {count} && __expected[__checked] != v) reach_error();
    __checked++;
}}
"""


def _expected(text: str, flag: str, folder: Path) -> list[int] | None:
    """What the compiled program prints; None: it takes too long, or there is no compiler for that."""
    (folder / "program.c").write_text(text)
    (folder / "printer.c").write_text(PRINTER)
    command = ["gcc", flag, "-fwrapv", "-w", "-O1", "-o", "a.out", "program.c", "printer.c"]
    if subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode:
        return None
    try:
        done = subprocess.run(["./a.out"], cwd=folder, check=True, capture_output=True, text=True, timeout=2)
    except subprocess.TimeoutExpired:
        return None
    return [int(line) for line in done.stdout.split()]


def compare(seed: int, model: str, folder: Path, seconds: float) -> str:
    """How it went: `same`, or why there is nothing to compare."""
    text = csmith.generate(seed)
    values = _expected(text, MODELS[model], folder)
    if not values:
        return "not run"
    known = values[:MOST]
    checker = CHECKER.format(values=", ".join([f"{v}ull" for v in known]), count=len(known))
    file = folder / "checking.c"
    file.write_text(text.replace("void __output(unsigned long long);", checker, 1))
    verdict = pipeline.verify(file, Options(data_model=model, timeout=seconds)).verdict
    if isinstance(verdict, Unknown):
        return f"{verdict.reason}: {verdict.detail}"
    assert isinstance(verdict, Safe), (seed, model, verdict)
    return "same"


def _run(seed: int, folder: Path, seconds: float) -> None:
    if not csmith.is_there():
        pytest.skip("NOT TESTED: no csmith")
    model = list(MODELS)[seed // len(csmith.KINDS) % 2]
    how = compare(seed, model, folder, seconds)
    if how != "same":
        pytest.skip(f"seed {seed}: {how}")


@pytest.mark.parametrize("seed", rotating(2, len(SEEDS)))
def test_sample(seed: int, tmp_path: Path) -> None:
    _run(SEEDS[seed], tmp_path, 5)


@pytest.mark.long
@pytest.mark.parametrize("seeds", blocks(20, SEEDS), ids=lambda r: f"{r.start}-{r.stop}")
def test_all(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        if csmith.is_there():
            compare(seed, list(MODELS)[seed // len(csmith.KINDS) % 2], tmp_path, 10)
