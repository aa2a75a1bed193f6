"""Run tasks in processes of their own, several at a time, each under hard limits of time and memory.

One thread watches all processes and ends them all when asked to stop. Entry point: `run_tasks`.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

from threadproof.bench.store import Result
from threadproof.bench.taskset import BenchTask
from threadproof.records import dataclass, field

#: seconds past the time limit after which a process is killed; it should have answered "timeout" by itself
GRACE = 3.0
#: MB past the memory limit that the process may use to report that it ran out of memory
MEMORY_SLACK = 256
_POLL = 0.01
_COMMAND = (sys.executable, "-m", "threadproof")


@dataclass(frozen=True, slots=True)
class Settings:
    """What every task of a run is called with."""

    engine: str = "auto"
    timeout: float = 20.0
    #: MB
    memory_limit: int = 2000
    #: further arguments of `verify`, such as --reduction none
    extra: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "timeout": self.timeout,
            "memory_limit": self.memory_limit,
            "extra": list(self.extra),
        }


def run_tasks(
    tasks: Sequence[BenchTask],
    settings: Settings,
    *,
    jobs: int = 1,
    should_stop: Callable[[], bool] = lambda: False,
    command: Sequence[str] = _COMMAND,
) -> Generator[Result, None, None]:
    """Yield each task's result as it comes. Closing the generator, or `should_stop`, kills what still runs.

    A signal handler should set what `should_stop` reads, not raise: an exception while a process is being started
    would leave that process behind.
    """
    waiting = deque(tasks)
    running: list[_Job] = []
    with tempfile.TemporaryDirectory(prefix="threadproof-bench-") as folder:
        try:
            while (waiting or running) and not should_stop():
                while waiting and len(running) < jobs:
                    running.append(_Job(waiting.popleft(), settings, command, Path(folder)))
                finished = [job for job in running if job.is_finished()]
                for job in finished:
                    running.remove(job)
                    yield job.collect()
                if not finished:
                    time.sleep(_POLL)
        finally:
            for job in running:
                job.kill()
                job.reap()


class _Job:
    """One running process, the leader of its own process group."""

    _count = 0

    def __init__(self, task: BenchTask, settings: Settings, command: Sequence[str], folder: Path):
        _Job._count += 1
        self._task = task
        self._settings = settings
        self._report = folder / f"{_Job._count}.json"
        self._errors = folder / f"{_Job._count}.err"
        self._is_overdue = False
        arguments = build_arguments(task, settings, self._report)
        self._started = time.monotonic()
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [*command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                env=_environment(),
            )
        self._set_limits()

    def _set_limits(self) -> None:
        if not hasattr(resource, "prlimit"):
            return
        seconds = math.ceil(self._settings.timeout + GRACE)
        memory = (self._settings.memory_limit + MEMORY_SLACK) * 1024 * 1024
        try:
            resource.prlimit(self._process.pid, resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.prlimit(self._process.pid, resource.RLIMIT_AS, (memory, memory))
        except (ProcessLookupError, PermissionError, ValueError):
            pass  # already gone, or under a stricter limit: the time limit below still holds

    def is_finished(self) -> bool:
        if time.monotonic() - self._started > self._settings.timeout + GRACE and not self._is_overdue:
            self._is_overdue = True
            self.kill()
        # WNOWAIT leaves the process as a zombie: its group's number cannot be reused before `reap`.
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def reap(self) -> resource.struct_rusage:
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return usage

    def collect(self) -> Result:
        wall = time.monotonic() - self._started
        self.kill()  # children it may have left behind
        usage = self.reap()
        code = self._process.returncode
        answer = _read_answer(self._report, self._errors, code, self._is_overdue)
        self._report.unlink(missing_ok=True)
        self._errors.unlink(missing_ok=True)
        return Result(
            task=self._task.task,
            suite=self._task.suite,
            property=self._task.property,
            expected=self._task.expected,
            verdict=answer.verdict,
            result=answer.result,
            reason=answer.reason,
            detail=answer.detail,
            wall=round(wall, 3),
            cpu=round(usage.ru_utime + usage.ru_stime, 3),
            memory=round(usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024), 1),
            exit_code=code,
            statistics=answer.statistics,
        )


def build_arguments(task: BenchTask, settings: Settings, report: Path) -> list[str]:
    """The `verify` command line of a task."""
    return [
        "verify", *map(str, (task.program, *task.files)),
        "--property", task.property, "--data-model", task.data_model,
        "--engine", settings.engine, "--timeout", f"{settings.timeout:g}",
        "--memory-limit", str(settings.memory_limit), "--json", str(report),
        *(f"-D{define}" for define in task.defines), *(["--atomic-statements"] if task.atomic_statements else []),
        *settings.extra,
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Answer:
    verdict: str
    result: str
    reason: str = ""
    detail: str = ""
    statistics: dict[str, Any] = field(default_factory=dict)


_VERDICT_OF_CODE = {0: "true", 10: "false", 5: "unknown"}
_REASON_OF_CODE = {1: "wrong usage", 2: "input not valid", 6: "internal error"}


def _read_answer(report: Path, errors: Path, code: int, is_overdue: bool) -> _Answer:
    """The verdict counts only when the report and the exit code agree."""
    if is_overdue or code == -signal.SIGXCPU:
        return _Answer("unknown", "unknown", "timeout", "killed: did not stop at the time limit")
    said = errors.read_text(encoding="utf-8", errors="replace").strip()
    if code in _VERDICT_OF_CODE:
        try:
            data = json.loads(report.read_text(encoding="utf-8"))
            verdict, result = str(data["verdict"]), str(data["result"])
            reason, detail, statistics = str(data["reason"]), str(data["detail"]), dict(data["statistics"])
            if "proof_check" in data:
                statistics["proof_check"] = data["proof_check"]["result"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            return _Answer("error", "ERROR", "no report", f"exit code {code}: {error!r}")
        if verdict != _VERDICT_OF_CODE[code]:
            return _Answer("error", "ERROR", "internal error", f"report says {verdict}, exit code is {code}")
        return _Answer(verdict, result, reason, detail, statistics)
    if code == -signal.SIGKILL:
        return _Answer("unknown", "unknown", "out of memory", "killed from outside")
    if code < 0:
        return _Answer("error", "ERROR", f"crash: {_signal_name(-code)}", said[-500:])
    return _Answer("error", "ERROR", _REASON_OF_CODE.get(code, f"exit code {code}"), said[:500])


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _environment() -> dict[str, str]:
    """The process must find this very package, however it came to be importable here."""
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
