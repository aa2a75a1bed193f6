"""Which heap objects are leaked: still allocated, but no pointer leads to them.

Pointers count in live objects only: what a freed object holds, a local after its scope, or a thread's variable after
its end, leads nowhere. Works on any representation of states: the caller gives the value of a shared variable, and what
`held_by` finds in the locals of running threads. An object's number is (instance << shift) + number of its site.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from threadproof.ir.program import HeapSite, Memory, Root
from threadproof.ir.values import Sparse, Value
from threadproof.logic.term import Var

#: the value of an object's `live` while it is allocated
LIVE = 1


def leaked_objects(
    memory: Memory, value_of: Callable[[Var], Value], local_pointers: Iterable[Value], running: Collection[int]
) -> list[int]:
    """Numbers of the leaked objects. `local_pointers`: what `held_by` finds in the locals of all `running` threads."""
    alive: dict[object, tuple[int, HeapSite]] = {}
    for site in memory.heap:
        for key, value in _cells(value_of(site.live)):
            if value == LIVE:
                alive[(key << memory.shift) + site.number] = key, site
    reached: set[object] = set()
    pending = [o for o, (_, site) in alive.items() if site.is_automatic]
    if len(pending) < len(alive):
        pending += [*local_pointers, *held_by(memory.roots, value_of, running)]
    while pending:
        o = pending.pop()
        if o in alive and o not in reached:
            reached.add(o)
            pending.extend(_pointers_inside(*alive[o], value_of))
    return [o for o, (_, site) in alive.items() if o not in reached and isinstance(o, int)]


def held_by(roots: Iterable[Root], value_of: Callable[[Var], Value], running: Collection[int] = ()) -> Iterator[Value]:
    """The object halves of the pointers in live roots."""
    for root in roots:
        life = LIVE if root.live is None else value_of(root.live)
        if root.live is None or not root.live.dims:
            if life == LIVE:
                yield from (value for _, value in _keyed(value_of(root.pointer)))
            continue
        threads = {t for t in running if _at(life, t) == LIVE}
        for key, value in _keyed(value_of(root.pointer)):
            if (key[0] if isinstance(key, tuple) else key) in threads:
                yield value


def _pointers_inside(instance: int, site: HeapSite, value_of: Callable[[Var], Value]) -> Iterable[Value]:
    is_instanced = site.live.dims == 1
    for v in site.pointers:
        for key, value in _keyed(value_of(v)):
            if not is_instanced or key == instance or (isinstance(key, tuple) and key[0] == instance):
                yield value


def _at(array: Value, index: int) -> Value:
    if isinstance(array, Sparse):
        return array.get(index)
    assert isinstance(array, tuple)
    return array[index]


def _cells(value: Value) -> Iterable[tuple[int, Value]]:
    """(index, value) of every cell of an array over instances that may hold something; a scalar has index 0."""
    for key, cell in _keyed(value):
        yield key if isinstance(key, int) else 0, cell


def _keyed(value: Value) -> Iterable[tuple[object, Value]]:
    if isinstance(value, tuple):
        return list(enumerate(value))
    if isinstance(value, Sparse):
        return list(value.cells.items())
    return [(0, value)]
