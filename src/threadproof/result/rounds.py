"""Rounds of a loop in a sequence: where the same few items come again and again. Entry point: `find_rounds`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from threadproof.records import NamedTuple

#: items in one round
LONGEST = 40
#: fewer rounds are no loop worth mentioning
FEWEST = 5


class Rounds(NamedTuple):
    """items[start:stop] is `period` items, again and again."""

    start: int
    stop: int
    period: int

    @property
    def middle(self) -> range:
        """All but the first and the last round."""
        return range(self.start + self.period, self.stop - self.period)


def find_rounds(items: Sequence[Hashable]) -> list[Rounds]:
    """Disjoint, from left to right; a round is as short as possible."""
    found: list[Rounds] = []
    at = 0
    #: where each item was seen last
    last: dict[Hashable, int] = {}
    n = -1
    while n + 1 < len(items):
        n += 1
        item = items[n]
        period = n - last.get(item, -LONGEST - 1)
        last[item] = n
        if period > LONGEST or n - period < at:
            continue
        start, stop = n - period, n
        while stop < len(items) and items[stop] == items[stop - period]:
            stop += 1
        stop -= (stop - start) % period
        if (stop - start) // period >= FEWEST:
            found.append(Rounds(start, stop, period))
            last.update((items[k], k) for k in range(stop - period, stop))
            at, n = stop, stop - 1
    return found
