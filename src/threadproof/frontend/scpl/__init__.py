"""SCPL text (`*.scpl`) to Program: the symmetric concurrent programs that papers write down. Entry point: `load`.

    shared s = 0;                   // an integer that all threads share
    local l = 1;                    // each thread has its own
    1: assert s != l;
    2: s = s + 1;

Any number of threads execute the statements; each statement is one step.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.errors import InputError, UsageError
from threadproof.properties import UNREACH_CALL

if TYPE_CHECKING:
    from threadproof.ir.program import Program
    from threadproof.options import Options

SUFFIX = ".scpl"


def load(path: Path, options: Options) -> Program:
    from threadproof.frontend.scpl.lower import lower
    from threadproof.frontend.scpl.parse import parse

    if options.property != UNREACH_CALL.name:
        raise UsageError(
            f"{options.property} has no meaning for SCPL: a program has assertions, and every statement is one step",
            hint=f"leave --property out, or choose {UNREACH_CALL}",
        )
    text = _read(path)
    scope = ["every statement is one step"]
    if options.threads is None:
        scope.append("any number of threads")
    return lower(parse(text, str(path)), path.name, str(path), text.splitlines(), tuple(scope))


def _read(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", file=str(path)) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(
            f"column {column}: byte 0x{data[error.start]:02x} is not UTF-8 text",
            file=str(path),
            line=line,
            hint="save the file as UTF-8",
        ) from None
