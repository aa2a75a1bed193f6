"""Data races on a run: an instance that arrives somewhere is compared with those that are where it may conflict.

Not with all of them, and not again when something else has changed: races are missed, but none is made up.
"""

from __future__ import annotations

import random

from threadproof.engines.compiled.accesses import Access, Accesses, is_race
from threadproof.engines.compiled.model import Local, Shared
from threadproof.engines.walk.pool import Pool

#: so many instances at one location are looked at
LOOKED_AT = 3


class RaceWatch:
    def __init__(self, accesses: Accesses, chance: random.Random) -> None:
        self.accesses = accesses
        self.chance = chance
        #: location -> instances there
        self.places: dict[int, Pool] = {}

    def copy(self) -> RaceWatch:
        new = RaceWatch(self.accesses, self.chance)
        new.places = {location: pool.copy() for location, pool in self.places.items()}
        return new

    def leave(self, l: Local) -> None:
        self.places[l[0]].remove(l[1])

    def arrive(self, g: Shared, l: Local, running: dict[int, Local]) -> tuple[Access, Access] | None:
        """A race of this instance with another, if one is seen."""
        mine: list[Access] | None = None
        for other in self.accesses.partners(l[0]):
            pool = self.places.get(other)
            if not pool:
                continue
            if mine is None:
                mine = self.accesses.of(g, l)
            for id_ in pool.some(self.chance, LOOKED_AT):
                for b in self.accesses.of(g, running[id_]):
                    for a in mine:
                        if is_race(a, b):
                            return a, b
        pool = self.places.get(l[0])
        if pool is None:
            pool = self.places[l[0]] = Pool()
        pool.add(l[1])
        return None
