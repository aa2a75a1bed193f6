"""Headers of the Linux kernel: valid C, in any order; who does not include them has functions of the same names."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import threadproof
from threadproof.frontend.library import CONTENTS
from threadproof.frontend.preprocess import KERNEL_HEADERS, preprocess
from threadproof.result.verdict import Safe, Unsafe

HEADERS = sorted(
    str(p.relative_to(KERNEL_HEADERS)) for p in KERNEL_HEADERS.rglob("*.h") if p.parent.name in ("linux", "asm")
)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="NOT TESTED: no gcc")
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_they_are_valid_c(model: str, tmp_path: Path) -> None:
    path = tmp_path / "all.c"
    alone = [f"int alone_{n};\n#include <{name}>\n" for n, name in enumerate([*HEADERS, *HEADERS[::-1]])]
    path.write_text("".join(alone))
    out = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name=model)
    check = ["gcc", "-fsyntax-only", "-fpreprocessed", "-fno-builtin", "-w", "-x", "c", "-"]
    subprocess.run([*check, *(["-m32"] if model == "ILP32" else [])], input=out, check=True)


@pytest.mark.parametrize("header", HEADERS)
def test_each_needs_no_other(header: str, tmp_path: Path) -> None:
    path = tmp_path / "t.c"
    path.write_text(f"#include <{header}>\nint main(void) {{ return 0; }}\n")
    assert isinstance(threadproof.verify(path, second_reading=False).verdict, Safe)


def test_what_they_promise_is_there() -> None:
    """Every function that a header names for the library is one that it has."""
    text = "".join(p.read_text() for p in KERNEL_HEADERS.rglob("*.h"))
    there = {name for file, names in CONTENTS.items() if file.startswith("kernel_") for name in names.split()}
    import re

    named = set(re.findall(r"\b__kernel_(?!rwlock\b)\w+(?=\()", text))
    assert named <= there, named - there


def test_names_without_the_headers_are_the_programs_own(tmp_path: Path) -> None:
    path = tmp_path / "t.c"
    path.write_text(
        "#include <assert.h>\nstruct mutex { int held; };\n"
        "static void mutex_lock(struct mutex *m) { m->held++; }\nstatic int up(int n) { return n + 1; }\n"
        "int main(void) { struct mutex m = {0}; mutex_lock(&m); mutex_lock(&m); assert(m.held != up(1)); return 0; }\n"
    )
    assert isinstance(threadproof.verify(path).verdict, Unsafe)
