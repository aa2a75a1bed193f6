"""threadproof proves multi-threaded C programs correct, or breaks them with a schedule you can replay.

>>> import threadproof
>>> threadproof.verify("lock.c", property="unreach-call")
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadproof.errors import InputError, ThreadproofError, UsageError
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

if TYPE_CHECKING:
    from threadproof.ir.program import Program

__all__ = [
    "InputError", "Options", "Safe", "ThreadproofError", "Unknown", "Unsafe", "UsageError", "Verdict", "load", "verify",
]  # fmt: skip


def _options(settings: dict[str, Any]) -> Options:
    unknown = [k for k in settings if k not in Options.__dataclass_fields__]
    if unknown:
        raise UsageError(f"unknown option {unknown[0]}", hint=f"one of: {', '.join(Options.__dataclass_fields__)}")
    options = Options(**settings)
    options.include_dirs = [Path(folder) for folder in options.include_dirs]
    return options


def verify(path: str | Path, **settings: Any) -> Verdict:
    """Decide a property of the program in a C file; the settings are the fields of `Options`."""
    from threadproof import pipeline

    return pipeline.verify(Path(path), _options(settings)).verdict


def load(path: str | Path, **settings: Any) -> Program:
    """The program model of a C file, before any pass."""
    from threadproof import frontend

    return frontend.load(Path(path), _options(settings))
