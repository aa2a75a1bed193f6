"""Which elements of arrays of handles are surely filled when they are read: those of every join, one after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.lower.handles import filled_before
from threadproof.frontend.preprocess import preprocess
from threadproof.frontend.read.typecheck import build_unit

FILL = "for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);"
DRAIN = "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);"
#: statements of main, and which of its joins are of handles that are surely filled
CASES = [
    ("FILL DRAIN", "1"),
    ("DRAIN FILL", "0"),
    ("FILL pthread_join(t[2], 0); pthread_join(t[3], 0);", "10"),
    ("FILL for (int i = 0; i < 4; i++) pthread_join(t[i], 0);", "0"),
    ("FILL for (int i = 0; i <= 2; i++) pthread_join(t[i], 0);", "1"),
    ("FILL for (int i = 0; i <= 3; i++) pthread_join(t[i], 0);", "0"),
    ("FILL for (unsigned long i = 1; i != 3; i += 1) pthread_join(t[i], 0);", "1"),
    ("FILL if (x) { DRAIN } while (x) DRAIN", "11"),
    ("if (x) FILL DRAIN", "0"),
    ("while (x) { FILL } DRAIN", "0"),
    ("FILL DRAIN pthread_join(t[x], 0);", "10"),
    ("for (int i = 0; i < 3; i++) if (pthread_create(t + i, 0, f, 0)) return 1; DRAIN", "1"),
    ("for (int i = 0; i < 3; i++) if (x && pthread_create(t + i, 0, f, 0)) return 1; DRAIN", "0"),
    ("for (int i = 0; i < 3; i++) { if (x) break; pthread_create(&t[i], 0, f, 0); } DRAIN", "0"),
    ("for (int i = 0; i < 3; i++) { if (x) continue; pthread_create(&t[i], 0, f, 0); } DRAIN", "0"),
    ("for (int i = 0; i < 3; i++) { pthread_create(&t[i], 0, f, 0); i++; } DRAIN", "0"),
    ("for (int i = 0; i < 3; i++) { int *p = &i; pthread_create(&t[i], 0, f, p); } DRAIN", "0"),
    ("for (int i = 0; i < 3; i += 2) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("for (int i = 0; i < x; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("for (int i = 0; i < 0; i++) pthread_create(&t[0], 0, f, 0); pthread_join(t[0], 0);", "0"),
    ("for (int i = 0; i < 1; i++) pthread_create(&t[0], 0, f, 0); pthread_join(t[0], 0);", "1"),
    ("FILL t[1] = 0; DRAIN", "0"),
    ("FILL DRAIN memset(t, 0, sizeof t);", "0"),
    ("FILL pthread_t *p = t; DRAIN", "0"),
    ("FILL again: DRAIN if (x) goto again;", "0"),
    ("switch (x) { case 1: FILL default: DRAIN }", "0"),
    ("const int n = 3; for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "1"),
    ("FILL pthread_join(t[(_Bool)2], 0); pthread_join(t[(unsigned char)258], 0); pthread_join(t[(char)2], 0);", "001"),
    ("for (int i = 0; i < (_Bool)4; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("for (int i = 0; i < (short)3; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "1"),
    ("for (int i = 0; (_Bool)i != 3; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("for (unsigned char i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "1"),
    ("for (int i = 0; i < 3; i++) pthread_create(&t[(_Bool)i], 0, f, 0); DRAIN", "0"),
    ("const volatile int n = 3; for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("const int n = 3; *(int *)&n = 2; for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("const _Bool n = 3; for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "0"),
    ("const unsigned char n = 259; for (int i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0); DRAIN", "1"),
    ("while (x) { pthread_t u[3]; if (x > 1) pthread_join(u[0], 0); pthread_create(&u[0], 0, f, 0); }", "0"),
    ("while (x) { pthread_t u[3]; pthread_create(&u[0], 0, f, 0); pthread_join(u[0], 0); }", "1"),
]
PRELUDE = """#include <pthread.h>
#include <string.h>
int x;
void *f(void *a) { return a; }
"""


def joins(node: object) -> list[ast.Expr]:
    is_call = isinstance(node, ast.Call) and isinstance(node.callee, ast.Name)
    found = [node.args[0]] if is_call and node.callee.decl.name == "pthread_join" else []  # type: ignore[attr-defined]
    return found + [x for part in ast.parts(node) for x in joins(part)]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("place", ["global", "local"])
@pytest.mark.parametrize(("statements", "expected"), CASES)
def test_filled(statements: str, expected: str, place: str, tmp_path: Path) -> None:
    statements = statements.replace("FILL", FILL).replace("DRAIN", DRAIN)
    outside, inside = ("pthread_t t[4];", "") if place == "global" else ("", "pthread_t t[4];")
    path = tmp_path / "program.c"
    path.write_text(f"{PRELUDE}{outside}\nint main(void) {{ {inside} {statements} return 0; }}\n")
    text = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name="LP64")
    unit = build_unit(text, str(path), ct.LP64)
    filled = filled_before(unit)
    handles = joins(unit.functions["main"].body)
    assert ["01"[id(x.place) in filled] for x in handles if isinstance(x, ast.Load)] == list(expected)
