"""Safe for every number of threads? Backward coverability on the monotone closure. Entry point: `cover`.

A set of states that is closed upwards (more threads never leave it) has finitely many smallest elements: its *basis*.
The states from which an error can be covered are such a set. Its basis is computed backwards from the errors; elements
that are larger than another are dropped, so the search ends. If no initial state lies in the set, no error can be
reached, and the basis is the evidence, which `inductive` checks. If one does, there is a trace in the closure: it says
how many threads it needs, but it may be impossible in the program itself, where passive threads may forbid its steps.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.broadcast.closure import Arrow, Closure
from threadproof.broadcast.moves import LocalState, Machine
from threadproof.broadcast.program import Program
from threadproof.broadcast.trace import State, Step, Trace, make_state
from threadproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Uncoverable:
    """No number of threads reaches an error: no reachable state has a part in the basis."""

    #: every shared valuation with every local state that a thread may have then
    known: frozenset[tuple[int, LocalState]]
    basis: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class Coverable:
    """An error is reachable in the monotone closure, with `trace.initial.size` threads."""

    trace: Trace


@dataclass(frozen=True, slots=True)
class Undecided:
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    shared: int
    places: tuple[int, ...]
    #: the step to the next node, on the way to an error
    arrow: Arrow | None = None
    next: _Node | None = None


def cover(
    program: Program, *, max_elements: int | None = None, tick: Callable[[], None] = lambda: None
) -> Uncoverable | Coverable | Undecided:
    """`tick` is called now and then, and may raise."""
    closure = Closure(Machine(program, tick), tick)
    machine = closure.machine
    basis = Basis()
    layer = [
        _Node(shared, (place,))
        for shared, places in closure.known.items()
        for place in sorted(places)
        if machine.is_bad(shared, place)
    ]
    layer = [node for node in layer if basis.add(node.shared, node.places)]
    elements = len(layer)
    for node in layer:
        if closure.is_initial(node.shared, node.places):
            return Coverable(_trace(machine, node))
    while layer:
        following: list[_Node] = []
        for node in layer:
            tick()
            if not basis.has(node.shared, node.places):
                continue
            for arrow, places in closure.predecessors(node.shared, node.places):
                if not basis.add(arrow.shared, places):
                    continue
                found = _Node(arrow.shared, places, arrow, node)
                if closure.is_initial(arrow.shared, places):
                    return Coverable(_trace(machine, found))
                following.append(found)
                elements += 1
                if max_elements is not None and elements > max_elements:
                    return Undecided(f"more than {max_elements} elements")
        layer = following
    known = frozenset((s, machine.places[p]) for s, places in closure.known.items() for p in places)
    return Uncoverable(known, tuple(make_state(machine, s, places) for s, places in basis.elements()))


class Basis:
    """The smallest elements of an upward-closed set: for each shared valuation, multisets as sorted tuples."""

    def __init__(self) -> None:
        self._elements: dict[int, dict[tuple[int, ...], int]] = {}

    def elements(self) -> list[tuple[int, tuple[int, ...]]]:
        return [(shared, places) for shared, found in self._elements.items() for places in found]

    def has(self, shared: int, places: tuple[int, ...]) -> bool:
        return places in self._elements.get(shared, {})

    def covers(self, shared: int, places: tuple[int, ...]) -> bool:
        support = _support(places)
        found = self._elements.get(shared, {})
        return any(not s & ~support and is_part(small, places) for small, s in found.items())

    def add(self, shared: int, places: tuple[int, ...]) -> bool:
        """Was it not yet in the set? Then it is now, and larger elements are dropped."""
        if self.covers(shared, places):
            return False
        support = _support(places)
        found = self._elements.setdefault(shared, {})
        for large in [large for large, s in found.items() if not support & ~s and is_part(places, large)]:
            del found[large]
        found[places] = support
        return True


def is_part(small: tuple[int, ...], large: tuple[int, ...]) -> bool:
    """Is one sorted tuple a part of another, counting?"""
    rest = iter(large)
    return all(place in rest for place in small)


def _support(places: tuple[int, ...]) -> int:
    support = 0
    for place in places:
        support |= 1 << place
    return support


def _trace(machine: Machine, node: _Node) -> Trace:
    initial = make_state(machine, node.shared, node.places)
    steps = []
    while node.arrow is not None and node.next is not None:
        active, move = machine.places[node.arrow.place], node.arrow.move
        node = node.next
        after = make_state(machine, node.shared, node.places)
        steps.append(Step(active, move.edge, machine.places[move.place], after))
    return Trace(initial, tuple(steps))
