"""The monotone closure of a broadcast program, as tables that are read backwards: steps for any number of threads.

A broadcast program is not monotone: with one passive thread more a step may be forbidden. The closure adds, to every
state, the steps that are possible for the active thread and some of the passive ones; the others get lost. (After
Kaiser, Kroening and Wahl, "Lost in abstraction", CONCUR 2014.) It also adds starts that have no effect although there
is a thread to start. All real steps remain, so what is unreachable in the closure is unreachable in the program,
for every number of threads; a state that is reachable in the closure need not be reachable in the program.

Constraints are universal: a step of some threads is also a step of fewer, as long as the active one is among them. So
to cover k threads the closure needs a state of k threads, or of k + 1 if the active one is not among them.

The tables hold only what a thread-modular search finds: pairs of a shared valuation and a place, closed under the steps
of a thread that has such a pair, and under its effects on any other one that has a pair with the same shared valuation.
Every state that can be reached consists of such pairs, which is why predecessors with other pairs may be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from threadproof.broadcast.moves import NONE, Machine, Move, Pair
from threadproof.records import NamedTuple


class Arrow(NamedTuple):
    """A step of the active thread, with where it begins."""

    shared: int
    place: int
    move: Move


class Closure:
    def __init__(self, machine: Machine, tick: Callable[[], None] = lambda: None) -> None:
        self.machine = machine
        self.numbers = [t.number for t in machine.program.templates]
        self._limited = [(i, n) for i, n in enumerate(self.numbers) if n is not None]
        #: for each initial shared valuation, where threads may be
        self.initial = {shared: frozenset(p for ps in places for p in ps) for shared, places in machine.initial()}
        #: for each shared valuation, the places that were found with it
        self.known: dict[int, set[int]] = {}
        #: the arrows that lead to a shared valuation and a place
        self.into: dict[Pair, list[Arrow]] = {}
        #: the arrows to a shared valuation that passive threads notice
        self.noticed: dict[int, list[Arrow]] = {}
        self._before: dict[Pair, dict[int, list[Pair]]] = {}
        self._search(tick)

    def _search(self, tick: Callable[[], None]) -> None:
        todo: list[Pair] = []
        #: for each shared valuation: target, effect and template of the steps that passive threads notice
        effects: dict[int, set[tuple[int, int, int]]] = {}

        def add(shared: int, place: int) -> None:
            places = self.known.setdefault(shared, set())
            if place not in places:
                places.add(place)
                todo.append((shared, place))

        def respond(place: int, target: int, effect: int, template: int) -> None:
            if self.may_meet(template, self.machine.places[place].template):
                for q in self.responses(effect, place):
                    add(target, q)

        for shared, places in self.initial.items():
            for place in places:
                add(shared, place)
        while todo:
            tick()
            shared, place = todo.pop()
            template = self.machine.places[place].template
            seen = effects.setdefault(shared, set())
            for move in self.machine.moves(shared, place):
                add(move.shared, move.place)
                arrow = Arrow(shared, place, move)
                self.into.setdefault((move.shared, move.place), []).append(arrow)
                if move.shared != shared or move.effect != NONE:
                    self.noticed.setdefault(move.shared, []).append(arrow)
                    kind = (move.shared, move.effect, template)
                    if kind not in seen:
                        seen.add(kind)
                        for other in list(self.known[shared]):
                            respond(other, *kind)
            for kind in list(seen):
                respond(place, *kind)

    def may_meet(self, template: int, other: int) -> bool:
        """May there be a thread of each at once?"""
        return template != other or self.numbers[template] != 1

    def responses(self, effect: int, place: int) -> tuple[int, ...]:
        """Where one passive thread may be afterwards."""
        return (*self.machine.responses(effect, place), *self.machine.started(effect, place))

    def is_possible(self, places: tuple[int, ...]) -> bool:
        """Are there not more threads of any template than there can be?"""
        if not self._limited:
            return True
        templates = [self.machine.places[p].template for p in places]
        return all(templates.count(template) <= n for template, n in self._limited)

    def is_initial(self, shared: int, places: tuple[int, ...]) -> bool:
        """Does some initial state cover it? (If it is possible.)"""
        return shared in self.initial and self.initial[shared].issuperset(places)

    def predecessors(self, shared: int, places: tuple[int, ...]) -> Iterator[tuple[Arrow, tuple[int, ...]]]:
        """The smallest states from which one step covers this one (sorted places), and some that are larger."""
        for i, place in enumerate(places):
            if i == 0 or places[i - 1] != place:
                yield from self._origins(self.into.get((shared, place), ()), places[:i] + places[i + 1 :])
        # (if the active thread can be one of these, the others are enough)
        unseen = [arrow for arrow in self.noticed.get(shared, ()) if arrow.move.place not in places]
        yield from self._origins(unseen, places)

    def _origins(
        self, arrows: list[Arrow] | tuple[()], passive: tuple[int, ...]
    ) -> Iterator[tuple[Arrow, tuple[int, ...]]]:
        for arrow in arrows:
            before = self._before_effect(arrow.shared, arrow.move.effect)
            options = [before.get(q, []) for q in passive]
            starts = self.machine.effects[arrow.move.effect].starts is not None
            for pairs in self.machine.combine(arrow.move.effect, options):
                if starts and sum(p != q for p, q in pairs) > 1:
                    continue
                places = tuple(sorted([arrow.place, *(p for p, _ in pairs)]))
                if self.is_possible(places):
                    yield arrow, places

    def _before_effect(self, shared: int, effect: int) -> dict[int, list[Pair]]:
        """For each place where a passive thread may be afterwards, where it may have been."""
        found = self._before.get((shared, effect))
        if found is None:
            found = self._before[shared, effect] = {}
            for p in self.known[shared]:
                for q in self.responses(effect, p):
                    found.setdefault(q, []).append((p, q))
        return found
