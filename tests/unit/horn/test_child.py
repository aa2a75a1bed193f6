"""Functions in child processes: results, crashes, limits."""

from __future__ import annotations

import os
import signal
import time

import pytest

from threadproof.horn.child import Child, Failed, ended


def result_of(child: Child) -> object:
    while ended([child], 10) is None:
        pass
    return child.result()


def burn() -> None:
    while True:
        pass


def test_results_come_back_whatever_their_size() -> None:
    assert result_of(Child(lambda: {"answer": [42]}, 5)) == {"answer": [42]}
    assert result_of(Child(lambda: "x" * 3_000_000, None)) == "x" * 3_000_000


def test_what_goes_wrong_stays_there() -> None:
    with pytest.raises(Failed, match="crash"):
        result_of(Child(lambda: os.kill(os.getpid(), signal.SIGKILL), 5))
    with pytest.raises(Failed, match="failure"):
        result_of(Child(lambda: 1 // 0, 5))
    with pytest.raises(Failed, match="out of memory"):
        result_of(Child(lambda: len(bytearray(1 << 40)), 5))


def test_cpu_time_is_limited() -> None:
    child = Child(burn, 0.1)
    with pytest.raises(Failed, match="timeout"):
        result_of(child)
    assert 0.05 < child.cpu < 1


def test_waiting_ends_and_children_can_be_killed() -> None:
    child = Child(lambda: time.sleep(60), None)
    assert ended([child], 0.05) is None
    child.kill()
    child.kill()
