"""SV-COMP task definitions (`task.yml`) and property files (`.prp`): what to verify, and the expected verdict.

Entry points: `load_task`, `load_property`, `resolve_property`. Running the task is left to the caller.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from threadproof.errors import InputError, ThreadproofError, UsageError
from threadproof.options import DATA_MODELS, DATABASE_SUFFIX, TASK_SUFFIXES
from threadproof.patterns import pattern
from threadproof.properties import PROGRESS, PROPERTIES, UNREACH_CALL, is_name
from threadproof.records import dataclass

LANGUAGES = ("C", "SCPL")
#: of names of files that are whole programs
_WHOLE = (".scpl", DATABASE_SUFFIX)
#: of C text that nobody has preprocessed
_SOURCES = (".c", ".h")

_CHECK = pattern(r"CHECK\(\s*init\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\((.*)\)\s*\)")


@dataclass(frozen=True, slots=True)
class Expected:
    """`holds` is the verdict; `subproperty` names the violated part (valid-deref, ...) where the task says so."""

    holds: bool
    subproperty: str = ""

    def __str__(self) -> str:
        word = "true" if self.holds else "false"
        return f"{word}({self.subproperty})" if self.subproperty and not self.holds else word


@dataclass(frozen=True, slots=True)
class TaskProperty:
    """One entry of `properties:`. `name` is None when we cannot check it, and `problem` then says why."""

    file: Path
    name: str | None
    expected: Expected | None
    problem: ThreadproofError | None = None


@dataclass(frozen=True, slots=True)
class Task:
    path: Path
    input_files: tuple[Path, ...]
    data_model: str
    properties: tuple[TaskProperty, ...]

    @property
    def input_file(self) -> Path:
        return self.input_files[0]

    def choose_property(self) -> str:
        """The property to check when the user named none: unreach-call if it is there, else the first we support."""
        if any(entry.name == UNREACH_CALL.name for entry in self.properties):
            return UNREACH_CALL.name
        for entry in self.properties:
            if isinstance(entry.problem, InputError):  # a file that is missing, or no property
                raise entry.problem
            if entry.name is not None:
                return entry.name
        for entry in self.properties:
            if entry.problem is not None:
                raise entry.problem
        raise InputError("the task names no property", file=str(self.path), hint="choose one with --property")


def resolve(files: Sequence[Path], property_: str | None, data_model: str | None) -> tuple[Path, list[Path], str, str]:
    """Program, its other files, property and data model: a task definition gives what nobody has chosen."""
    for path in files:
        check_readable(path)
    first = files[0]
    if len(files) > 1 and (odd := [p for p in files if p.suffix in (*TASK_SUFFIXES, *_WHOLE)]):
        raise UsageError(f"{odd[0]} is a program of its own", hint="several files of a program are C files")
    if first.suffix in TASK_SUFFIXES:
        task = load_task(first)
        files, data_model = task.input_files, data_model or task.data_model
        for path in files:
            check_readable(path)
        property_ = task.choose_property() if property_ is None else property_
    elif first.suffix == DATABASE_SUFFIX and data_model is None:
        from threadproof.frontend.project import Database

        data_model = Database(first).data_model()
    first, *others = sorted(files)  # (whoever names them in another order means the same)
    name = resolve_property(UNREACH_CALL.name if property_ is None else property_)
    return first, others, name, data_model or usual_data_model(first)


def usual_data_model(path: Path) -> str:
    """C text is for this machine; what was preprocessed was so elsewhere, mostly for verification, with 32 bits."""
    return DATA_MODELS[path.suffix in _SOURCES and sys.maxsize > 2**32]


def check_readable(path: Path) -> None:
    try:
        if path.is_dir():
            raise InputError("is a folder, not a program", file=str(path))
        if path.is_file() or not path.exists():  # (what a pipe has to say is said once)
            with path.open("rb"):
                pass
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=str(path)) from None


def resolve_property(text: str) -> str:
    """The property that `--property TEXT` means: a name, or the path of a `.prp` file."""
    if is_name(text):
        return text
    if text.endswith(".prp"):
        return load_property(Path(text))
    raise UsageError(
        f"unknown property {text!r}", hint=f"choose one of {', '.join(PROPERTIES)}, {PROGRESS}FUNCTION, or a .prp file"
    )


def load_property(path: Path) -> str:
    """The name of the property that a `.prp` file defines."""
    return parse_property(_read(path), str(path))


def parse_property(text: str, file: str) -> str:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    formulas: set[str] = set()
    for number, line in lines:
        if not line:
            continue
        match = _CHECK.fullmatch(line)
        if match is None:
            if line.startswith("COVER"):
                raise UsageError(f"property is not supported: {line}", file=file, line=number, hint=_supported())
            raise InputError(f"not a property: {line[:80]}", file=file, line=number)
        if match[1] != "main":
            raise UsageError(f"the entry function must be main, not {match[1]}", file=file, line=number)
        formulas.add(_normal(match[2]))
    if not formulas:
        raise InputError("the property file is empty", file=file)
    for p in PROPERTIES.values():
        if formulas in p.formulas:
            return p.name
    # A part of valid-memsafety is refused, too: a violation of another part would be a wrong "false".
    raise UsageError(f"property is not supported: {', '.join(sorted(formulas))}", file=file, hint=_supported())


def load_task(path: Path) -> Task:
    """Read a task definition of format 1.0 or 2.x. Properties we cannot check are kept, with their problem."""
    import yaml

    file = str(path)
    try:
        # (the loader in C is ten times as fast, and not everywhere)
        data: Any = yaml.load(_read(path), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        message = getattr(error, "problem", None) or "cannot be read"
        line = mark.line + 1 if mark is not None else None
        raise InputError(f"not YAML: {message}", file=file, line=line) from None
    except (ValueError, RecursionError) as error:  # PyYAML lets these through, e.g. for an impossible date
        raise InputError(f"not YAML: {error}", file=file) from None
    if not isinstance(data, dict) or "input_files" not in data:
        raise InputError("not a task definition: input_files is missing", file=file)
    version = str(data.get("format_version", ""))
    if version != "1.0" and not version.startswith("2."):
        raise InputError(f"format_version {version or '(none)'} is not supported, only 2.0", file=file)
    language, data_model = _read_options(data, file)
    if language not in LANGUAGES:
        raise InputError(f"the task's language is {language}, not one of {', '.join(LANGUAGES)}", file=file)
    entries = data.get("properties") or []
    if not isinstance(entries, list):
        raise InputError("properties is not a list", file=file)
    properties = tuple(_read_entry(entry, path) for entry in entries)
    inputs = tuple(path.parent / name for name in _read_inputs(data["input_files"], file))
    return Task(path, inputs, data_model, properties)


def _read_inputs(value: Any, file: str) -> list[str]:
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name for name in names):
        raise InputError("input_files are no names of files", file=file)
    return names


def _read_options(data: dict[Any, Any], file: str) -> tuple[str, str]:
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise InputError("options is not a mapping", file=file)
    data_model = options.get("data_model", "ILP32")
    if data_model not in DATA_MODELS:
        raise InputError(f"data_model {data_model} is not one of {', '.join(DATA_MODELS)}", file=file)
    return str(options.get("language", "C")), str(data_model)


def _read_entry(entry: Any, task: Path) -> TaskProperty:
    if not isinstance(entry, dict) or not isinstance(entry.get("property_file"), str):
        raise InputError("an entry of properties has no property_file", file=str(task))
    verdict, part = entry.get("expected_verdict"), entry.get("subproperty")
    if verdict is not None and not isinstance(verdict, bool):
        raise InputError(f"expected_verdict {verdict!r} is neither true nor false", file=str(task))
    expected = None if verdict is None else Expected(verdict, "" if part is None else str(part))
    file = task.parent / entry["property_file"]
    try:
        return TaskProperty(file, load_property(file), expected)
    except ThreadproofError as problem:
        return TaskProperty(file, None, expected, problem)


def _normal(formula: str) -> str:
    """One spelling per formula: `G! call( f() )` becomes `G ! call(f())`."""
    text = re.sub(r"\s*([()!])\s*", r"\1", " ".join(formula.split()))
    return re.sub(r"^G!", "G ! ", text)


def _supported() -> str:
    return "supported: " + ", ".join(PROPERTIES)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", file=str(path)) from None
