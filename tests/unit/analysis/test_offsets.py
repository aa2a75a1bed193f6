"""Rows of offsets exclude accesses beside the parts of an object, and none that happens."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.ir_build import Thread, array, c, ended_array, program, put, step
from tests.helpers.proving import load
from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.analysis import bounds, offsets
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.logic import term as T
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

#: lists in the buckets of a table, with locks behind them
TABLE = """
#include <pthread.h>
#include <stdlib.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };
struct entry { int value; struct node node; };
struct { struct entry bucket[%(size)d]; pthread_mutex_t lock[%(size)d]; } table;
int sum;
static void begin(struct node *n) { n->next = n; n->prev = n; }
static void add(struct node *n, struct node *head) {
    struct node *next = head->next;
    next->prev = n; n->next = next; n->prev = head; head->next = n;
}
void *reader(void *arg) {
    for (int i = 0; i < %(size)d; i++) {
        pthread_mutex_lock(&table.lock[i]);
        for (struct node *n = table.bucket[i].node.next; n != &table.bucket[i].node; n = n->next)
            sum += ((struct entry *)((char *)n - offsetof(struct entry, node)))->value;
        pthread_mutex_unlock(&table.lock[i]);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < %(rounds)d; i++) begin(&table.bucket[i].node);
    for (int i = 0; i < 2; i++) {
        struct entry *e = malloc(sizeof *e);
        e->value = i;
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k >= %(size)d) return 0;
        add(&e->node, %(head)s);
    }
    pthread_create(&t, 0, reader, 0);
    pthread_join(t, 0);
    return 0;
}
"""


def unsupported(folder: Path, text: str) -> int:
    found = load(folder, text)
    return sum(isinstance(e.op, O.Unsupported) for t in found.templates.values() for e in t.all_edges())


@pytest.mark.parametrize("size", [3, 10])
def test_lists_stay_in_their_table(size: int, tmp_path: Path) -> None:
    fitting = {"size": size, "rounds": size, "head": "&table.bucket[k].node"}
    assert unsupported(tmp_path, TABLE % fitting) == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"rounds": 5},
        {"head": "&table.bucket[k + 1].node"},
        {"head": "&table.bucket[k].node + 2 * (k == 1)"},
    ],
)
def test_or_leave_it(changed: dict[str, object], tmp_path: Path) -> None:
    assert unsupported(tmp_path, TABLE % ({"size": 4, "rounds": 4, "head": "&table.bucket[k].node"} | changed)) > 0


def some_program(seed: int) -> str:
    """Pointers into a structure of arrays go from hand to hand; some leave the array that they began in."""
    chance = random.Random(seed)
    count, step = chance.randint(2, 4), chance.choice((1, 1, 2))
    pointers = ["p", "q", "table.first", "table.slot[0].next", "table.slot[1].next", "other"]
    index = ["0", "1", "i", f"i % {count}", f"{count - 1}", "i - 1", f"i * {step}", "i + 1", str(count)]

    def statement() -> str:
        to, source = chance.choice(pointers), chance.choice(pointers)
        kind = chance.randint(0, 6)
        if kind == 0:
            return f"{to} = &table.slot[{chance.choice(index)}];"
        if kind == 1:
            return f"{to} = 0;"
        if kind == 2:
            return f"if ({source}) {to} = {source} + {chance.choice(('0', '1', '-1', 'i'))};"
        if kind == 3:
            return f"if ({source}) {source}->value = i;"
        if kind == 4:
            return f"if ({source}) {to} = {source}->next;"
        if kind == 5:
            return f"if ({source}) i += {source}->value & 1;"
        return f"{to} = {source};"

    def body(n: int) -> str:
        return " ".join(statement() for _ in range(n))

    return f"""
