"""An atomic structure is aligned to its size; an array of such is not: so it is in gcc."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe

TEXT = """struct p { int a, b; };
typedef _Atomic struct p atomic_p;
struct a { char c; _Atomic struct p a[3]; };
struct b { char c; _Atomic struct p a; };
struct c { char c; atomic_p a[2][2]; };
struct d { char c; _Atomic long long a[2]; };
_Static_assert(sizeof(struct a) == 28 && sizeof(struct b) == 16 && sizeof(struct c) == 36, "");
_Static_assert(sizeof(struct d) == 24 && _Alignof(atomic_p[2]) == 4 && _Alignof(atomic_p) == 8, "");
int main(void) { return 0; }
"""


@pytest.mark.parametrize("model", ["ILP32", "LP64"])
def test_alignment(model: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(TEXT)
    assert isinstance(pipeline.verify(file, Options(data_model=model)).verdict, Safe)
