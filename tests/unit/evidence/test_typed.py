"""Values of counterexamples as data: the C type, and a number or what a pointer points to."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from threadproof import Unsafe, load
from threadproof.evidence.execute import execute
from threadproof.output.json_report import build_report, dump_report
from threadproof.result.verdict import Change, Target, Trace, TraceStep, Typed

PROLOGUE = """
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
void reach_error(void);
enum color { RED, GREEN = 5 };
typedef int (*function)(int);
struct node { int v; struct node *next; unsigned b : 3; signed c : 4; _Bool ok; };
union word { int i; unsigned u; };
int twice(int x) { return 2 * x; }
int other;
"""


def changes(tmp_path: Path, declared: str, body: str) -> dict[str, list[Change]]:
    """What a run changes, by name, before any pass has removed something."""
    path = tmp_path / "p.c"
    thread = f"void *work(void *p) {{\n{body}\nreturn 0;\n}}"
    main = "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); return 0; }"
    path.write_text(f"{PROLOGUE}\n{declared}\n{thread}\n{main}\n")
    steps, _ = execute(load(path, data_model="LP64"), Random(1), 1000)
    found: dict[str, list[Change]] = {}
    for step in steps:
        for change in step.changes:
            found.setdefault(change.name, []).append(change)
    return found


@pytest.mark.in_turn(2)
@pytest.mark.parametrize(
    ("declared", "assigned", "name", "type_", "value"),
    [
        ("int x;", "x = -7;", "x", "int", -7),
        ("unsigned char x;", "x = 200;", "x", "unsigned char", 200),
        ("signed char x;", "x = (signed char) 200;", "x", "signed char", -56),
        ("_Bool x;", "x = 7;", "x", "_Bool", 1),
        ("enum color x;", "x = GREEN;", "x", "enum color", 5),
        ("enum { LOW = -1 } x;", "x = LOW;", "x", "int", -1),
        ("unsigned long long x;", "x = -1;", "x", "unsigned long long", 2**64 - 1),
        ("_Atomic int x;", "x = 3;", "x", "_Atomic int", 3),
        ("short x[4];", "x[2] = -2;", "x[2]", "short", -2),
        ("struct node x = {0};", "x.v = 4;", "x.v", "int", 4),
        ("struct node x = {0};", "x.b = 6;", "x.b", "unsigned int", 6),
        ("struct node x = {0};", "x.c = -2;", "x.c", "int", -2),
        ("struct node x = {0};", "x.ok = 1;", "x.ok", "_Bool", 1),
        ("union word x;", "x.i = -1;", "x.i", "int", -1),
        ("int *x = &other;", "x = 0;", "x", "int *", None),
        ("int *x;", "x = &other;", "x", "int *", Target("other", 0)),
        ("int a[5]; int *x;", "x = a + 3;", "x", "int *", Target("a", 12)),
        ("void *x;", "x = (void *) 16;", "x", "void *", 16),
        ("function x;", "x = twice;", "x", "int (*)(int)", Target("twice", 0)),
        ("int *y; int **x;", "x = &y;", "x", "int **", Target("y", 0)),
        ("struct node n; struct node *x;", "x = &n;", "x", "struct node *", Target("n", 0)),
        ("struct node n; void *x;", "x = &n.next;", "x", "void *", Target("n", 8)),
    ],
)
@pytest.mark.parametrize("is_local", [False, True])
def test_types_and_values(
    tmp_path: Path, is_local: bool, declared: str, assigned: str, name: str, type_: str, value: int | Target | None
) -> None:
    local = declared if is_local else ""
    found = changes(tmp_path, "" if is_local else declared, f"{local} {assigned}")
    last = found[name][-1]
    assert last.typed is not None
    assert last.typed.type == type_
    if isinstance(value, Target) and isinstance(last.typed.value, Target):
        assert last.typed.value.object in (value.object, f"{value.object} of work")
        assert last.typed.value.offset == value.offset
    else:
        assert last.typed.value == value
        assert last.value == ("NULL" if value is None else str(value))


def test_heap(tmp_path: Path) -> None:
    """Its type is that of all accesses; if they differ, there is none."""
    found = changes(tmp_path, "", "struct node *n = malloc(sizeof *n);\nn->v = -3; n->next = n;")
    n = found["n"][-1].typed
    assert n is not None
    assert n.type == "struct node *"
    assert isinstance(n.value, Target)
    where = n.value.object
    assert where.startswith("malloc@")
    assert found[f"{where}.v"][-1].typed == Typed("int", -3)
    assert found[f"{where}.next"][-1].typed == Typed("struct node *", Target(where, 0))
    body = "unsigned *u = malloc(4); *u = 5; int *i = (int *) u; *i = -1;"
    found = changes(tmp_path, "", body)
    assert [c.typed for name, all_ in found.items() if name.startswith("malloc@") for c in all_] == [None, None]


def test_threads_and_semaphores_have_no_type(tmp_path: Path) -> None:
    declared = "pthread_t me; sem_t s;"
    body = "me = pthread_self(); sem_init(&s, 0, 2); sem_wait(&s);"
    found = changes(tmp_path, declared, body)
    assert all(c.typed is None for name in ("s", "me") for c in found[name])


def test_report() -> None:
    changed = (
        Change("p", "NULL", Typed("int *", None)),
        Change("q", "&a[1]", Typed("int *", Target("a", 4))),
        Change("x", "-1", Typed("int", -1)),
        Change("t", "1"),
    )
    steps = (TraceStep("main", "main", "a.c", 1, "f();", changed), TraceStep("main", "main", "a.c", 2, "g();"))
    report = build_report(Unsafe(Trace(steps, "")), property="unreach-call", engine="explore", time={}, file="a.c")
    first, second = json.loads(dump_report(report))["trace"]
    assert first["values"] == {"p": "NULL", "q": "&a[1]", "x": "-1", "t": "1"}
    assert first["typed"] == {
        "p": {"type": "int *", "value": None},
        "q": {"type": "int *", "value": {"object": "a", "offset": 4}},
        "x": {"type": "int", "value": -1},
    }
    assert "typed" not in second


def test_text_and_equality_do_not_depend_on_types() -> None:
    assert Change("x", "1", Typed("int", 1)) == Change("x", "1")
    assert hash(Change("x", "1", Typed("int", 1))) == hash(Change("x", "1"))
