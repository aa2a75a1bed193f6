"""Terms in files: rows whose operands do not fit are no terms."""

from __future__ import annotations

import pytest

from threadproof.logic.table import Row, read_terms
from threadproof.logic.term import Var

X = Var("x", 8, shared=True)
A = Var("a", 8, shared=True, dims=1)
GOOD: list[Row] = [["const", 0, "1"], ["const", 8, "3"], ["var", 8, "x"], ["const", 16, "3"]]


def read(row: Row) -> None:
    read_terms([*GOOD, row], {"x": X, "a": A}.__getitem__)


@pytest.mark.parametrize(
    "row",
    [["and", 0, 0, 0], ["not", 0, 0], ["eq", 0, 0, 0], ["eq", 0, 1, 2], ["add", 8, 1, 2], ["ite", 8, 0, 1, 2],
     ["zext", 16, 1], ["extract", 4, 2], ["neg", 8, 1], ["select", 8, "a", 1]],
)  # fmt: skip
def test_a_term(row: Row) -> None:
    read(row)


@pytest.mark.parametrize(
    "row",
    [["and", 0, 0, 1], ["or", 0, 1], ["not", 0, 1], ["not", 0, 0, 0], ["eq", 0, 0, 1], ["eq", 0, 1, 3],
     ["add", 8, 0, 0],
     ["add", 8, 1, 3], ["ult", 0, 0, 0], ["ite", 8, 1, 1, 2], ["ite", 8, 0, 1, 3], ["ite", 8, 0, 1], ["zext", 4, 1],
     ["zext", 16, 0], ["extract", 16, 1], ["extract", 0, 1], ["neg", 0, 0], ["bvnot", 8, 1, 1], ["select", 8, "a", 0],
     ["select", 8, "x", 1], ["var", 16, "x"], ["add", 8, 1, 9], ["frobnicate", 8, 1], ["const", -1, "1"]],
)  # fmt: skip
def test_no_term(row: Row) -> None:
    with pytest.raises(ValueError):
        read(row)
