"""C11 beside the programs in `c11` (`test_programs`): what makes no difference, and what is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.accesses import generate, in_posix, initialising
from tests.weak.test_histories import RACE, allowed
from tests.weak.test_programs import CASES
from threadproof import pipeline
from threadproof.options import Options
from threadproof.passes.memory_model import AS_USUAL
from threadproof.result.result import Result
from threadproof.result.verdict import Safe, Unknown, Unsafe

RACES = [
    pytest.param(path, define, word, why, id=f"{path.stem}-{define}")
    for path, define, model, word, why in (case.values for case in CASES)
    if model == "c11"
]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("path", "define", "word", "why"), RACES)
def test_races(path: Path, define: str, word: str, why: str) -> None:
    """What has no meaning because of a race has one if that is the question."""
    options = Options(
        property="no-data-race", data_model="LP64", memory_model="c11", timeout=100, defines=[define] if define else []
    )
    result = pipeline.verify(path, options, check_with="z3")
    if why == "race":
        assert isinstance(result.verdict, Unsafe)
        assert "data race on" in result.verdict.trace.violation
    elif word == "safe":
        assert not isinstance(result.verdict, Unsafe)
        assert result.check is None or result.check.is_accepted


@pytest.mark.in_turn(20)
@pytest.mark.parametrize("batch", range(40))
def test_races_are_those_of_the_axioms(batch: int, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    for seed in range(batch * 5, batch * 5 + 5):
        for threads in (initialising(seed), generate(seed)):
            path.write_text(in_posix(threads))
            more = {"data_model": "LP64", "memory_model": "c11", "engine": "explore", "history": 8}
            verdict = pipeline.verify(path, Options.make(property="no-data-race", **more)).verdict
            assert isinstance(verdict, Unknown) or isinstance(verdict, Unsafe) == (allowed(threads) == RACE), seed


ONLY_LOCKS = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int turn;
int count;
void add(void) {
  turn = 1;
  pthread_mutex_lock(&lock);
  count += turn;
  pthread_mutex_unlock(&lock);
}
void *run(void *u) {
  add();
  return 0;
}
int main(void) {
  pthread_t b;
  pthread_create(&b, 0, run, 0);
  add();
  pthread_join(b, 0);
  assert(count == 2);
}
"""
MANY = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { atomic_int value; } *shared[3];
void *run(void *node) { atomic_store_explicit(&((struct node *)node)->value, 1, memory_order_relaxed); return 0; }
int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) {
    shared[i] = malloc(sizeof *shared[i]);
    atomic_init(&shared[i]->value, 0);
    pthread_create(&t, 0, run, shared[i]);
    atomic_store_explicit(&shared[i]->value, 2, memory_order_relaxed);
  }
}
"""


def verified(text: str, folder: Path, **more: object) -> Result:
    path = folder / "program.c"
    path.write_text(text)
    return pipeline.verify(path, Options.make(data_model="LP64", memory_model="c11", timeout=60, **more))


def test_locks_and_seq_cst_are_sequential_consistency(tmp_path: Path) -> None:
    result = verified(ONLY_LOCKS, tmp_path)
    assert isinstance(result.verdict, Safe)
    assert AS_USUAL in result.verdict.scope
    made, written = (pipeline.load(tmp_path / "program.c", Options(memory_model=m)) for m in ("c11", "sc"))
    assert [v.name for v in made.shared] == [v.name for v in written.shared]


def test_what_there_are_many_of_is_not_understood(tmp_path: Path) -> None:
    verdict = verified(MANY, tmp_path).verdict
    assert isinstance(verdict, Unknown)
    assert "one of arbitrarily many" in verdict.detail
    assert "program.c:" in verdict.detail


@pytest.mark.parametrize("name", ["termination", "valid-memsafety"])
def test_what_is_not_decided(name: str, tmp_path: Path) -> None:
    verdict = verified(ONLY_LOCKS, tmp_path, property=name).verdict
    assert isinstance(verdict, Unknown)
    assert "--memory-model c11" in verdict.detail
