"""Engines, properties, passes, libraries of threads, schedulers of your own: files that the environment names."""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from threadproof.errors import UsageError

#: files of Python, separated as paths are
VARIABLE = "THREADPROOF_PLUGINS"
#: those that have been
loaded: set[Path] = set()


def load() -> None:
    """Once in a process: what it starts has the same environment, and so the same plug-ins."""
    for text in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        path = Path(text).resolve()
        if path not in loaded:
            _execute(path)
            loaded.add(path)


def _execute(path: Path) -> None:
    spec = spec_from_file_location(f"threadproof_plugin_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UsageError(f"no file of Python: {path}", hint=f"see {VARIABLE} in the environment")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # (pickle and others look for classes there)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        hint = f"see {VARIABLE} in the environment"
        raise UsageError(f"{path} does not load: {type(error).__name__}: {error}", hint=hint) from error
