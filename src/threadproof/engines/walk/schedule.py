"""Who moves next: ways to draw a schedule. Most bugs need few switches, at the right places; no way is best for all.

* `Bursts`: one instance runs for a while, then any other does; or first any location is drawn, then any instance there,
  so that the few in the middle of something, and main, are not lost among thousands that have not started yet.
* `Ranks`: the ready instance of the highest rank moves, and at few random moments the one that moves falls behind all
  others (Burckhardt et al., *A randomized scheduler with probabilistic guarantees of finding bugs*, ASPLOS 2010).
  Ranks are random, or by age: with the oldest first, main creates all threads before any of them moves.
* `Turns`: the instance that moves goes on as long as it can; when its turn is ended, it falls behind all others.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Protocol

from threadproof.engines.walk.crowd import Crowd

#: how often the instance that moves loses its turn, per step
SWITCHES = (0.3, 0.05, 1.0, 0.01)
FALLS = (0.001, 0.03, 0.0, 0.01)


class Schedule(Protocol):
    def next(self, current: int) -> int:
        """A ready instance; there is one. `current` moved last."""
        ...


class Bursts:
    def __init__(self, crowd: Crowd, chance: random.Random, switch: float, *, by_place: bool) -> None:
        self.crowd = crowd
        self.random = chance.random
        self.switch = switch
        if by_place:
            crowd.note_places()

    def next(self, current: int) -> int:
        if self.random() >= self.switch and current in self.crowd.ready:
            return current
        crowd, random = self.crowd, self.random
        crowd.news.clear()
        items = crowd.ready.items
        if crowd.places is not None:
            places = crowd.occupied.items
            items = crowd.places[places[int(random() * len(places))]].items
        return items[int(random() * len(items))]


class Ranks:
    """The lowest number is the highest rank."""

    def __init__(self, crowd: Crowd, chance: random.Random, fall: float, rank: Callable[[int], float]) -> None:
        self.crowd = crowd
        self.random = chance.random
        self.fall = fall
        self.first_rank = rank
        self.ranks: dict[int, float] = {}
        self.heap: list[tuple[float, int]] = []
        #: below all first ranks
        self.lowest = 1e12

    def next(self, current: int) -> int:
        crowd, heap, ranks = self.crowd, self.heap, self.ranks
        if self.fall and self.random() < self.fall and current in crowd.ready:
            self.lowest += 1
            ranks[current] = self.lowest
            crowd.news.append(current)
        if crowd.news:
            for id_ in crowd.news:
                if id_ not in ranks:
                    ranks[id_] = self.first_rank(len(ranks))
            if heap:
                for id_ in crowd.news:
                    heappush(heap, (ranks[id_], id_))
            else:
                heap += [(ranks[id_], id_) for id_ in crowd.news]
                heapify(heap)
            crowd.news.clear()
        while True:
            rank, id_ = heap[0]
            if ranks[id_] == rank and id_ in crowd.ready:
                return id_
            heappop(heap)


class Turns(Ranks):
    def __init__(self, crowd: Crowd, chance: random.Random, rank: Callable[[int], float]) -> None:
        super().__init__(crowd, chance, 0.0, rank)
        self.is_over = False
        #: from the first to the last
        self.delayed: list[int] = []

    def copy(self, crowd: Crowd, chance: random.Random) -> Turns:
        new = Turns(crowd, chance, self.first_rank)
        new.ranks, new.lowest, new.delayed = self.ranks.copy(), self.lowest, self.delayed.copy()
        return new

    def delay(self, current: int, next_: int) -> None:
        """End the turn; 0: whoever comes next."""
        self.is_over = True
        if next_:
            self.delayed.remove(next_)
            self.ranks[next_] = -self.lowest
            self.crowd.news.append(next_)
        self.delayed.append(current)

    def next(self, current: int) -> int:
        if current in self.crowd.ready:
            if not self.is_over:
                return current
            self.lowest += 1
            self.ranks[current] = self.lowest
            self.crowd.news.append(current)
        self.is_over = False
        return super().next(current)


def draw(crowd: Crowd, chance: random.Random, run: int) -> Schedule:
    """The kind of schedule goes round with the number of the run, so that each has its turn soon."""
    n = run // 2 % 4
    if run % 2 == 0:
        return Bursts(crowd, chance, SWITCHES[n], by_place=chance.random() < 0.6)
    first_rank: tuple[Callable[[int], float], ...] = (lambda _: chance.random(), float, lambda age: -float(age))
    return Ranks(crowd, chance, FALLS[n], first_rank[run // 2 % 3])
