"""Why a program is safe, for people: `--show-invariants`, for all proofs that are made of invariants."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe

LOCKED = """#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
"""
BATON = """#include <assert.h>
#include <fthread.h>
int x, y;
extern int __VERIFIER_nondet_int(void);
void worker(void *unused) { x = y = __VERIFIER_nondet_int(); ft_thread_cooperate(); assert(x == y); }
void other(void *unused) { x = y = __VERIFIER_nondet_int(); }
int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, other, 0, 0);
    ft_scheduler_start(s);
    ft_exit();
    return 0;
}
"""


def _shown(text: str, engine: str, folder: Path) -> str:
    path = folder / "program.c"
    path.write_text(text)
    result = pipeline.verify(path, Options(engine=engine, show_invariants=True, timeout=30))
    assert isinstance(result.verdict, Safe)
    return result.invariants


@pytest.mark.parametrize("engine", ["impact", "redcomp"])
def test_threads(engine: str, tmp_path: Path) -> None:
    shown = _shown(LOCKED, engine, tmp_path)
    assert "worker\n" in shown
    assert "6 | pthread_mutex_lock(&m);" in shown
    assert "x == 0" in shown


def test_cooperative_threads(tmp_path: Path) -> None:
    shown = _shown(BATON, "esst", tmp_path)
    assert "x == y" in shown or "y == x" in shown
    assert "5 | void worker" in shown


def test_a_place_is_the_statement_that_comes_next(tmp_path: Path) -> None:
    """Also where a step is made of several, and another one of them is what a trace would show."""
    text = LOCKED.replace("return 0;\n}\n", "int k = x;\n    if (k > 100)\n        reach_error();\n    return 0;\n}\n")
    shown = _shown(f"void reach_error(void);\n{text}", "impact", tmp_path)
    assert "in the schedules that the proof looks at" in shown
    assert "| int k = x;" in shown
    assert "| reach_error();" not in shown


def test_a_proof_without_invariants(tmp_path: Path) -> None:
    assert _shown(LOCKED, "explore", tmp_path) == "invariants: none, the proof is of the kind exploration\n"


@pytest.mark.parametrize("rule", ["og", "product", "tm", "tm2", "tmc"])
def test_every_rule(rule: str, tmp_path: Path) -> None:
    """Also of predicates that say whose they are, and of those about nobody: all threads may have ended."""
    path = tmp_path / "program.c"
    path.write_text(LOCKED.replace("    return 0;\n}\n", "    pthread_exit(0);\n}\n"))
    result = pipeline.verify(path, Options.make(engine="redcomp", rule=rule, show_invariants=True, timeout=30))
    assert isinstance(result.verdict, Safe), result.verdict
    assert "x == 0" in result.invariants
