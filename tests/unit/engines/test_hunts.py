"""Hunts for a schedule: few delays at new places, millions of steps, many threads; and redcomp without a proof."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from threadproof import frontend, passes, pipeline
from threadproof.engines.compiled.divisors import divisors
from threadproof.engines.engine import Run
from threadproof.engines.walk.delays import delayed_runs
from threadproof.engines.walk.engine import Walk, Walking
from threadproof.engines.walk.run import Found
from threadproof.evidence.replay import replay
from threadproof.options import Options
from threadproof.output.console import format_verdict
from threadproof.output.json_report import build_report, dump_report
from threadproof.properties import UNREACH_CALL, named
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Unknown, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 2

HEAD = """#include <pthread.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y, z;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
#: {rounds}: how long t goes on; {gap}: what t does last
LATE = (
    HEAD
    + """
void *w(void *a) { z++; return 0; }
void *t(void *a) {
    for (int i = 0; i < {rounds}; i++)
        x++;
    {gap}
    return 0;
}
void *u(void *a) {
    __VERIFIER_atomic_begin();
    if (x == {rounds} && y == 0)
        reach_error();
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    pthread_create(&p, 0, u, 0);
    while (__VERIFIER_nondet_bool())
        pthread_create(&p, 0, w, 0);
    return 0;
}
"""
)
UNSAFE_GAP = "y = 1;"
#: x never has its last value while y is 0
SAFE_GAP = "x = 0; y = 1;"
TWO_CREATED = (
    HEAD
    + """
void *t(void *a) { x = 1; {between} y = 1; return 0; }
void *u(void *a) { {look} return 0; }
int main(void) {
    pthread_t p, q;
    __VERIFIER_atomic_begin();
    pthread_create(&p, 0, t, 0);
    pthread_create(&q, 0, u, 0);
    __VERIFIER_atomic_end();
    return 0;
}
"""
)


def write(folder: Path, text: str, **values: object) -> Path:
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    path = folder / "program.c"
    path.write_text(text)
    return path


def hunt(path: Path, property_: str = "unreach-call", most: int = 400) -> Unsafe | None:
    """What so many runs with few delays find, without random ones."""
    options = Options(property=property_)
    program = passes.run(frontend.load(path, options), named(property_))
    walking = Walking(program, named(property_), Run(options))
    runs = delayed_runs(walking.compiled, walking.chance)
    for _ in range(most):
        run, steps = next(runs)
        try:
            run.go(steps, lambda: None)
        except Found as found:
            return replay(program, named(property_), walking._explain(run, found))
    return None


def test_a_moment_after_many_rounds(tmp_path: Path) -> None:
    start = time.monotonic()
    found = hunt(write(tmp_path, LATE, rounds=200_000, gap=UNSAFE_GAP))
    assert isinstance(found, Unsafe)
    assert time.monotonic() - start < 60
    trace = found.trace
    assert trace.left_out > 300_000
    assert len(trace.steps) < 3_000
    assert [s.thread for s in trace.steps if s.text == "... 199,997 more rounds of the loop at lines 10 to 11"] == ["t"]
    text = format_verdict(found, property="unreach-call", engine="walk", time={})
    assert "199,997 more rounds" in text
    assert len(text.splitlines()) < 60
    report = dump_report(build_report(found, property="unreach-call", engine="walk", time={}, file="program.c"))
    assert len(report) < 1_000_000
    assert json.loads(report)["trace"][-1]["thread"] == "u"


def test_its_twin_is_never_unsafe(tmp_path: Path) -> None:
    path = write(tmp_path, LATE.replace("x++;", "if (i < {rounds} - 1) x++;", 1), rounds=3_000, gap=SAFE_GAP)
    assert hunt(path, most=150) is None


def test_short_loops_are_shown_whole(tmp_path: Path) -> None:
    found = hunt(write(tmp_path, LATE, rounds=100, gap=UNSAFE_GAP))
    assert isinstance(found, Unsafe)
    assert found.trace.left_out == 0
    assert found.trace.outline


@pytest.mark.parametrize(
    ("property_", "body", "part"),
    [
        ("no-data-race", "x++;", "no-data-race"),
        ("no-overflow", "x = 2147483647; x = 0; z = x + 1;", "no-overflow"),
        ("no-deadlock", "pthread_mutex_lock(&m); if (x == 2) return 0; x++; pthread_mutex_unlock(&m);", "no-deadlock"),
        ("valid-memsafety", "int *p = 0; if (x == 1) y = *p; x++; x--;", "valid-deref"),
    ],
)
def test_other_properties(tmp_path: Path, property_: str, body: str, part: str) -> None:
    main = (
        "int main(void) { pthread_t p; while (__VERIFIER_nondet_bool()) pthread_create(&p, 0, f, 0); BODY return 0; }"
    )
    main = main.replace("BODY", "pthread_join(p, 0); pthread_mutex_lock(&m);" if "deadlock" in part else "")
    found = hunt(write(tmp_path, f"{HEAD}void *f(void *a) {{ {body} return 0; }}\n{main}\n"), property_, 2_000)
    assert isinstance(found, Unsafe)
    assert found.violated == part


