"""Nothing vanishes: places where an execution could silently end are found; no program and no pass has one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.ir_build import Thread, c, ended_array, program, shared, step
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.errors import InternalError, UsageError
from threadproof.evidence import totality
from threadproof.frontend.task import load_task
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.options import FORMS, Options
from threadproof.passes import unroll
from threadproof.properties import PROPERTIES, named

ROOT = Path(__file__).parents[2]
TASKS = sorted((ROOT / "programs").glob("*/*.yml"))
X = shared("x")


def build(*ops: O.Op, discards: str = "") -> Program:
    """A thread with the operations as edges of one location."""
    ended = ended_array()
    t = Thread("main", 1)
    if discards:
        t.may_stop()
    start, end = t.at, t.new()
    for op in ops:
        t.edge(start, end, op)
    t.at = end
    t.end(ended)
    return program(ended, [X], t)


IS_ONE = T.eq(T.var(X), c(1))


@pytest.mark.parametrize(
    ("ops", "is_total"),
    [
        ([step(IS_ONE)], False),
        ([step(IS_ONE), step(T.not_(IS_ONE))], True),
        ([step(T.ult(T.var(X), c(2))), step(T.ule(c(2), T.var(X)))], True),
        ([step(T.ult(T.var(X), c(2))), step(T.ult(c(2), T.var(X)))], False),
        ([step(IS_ONE, waits=True)], True),
        ([step(T.FALSE, waits=True)], True),
        ([step(T.FALSE)], False),
        ([], False),
        ([O.Exit("abort")], True),
        ([step(IS_ONE), O.Unsupported("thing")], True),
    ],
)
def test_one_location(ops: list[O.Op], is_total: bool) -> None:
    assert (totality.check(build(*ops)) == []) == is_total
    assert totality.check(build(*ops, discards="assumed")) == []


def test_what_is_behind_the_end_of_the_process_does_not_matter() -> None:
    p = build(O.Exit("abort"))
    t = p.templates["main"]
    edges = [out if at != t.edges[0][0].target else [] for at, out in enumerate(t.edges)]
    assert totality.check(replace(p, templates={"main": replace(t, edges=edges)})) == []


def forms_of(path: Path, property_: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """All that the passes make of a program is examined by the pipeline."""
    monkeypatch.setenv("THREADPROOF_DEBUG", "1")
    task = load_task(path)
    options = Options(property=property_, data_model=task.data_model)
    try:
        loaded = pipeline.load(task.input_file, options)
    except UsageError:
        return 0
    for form in FORMS:
        pipeline._prepared(loaded, named(property_), form=form)
    return 1


@pytest.mark.parametrize("n", rotating(6, len(TASKS)))
def test_programs_after_every_pass(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    names = list(PROPERTIES)
    for property_ in (names[n % len(names)], names[(n + 3) % len(names)]):
        forms_of(TASKS[n], property_, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("path", TASKS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_all_programs_after_every_pass(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(forms_of(path, property_, monkeypatch) for property_ in PROPERTIES)


def test_a_pass_that_drops_an_edge_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unroll._Unrolling, "_stuck", lambda *_: None)
    monkeypatch.setattr(unroll._Unrolling, "_edge", _dropping(unroll._Unrolling._edge))
    task = ROOT / "programs" / "passes" / "local_semaphore_unsafe.yml"
    with pytest.raises(InternalError, match="nothing comes after"):
        forms_of(task, "no-deadlock", monkeypatch)


def _dropping(edge):  # type: ignore[no-untyped-def]
    return lambda *args: [e for e in edge(*args) if e is not None]
