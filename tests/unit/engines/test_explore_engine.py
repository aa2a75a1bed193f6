"""Limits, evidence, determinism, and what is reported on the way."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.exploring import REDUCTIONS, answer, explore
from tests.helpers.ir_builder import Code, bakery, ended_array, peterson, program, word
from threadproof import pipeline, portfolio
from threadproof.engines import ENGINES
from threadproof.engines.engine import Run
from threadproof.engines.explore.digest import digest
from threadproof.engines.explore.engine import Exploration, Explore
from threadproof.engines.explore.hunt import Hunt
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL
from threadproof.result.counterexample import Counterexample, Move
from threadproof.result.verdict import Safe, Unknown


def counter(bound: int) -> Program:
    """A deep program: one thread counts, an error at the end."""
    ended = ended_array()
    x = word("x")
    main, a = Code("main", 1), Code("a", 2)
    t, s = a.var("t"), main.var("s")

    def body() -> None:
        a.assign(t, T.var(x))
        a.assign(T.var(x), T.add(t, a.const(1)))

    a.while_(T.ult(t, a.const(bound)), body)
    a.check(T.FALSE, "done")
    a.end(ended)
    main.create("a", 2)
    main.while_(T.TRUE, lambda: main.assign(s, T.var(x)))
    return program(ended, [x], main, a)


def test_registry() -> None:
    assert isinstance(ENGINES["explore"].make(), Explore)
    assert "magic" not in ENGINES
    assert portfolio.names() == ["auto", *ENGINES]


def test_the_registry_is_lazy() -> None:
    code = "import sys, threadproof.engines; sys.exit('threadproof.engines.explore.engine' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_state_limit() -> None:
    found = answer(bakery(3), max_states=500)
    assert isinstance(found, Unknown)
    assert found.reason == "state limit"
    assert found.statistics["nodes"] > 500


def test_time_limit() -> None:
    start = time.monotonic()
    found = Explore().verify(bakery(3, rounds=None), UNREACH_CALL, Run(Options.make(reduction="none"), start + 0.2))
    assert isinstance(found, Unknown)
    assert found.reason == "timeout"
    assert time.monotonic() < start + 20


def test_time_limit_inside_of_a_transition(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text("""int *volatile p;
        int main(void) {
            for (int n = 0; n < 1000000; n++) { int a[n % 1000 + 1]; a[0] = 1; a[n % 1000] = 2; p = a; }
            return 0; }""")
    start = time.monotonic()
    found = pipeline.verify(path, Options(engine="explore", timeout=1)).verdict
    assert isinstance(found, Unknown)
    assert found.reason == "timeout"
    assert time.monotonic() < start + 20


def test_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert explore(bakery(2), memory_limit=1) == "out of memory"

    def no_more(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("threadproof.engines.explore.graph.Graph.expand", no_more)
    assert explore(bakery(2)) == "out of memory"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_an_unsupported_construct(reduction: str) -> None:
    def build(text: str) -> Program:
        ended = ended_array()
        main, a = Code("main", 1), Code("a", 2)
        main.create("a", 2)
        main.do(O.Unsupported("setjmp"))
        main.end(ended)
        a.check(T.FALSE if text == "error" else T.TRUE)
        a.end(ended)
        return program(ended, [], main, a)

    found = answer(build(""), reduction=reduction)
    assert isinstance(found, Unknown)
    assert (found.reason, found.detail) == ("unsupported construct", "setjmp (t.c:2)")
    # a violation elsewhere still counts
    assert explore(build("error"), reduction=reduction) == "unsafe"
    assert explore(build(""), "no-deadlock", reduction) == "unsupported construct"


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_more_threads_than_can_be_explored(reduction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are created for ever; what a few of them do is found, and nothing is proved."""
    monkeypatch.setattr("threadproof.engines.explore.graph.MOST", 4)
    ended = ended_array()
    main, worker = Code("main", 1), Code("worker")
    handle, count = main.local("h", width=4), main.local("n", width=8)
    x = word("x")

    def body() -> None:
        main.do(O.Fresh(handle, 1, count, 2, 0))
        main.do(O.Create("worker", T.var(handle), ()))

    main.while_(T.TRUE, body)
    main.end(ended)
    t = worker.var("t")
    worker.assign(t, T.var(x))
    worker.assign(T.var(x), T.add(t, worker.const(1)))
    worker.end(ended)
    p = program(ended, [x], main, worker)
    assert explore(p, reduction=reduction) == "too many threads"
    assert explore(p, "no-data-race", reduction) == "unsafe"
    assert explore(p, "no-deadlock", reduction) == "too many threads"


