"""Bit matrices against sets of pairs."""

from __future__ import annotations

import random
from itertools import product

import pytest

from threadproof.axiomatic import relations as r

Pairs = set[tuple[int, int]]


def _random(rng: random.Random, size: int) -> Pairs:
    return {pair for pair in product(range(size), repeat=2) if rng.random() < 0.25}


def _closure(pairs: Pairs) -> Pairs:
    found = set(pairs)
    while new := {(i, k) for i, j in found for a, k in found if j == a} - found:
        found |= new
    return found


@pytest.mark.parametrize("seed", range(30))
def test_operations_are_those_on_sets(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(1, 7)
    a, b = _random(rng, size), _random(rng, size)
    x, y = r.of_pairs(size, sorted(a)), r.of_pairs(size, sorted(b))
    assert set(r.pairs(x)) == a
    assert set(r.pairs(r.union(x, y))) == a | b
    assert set(r.pairs(r.meet(x, y))) == a & b
    assert set(r.pairs(r.minus(x, y))) == a - b
    assert set(r.pairs(r.compose(x, y))) == {(i, k) for i, j in a for n, k in b if j == n}
    assert set(r.pairs(r.inverse(x))) == {(j, i) for i, j in a}
    assert set(r.pairs(r.closure(x))) == _closure(a)
    assert set(r.pairs(r.star(x))) == _closure(a) | {(i, i) for i in range(size)}
    assert set(r.pairs(r.restrict(x, 0b101, 0b11))) == {(i, j) for i, j in a if i in (0, 2) and j in (0, 1)}
    assert set(r.bits(r.sources(x))) == {i for i, _ in a}
    assert set(r.bits(r.targets(x))) == {j for _, j in a}
    assert r.is_empty(x) == (not a)
    assert r.is_irreflexive(x) == all(i != j for i, j in a)
    is_acyclic = all(i != j for i, j in _closure(a))
    assert r.is_acyclic(x) == is_acyclic
    cycle = r.shortest_cycle(x)
    assert bool(cycle) != is_acyclic
    assert all((i, cycle[(n + 1) % len(cycle)]) in a for n, i in enumerate(cycle))


def test_a_path_is_a_shortest_one() -> None:
    x = r.of_pairs(5, [(0, 1), (1, 2), (2, 3), (0, 2), (3, 0)])
    assert r.path(x, 0, 3) == [0, 2, 3]
    assert r.path(x, 0, 0) == [0, 2, 3, 0]
    assert r.path(x, 0, 4) == []
