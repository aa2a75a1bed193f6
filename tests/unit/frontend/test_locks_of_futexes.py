"""Locks that are futexes: what happens to those of a thread that ends is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.frontend.lower.calls import Calls
from threadproof.options import Options
from threadproof.result.verdict import Unknown

PROGRAM = """
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned lock;
static void *owner(void *arg) {
  syscall(SYS_futex, &lock, FUTEX_LOCK_PI, 0, NULL, NULL, 0);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, owner, NULL);
  syscall(SYS_futex, &lock, FUTEX_LOCK_PI, 0, NULL, NULL, 0);
  syscall(SYS_futex, &lock, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0);
  pthread_join(t, NULL);
  return 0;
}
"""


def test_an_owner_that_ends(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    options = Options(property="no-deadlock", engine="explore", data_model="LP64")
    verdict = pipeline.verify(path, options).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "unsupported construct"


@pytest.mark.parametrize(
    ("operation", "is_looked_at"),
    [
        ("FUTEX_LOCK_PI", True),
        ("FUTEX_TRYLOCK_PI", True),
        ("FUTEX_WAIT", False),
        ("0 | FUTEX_PRIVATE_FLAG", False),
        ("6 | FUTEX_PRIVATE_FLAG", True),
    ],
)
def test_only_where_there_are_locks(
    operation: str, is_looked_at: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    call_library = Calls.call_library

    def listed(c: Calls, name: str, *rest: object) -> object:
        called.append(name)
        return call_library(c, name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Calls, "call_library", listed)
    path = tmp_path / "program.c"
    path.write_text(PROGRAM.replace("FUTEX_LOCK_PI", operation).replace("FUTEX_UNLOCK_PI", "FUTEX_WAKE"))
    pipeline.load(path, Options(property="no-deadlock", data_model="LP64"))
    assert ("__leave_locks" in called) == is_looked_at
