"""Floating point, bit by bit: what gcc's programs compute is what both readings compute."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.generators import floats
from tests.helpers.rotation import rotation
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

GCC = shutil.which("gcc")
COUNT = 12
HEAD = "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n"


def machine(declarations: str, expressions: list[str], folder: Path, option: str) -> list[tuple[str, str]]:
    """The bits of every expression, as doubles, after `set(0)` and `set(1)`; `nan` for what is no number."""
    prints = "\n".join(
        f"{{ double x = {e}; unsigned long long u; memcpy(&u, &x, 8);"
        f' if (x != x) puts("nan"); else printf("%llu\\n", u); }}'
        for e in expressions
    )
    source = folder / "machine.c"
    main = f"int main(int argc, char **argv) {{\nset(argc > 1);\n{prints}\nreturn 0; }}"
    source.write_text(f"{HEAD}{declarations}\n{main}\n")
    assert GCC is not None
    binary = folder / "machine"
    command = [GCC, option, "-w", "-ffp-contract=off", "-fwrapv", str(source), "-o", str(binary), "-lm"]
    subprocess.run(command, check=True)
    runs = [[binary], [binary, "1"]]
    no, yes = (subprocess.run(r, check=True, capture_output=True, text=True).stdout.split() for r in runs)
    return list(zip(no, yes, strict=True))


def claims(declarations: str, expressions: list[str], expected: list[tuple[str, str]], folder: Path) -> Path:
    def differs(bits: str) -> str:
        return "x.d == x.d" if bits == "nan" else f"x.u != {bits}ull"

    tests = "\n".join(
        f"  {{ union {{ double d; unsigned long long u; }} x; x.d = {e};"
        f" if (z ? {differs(yes)} : {differs(no)}) reach_error(); }}"
        for e, (no, yes) in zip(expressions, expected, strict=True)
    )
    source = folder / "claims.c"
    extern = "extern void reach_error(void); extern _Bool __VERIFIER_nondet_bool(void);"
    main = f"int main(void) {{\n  int z = __VERIFIER_nondet_bool();\n  set(z);\n{tests}\n}}"
    source.write_text(f"{HEAD}{extern}\n{declarations}\n{main}\n")
    return source


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("n", range(3))
def test_random_expressions(n: int, tmp_path: Path) -> None:
    declarations, expressions = floats.text(rotation() * 3 + n, COUNT)
    expected = machine(declarations, expressions, tmp_path, "-O0" if n % 2 else "-O2")
    source = claims(declarations, expressions, expected, tmp_path)
    verdict = pipeline.verify(source, Options(engine="explore", data_model="LP64", timeout=120)).verdict
    assert isinstance(verdict, Safe), verdict
    assert str(verdict.statistics["second_reading"]).startswith("confirmed"), verdict.statistics


@pytest.mark.skipif(GCC is None, reason="needs gcc")
def test_a_wrong_bit_is_found(tmp_path: Path) -> None:
    source = claims("double d;\nvoid set(int z) { d = 0.1; }", ["d * 3"], [(str(0x3FD3333333333333),) * 2], tmp_path)
    verdict = pipeline.verify(source, Options(engine="explore", data_model="LP64", timeout=60)).verdict
    assert isinstance(verdict, Unsafe)
    assert verdict.statistics["second_reading"] == "confirmed"
