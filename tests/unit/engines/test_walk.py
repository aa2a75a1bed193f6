"""Engine `walk`: finds what is there, in crowds too; says nothing else; the same runs for the same seed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from threadproof import cli, frontend, passes, portfolio
from threadproof.engines.engine import Run
from threadproof.engines.walk.crowd import Crowd
from threadproof.engines.walk.engine import Walk
from threadproof.engines.walk.locations import Needs
from threadproof.engines.walk.pool import Pool
from threadproof.evidence.replay import replay
from threadproof.options import Options
from threadproof.passes.forms import Forms
from threadproof.properties import NO_DATA_RACE, UNREACH_CALL, named
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Unknown, Unsafe

#: (see `tests.helpers.rotation`)
IN_TURN = 2

HEAD = "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
#: each worker leaves the balance as it was, but not while it is at work
BANK = (
    HEAD
    + """
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;
void *worker(void *arg) {
    int on_loan = __VERIFIER_nondet_int();
    if (on_loan < 0 || on_loan > 7)
        abort();
    pthread_mutex_lock(&lock);
    balance -= on_loan;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance += on_loan;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t workers[COUNT];
    for (int i = 0; i < COUNT; i++)
        pthread_create(&workers[i], 0, worker, 0);
    pthread_mutex_lock(&lock);
    assert(balance == 0);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < COUNT; i++)
        pthread_join(workers[i], 0);
    return 0;
}
"""
)


def walk(text: str, folder: Path, property_: str = "unreach-call", steps: int = 20_000, seed: int = 0) -> Unsafe | str:
    """The replayed violation, or why there is none."""
    path = folder / "program.c"
    path.write_text(text)
    options = Options(property=property_, seed=seed)
    program = passes.run(frontend.load(path, options), named(property_))
    found = Walk(steps).verify(program, named(property_), Run(options))
    if isinstance(found, Counterexample):
        return replay(program, named(property_), found)
    assert isinstance(found, Unknown)
    return found.reason


def test_thousands_of_threads(tmp_path: Path) -> None:
    verdict = walk(BANK.replace("COUNT", "1200"), tmp_path, steps=400_000)
    assert isinstance(verdict, Unsafe)
    threads = {s.thread for s in verdict.trace.steps}
    assert "main" in threads
    # the others are created, but do not move
    assert 2 <= len(threads) <= 4
    assert len(verdict.trace.steps) < 4000


def test_same_seed_same_run(tmp_path: Path) -> None:
    text = BANK.replace("COUNT", "20")
    first, second = (walk(text, tmp_path, seed=5) for _ in "ab")
    assert isinstance(first, Unsafe)
    assert isinstance(second, Unsafe)
    assert first.trace == second.trace


def test_never_safe(tmp_path: Path) -> None:
    path = tmp_path / "safe.c"
    path.write_text("int main(void) { return 0; }\n")
    options = Options(engine="walk")
    found = Walk(100).verify(passes.run(frontend.load(path, options), UNREACH_CALL), UNREACH_CALL, Run(options))
    assert isinstance(found, Unknown)
    assert found.reason == "random runs found no violation"
    assert found.detail.endswith("steps in all found no violation; this proves nothing")
    assert {"nodes", "runs", "steps"} <= set(found.statistics)


@pytest.mark.parametrize(
    ("property_", "body", "part"),
    [
        ("no-data-race", "int x; void *f(void *a) { x++; return 0; }", "no-data-race"),
        (
            "no-deadlock",
            "pthread_mutex_t m, n; void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&n);"
            " pthread_mutex_unlock(&n); pthread_mutex_lock(&n); return 0; }",
            "no-deadlock",
        ),
        ("termination", "pthread_mutex_t m; void *f(void *a) { pthread_mutex_lock(&m); return 0; }", "termination"),
        (
            "no-overflow",
            "_Atomic int x = 2147483646; void *f(void *a) { int y = x; x = y + 1; return 0; }",
            "no-overflow",
        ),
        ("valid-memsafety", "int *p; void *f(void *a) { p = malloc(4); free(p); *p = 1; return 0; }", "valid-deref"),
        ("valid-memsafety", "void *f(void *a) { malloc(4); return 0; }", "valid-memtrack"),
        (
            "unreach-call",
            "int x; void __VERIFIER_atomic_take(void) { if (x) pthread_exit(0); x = 1; }"
            "void *f(void *a) { int y = x; __VERIFIER_atomic_take(); assert(y == 1); return 0; }",
            "unreach-call",
        ),
    ],
)
def test_every_property(property_: str, body: str, part: str, tmp_path: Path) -> None:
    main = "int main(void) { pthread_t t[9]; for (int i = 0; i < 9; i++) pthread_create(&t[i], 0, f, 0);"
    main += " for (int i = 0; i < 9; i++) pthread_join(t[i], 0); return 0; }"
    verdict = walk(HEAD + body + main, tmp_path, property_)
    assert isinstance(verdict, Unsafe), verdict
    assert verdict.violated == part


def test_a_crowd_that_waits_is_a_deadlock(tmp_path: Path) -> None:
    text = (
        HEAD
        + """
    pthread_mutex_t m;
    void *f(void *a) { pthread_mutex_lock(&m); return 0; }
    int main(void) {
        pthread_t t[40];
        for (int i = 0; i < 40; i++) pthread_create(&t[i], 0, f, 0);
        for (int i = 0; i < 40; i++) pthread_join(t[i], 0);
        return 0;
    }
    """
    )
    verdict = walk(text, tmp_path, "no-deadlock")
    assert isinstance(verdict, Unsafe)
    assert verdict.trace.violation.endswith("; and so do 32 others")


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bank.c"
    path.write_text(BANK.replace("COUNT", "150"))
    assert cli.main(["verify", str(path), "--engine", "walk", "--seed", "3", "--timeout", "30"]) == 10
    text = capsys.readouterr().out
    assert text.startswith("UNSAFE  unreach-call  (engine walk")
    assert "more rounds of the loop at lines 22 to 23" in text
    assert len(text.splitlines()) < 80


def test_command_line_finds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "safe.c"
    path.write_text("int main(void) { return 0; }\n")
    assert cli.main(["verify", str(path), "--engine", "walk", "--timeout", "0.2"]) == 5
    assert "this proves nothing" in capsys.readouterr().out


def test_auto_chooses_who_decides_the_property(tmp_path: Path) -> None:
    path = tmp_path / "bank.c"
    path.write_text(BANK.replace("COUNT", "3"))
    forms = Forms(frontend.load(path, Options()), NO_DATA_RACE)
    chosen = {engine.name for engine, _ in portfolio.stages(Options(property="no-data-race"), forms)}
    assert chosen == {"impact", "explore", "walk"}


def test_auto_walks_through_crowds(tmp_path: Path) -> None:
    path = tmp_path / "bank.c"
    seconds = []
    for count in ("900", "3"):
        path.write_text(BANK.replace("COUNT", count))
        stages = portfolio.stages(Options(timeout=60), Forms(frontend.load(path, Options()), UNREACH_CALL))
        seconds.append([most for engine, most in stages if engine.name == "walk"])
    assert seconds == [[15.0, 15.0, 15.0], [1.0, 6.0]]


# ------------------------------------------------------------ parts


def test_pool() -> None:
    chance, pool = random.Random(0), Pool()
    for n in range(10):
        pool.add(n)
    pool.remove(3)
    assert 3 not in pool
    assert len(pool) == 9
    assert sorted(pool.draw(chance) for _ in range(9)) == [0, 1, 2, 4, 5, 6, 7, 8, 9]
    assert not pool


def test_a_group_opens_when_what_it_looks_at_is_written() -> None:
    crowd, needs = Crowd(random.Random(0)), Needs((5,), ())
    for n in range(1, 5):
        crowd.start((7, n))
        crowd.park(n, needs)
    assert not crowd.ready
    crowd.changed([4])
    assert not crowd.ready
    crowd.changed([5])
    (first,) = crowd.ready.items
    crowd.move(first, None)
    # the next one gets its chance
    (second,) = crowd.ready.items
    crowd.park(second, needs)
    assert not crowd.ready
    twin = crowd.copy()
    twin.changed([5])
    assert (len(twin.ready), len(crowd.ready)) == (1, 0)


def test_groups_are_kept_apart_by_what_matters() -> None:
    crowd, needs = Crowd(random.Random(0)), Needs((0,), (2,))
    for n, index in enumerate((8, 8, 9)):
        crowd.start((7, n, index))
        crowd.park(n, needs)
    assert sorted(len(g.members) for g in crowd.groups.values()) == [1, 2]
    crowd.changed([0])
    assert len(crowd.ready) == 2


def test_runs_that_stop_at_what_is_not_understood(tmp_path: Path) -> None:
    def nothing_found(main: str) -> Unknown:
        path = tmp_path / "program.c"
        path.write_text("void unknown(int *p); int __VERIFIER_nondet_int(void); int x;" + main)
        program = passes.run(frontend.load(path, Options()), UNREACH_CALL)
        answer = Walk(steps=2_000).verify(program, UNREACH_CALL, Run(Options()))
        assert isinstance(answer, Unknown)
        return answer

    found = nothing_found("int main(void) { unknown(&x); return x; }")
    assert found.reason == "unsupported construct"
    assert "every one of them stopped at: unsupported construct: call of unknown" in found.detail
    found = nothing_found("int main(void) { if (__VERIFIER_nondet_int()) unknown(&x); return x; }")
    assert found.reason == "random runs found no violation"
    assert "of them stopped at: unsupported construct: call of unknown" in found.detail
