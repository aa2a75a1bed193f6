"""Values that a pointer to a function cannot have need no case of their own; all others keep theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.proving import load
from threadproof.ir import op as O

HEAD = """
int x;
void one(void) { x = 1; }
void two(void) { x = 2; }
typedef void (*call)(void);
struct device { call open, close; };
"""


def unsupported(folder: Path, text: str) -> int:
    program = load(folder, HEAD + text)
    edges = [e for t in program.templates.values() for e in t.all_edges()]
    return sum(isinstance(e.op, O.Unsupported) for e in edges)


@pytest.mark.parametrize(
    "text",
    [
        "call f = one; void *t(void *p) { f = two; return 0; }"
        "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); call g; g = f; g(); return 0; }",
        "call f[2] = {one, two}; int main(void) { int i = __VERIFIER_nondet_int() & 1; f[i](); return 0; }",
        "struct device d = {one, two}; void *t(void *p) { d.close = one; return 0; }"
        "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); d.close(); return 0; }",
        "call f = one; void *t(void *p) { call g = p; g(); return 0; } int main(void) { pthread_t a;"
        " for (int i = 0; i < 2; i++) { pthread_create(&a, 0, t, f); f = two; } return 0; }",
    ],
)
def test_no_other_value(text: str, tmp_path: Path) -> None:
    assert unsupported(tmp_path, text) == 0


@pytest.mark.parametrize(
    "text",
    [
        # null at first
        "call f; void *t(void *p) { f = two; return 0; }"
        "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); call g; g = f; g(); return 0; }",
        # null for a while
        "call f = one; void *t(void *p) { f = 0; f = two; return 0; }"
        "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); call g; g = f; g(); return 0; }",
        # a cell that nobody wrote
        "call f[3] = {one, two}; int main(void) { int i = __VERIFIER_nondet_int() & 1; f[i + 1](); return 0; }",
        # a local that is perhaps not written
        "call f = one; int main(void) { call g; if (__VERIFIER_nondet_int()) g = f; else if (x) g = two; g();"
        " return 0; }",
        # memory that nobody wrote
        "int main(void) { struct device *d = malloc(sizeof *d); if (__VERIFIER_nondet_int()) d->open = one;"
        " else if (__VERIFIER_nondet_int()) d->open = two; d->open(); return 0; }",
        # an argument of one of two threads
        "call f = one; void *t(void *p) { call g = p; g(); return 0; } int main(void) { pthread_t a;"
        " pthread_create(&a, 0, t, one); pthread_create(&a, 0, t, two); pthread_create(&a, 0, t, 0); return 0; }",
    ],
)
def test_another_value(text: str, tmp_path: Path) -> None:
    assert unsupported(tmp_path, text) > 0
