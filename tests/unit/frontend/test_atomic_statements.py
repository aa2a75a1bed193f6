"""--atomic-statements: whatever a statement evaluates is one step, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

import threadproof
from threadproof import pipeline
from threadproof.ir import op as O
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

HEAD = """#include <assert.h>
#include <pthread.h>
int x, y;
int difference(void) { return x - y; }
void *both(void *arg) { x++, y++; return 0; }
"""
USES = [
    "assert(x == y);",
    "if (x != y) assert(0);",
    "while (x - y) assert(0);",
    "do ; while (x - y && (assert(0), 1));",
    "for (int i = x - y; i; ) assert(0);",
    "for (int i = 0, d = 0; i < 1; d = x - y, i++, assert(!d)) ;",
    "switch (x - y) { case 0: break; default: assert(0); }",
    "int d = x - y; assert(!d);",
    "int d[2] = {0, x - y}; assert(!d[1]);",
    "assert(!difference());",
    "int d; d = x - y; assert(!d);",
]


#: with `*(int *)0` instead of an assertion, which is no call
MEMORY = ["if (x != y) *(int *)0 = 1;", "while (x - y) *(int *)0 = 1;", "int d = x - y; if (d) *(int *)0 = 1;"]
CASES = [*((use, "unreach-call") for use in USES), *((use, "valid-memsafety") for use in MEMORY)]


@pytest.mark.parametrize(("use", "property_"), CASES)
def test_one_step(use: str, property_: str, tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(f"{HEAD}int main(void) {{ pthread_t t; pthread_create(&t, 0, both, 0); {use} return 0; }}\n")
    for is_atomic, right in ((True, Safe), (False, Unsafe)):
        verdict = threadproof.verify(path, property=property_, engine="explore", atomic_statements=is_atomic).verdict
        assert isinstance(verdict, right), (is_atomic, verdict)


def test_what_nobody_notices_needs_no_section(tmp_path: Path) -> None:
    text = "int g; int f(int a) { int b = a + 1; return b; } int main(void) { int x = 3; g = x; x = f(x); return 0; }"
    path = tmp_path / "p.c"
    path.write_text(text)
    program = pipeline.load(path, Options(atomic_statements=True))
    begins = [e for t in program.templates.values() for e in t.all_edges() if isinstance(e.op, O.AtomicBegin)]
    assert len(begins) == 1
