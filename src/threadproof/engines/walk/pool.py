"""A set from which any element can be drawn, and everything takes constant time."""

from __future__ import annotations

import random


class Pool:
    def __init__(self) -> None:
        self.items: list[int] = []
        self._position: dict[int, int] = {}

    def copy(self) -> Pool:
        new = Pool()
        new.items, new._position = self.items.copy(), self._position.copy()
        return new

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, item: int) -> bool:
        return item in self._position

    def add(self, item: int) -> None:
        self._position[item] = len(self.items)
        self.items.append(item)

    def remove(self, item: int) -> None:
        at = self._position.pop(item)
        last = self.items.pop()
        if last != item:
            self.items[at] = last
            self._position[last] = at

    def draw(self, chance: random.Random) -> int:
        """Take one out."""
        item = self.items[chance.randrange(len(self.items))]
        self.remove(item)
        return item

    def some(self, chance: random.Random, most: int) -> list[int]:
        """Up to so many elements, all of which stay."""
        return self.items if len(self.items) <= most else chance.sample(self.items, most)
