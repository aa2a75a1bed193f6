"""Executions without end in which nothing is ever as it was: what stays true of them, and who proves that again."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.engines import ENGINES
from threadproof.engines.engine import Run
from threadproof.engines.rank import engine as rank
from threadproof.errors import InternalError
from threadproof.evidence.replay import replay
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import Options, sought
from threadproof.passes.forms import Forms
from threadproof.properties import Fairness, named
from threadproof.records import replace
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Safe, Unsafe, Verdict
from threadproof.rules import recurrence

INPUTS = "extern unsigned __VERIFIER_nondet_uint(void);\n"
ODD = "int main(void) { unsigned a = __VERIFIER_nondet_uint(); while (a != 0) a -= 2; return 0; }"
TICKETS = """#include <stdatomic.h>
#include <pthread.h>
atomic_uint ticket, serving;
void *f(void *a) { while (1) { unsigned t = atomic_fetch_add(&ticket, 1); while (serving != t) ; serving = t + 1; } }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); }
"""
ENDLESS = {
    "two at a time": ODD,
    "never more than the largest": "int main(void) { for (unsigned long i = 0; i <= ~0ul; i += 2) ; return 0; }",
    "a short number": "int main(void) { unsigned x = 0; while (x < 70000) x = (unsigned short)(x + 2); return 0; }",
    "two threads with tickets": TICKETS,
    "who waits stays": """#include <pthread.h>
        #include <semaphore.h>
        sem_t s; unsigned x = 1;
        void *f(void *a) { sem_wait(&s); x = 0; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (x != 0) x += 2; return 0; }""",
}


def loaded(folder: Path, text: str) -> tuple[Program, Options]:
    path = folder / "program.c"
    path.write_text(INPUTS + text)
    options = Options.make(property="termination", engine="rank", timeout=60)
    return Forms(pipeline.load(path, options), sought(options)).of(ENGINES["rank"].form), options


def counterexample(folder: Path, text: str) -> tuple[Program, Counterexample]:
    program, options = loaded(folder, text)
    found = rank.Rank().verify(program, sought(options), Run(options))
    assert isinstance(found, Counterexample)
    return program, found


def verify(folder: Path, text: str, **more: object) -> Verdict:
    path = folder / "program.c"
    path.write_text(INPUTS + text)
    return pipeline.verify(path, Options.make(property="termination", engine="rank", **more)).verdict  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ENDLESS)
def test_rounds_that_change_something(name: str, tmp_path: Path) -> None:
    verdict = verify(tmp_path, ENDLESS[name], timeout=60)
    assert isinstance(verdict, Unsafe), verdict
    assert "can be taken again and again" in verdict.trace.violation


def test_what_stays_is_said(tmp_path: Path) -> None:
    verdict = verify(tmp_path, ODD, timeout=60)
    assert isinstance(verdict, Unsafe)
    assert "(a & 1) == 1 stays as it is" in verdict.trace.violation


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { unsigned a = __VERIFIER_nondet_uint(); a *= 2; while (a != 0) a -= 2; return 0; }",
        "int main(void) { unsigned a = __VERIFIER_nondet_uint(); while (a != 0) a = 5 * a + 1; return 0; }",
        "int main(void) { unsigned long i = 1; while (i & 1) i += i; return 0; }",
        ENDLESS["who waits stays"].replace("while (x", "sem_post(&s); while (x"),
    ],
)
def test_rounds_that_come_to_an_end(text: str, tmp_path: Path) -> None:
    assert not isinstance(verify(tmp_path, text, timeout=4), Unsafe)


def test_others_must_have_their_turns(tmp_path: Path) -> None:
    """The other thread waits for a lock that is free now and then."""
    text = """#include <pthread.h>
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; unsigned x = 1;
    void *f(void *a) { pthread_mutex_lock(&m); x = 0; pthread_mutex_unlock(&m); return 0; }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, f, 0);
        while (x != 0) { pthread_mutex_lock(&m); x += 2; pthread_mutex_unlock(&m); }
        return 0;
    }"""
    assert isinstance(verify(tmp_path, text, timeout=60), Unsafe)
    assert not isinstance(verify(tmp_path, text, timeout=4, fairness="strong"), Unsafe)
    assert isinstance(verify(tmp_path, text, timeout=60, fairness="none"), Unsafe)


def test_replay_proves_it_again(tmp_path: Path) -> None:
    program, found = counterexample(tmp_path, ODD)
    asked = named("termination")
    replay(program, asked, found)
    (a,) = {v for t in found.recurrent for v in t.vars}
    for wrong in (
        (),
        (T.ne(T.var(a), T.const(0, 32)),),
        (T.FALSE,),
        (*found.recurrent, T.eq(T.var(a), T.const(4, 32))),
    ):
        with pytest.raises(InternalError, match="nor is it always possible"):
            replay(program, asked, replace(found, recurrent=wrong))


#: a condition, and a program that has an end without it
CONDITIONS = {
    "the guards hold again": (
        *(
            "is_recurrent",
            "int main(void) { unsigned a = __VERIFIER_nondet_uint(); while (a != 0) a = 5 * a + 1; return 0; }",
        ),
    ),
    "those who take no step cannot": (
        "_resting",
        ENDLESS["who waits stays"].replace("while (x", "sem_post(&s); while (x"),
    ),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_each_condition_is_needed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what, text = CONDITIONS[name]
    if what == "is_recurrent":
        from threadproof.engines.rank import recurrent

        monkeypatch.setattr(recurrent, "is_recurrent", lambda *_: True)
    else:
        monkeypatch.setattr(recurrence, "_resting", lambda *_: {})
    program, options = loaded(tmp_path, text)
    found = rank.Rank().verify(program, sought(options), Run(options))
    assert isinstance(found, Counterexample)
    monkeypatch.undo()
    with pytest.raises(InternalError):
        replay(program, named("termination", Fairness.WEAK), found)


def test_a_thread_that_has_an_end_is_safe(tmp_path: Path) -> None:
    assert isinstance(verify(tmp_path, ODD.replace("a -= 2", "a -= 1"), timeout=30), Safe)
