"""Results of bench runs in SQLite. Every result is committed at once, so a run can be continued after a stop."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from threadproof.errors import InputError, UsageError
from threadproof.records import dataclass, field

DEFAULT_DB = "threadproof-bench.sqlite"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    name TEXT PRIMARY KEY, created TEXT NOT NULL, options TEXT NOT NULL, version TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS results (
    run TEXT NOT NULL REFERENCES runs(name), task TEXT NOT NULL, suite TEXT NOT NULL, property TEXT NOT NULL,
    expected TEXT NOT NULL, verdict TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
    wall REAL NOT NULL, cpu REAL NOT NULL, memory REAL NOT NULL, exit_code INTEGER, statistics TEXT NOT NULL,
    PRIMARY KEY (run, task, property)
);
"""
_COLUMNS = "task, suite, property, expected, verdict, result, reason, detail, wall, cpu, memory, exit_code, statistics"


@dataclass(frozen=True, slots=True)
class Result:
    """One task's outcome. `verdict` is true, false, unknown, or error when there was no answer at all."""

    task: str
    suite: str
    property: str
    expected: str
    verdict: str
    #: BenchExec's word: true, false(unreach-call), unknown, ERROR
    result: str
    reason: str = ""
    detail: str = ""
    #: seconds
    wall: float = 0.0
    cpu: float = 0.0
    #: peak resident memory in MB
    memory: float = 0.0
    #: negative: the signal that ended it
    exit_code: int = 0
    statistics: dict[str, Any] = field(default_factory=dict)


class Store:
    """An open results file. Use it as a context manager."""

    def __init__(self, path: Path, *, create: bool = True):
        if not create and not path.is_file():
            raise UsageError(f"no results file {path}")
        self.path = path
        try:
            self._db = sqlite3.connect(path, timeout=30)
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise InputError(f"not a results file: {error}", file=str(path)) from None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._db.close()

    def run_names(self) -> list[str]:
        """All runs, the newest last."""
        return [str(name) for (name,) in self._db.execute("SELECT name FROM runs ORDER BY created, rowid")]

    def begin(self, name: str, options: Mapping[str, Any], version: str, *, resume: bool) -> set[tuple[str, str]]:
        """Start or continue a run; returns the (task, property) pairs that are already done."""
        wanted = json.dumps(options, sort_keys=True)
        row = self._db.execute("SELECT options FROM runs WHERE name = ?", (name,)).fetchone()
        if row is None:
            created = datetime.now().astimezone().isoformat(timespec="seconds")
            with self._db:
                self._db.execute("INSERT INTO runs VALUES (?, ?, ?, ?)", (name, created, wanted, version))
            return set()
        if not resume:
            raise UsageError(
                f"there is a run {name} in {self.path}", hint="continue it with --resume, or choose --name"
            )
        if row[0] != wanted:
            raise UsageError(
                f"run {name} has other settings, so its results cannot be continued",
                hint=f"it has {row[0]}, now asked for {wanted}; choose another --name",
            )
        done = self._db.execute("SELECT task, property FROM results WHERE run = ?", (name,))
        return {(str(task), str(property)) for task, property in done}

    def add(self, run: str, result: Result) -> None:
        values = (
            run, result.task, result.suite, result.property, result.expected, result.verdict, result.result,
            result.reason, result.detail, result.wall, result.cpu, result.memory, result.exit_code,
            json.dumps(result.statistics, default=str),
        )  # fmt: skip
        with self._db:
            self._db.execute(f"INSERT OR REPLACE INTO results (run, {_COLUMNS}) VALUES ({'?, ' * 13}?)", values)

    def results(self, run: str) -> list[Result]:
        if run not in self.run_names():
            known = ", ".join(self.run_names()) or "none"
            raise UsageError(f"no run {run} in {self.path}", hint=f"runs there: {known}")
        query = f"SELECT {_COLUMNS} FROM results WHERE run = ? ORDER BY suite, task, property"
        return [Result(*(*row[:-1], json.loads(row[-1]))) for row in self._db.execute(query, (run,))]


def load_run(reference: str, db: Path) -> tuple[str, list[Result]]:
    """The run that `reference` names: a run in `db`, a results file (its newest run), or FILE:RUN."""
    if Path(db).is_file():
        with Store(db, create=False) as store:
            if reference in store.run_names():
                return reference, store.results(reference)
    file, colon, run = reference.rpartition(":")
    if Path(reference).is_file():
        with Store(Path(reference), create=False) as store:
            names = store.run_names()
            if not names:
                raise UsageError(f"there is no run in {reference}")
            return f"{reference}:{names[-1]}", store.results(names[-1])
    if colon and Path(file).is_file():
        with Store(Path(file), create=False) as store:
            return reference, store.results(run)
    raise UsageError(f"{reference} is neither a run in {db} nor a results file")
