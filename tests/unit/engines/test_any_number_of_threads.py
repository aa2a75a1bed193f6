"""`--threads any`: locks are proved for any number of threads, their buggy twins need a certain number."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline, portfolio
from threadproof.options import Options
from threadproof.result.result import Result
from threadproof.result.verdict import Safe, Unknown, Unsafe

PROGRAMS = Path(__file__).parents[2] / "programs" / "redcomp"


def _verify(name: str, **options: object) -> Result:
    # each thread is created at one place, once
    chosen = Options.make(threads="any", defines=["COUNT=1"], timeout=100, **options)  # type: ignore[arg-type]
    return pipeline.verify(PROGRAMS / f"{name}.c", chosen, check_with="z3")


LOCKS = ("counting", "test_and_set", "readers", "ticket", "atomic_flag")


@pytest.mark.parametrize("name", [pytest.param(name, marks=in_turn(n, 5)) for n, name in enumerate(LOCKS)])
def test_safe(name: str) -> None:
    result = _verify(f"many_{name}_safe", engine="redcomp")
    assert isinstance(result.verdict, Safe), result.verdict
    assert result.check is not None and result.check.is_accepted
    assert "any number of threads" in result.verdict.scope


@pytest.mark.parametrize(
    ("name", "threads"), [("counting", 2), ("test_and_set", 2), ("readers", 2), ("second_goes_on", 2), ("ticket", 4)]
)
@pytest.mark.parametrize("engine", ["redcomp", "auto"])
def test_unsafe(name: str, threads: int, engine: str) -> None:
    verdict = _verify(f"many_{name}_unsafe", engine=engine).verdict
    assert isinstance(verdict, Unsafe)
    assert verdict.statistics["threads"] == threads
    assert f"{threads} of each are enough" in verdict.scope
    assert verdict.trace.steps


def test_safe_with_few_is_not_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four threads are needed, and up to three are tried."""
    monkeypatch.setattr(pipeline, "MOST_FEW", 3)
    monkeypatch.setattr("threadproof.portfolio.stages", lambda *_: [])
    assert isinstance(_verify("many_ticket_unsafe").verdict, Unknown)


def test_whether_threads_are_stuck_is_not_asked_of_few() -> None:
    assert portfolio.tries_few_threads(Options(threads="any"))
    assert not portfolio.tries_few_threads(Options(threads="any", property="no-deadlock"))
    assert not portfolio.tries_few_threads(Options.make(threads="any", engine="redcomp", rule="tm2"))
    assert not portfolio.tries_few_threads(Options(threads="3"))


def test_a_circle_is_looked_for_among_states_that_were_reached(tmp_path: Path) -> None:
    """Moves are known of others, too: from states in which the thread that moves sees the same."""
    path = tmp_path / "program.c"
    path.write_text("""
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *w(void *q) { for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) if (x) { j = 0; x = 0; } return 0; }
void *v(void *q) { for (int i = 0; i < 5; i++) if (!x) { i = 0; x = 1; } return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, v, 0);
    pthread_join(t, 0);
}
""")
    options = Options.make(property="termination", engine="explore", threads="3", timeout=60)
    assert isinstance(pipeline.verify(path, options).verdict, Unsafe)
