"""Where a program begins: arguments that are given, another function than main, threads without main."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.cli import main as run
from threadproof.errors import InputError, UsageError
from threadproof.frontend.start import arguments, called_as
from threadproof.options import Options
from threadproof.result.result import Result
from threadproof.result.verdict import Safe, Unknown, Unsafe


def verify(text: str, folder: Path, **settings: object) -> Result:
    file = folder / "program.c"
    file.write_text(text)
    return pipeline.verify(file, Options.make(**{"timeout": 60, **settings}))


LIBRARY = """
#include <assert.h>
static int x;
void init(int n) { x = n > 3 ? n : 3; }
void *add(void *p) { x++; return p; }
void take(unsigned char n) { if (n < 2) x -= n; }
int get(void) { assert(x >= 1); return x; }
void pointer(int *p) { x = *p; }
"""


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", []),
        ("3 2", ["3", "2"]),
        ("'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]),
        ("''", [""]),
        ("-n  5", ["-n", "5"]),
    ],
)
def test_words_are_those_of_a_shell(given: str, words: list[str]) -> None:
    path = Path("folder/program.c")
    assert arguments(path, given) == [b"program", *[w.encode() for w in words]]
    assert called_as(path, Options(args=given)).startswith("program")


@pytest.mark.parametrize(
    "settings",
    [
        {"args": "'"},
        {"args": "3", "entry": "main"},
        {"args": "3", "thread": ["f"]},
        {"entry": "f()"},
        {"thread": ["f:0"]},
        {"thread": ["f:two"]},
        {"thread": [""]},
    ],
)
def test_what_makes_no_sense(settings: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        verify(LIBRARY, tmp_path, **settings)


@pytest.mark.parametrize("engine", ["explore", "impact", "walk"])
def test_given_arguments_are_constants(engine: str, tmp_path: Path) -> None:
    text = """#include <assert.h>
    #include <string.h>
    int main(int argc, char **argv) {
      assert(argc == 3 && !argv[3] && !strcmp(argv[0], "program") && !strcmp(argv[2], "b c"));
      argv[1][0] = 'y'; argv[2] = argv[1];
      assert(!strcmp(argv[2], "y"));
      assert(argc != 3);
    }"""
    result = verify(text, tmp_path, args="x 'b c'", engine=engine)
    assert isinstance(result.verdict, Unsafe)
    assert "argc != 3" in result.verdict.trace.violation
    assert "called as program x 'b c'" in result.verdict.scope


def test_a_main_without_parameters_has_no_use_for_arguments(tmp_path: Path) -> None:
    assert isinstance(verify("int main(void) { return 0; }", tmp_path, args="1 2").verdict, Safe)


def test_the_environment_is_not_known(tmp_path: Path) -> None:
    text = "int main(int n, char **v, char **e) { return e[0] != 0; }"
    for args in ("1", None):
        verdict = verify(text, tmp_path, args=args).verdict
        assert isinstance(verdict, Unknown)
        assert "environment" in verdict.detail


def test_functions_to_begin_with(tmp_path: Path) -> None:
    assert isinstance(verify(LIBRARY, tmp_path, entry="get").verdict, Unsafe)
    threads = verify(LIBRARY, tmp_path, entry="init", thread=["take", "get"]).verdict
    assert isinstance(threads, Safe)
    assert "no main: init is called, take runs in a thread" in threads.scope
    assert isinstance(verify(LIBRARY, tmp_path, entry="init", thread=["take:3", "get"]).verdict, Unsafe)


def test_threads_race(tmp_path: Path) -> None:
    for functions in (["add:2"], ["add", "take"]):
        assert isinstance(verify(LIBRARY, tmp_path, thread=functions, property="no-data-race").verdict, Unsafe)
    assert isinstance(verify(LIBRARY, tmp_path, thread=["add"], property="no-data-race").verdict, Safe)
    assert isinstance(verify(LIBRARY, tmp_path, thread=["get:2"], property="no-data-race").verdict, Safe)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"entry": "absent"}, "no function absent"),
        ({"thread": ["absent"]}, "no function absent"),
        ({"entry": "pointer"}, r"parameter p of pointer is of type int \*"),
        ({"entry": "x"}, "no function x"),
    ],
)
def test_what_cannot_be_begun_with(settings: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        verify(LIBRARY, tmp_path, **settings)


def test_a_preprocessed_text_has_its_headers(tmp_path: Path) -> None:
    file = tmp_path / "program.i"
    file.write_text("void f(void) { }")
    with pytest.raises(InputError, match=r"needs pthread\.h"):
        pipeline.verify(file, Options(thread=["f"]))


def test_a_violation_for_any_arguments_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, report = tmp_path / "program.c", tmp_path / "report.json"
    file.write_text("""#include <assert.h>
    #include <stdlib.h>
    int main(int argc, char **argv) { if (argc == 2) assert(atoi(argv[1]) != 42); }""")
    run(["verify", str(file), "--json", str(report)])
    run(["replay", str(report)])
    assert "unreach-call is violated" in capsys.readouterr().out


def test_what_the_model_has_too_much_is_no_violation(tmp_path: Path) -> None:
    """Characters and numbers do not know of each other."""
    text = """#include <assert.h>
    #include <stdlib.h>
    int main(int argc, char **argv) {
      if (argc == 2 && argv[1][0] == '7' && !argv[1][1]) assert(atoi(argv[1]) == 7);
    }"""
    for second_reading in (True, False):
        verdict = verify(text, tmp_path, second_reading=second_reading, timeout=2).verdict
        assert isinstance(verdict, Safe | Unknown)


def test_the_wrong_engine_for_any_arguments_is_settled_too(tmp_path: Path) -> None:
    text = """#include <assert.h>
    #include <stdlib.h>
    int main(int argc, char **argv) { if (argc == 2) assert(atoi(argv[1]) != 42); }"""
    result = verify(text, tmp_path, second_reading=False)
    assert isinstance(result.verdict, Unsafe)
    assert result.notes[0] == "run with: program 42"
