"""Modules that are loaded when a function is called have just the functions that their tables say."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from threadproof.frontend.apis import libc, win32

TABLES = {"libc": {**libc.FUNCTIONS, **libc.FUNCTIONS_OF_THREADS}, "windows": win32.FUNCTIONS}


@pytest.mark.parametrize(("folder", "module"), [(folder, m) for folder, table in TABLES.items() for m in table])
def test_functions_of_a_module(folder: str, module: str) -> None:
    found = import_module(f"threadproof.frontend.apis.{folder}.{module}").HANDLERS
    assert sorted(found) == sorted(TABLES[folder][module].split())


@pytest.mark.parametrize("folder", TABLES)
def test_every_module_is_in_the_table(folder: str) -> None:
    package = Path(import_module(f"threadproof.frontend.apis.{folder}").__path__[0])
    assert {p.stem for p in package.glob("*.py") if "\nHANDLERS" in p.read_text()} - {"__init__"} == set(TABLES[folder])
