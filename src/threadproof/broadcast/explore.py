"""All states of a given number of threads, breadth first, so that the trace found is a shortest one.

A state is a shared valuation and a *bag*, the number of a multiset of places (sorted tuples, interned); both are packed
into one integer. Taking a thread out of a bag and putting one in are table look-ups, and what an effect does to a bag
is computed once, so that most steps cost two dictionary look-ups. Exact: no state is left out, none is added.

Entry point: `explore`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, product
from typing import Final

from threadproof.broadcast.moves import NONE, Machine
from threadproof.broadcast.program import Edge, Program
from threadproof.broadcast.trace import State, Step, Trace, make_state

#: states between two calls of `tick`
_TICK: Final = 1024


@dataclass(frozen=True, slots=True)
class Exploration:
    """What was found: a trace to an error, or none; all states were visited only if it is `complete`."""

    trace: Trace | None
    states: int
    steps: int
    complete: bool


def explore(
    program: Program,
    counts: Mapping[str, int],
    *,
    max_states: int | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Exploration:
    """Search with so many threads of each template. `tick` is called now and then, and may raise."""
    return _Search(program, counts).run(max_states, tick)


class _Search:
    def __init__(self, program: Program, counts: Mapping[str, int]) -> None:
        self.machine = Machine(program)
        self.counts = [counts[t.name] for t in program.templates]
        self.bags: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        #: by bag: each place in it, with the bag that is left without one thread there
        self._parts: dict[int, list[tuple[int, int]]] = {}
        #: by bag: what it becomes with one thread more
        self._plus: list[dict[int, int]] = []
        self._responses: dict[tuple[int, int], list[int]] = {}
        #: by place: for each shared valuation, the steps without their edges; None: it is an error
        self._moves: list[dict[int, list[tuple[int, int, int, Edge]] | None]] = []
        #: every state with the one it was reached from, who moved, where to, by which edge
        self.reached: dict[int, tuple[int, int, int, Edge] | None] = {}

    def run(self, max_states: int | None, tick: Callable[[], None]) -> Exploration:
        reached, width = self.reached, self.machine.width
        mask = (1 << width) - 1
        parts, plus, all_moves = self._parts, self._plus, self._moves
        limit = -1 if max_states is None else max_states
        steps = done = 0
        for layer in self._layers():
            for state in layer:
                if done == limit:
                    return Exploration(None, done, steps, False)
                if done % _TICK == 0:
                    tick()
                done += 1
                shared, bag = state & mask, state >> width
                for place, rest in parts.get(bag) or self._take_apart(bag):
                    moves = all_moves[place].get(shared, ())
                    if moves == ():
                        moves = self._find_moves(shared, place)
                    if moves is None:
                        return Exploration(self._trace(state), done, steps, False)
                    for new_shared, new_place, effect, edge in moves:
                        for left in (rest,) if effect == NONE else self._respond(effect, rest):
                            target = plus[left].get(new_place)
                            if target is None:
                                target = self._put(left, new_place)
                            steps += 1
                            new = target << width | new_shared
                            if new not in reached:
                                reached[new] = (state, place, new_place, edge)
                                self.next.append(new)
        return Exploration(None, done, steps, True)

    def _layers(self) -> Iterator[Iterator[int] | list[int]]:
        self.next: list[int] = []
        yield self._initial()
        while self.next:
            layer, self.next = self.next, []
            yield layer

    def _initial(self) -> Iterator[int]:
        for shared, places in self.machine.initial():
            choices = [combinations_with_replacement(p, n) for p, n in zip(places, self.counts, strict=True)]
            for chosen in product(*choices):
                state = self._bag(tuple(sorted(chain(*chosen)))) << self.machine.width | shared
                if state not in self.reached:
                    self.reached[state] = None
                    yield state

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
        missing = len(self.machine.places) - len(self._moves)
        self._moves.extend({} for _ in range(missing))
        self._parts[bag] = found
        return found

    def _put(self, bag: int, place: int) -> int:
        target = self._plus[bag][place] = self._bag(tuple(sorted((*self.bags[bag], place))))
        return target

    def _respond(self, effect: int, bag: int) -> list[int]:
        known = self._responses.get((effect, bag))
        if known is None:
            together = self.machine.together(effect, self.bags[bag])
            known = [self._bag(places) for places in {tuple(sorted(q for _, q in pairs)) for pairs in together}]
            self._responses[effect, bag] = known
        return known

    def _find_moves(self, shared: int, place: int) -> list[tuple[int, int, int, Edge]] | None:
        found: list[tuple[int, int, int, Edge]] | None = None
        if not self.machine.is_bad(shared, place):
            found = [(m.shared, m.place, m.effect, m.edge) for m in self.machine.moves(shared, place)]
        self._moves[place][shared] = found
        return found

    # ---------------------------------------------------------------- the way back

    def _trace(self, state: int) -> Trace:
        steps: list[Step] = []
        places = self.machine.places
        while (link := self.reached[state]) is not None:
            before, place, new_place, edge = link
            steps.append(Step(places[place], edge, places[new_place], self._state(state)))
            state = before
        return Trace(self._state(state), tuple(reversed(steps)))

    def _state(self, state: int) -> State:
        shared = state & (1 << self.machine.width) - 1
        return make_state(self.machine, shared, self.bags[state >> self.machine.width])
