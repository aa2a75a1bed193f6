"""Tasks in processes of their own, over a stub of the pipeline; runs that are stopped and continued."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

import threadproof
from threadproof.bench import runner, session
from threadproof.bench.runner import Settings, build_arguments, run_tasks
from threadproof.bench.store import Result, Store
from threadproof.bench.taskset import BenchTask
from threadproof.errors import UsageError

STUB = Path(__file__).parents[1] / "stub_pipeline.py"
SOURCE = Path(threadproof.__file__).parents[1]
COMMAND = (sys.executable, str(STUB))


def make_tasks(folder: Path, *words: str, property: str = "unreach-call") -> list[BenchTask]:
    tasks = []
    for number, word in enumerate(words):
        program = folder / f"{number}.c"
        program.write_text(word)
        tasks.append(BenchTask(f"s/{number}.c", "s", program, property, "true"))
    return tasks


def run(tasks: list[BenchTask], settings: Settings | None = None, jobs: int = 2) -> dict[str, Result]:
    results = run_tasks(tasks, settings or Settings(timeout=10), jobs=jobs, command=COMMAND)
    return {result.task: result for result in results}


def test_verdicts(tmp_path: Path) -> None:
    results = run(make_tasks(tmp_path, "SAFE", "UNSAFE", "WHAT", "INVALID", "BUG", "DEAD"))
    found = [results[f"s/{number}.c"] for number in range(6)]
    assert [(result.verdict, result.result, result.exit_code) for result in found] == [
        ("true", "true", 0),
        ("false", "false(unreach-call)", 10),
        ("unknown", "unknown", 5),
        ("error", "ERROR", 2),
        ("error", "ERROR", 6),
        ("error", "ERROR", 6),
    ]
    reasons = ["", "", "not understood", "input not valid", "internal error", "internal error"]
    assert [result.reason for result in found] == reasons
    assert found[0].statistics == {"states": 1234}
    assert found[0].cpu > 0.01
    assert found[0].memory > 5
    assert found[0].wall > 0.01
    assert "expected ';'" in found[3].detail
    assert "native code crashed (SIGSEGV)" in found[5].detail


def test_part_of_memsafety(tmp_path: Path) -> None:
    results = run(make_tasks(tmp_path, "UNSAFE", property="valid-memsafety"))
    assert results["s/0.c"].result == "false(valid-deref)"


def test_time_and_memory_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "GRACE", 1.5)
    results = run(make_tasks(tmp_path, "HANG", "HOG", "FROZEN"), Settings(timeout=2.0, memory_limit=300), jobs=3)
    assert [(results[f"s/{n}.c"].verdict, results[f"s/{n}.c"].reason) for n in range(3)] == [
        ("unknown", "timeout"),
        ("unknown", "out of memory"),
        ("unknown", "timeout"),
    ]
    assert results["s/0.c"].exit_code == 5
    assert results["s/2.c"].exit_code == -signal.SIGKILL
    assert "killed" in results["s/2.c"].detail


def test_report_and_exit_code_must_agree(tmp_path: Path) -> None:
    script = tmp_path / "liar.py"
    script.write_text(
        "import sys; open(sys.argv[sys.argv.index('--json') + 1], 'w').write("
        """'{"verdict": "false", "result": "false", "reason": "", "detail": "", "statistics": {}}')"""
    )
    tasks = make_tasks(tmp_path, "x")
    liar = next(iter(run_tasks(tasks, Settings(), command=(sys.executable, str(script)))))
    assert (liar.verdict, liar.reason) == ("error", "internal error")
    script.write_text("")
    mute = next(iter(run_tasks(tasks, Settings(), command=(sys.executable, str(script)))))
    assert (mute.verdict, mute.reason) == ("error", "no report")


def test_closing_kills_what_runs(tmp_path: Path) -> None:
    children = _children()
    with closing(run_tasks(make_tasks(tmp_path, "SAFE", "HANG"), Settings(), jobs=2, command=COMMAND)) as results:
        assert next(results).verdict == "true"
        assert len(_children() - children) == 1
    assert _children() == children


def _children() -> set[str]:
    task = f"/proc/self/task/{os.getpid()}/children"
    if not os.path.exists(task):
        pytest.skip("needs the list of children in /proc")
    return set(Path(task).read_text().split())


def test_arguments() -> None:
    task = BenchTask("t", "s", Path("p.c"), "no-data-race", "true", "LP64", ("A", "B=1"))
    settings = Settings("explore", 7.5, 900, ("--reduction", "none"))
    line = "verify p.c --property no-data-race --data-model LP64 --engine explore --timeout 7.5 --memory-limit 900"
    expected = f"{line} --json r.json -DA -DB=1 --reduction none"
    assert build_arguments(task, settings, Path("r.json")) == expected.split()


@pytest.fixture
def stubbed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "run_tasks", lambda *a, **k: run_tasks(*a, **k, command=COMMAND))


@pytest.mark.usefixtures("stubbed")
def test_resume_runs_only_the_rest(tmp_path: Path) -> None:
    tasks = make_tasks(tmp_path, "SAFE", "UNSAFE", "WHAT")
    db, log = tmp_path / "r.sqlite", io.StringIO()
    first = session.run_bench(tasks[:2], Settings(), db=db, name="r", log=log)
    assert [result.verdict for result in first] == ["true", "false"]
    assert "WRONG FALSE: s/1.c unreach-call: false(unreach-call), expected true" in log.getvalue()
    with pytest.raises(UsageError, match="there is a run r"):
        session.run_bench(tasks, Settings(), db=db, name="r", log=log)
    with pytest.raises(UsageError, match="other settings"):
        session.run_bench(tasks, Settings(timeout=3), db=db, name="r", resume=True, log=log)
    tasks[0].program.write_text("BUG")
    log = io.StringIO()
    second = session.run_bench(tasks, Settings(), db=db, name="r", resume=True, log=log)
    assert [result.verdict for result in second] == ["true", "false", "unknown"]
    assert log.getvalue() == "run r: 2 tasks are done, 1 to go\n"


@pytest.mark.usefixtures("stubbed")
def test_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    tasks = make_tasks(tmp_path, "SAFE", "HANG")
    db = tmp_path / "r.sqlite"
    children = _children()

    def stop_when_stored() -> None:
        for _ in range(200):
            time.sleep(0.05)
            if db.exists():
                with Store(db) as store:
                    if "r" in store.run_names() and store.results("r"):
                        break
        os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=stop_when_stored)
    thread.start()
    with pytest.raises(KeyboardInterrupt, match="1 of 2 tasks done; continue with --name r --resume"):
        session.run_bench(tasks, Settings(timeout=30), db=db, name="r", log=io.StringIO())
    thread.join()
    assert _children() == children
    with Store(db) as store:
        assert [result.task for result in store.results("r")] == ["s/0.c"]


def test_the_package_is_a_command(tmp_path: Path) -> None:
    """The command that the runner uses; the rest needs the real pipeline."""
    result = subprocess.run(
        [sys.executable, "-m", "threadproof", "--version"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert result.returncode == 0
    assert result.stdout.startswith("threadproof ")
