"""One budget for all: what an engine cannot pay for is left to those who come after it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from threadproof import engines, pipeline, process
from threadproof.budget import Budget
from threadproof.engines.engine import Answer, Run
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import Property
from threadproof.result.verdict import Safe

TWO_THREADS = """
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *unused) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(x == 1); return 0; }
"""


class Hungry:
    def verify(self, program: Program, property_: Property, run: Run) -> Answer:
        raise MemoryError


def test_no_memory_for_one_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "program.c"
    path.write_text(TWO_THREADS)
    monkeypatch.setitem(engines.ENGINES, "impact", replace(engines.ENGINES["impact"], implementation=Hungry))
    result = pipeline.verify(path, Options(timeout=20))
    assert isinstance(result.verdict, Safe)
    assert result.engine == "explore"


#: in a process of its own, since systems take unused pages away from those that have many
GIVEN_BACK = """
from threadproof.budget import check_memory, megabytes_in_use
from threadproof.errors import Limit
start = int(megabytes_in_use())
held = bytearray(100_000_000)
held[::4096] = b"x" * len(held[::4096])
try:
    check_memory(start + 50)
    raise SystemExit("nobody notices")
except Limit as limit:
    assert "out of memory" in str(limit)
del held
check_memory(start + 50)
check_memory(None)
"""


def test_memory_that_was_given_back_does_not_count() -> None:
    subprocess.run([sys.executable, "-c", GIVEN_BACK], check=True)


def test_time() -> None:
    Budget().check()
    Budget(time.monotonic() + 60, 10**6).check()
    with pytest.raises(Limit, match="timeout"):
        Budget(time.monotonic() - 1).check()


class Slow:
    """Takes longer to be taken down than there is time."""

    is_done = False

    def __del__(self) -> None:
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            pass
        Slow.is_done = True


def test_destructors_are_not_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(process, "INTERRUPT_AFTER", 0.1)
    monkeypatch.setattr(process, "AGAIN_AFTER", 0.05)
    with pytest.raises(process.Overdue), process.time_limit(0.01):
        Slow()
        time.sleep(5)
    assert Slow.is_done
    assert capsys.readouterr().err == ""


def test_what_is_lost_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """(An interrupt in a generator that is closed is lost.)"""
    monkeypatch.setattr(process, "INTERRUPT_AFTER", 0.1)
    monkeypatch.setattr(process, "AGAIN_AFTER", 0.2)

    def waiting() -> Iterator[int]:
        try:
            yield 1
        finally:
            time.sleep(0.2)

    with pytest.raises(process.Overdue), process.time_limit(0.01):
        for _ in waiting():
            break
        time.sleep(5)
    assert capsys.readouterr().err == ""