@pytest.mark.parametrize(
    ("property_", "body"),
    [
        ("no-data-race", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"),
        ("no-overflow", "__VERIFIER_atomic_begin(); x = 2147483647; x = 0; z = x + 1; __VERIFIER_atomic_end();"),
        ("no-deadlock", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"),
        ("unreach-call", "__VERIFIER_atomic_begin(); x++; if (x == 2) reach_error(); x--; __VERIFIER_atomic_end();"),
    ],
)
def test_their_twins(tmp_path: Path, property_: str, body: str) -> None:
    main = "int main(void) { pthread_t p; while (__VERIFIER_nondet_bool()) pthread_create(&p, 0, f, 0); return 0; }"
    text = f"{HEAD}void *f(void *a) {{ {body} return 0; }}\n{main}\n"
    assert hunt(write(tmp_path, text), property_, 150) is None


def test_redcomp_without_a_proof(tmp_path: Path) -> None:
    path = write(tmp_path, TWO_CREATED, between="", look="if (x == 1 && y == 0) reach_error();")
    result = pipeline.verify(path, Options.make(engine="redcomp", rule="tm2", timeout=20))
    assert isinstance(result.verdict, Unsafe)
    assert result.engine == "walk"
    assert result.notes == ()


def test_redcomp_without_proof_or_schedule(tmp_path: Path) -> None:
    """Who only knows one thread does not know how often the other one counts; and there is no schedule either."""
    look = "y = y + 1; if (y > 2) reach_error();"
    path = write(tmp_path, TWO_CREATED.replace("y = 1;", "y = y + 1;"), between="", look=look)
    result = pipeline.verify(path, Options.make(engine="redcomp", rule="tm", timeout=4))
    assert isinstance(result.verdict, Unknown)
    assert result.engine == "redcomp"
    assert result.form == "instances"
    # (the second one on a busy machine)
    assert result.verdict.reason in ("no compositional proof found", "timeout")
    assert {"clauses", "runs", "steps"} <= set(result.verdict.statistics)


def test_redcomp_refuses_as_before(tmp_path: Path) -> None:
    path = write(tmp_path, TWO_CREATED, between="", look="")
    result = pipeline.verify(path, Options(engine="redcomp", property="no-deadlock", timeout=4))
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason == "property not supported"
    assert result.engine == "redcomp"


def test_cooperative_threads_are_not_hunted() -> None:
    path = next((Path(__file__).parents[2] / "programs" / "cooperative").glob("*_unsafe.c"))
    found = pipeline.verify(path, Options(engine="walk")).verdict
    assert isinstance(found, Unknown)
    assert found.reason == "scheduling not supported"


@pytest.mark.parametrize(
    ("n", "expected"),
    [(0, []), (1, []), (97, []), (12, [2, 3, 4, 6]), (1000003 * 1000033, [1000003, 1000033]), (1000003**2, [1000003])],
)
def test_divisors(n: int, expected: list[int]) -> None:
    assert divisors(n) == expected


def test_divisors_of_large_numbers_take_no_time() -> None:
    start = time.monotonic()
    assert divisors(1000000016000000063) == [1000000007, 1000000009]
    assert all((2**64 - 1) % d == 0 for d in divisors(2**64 - 1))
    assert divisors(2**64 - 59) == []
    assert time.monotonic() - start < 10


def test_factors_are_tried(tmp_path: Path) -> None:
    text = (
        "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"
        "int main(void) { unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n"
        "if (a > 1 && b > 1 && a * b == NULL) reach_error(); return 0; }\n"
    )
    verdicts = []
    for constant in (65537 * 65539, 4294967291):  # the second one is a prime
        path = write(tmp_path, text.replace("NULL", f"{constant}ULL"))
        verdicts.append(pipeline.verify(path, Options(engine="explore", timeout=5)).verdict)
    assert isinstance(verdicts[0], Unsafe)
    assert not isinstance(verdicts[1], Unsafe)


def test_counterexample_of_walk_is_replayed(tmp_path: Path) -> None:
    path = write(tmp_path, LATE, rounds=20_000, gap=UNSAFE_GAP)
    options = Options()
    program = passes.run(frontend.load(path, options), UNREACH_CALL)
    found = Walk(3_000_000).verify(program, UNREACH_CALL, Run(options))
    assert isinstance(found, Counterexample)
    assert isinstance(replay(program, UNREACH_CALL, found), Unsafe)
