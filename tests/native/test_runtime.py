"""What the judge sees and what it must not see: small programs, each about one rule of the runtime."""

from __future__ import annotations

import pytest

from tests.native.judge import Runs, find_tools, judge

HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x, y, *p;
static void *first(void *), *second(void *);
int main(void) {
    pthread_t t, u;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    free(p);
    if (x > 99 || y == 99) reach_error();
}
"""
LOCK_BOTH = "LOCK(&{0}); LOCK(&{1}); UNLOCK(&{1}); UNLOCK(&{0});"
A_THEN_B, B_THEN_A = LOCK_BOTH.format("a", "b"), LOCK_BOTH.format("b", "a")
LOCKED = "LOCK(&a); x++; UNLOCK(&a);"
PETERSON = "f{0} = 1; turn = {1}; while (f{1} && turn == {1}) ; y = {0}; if (y != {0}) reach_error(); f{0} = 0;"
SECTION = "__VERIFIER_atomic_begin(); {} __VERIFIER_atomic_end();"

#: name -> (build, property, is it violated, what the two threads do, what stands before them)
CASES = {
    "lost update": ("plain", "unreach-call", True, "x += 50;", "int l = x; x = l + 50; if (x == 50) y = 99;", ""),
    "sequential consistency": (
        "plain",
        "unreach-call",
        False,
        PETERSON.format(1, 2),
        PETERSON.format(2, 1),
        "static int f1, f2, turn;",
    ),
    "a section is not interrupted": (
        "plain",
        "unreach-call",
        False,
        SECTION.format("x++; if (x != 1) reach_error(); x--;"),
        "if (x) reach_error();",
        "",
    ),
    "a section by its name": (
        "plain",
        "unreach-call",
        False,
        "__VERIFIER_atomic_step();",
        "if (x) reach_error();",
        "void __VERIFIER_atomic_step(void) { x++; x--; }",
    ),
    "sections are alternatives": (
        "plain",
        "unreach-call",
        True,
        SECTION.format("y = 1;"),
        SECTION.format("if (y) reach_error();"),
        "",
    ),
    "a failed assumption": ("plain", "unreach-call", False, "__VERIFIER_assume(x == 1); reach_error();", "", ""),
    "an input": ("plain", "unreach-call", True, "if (__VERIFIER_nondet_int() == 3) reach_error();", "", ""),
    "an own error function": ("plain", "unreach-call", True, "reach_error();", "", "void reach_error(void) { }"),
    "lock order": ("plain", "no-deadlock", True, A_THEN_B, B_THEN_A, ""),
    "the same lock order": (
        "plain",
        "no-deadlock",
        False,
        A_THEN_B,
        A_THEN_B,
        "",
    ),
    "a lost signal": (
        "plain",
        "no-deadlock",
        True,
        "LOCK(&a); pthread_cond_wait(&c, &a); UNLOCK(&a);",
        "pthread_cond_signal(&c);",
        "",
    ),
    "spinning": ("plain", "no-deadlock", False, "while (!x) ;", "", ""),
    "overflow": ("overflow", "no-overflow", True, "x += 0x7fffffff;", "x++;", ""),
    "no overflow": ("overflow", "no-overflow", False, "x -= 0x7fffffff;", "x++;", ""),
    "a race": ("thread", "no-data-race", True, "x = 1;", "x = 2;", ""),
    "no race under a lock": (
        "thread",
        "no-data-race",
        False,
        "LOCK(&a); x = 1; UNLOCK(&a);",
        "LOCK(&a); x = 2; UNLOCK(&a);",
        "",
    ),
    "an atomic": ("thread", "no-data-race", False, "z++;", "z = 2;", "static _Atomic int z;"),
    "relaxed is strong": (
        "thread",
        "no-data-race",
        False,
        "x = 1; atomic_store_explicit(&z, 1, memory_order_relaxed);",
        "if (atomic_load_explicit(&z, memory_order_relaxed)) x = 2;",
        "static _Atomic int z;",
    ),
    "sections do not race": ("thread", "no-data-race", False, SECTION.format("x = 1;"), SECTION.format("x = 2;"), ""),
    "a section races": ("thread", "no-data-race", True, SECTION.format("x = 1;"), "x = 2;", ""),
    "use after free": ("address", "valid-memsafety", True, "free(p); p = 0;", "if (p) *p = 1;", ""),
    "no use after free": ("address", "valid-memsafety", False, "*p = 1;", "p[0] = 2;", ""),
    "leak": ("address", "valid-memsafety", True, "free(p); p = 0;", "p = malloc(4); p = 0;", ""),
}


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("name", CASES)
def test_runtime(name: str) -> None:
    build, property_, violated, first, second, before = CASES[name]
    if find_tools()[build]:
        pytest.skip(f"NOT TESTED: {build}: {find_tools()[build]}")
    threads = "".join(
        f"void *{f}(void *k) {{ {body} return k; }}\n" for f, body in (("first", first), ("second", second))
    )
    time = 20_000 if violated else 1000
    outcome = judge(f"{HEAD}{before}\n{threads}", build, Runs(1, 400, time, stop=(property_,)))
    assert outcome.runs > 0
    assert outcome.violates(property_) == violated, outcome