def test_proof_and_statistics() -> None:
    found = answer(peterson())
    assert isinstance(found, Safe)
    assert found.proof.kind == "exploration"
    assert set(found.proof.data) == {"property", "program", "states", "digest", "reduction"}
    assert len(found.proof.data["digest"]) == 64
    assert found.statistics["nodes"] == found.statistics["abstract_states"] == found.proof.data["states"]
    assert found.statistics["edges"] > found.statistics["nodes"]
    assert found.statistics["time"] >= 0


def test_the_digest_does_not_depend_on_order_or_hash_seed() -> None:
    x = Exploration(bakery(2), UNREACH_CALL, Run(Options.make(reduction="none")))
    expected = x.answer()
    assert isinstance(expected, Safe)
    # the other way round: depth first, last instance first
    y = Exploration(bakery(2), UNREACH_CALL, Run(Options.make(reduction="none")))
    pending = y.setup.graph.initials()
    seen = set(pending)
    while pending:
        for _, t in reversed(list(y.setup.graph.successors(pending.pop()))):
            if t not in seen:
                seen.add(t)
                pending.append(t)
    assert digest(seen) == expected.proof.data["digest"]
    assert digest(list(seen)[1:]) != expected.proof.data["digest"]
    code = (
        "from tests.helpers.exploring import answer; from tests.helpers.ir_builder import bakery;"
        "print(answer(bakery(2)).proof.data['digest'])"
    )
    for seed in ("0", "1", "77"):
        out = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join([".", *sys.path])},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert out.stdout.strip() == expected.proof.data["digest"]


def test_the_same_run_gives_the_same_counterexample() -> None:
    for reduction in REDUCTIONS:
        first, second = (answer(bakery(2, broken=True), reduction=reduction) for _ in range(2))
        assert isinstance(first, Counterexample)
        assert isinstance(second, Counterexample)
        places = [[(m.instance, m.edge.source) for m in c.moves if isinstance(m, Move)] for c in (first, second)]
        assert places[0] == places[1]


def test_walks_find_deep_violations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threadproof.engines.explore.engine.FIRST_SEARCH", -1.0)
    x = Exploration(counter(5_000), UNREACH_CALL, Run(Options.make(reduction="local"), time.monotonic() + 60))
    found = x.answer()
    assert isinstance(found, Counterexample)
    assert found.statistics["walk_steps"] > 5_000
    assert len(found.moves) > 10_000


def test_a_walk_is_told_without_its_detours() -> None:
    hunt = Exploration(peterson(), UNREACH_CALL, Run(Options())).setup
    walk = Hunt(hunt.graph, (), 0)
    for states, expected in (
        ([0, 1, 2, 1, 3, 4], [0, 1, 3, 4]),
        ([0, 1, 0, 1, 2], [0, 1, 2]),
        ([0, 1, 2, 0, 3, 2, 3, 9], [0, 3, 9]),
        ([0, 1, 2, 3, 1, 0], [0]),
        ([5], [5]),
    ):
        walk._start, walk._path = states[0], [b - a for a, b in pairwise(states)]
        assert list(walk.path()) == expected


def test_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    x = Exploration(bakery(2), UNREACH_CALL, Run(Options.make(reduction="none"), progress=lines.append))
    x._last_report -= 1
    x.answer()
    assert lines
    assert "states" in lines[0]
    assert "frontier" in lines[0]


def test_garbage_collection_is_back_on() -> None:
    import gc

    answer(peterson())
    assert gc.isenabled()
