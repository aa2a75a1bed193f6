"""The second reading as a judge of verdicts: what it refutes is no verdict, what it does not understand stays one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from threadproof import cli, pipeline
from threadproof.errors import InternalError
from threadproof.options import Options
from threadproof.reference import judge
from threadproof.result.verdict import Proof, Safe, Unknown, Unsafe

PROGRAM = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 77)
        reach_error();
    return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return path


def test_a_violation_is_confirmed(program: Path) -> None:
    result = pipeline.verify(program, Options())
    assert isinstance(result.verdict, Unsafe)
    assert result.verdict.statistics["second_reading"] == "confirmed"
    assert result.replay is not None
    without = pipeline.verify(program, Options(second_reading=False))
    assert isinstance(without.verdict, Unsafe)
    assert "second_reading" not in without.verdict.statistics


def test_a_wrong_safe_is_no_verdict(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program.write_text(PROGRAM.replace("n == 77", "n >= 0"))
    monkeypatch.setattr(pipeline, "_decide", lambda *_: Safe(Proof("none", {})))
    with pytest.raises(InternalError, match="does not confirm that it is safe: reach_error"):
        pipeline.verify(program, Options())
    assert isinstance(pipeline.verify(program, Options(second_reading=False)).verdict, Safe)


def test_a_wrong_unsafe_is_no_verdict(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = pipeline.verify(program, Options(second_reading=False)).verdict
    program.write_text(PROGRAM.replace("n == 77", "n == 77 && n == 78"))
    monkeypatch.setattr(pipeline, "_decide", lambda *_: found)
    with pytest.raises(InternalError, match="does not confirm that it is unsafe"):
        pipeline.verify(program, Options())


def test_a_call_of_the_system_that_never_returns(program: Path) -> None:
    program.write_text("""#include <unistd.h>
int main(void) { int p[2]; char c; if (pipe(p)) return 0; return read(p[0], &c, 1) == 1; }""")
    found = pipeline.verify(program, Options(property="no-deadlock")).verdict
    assert isinstance(found, Unknown)
    assert "never returns: waits for input" in found.detail


def test_what_is_not_understood_leaves_the_verdict(program: Path) -> None:
    program.write_text(
        PROGRAM.replace("int n", 'void *f = dlopen("x", 1); int n').replace("extern", "#include <dlfcn.h>\nextern", 1)
    )
    found = pipeline.verify(program, Options(second_reading=False)).verdict
    result = pipeline.verify(program, Options()).verdict
    assert type(result) is type(found)
    opinion = judge.confirm(program, Options(), (), "unreach-call", 5)
    assert opinion.word == "not done"
    assert "dlopen" in opinion.why


@pytest.mark.parametrize(("least", "is_violated"), [("0.8", False), ("0.9", True)])
def test_results_of_which_only_the_form_is_known(least: str, is_violated: bool, program: Path) -> None:
    """sin(1) is 0.84...: in the first reading it may be anything from -1 to 1."""
    program.write_text(f"#include <assert.h>\n#include <math.h>\nint main(void) {{ assert(sin(1.0) > {least}); }}\n")
    verdict = pipeline.verify(program, Options()).verdict
    assert isinstance(verdict, Unsafe if is_violated else Unknown)
    alone = pipeline.verify(program, Options(second_reading=False)).verdict
    assert isinstance(alone, Unknown)
    assert "sin" in alone.detail


def test_an_error_of_the_second_reading_leaves_the_verdict(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> judge.Opinion:
        raise KeyError("x")

    monkeypatch.delenv("THREADPROOF_DEBUG", raising=False)
    monkeypatch.setattr(judge, "confirm", fail)
    verdict = pipeline.verify(program, Options()).verdict
    assert isinstance(verdict, Unsafe)
    assert verdict.statistics["second_reading"].startswith("not done: KeyError")


def test_replay(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    assert cli.main(["verify", str(program), "--json", str(report)]) == 10
    assert cli.main(["replay", str(report)]) == 10
    assert "reach_error() is called" in capsys.readouterr().out
    program.write_text(PROGRAM.replace("n == 77", "n == 78"))
    assert cli.main(["replay", str(report)]) == 2
    assert "verify it again" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"file": "x.c", "verdict": "true"}', '{"file": "x.c", "verdict": "false", "replay": 1}',
     '{"file": "x.c", "verdict": "false", "replay": {"options": {}, "choices": []}}'],
)  # fmt: skip
def test_wrong_reports(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    report.write_text(text)
    assert cli.main(["replay", str(report)]) == 2
    assert "report.json" in capsys.readouterr().err


def test_choices_must_be_numbers(program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    assert cli.main(["verify", str(program), "--json", str(report)]) == 10
    document = json.loads(report.read_text())
    for wrong in ([-1], ["a"], [True], [10**30]):
        document["replay"]["choices"] = wrong
        report.write_text(json.dumps(document))
        assert cli.main(["replay", str(report)]) == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("cpp", "touch", "--cpp touch"),
        ("defines", [3], "defines is no list of texts"),
        ("atomic_statements", True, "not with --atomic-statements"),
        ("threads", "1", "not with --atomic-statements or --threads"),
        ("recursion_limit", "12", "recursion_limit is no int"),
        ("property", "no-such", "unknown property"),
        ("unheard", 1, "unheard means nothing"),
    ],
)
def test_options_of_a_report_are_looked_at(
    option: str, value: object, words: str, program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No command is taken from it, nor what the second reading does not obey."""
    report = tmp_path / "report.json"
    assert cli.main(["verify", str(program), "--json", str(report)]) == 10
    document = json.loads(report.read_text())
    document["replay"]["options"][option] = value
    report.write_text(json.dumps(document))
    assert cli.main(["replay", str(report)]) == 2
    assert words in capsys.readouterr().err


def test_runs_that_are_not_understood_confirm_nothing(program: Path) -> None:
    program.write_text("extern float f; int main(void) { f = f + 1.5f; return 0; }")
    assert judge.attempt(program, Options(), 5.0).word == "not done"


def test_a_program_that_is_quickly_proved_is_tried_some_times(program: Path) -> None:
    program.write_text("int main(void) { return 0; }")
    opinion = judge.attempt(program, Options(), 0.0)
    assert opinion.word == "confirmed"
    assert opinion.why == "10 runs"
