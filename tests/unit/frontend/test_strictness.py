"""Programs near the edge of what gcc -std=gnu17 takes for C: each that it rejects is rejected, its neighbours are read.

They stand beside this file, one a line.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotation
from threadproof.errors import InputError
from threadproof.frontend.ctypes import LP64
from threadproof.frontend.preprocess import preprocess
from threadproof.frontend.read.typecheck import build_unit

GCC = shutil.which("gcc")

HERE = Path(__file__).parent


def texts(name: str) -> list[str]:
    return (HERE / name).read_text().splitlines()[1:]


INVALID, VALID = texts("edge_rejected.txt"), texts("edge_accepted.txt")


def written(text: str, path: Path) -> Path:
    text = text.replace("\\n", "\n")
    path.write_text(text if "main(void){" in text else f"{text}\nint main(void){{return 0;}}\n")
    return path


def problem(path: Path) -> InputError | None:
    try:
        build_unit(preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name="LP64"), str(path), LP64)
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize("text", INVALID)
def test_invalid(text: str, tmp_path: Path) -> None:
    path = written(text, tmp_path / "p.c")
    error = problem(path)
    assert error is not None
    assert error.file == str(path)
    assert error.line


@pytest.mark.parametrize("text", VALID)
def test_valid(text: str, tmp_path: Path) -> None:
    assert problem(written(text, tmp_path / "p.c")) is None


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("texts", [INVALID, VALID], ids=["invalid", "valid"])
def test_gcc_agrees(texts: list[str], tmp_path: Path) -> None:
    assert GCC is not None
    # (it looks at `va_start` only when it generates code)
    checked = [text for text in texts[rotation() % 3 :: 3] if "va_start" not in text]
    names = {written(text, tmp_path / f"p{i}.c").name: text for i, text in enumerate(checked)}
    command = [GCC, "-w", "-std=gnu17", "-fsyntax-only", *names]
    messages = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stderr
    rejected = set(re.findall(r"^(p\d+\.c):[\d:]* (?:fatal )?error", messages, re.M))
    odd = set(names) - rejected if texts is INVALID else rejected
    assert [names[name] for name in odd] == []
