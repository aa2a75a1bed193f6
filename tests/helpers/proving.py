"""Proofs for tests: small C programs with different features, proved by `impact`, and ways to tamper with proofs."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from threadproof import frontend, passes
from threadproof.engines.engine import Run
from threadproof.engines.impact.engine import Impact
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.ir.printer import digest
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.properties import named
from threadproof.result.verdict import Safe

KIND = "covering-tree"
POR = ("none", "static", "monotonic", "sleep")

HEAD = """
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static void check(int ok) { if (!ok) reach_error(); }
"""

TWO = """
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    %s
    return 0;
}
"""

MUTEX = (
    """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *first(void *p) {
    pthread_mutex_lock(&m);
    x = x + 1;
    y = y + 1;
    pthread_mutex_unlock(&m);
    return 0;
}
void *second(void *p) {
    pthread_mutex_lock(&m);
    check(x == y);
    pthread_mutex_unlock(&m);
    return 0;
}
"""
    + TWO % "check(x == 1);"
)

PETERSON = (
    """
int flag1, flag2, turn, x;
void *first(void *p) {
    flag1 = 1; turn = 1;
    while (flag2 == 1 && turn == 1) {}
    x = 1; check(x == 1);
    flag1 = 0;
    return 0;
}
void *second(void *p) {
    flag2 = 1; turn = 0;
    while (flag1 == 1 && turn == 0) {}
    x = 2; check(x == 2);
    flag2 = 0;
    return 0;
}
"""
    + TWO % ""
)

CONDITION = (
    """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;
