"""An index beyond an array inside a structure is undefined, also where the structure goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

TEXT = """#include <assert.h>
struct s { int a[2]; int b; } x;
struct t { struct s v[2]; int c; } y;
int m[2][3];
int i;
int main(void) { i = 2; %s return 0; }
"""
BEYOND = (
    "x.a[i] = 5; assert(x.b == 0);",
    "x.a[i]++; assert(x.b == 0);",
    "x.a[i] += 2; assert(x.b == 0);",
    "assert(x.a[i] != 0);",
    "y.v[i].a[0] = 5; assert(y.c == 0);",
    "y.v[0].a[i] = 5; assert(y.v[0].b == 0);",
)


@pytest.mark.parametrize("statements", BEYOND)
def test_beyond(statements: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(TEXT % statements)
    assert isinstance(pipeline.verify(file, Options()).verdict, Safe)
    assert isinstance(pipeline.verify(file, Options(property="valid-memsafety")).verdict, Unknown)


@pytest.mark.parametrize(
    "statements", ["int *p = x.a; p[i] = 5; assert(x.b == 0);", "m[0][i + 1] = 5; assert(m[1][0] == 0);"]
)
def test_inside(statements: str, tmp_path: Path) -> None:
    """A pointer may go on; rows of an array are one array."""
    file = tmp_path / "program.c"
    file.write_text(TEXT % statements)
    assert isinstance(pipeline.verify(file, Options()).verdict, Unsafe)
    assert isinstance(pipeline.verify(file, Options(property="valid-memsafety")).verdict, Safe)


def test_address_behind_the_last(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(TEXT % "int *end = &x.a[i]; assert(end == x.a + 3);")
    assert isinstance(pipeline.verify(file, Options()).verdict, Unsafe)
