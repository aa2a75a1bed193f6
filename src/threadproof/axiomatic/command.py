"""The command `threadproof litmus`: files and models to text."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from threadproof.axiomatic.formats.litmus import read_litmus
from threadproof.axiomatic.judge import Judgement, can_judge, judge
from threadproof.axiomatic.models import MODELS
from threadproof.axiomatic.program import Program
from threadproof.axiomatic.report import (
    as_json,
    format_execution,
    format_line,
    format_notes,
    format_states,
)
from threadproof.errors import UsageError

ALL = "all"
#: of a test, if nobody says which
OWN = {"X86": "tso", "X86_64": "tso", "PPC": "power", "ARM": "armv7", "AArch64": "armv8", "C": "c11"}


def run(
    files: Sequence[Path],
    model: str | None,
    *,
    has_states: bool,
    has_executions: bool,
    is_json: bool,
    say: Callable[[str], None],
) -> None:
    """All tests are read before the first is judged."""
    tests = [(program := read_litmus(file), _models(model, program)) for file in files]
    width = max(len(program.name) for program, _ in tests)
    documents = []
    for program, names in tests:
        for one in judge(program, [MODELS[name] for name in names]):
            if is_json:
                documents.append(as_json(one))
            else:
                say(_told(one, width, has_states=has_states, has_executions=has_executions))
    if is_json:
        say(json.dumps(documents, indent=2) + "\n")


def _told(one: Judgement, width: int, *, has_states: bool, has_executions: bool) -> str:
    text = format_line(one, width) + format_notes(one)
    if has_states:
        text += format_states(one)
    if has_executions:
        text += format_execution(one)
    return text + "\n" * (has_states or has_executions)


def _models(wanted: str | None, program: Program) -> list[str]:
    if wanted == ALL:
        return [name for name, model in MODELS.items() if can_judge(model, program)]
    name = wanted or OWN[program.architecture]
    if name not in MODELS:
        raise UsageError(f"there is no memory model {name}", hint=f"one of {', '.join(MODELS)}, {ALL}")
    if not can_judge(MODELS[name], program):
        can = ", ".join(n for n, model in MODELS.items() if can_judge(model, program))
        message = f"{program.name}: tests of {program.architecture} are not judged under {name}"
        raise UsageError(message, hint=f"under {can} they are")
    return [name]
