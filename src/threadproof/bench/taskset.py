"""Collect what to run: task files, folders of them, or an index table. One `BenchTask` per program and property."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from threadproof.errors import InputError, UsageError
from threadproof.frontend.task import load_task
from threadproof.options import DATA_MODELS, TASK_SUFFIXES
from threadproof.properties import PROPERTIES
from threadproof.records import dataclass

INDEX_NAME = "INDEX.tsv"
_VERDICT = re.compile(r"true|false(\([\w-]+\))?")


@dataclass(frozen=True, slots=True)
class BenchTask:
    #: the name under which results are stored and compared: does not depend on the working directory
    task: str
    suite: str
    program: Path
    property: str
    #: true, false, or false(valid-deref) and the like
    expected: str
    data_model: str = "ILP32"
    defines: tuple[str, ...] = ()
    #: the program's other files
    files: tuple[Path, ...] = ()
    #: the expected verdict is that of a tool for which every statement is one step
    atomic_statements: bool = False


def collect(paths: Sequence[Path], properties: Sequence[str] = (), suite: str | None = None) -> list[BenchTask]:
    """All tasks under `paths` with an expected verdict for one of `properties` (none: all) and a matching suite."""
    try:
        pattern = re.compile(suite or "")
    except re.error as error:
        raise UsageError(f"--suite {suite}: not a regular expression: {error}") from None
    found: dict[tuple[str, str], BenchTask] = {}
    for task in _collect_all(paths):
        if (properties and task.property not in properties) or not pattern.search(task.suite):
            continue
        known = found.setdefault((task.task, task.property), task)
        if known.program.resolve() != task.program.resolve():
            raise UsageError(f"two tasks have the name {task.task}: {known.program} and {task.program}")
    return list(found.values())


def read_index(path: Path) -> Iterator[BenchTask]:
    """The rows of an index: path, suite, one column per property, data_model, note."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=str(path)) from None
    header = lines[0].split("\t") if lines else []
    missing = {"path", "suite"} - set(header)
    if missing:
        raise InputError(f"not an index: no column {' and '.join(sorted(missing))}", file=str(path), line=1)
    columns = [name for name in header if name in PROPERTIES]
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        row = dict(zip(header, line.split("\t"), strict=False))
        data_model = row.get("data_model", "") or "ILP32"
        if data_model not in DATA_MODELS:
            raise InputError(f"data_model {data_model} is not one of {DATA_MODELS}", file=str(path), line=number)
        for name in columns:
            expected = row.get(name, "").strip()
            if not expected:
                continue
            if _VERDICT.fullmatch(expected) is None:
                raise InputError(f"{expected!r} is not a verdict", file=str(path), line=number)
            yield BenchTask(
                task=row["path"],
                suite=row["suite"],
                program=path.parent / row["path"],
                property=name,
                expected=expected,
                data_model=data_model,
                defines=_read_defines(row.get("note", "")),
                atomic_statements=_is_satabs(row.get("note", "")),
            )


def _collect_all(paths: Iterable[Path]) -> Iterator[BenchTask]:
    for path in paths:
        if path.is_dir():
            yield from _read_folder(path)
        elif not path.exists():
            raise UsageError(f"no such file or folder: {path}")
        elif path.suffix == ".tsv":
            yield from read_index(path)
        elif path.suffix in TASK_SUFFIXES:
            yield from _read_task(path, path.resolve().parent.name)
        else:
            raise UsageError(f"{path} is neither a folder, a task file (.yml) nor an index (.tsv)")


def _read_folder(folder: Path) -> Iterator[BenchTask]:
    """An index speaks for its whole folder; without one, every task file below counts."""
    if (folder / INDEX_NAME).is_file():
        yield from read_index(folder / INDEX_NAME)
        return
    files = sorted(file for file in folder.rglob("*") if file.suffix in TASK_SUFFIXES and file.is_file())
    if not files:
        raise UsageError(f"no task files (.yml) and no {INDEX_NAME} in {folder}")
    root = folder.resolve()
    for file in files:
        yield from _read_task(file, (Path(root.name) / file.parent.relative_to(folder)).as_posix())


def _read_task(file: Path, suite: str) -> Iterator[BenchTask]:
    task = load_task(file)
    for entry in task.properties:
        if isinstance(
            entry.problem, InputError
        ):  # one that we do not know is left out, one that is missing is a mistake
            raise entry.problem
        if entry.name is not None and entry.expected is not None:
            yield BenchTask(
                task=f"{suite}/{file.name}",
                suite=suite,
                program=task.input_file,
                property=entry.name,
                expected=str(entry.expected),
                data_model=task.data_model,
                files=task.input_files[1:],
            )


def _read_defines(note: str) -> tuple[str, ...]:
    """`CORE args:-DSATABS --concurrency` gives SATABS; the other flags are another tool's."""
    _, found, flags = note.partition("args:")
    if not found:
        return ()
    return tuple(flag[2:] for flag in flags.split() if flag.startswith("-D") and len(flag) > 2)


def _is_satabs(note: str) -> bool:
    """SatAbs, whose command line the note quotes, executes every statement and every assertion in one step."""
    return "--concurrency" in note.partition("args:")[2].split()
