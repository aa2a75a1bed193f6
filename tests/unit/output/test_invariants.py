"""Why a program is safe, for people: `--show-invariants`, for all proofs that are made of invariants."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.evidence.invariants import _variable
from threadproof.logic.term import Var
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


@pytest.mark.parametrize("threads", ["while (1)", "for (int k = 0; k < 2; k++)"])
def test_predicates(threads: str, tmp_path: Path) -> None:
    """What is known of one thread is said of each, however many there are."""
    text = LOCKED.replace("    x = 0;", "    assert(x == 1);\n    x = 0;")
    shown = _shown(text.replace("    pthread_create", f"    {threads} pthread_create"), "symmpa", tmp_path)
    where = shown.partition("each worker\n")[2]
    assert "6 | pthread_mutex_lock(&m);" in where
    assert "main\n" in shown


def test_signs_of_elements_and_of_other_threads() -> None:
    """An element, and a variable of another thread, is read as the program reads it."""
    known = {"a": Var("a", 32, shared=True, dims=1, length=3, signed=True), "t::i": Var("t::i", 8, False, signed=True)}
    for name, width, signed in [("a[1]", 32, True), ("t::i'1", 8, True), ("t::i", 8, True), ("b[1]", 8, False)]:
        v = _variable(name, width, known)
        assert (v.name, v.width, v.signed, v.dims) == (name, width, signed, 0)


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
