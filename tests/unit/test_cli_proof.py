"""`verify --proof`, `verify --check-proof` and `check-proof`, with the real pipeline."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.proving import HEAD, JOINED, MUTEX
from threadproof import checking, cli
from threadproof.cli import terminal
from threadproof.errors import InputError
from threadproof.evidence.proof import prover
from threadproof.frontend.task import usual_data_model
from threadproof.options import DATA_MODELS, SHAPING
from threadproof.result.check import ProofCheck

#: (see `tests.helpers.rotation`)
IN_TURN = 2

TASK = """\
format_version: '2.0'
input_files: 'program.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(HEAD + JOINED)
    return path


@pytest.fixture
def proof(program: Path) -> Path:
    path = program.parent / "proof.json"
    assert run("verify", "--engine", "impact", "--proof", path, program) == terminal.SAFE
    return path


def run(*arguments: object) -> int:
    return cli.main([str(a) for a in arguments])


def changed(original: Path, **parts: Any) -> Path:
    document = json.loads(original.read_text())
    document.update(parts)
    other = original.with_name("other.json")
    other.write_text(json.dumps(document))
    return other


def test_a_proof_is_written_and_accepted(program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(proof.read_text())
    assert document["proof"]["kind"] == "covering-tree"
    assert document["options"]["property"] == "unreach-call"
    capsys.readouterr()
    for solver in ("z3", "cvc5", "bitwuzla"):
        assert run("check-proof", program, proof, "--solver", solver) == terminal.ACCEPTED
        line = capsys.readouterr().out
        assert line.startswith(f"ACCEPTED  unreach-call  ({usual_data_model(program)}): nodes ")
        assert f" s in {solver}" in line
        assert "triples" in line


def test_the_program_may_have_moved(program: Path, proof: Path) -> None:
    (program.parent / "elsewhere").mkdir()
    moved = program.rename(program.parent / "elsewhere" / "moved.c")
    assert run("check-proof", moved, proof) == terminal.ACCEPTED


def test_a_task_names_the_program(program: Path) -> None:
    (program.parent / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    task = program.with_suffix(".yml")
    task.write_text(TASK)
    proof = program.with_name("proof.json")
    assert run("verify", "--engine", "impact", "--proof", proof, task) == terminal.SAFE
    assert json.loads(proof.read_text())["options"]["data_model"] == "LP64"
    assert run("check-proof", task, proof) == terminal.ACCEPTED


def test_options_are_part_of_the_proof(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.write_text(program.read_text().replace("x == 2", "x == TWO"))
    proof = program.with_name("proof.json")
    options = ("-D", "TWO=2", "--atomic-statements", "--data-model", "LP64")
    assert run("verify", "--engine", "impact", *options, "--proof", proof, program) == terminal.SAFE
    capsys.readouterr()
    assert run("check-proof", program, proof) == terminal.ACCEPTED
    assert "unreach-call  for --atomic-statements -D TWO=2  (LP64)" in capsys.readouterr().out
    document = json.loads(proof.read_text())
    document["options"]["defines"] = ["TWO=3"]
    proof.write_text(json.dumps(document))
    assert run("check-proof", program, proof) == terminal.REFUSED


#: a data model that nobody gets without asking
OTHER = next(m for m in DATA_MODELS if m != usual_data_model(Path("program.c")))

#: for each option that shapes the program: as it is given, as the file says it, and other values that are refused there
SHAPED: dict[str, tuple[list[str], object, list[object]]] = {
    "property": (["--property", "no-overflow"], "no-overflow", ["no-bugs", "", None, 1]),
    "data_model": (["--data-model", OTHER], OTHER, ["ILP64", "lp64", None]),
    "atomic_statements": (["--atomic-statements"], True, ["yes", 1, None]),
    "recursion_limit": (["--recursion-limit", "3"], 3, [0, -1, "3", True, 1.5, None]),
    "files": ([], ["b.c"], ["b.c", [1], None]),
    "main": ([], "b.c", [1]),
    "undefines": (["-U", "A", "-U", "B"], ["A", "B"], ["A", [1], None]),
    "includes": (["-include", "stddef.h"], ["stddef.h"], ["a.h", [1], None]),
    "std": (["-std", "c11"], "c11", [1]),
    "defines": (["-D", "A=1", "-D", "B"], ["A=1", "B"], ["A=1", [1], None]),
    "include_dirs": (["-I", "/"], ["/"], ["/", [1], None]),
    "cpp": (["--cpp", "gcc -E"], "gcc -E", [None, 1]),
    "threads": (["--threads", "2"], "2", ["0", "-1", "", "two", "Any", "²", 2]),
    "order": (["--order", "fixed"], "fixed", ["reverse", "", None]),
    "args": (["--args", "3"], "3", ["'", "a\0b", 1]),
    "entry": (["--entry", "main"], "main", ["", "2", "f()", 1]),
    "thread": (["--thread", "main:2"], ["main:2"], ["main", [""], ["main:0"], ["main:x"], ["é"], [1], None]),
    "unknown_calls": (["--unknown-calls", "havoc"], "havoc", ["maybe", "", None]),
    "stub": ([], ["b.c"], ["b.c", [1], None]),
    "volatile": (["--volatile", "atomic"], "atomic", ["yes", "", None]),
    "memory_model": (["--memory-model", "tso"], "tso", ["x86", "", None]),
    "store_buffer": (["--store-buffer", "2"], 2, [0, 65, "2", True, None]),
    "history": (["--history", "3"], 3, [1, 65, "3", True, None]),
    "fairness": (["--fairness", "strong"], "strong", ["some", "", None]),
}


def test_every_option_that_shapes_the_program_is_known_here() -> None:
    assert set(SHAPED) == set(SHAPING)


@pytest.mark.parametrize("name", [n for n, (given, _, _) in SHAPED.items() if given and n != "cpp"])
def test_a_proof_is_for_its_options(name: str, program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the user asks for is compared; what differs from the default is said."""
    given, value, _ = SHAPED[name]
    assert run("check-proof", program, proof, *given) == terminal.REFUSED
    assert " ".join(given) in capsys.readouterr().out
    other = changed(proof, options={**json.loads(proof.read_text())["options"], name: value})
    run("check-proof", program, other, *given)
    out = capsys.readouterr().out
    assert "not for" not in out
    assert (value if name in ("property", "data_model") else " ".join(given)) in out


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, (_, _, wrong) in SHAPED.items() for v in wrong])
def test_a_proof_has_no_options_that_verify_refuses(
    name: str, value: object, program: Path, proof: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = changed(proof, options={**json.loads(proof.read_text())["options"], name: value})
    assert run("check-proof", program, other) == InputError.exit_code
    assert "is no proof" in capsys.readouterr().err


def test_a_proof_names_all_options_and_no_others(program: Path, proof: Path) -> None:
    options = json.loads(proof.read_text())["options"]
    assert set(options) == {*SHAPING, "form"}
    for name in options:
        fewer = {n: v for n, v in options.items() if n != name}
        assert run("check-proof", program, changed(proof, options=fewer)) == InputError.exit_code
    assert run("check-proof", program, changed(proof, options={**options, "weather": "fine"})) == InputError.exit_code


def test_another_program(program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program.write_text(HEAD + MUTEX)
    capsys.readouterr()
    assert run("check-proof", program, proof) == terminal.REFUSED
    out = capsys.readouterr().out
    assert out.startswith("REFUSED  unreach-call")
    assert "the proof is about another program" in out


def test_a_false_proof(program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(proof.read_text())
    document["proof"]["data"]["covers"] = []
    for row in document["proof"]["data"]["nodes"]:
        row[4] = []
    other = changed(proof, proof=document["proof"])
    capsys.readouterr()
    assert run("check-proof", program, other) == terminal.REFUSED
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("REFUSED")
    assert any(line.startswith("  node ") and f"({program}:" in line for line in lines[1:])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("[1, 2]", "is no proof file"),
        ("{}", "is no proof file"),
        ('{"tool": "threadproof", "proof": {}, "format_version": 99}', "has the format 99"),
        ('{"tool": "threadproof", "proof": {}, "format_version": 1}', "the proof has no kind or no data"),
        (
            '{"tool": "threadproof", "proof": {"kind": "x", "data": {}}, "format_version": 1}',
            "not say of which program",
        ),
    ],
)
def test_not_a_proof_file(program: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = program.with_name("proof.json")
    path.write_text(text)
    assert run("check-proof", program, path) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        {"property": "all-is-well"},
        {"data_model": "LLP64"},
        {"recursion_limit": "many"},
        {"defines": [1]},
        {"form": None},
    ],
)
def test_options_that_make_no_sense(
    program: Path, proof: Path, change: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    options = {**json.loads(proof.read_text())["options"], **change}
    assert run("check-proof", program, changed(proof, options=options)) == 2
    assert "is no proof" in capsys.readouterr().err


def test_missing_files(program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check-proof", program, program.with_name("nothing.json")) == 2
    assert "nothing.json: cannot be read" in capsys.readouterr().err
    assert run("check-proof", program.with_name("nothing.c"), proof) == 2
    assert "nothing.c: cannot be read" in capsys.readouterr().err
    assert run("check-proof", program, program.parent) == 2


def test_no_command_is_taken_from_a_proof(program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {**json.loads(proof.read_text())["options"], "cpp": "rm -rf"}
    assert run("check-proof", program, changed(proof, options=options)) == 1
    assert "add: --cpp rm -rf" in capsys.readouterr().err


def test_a_kind_without_checker(program: Path, proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(proof.read_text())
    assert run("check-proof", program, changed(proof, proof={**whole["proof"], "kind": "oath"})) == terminal.UNKNOWN
    assert "there is no checker" in capsys.readouterr().out


def test_no_proof_of_an_unsafe_program(program: Path) -> None:
    program.write_text(program.read_text().replace("x == 2", "x == 3"))
    proof = program.with_name("proof.json")
    assert run("verify", "--engine", "impact", "--proof", proof, program) == terminal.UNSAFE
    assert not proof.exists()


def test_a_proof_that_cannot_be_written(program: Path) -> None:
    assert run("verify", "--engine", "impact", "--proof", program.parent / "no" / "where", program) == 1


# ---------------------------------------------------------------- verify --check-proof


def test_check_at_once(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = program.with_name("report.json")
    assert run("verify", "--engine", "impact", "--check-proof", "--json", report, program) == terminal.SAFE
    assert "\nproof accepted: nodes " in capsys.readouterr().out
    found = json.loads(report.read_text())["proof_check"]
    assert found["result"] == "accepted"
    assert found["solver"] == "z3"
    assert found["counts"]["nodes"] > 0
    assert found["complaints"] == []


def test_a_refused_proof_is_never_a_verdict(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    check = ProofCheck("covering-tree", "z3", ("node 7: is wrong",))
    monkeypatch.setattr(checking, "checked", lambda *_: check)
    assert run("verify", "--engine", "impact", "--check-proof", program) == terminal.INTERNAL
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "the proof is refused by its checker: node 7: is wrong" in captured.err


@pytest.mark.parametrize("por", ["none", "static", "monotonic", "sleep"])
def test_options_of_impact(program: Path, por: str) -> None:
    arguments = ("verify", "--engine", "impact", "--por", por, "--check-proof", program)
    assert run(*arguments, "--force-cover") == terminal.SAFE
    assert run(*arguments, "--no-force-cover") == terminal.SAFE


def test_options_of_impact_are_checked(program: Path) -> None:
    assert run("verify", "--engine", "impact", "--por", "some", program) == 1


@pytest.mark.parametrize(("ends", "why"), [(lambda *_: time.sleep(60), "timeout"), (lambda *_: os.abort(), "crash")])
def test_a_check_that_does_not_end_leaves_the_verdict(
    program: Path,
    proof: Path,
    ends: Callable[..., ProofCheck],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(checking, "checked", ends)
    capfd.readouterr()
    assert run("verify", "--engine", "impact", "--check-proof", "--timeout", 4, program) == terminal.SAFE
    assert f"proof not checked: {why}; " in capfd.readouterr().out
    started = time.monotonic()
    assert run("check-proof", program, proof, "--timeout", 2) == terminal.UNKNOWN
    assert time.monotonic() - started < 8
    said = capfd.readouterr()
    assert said.out.startswith("NOT CHECKED")
    assert said.err == ""


def test_a_checker_that_fails_is_an_internal_error(
    program: Path, proof: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> ProofCheck:
        raise ZeroDivisionError("in the checker")

    monkeypatch.setattr(checking, "checked", fail)
    for timeout in ([], ["--timeout", 60]):
        assert run("check-proof", program, proof, *timeout) == terminal.INTERNAL
        assert "internal error: ZeroDivisionError: in the checker" in capsys.readouterr().err


def test_what_no_solver_decides_is_not_refused(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program.write_text(
        "#include <assert.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n"
        "int main(void) { unsigned x = __VERIFIER_nondet_uint();\n"
        "  if (x > 3) { x = x / 2; assert(x * 5 != 1); } return 0; }"
    )
    proof = program.parent / "proof.json"
    assert run("verify", "--engine", "impact", "--proof", proof, program) == terminal.SAFE
    assert run("check-proof", program, proof) == terminal.ACCEPTED
    capsys.readouterr()

    class Undecided:
        limit = None
        checks = smt_checks = 0
        solver_time = 0.0

        def check(self, *terms: object) -> None:
            return None

    monkeypatch.setattr(prover, "make_solver", lambda *_, **__: Undecided())
    assert run("check-proof", program, proof) == terminal.UNKNOWN
    assert "no solver decided" in capsys.readouterr().out
