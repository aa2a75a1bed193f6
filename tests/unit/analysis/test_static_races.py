"""Races that locks, thread creation and joins exclude, and those they do not: small C programs, one idea each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.facts_oracle import all_races
from threadproof import frontend, passes
from threadproof.analysis.plain import race_facts
from threadproof.analysis.races import RaceAnalysis, possible_races
from threadproof.evidence.facts.races import check
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import NO_DATA_RACE

HEAD = """
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
#define LOCK(l) pthread_mutex_lock(&l)
#define UNLOCK(l) pthread_mutex_unlock(&l)
#define START(t, f) pthread_create(&t, 0, f, 0)
#define JOIN(t) pthread_join(t, 0)
"""


def program_of(folder: Path, text: str) -> Program:
    path = folder / "p.c"
    path.write_text(HEAD + text)
    return passes.run(frontend.load(path, Options(property="no-data-race")), NO_DATA_RACE)


def analyse(folder: Path, text: str) -> RaceAnalysis:
    """The analysis, compared with the exhaustive search and with the checker of its facts."""
    p = program_of(folder, text)
    found = possible_races(p)
    left = {frozenset((a.edge, b.edge)) for a, b in found.pairs}
    assert {frozenset(pair) for pair in all_races(p)} <= left
    assert (not check(p, race_facts(found))) == found.is_race_free
    return found


def two(body: str, main: str = "", before: str = "", more: str = "") -> str:
    """One thread function, started once, and main."""
    return (
        f"{more}\nvoid *f(void *a) {{ {body} return 0; }}\n"
        f"int main(void) {{ pthread_t t; {before} START(t, f); {main} return 0; }}"
    )


FREE = {
    "mutex": two("LOCK(m); x++; UNLOCK(m);", "LOCK(m); x--; UNLOCK(m);"),
    "many instances": "void *f(void *a) { LOCK(m); x++; UNLOCK(m); return 0; }\n"
    "int main(void) { for (int i = 0; i < 2; i++) { pthread_t t; START(t, f); } return 0; }",
    "before creation": two("x++;", "", "x = 3;"),
    "after join": two("x++;", "JOIN(t); x = 3;"),
    "one after the other": "void *f(void *a) { x++; return 0; } void *g(void *a) { x--; return 0; }\n"
    "int main(void) { pthread_t t; START(t, f); JOIN(t); START(t, g); JOIN(t); return x; }",
    "joined by another": "pthread_t t, u; void *f(void *a) { x++; return 0; }\n"
    "void *g(void *a) { START(t, f); JOIN(t); return 0; }\n"
    "int main(void) { START(u, g); JOIN(u); return x; }",
    "conditional lock": two(
        "LOCK(m); x++; UNLOCK(m);",
        "int k = __VERIFIER_nondet_int(); if (k) LOCK(m); y = 2; if (k) x = 1; if (k) UNLOCK(m);",
    ),
    "conditional on a copy": two(
        "LOCK(m); x++; UNLOCK(m);",
        "int k = __VERIFIER_nondet_int(); if (k == 3) LOCK(m); int l = k; if (l == 3) { x = 1; UNLOCK(m); }",
    ),
    "trylock": two("LOCK(m); x++; UNLOCK(m);", "if (!pthread_mutex_trylock(&m)) { x = 1; UNLOCK(m); }"),
    "readers": two(
        "pthread_rwlock_wrlock(&w); x++; pthread_rwlock_unlock(&w);",
        "pthread_rwlock_rdlock(&w); y = x; pthread_rwlock_unlock(&w);",
    ),
    "condition": two(
        "LOCK(m); x = 1; pthread_cond_signal(&c); UNLOCK(m);",
        "LOCK(m); while (!x) pthread_cond_wait(&c, &m); x = 2; UNLOCK(m);",
    ),
    "array of locks": two(
        "int i = __VERIFIER_nondet_int() & 1; LOCK(l[i]); d[i]++; UNLOCK(l[i]);",
        "int j = __VERIFIER_nondet_int() & 1; LOCK(l[j]); d[j]++; UNLOCK(l[j]);",
        more="pthread_mutex_t l[2]; int d[2];",
    ),
    "different cells": two("d[0] = 1;", "d[1] = 1;", more="int d[2];"),
    "own cell": "int d[9]; void *f(void *a) { d[(long)a] = 1; return 0; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, (void *)0);"
    " d[1] = 2; return 0; }",
    "sections": two(
        "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
    ),
    "atomic operations": two("__sync_fetch_and_add(&x, 1);", "__sync_fetch_and_add(&x, 1);"),
    "initialised again before creation": two(
        "LOCK(m); x++; UNLOCK(m);", "LOCK(m); x++; UNLOCK(m);", "pthread_mutex_init(&m, 0);"
    ),
    "a number moved": two(
        "LOCK(m); x++; UNLOCK(m);",
        "int k = __VERIFIER_nondet_int(); if (k) LOCK(m); k++; if (k != 1) { x = 1; UNLOCK(m); }",
    ),
}

LIST = """
struct node { int datum; struct node *next; };
struct node *head;
struct node *new(int d) {
  struct node *p = malloc(sizeof(struct node)); p->datum = d; p->next = 0; return p;
}
"""
INSERT = "struct node *p = new(1); LOCK(m); p->next = head; head = p; UNLOCK(m);"
LOOK = "LOCK(m); struct node *q = head; while (q) { q->datum++; q = q->next; } UNLOCK(m);"


def started_twice(body: str, main: str, more: str) -> str:
    return (
        f"{more}\nvoid *f(void *a) {{ {body} return 0; }}\n"
        f"int main(void) {{ pthread_t t, u; START(t, f); START(u, f); {main} return 0; }}"
    )


FREE |= {
    "not yet published": two(INSERT, LOOK, more=LIST),
    "not yet published, many": started_twice(INSERT, LOOK, LIST),
    "not yet published, copied": started_twice(
        "struct node *p = new(1), *r = p; r->datum = 3; LOCK(m); p->next = head; head = r; UNLOCK(m);", LOOK, LIST
    ),
    "allocated in a loop": two(
        "for (int i = 0; i < 2; i++) { struct node *p = new(1); LOCK(m); p->next = head; head = p; UNLOCK(m); }",
        LOOK,
        more=LIST,
    ),
}

RACY = {
    "published before": two("struct node *p = new(1); LOCK(m); head = p; UNLOCK(m); p->datum = 2;", LOOK, more=LIST),
    "published before, many": started_twice(
        "struct node *p = new(1); LOCK(m); head = p; UNLOCK(m); p->datum = 2;", LOOK, LIST
    ),
    "a copy published before": started_twice(
        "struct node *p = new(1), *r = p; LOCK(m); head = r; UNLOCK(m); p->datum = 2;", LOOK, LIST
    ),
    "perhaps published before": started_twice(
        "struct node *p = new(1); if (__VERIFIER_nondet_int()) { LOCK(m); head = p; UNLOCK(m); } p->datum = 2;",
        LOOK,
        LIST,
    ),
    "handed to a thread": LIST + "void *g(void *a) { ((struct node *)a)->datum = 1; return 0; }\n"
    "void *f(void *a) { struct node *p = new(1); pthread_t t; pthread_create(&t, 0, g, p); p->datum = 2; return 0; }\n"
    "int main(void) { pthread_t t, u; START(t, f); START(u, f); return 0; }",
    "hidden in an array": started_twice(
        "struct node *k[2]; k[0] = new(1); int i = __VERIFIER_nondet_int() & 1; struct node *p = k[0];"
        " LOCK(m); head = k[0]; UNLOCK(m); p->datum = 2;",
        LOOK,
        LIST,
    ),
    "no lock": two("x++;", "x--;"),
    "two locks": two("LOCK(m); x++; UNLOCK(m);", "LOCK(n); x++; UNLOCK(n);"),
    "after unlock": two("LOCK(m); UNLOCK(m); x++;", "LOCK(m); x++; UNLOCK(m);"),
    "two readers": two(
        "pthread_rwlock_rdlock(&w); x++; pthread_rwlock_unlock(&w);",
        "pthread_rwlock_rdlock(&w); x++; pthread_rwlock_unlock(&w);",
    ),
    "unlocked by another": two("LOCK(m); x++; UNLOCK(m);", "UNLOCK(m); LOCK(m); x++; UNLOCK(m);"),
    "initialised while in use": two("LOCK(m); x++; UNLOCK(m);", "pthread_mutex_init(&m, 0); LOCK(m); x++; UNLOCK(m);"),
    "failed trylock": two("LOCK(m); x++; UNLOCK(m);", "if (pthread_mutex_trylock(&m)) x = 1; else UNLOCK(m);"),
    "while waiting": two(
        "LOCK(m); x = 1; pthread_cond_signal(&c); UNLOCK(m); x = 2;",
        "LOCK(m); while (!x) pthread_cond_wait(&c, &m); x = 3; UNLOCK(m);",
    ),
    "wrong condition": two(
        "LOCK(m); x++; UNLOCK(m);",
        "int k = __VERIFIER_nondet_int(), l = __VERIFIER_nondet_int(); if (k) LOCK(m); if (l) x = 1; if (k) UNLOCK(m);",
    ),
    "wrong element": two(
        "int i = __VERIFIER_nondet_int() & 1; LOCK(l[i]); d[i]++; UNLOCK(l[i]);",
        "int j = __VERIFIER_nondet_int() & 1; LOCK(l[j]); d[1 - j]++; UNLOCK(l[j]);",
        more="pthread_mutex_t l[2]; int d[2];",
    ),
    "index changed under the lock": two(
        "int i = __VERIFIER_nondet_int() & 1; LOCK(l[i]); i = 1 - i; d[i]++; UNLOCK(l[1 - i]);",
        "int j = __VERIFIER_nondet_int() & 1; LOCK(l[j]); d[j]++; UNLOCK(l[j]);",
        more="pthread_mutex_t l[2]; int d[2];",
    ),
    "section and none": two("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();", "x++;"),
    "atomic and plain": two("__sync_fetch_and_add(&x, 1);", "x++;"),
    "after creation": two("x++;", "x = 3; JOIN(t);"),
    "started by another": "void *f(void *a) { x++; return 0; }\n"
    "void *g(void *a) { pthread_t t; START(t, f); return 0; }\n"
    "int main(void) { pthread_t u; START(u, g); x = 1; return 0; }",
    "joined the creator only": "void *f(void *a) { x++; return 0; }\n"
    "void *g(void *a) { pthread_t t; START(t, f); return 0; }\n"
    "int main(void) { pthread_t u; START(u, g); JOIN(u); x = 1; return 0; }",
    "wrong thread joined": "void *f(void *a) { x++; return 0; } void *g(void *a) { return 0; }\n"
    "int main(void) { pthread_t t, u; START(t, f); START(u, g); JOIN(u); x = 1; return 0; }",
    "perhaps joined": two("x++;", "if (__VERIFIER_nondet_int()) JOIN(t); x = 1;"),
    "a test-and-set lock of one's own": two(
        "while (__sync_lock_test_and_set(&flag, 1)); x++; __sync_lock_release(&flag);", "x++;"
    ),
}


@pytest.mark.parametrize("name", FREE)
def test_excluded(name: str, tmp_path: Path) -> None:
    found = analyse(tmp_path, FREE[name])
    assert found.is_race_free, found.pairs


@pytest.mark.parametrize("name", RACY)
def test_not_excluded(name: str, tmp_path: Path) -> None:
    assert not analyse(tmp_path, RACY[name]).is_race_free


def test_what_is_not_understood_proves_nothing(tmp_path: Path) -> None:
    found = analyse(tmp_path, two("x = 1;", "", "long double z = 1.5L; y = z > 1;"))
    assert found.unsupported and not found.is_race_free
