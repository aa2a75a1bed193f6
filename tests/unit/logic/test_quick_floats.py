"""The quick forms of floating-point operators are the same functions as their definitions."""

from __future__ import annotations

import random

from threadproof.logic import floats

#: signs and exponents at which something changes, and significands
_EDGES = (0, 1, 2, 3)


def _samples(width: int, seed: int) -> list[int]:
    chance = random.Random(seed)
    digits = floats.PRECISION[width] - 1
    exponents = [*_EDGES, *(((1 << (width - 1 - digits)) - 1) - n for n in _EDGES), 1 << (width - 2 - digits)]
    significands = [0, 1, (1 << digits) - 1, 1 << (digits - 1), chance.getrandbits(digits)]
    special = [
        sign << (width - 1) | e << digits | s
        for sign in (0, 1)
        for e in chance.sample(exponents, 5)
        for s in chance.sample(significands, 3)
    ]
    return [*special, *(chance.getrandbits(width) for _ in range(10))]


def test_the_same_as_the_definition() -> None:
    defined = {**floats.ARITHMETIC, **floats.RELATIONS}
    assert set(floats.QUICK) == {f"{op}{width}" for op in defined for width in floats.PRECISION}
    for width in floats.PRECISION:
        for seed in range(4):
            values = _samples(width, seed)
            for op, definition in defined.items():
                quick = floats.QUICK[f"{op}{width}"]
                for a in values:
                    for b in values:
                        assert quick(a, b) == definition(a, b, width), (op, width, hex(a), hex(b))


def test_bits_that_are_no_number() -> None:
    """Whatever their bits: signalling ones, too."""
    for width in floats.PRECISION:
        no_number = floats.infinity(width) + 1
        assert floats.number(no_number, width) != floats.number(no_number, width)
        assert floats.QUICK[f"fadd{width}"](no_number, 0) == floats.nan(width)
        assert not floats.QUICK[f"feq{width}"](no_number, no_number)
