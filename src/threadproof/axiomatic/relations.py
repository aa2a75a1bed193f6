"""Relations on events as bit matrices: row i is an integer that has bit j if (i, j) is in the relation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Relation = list[int]


def empty(size: int) -> Relation:
    return [0] * size


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from below."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(first: Relation, *others: Relation) -> Relation:
    rows = first
    for other in others:
        rows = [a | b for a, b in zip(rows, other, strict=True)]
    return rows


def meet(a: Relation, b: Relation) -> Relation:
    return [x & y for x, y in zip(a, b, strict=True)]


def minus(a: Relation, b: Relation) -> Relation:
    return [x & ~y for x, y in zip(a, b, strict=True)]


def restrict(a: Relation, sources: int, targets: int = -1) -> Relation:
    """Only pairs from `sources` to `targets`, both sets as masks."""
    return [row & targets if sources >> i & 1 else 0 for i, row in enumerate(a)]


def _step(row: int, b: Relation) -> int:
    reached = 0
    while row:
        low = row & -row
        reached |= b[low.bit_length() - 1]
        row ^= low
    return reached


def compose(first: Relation, *others: Relation) -> Relation:
    rows = first
    for other in others:
        rows = [_step(row, other) if row else 0 for row in rows]
    return rows


def inverse(a: Relation) -> Relation:
    rows = [0] * len(a)
    for i, row in enumerate(a):
        bit = 1 << i
        while row:
            low = row & -row
            rows[low.bit_length() - 1] |= bit
            row ^= low
    return rows


def reflexive(a: Relation) -> Relation:
    return [row | 1 << i for i, row in enumerate(a)]


def closure(a: Relation) -> Relation:
    """One step or more."""
    rows = list(a)
    for k in range(len(rows)):
        bit, through = 1 << k, rows[k]
        if through:
            for i, row in enumerate(rows):
                if row & bit:
                    rows[i] = row | rows[k]
    return rows


def star(a: Relation) -> Relation:
    return reflexive(closure(a))


def sources(a: Relation) -> int:
    mask = 0
    for i, row in enumerate(a):
        if row:
            mask |= 1 << i
    return mask


def targets(a: Relation) -> int:
    mask = 0
    for row in a:
        mask |= row
    return mask


def is_empty(a: Relation) -> bool:
    return not any(a)


def is_irreflexive(a: Relation) -> bool:
    return not any(row >> i & 1 for i, row in enumerate(a))


def is_acyclic(a: Relation) -> bool:
    left = sources(a)
    while left:
        before = left
        rest = left
        while rest:
            low = rest & -rest
            if not a[low.bit_length() - 1] & left:
                left ^= low
            rest ^= low
        if left == before:
            return False
    return True


def shortest_cycle(a: Relation) -> list[int]:
    """The events of one, each followed by the next and the last by the first; empty if there is none."""
    best: list[int] = []
    for start in range(len(a)):
        found = path(a, start, start)
        if found and (not best or len(found) - 1 < len(best)):
            best = found[:-1]
    return best


def path(a: Relation, start: int, end: int) -> list[int]:
    """A shortest way of at least one step, both ends included; empty if there is none."""
    came: dict[int, int] = {}
    waiting = [start]
    for i in waiting:
        for j in bits(a[i]):
            if j not in came:
                came[j] = i
                waiting.append(j)
        if end in came:
            way = [end]
            while True:
                way.append(came[way[-1]])
                if way[-1] == start:
                    return way[::-1]
    return []


def pairs(a: Relation) -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(a) for j in bits(row)]


def of_pairs(size: int, given: Sequence[tuple[int, int]]) -> Relation:
    rows = [0] * size
    for i, j in given:
        rows[i] |= 1 << j
    return rows
