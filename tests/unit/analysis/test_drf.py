"""What is said to be so for any C11 implementation is what the axioms of RC11 allow."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.accesses import MIXED, generate, in_c, in_posix
from tests.weak.test_histories import RACE, allowed
from threadproof import pipeline
from threadproof.analysis import drf
from threadproof.analysis.drf import is_for_any_implementation
from threadproof.axiomatic.formats.litmus import parse_litmus
from threadproof.axiomatic.judge import judge
from threadproof.axiomatic.models import MODELS
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe
from threadproof.scope import EVERYWHERE

#: mostly seq_cst
ORDERS = {kind: ("seq_cst",) * 14 + orders for kind, orders in MIXED.items()}
TEXT = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
atomic_int a;
volatile int v;
#define R rand
int x, unread;
struct timespec soon;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void *run(void *u) { FIRST return 0; }
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  SECOND
  pthread_join(t, 0);
  assert(x >= 0);
}
"""
LOCKED = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
#: what two threads do, and whether it is the same everywhere
PAIRS = {
    "locks": (LOCKED, LOCKED, True),
    "nothing": ("", "", True),
    "seq_cst": ("a++;", "a = 2; if (a == 3) x = 1;", True),
    "semaphores": ("sem_post(&s);", "sem_wait(&s);", True),
    "fences": ("a++; atomic_thread_fence(memory_order_acquire);", "a++;", True),
    "joined": ("x = 1;", "pthread_join(t, 0); x = 2; return 0;", True),
    "race": ("x = 1;", "x = 2;", False),
    "volatile race": ("v = 1;", "v = 2;", False),
    "written and never read": ("unread = 1;", "unread = 2;", False),
    "relaxed": ("atomic_store_explicit(&a, 1, memory_order_relaxed);", "x = a;", False),
    "acquire": ("a = 1;", "x = atomic_load_explicit(&a, memory_order_acquire);", False),
    "try": (LOCKED, "if (pthread_mutex_trylock(&m)) a = 2; else pthread_mutex_unlock(&m);", False),
    "time": (LOCKED, "if (!pthread_mutex_timedlock(&m, &soon)) { x++; pthread_mutex_unlock(&m); }", False),
    "rand": ("a = rand();", "a = rand();", False),
    "rand in parentheses": ("a = (rand)();", "a = (rand)();", False),
    "rand by another name": ("a = R();", "a = R();", False),
    "trywait": ("sem_post(&s);", "if (!sem_trywait(&s)) x = 2;", False),
    "value": ("sem_post(&s);", "int n; sem_getvalue(&s, &n); if (n) a = 2;", False),
    "section": ("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
                "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", False),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """(On a machine that is busy it might not be looked at.)"""
    monkeypatch.setattr(pipeline, "MOST_AGAIN", 100)


def scope(text: str, folder: Path, **more: object) -> str:
    path = folder / "program.c"
    path.write_text(text)
    verdict = pipeline.verify(path, Options.make(data_model="LP64", **more)).verdict
    assert isinstance(verdict, Safe | Unsafe)
    return verdict.scope.split("; ")[0]


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_the_same_everywhere(name: str, tmp_path: Path) -> None:
    first, second, is_same = PAIRS[name]
    text = TEXT.replace("FIRST", first).replace("SECOND", second)
    assert (scope(text, tmp_path) == EVERYWHERE) == is_same


def test_whoever_asks(tmp_path: Path) -> None:
    text = TEXT.replace("FIRST", LOCKED).replace("SECOND", LOCKED)
    assert scope(text, tmp_path, property="no-data-race") == EVERYWHERE
    assert scope(text, tmp_path, property="no-deadlock") == EVERYWHERE
    assert scope(text, tmp_path, memory_model="tso") != EVERYWHERE
    assert scope(text, tmp_path, volatile="atomic") != EVERYWHERE
    racy = TEXT.replace("FIRST", "x = 1;").replace("SECOND", "x = 2;")
    assert scope(racy, tmp_path, property="no-data-race") != EVERYWHERE


def test_axioms_agree(tmp_path: Path) -> None:
    said = 0
    for seed in range(60):
        said += is_confirmed(seed, tmp_path)
    assert said > 8


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_axioms_agree_long(batch: int, tmp_path: Path) -> None:
    for seed in range(60 + 100 * batch, 160 + 100 * batch):
        is_confirmed(seed, tmp_path)


def is_confirmed(seed: int, folder: Path) -> bool:
    """It is said of the threads, and true."""
    threads = generate(seed, ORDERS)
    if not is_said(in_posix(threads), folder):
        return False
    test = parse_litmus(in_c(threads), "test")
    (sequential,) = judge(test, [MODELS["sc"]])
    names = [name if thread is None else f"r{thread}_{name[1:]}" for thread, name in test.observed()]
    expected = {tuple(sorted(zip(names, state, strict=True))) for state in sequential.states}  # type: ignore[type-var]
    found = allowed(threads)
    assert found != RACE, seed
    assert found == expected, seed
    return True


def is_said(text: str, folder: Path) -> bool:
    path = folder / "program.c"
    path.write_text(text)
    return all(
        is_for_any_implementation(pipeline.load(path, Options(data_model="LP64", property=p)), ())
        for p in ("unreach-call", "no-data-race")
    )


@pytest.mark.parametrize("name", ["try", "time", "trywait", "value", "section", "relaxed", "acquire"])
def test_each_condition_is_needed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drf, "_is_in_order", lambda op: True)
    first, second, _ = PAIRS[name]
    assert scope(TEXT.replace("FIRST", first).replace("SECOND", second), tmp_path) == EVERYWHERE
