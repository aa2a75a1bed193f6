"""Unrolling: who waits for ever still does."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

PROGRAMS = Path(__file__).parents[2] / "programs" / "passes"
STUCK = (
    "kept_local_mutex_unsafe local_barrier_of_two_unsafe local_mutex_locked_twice_unsafe local_rwlock_upgrade_unsafe "
    "local_semaphore_unsafe"
).split()


@pytest.mark.parametrize("name", STUCK)
def test_a_wait_that_never_ends_stays(name: str) -> None:
    options = Options(property="no-deadlock", engine="impact", timeout=60)
    assert isinstance(pipeline.verify(PROGRAMS / f"{name}.c", options).verdict, Unsafe)


def test_a_wait_that_ends_is_passed() -> None:
    options = Options(property="no-deadlock", engine="impact", timeout=60)
    assert isinstance(pipeline.verify(PROGRAMS / "local_semaphore_safe.c", options).verdict, Safe)
