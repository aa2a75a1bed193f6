"""The checker of movers: accepts what the analysis says, refuses any stronger claim."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.analysis.test_static_races import program_of, two
from threadproof.analysis.knowledge import Knowledge
from threadproof.analysis.movers import Movers
from threadproof.analysis.plain import mover_facts
from threadproof.evidence.facts.movers import check
from threadproof.ir.program import Program

PROGRAMS = {
    "critical sections": two("LOCK(m); x++; UNLOCK(m); y++;", "LOCK(m); x--; UNLOCK(m); y = 1; JOIN(t);"),
    "trylock": two("LOCK(m); x++; UNLOCK(m);", "if (!pthread_mutex_trylock(&m)) UNLOCK(m); else x = 1;"),
    "rwlock": two(
        "pthread_rwlock_wrlock(&w); x++; pthread_rwlock_unlock(&w);",
        "pthread_rwlock_rdlock(&w); y = x; pthread_rwlock_unlock(&w); JOIN(t);",
    ),
    "condition": two(
        "LOCK(m); x = 1; pthread_cond_signal(&c); UNLOCK(m);",
        "LOCK(m); while (!x) pthread_cond_wait(&c, &m); x = 2; UNLOCK(m); JOIN(t);",
    ),
    "section": two(
        "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); x++; y = x; __VERIFIER_atomic_end(); JOIN(t);",
    ),
}


def facts_of(folder: Path, name: str) -> tuple[Program, dict[str, Any]]:
    p = program_of(folder, PROGRAMS[name])
    return p, json.loads(json.dumps(mover_facts(Movers(Knowledge(p)))))


@pytest.mark.parametrize("name", PROGRAMS)
def test_accepts(name: str, tmp_path: Path) -> None:
    assert check(*facts_of(tmp_path, name)) == []


@pytest.mark.parametrize("claim", ["both", "right", "left"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_refuses_every_stronger_claim(name: str, claim: str, tmp_path: Path) -> None:
    p, facts = facts_of(tmp_path, name)
    for template, at in facts["movers"].items():
        for location, kinds in enumerate(at):
            for n, kind in enumerate(kinds):
                if kind not in ("both", claim):
                    tampered = copy.deepcopy(facts)
                    tampered["movers"][template][location][n] = claim
                    assert check(p, tampered), (template, location, n, kind)


def test_refuses_without_reasons(tmp_path: Path) -> None:
    p, facts = facts_of(tmp_path, "critical sections")
    assert check(p, {**facts, "pairs": []})
    assert check(p, {**facts, "movers": {}})
    assert check(p, {k: v for k, v in facts.items() if k != "movers"})


HELD_AT_FIRST = """
#include <pthread.h>
#include <stdatomic.h>
_Atomic int own = FIRST;
int g;
void *f(void *unused) { if (own == 2) g = 5; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); own = 0; g = 1; return 0; }
"""


@pytest.mark.parametrize(("first", "words"), [("0", ""), ("2", "releases own, which it may not hold")])
def test_who_writes_nothing_may_hold_a_lock_from_the_beginning(first: str, words: str, tmp_path: Path) -> None:
    """Main may give back a lock that nobody else ever takes, but not one that is taken at first."""
    p = program_of(tmp_path, HELD_AT_FIRST.replace("FIRST", first))
    facts = json.loads(json.dumps(mover_facts(Movers(Knowledge(p)))))
    assert check(p, facts) == []
    assert facts["owners"] == []
    facts["owners"] = ["own"]
    found = check(p, facts)
    assert any(words in x for x in found) if words else not found
