"""The command line over a stub pipeline: arguments, exit codes, limits, errors."""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import threadproof
from threadproof import cli
from threadproof import pipeline as real_pipeline
from threadproof.frontend.task import usual_data_model

STUB = Path(__file__).parent / "stub_pipeline.py"
SOURCE = Path(threadproof.__file__).parents[1]
TASK = """\
format_version: '2.0'
input_files: 'p.c'
properties:
  - property_file: {first}.prp
    expected_verdict: true
  - property_file: unreach-call.prp
    expected_verdict: false
options:
  language: C
  data_model: LP64
"""


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    # monkeypatch first, so that it restores what `install` replaces
    monkeypatch.setitem(sys.modules, "threadproof.pipeline", real_pipeline)
    monkeypatch.setattr(threadproof, "pipeline", real_pipeline)
    module: ModuleType = runpy.run_path(str(STUB))["install"]()
    return module


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return write_program(tmp_path, "SAFE")


def write_program(folder: Path, word: str) -> Path:
    path = folder / "p.c"
    path.write_text(word)
    return path


def run_command(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(STUB), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
    )


@pytest.mark.parametrize(
    ("word", "code", "first_line"),
    [
        ("SAFE", 0, "SAFE  unreach-call  (engine explore, 0.25 s)"),
        ("UNSAFE", 10, "UNSAFE  unreach-call  (engine explore, 0.25 s)"),
        ("WHAT", 5, "UNKNOWN  unreach-call  (engine explore, 0.25 s)"),
    ],
)
def test_verdict_and_exit_code(
    pipeline: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, code: int, first_line: str
) -> None:
    assert cli.main(["verify", str(write_program(tmp_path, word))]) == code
    assert capsys.readouterr().out.splitlines()[0] == first_line


def test_options_reach_the_pipeline(pipeline: ModuleType, program: Path) -> None:
    arguments = (
        "--property no-data-race --engine e --data-model LP64 --timeout 7.5 --memory-limit 9000 --cpp gcc -I a -Ib "
        "-D X -DY=2 --recursion-limit 3 --reduction none --max-states 99 --seed 5"
    )
    assert cli.main(["verify", str(program), *arguments.split()]) == 0
    path, options = pipeline.CALLS[-1]
    assert path == program
    assert (options.property, options.engine, options.data_model) == ("no-data-race", "e", "LP64")
    assert (options.timeout, options.memory_limit, options.cpp) == (7.5, 9000, "gcc")
    assert options.include_dirs == [Path("a"), Path("b")]
    assert options.defines == ["X", "Y=2"]
    assert (options.recursion_limit, options.chosen, options.seed) == (3, {"reduction": "none", "max_states": 99}, 5)


