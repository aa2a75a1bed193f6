"""One bench run from start to report: skip what is done, run the rest, store each result, show progress."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TextIO

from threadproof.bench import report
from threadproof.bench.runner import Settings, run_tasks
from threadproof.bench.store import Result, Store
from threadproof.bench.taskset import BenchTask
from threadproof.output.console import ProgressLine

#: seconds between status lines when there is no terminal to rewrite a line on
_STATUS_INTERVAL = 30.0


def default_name(settings: Settings) -> str:
    return f"{settings.engine}-{datetime.now():%Y%m%d-%H%M%S}"


def run_bench(
    tasks: Sequence[BenchTask],
    settings: Settings,
    *,
    db: Path,
    name: str,
    jobs: int = 1,
    resume: bool = False,
    version: str = "",
    log: TextIO,
) -> list[Result]:
    """Run `tasks` and return all results of the run for them, those of an earlier part included."""
    with Store(db) as store:
        done = store.begin(name, settings.as_dict(), version, resume=resume)
        rest = [task for task in tasks if (task.task, task.property) not in done]
        if len(rest) < len(tasks):
            print(f"run {name}: {len(tasks) - len(rest)} tasks are done, {len(rest)} to go", file=log)
        status = _Status(log, len(rest))
        with (
            _stop_on_signals() as stop,
            closing(run_tasks(rest, settings, jobs=jobs, should_stop=lambda: stop.is_asked)) as results,
        ):
            for result in results:
                store.add(name, result)
                status.add(result)
        status.clear()
        if stop.is_asked:
            raise KeyboardInterrupt(f"{status.count} of {len(rest)} tasks done; continue with --name {name} --resume")
        wanted = {(task.task, task.property) for task in tasks}
        return [result for result in store.results(name) if (result.task, result.property) in wanted]


class _Stop:
    """A plain flag: a lock, as in threading.Event, could be held by the very code that a signal interrupts."""

    is_asked = False

    def ask(self, number: int, frame: FrameType | None) -> None:
        self.is_asked = True


@contextmanager
def _stop_on_signals() -> Iterator[_Stop]:
    """Ctrl-C and SIGTERM only set the flag, so that no result and no process is lost half-way."""
    stop = _Stop()
    previous = {number: signal.signal(number, stop.ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


class _Status:
    """Counts as they come; a wrong verdict is shown at once."""

    def __init__(self, log: TextIO, total: int):
        self._log = log
        self._total = total
        self._line = ProgressLine(log)
        self._next = time.monotonic() + _STATUS_INTERVAL
        self._right = self._wrong = self.count = 0

    def add(self, result: Result) -> None:
        self.count += 1
        kind = report.classify(result)
        self._right += kind.startswith("right")
        if kind.startswith("wrong") or kind == report.ERROR:
            self._wrong += kind.startswith("wrong")
            self._line.clear()
            what = f"{result.result}, expected {result.expected}" if kind != report.ERROR else result.reason
            print(f"{kind.upper()}: {result.task} {result.property}: {what}", file=self._log, flush=True)
        undecided = self.count - self._right - self._wrong
        text = f"[{self.count}/{self._total}] {self._right} right, {self._wrong} wrong, {undecided} undecided"
        self._line(f"{text}  {result.task}")
        if not self._line.is_live and time.monotonic() > self._next:
            self._next = time.monotonic() + _STATUS_INTERVAL
            print(text, file=self._log, flush=True)

    def clear(self) -> None:
        self._line.clear()
