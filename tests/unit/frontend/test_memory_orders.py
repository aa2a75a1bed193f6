"""Accesses keep the order that C gives them, fences are steps; under sequential consistency nobody sees either."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import frontend, passes, pipeline
from threadproof.ir import op as O
from threadproof.ir.program import Program
from threadproof.options import Options
from threadproof.passes.memory_model import WEAKER
from threadproof.properties import UNREACH_CALL
from threadproof.scope import EVERYWHERE

TOP = """
#include <stdatomic.h>
#include <pthread.h>
int x, n; volatile int v; int *p = &x; volatile int *q = &x; _Atomic int a; atomic_flag f;
struct { volatile int m; int rest; volatile int b : 3; } s; volatile int array[2]; _Atomic int *r = &a;
volatile struct { int inner; } w;
void *other(void *unused) { x = v = a = s.m = array[0] = w.inner = s.b = 1; return 0; }
"""
O_ = O.Order
CASES = [
    ("n = x;", set()),
    ("n = *p;", set()),
    ("n = v;", {O_.VOLATILE}),
    ("v = 1;", {O_.VOLATILE}),
    ("v++;", {O_.VOLATILE}),
    ("n = *q;", {O_.VOLATILE}),
    ("n = s.m;", {O_.VOLATILE}),
    ("n = s.rest;", set()),
    ("n = s.b;", {O_.VOLATILE}),
    ("n = array[n & 1];", {O_.VOLATILE}),
    ("w.inner = n;", {O_.VOLATILE}),
    ("n = a;", {O_.SEQ_CST}),
    ("a++;", {O_.SEQ_CST}),
    ("*r += 2;", {O_.SEQ_CST}),
    ("n = atomic_load(&a);", {O_.SEQ_CST}),
    ("n = atomic_load_explicit(&a, memory_order_acquire);", {O_.ACQUIRE}),
    ("atomic_store_explicit(&a, 1, memory_order_release);", {O_.RELEASE}),
    ("atomic_store_explicit(&a, 1, n ? memory_order_release : memory_order_seq_cst);", {O_.RELAXED}),
    ("n = __atomic_load_n(&x, __ATOMIC_RELAXED);", {O_.RELAXED}),
    ("__atomic_store_n(&x, 1, __ATOMIC_RELEASE);", {O_.RELEASE}),
    ("n = __atomic_exchange_n(&x, 1, __ATOMIC_ACQ_REL);", {O_.ACQ_REL}),
    ("n = __atomic_fetch_add(&x, 1, __ATOMIC_CONSUME);", {O_.CONSUME}),
    ("int e = 1; __atomic_compare_exchange_n(&x, &e, 2, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);", {O_.ACQUIRE}),
    ("int e = 1; atomic_compare_exchange_strong(&a, &e, 2);", {O_.SEQ_CST}),
    ("int e = 1; __atomic_compare_exchange_n(&x, &e, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);", {O_.RELAXED}),
    ("__sync_fetch_and_add(&x, 1);", {O_.SEQ_CST}),
    ("__sync_lock_test_and_set(&x, 1);", {O_.ACQUIRE}),
    ("__sync_lock_release(&x);", {O_.RELEASE}),
    ("atomic_flag_test_and_set_explicit(&f, memory_order_acquire);", {O_.ACQUIRE}),
    ("atomic_flag_clear(&f);", {O_.SEQ_CST}),
    ("atomic_init(&a, 3);", set()),
]


def _load(statement: str, folder: Path) -> Program:
    path = folder / "program.c"
    main = f"int main(void) {{ pthread_t t; pthread_create(&t, 0, other, 0); {statement} return 0; }}"
    path.write_text(f"{TOP}\n{main}\n")
    return frontend.load(path, Options())


def _steps(program: Program) -> list[O.Step]:
    return [e.op for e in program.templates["main"].all_edges() if isinstance(e.op, O.Step)]


@pytest.mark.parametrize(("statement", "orders"), CASES)
def test_orders(statement: str, orders: set[O.Order], tmp_path: Path) -> None:
    found = {s.order for s in _steps(_load(statement, tmp_path))} - {O_.PLAIN}
    assert found == orders


@pytest.mark.parametrize(
    ("statement", "orders"),
    [
        ("__sync_synchronize();", [O_.SEQ_CST]),
        ("atomic_thread_fence(memory_order_acquire);", [O_.ACQUIRE]),
        ("__atomic_thread_fence(__ATOMIC_RELEASE);", [O_.RELEASE]),
        ("atomic_signal_fence(memory_order_acquire);", []),
    ],
)
def test_fences(statement: str, orders: list[O.Order], tmp_path: Path) -> None:
    program = _load(statement, tmp_path)
    assert [s.order for s in _steps(program) if s.role is O.Role.FENCE] == orders
    made = passes.run(program, UNREACH_CALL)
    assert not [s for s in _steps(made) if s.role is O.Role.FENCE]


def test_nobody_sees_orders_under_sequential_consistency(tmp_path: Path) -> None:
    statements = " ".join(s for s, _ in CASES if "int e" not in s)
    made = passes.run(_load(statements, tmp_path), UNREACH_CALL)
    assert {s.order for s in _steps(made)} <= {O_.PLAIN, O_.SEQ_CST}


@pytest.mark.parametrize(
    ("statement", "is_named"),
    [
        ("n = atomic_load(&a);", False),
        ("n = v;", False),
        ("__sync_synchronize();", False),
        ("n = atomic_load_explicit(&a, memory_order_acquire);", True),
        ("atomic_thread_fence(memory_order_release);", True),
        ("int e = 1; __atomic_compare_exchange_n(&x, &e, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);", True),
    ],
)
def test_weaker_orders_are_named(statement: str, is_named: bool, tmp_path: Path) -> None:
    _load(statement, tmp_path)
    scope = pipeline.verify(tmp_path / "program.c", Options(timeout=20)).verdict.scope
    # (weaker fences change nothing where all operations are seq_cst)
    assert scope.startswith(("sequential consistency; ILP32", EVERYWHERE))
    assert (WEAKER in scope) == (is_named and "fence" not in statement)
