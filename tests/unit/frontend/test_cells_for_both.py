"""Cells that hold numbers and pointers come before grids: only what needs smaller cells gets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.frontend import load
from threadproof.options import Options

MEMORY = Path(__file__).parents[2] / "programs" / "memory"


@pytest.mark.parametrize(
    ("name", "is_grid"),
    [("numbers_in_slots_safe", False), ("marked_links_safe", False), ("pair_as_a_number_safe", True)],
)
def test_cells(name: str, is_grid: bool) -> None:
    program = load(MEMORY / f"{name}.c", Options(property="unreach-call", data_model="LP64"))
    variables = [*program.shared, *(v for t in program.templates.values() for v in t.locals)]
    assert any(v.row for v in variables) == is_grid
