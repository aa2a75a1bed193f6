"""What the program promises to compilers, and what machines may do in pieces: the scope of the verdict names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import frontend, pipeline
from threadproof.options import Options
from threadproof.result.verdict import Unknown

PROMISES = [
    ("int f(int *restrict p) { return *p; }", "restrict"),
    ("int f(int *p) { int *__restrict q = p; return *q; }", "restrict"),
    ("int f(int *p) __attribute__((nonnull)); int f(int *p) { return *p; }", "nonnull"),
    ("__attribute__((__nonnull__(1))) int f(int *p) { return *p; }", "nonnull"),
    ("__attribute__((pure)) int f(int *p) { return *p; }", "pure"),
    ("[[gnu::const]] int f(int *p) { return *p; }", "const"),
    ("int f(int *p) {\n#pragma GCC ivdep\nfor (int i = 0; i < 1; i++) *p = i; return *p; }", "ivdep"),
    ("typedef int *restrict rp; int f(rp p) { return *p; }", "restrict"),
    ("int *restrict q; int f(int *p) { q = p; return *q; }", "restrict"),
    ("struct s { int *restrict m; }; int f(int *p) { struct s v = {p}; return *v.m; }", "restrict"),
    ("typedef int fn(int *) __attribute__((nonnull)); fn f; int f(int *p) { return *p; }", "nonnull"),
    ("int f(int *p) { extern int g(int *) __attribute__((nonnull)); return *p; }", "nonnull"),
    ("int f(int *p) { if (*p) __builtin_unreachable(); return *p; }", "__builtin_unreachable"),
    ("int f(int *p) { return *(int *)__builtin_assume_aligned(p, 4); }", "__builtin_assume_aligned"),
]
NONE = [
    "int f(const int *p) { return *p; }",
    "int g(int *restrict p); int f(int *p) { return *p; }",
    "int g(int *p) __attribute__((nonnull)); int f(int *p) { return *p; }",
    "__attribute__((unused, noinline)) int f(int const *p) { return *p; }",
]


def _scope(text: str, folder: Path, data_model: str = "LP64") -> str:
    path = folder / "p.c"
    path.write_text(text)
    return "; ".join(frontend.load(path, Options(data_model=data_model)).scope)


@pytest.mark.parametrize(("text", "word"), PROMISES)
def test_promises_are_named(text: str, word: str, tmp_path: Path) -> None:
    assert f"what '{word}' promises holds" in _scope(f"{text}\nint main(void) {{ int x = 0; return f(&x); }}", tmp_path)


@pytest.mark.parametrize("text", NONE)
def test_no_promises(text: str, tmp_path: Path) -> None:
    assert "promises" not in _scope(f"{text}\nint main(void) {{ int x = 0; return f(&x); }}", tmp_path)


@pytest.mark.parametrize(
    ("declaration", "data_model", "words"),
    [
        ("long long x", "ILP32", "accesses of 8 bytes are one step"),
        ("long long x", "LP64", ""),
        ("__int128 x", "LP64", "accesses of 16 bytes are one step"),
        ("_Atomic long long x", "ILP32", ""),
        ("struct __attribute__((packed)) { char c; int x; } s", "LP64", "accesses that are not aligned are one step"),
        ("struct { char c; int x; } s", "LP64", ""),
        ("struct __attribute__((packed)) { char c; int *x; } s", "LP64", "accesses that are not aligned are one step"),
        (
            "struct __attribute__((packed)) { int x; char c; } s[2]",
            "LP64",
            "accesses that are not aligned are one step",
        ),
    ],
)
def test_pieces_are_named(declaration: str, data_model: str, words: str, tmp_path: Path) -> None:
    place = "s[1].x" if "s[2]" in declaration else "s.x" if "struct" in declaration else "x"
    threads = (
        f"#include <pthread.h>\n{declaration};\nvoid *f(void *a) {{ {place} = 1; return 0; }}\n"
        f"int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); return {place} == 1; }}\n"
    )
    alone = f"int main(void) {{ {declaration}; {place} = 1; return {place} == 1; }}\n"
    scope = _scope(threads, tmp_path, data_model)
    assert words in scope
    assert ("are one step" in scope) == bool(words)
    assert "are one step" not in _scope(alone, tmp_path, data_model)


COPY = "memory is copied and compared from its beginning to its end"


@pytest.mark.parametrize(
    ("statement", "is_named"),
    [
        ("struct s v = s; return v.a == 1;", True),
        ("struct s v; memcpy(&v, &s, sizeof v); return v.a == 1;", True),
        ("return strlen(text) == 1;", True),
        ("return s.a == s.b;", False),
        ("struct s v = {1, 2}, w = v; return w.a == 1;", False),
        ('return strlen("text") == 4;', False),
    ],
)
def test_copies_are_named(statement: str, is_named: bool, tmp_path: Path) -> None:
    text = (
        "#include <pthread.h>\n#include <string.h>\nstruct s { int a, b; } s; char text[4];\n"
        "void *f(void *p) { s.a = 1; s.b = 2; text[0] = 'a'; return 0; }\n"
        f"int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {statement} }}\n"
    )
    assert (COPY in _scope(text, tmp_path)) == is_named


@pytest.mark.parametrize(
    ("one", "other", "is_named"),
    [("", "", True), ("(200)", "", False), ("(65535)", "", True), ("(200)", "(201)", False)],
)
def test_the_order_of_constructors_is_named(one: str, other: str, is_named: bool, tmp_path: Path) -> None:
    first = f"__attribute__((constructor{one})) void f(void) {{}}"
    second = f"__attribute__((constructor{other})) void g(void) {{}}"
    scope = _scope(f"{first} {second} int main(void) {{ return 0; }}", tmp_path)
    assert ("constructors of one priority" in scope) == is_named


def test_one_constructor_has_one_priority(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    declared = "".join([f"void f(void) __attribute__((constructor{p}));" for p in ("", "(200)")])
    path.write_text(f"{declared} void f(void) {{}} int main(void) {{ return 0; }}")
    assert isinstance(pipeline.verify(path, Options()).verdict, Unknown)


@pytest.mark.parametrize(
    ("function", "is_named"),
    [("int abs(int x) { return x; }", True), ("static int abs(int x) { return x; }", True), ("int absolute;", False)],
)
def test_own_functions_of_the_library_are_named(function: str, is_named: bool, tmp_path: Path) -> None:
    use = "abs(-3)" if "abs(" in function else "0"
    assert ("-fno-builtin" in _scope(f"{function} int main(void) {{ return {use}; }}", tmp_path)) == is_named
