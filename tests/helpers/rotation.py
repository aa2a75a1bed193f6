"""Samples that rotate: `make test` runs a part of each long campaign, another one for every commit.

The offset comes from the commit, or from THREADPROOF_ROTATION, so that a run can be repeated; pytest prints it. What
fails names its seed in the test's id. Entry points: `rotating`, `blocks`, and `in_turn` for cases that are listed.
A module that says `IN_TURN = 3` has a third of its tests run, a test that is marked `in_turn(3)` a third of its cases
(`conftest` sees to that).
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

VARIABLE = "THREADPROOF_ROTATION"


@cache
def rotation() -> int:
    given = os.environ.get(VARIABLE)
    if given is not None:
        return int(given)
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=7", "HEAD"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(found.stdout.strip() or "0", 16)


def rotating(count: int, total: int) -> list[int]:
    """`count` of the numbers below `total`, one after the other, others for every commit."""
    start = rotation() * count
    return [(start + i) % total for i in range(count)]


def in_turn(number: int, of: int = 2) -> tuple[pytest.MarkDecorator, ...]:
    """Marks of a case: one in `of` is for `make test`, another one for every commit; the others are long."""
    return () if (number + rotation()) % of == 0 else (pytest.mark.long,)


def blocks(size: int, *seeds: range) -> list[range]:
    """The seeds of a campaign, so many at a time."""
    return [r[n : n + size] for r in seeds for n in range(0, len(r), size)]
