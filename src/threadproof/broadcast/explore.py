"""All states of a given number of threads, breadth first, so that the trace found is a shortest one.

A state is a shared valuation and a *bag*, the number of a multiset of places (sorted tuples, interned). Taking a
thread out of a bag and putting one in are table look-ups. What an effect does to a bag is computed once, thread by
thread, as a set of bags, from which those are subtracted that have been seen: a broadcast with many outcomes costs
little more than its new ones. Exact: no state is left out, none is added.

Entry point: `explore`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations_with_replacement, product
from typing import Final

from threadproof.broadcast.moves import NONE, WORK, LocalState, Machine, Move
from threadproof.broadcast.program import Control, Edge, Program
from threadproof.broadcast.trace import State, Step, Trace, make_state
from threadproof.logic.term import Term
from threadproof.records import dataclass

#: bags in remembered outcomes
_MAX_REMEMBERED: Final = 10_000_000
_UNKNOWN: Final[list[Move]] = []


@dataclass(frozen=True, slots=True)
class Exploration:
    """What was found: a trace to an error, or none; all states were reached only if it is `complete`."""

    trace: Trace | None
    states: int
    steps: int
    complete: bool
    #: if it is complete: local states, and all states as a shared valuation with positions of these, sorted
    places: tuple[LocalState, ...] = ()
    reached: Callable[[], Iterator[tuple[int, tuple[int, ...]]]] = lambda: iter(())
    #: instead of these, if the search was symbolic: for each control what holds of shared variables and of the locals
    #: of its threads, `0:b` of the first one, and so on
    sets: Callable[[], Iterator[tuple[Control, Term]]] | None = None


def explore(
    program: Program,
    counts: Mapping[str, int],
    *,
    max_states: int | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Exploration:
    """Search with so many threads of each template. `tick` is called after each `WORK`, and may raise."""
    return Search(program, counts, tick).run(max_states)


#: how a state was reached: from which one (shared valuation, bag), who moved, where to, by which edge
_Link = tuple[int, int, int, int, Edge]


class Search:
    def __init__(self, program: Program, counts: Mapping[str, int], tick: Callable[[], None] = lambda: None) -> None:
        self.machine = Machine(program, tick)
        self.tick = tick
        self.counts = [counts[t.name] for t in program.templates]
        self.bags: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        #: by bag: each place in it, with the bag that is left without one thread there
        self._parts: dict[int, list[tuple[int, int]]] = {}
        #: by bag: what it becomes with one thread more
        self._plus: list[dict[int, int]] = []
        #: by effect and bag of passive threads
        self._responses: dict[tuple[int, int], set[int]] = {}
        #: the same with the place of the active thread
        self._outcomes: dict[tuple[int, int, int], set[int]] = {}
        self._remembered = 0
        #: by shared valuation and place: what a thread can do there; None: it is an error
        self._moves: dict[tuple[int, int], list[Move] | None] = {}
        #: by shared valuation and bag
        self.reached: defaultdict[int, dict[int, _Link | None]] = defaultdict(dict)
        #: the states of the next layer
        self.next: list[tuple[int, int]] = []

    def run(self, max_states: int | None = None) -> Exploration:
        reached, parts, plus, known = self.reached, self._parts, self._plus, self._moves
        limit = -1 if max_states is None else max_states
        steps = done = due = 0
        for layer in self._layers():
            add = self.next.append
            for shared, bag in layer:
                if done == limit:
                    return Exploration(None, done, steps, False)
                while due <= done + steps:
                    self.tick()
                    due += WORK
                done += 1
                for place, rest in parts.get(bag) or self._take_apart(bag):
                    moves = known.get((shared, place), _UNKNOWN)
                    if moves is _UNKNOWN:
                        moves = self._find_moves(shared, place)
                    if moves is None:
                        return Exploration(self._trace(shared, bag), done, steps, False)
                    for edge, new_shared, new_place, effect in moves:
                        seen = reached[new_shared]
                        if effect == NONE:
                            steps += 1
                            target = plus[rest].get(new_place)
                            if target is None:
                                target = self._put(rest, new_place)
                            if target not in seen:
                                seen[target] = (shared, bag, place, new_place, edge)
                                add((new_shared, target))
                            continue
                        targets = self._outcomes.get((effect, rest, new_place))
                        if targets is None:
                            targets = self._find_outcomes(effect, rest, new_place)
                        steps += len(targets)
                        if new := targets.difference(seen):
                            link = (shared, bag, place, new_place, edge)
                            for target in new:
                                seen[target] = link
                                add((new_shared, target))
        return Exploration(None, done, steps, True, tuple(self.machine.places), self._states)

    def _states(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        return ((shared, self.bags[bag]) for shared, bags in self.reached.items() for bag in bags)

    def _layers(self) -> Iterator[list[tuple[int, int]]]:
        yield list(self._initial())
        while self.next:
            layer, self.next = self.next, []
            yield layer

    def _initial(self) -> Iterator[tuple[int, int]]:
        for shared, places in self.machine.initial():
            choices = [combinations_with_replacement(p, n) for p, n in zip(places, self.counts, strict=True)]
            for chosen in self.machine.ticking(product(*choices)):
                bag = self._bag(tuple(sorted(chain(*chosen))))
                if bag not in self.reached[shared]:
                    self.reached[shared][bag] = None
                    yield shared, bag

    def controls(self) -> int:
        """In how many ways threads were distributed over locations."""
        places = self.machine.places
        bags = {bag for bags in self.reached.values() for bag in bags}
        return len({tuple(sorted(places[p][:2] for p in self.bags[bag])) for bag in bags})

    # ---------------------------------------------------------------- bags

    def _bag(self, places: tuple[int, ...]) -> int:
        number = self._numbers.setdefault(places, len(self.bags))
        if number == len(self.bags):
            self.bags.append(places)
            self._plus.append({})
        return number

    def _take_apart(self, bag: int) -> list[tuple[int, int]]:
        places = self.bags[bag]
        found = []
        for i, place in enumerate(places):
            if i == 0 or places[i - 1] != place:
                rest = self._bag(places[:i] + places[i + 1 :])
                self._plus[rest][place] = bag
                found.append((place, rest))
        self._parts[bag] = found
        return found

    def _put(self, bag: int, place: int) -> int:
        target = self._plus[bag][place] = self._bag(tuple(sorted((*self.bags[bag], place))))
        return target

    def _respond(self, effect: int, bag: int) -> set[int]:
        """What passive threads may become: one after the other, unless it is about several of them at once."""
        found = self._responses.get((effect, bag))
        if found is None:
            e, places = self.machine.effects[effect], self.bags[bag]
            if e.joint or e.starts is not None:
                together = self.machine.together(effect, places)
                found = {self._bag(tuple(sorted(q for _, q in pairs))) for pairs in together}
            elif places:
                rest = self._respond(effect, self._bag(places[1:]))
                plus, responses = self._plus, self.machine.responses(effect, places[0])
                found = {plus[b].get(q) or self._put(b, q) for b in rest for q in responses}
            else:
                found = {bag}
            self._responses[effect, bag] = found
        return found

    def _find_outcomes(self, effect: int, bag: int, place: int) -> set[int]:
        plus = self._plus
        found = {plus[b].get(place) or self._put(b, place) for b in self._respond(effect, bag)}
        self._remembered += len(found)
        if self._remembered > _MAX_REMEMBERED:
            self._outcomes.clear()
            self._responses.clear()
            self._remembered = len(found)
        self._outcomes[effect, bag, place] = found
        return found

    def _find_moves(self, shared: int, place: int) -> list[Move] | None:
        found = None if self.machine.is_bad(shared, place) else self.machine.moves(shared, place)
        self._moves[shared, place] = found
        return found

    # ---------------------------------------------------------------- the way back

    def _trace(self, shared: int, bag: int) -> Trace:
        steps: list[Step] = []
        places = self.machine.places
        while (link := self.reached[shared][bag]) is not None:
            before_shared, before_bag, place, new_place, edge = link
            steps.append(Step(places[place], edge, places[new_place], self._state(shared, bag)))
            shared, bag = before_shared, before_bag
        return Trace(self._state(shared, bag), tuple(reversed(steps)))

    def _state(self, shared: int, bag: int) -> State:
        return make_state(self.machine, shared, self.bags[bag])
