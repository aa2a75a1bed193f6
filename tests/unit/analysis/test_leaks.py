"""Reachability of heap objects through pointers."""

from __future__ import annotations

from threadproof.analysis.leaks import held_by, leaked_objects
from threadproof.ir.program import HeapSite, Memory, Root
from threadproof.ir.values import Sparse, Value
from threadproof.logic.term import Var

SHIFT = 4
RUNNING = (1, 5)


def obj(site: int, instance: int = 0) -> int:
    return (instance << SHIFT) + site


def leaked(memory: Memory, values: dict[Var, Value], *held: int) -> list[int]:
    return leaked_objects(memory, lambda v: values[v], held, RUNNING)


def test_chains_of_pointers() -> None:
    """A list: root -> object 0 -> object 1 of one site that has many instances; object 2 is cut off."""
    live = Var("live", 8, True, dims=1, kind="life")
    following, root = Var("next", 32, True, dims=1), Var("root", 32, True)
    memory = Memory(SHIFT, (HeapSite(3, live, (following,)),), (Root(root),))
    values: dict[Var, Value] = {
        live: Sparse(0, {0: 1, 1: 1, 2: 1, 3: 2}),
        following: Sparse(0, {0: obj(3, 1), 2: obj(3, 0)}),
        root: obj(3, 0),
    }
    assert leaked(memory, values) == [obj(3, 2)]
    assert leaked(memory, {**values, root: 0}) == [obj(3, 0), obj(3, 1), obj(3, 2)]
    assert leaked(memory, {**values, root: 0}, obj(3, 2)) == []


def test_arrays_of_pointers_inside_objects() -> None:
    live_a, live_b = Var("a.live", 8, True, kind="life"), Var("b.live", 8, True, dims=1, kind="life")
    table = Var("table", 32, True, dims=1, length=3)
    pairs = Var("pairs", 32, True, dims=2)
    root = Var("root", 32, True, dims=1, length=2)
    memory = Memory(SHIFT, (HeapSite(1, live_a, (table,)), HeapSite(2, live_b, (pairs,))), (Root(root),))
    values: dict[Var, Value] = {
        live_a: 1,
        live_b: Sparse(0, {4: 1, 5: 1}),
        table: (0, 0, obj(2, 4)),
        pairs: Sparse(0, {(4, 7): obj(2, 5), (5, 0): 0}),
        root: (0, obj(1)),
    }
    assert leaked(memory, values) == []
    assert leaked(memory, {**values, table: (0, 0, 0)}) == [obj(2, 4), obj(2, 5)]


def test_freed_objects_hold_nothing() -> None:
    live, following, root = Var("live", 8, True, dims=1), Var("next", 32, True, dims=1), Var("root", 32, True)
    memory = Memory(SHIFT, (HeapSite(3, live, (following,)),), (Root(root),))
    values: dict[Var, Value] = {live: Sparse(0, {0: 1, 1: 1}), following: Sparse(0, {0: obj(3, 1)}), root: obj(3, 0)}
    assert leaked(memory, values) == []
    assert leaked(memory, {**values, live: Sparse(0, {0: 2, 1: 1})}) == [obj(3, 1)]


def test_variables_hold_something_while_they_live() -> None:
    heap, scope, p = Var("live", 8, True), Var("s.live", 8, True), Var("s.p", 32, True)
    memory = Memory(SHIFT, (HeapSite(1, heap, ()),), (Root(p, scope),))
    assert leaked(memory, {heap: 1, scope: 1, p: obj(1)}) == []
    assert leaked(memory, {heap: 1, scope: 2, p: obj(1)}) == [obj(1)]
    assert leaked(memory, {heap: 2, scope: 2, p: obj(1)}) == []


def test_variables_of_threads_hold_something_while_these_run() -> None:
    heap, scope, p = Var("live", 8, True), Var("tls.live", 8, True, dims=1), Var("tls.p", 32, True, dims=1)
    memory = Memory(SHIFT, (HeapSite(1, heap, ()),), (Root(p, scope),))
    values: dict[Var, Value] = {heap: 1, scope: Sparse(1, {}), p: Sparse(0, {5: obj(1)})}
    assert leaked(memory, values) == []
    assert leaked(memory, {**values, p: Sparse(0, {4: obj(1)})}) == [obj(1)]
    assert leaked(memory, {**values, scope: Sparse(1, {5: 2})}) == [obj(1)]


def test_automatic_objects_are_never_leaked_and_hold_what_they_point_to() -> None:
    live, automatic, p = Var("live", 8, True), Var("a.live", 8, True), Var("a.p", 32, True)
    memory = Memory(SHIFT, (HeapSite(1, live, ()), HeapSite(2, automatic, (p,), is_automatic=True)), ())
    assert leaked(memory, {live: 1, automatic: 1, p: obj(1)}) == []
    assert leaked(memory, {live: 1, automatic: 2, p: obj(1)}) == [obj(1)]


def test_arrays_of_local_pointers() -> None:
    table = Var("table", 32, False, dims=1, length=2)
    assert list(held_by((Root(table),), lambda v: (7, 8))) == [7, 8]