void *first(void *p) {
    pthread_mutex_lock(&m);
    data = 7;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
void *second(void *p) {
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    check(data == 7);
    pthread_mutex_unlock(&m);
    return 0;
}
"""
    + TWO % ""
)

SECTIONS = (
    """
int x, y, z;
void *first(void *p) {
    __VERIFIER_atomic_begin();
    x = x + 1;
    y = y + 1;
    __VERIFIER_atomic_end();
    z = 1;
    return 0;
}
void *second(void *p) {
    __VERIFIER_atomic_begin();
    check(x == y);
    __VERIFIER_atomic_end();
    z = 2;
    return 0;
}
"""
    + TWO % "check(z == 1 || z == 2);"
)

#: with a loop inside of a section, so that this is not one action
LOOP_INSIDE = SECTIONS.replace(
    "    x = x + 1;\n", "    while (__VERIFIER_nondet_int()) { x = x + 1; y = y + 1; }\n    x = x + 1;\n", 1
)

ARRAY = (
    """
int cells[4], i, j;
void *first(void *p) {
    int mine = i;
    cells[mine] = 1;
    check(cells[mine] == 1);
    return 0;
}
void *second(void *p) {
    int mine = j;
    cells[mine] = 2;
    check(cells[mine] == 2);
    return 0;
}
"""
    + TWO.replace(
        "pthread_t a, b;",
        """pthread_t a, b;
    i = __VERIFIER_nondet_int();
    j = __VERIFIER_nondet_int();
    if (i < 0 || j > 3 || i >= j) return 0;""",
    )
    % ""
)

POINTERS = (
    """
int *shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *first(void *p) {
    int *mine = malloc(sizeof(int));
    if (!mine) return 0;
    *mine = 5;
    pthread_mutex_lock(&m);
    shared = mine;
    pthread_mutex_unlock(&m);
    return 0;
}
void *second(void *p) {
    pthread_mutex_lock(&m);
    if (shared) check(*shared == 5);
    pthread_mutex_unlock(&m);
    return 0;
}
"""
    + TWO % "free(shared);"
)

LOOP = """
int done[2];
void *work(void *p) {
    int i = (int)(long)p;
    done[i] = 1;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    check(done[0] == 1 && done[1] == 1);
    return 0;
}
"""

INPUT = (
    """
int x, limit;
void *first(void *p) {
    int n = __VERIFIER_nondet_int();
    if (n > 10) n = 10;
    x = n;
    return 0;
}
void *second(void *p) {
    int seen = x;
    check(seen <= 10);
    return 0;
}
"""
    + TWO % ""
)

UNBOUNDED = (
    """
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *first(void *p) {
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&m);
        x = 1; x = 0;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
void *second(void *p) {
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&m);
        check(x == 0);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
"""
    + TWO % ""
)

JOINED = (
    """
int x, y;
void *first(void *p) { int t = x; x = t + 1; return 0; }
void *second(void *p) { y = 3; return 0; }
"""
    + TWO % "x = x + 1; check(x == 2 && y == 3);"
)

#: three threads that do the same: they tell each other apart by the owner of the lock, and by who was last
ALIKE = """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t last;
int x;
void *work(void *p) {
    pthread_mutex_lock(&m);
    last = pthread_self();
    x = x + 1;
    check(x == 1 && pthread_equal(last, pthread_self()));
    x = x - 1;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    check(x == 0);
    return 0;
}
"""

#: with names for variables and values: flags and turns are swapped with the threads
ALIKE_FLAGS = """
int flag[2], turn, x;
void *work(void *p) {
    int i = (int)(long)p;
    flag[i] = 1;
    turn = 1 - i;
    while (flag[1 - i] && turn == 1 - i) {}
    x = i;
    check(x == i);
    flag[i] = 0;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)(long)i);
    return 0;
}
"""

#: with a set of waiters
ALIKE_WAITING = """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int here;
void *work(void *p) {
    pthread_mutex_lock(&m);
    here = here + 1;
    while (here < 2)
        pthread_cond_wait(&c, &m);
    check(here == 2);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    return 0;
}
"""

PROGRAMS = {
    name.lower(): globals()[name]
    for name in (
        "MUTEX", "PETERSON", "CONDITION", "SECTIONS", "LOOP_INSIDE", "ARRAY", "POINTERS", "LOOP", "INPUT", "UNBOUNDED",
        "JOINED", "ALIKE", "ALIKE_FLAGS", "ALIKE_WAITING",
    )
}  # fmt: skip


@dataclass(slots=True)
class Proved:
    program: Program
    property: str
    #: as if read from a file
    data: dict[str, Any]
    kind: str = KIND

    def complaints(self, data: object = None, solvers: Sequence[str] = ("z3",)) -> list[str]:
        found = check(
            self.program, named(self.property), self.kind, self.data if data is None else data, Prover(solvers)
        )
        return [str(c) for c in found.complaints]

    def copy(self) -> dict[str, Any]:
        copied: dict[str, Any] = json.loads(json.dumps(self.data))
        return copied


def load(folder: Path, text: str, property_: str = "unreach-call") -> Program:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    program = passes.run(frontend.load(path, Options(property=property_)), named(property_))
    return passes.in_form(program, named(property_), "instances")


def prove(folder: Path, text: str, por: str = "sleep", property_: str = "unreach-call", **more: Any) -> Proved:
    program = load(folder, text, property_)
    run = Run(Options.make(property=property_, por=por, **more), time.monotonic() + 60)
    answer = Impact().verify(program, named(property_), run)
    assert isinstance(answer, Safe), answer
    return Proved(program, property_, json.loads(json.dumps(answer.proof.data)), answer.proof.kind)


def claim(program: Program, data: dict[str, Any]) -> dict[str, Any]:
    """The same data, as a proof about this program."""
    return {**data, "program": digest(program)}


# ---------------------------------------------------------------- rows of a proof

PARENT, INSTANCE, EDGE, CHOICE, LABEL, SLEEP, ORDER, ALONE = range(8)


def children(data: dict[str, Any], n: int) -> list[int]:
    return [i for i, row in enumerate(data["nodes"]) if row[PARENT] == n and i != n]


def live(data: dict[str, Any]) -> list[int]:
    covered = {row[0] for row in data["covers"]}
    return [i for i, row in enumerate(data["nodes"]) if i not in covered and not is_false(data, row[LABEL])]


def is_false(data: dict[str, Any], label: list[int]) -> bool:
    return any(data["terms"][t] == ["const", 0, "0"] for t in label)


def term(data: dict[str, Any], *row: Any) -> int:
    """The number of a row that is added to the terms."""
    data["terms"].append(list(row))
    return len(data["terms"]) - 1


def remove(data: dict[str, Any], doomed: int) -> None:
    """Without a node and all below it; numbers move up."""
    gone = {doomed}
    for i, row in enumerate(data["nodes"]):
        if row[PARENT] in gone:
            gone.add(i)
    kept = [i for i in range(len(data["nodes"])) if i not in gone]
    new = {old: n for n, old in enumerate(kept)}
    data["nodes"] = [data["nodes"][i] for i in kept]
    for row in data["nodes"][1:]:
        row[PARENT] = new[row[PARENT]]
    data["covers"] = [[new[v], new[w], *rest] for v, w, *rest in data["covers"] if v in new and w in new]
