"""Random questions about types: gcc says what they are, which declarations contradict each other, what is no C."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.generators.types import DECLARATIONS, Questions
from tests.helpers.rotation import rotating
from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend.ctypes import LP64
from threadproof.frontend.read.typecheck import build_unit

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")
#: per seed
COUNT = 150
BODIES = "int f(int x) { return 0; } int g() { return 0; } void h(void) { }\n"


def compile_(lines: list[str], folder: Path, *arguments: str) -> str:
    assert GCC is not None
    path = folder / "q.c"
    path.write_text(DECLARATIONS + "\n".join(lines) + "\n")
    # (position-independent, what is not resolved may be an entry that the loader refuses)
    command = [GCC, "-w", "-std=gnu17", "-no-pie", "-Wl,--unresolved-symbols=ignore-all", *arguments, str(path)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stderr


def answers_of_gcc(lines: list[str], folder: Path) -> dict[int, int]:
    """Those lines that it accepts. (What is wrong twice in one way it says once.)"""
    accepted = list(range(len(lines)))
    while True:
        first = DECLARATIONS.count("\n") + 1
        errors = compile_([lines[i] for i in accepted], folder, "-fsyntax-only")
        wrong = {int(m[1]) - first for m in re.finditer(r"q\.c:(\d+):\d+: error: ", errors)}
        if not wrong:
            break
        # (behind one that is wrong, it may only be that gcc has lost its way)
        accepted = [i for n, i in enumerate(accepted) if n not in wrong or n - 1 in wrong]
    prints = "".join(f'printf("%ld\\n", r{i});' for i in accepted)
    main = f"{BODIES}int printf(const char *, ...); int main(void) {{ {prints} }}"
    errors = compile_([*(lines[i] for i in accepted), main], folder, "-o", "q")
    assert not errors, errors
    output = subprocess.run(["./q"], cwd=folder, capture_output=True, text=True).stdout
    return dict(zip(accepted, map(int, output.split()), strict=True))


def our_answer(line: str, n: int) -> int | str | None:
    """None: it is not understood."""
    uses = f"r{n}, q{n} != 0" if f"*q{n}" in line else f"r{n}"
    text = f"{DECLARATIONS}{line}\nint main(void) {{ return {uses}; }}\n"
    try:
        unit = build_unit(text.encode(), "q.c", LP64)
    except InputError as error:
        return str(error)
    (declared,) = (g for g in unit.globals if g.name == f"r{n}")
    value = declared.init.parts[0].value if declared.init is not None else None
    return value.value if isinstance(value, ast.Const) and not unit.unsupported else None


def differences(seed: int, folder: Path) -> list[tuple[str, object, object]]:
    questions = Questions(seed)
    lines = [questions.line(n) for n in range(COUNT)]
    expected = answers_of_gcc(lines, folder)
    found = []
    for n, line in enumerate(lines):
        answer = our_answer(line, n)
        right = expected.get(n, "rejected")
        is_right = isinstance(answer, str) if right == "rejected" else answer == right
        # what is not understood may be wrong, too
        is_seen = right != "rejected" or not re.search(r"union u(?: \w+)*\)|\+=", line)
        if not is_right and answer is not None and is_seen:
            found.append((line, answer, right))
    return found


@pytest.mark.parametrize("seed", rotating(2, 2000))
def test_answers_are_those_of_gcc(seed: int, tmp_path: Path) -> None:
    assert not differences(seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", rotating(60, 2000))
def test_answers_are_those_of_gcc_long(seed: int, tmp_path: Path) -> None:
    assert not differences(seed, tmp_path)
