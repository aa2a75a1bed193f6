"""Cases: what they keep apart, that merging them ends, and soundness conditions that executions would miss."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.generators.concurrent import FOCUSES, generate
from tests.helpers.facts_oracle import all_races, walk
from tests.helpers.ir_random import large_program
from tests.unit.analysis.test_static_races import RACY, program_of, two
from threadproof import frontend, passes
from threadproof.analysis import conditions as C
from threadproof.analysis import knowledge as module
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.races import possible_races
from threadproof.logic import term as T
from threadproof.logic.term import Var
from threadproof.options import Options
from threadproof.properties import NO_DATA_RACE

X, Y = Var("x", 8, False), Var("y", 8, False)
TRACKED = frozenset((X, Y))


def is_(v: Var, value: int) -> T.Term:
    return T.eq(T.var(v), T.const(value, 8))


def test_conditions_follow_updates() -> None:
    where = frozenset({T.not_(is_(X, 3)), is_(Y, 5)})
    assert C.after(where, {X: T.add(T.var(X), T.const(1, 8))}, TRACKED) == {T.not_(is_(X, 4)), is_(Y, 5)}
    assert C.after(where, {X: T.var(Y), Y: T.var(X)}, TRACKED) == {is_(X, 5), T.not_(is_(Y, 3))}
    assert C.after(where, {Y: None}, TRACKED) == {T.not_(is_(X, 3))}


def test_join_keeps_what_both_imply() -> None:
    assert C.join(frozenset({is_(X, 1)}), frozenset({is_(X, 2), is_(Y, 0)})) == frozenset()
    assert C.join(frozenset({is_(X, 1)}), frozenset({T.not_(is_(X, 3))})) == {T.not_(is_(X, 3))}


def test_cases_keep_the_lock_with_its_condition(tmp_path: Path) -> None:
    body = "int k = __VERIFIER_nondet_int(); if (k) LOCK(m); y = 1; if (k) UNLOCK(m);"
    p = program_of(tmp_path, two(body, body))
    k = Knowledge(p)
    assert any({len(c.held) for c in cases} == {0, 1} for cases in k.cases["f"])
    assert {v.name for v in k.locks.owners} == {"m.owner"}


def test_a_lock_given_back_by_a_stranger_is_none(tmp_path: Path) -> None:
    assert not Knowledge(program_of(tmp_path, RACY["unlocked by another"])).locks.owners


def test_too_many_cases_are_merged(tmp_path: Path) -> None:
    flags = "".join(f"int k{i} = __VERIFIER_nondet_int(); " for i in range(8))
    tests = "".join(f"if (k{i}) y = {i}; " for i in range(8))
    p = program_of(tmp_path, two(f"{flags} {tests} LOCK(m); {tests} x++; UNLOCK(m);", "LOCK(m); x++; UNLOCK(m);"))
    found = possible_races(p)
    assert max(len(c) for at in found.knowledge.cases.values() for c in at) <= module.MAX_CASES
    assert {a.access.var.name for a, _ in found.pairs} == set()


@pytest.mark.parametrize("edges", [300, 1500])
def test_time_stays_in_bounds(edges: int) -> None:
    p = large_program(edges)
    start = time.process_time()
    k = Knowledge(p)
    assert time.process_time() - start < 20
    walk(p, k, 1, 100)


def _fails(folder: Path, count: int) -> bool:
    """Do executions contradict the analysis?"""
    for seed in range(count):
        path = folder / f"p{seed}.c"
        path.write_text(generate(seed, FOCUSES[seed % len(FOCUSES)]))
        p = passes.run(frontend.load(path, Options(property="no-data-race")), NO_DATA_RACE)
        found = possible_races(p)
        if not {frozenset(x) for x in all_races(p)} <= {frozenset((a.edge, b.edge)) for a, b in found.pairs}:
            return True
        try:
            walk(p, found.knowledge, seed)
        except AssertionError:
            return True
    return False


def test_releases_by_strangers_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Knowledge, "_is_free_for_sure", lambda self, t, c, v: True)
    p = program_of(tmp_path, RACY["unlocked by another"])
    assert not possible_races(p).pairs and all_races(p)


def test_waiting_gives_the_lock_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a release did not take the lock away, executions would show it."""
    monkeypatch.setattr(module, "are_distinct", lambda a, b, known: True)
    assert _fails(tmp_path, 30)


def test_indices_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_mentions", lambda cell, updates: False)
    changed = "int i = __VERIFIER_nondet_int() & 1; LOCK(l[i]); i = 1 - i; d[i]++;"
    other = "int j = __VERIFIER_nondet_int() & 1; LOCK(l[j]); d[j]++; UNLOCK(l[j]);"
    p = program_of(tmp_path, two(changed, other, more="pthread_mutex_t l[2]; int d[2];"))
    found = possible_races(p)
    assert not {frozenset(x) for x in all_races(p)} <= {frozenset((a.edge, b.edge)) for a, b in found.pairs}
