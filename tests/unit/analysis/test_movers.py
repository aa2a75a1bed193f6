"""Movers by what the source line does; and the conditions without which executions would show a wrong swap."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.facts_oracle import commute
from tests.unit.analysis.test_static_races import program_of, two
from threadproof.analysis import movers as module
from threadproof.analysis.exclusion import Exclusion
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Mover, Movers
from threadproof.ir import op as O
from threadproof.ir.program import Program


def movers_of(p: Program) -> dict[str, list[str]]:
    """template -> role or first variable of each edge that touches shared memory, with its mover."""
    found: dict[str, list[str]] = {}
    m = Movers(Knowledge(p))
    for t in p.templates.values():
        words = found[t.name] = []
        for e in t.all_edges():
            if O.footprint(e.op) or isinstance(e.op, O.Create):
                role = type(e.op).__name__.lower()
                if isinstance(e.op, O.Step):
                    role = "" if e.op.role is None else e.op.role.value
                words.append(f"{role or O.footprint(e.op)[0].var.name} {m.of(t.name, e).value}")
    return found


def test_a_critical_section(tmp_path: Path) -> None:
    p = program_of(tmp_path, two("LOCK(m); x++; UNLOCK(m);", "LOCK(m); x--; UNLOCK(m); JOIN(t);"))
    found = movers_of(p)
    assert found["f"] == ["acquire right", "x both", "x both", "release left", "end left"]
    assert found["main"] == ["create none", "acquire right", "x both", "x both", "release left", "join none"]


def test_protected_by(tmp_path: Path) -> None:
    p = program_of(tmp_path, two("LOCK(m); x++; UNLOCK(m); y++;", "LOCK(m); x--; UNLOCK(m); y = 1;"))
    m = Movers(Knowledge(p))
    by_name = {}
    for e in p.templates["f"].all_edges():
        for a in O.footprint(e.op):
            by_name.setdefault(a.var.name, m.protected("f", e.source))
    assert isinstance(by_name["x"], O.Cell) and by_name["x"].var.name == "m.owner"
    assert by_name["y"] is None
    assert by_name["m.owner"] is None
    assert m.protected("main", p.templates["main"].entry) is None  # creation


def test_a_lock_that_is_looked_at_makes_no_mover(tmp_path: Path) -> None:
    found = movers_of(program_of(tmp_path, two("LOCK(m); UNLOCK(m);", "if (!pthread_mutex_trylock(&m)) UNLOCK(m);")))
    assert found["f"][:2] == ["acquire none", "release none"]


def test_rwlock(tmp_path: Path) -> None:
    text = two(
        "pthread_rwlock_wrlock(&w); x++; pthread_rwlock_unlock(&w);",
        "pthread_rwlock_rdlock(&w); y = x; pthread_rwlock_unlock(&w);",
    )
    found = movers_of(program_of(tmp_path, text))
    assert found["f"][0] == "acquire right" and found["f"].count("x both") == 2
    assert not any(word.endswith("none") for word in found["f"][:-1])
    assert "read-acquire right" in found["main"] and "read-release left" in found["main"]


def test_sections_and_atomics_conflict(tmp_path: Path) -> None:
    section = "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();"
    found = movers_of(program_of(tmp_path, two(section + "__sync_fetch_and_add(&y, 1);", section + "y++;")))
    touching = [word for word in found["f"] if word[0] in "xy"]
    assert touching and all(word.endswith("none") for word in touching)


def test_inner_lock_under_an_outer_one(tmp_path: Path) -> None:
    body = "LOCK(m); LOCK(n); x++; UNLOCK(n); UNLOCK(m);"
    found = movers_of(program_of(tmp_path, two(body, body)))
    assert found["f"] == [
        "acquire right",
        "acquire both",
        "x both",
        "x both",
        "release both",
        "release left",
        "end both",
    ]


def _all_commute(p: Program) -> None:
    m = Movers(Knowledge(p))
    for seed in range(20):
        commute(p, m, seed)


def test_without_the_watchers_a_swap_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    p = program_of(tmp_path, two("LOCK(m); x++; UNLOCK(m);", "if (!pthread_mutex_trylock(&m)) UNLOCK(m); else x = 1;"))
    _all_commute(p)
    monkeypatch.setattr(Movers, "_is_unwatched", lambda self, owner: True)
    with pytest.raises(AssertionError):
        _all_commute(p)


def test_a_step_that_is_not_possible_yet_conflicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Excluding steps that are not possible now would make a join move across the end it waits for."""
    monkeypatch.setattr(module, "Exclusion", lambda k, are_enabled: Exclusion(k, are_enabled=True))
    p = program_of(tmp_path, two("x++;", "JOIN(t); x++;"))
    with pytest.raises(AssertionError):
        _all_commute(p)


def test_all_edges_of_a_location_together(tmp_path: Path) -> None:
    p = program_of(tmp_path, two("LOCK(m); x++; UNLOCK(m);", "LOCK(m); x--; UNLOCK(m);"))
    m = Movers(Knowledge(p))
    kinds = [m.at("f", location) for location in range(4)]
    assert kinds == [Mover.RIGHT, Mover.BOTH, Mover.BOTH, Mover.LEFT]
