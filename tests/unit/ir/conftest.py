"""`pytest tests/unit/ir/test_printed_ir.py --update` rewrites the expected output of the text tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected output of tests/ir/*.test")
