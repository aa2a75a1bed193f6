"""Reachability of heap objects through pointers."""

from __future__ import annotations

from threadproof.analysis.leaks import leaked_objects
from threadproof.ir.program import HeapSite, Memory
from threadproof.ir.values import Sparse, Value
from threadproof.logic.term import Var

SHIFT = 4


def obj(site: int, instance: int = 0) -> int:
    return (instance << SHIFT) + site


def leaked(memory: Memory, values: dict[Var, Value], *held: int) -> list[int]:
    return leaked_objects(memory, lambda v: values[v], held)


def test_chains_of_pointers() -> None:
    """A list: root -> object 0 -> object 1 of one site that has many instances; object 2 is cut off."""
    live = Var("live", 8, True, dims=1, kind="life")
    following, root = Var("next", 32, True, dims=1), Var("root", 32, True)
    memory = Memory(SHIFT, (HeapSite(3, live, (following,)),), (root,))
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
    memory = Memory(SHIFT, (HeapSite(1, live_a, (table,)), HeapSite(2, live_b, (pairs,))), (root,))
    values: dict[Var, Value] = {
        live_a: 1,
        live_b: Sparse(0, {4: 1, 5: 1}),
        table: (0, 0, obj(2, 4)),
        pairs: Sparse(0, {(4, 7): obj(2, 5), (5, 0): 0}),
        root: (0, obj(1)),
    }
    assert leaked(memory, values) == []
    assert leaked(memory, {**values, table: (0, 0, 0)}) == [obj(2, 4), obj(2, 5)]


def test_through_objects_that_are_not_on_the_heap() -> None:
    live, inside, root = Var("live", 8, True, kind="life"), Var("g.p", 32, True), Var("root", 32, True)
    memory = Memory(SHIFT, (HeapSite(1, live, ()),), (root,), objects={6: (inside,)})
    assert leaked(memory, {live: 1, inside: obj(1), root: 6}) == []
    assert leaked(memory, {live: 1, inside: obj(1), root: 0}) == [obj(1)]
    assert leaked(memory, {live: 2, inside: obj(1), root: 0}) == []
