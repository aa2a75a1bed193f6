"""Values of inputs on a random run: where the search tries many, a run tries a few, and others on every run.

What compiled code only compares stays an interval, as in the search (`split`). Where it needs a value, that is a small
number, a boundary, a constant of the program or a neighbour of one, or any number.
"""

from __future__ import annotations

import random

from threadproof.engines.compiled.model import Local, Model, Shared
from threadproof.engines.compiled.ranges import ENUMERABLE, Range
from threadproof.engines.compiled.split import Choice, Splitter
from threadproof.ir import op as O
from threadproof.ir.values import Key
from threadproof.logic.term import Var

#: values to choose from at one step
TRIED = 4
SMALL = 5


class RandomInputs(Splitter):
    def __init__(self, model: Model, chance: random.Random) -> None:
        super().__init__(model, 0)
        self.chance = chance
        #: for each location the one local that all its steps look at, if it is so
        self._only: dict[int, Var | None] = {}
        #: (location, value of that local) -> intervals, which then depend on nothing else
        self._known: dict[tuple[int, object], list[Choice]] = {}
        self._draws = 0

    def choices(self, g: Shared, l: Local, allowed: int) -> list[Choice]:
        v = self._only_local(l[0])
        if v is None:
            return super().choices(g, l, allowed)
        key = (l[0], l[self.model.locations[l[0]].slot[v]])
        known = self._known.get(key)
        if known is None:
            draws = self._draws
            known = super().choices(g, l, allowed)
            if self._draws == draws:
                self._known[key] = known
        return known

    def _only_local(self, location: int) -> Var | None:
        if location not in self._only:
            x = self.model.locations[location]
            read = {v for e in x.edges for t in O.reads(e.op) for v in t.vars}
            v = read.pop() if len(read) == 1 else None
            self._only[location] = v if v is not None and not v.shared and v.dims == 0 and v in x.slot else None
        return self._only[location]

    def values(self, v: Var, key: Key | None, r: Range, allowed: int = ENUMERABLE) -> list[Choice]:
        del allowed
        if r.high - r.low < TRIED:
            return [Choice(v, key, n, n) for n in range(r.low, r.high + 1)]
        self._draws += 1
        found = {self._value(v.width, r): None for _ in range(TRIED)}
        return [Choice(v, key, n, n) for n in found]

    def _value(self, width: int, r: Range) -> int:
        chance = self.chance
        constants = self.constants_of(width)
        match chance.randrange(4 if constants else 3):
            case 0:
                n = r.low + chance.randrange(SMALL)
            case 1:
                n = chance.choice((0, 1, r.high, r.low, (1 << width) - 1, 1 << width - 1, (1 << width - 1) - 1))
            case 2:
                n = chance.randint(r.low, r.high)
            case _:
                n = chance.choice(constants) + chance.choice((0, 0, 1, -1))
        return n if r.low <= n <= r.high else chance.randint(r.low, r.high)
