"""Arrays as values: a Versioned map is a Sparse one, whichever version is looked at."""

from __future__ import annotations

import random

from threadproof.ir.values import Sparse, Versioned


def test_versions_are_sparse_maps() -> None:
    chance = random.Random(1)
    for _ in range(50):
        origin = {1: 5, 9: 2} if chance.random() < 0.5 else {}
        pairs = [(Sparse(0, dict(origin)), Versioned(0, dict(origin)))]
        for _ in range(40):
            plain, versioned = chance.choice(pairs) if chance.random() < 0.5 else pairs[-1]
            key, value = chance.randrange(12), chance.randrange(3)
            assert plain.get(key) == versioned.get(key)
            pairs.append((plain.set(key, value), versioned.set(key, value)))
        for plain, versioned in pairs:
            assert versioned == plain
            assert hash(versioned) == hash(plain)
            assert versioned.cells == plain.cells
            assert repr(versioned) == repr(plain)
        for first, one in pairs:
            assert [one == other for _, other in pairs] == [first == second for second, _ in pairs]


def test_the_newest_version_is_updated_in_place() -> None:
    first = Versioned(0, {}).set(1, 1)
    cells = first.cells
    newest = first
    for n in range(100):
        newest = newest.set(n, n + 1)
    assert newest.cells is cells
    assert (first.get(1), first.get(50), newest.get(50)) == (1, 0, 51)


def test_runs_that_start_from_one_origin_do_not_share() -> None:
    origin = Versioned(0, {3: 1})
    one, other = origin.set(3, 7), origin.set(4, 8)
    assert (origin.cells, one.cells, other.cells) == ({3: 1}, {3: 7}, {3: 1, 4: 8})
