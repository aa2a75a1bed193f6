"""The part of a report by which a violation can be executed again, from the C text: options, and every choice.

Entry points: `build_replay` and `read_replay`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from threadproof.errors import InputError
from threadproof.options import Options
from threadproof.output.shaping import read_options, written_options
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class ReplayFile:
    file: str
    options: Options
    #: numbers of what was chosen, wherever the second reading of the program has to choose
    choices: tuple[int, ...]
    #: of the texts that were read (`frontend.files`)
    digest: str = ""


def build_replay(options: Options, choices: Sequence[int], digest: str) -> dict[str, Any]:
    return {"options": written_options(options), "digest": digest, "choices": list(choices)}


def read_replay(path: Path, cpp: str) -> ReplayFile:
    """The execution in a report that `verify --json` wrote. A preprocessor is a command: none is taken from a file."""
    document = _document(path)
    found = document.get("replay")
    if found is None:
        said = document.get("statistics")
        why = said.get("second_reading", "none") if isinstance(said, dict) else "none"
        text = f"no execution to repeat; verdict: {document['verdict']}; second reading: {why}"
        raise InputError(text, file=str(path))
    try:
        options = read_options(dict(found["options"]))
        choices = tuple(found["choices"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the part 'replay' is not valid: {error}", file=str(path)) from error
    if not all(isinstance(c, int) and not isinstance(c, bool) and c >= 0 for c in choices):
        raise InputError("the part 'replay' is not valid: choices are numbers", file=str(path))
    if options.cpp != cpp:
        raise InputError(f"the program was read with --cpp {options.cpp}", file=str(path), hint="give the same here")
    # (who moves the folder, or comes from another one, has the program beside the report)
    program, *options.files = (_found(Path(file), path.parent) for file in (document["file"], *options.files))
    options.stub = [_found(file, path.parent) for file in options.stub]
    return ReplayFile(str(program), options, choices, str(found.get("digest", "")))


def _found(file: Path, folder: Path) -> Path:
    beside = folder / file
    return file if file.exists() or not beside.exists() else beside


def _document(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", file=str(path)) from error
    except ValueError as error:
        raise InputError(f"not a report: {error}", file=str(path)) from error
    if isinstance(document, list):  # of several properties
        document = next((x for x in document if isinstance(x, dict) and x.get("replay")), next(iter(document), None))
    if not isinstance(document, dict) or not isinstance(document.get("file"), str) or "verdict" not in document:
        raise InputError("not a report of `verify --json`", file=str(path))
    return document
