"""What gcc rejects is rejected, with its place; what it accepts is read. The programs stand beside this file."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.errors import InputError
from threadproof.frontend.ctypes import LP64
from threadproof.frontend.preprocess import preprocess
from threadproof.frontend.read.typecheck import build_unit

#: (see `tests.helpers.rotation`)
IN_TURN = 2

HERE = Path(__file__).parent
GCC = shutil.which("gcc")


def programs(name: str, folder: Path) -> list[Path]:
    paths = []
    for i, line in enumerate((HERE / name).read_text().splitlines()):
        if not line.startswith("#  ") and not line.startswith("# One"):
            paths.append(folder / f"p{i + 1}.c")
            paths[-1].write_text(line.replace("\\n", "\n") + "\n")
    return paths


def problem(path: Path) -> InputError | None:
    try:
        text = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name="LP64")
        build_unit(text, str(path), LP64)
    except InputError as error:
        return error
    return None


def test_rejected(tmp_path: Path) -> None:
    for path in programs("rejected.txt", tmp_path):
        error = problem(path)
        assert error is not None, path.read_text()
        assert error.file == str(path), (path.read_text(), error)
        assert error.line, (path.read_text(), error)


def test_accepted(tmp_path: Path) -> None:
    for path in programs("accepted.txt", tmp_path):
        assert problem(path) is None, path.read_text()


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("name", ["rejected.txt", "accepted.txt"])
def test_gcc_agrees(name: str, tmp_path: Path) -> None:
    assert GCC is not None
    paths = programs(name, tmp_path)
    command = [GCC, "-w", "-std=gnu17", "-fsyntax-only", *(p.name for p in paths)]
    messages = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stderr
    rejected = set(re.findall(r"^(p\d+\.c):[\d:]* (?:fatal )?error", messages, re.M))
    assert rejected == ({p.name for p in paths} if name == "rejected.txt" else set())


TOKEN = re.compile(r'"[^"]*"|\w+|->|\+\+|--|<<|>>|[-+*/=!<>]=|&&|\|\||\S')
INSERTED = "int 0 ( ) { } ; * & void struct const static return = , ? : sizeof long typedef extern [0] .a".split()


def mutant(text: str, chance: random.Random) -> str:
    """One token left out, doubled, replaced or inserted."""
    token = chance.choice(list(TOKEN.finditer(text)))
    before, after = text[: token.start()], text[token.end() :]
    new = chance.choice(
        ["", f"{token[0]} {token[0]}", chance.choice(INSERTED), f"{chance.choice(INSERTED)} {token[0]}"]
    )
    return f"{before} {new} {after}"


@pytest.mark.skipif(GCC is None, reason="needs gcc")
@pytest.mark.parametrize("seed", range(2))
def test_mutants(seed: int, tmp_path: Path) -> None:
    assert GCC is not None
    chance = random.Random(seed)
    paths = [p for p in programs("accepted.txt", tmp_path) if "_Static_assert" not in p.read_text()] * 3
    for i, path in enumerate(paths):
        paths[i] = tmp_path / f"m{i}.c"
        paths[i].write_text(mutant(path.read_text(), chance))
    command = [GCC, "-w", "-std=gnu17", "-fsyntax-only", *(p.name for p in paths)]
    messages = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stderr
    for name in sorted(set(re.findall(r"^(m\d+\.c):[\d:]* (?:fatal )?error", messages, re.M))):
        assert problem(tmp_path / name) is not None, (tmp_path / name).read_text()


@pytest.mark.parametrize(
    "text",
    [
        "struct s { int a; };\n\nstruct s { int b; };\nint main(void) { return 0; }",
        "int f(void) { return 1; }\n\nint f(void) { return 2; }\nint main(void) { return 0; }",
        "int x = 1;\n\nint x = 2;\nint main(void) { return 0; }",
        "extern int x;\n\nextern char x;\nint main(void) { return x; }",
        "enum { A };\n\nenum { A };\nint main(void) { return 0; }",
        "typedef int T;\n\ntypedef long T;\nint main(void) { T x; return 0; }",
        "int main(void) { int x;\n\nint x; return 0; }",
        "int main(void) { l: ;\n\nl: ; return 0; }",
        "int main(void) { switch (1) { case 1: ;\n\ncase 1: ; } return 0; }",
    ],
)
def test_both_places_are_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(text)
    error = problem(path)
    assert error is not None
    assert error.line == 3
    assert f"{path}:1" in str(error)
