"""Two accesses with anything between them, beside a thread that keeps its own in order: every combination.

Random threads seldom have just this: what stands between is no access of interest, and still decides what may change
places.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.generators.dependent import Statement as S
from tests.generators.dependent import Threads
from tests.helpers.ir_oracle import TooLarge
from tests.helpers.rotation import rotating
from tests.weak.test_litmus import done, outcomes

_KINDS = ("load", "store", "exchange")
_ORDERS = {
    "load": ("relaxed", "acquire", "seq_cst"),
    "store": ("relaxed", "release", "seq_cst"),
    "exchange": ("relaxed", "acquire", "release", "seq_cst"),
}
_FENCES = ("acquire", "release", "seq_cst", "stores")
#: one that nobody else accesses, that of the first access, and that of the second one
_PLACES = ("k", "x", "y")

BETWEEN = [
    *[S(kind, order, place, 5) for kind in _KINDS for order in _ORDERS[kind] for place in _PLACES],
    *[S("fence", order) for order in _FENCES],
]


def combinations() -> list[Threads]:
    found = []
    for first, second, first_order, second_order in product(
        _KINDS, _KINDS, ("relaxed", "strong"), ("relaxed", "strong")
    ):
        orders = [
            o if o == "relaxed" else {"load": "acquire", "store": "release", "exchange": "acq_rel"}[k]
            for k, o in ((first, first_order), (second, second_order))
        ]
        for between, there, here in product(BETWEEN, ("load", "store"), ("load", "store")):
            if (second, there) == ("load", "load") or (first, here) == ("load", "load"):
                continue
            other = [S(there, "relaxed", "y", 3), S("fence", "seq_cst"), S(here, "relaxed", "x", 4)]
            found.append([[S(first, orders[0], "x", 1), between, S(second, orders[1], "y", 2)], other])
    return found


COMBINATIONS = combinations()
MODELS = ("pso", "armv8", "rmo", "power")


def compare(n: int, model: str, folder: Path) -> None:
    threads = COMBINATIONS[n]
    try:
        found, unknown = done(threads, model, folder)
    except TooLarge:
        return
    expected = outcomes(threads, model)
    assert found <= expected, threads
    assert unknown or found == expected, threads


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("n", rotating(4, len(COMBINATIONS)))
def test_anything_between(n: int, model: str, tmp_path: Path) -> None:
    compare(n * 787 % len(COMBINATIONS), model, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("start", range(0, len(COMBINATIONS), 100))
def test_anything_between_long(start: int, model: str, tmp_path: Path) -> None:
    for n in range(start, min(start + 100, len(COMBINATIONS))):
        compare(n, model, tmp_path)
