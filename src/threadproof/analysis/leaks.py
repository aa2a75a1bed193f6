"""Which heap objects are leaked: still allocated, but no pointer leads to them.

Works on any representation of states: the caller gives the value of a shared variable, and the pointers that locals
of running threads hold. An object's number is (instance << shift) + number of its site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from threadproof.ir.program import HeapSite, Memory
from threadproof.ir.values import Sparse, Value
from threadproof.logic.term import Var


def leaked_objects(memory: Memory, value_of: Callable[[Var], Value], local_pointers: Iterable[Value]) -> list[int]:
    """Numbers of the leaked objects. `local_pointers`: object halves held by the locals of other running instances."""
    alive: dict[int, None] = {}
    for site in memory.heap:
        for instance, value in _cells(value_of(site.live)):
            if value == 1:
                alive[(instance << memory.shift) + site.number] = None
    if not alive:
        return []
    sites = {s.number: s for s in memory.heap}
    reached: set[object] = set()
    pending: list[Value] = list(local_pointers)
    for v in memory.roots:
        pending.extend(value for _, value in _cells(value_of(v)))
    while pending:
        o = pending.pop()
        if isinstance(o, int) and o not in reached:
            reached.add(o)
            pending.extend(_pointers_inside(o, memory, sites, value_of))
    return [o for o in alive if o not in reached]


def _pointers_inside(
    o: int, memory: Memory, sites: dict[int, HeapSite], value_of: Callable[[Var], Value]
) -> Iterable[Value]:
    number, instance = o & ((1 << memory.shift) - 1), o >> memory.shift
    site = sites.get(number)
    for v in memory.objects.get(number, ()) if site is None else site.pointers:
        # an array over the instances has no length; over the elements of the one object it has
        is_instanced = v.dims == 2 or (v.dims == 1 and (v.length is None if site is None else site.live.dims == 1))
        for key, value in _keyed(value_of(v)):
            if not is_instanced or key == instance or (isinstance(key, tuple) and key[0] == instance):
                yield value


def _cells(value: Value) -> Iterable[tuple[int, Value]]:
    """(index, value) of every cell that may hold something; a scalar has index 0."""
    for key, cell in _keyed(value):
        yield key if isinstance(key, int) else 0, cell


def _keyed(value: Value) -> Iterable[tuple[object, Value]]:
    if isinstance(value, tuple):
        return list(enumerate(value))
    if isinstance(value, Sparse):
        return list(value.cells.items())
    return [(0, value)]
