"""Compilation databases, and what else may be said to the preprocessor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import threadproof
from threadproof import cli
from threadproof.errors import InputError, UsageError
from threadproof.frontend.project import Database
from threadproof.result.verdict import Safe, Unsafe

MAIN = "#include <assert.h>\n#include <queue.h>\nint main(void) { assert(f() == VALUE); return 0; }\n"
QUEUE = '#include "queue.h"\nstatic int helper(void) { return VALUE; }\nint f(void) { return helper(); }\n'


def run_cli(*arguments: object) -> int:
    return cli.main([str(a) for a in arguments])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for folder in ("src", "include", "build"):
        (tmp_path / folder).mkdir()
    (tmp_path / "include/queue.h").write_text("int f(void);\n")
    (tmp_path / "src/main.c").write_text(MAIN)
    (tmp_path / "src/queue.c").write_text(QUEUE)
    (tmp_path / "src/other.c").write_text("int g(void) { return 1; }\nint f(int);\n")
    return tmp_path


def write(project: Path, *entries: tuple[str, str], **more: Any) -> Path:
    """A database in the folder build: file and options of each entry."""
    path = project / "build/compile_commands.json"
    found = [
        {"directory": str(project / "build"), "file": f"../src/{name}", "command": f"cc {options} -c ../src/{name}"}
        for name, options in entries
    ]
    path.write_text(json.dumps([{**entry, **more} for entry in found]))
    return path


def test_a_program_is_what_its_main_needs(project: Path) -> None:
    path = write(
        project,
        ("main.c", "-I../include -DVALUE=3 -O2 -Wall -o main.o"),
        ("queue.c", "-iquote ../include -D VALUE=4 -DVALUE=3 -std=gnu11"),
        ("other.c", "-I ../include"),
    )
    assert isinstance(threadproof.verify(path).verdict, Safe)
    path = write(project, ("main.c", "-I../include -DVALUE=3"), ("queue.c", "-isystem ../include -DVALUE=4"))
    result = threadproof.verify(path)
    assert isinstance(result.verdict, Unsafe)
    assert {s.file for s in result.verdict.trace.steps} <= {"src/main.c", "src/queue.c"}
    assert isinstance(threadproof.verify(path, defines=["VALUE=5"]).verdict, Safe)


def test_arguments_instead_of_a_command(project: Path) -> None:
    words = ["gcc", "-I", "../include", "-D", "VALUE=(1 + 2)", "-c"]
    path = write(project, ("main.c", ""), ("queue.c", ""), arguments=words)
    assert isinstance(threadproof.verify(path).verdict, Safe)


def test_the_file_with_main_is_chosen(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "src/second.c").write_text(MAIN.replace("==", "!="))
    flags = "-I../include -DVALUE=3"
    path = write(project, ("main.c", flags), ("second.c", flags), ("queue.c", flags))
    with pytest.raises(InputError, match=r"several files have a function main: src/main\.c, src/second\.c"):
        threadproof.verify(path)
    assert isinstance(threadproof.verify(path, main="src/main.c").verdict, Safe)
    assert isinstance(threadproof.verify(path, main="second.c").verdict, Unsafe)
    with pytest.raises(InputError, match=r"third\.c is not one of those that have a function main"):
        threadproof.verify(path, main="third.c")
    assert run_cli("verify", "--project", "build", "--main", "src/main.c") == 0
    assert run_cli("verify", "--project", path, "--main", "src/second.c", "--json", "report.json") == 10
    capsys.readouterr()
    assert run_cli("replay", "report.json") == 10
    assert run_cli("verify", "--project", "build", "--main", "main.c", "--proof", "proof.json") == 0
    assert run_cli("check-proof", "--project", "build", "--main", "main.c", "proof.json") == 0
    assert run_cli("check-proof", "--project", "build", "--main", "second.c", "proof.json") == 20
    assert run_cli("ir", "--project", "build", "--main", "main.c") == 0


def test_a_report_is_about_the_text_that_was_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = "-I../include -DVALUE=3"
    write(project, ("main.c", flags), ("queue.c", flags.replace("3", "4")))
    assert run_cli("verify", "--project", "build", "--json", "report.json") == 10
    (project / "src/queue.c").write_text(QUEUE + "\nint more;\n")
    assert run_cli("replay", "report.json") == 2
    assert "is not as it was when the report was written" in capsys.readouterr().err


@pytest.mark.parametrize(("flags", "model"), [("", "LP64"), ("-m32", "ILP32"), ("-m64", "LP64")])
def test_data_model(project: Path, flags: str, model: str) -> None:
    (project / "src/main.c").write_text("int main(void) { return sizeof(long); }")
    assert Database(write(project, ("main.c", flags))).data_model() == model


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "is not JSON"),
        ("{}", "is no compilation database"),
        ("[]", "there are no C files in it"),
        ('[{"file": "a.c"}]', "an entry has no file, or no command"),
        ('[{"file": "a.c", "command": "cc \'"}]', "a command cannot be read"),
        ('[{"file": "a.c", "arguments": [1]}]', "an entry has no file, or no command"),
        (
            '[{"file": "a.c", "command": "cc -DA"}, {"file": "./a.c", "command": "cc -DB"}]',
            "a.c is compiled in two ways",
        ),
    ],
)
def test_no_database(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "compile_commands.json"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        Database(path)


def test_there_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli("verify", "--project", tmp_path) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "condition"),
    [
        (["-D", "A=1", "-U", "A"], "!defined A"),
        (["-U", "A", "-D", "A=1"], "A == 1"),
        (["-U", "__linux__"], "!defined __linux__ && defined __unix__"),
        (["-include", "first.h"], "FIRST == 1"),
        (["-std=c99"], "__STDC_VERSION__ == 199901L && __STRICT_ANSI__ && !defined linux"),
        (["-std=gnu99"], "__STDC_VERSION__ == 199901L && !defined __STRICT_ANSI__ && linux"),
        (["-std=c90"], "!defined __STDC_VERSION__ && __GNUC_GNU_INLINE__"),
        (["-std=iso9899:2011"], "__STDC_VERSION__ == 201112L"),
        ([], "__STDC_VERSION__ == 201710L"),
    ],
)
@pytest.mark.parametrize("cpp", ["builtin", "gcc"])
def test_options_of_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], condition: str, cpp: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("first.h").write_text("#define FIRST 1\n")
    Path("a.c").write_text(f"#if !({condition})\n#error\n#endif\nint main(void) {{ return 0; }}\n")
    assert run_cli("ir", "a.c", "--cpp", cpp, *options) == 0


def test_options_that_make_no_sense(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text("int main(void) { return 0; }\n")
    with pytest.raises(UsageError, match="-std=c99x is not understood"):
        threadproof.verify(path, std="c99x")
    with pytest.raises(UsageError, match="A is both defined and undefined"):
        threadproof.verify(path, defines=["A=1"], undefines=["A"])
    with pytest.raises(UsageError, match="a name is needed"):
        threadproof.verify(path, undefines=["1"])


def test_inline_of_old_c(tmp_path: Path) -> None:
    """In GNU's C of 1990 the definition of an inline function is one for others."""
    files = [tmp_path / "a.c", tmp_path / "b.c"]
    files[0].write_text("int f(void); int main(void) { if (f() != 3) __assert_fail(0, 0, 0, 0); return 0; }")
    files[1].write_text("__inline int f(void) { return 3; }")
    assert isinstance(threadproof.verify(files, std="gnu90").verdict, Safe)
    assert not isinstance(threadproof.verify(files).verdict, Safe)


@pytest.mark.parametrize(
    "option", ["-funsigned-char", "-fpack-struct", "-Ofast", "-imacros", "-mavx2", "@more", "-xc[+][+]"]
)
def test_options_that_change_what_is_meant(tmp_path: Path, option: str) -> None:
    """What is not known to be harmless is refused by name."""
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    entry = {"directory": str(tmp_path), "file": "a.c", "arguments": ["cc", option.replace("[+]", "+"), "-c", "a.c"]}
    path = tmp_path / "compile_commands.json"
    path.write_text(json.dumps([entry]))
    with pytest.raises(InputError, match=f"option {option} is not understood"):
        threadproof.verify(path)


def test_the_standard_of_the_database(tmp_path: Path) -> None:
    text = "void reach_error(void);\nint main(void) { if (__STDC_VERSION__ != 199901L) reach_error(); return 0; }\n"
    (tmp_path / "a.c").write_text(text)
    entry = {"directory": str(tmp_path), "file": "a.c", "arguments": ["cc", "-std=c99", "-O2", "-Wall", "-c", "a.c"]}
    path = tmp_path / "compile_commands.json"
    path.write_text(json.dumps([entry]))
    assert isinstance(threadproof.verify(path).verdict, Safe)
