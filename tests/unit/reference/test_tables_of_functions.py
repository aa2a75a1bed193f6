"""Library functions are looked up in one table after the other, imported when needed: their order does not matter."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from threadproof.reference import library


def test_every_function_has_one_meaning() -> None:
    folder = Path(library.__file__).parent
    names = {path.stem for path in folder.glob("*.py") if "\nHANDLERS" in path.read_text()}
    assert names == set(library._MODULES)
    tables = [import_module(f"{library.__name__}.{module}").HANDLERS for module in library._MODULES]
    count = Counter(name for table in tables for name in table)
    assert len(count) > 300
    assert [name for name in count if count[name] > 1] == []
    for table in tables:
        assert [name for name in table if library.find(name) is not table[name]] == []


@pytest.mark.parametrize("name", ["nothing_of_the_kind", "__builtin_nothing"])
def test_what_nobody_knows(name: str) -> None:
    assert library.find(name) is None
