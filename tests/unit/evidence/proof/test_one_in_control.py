"""Proofs that cooperative threads have no data races: accepted if main does nothing beside them, else refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from threadproof import pipeline
from threadproof.analysis.beside import after_start
from threadproof.budget import Budget
from threadproof.engines.esst.without_races import KIND, without_races
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.ir import op as O
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.properties import named
from threadproof.result.verdict import Safe, Unknown
from threadproof.schedulers.fairthreads.state import FairThreads

RACE = "no-data-race"
TEXT = """#include <fthread.h>
static ft_scheduler_t s;
static ft_event_t e;
int x, y, seen;
static void worker(void *arg) {{ ft_thread_await(e); x++; seen = y; ft_thread_cooperate(); x--; }}
int main(void) {{
    s = ft_scheduler_create();
    e = ft_event_create(s);
    ft_thread_create(s, worker, 0, 0);
    ft_thread_create(s, worker, 0, 0);
    x = 1;
    ft_scheduler_start(s);
    {}
    ft_exit();
}}
"""
THREADS = """#include <pthread.h>
int x;
void *worker(void *arg) { x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x++; return 0; }
"""


def program(folder: Path, late: str = "ft_scheduler_broadcast(e);") -> Program:
    """The program as `esst` sees it."""
    return _read(folder, TEXT.format(late))


def _read(folder: Path, text: str) -> Program:
    path = folder / "program.c"
    path.write_text(text)
    return pipeline._prepared(pipeline.load(path, Options(property=RACE)), named(RACE), form="instances")


def complaints(p: Program, data: object, property_: str = RACE) -> list[str]:
    return [str(c) for c in check(p, named(property_), KIND, data, Prover((), Budget(None, None))).complaints]


def claim(p: Program, beside: object = None) -> dict[str, Any]:
    everywhere = list(range(len(p.templates[p.main].edges)))
    return {"property": RACE, "program": digest(p), "beside": everywhere if beside is None else beside}


def with_edge(p: Program, template: str, op: O.Op, target: int) -> Program:
    """One more edge, after the start in main, or at the entry of a thread."""
    t = p.templates[template]
    source = next(n for n in after_start(t) if t.edges[n]) if template == p.main else t.entry
    edges = [list(out) for out in t.edges]
    edges[source].append(replace(t.edges[source][0], target=target, op=op))
    return replace(p, templates={**p.templates, template: replace(t, edges=edges)})


@pytest.mark.parametrize("engine", ["esst", "auto"])
def test_accepted(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    for late in ("", "ft_scheduler_broadcast(e);", "int own = 3; if (y) own++; ft_thread_create(s, worker, 0, 0);"):
        path.write_text(TEXT.format(late))
        result = pipeline.verify(path, Options(property=RACE, engine=engine, timeout=20), check_with="bitwuzla")
        assert isinstance(result.verdict, Safe), result.verdict
        assert result.verdict.proof.kind == KIND
        assert result.check is not None
        assert result.check.is_accepted


@pytest.mark.parametrize(
    ("late", "reason"),
    [
        ("x = 2;", "unsupported construct"),
        ("if (x) ft_scheduler_broadcast(e);", "unsupported construct"),
        ("y = 1;", "unsupported construct"),
        ("ft_scheduler_start(s);", "preemptive part of FairThreads"),
        ("pthread_t t; pthread_create(&t, 0, (void *(*)(void *))worker, 0);", "unsupported construct"),
        ("static pthread_mutex_t m; pthread_mutex_lock(&m); pthread_mutex_lock(&m);", "unsupported construct"),
    ],
)
def test_main_beside_the_threads(late: str, reason: str, tmp_path: Path) -> None:
    p = program(tmp_path, late)
    answer = without_races(p)
    assert isinstance(answer, Unknown)
    assert answer.reason == reason
    assert "program.c:" in answer.detail
    assert complaints(p, claim(p))


def test_the_proof_of_another_program_or_property(tmp_path: Path) -> None:
    p, other = program(tmp_path), program(tmp_path, "")
    safe = without_races(p)
    assert isinstance(safe, Safe)
    data = dict(safe.proof.data)
    assert not complaints(p, data)
    assert "another program" in complaints(other, data)[0]
    assert "about no-data-race" in complaints(p, data, "unreach-call")[0]
    assert complaints(p, {**data, "property": "unreach-call"}, "unreach-call")
    assert complaints(p, data, "termination")


def test_preemptive_threads(tmp_path: Path) -> None:
    p = _read(tmp_path, THREADS)
    assert complaints(p, claim(p)) == ["threads are preemptive"]
    assert complaints(p, claim(p, [])) == ["threads are preemptive"]


def test_the_scheduler_runs_from_the_beginning(tmp_path: Path) -> None:
    p = program(tmp_path)
    assert isinstance(p.scheduler, FairThreads)
    q = replace(p, scheduler=p.scheduler._replace(running=0))
    assert "not alone" in complaints(q, claim(q))[0]


def test_where_main_is(tmp_path: Path) -> None:
    p = program(tmp_path)
    safe = without_races(p)
    assert isinstance(safe, Safe)
    data = dict(safe.proof.data)
    beside = data["beside"]
    assert len(beside) > 1
    for missing in beside:
        assert "does not say so" in complaints(p, {**data, "beside": [n for n in beside if n != missing]})[0]
    for wrong in (None, "all", [0.5], [True], [-1], [10_000], {}):
        assert "malformed" in complaints(p, {**data, "beside": wrong})[0]
    assert "malformed" in complaints(p, None)[0]
    # (more than there is: then what main does before the start must not conflict, either)
    assert "started while one runs" in complaints(p, claim(p))[0]


def test_what_the_front_end_would_not_let_pass(tmp_path: Path) -> None:
    p = program(tmp_path)
    main, worker = p.templates[p.main], next(t for name, t in p.templates.items() if name != p.main)
    x = next(v for v in p.shared if v.lvalue == "x")
    write = O.Step(updates=(O.Update(x, (), T.const(5, x.width)),))
    read = O.Step(guard=T.eq(T.var(x), T.const(5, x.width)))
    for q, words in [
        (with_edge(p, p.main, write, main.exit), "x at once"),
        (with_edge(p, p.main, read, main.exit), "x at once"),
        (with_edge(p, p.main, O.Primitive("start", (T.const(1, 32),)), main.exit), "started while one runs"),
        (with_edge(p, worker.name, O.Primitive("start", (T.const(1, 32),)), worker.exit), "started while one runs"),
        (with_edge(p, worker.name, O.Create(p.main, T.const(7, 32), ()), worker.exit), "main is started as a thread"),
        (with_edge(p, worker.name, O.Unsupported("magic"), worker.exit), "magic"),
        (with_edge(p, p.main, O.Unsupported("magic"), main.exit), "magic"),
    ]:
        safe = without_races(p)
        assert isinstance(safe, Safe)
        data = {**safe.proof.data, "program": digest(q)}
        assert any(words in c for c in complaints(q, data)), words


def test_facts_about_races_are_for_preemptive_threads(tmp_path: Path) -> None:
    p = program(tmp_path)
    found = check(p, named(RACE), "race-facts", {"cases": {}, "pairs": []}, Prover(())).complaints
    assert [str(c) for c in found] == ["threads are scheduled by FairThreads"]
