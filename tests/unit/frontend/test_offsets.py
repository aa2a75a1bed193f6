"""Cells by byte offsets: for random types, distances and indices the cases are those of counting bytes."""

from __future__ import annotations

import random

import pytest

from tests.helpers.rotation import rotating
from threadproof.frontend.ctypes import CHAR, INT, LP64, SHORT, Array, CType, Field, Struct
from threadproof.frontend.memory.layout import Layouts, Leaf
from threadproof.frontend.memory.offsets import Distance, Hit, compare, covers, follow, in_range
from threadproof.frontend.raw import ArrayStep
from threadproof.logic import term as T
from threadproof.logic.evaluate import Model, evaluate
from threadproof.logic.term import Var

WIDTH = 64
INDICES = range(-7, 13)


def _type(r: random.Random, depth: int) -> CType:
    match r.randrange(4 if depth else 1):
        case 0:
            return r.choice([CHAR, SHORT, INT, INT, INT])
        case 1 | 2:
            return Array(_type(r, depth - 1), r.randint(0, 3))
        case _:
            fields = [Field(f"m{i}", _type(r, depth - 1)) for i in range(r.randint(1, 3))]
            return Struct("s", is_union=r.random() < 0.1, fields=fields)


def _distance(r: random.Random, t: CType) -> Distance:
    """Along the arrays of the type, or by steps of any kind."""
    if r.random() < 0.5:
        steps = []
        constant = 0
        for i in range(3):
            if isinstance(t, Array):
                v = T.var(Var(f"i{i}", 32, False))
                steps.append(ArrayStep(v, LP64.size_of(t.of), t.size or 1 << 40, True))
                t = t.of
            elif isinstance(t, Struct) and t.fields:
                k = r.randrange(len(t.fields))
                constant += LP64.layout(t).offsets[k][0]
                t = t.fields[k].type
        return Distance(constant, tuple(s for s in steps if s.stride))
    strides = [r.choice([1, 2, 4, 4, 8, 12]) for _ in range(r.randint(0, 2))]
    steps = [ArrayStep(T.var(Var(f"i{i}", 32, False)), s, None, True) for i, s in enumerate(strides)]
    constant = r.randint(-4, 24)
    if r.random() < 0.3:
        modulus = r.choice([1, 2, 4, 8])
        return Distance(constant, tuple(steps), T.var(Var("base", WIDTH, False)), r.randrange(modulus), modulus)
    return Distance(constant, tuple(steps))


def _models(d: Distance) -> list[Model]:
    models = [Model()]
    for v in [s.index.var for s in d.steps]:
        assert v is not None
        models = [Model({**m.scalars, v: i % (1 << v.width)}) for m in models for i in INDICES]
    if d.base is not None and d.base.var is not None:
        bases = [d.residue + k * d.modulus for k in range(-3, 8)]
        models = [Model({**m.scalars, d.base.var: b % (1 << WIDTH)}) for m in models for b in bases]
    return models


def _is_hit(hit: Hit, m: Model) -> bool:
    bounds = [T.ult(part, T.const(n or 0, part.width)) for part, n in hit.bounds]
    return bool(evaluate(T.and_(hit.exact, *bounds, *map(in_range, hit.assumed)), m))


def _check(leaf: Leaf, hit: Hit | None, d: Distance, size: int, extent: int) -> None:
    for m in _models(d):
        at = T.to_signed(evaluate(d.term(WIDTH), m), WIDTH)
        if hit is not None and not all(evaluate(in_range(s), m) for s in hit.assumed):
            continue
        wanted = leaf.element_at(at)
        if hit is None or not _is_hit(hit, m):
            assert wanted is None, (leaf, d, at)
            assert hit is None or not hit.is_sure or not 0 <= at <= size - extent, (leaf, d, at)
        else:
            index = 0 if hit.index is None else evaluate(hit.index, m)
            assert wanted == index, (leaf, d, at)


@pytest.mark.parametrize("seed", rotating(30, 5000))
def test_cells_by_bytes(seed: int) -> None:
    _compare(seed)


@pytest.mark.long
def test_campaign() -> None:
    for seed in range(5000):
        _compare(seed)


def _compare(seed: int) -> None:
    r = random.Random(seed)
    t = _type(r, 3)
    size = LP64.size_of(t)
    leaves = [x for x in Layouts(LP64).leaves_of(t) if x.count is not None]
    d = _distance(r, t)
    for x in leaves:
        _check(x, compare(x, d, WIDTH), d, size, LP64.size_of(x.type))
        followed = follow(x, d, size)
        if followed is not None:
            _check(x, followed, d, size, LP64.size_of(x.type))
    fitting = [x for x in leaves if x.fits(INT)]
    if covers(fitting, d, 4, size):
        for m in _models(d):
            at = T.to_signed(evaluate(d.term(WIDTH), m), WIDTH)
            assert not 0 <= at <= size - 4 or any(x.element_at(at) is not None for x in fitting), (fitting, d, at)
