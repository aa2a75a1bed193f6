"""`threadproof litmus`, as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.litmus_tests import FOLDER
from threadproof.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(["litmus", *args])
    return code, *capsys.readouterr()


def test_one_line_for_each_test_and_model(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, str(FOLDER / "SB.x86.litmus"), str(FOLDER / "CoWW.litmus"))
    assert code == 0
    assert out == (
        "SB    tso    Allowed    Ok  Observation SB Sometimes 1 3\n"
        "CoWW  c11    Forbidden  Ok  Observation CoWW Never 0 1\n"
    )
    code, out, _ = run(capsys, str(FOLDER / "SB.litmus"), "--memory-model", "all")
    assert [line.split()[1] for line in out.splitlines()] == [
        "sc", "tso", "pso", "rmo", "power", "armv7", "armv8", "c11",
    ]  # fmt: skip


def test_states_are_those_of_herd(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(FOLDER / "SB.litmus"), "--memory-model", "tso", "--states")
    assert out == (
        "SB  tso    Allowed    Ok  Observation SB Sometimes 1 3\n"
        "Test SB Allowed\nStates 4\n0:r0=0; 1:r0=0;\n0:r0=0; 1:r0=1;\n0:r0=1; 1:r0=0;\n0:r0=1; 1:r0=1;\nOk\n"
        "Witnesses\nPositive: 1 Negative: 3\nCondition exists (0:r0=0 /\\ 1:r0=0)\nObservation SB Sometimes 1 3\n\n"
    )


def test_what_is_forbidden_shows_its_cycle(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(FOLDER / "WRC+lwsync+addr.ppc.litmus"), "--show")
    assert out.splitlines()[1:] == [
        "a candidate in which the condition holds:",
        "  P0          | P1          | P2",
        "  a:W x=1     | b:R x=1     | e:R y=1",
        "              | c:F[lwsync] | f:R x=0",
        "              | d:W y=1",
        "  rf: init x -> f:R x=0, a:W x=1 -> b:R x=1, d:W y=1 -> e:R y=1",
        "  fr: f:R x=0 -> a:W x=1",
        "forbidden by observation because",
        "  f:R x=0 happens before itself (fre;prop;hb*)",
        "    f:R x=0 -> a:W x=1 (fr)",
        "    a:W x=1 -> b:R x=1 (rf)",
        "    b:R x=1 -> d:W y=1 (po, F[lwsync])",
        "    d:W y=1 -> e:R y=1 (rf)",
        "    e:R y=1 -> f:R x=0 (addr)",
        "",
    ]


def test_a_race_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(FOLDER / "MP+na+rlx.litmus"), "--show")
    assert "Undefined" in out.splitlines()[0]
    assert out.splitlines()[1] == "  data race: a:W x=1 and d:R x=1; in C the whole test is undefined"
    assert "an execution with a data race:" in out


def test_what_is_allowed_shows_an_execution(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(FOLDER / "2+2W.litmus"), "--memory-model", "pso", "--show")
    assert "an execution in which the condition holds:" in out
    assert "  co: d:W y=1 -> " not in out
    assert "co: " in out


def test_no_candidate_ends_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.litmus"
    file.write_text("C t\n{}\nP0 (int *x) { *x = 1; }\nexists (x=2)\n", encoding="utf-8")
    _, out, _ = run(capsys, str(file), "--show")
    assert "no candidate execution ends in such a state" in out


def test_loops_that_are_cut_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(FOLDER / "INC.a64.litmus"))
    assert "loops are unrolled twice; executions in which one goes on are left out" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(FOLDER / "SB.litmus"), "--memory-model", "sc", "--json")
    (found,) = json.loads(out)
    assert found["verdict"] == "Forbidden" and found["ok"] is False and found["negative"] == 3
    assert found["states"][0] == {"0:r0": 0, "1:r0": 1}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["SB.x86.litmus", "--memory-model", "power"], 1, "tests of X86_64 are not judged under power"),
        (["SB.x86.litmus", "--memory-model", "alpha"], 1, "there is no memory model alpha"),
        (["nowhere.litmus"], 2, "cannot be read: No such file or directory"),
    ],
)
def test_errors(arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, _, err = run(capsys, str(FOLDER / arguments[0]), *arguments[1:])
    assert found == code and message in err


def test_what_is_not_valid_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.litmus"
    file.write_text("PPC t\n{}\n P0 ;\n foo ;\nexists (x=2)\n", encoding="utf-8")
    code, _, err = run(capsys, str(FOLDER / "SB.litmus"), str(file))
    assert code == 2 and err == f"threadproof: {file}:4: the instruction FOO is not understood\n"
