"""All tasks of tests/programs, read once for all modules that take their cases from them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from threadproof.frontend.task import Task, load_task

PROGRAMS = Path(__file__).parents[1] / "programs"


@cache
def all_tasks() -> dict[Path, Task]:
    """By the path of their definition, in order."""
    return {path: load_task(path) for path in sorted(PROGRAMS.glob("*/*.yml"))}