def test_defaults_are_those_of_options(pipeline: ModuleType, program: Path) -> None:
    cli.main(["verify", str(program)])
    assert pipeline.CALLS[-1][1] == threadproof.options.Options(data_model=usual_data_model(program))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["frobnicate"],
        ["verify"],
        ["verify", "p.c", "--nonsense"],
        ["verify", "p.c", "--timeout", "0"],
        ["verify", "p.c", "--timeout", "nan"],
        ["verify", "p.c", "--memory-limit", "-3"],
        ["verify", "p.c", "--memory-limit", "9" * 20],
        ["bench", "p.yml", "--memory-limit", "9" * 20],
        ["verify", "p.c", "--data-model", "LLP64"],
        ["verify", "p.c", "--property", "beauty"],
        ["verify", "p.c", "--json", "no/such/folder/x.json"],
        ["bench"],
        ["bench", "no-such-folder"],
        ["bench", ".", "--property", "beauty"],
        ["bench", ".", "--resume"],
        ["bench", "p.c"],
        ["bench", "compare", "a"],
        ["bench", "compare", "a", "b"],
    ],
)
def test_wrong_usage(
    pipeline: ModuleType,
    program: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    monkeypatch.chdir(program.parent)
    assert cli.main(arguments) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("threadproof: ")
    assert "Traceback" not in output.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verfy", "p.c"], "did you mean verify?"),
        (["verify", "p.c", "--treads", "3"], "not understood: --treads 3 (did you mean --threads?)"),
        (["verify", "p.c", "p.c", "--project", "."], "a --project says itself which files it has"),
        (["verify", "p.c", "--main", "p.c"], "--main chooses among the files of a --project"),
        (["verify", "p.c", "--por", "monotone"], "did you mean monotonic?"),
        (["verify", "p.c", "--data-model", "x"], "one of: ILP32, LP64"),
        (["verify"], "which program? name its files, or a --project"),
        (["bench", "compare", "a", "b", "--bd", "c"], "did you mean --db?"),
    ],
)
def test_wrong_usage_is_told_in_three_lines(
    program: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert cli.main(arguments) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") <= 3


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("threadproof ")
    for command in (["--help"], ["verify", "--help"], ["run", "-h"], ["ir", "-h"], ["bench", "-h"]):
        assert cli.main(command) == 0
        assert "usage: threadproof" in capsys.readouterr().out
    assert cli.main(["bench", "compare", "-h"]) == 0


@pytest.mark.parametrize("kind", ["missing", "folder", "task without program", "name with a null"])
def test_input_that_cannot_be_read(
    pipeline: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    task = tmp_path / "t.yml"
    task.write_text("format_version: '2.0'\ninput_files: gone.c\n")
    paths = {"missing": tmp_path / "gone.c", "folder": tmp_path, "task without program": task}
    assert cli.main(["verify", str(paths.get(kind, "a\0b"))]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_errors_of_the_pipeline(pipeline: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(word: str) -> tuple[int, str]:
        return cli.main(["verify", str(write_program(tmp_path, word))]), capsys.readouterr().err

    assert run("INVALID") == (2, "threadproof: a.c:3: expected ';'\n")
    code, said = run("BUG")
    assert code == 6
    assert said.startswith(
        "threadproof: internal error: ZeroDivisionError: division by zero\n  at threadproof/cli/commands.py:"
    )
    assert "Please report it" in said
    assert "THREADPROOF_DEBUG=1" in said
    code, said = run("REPLAY")
    assert code == 6
    assert said.startswith("threadproof: internal error: the trace does not replay\n")
    assert run("INTERRUPT") == (130, "threadproof: interrupted\n")


def test_traceback_on_request(
    pipeline: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THREADPROOF_DEBUG", "1")
    assert cli.main(["verify", str(write_program(tmp_path, "BUG"))]) == 6
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(("word", "reason"), [("LIMIT", "state limit"), ("RECURSE", "nesting too deep")])
def test_limits_are_unknown(
    pipeline: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, reason: str
) -> None:
    assert cli.main(["verify", str(write_program(tmp_path, word)), "--json", "-"]) == 5
    report = json.loads(capsys.readouterr().out)
    assert (report["verdict"], report["result"], report["reason"]) == ("unknown", "unknown", reason)


@pytest.mark.parametrize("word", ["BUG", "REPLAY"])
def test_internal_errors_are_reported_as_json(pipeline: ModuleType, tmp_path: Path, word: str) -> None:
    file = tmp_path / "r.json"
    assert cli.main(["verify", str(write_program(tmp_path, word)), "--json", str(file)]) == 6
    report = json.loads(file.read_text())
    assert (report["verdict"], report["result"], report["reason"]) == ("internal error", "ERROR", "internal error")
    assert report["detail"]
    assert report["place"].startswith("threadproof/cli/commands.py:")


@pytest.mark.parametrize(("word", "name"), [("DEAD", "SIGSEGV"), ("ABORT", "SIGABRT")])
def test_crash_of_native_code(tmp_path: Path, word: str, name: str) -> None:
    """It is an internal error, with a report; what the native code prints is not shown, except on request."""
    program, file = write_program(tmp_path, word), tmp_path / "r.json"
    result = run_command("verify", program, "--json", file)
    assert result.returncode == 6
    assert result.stderr.startswith(
        f"threadproof: internal error: native code crashed ({name})\n  at threadproof/cli/commands.py:"
    )
    assert "chatter" not in result.stdout + result.stderr
    assert json.loads(file.read_text())["verdict"] == "internal error"
    result = run_command("verify", program, THREADPROOF_DEBUG="1")
    assert ("chatter" in result.stderr) == (word == "ABORT")


def test_out_of_memory_in_native_code(tmp_path: Path) -> None:
    result = run_command("verify", write_program(tmp_path, "NOMEM"), "--memory-limit", "900")
    assert (result.returncode, result.stderr) == (5, "")
    assert "reason: out of memory\n  the memory limit of 900 MB is reached" in result.stdout


def test_killed_from_outside(tmp_path: Path) -> None:
    result = run_command("verify", write_program(tmp_path, "KILLED"))
    assert (result.returncode, result.stderr) == (5, "")
    assert "reason: killed" in result.stdout


@contextmanager
def begun(program: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that is at work; whatever happens, nothing of it is left."""
    # what a shell starts in the background ignores interrupts, and so does all that it starts
    listen = "import signal, runpy; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{listen}; runpy.run_path({str(STUB)!r}, run_name='__main__')"]
    command += ["verify", str(program)]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    work = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 20
        while not program.with_suffix(".begun").exists() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.2)
        yield work
    finally:
        with suppress(ProcessLookupError):
            os.killpg(work.pid, signal.SIGKILL)
        work.communicate()


@pytest.mark.parametrize("word", ["HANG", "NATIVE"])
def test_interrupt_ends_at_once(tmp_path: Path, word: str) -> None:
    with begun(write_program(tmp_path, word)) as work:
        started = time.monotonic()
        os.killpg(work.pid, signal.SIGINT)
        _, said = work.communicate(timeout=20)
        assert time.monotonic() - started < 10
        assert (work.returncode, said) == (130, "threadproof: interrupted\n")
        assert not is_running(work.pid)


def test_work_ends_with_the_command(tmp_path: Path) -> None:
    """Killed, it leaves no process behind, not even one that is deep in native code."""
    with begun(write_program(tmp_path, "NATIVE")) as work:
        work.kill()
        work.wait()
        end = time.monotonic() + 10
        while is_running(work.pid) and time.monotonic() < end:
            time.sleep(0.05)
        assert not is_running(work.pid)


def is_running(group: int) -> bool:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, number = stat.read_text().rpartition(")")[2].split()[:3]
            if int(number) == group and state != "Z":
                return True
    return False


@pytest.mark.parametrize("option", ["--json", "--proof"])
def test_what_cannot_be_written_does_not_cost_the_verdict(tmp_path: Path, option: str) -> None:
    result = run_command("verify", write_program(tmp_path, "SAFE"), option, "/dev/full")
    assert result.returncode == 0
    assert result.stdout.startswith("SAFE")
    assert result.stderr == "threadproof: cannot write /dev/full: No space left on device\n"


@pytest.mark.parametrize("word", ["HANG", "DEAF", "NATIVE"])
def test_time_limit(tmp_path: Path, word: str) -> None:
    started = time.monotonic()
    result = run_command("verify", write_program(tmp_path, word), "--timeout", "0.5", "--json", tmp_path / "r.json")
    assert time.monotonic() - started < 10
    assert result.returncode == 5
    assert result.stdout.splitlines()[:2][1] == "reason: timeout"
    assert json.loads((tmp_path / "r.json").read_text())["reason"] == "timeout"
    assert result.stderr == ""


def test_time_limit_in_process_leaves_nothing_behind(pipeline: ModuleType, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert cli.main(["verify", str(write_program(tmp_path, "HANG")), "--timeout", "0.1"]) == 5
    assert cli.main(["verify", str(write_program(tmp_path, "SAFE")), "--timeout", "0.1"]) == 0
    time.sleep(1.2)  # a watching thread that was not called off would end this process now
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_memory_limit(tmp_path: Path) -> None:
    result = run_command("verify", write_program(tmp_path, "HOG"), "--memory-limit", "300", "--timeout", "30")
    assert result.returncode == 5, result.stderr
    assert "reason: out of memory" in result.stdout
    assert result.stderr == ""


def test_closed_pipe_is_quiet(program: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    result = subprocess.run(
        [sys.executable, str(STUB), "verify", str(program)], stdout=writer, stderr=subprocess.PIPE, env=environment
    )
    os.close(writer)
    assert (result.returncode, result.stderr) == (0, b"")


def test_text_of_any_encoding_is_printed(tmp_path: Path) -> None:
    result = run_command("verify", write_program(tmp_path, "\u00fc\u2713"), PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert result.returncode == 5
    assert "\\u2713" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_full_disk_leaves_the_exit_code(program: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, str(STUB), "verify", str(program)], stdout=full, stderr=subprocess.PIPE, env=environment
        )
    assert (result.returncode, result.stderr) == (
        0,
        b"threadproof: cannot write the output: No space left on device\n",
    )


def test_json_report(pipeline: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    assert cli.main(["verify", str(write_program(tmp_path, "UNSAFE")), "--json", str(file)]) == 10
    report = json.loads(file.read_text())
    assert (report["verdict"], report["result"]) == ("false", "false(unreach-call)")
    assert report["time"]["total"] == 0.25
    assert report["time"]["cpu"] > 0
    assert report["trace"][0]["values"] == {"t": "1"}


def write_task(folder: Path, first: str = "no-data-race") -> Path:
    for name, formula in (
        ("unreach-call", "G ! call(reach_error())"),
        ("no-data-race", "G ! data-race"),
        ("coverage-branches", ""),
    ):
        text = f"CHECK( init(main()), LTL({formula}) )" if formula else "COVER( init(main()), FQL(COVER EDGES(@X)) )"
        (folder / f"{name}.prp").write_text(text + "\n")
    write_program(folder, "SAFE")
    task = folder / "t.yml"
    task.write_text(TASK.format(first=first))
    return task


def test_task_definition(pipeline: ModuleType, tmp_path: Path) -> None:
    task = write_task(tmp_path)

    def run(*arguments: str) -> Any:
        assert cli.main(["verify", str(task), *arguments]) == 0
        return pipeline.CALLS[-1]

    path, options = run()
    assert (path, options.property, options.data_model) == (tmp_path / "p.c", "unreach-call", "LP64")
    assert run("--property", "termination")[1].property == "termination"
    assert run("--property", str(tmp_path / "no-data-race.prp"))[1].property == "no-data-race"
    assert run("--data-model", "ILP32")[1].data_model == "ILP32"


def test_run_and_ir(pipeline: ModuleType, program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run", str(program), "--seed", "3", "--max-steps", "2"]) == 0
    out = capsys.readouterr().out
    assert "pthread_create" in out
    assert "reach_error" not in out
    assert out.endswith("end: seed 3: all threads ended\n")
    assert cli.main(["ir", str(program), "--property", "no-overflow"]) == 0
    assert capsys.readouterr().out == "thread main\n"
    assert pipeline.CALLS[-1][1].property == "no-overflow"


def test_start_up_is_cheap(program: Path) -> None:
    code = (
        "import sys; import threadproof.cli.parser as c; c.build_parser();"
        "print([m for m in ('yaml', 'json', 'sqlite3', 'subprocess', 'importlib.metadata') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-S", "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert result.stdout == "[]\n"


@pytest.mark.parametrize("option", ["rule", "interpolation", "encoding"])
def test_choices_are_what_there_is(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line names them itself, so that help needs no engine."""
    from threadproof.engines.covering.ladder import RUNGS
    from threadproof.rules import RULES
    from threadproof.smt.solver import ENCODINGS

    names = {"rule": ["ladder", *RULES], "interpolation": [*RUNGS], "encoding": [*ENCODINGS]}[option]
    assert cli.main(["verify", "--help"]) == 0
    shown = capsys.readouterr().out.split(f"--{option} {{", 1)[1].split("}", 1)[0]
    assert sorted("".join(shown.split()).split(",")) == sorted(names)


@pytest.mark.parametrize("option", ["--json", "--proof"])
def test_what_is_read_is_not_written_over(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = write_program(tmp_path, "SAFE")
    before = program.read_text()
    assert cli.main(["verify", str(program), option, str(program.parent / "." / program.name)]) == 1
    assert "it is what is read" in capsys.readouterr().err
    assert program.read_text() == before
    assert cli.main(["verify", str(program), "--json", "-", "--proof", "-"]) == 1


def test_closed_streams(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text("int main(void) { return 0; }\n")
    for closed in ("1", "2", "0"):
        command = f"exec {sys.executable} -m threadproof verify {program} {closed}>&-"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, "Traceback" in done.stdout + done.stderr) == (0, False)


def test_properties_of_a_task_that_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, task = write_program(tmp_path, "SAFE"), tmp_path / "task.yml"
    (tmp_path / "calls.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )")
    (tmp_path / "race.prp").write_text("CHECK( init(main()), LTL(G ! data-race) )")
    files = "".join([f"  - property_file: {name}.prp\n    expected_verdict: true\n" for name in ("race", "calls")])
    task.write_text(f"format_version: '2.0'\ninput_files: {program.name}\nproperties:\n{files}")
    cli.main(["verify", str(task)])
    assert "the task also asks no-data-race; --property all answers each" in capsys.readouterr().err
    cli.main(["verify", str(task), "--property", "no-data-race"])
    assert "also asks" not in capsys.readouterr().err
