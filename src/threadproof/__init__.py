"""threadproof proves multi-threaded C programs correct, or breaks them with a schedule you can replay.

>>> import threadproof
>>> threadproof.verify("lock.c", property="unreach-call").verdict
>>> threadproof.verify(["main.c", "queue.c"]).verdict
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadproof.errors import InputError, ThreadproofError, UsageError
from threadproof.options import DATA_MODELS, Options
from threadproof.records import replace
from threadproof.result.result import Result
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

if TYPE_CHECKING:
    from threadproof.ir.program import Program

__all__ = [
    "InputError", "Options", "Result", "Safe", "ThreadproofError", "Unknown", "Unsafe", "UsageError", "Verdict",
    "load", "verify", "verify_each",
]  # fmt: skip


#: what values of a field of `Options` may be, by the words of its annotation
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,), "int": (int,), "float": (int, float), "bool": (bool,), "Path": (str, Path), "None": (type(None),),
}  # fmt: skip


def _is_of(value: object, annotation: str) -> bool:
    if annotation.startswith("list["):
        return isinstance(value, list | tuple) and all(_is_of(x, annotation[5:-1]) for x in value)
    kinds = [_TYPES[word] for word in annotation.split(" | ")]
    return (bool,) in kinds if isinstance(value, bool) else any(isinstance(value, k) for k in kinds)


def _options(settings: dict[str, Any]) -> Options:
    from threadproof.engines import OPTIONS

    fields = Options.__dataclass_fields__
    if isinstance(settings.get("threads"), int) and not isinstance(settings["threads"], bool):
        settings["threads"] = str(settings["threads"])
    for name, value in settings.items():
        if name in OPTIONS:
            continue  # (the engine knows)
        if name not in fields or name == "chosen":
            known = [f for f in fields if f != "chosen"]
            raise UsageError(f"unknown option {name}", hint=f"one of: {', '.join([*known, *OPTIONS])}")
        if not _is_of(value, str(fields[name].type)):
            raise UsageError(f"option {name} is no {fields[name].type}: {value!r}")
    options = Options.make(**settings)
    options.defines = list(options.defines)
    options.thread = list(options.thread)
    options.include_dirs = [Path(folder) for folder in options.include_dirs]
    options.stub = [Path(file) for file in options.stub]
    for name, value in options.chosen.items():
        if OPTIONS[name].type is Path and isinstance(value, str):
            options.chosen[name] = Path(value)
    return options


def _resolved(program: str | Path | Sequence[str | Path], settings: dict[str, Any]) -> tuple[Path, Options]:
    """The program and the options; a task definition gives what the settings do not."""
    from threadproof import plugins
    from threadproof.frontend import task

    plugins.load()
    files = _files(program)
    if isinstance(settings.get("property"), Path):
        settings["property"] = str(settings["property"])
    options = _options(settings)
    if options.data_model not in DATA_MODELS:
        raise UsageError(f"unknown data model {options.data_model!r}", hint=f"one of: {', '.join(DATA_MODELS)}")
    chosen = settings.get("property"), settings.get("data_model")
    path, others, options.property, options.data_model = task.resolve(files, *chosen)
    options.files = [*others, *map(Path, options.files)]
    return path, options


def _files(program: str | Path | Sequence[str | Path]) -> list[Path]:
    files = list(program) if isinstance(program, list | tuple) else [program]
    odd = [f for f in files if not isinstance(f, str | Path)]
    if odd or not files:
        raise UsageError(f"no path: {odd[0] if odd else program!r}")
    return [Path(str(f)) for f in files]


def verify(
    path: str | Path | Sequence[str | Path],
    *,
    property: str | Path | None = None,
    engine: str = "auto",
    data_model: str | None = None,
    timeout: float | None = None,
    memory_limit: int | None = None,
    threads: int | str | None = None,
    defines: Sequence[str] = (),
    include_dirs: Sequence[str | Path] = (),
    check_proof: bool = False,
    isolated: bool = False,
    **settings: Any,
) -> Result:
    """Decide a property of the program in a C file or in several, or in those of a task definition (.yml).

    path            of the file; or a list of them; or of a compile_commands.json
    property        its name, or a .prp file
    timeout         seconds
    memory_limit    megabytes
    check_proof     check the proof of a Safe at once
    isolated        work in a process of its own, which is killed when its time is over, whatever solvers do
    settings        other fields of `Options`, and options of engines (`threadproof verify --help` lists them)
    """
    from threadproof import pipeline

    given = {"property": property, "data_model": data_model, "threads": threads}
    settings |= {name: value for name, value in given.items() if value is not None}
    settings |= {"engine": engine, "timeout": timeout, "memory_limit": memory_limit}
    settings |= {"defines": defines, "include_dirs": include_dirs}
    program, options = _resolved(path, settings)
    decide = pipeline.verify_apart if _is_true("isolated", isolated) else pipeline.verify
    return decide(program, options, check_with=_checker(check_proof))


def verify_each(
    path: str | Path | Sequence[str | Path],
    properties: Sequence[str] = (),
    *,
    check_proof: bool = False,
    isolated: bool = False,
    **settings: Any,
) -> dict[str, Result]:
    """Decide several properties of a program, which is read once; none are named: all that it may have, or its
    task asks for.

    Everything else is as for `verify`; the time limit is for each.
    """
    from threadproof import frontend, pipeline
    from threadproof.frontend import task

    is_list = isinstance(properties, Sequence) and not isinstance(properties, str)
    if not is_list or "property" in settings or not all(isinstance(name, str) for name in properties):
        raise UsageError("the properties are no list of names")
    program, options = _resolved(path, settings)
    parsed = frontend.parse(program, options)
    names = [task.resolve_property(name) for name in properties] or frontend.questions(_files(path)[0], parsed)
    decide = pipeline.verify_apart if _is_true("isolated", isolated) else pipeline.verify
    return {
        name: decide(program, replace(options, property=name), check_with=_checker(check_proof), parsed=parsed)
        for name in names
    }


def _checker(check_proof: bool) -> str | None:
    from threadproof import pipeline

    return pipeline.CHECKER if _is_true("check_proof", check_proof) else None


def _is_true(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"option {name} is no bool: {value!r}")
    return value


def load(path: str | Path | Sequence[str | Path], **settings: Any) -> Program:
    """The program model of a C file or of several, before any pass."""
    from threadproof import frontend

    return frontend.load(*_resolved(path, settings))
