"""Programs that are too large with all calls inlined: functions get one copy; or else the message says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import Limit
from threadproof.frontend import load
from threadproof.frontend.lower import masses, procedures
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

MANY = """
#include <assert.h>
#include <pthread.h>
int sum;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int half(int n) { int k = 0; while (n > 1) { n -= 2; k++; if (k > 90) k = 0; } return k; }
static void add(int n) {
  pthread_mutex_lock(&m);
  sum += half(n) + half(n + 1) + half(n + 2) + half(n + 3);
  pthread_mutex_unlock(&m);
}
void *run(void *unused) { add(1); add(2); add(3); add(4); add(5); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  add(0);
  add(6);
  pthread_join(t, 0);
  assert(sum == EXPECTED);
  return 0;
}
"""


def _write(folder: Path, expected: int) -> Path:
    path = folder / "many.c"
    path.write_text(MANY.replace("EXPECTED", str(expected)))
    return path


@pytest.mark.parametrize(("expected", "kind"), [(56, Safe), (55, Unsafe)])
def test_one_copy_is_enough(expected: int, kind: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _write(tmp_path, expected)
    edges = sum(len(t.all_edges()) for t in load(path, Options()).templates.values())
    monkeypatch.setattr(masses, "MOST_STEPS", 250)
    monkeypatch.setattr(procedures, "LEAST_STEPS", 10)
    monkeypatch.setenv("THREADPROOF_DEBUG", "1")
    assert sum(len(t.all_edges()) for t in load(path, Options()).templates.values()) < edges / 2
    verdict = pipeline.verify(path, Options(timeout=60)).verdict
    assert isinstance(verdict, kind), verdict


def test_too_large_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masses, "MOST_STEPS", 60)
    with pytest.raises(Limit, match=r"60 steps after inlining; most of them: .*half \(\d+ times, \d+ steps\)"):
        load(_write(tmp_path, 56), Options())


def test_sections_and_leaks_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masses, "MOST_STEPS", 250)
    path = _write(tmp_path, 56)
    with pytest.raises(Limit, match="more than 250 steps"):
        load(path, Options(property="valid-memsafety"))
    path.write_text(
        path.read_text()
        .replace("int sum;", "int sum; void __VERIFIER_atomic_begin(void);")
        .replace("add(0);", "__VERIFIER_atomic_begin(); add(0);")
    )
    with pytest.raises(Limit):
        load(path, Options())
