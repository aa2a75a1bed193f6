"""How lvalues read in messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

PROGRAM = """struct s {{ int x; struct s *next; int a[4]; }};
int *nothing(void) {{ return 0; }}
int main(void) {{
    int *g[8] = {{0}}, y = 1, d = 2, **gg = g;
    struct s *list = 0, **lists = &list;
    return {};
}}
"""


@pytest.mark.parametrize(
    "text",
    [
        "*g[(y + d) % 4]",
        "*g[y + d % 4]",
        "*g[y - (d - 1)]",
        "(*gg)[y]",
        "*gg[y]",
        "list->x",
        "(*lists)->a[-y]",
        "lists[y - 1]->x",
        "list[-1].x",
        "g[~y & 1][d << 1 & 3]",
        "*nothing()",
    ],
)
def test_text(text: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM.format(text))
    verdict = pipeline.verify(file, Options(property="valid-memsafety", timeout=20)).verdict
    assert isinstance(verdict, Unsafe)
    assert verdict.trace.violation.startswith(f"invalid access through {text}:"), verdict.trace.violation


def test_initialiser_that_is_not_understood(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("struct s { int n; long double d; } s = {1, 2.5};\nint main(void) { return s.n; }\n")
    verdict = pipeline.verify(file, Options(property="no-overflow", timeout=20)).verdict
    assert isinstance(verdict, Unknown)
    assert "initialiser of s: long double" in verdict.detail


@pytest.mark.parametrize(("value", "expected"), [("malloc(4)", True), ("&x", False)])
def test_scope_says_that_allocations_succeed(value: str, expected: bool, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(f"#include <stdlib.h>\nint x, *p;\nint main(void) {{ p = {value}; return 0; }}\n")
    verdict = pipeline.verify(file, Options(property="valid-memsafety", timeout=20)).verdict
    assert isinstance(verdict, Safe)
    assert ("allocations succeed" in verdict.scope) == expected