#include <pthread.h>
struct slot {{ int value; struct slot *next; }};
struct {{ struct slot slot[{count}]; struct slot *first; pthread_mutex_t locks[2]; }} table;
struct slot *other;
void *worker(void *arg) {{ struct slot *p = arg, *q = 0; int i = 0; {body(5)} return 0; }}
int main(void) {{
    struct slot *p = 0, *q = 0;
    pthread_t t;
    for (int i = 0; i < {chance.randint(1, count)}; i++) {{ {body(3)} }}
    pthread_create(&t, 0, worker, {chance.choice(("0", "&table.slot[1]", "table.first", f"&table.slot[{count}]"))});
    for (int i = 0; i < 1; i++) {{ {body(3)} }}
    return 0;
}}
"""


@pytest.mark.parametrize("seed", [*rotating(12, 4000), *(pytest.param(n, marks=pytest.mark.long) for n in range(400))])
def test_nothing_that_happens_is_excluded(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "program.c"
    path.write_text(some_program(seed))
    options = Options(engine="explore", timeout=20, second_reading=False)
    found = pipeline.verify(path, options).verdict
    monkeypatch.setattr(offsets.Offsets, "exclude", lambda *_: False)
    plain = pipeline.verify(path, options).verdict
    assert not isinstance(found, Unsafe) and not isinstance(plain, Unsafe)
    if isinstance(found, Safe):
        assert isinstance(plain, Safe) or "timeout" in plain.reason or not plain.reason, plain
    else:
        assert isinstance(plain, Unknown)


def first_step(mixed: str) -> tuple[offsets.Offsets, Template, Edge]:
    """A pointer that is in object 1 at 4 only, and a step for which it would have to be at 8; `mixed` up or not."""
    obj, off = array("obj", 2, width=8), array("off", 2, width=8)
    main, other = Thread("main", 1), Thread("other", 2)
    held, place, far = main.local("held", width=8), main.local("place", width=8), main.local("far", width=8)
    zero, one = c(0, 8), c(1, 8)
    given = other.param("given", width=8)
    main.do(put(far, c(8, 8)))
    main.do(step(None, O.Update(obj, (zero,), one), O.Update(off, (zero,), c(4, 8))))
    if mixed == "places":
        main.do(step(None, O.Update(obj, (zero,), one), O.Update(off, (one,), c(8, 8))))
    if mixed == "object":
        main.do(step(None, O.Update(off, (one,), c(8, 8))))
        main.do(step(None, O.Update(obj, (one,), one)))
    if mixed == "any":
        main.do(O.Havoc(off, (zero,), 0, 255))
    if mixed == "two":
        main.do(step(None, O.Update(off, (zero,), c(8, 8)), O.Update(off, (one,), c(4, 8))))
    main.do(O.Create("other", c(2, 8), (c(8 if mixed == "given" else 4, 8),)))
    cell = T.select(obj, (one,)), T.select(off, (one,))
    main.do(step(None, (held, cell[0]), (place, T.var(far) if mixed == "local" else cell[1])))
    asked = main if mixed != "given" else other
    guard = T.and_(T.eq(T.var(held), one), T.eq(T.var(place), c(8, 8)))
    asked.do(step(guard if mixed != "given" else T.eq(T.var(given), c(8, 8))))
    whole = program(ended_array(), [obj, off], main, other)
    t = whole.templates[asked.name]
    e = next(e for e in t.all_edges() if e.target == asked.at)
    return offsets.Offsets(whole, [e]), t, e


def test_numbers_of_threads_are_any() -> None:
    main, other = Thread("main", 1), Thread("other")
    main.do(O.Create("other", c(2, 4), ()))
    main.do(O.Create("other", c(3, 4), ()))
    held = other.local("held", width=4)
    other.do(put(held, T.var(other.self_var)))
    other.do(step(T.eq(T.var(other.self_var), c(3, 4))))
    other.do(step(T.eq(T.var(held), c(3, 4))))
    whole = program(ended_array(), [], main, other)
    t = whole.templates["other"]
    guarded = [e for e in t.all_edges() if isinstance(e.op, O.Step) and e.op.guard is not T.TRUE]
    found = offsets.Offsets(whole, guarded)
    assert not any(found.exclude(t, e) for e in guarded)


@pytest.mark.parametrize("mixed", ["", "places", "object", "any", "two", "given", "local"])
def test_what_else_may_be_there(mixed: str) -> None:
    found, t, e = first_step(mixed)
    assert found.exclude(t, e) == (not mixed)


@pytest.mark.parametrize(("limit", "most"), [("ROUNDS", 1), ("MOST_STEPS", 0)])
def test_bounds_that_are_not_found_exclude_nothing(limit: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, limit, most)
    found, t, e = first_step("")
    assert not found.exclude(t, e)
