"""Programs of two files: what gcc links is read, what it refuses is refused, and names mean what they mean there.

Each case of link_cases.txt says what is expected: `links` (then gcc's program ends well, and the tool calls it safe,
but unsafe if the checks are turned round), `refused` by both, `undefined` (C says nothing about it though gcc links
it: we refuse it) or `unknown` (we do not say what it does).
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import threadproof
from threadproof.errors import InputError
from threadproof.result.verdict import Safe, Unknown, Unsafe

ERROR = "extern void reach_error(void);\n#define check(e) if (!(e)) reach_error()\n"
#: an `extern` that gcc links without the tool's error function
STUB = "void exit(int); void reach_error(void) { exit(1); }\n"


def _cases() -> dict[str, tuple[str, ...]]:
    found = {}
    text = (Path(__file__).parent / "link_cases.txt").read_text()
    for case in text.split("=== ")[1:]:
        head, _, texts = case.partition("\n")
        expected, _, name = head.partition(": ")
        found[name] = (expected, *[t.strip("\n") + "\n" for t in texts.split("--- next file\n")])
    return found


CASES = _cases()


def _written(folder: Path, texts: tuple[str, ...]) -> list[Path]:
    files = [folder / f"{letter}.c" for letter in "abc"[: len(texts)]]
    for file, text in zip(files, texts, strict=True):
        file.write_text((ERROR if "check(" in text else "") + text)
    return files


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("name", CASES)
def test_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    expected, *texts = CASES[name]
    monkeypatch.chdir(tmp_path)
    files = [f.relative_to(tmp_path) for f in _written(tmp_path, tuple(texts))]
    for order in (files, files[::-1]):
        if expected in ("refused", "undefined"):
            with pytest.raises(InputError) as caught:
                threadproof.verify(list(order), data_model="LP64")
            if "main" not in name:
                assert all(str(f) in str(caught.value) for f in files), caught.value
        else:
            verdict = threadproof.verify(list(order), data_model="LP64", timeout=60).verdict
            assert isinstance(verdict, Unknown if expected == "unknown" else Safe), verdict
    if expected == "links" and "check(" in texts[0]:
        files[0].write_text(ERROR.replace("!(e)", "(e)") + texts[0])
        verdict = threadproof.verify(list(files), data_model="LP64", timeout=60).verdict
        assert isinstance(verdict, Unsafe), verdict


@pytest.mark.in_turn(4)
@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("name", CASES)
def test_gcc_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    expected, *texts = CASES[name]
    monkeypatch.chdir(tmp_path)
    files = _written(tmp_path, tuple(texts))
    (tmp_path / "error.c").write_text(STUB)
    command = ["gcc", "-w", "-fno-builtin", "-o", "out", *(f.name for f in files), "error.c", "-pthread"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if expected == "refused":
        assert done.returncode != 0
    elif name not in ("undefined function", "a variable that no file defines"):
        assert done.returncode == 0, done.stderr
        if expected == "links":
            assert subprocess.run(["./out"], check=False).returncode == 0
