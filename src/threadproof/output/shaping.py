"""In files: the options that shape the program (`options.SHAPING`). Entry points: `written_options`, `read_options`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from threadproof.options import SHAPING, Options, problem


def written_options(options: Options) -> dict[str, Any]:
    return {name: _plain(getattr(options, name)) for name in SHAPING}


def _plain(value: object) -> object:
    return [str(x) for x in value] if isinstance(value, list) else value


def read_options(o: dict[str, Any]) -> Options:
    """Raises ValueError for what the command line would not take either."""
    missing, unknown = set(SHAPING) - set(o), set(o) - set(SHAPING)
    if missing or unknown:
        names = ", ".join(sorted(missing or unknown))
        raise ValueError(f"of its options {names} {'is missing' if missing else 'means nothing here'}")
    found = Options()
    for name in SHAPING:
        value, default = o[name], getattr(found, name)
        if isinstance(default, list):
            if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
                raise ValueError(f"{name} is no list of texts")
            value = [Path(x) for x in value] if name in ("files", "include_dirs", "stub") else value
        elif default is None:
            if value is not None and not isinstance(value, str):
                raise ValueError(f"{name} is no text")
        elif type(value) is not type(default):
            raise ValueError(f"{name} is no {type(default).__name__}")
        setattr(found, name, value)
    wrong = problem(found)
    if wrong is not None:
        raise ValueError(wrong)
    return found
