"""Programs of two files: what gcc links is read, what it refuses is refused, and names mean what they mean there.

Each case: what it is about, two texts, and what is expected: `links` (then main returns 0 in gcc's program, and the
tool calls it safe; a copy that expects another value is unsafe), `refused` by both, `undefined`: C says nothing about
it though gcc links it, and we refuse it, or `unknown`: we do not say what it does.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import threadproof
from threadproof.errors import InputError
from threadproof.result.verdict import Safe, Unknown, Unsafe

ERROR = "extern void reach_error(void);\n#define check(e) if (!(e)) reach_error()\n"
#: an `extern` that gcc links without the tool's error function
STUB = "void exit(int); void reach_error(void) { exit(1); }\n"

CASES = {
    # ------------------------------------------------------------ what links
    "static variables": ("links", "static int x = 1; int g(void); int main(void) { x++; check(x == 2 && g() == 7); }",
                         "static int x = 7; int g(void) { return x; }"),
    "static functions": ("links", "static int f(void) { return 1; } int g(void); int main(void) { check(f() == 1 && g() == 2); }",
                         "static int f(void) { return 2; } int g(void) { return f(); }"),
    "pointers to static functions of one name": (
        "links",
        "static int f(void) { return 1; } int (*g(void))(void);"
        "int main(void) { int (*p)(void) = f; check(p() == 1 && g()() == 2 && g() != p); }",
        "static int f(void) { return 2; } int (*g(void))(void) { return f; }"),
    "static locals": ("links", "int g(void); static int f(void) { static int n; return ++n; }"
                      "int main(void) { f(); f(); check(f() == 3 && g() == 1); }",
                      "static int f(void) { static int n; return ++n; } int g(void) { return f(); }"),
    "a static and an external function": (
        "links", "static int f(void) { return 1; } int g(void); int main(void) { check(f() == 1 && g() == 2); }",
        "int f(void) { return 2; } int g(void) { return f(); }"),
    "a static variable hides an external one": (
        "links", "static int x = 1; int g(void); int main(void) { check(x == 1 && g() == 2); }",
        "int x = 2; int g(void) { return x; }"),
    "extern variable": ("links", "extern int x; int main(void) { check(x == 3); x = 4; int g(void); check(g() == 4); }",
                        "int x = 3; int g(void) { return x; }"),
    "extern in a block": ("links", "int main(void) { int x = 1; { extern int x; check(x == 3); } check(x == 1); }", "int x = 3;"),
    "extern in a block behind a type of the name": (
        "links", "typedef int x; int main(void) { extern int x; check(x == 3); }", "int x = 3;"),
    "tentative definition and extern": ("links", "extern int x; int main(void) { check(x == 0); }", "int x; int x;"),
    "array completed elsewhere": (
        "links", "extern int a[]; int main(void) { a[2] = 5; check(a[2] == 5 && a[1] == 2); }", "int a[3] = {1, 2, 3};"),
    "rows completed elsewhere": (
        "links", "extern int a[][2]; int main(void) { check(a[1][1] == 4 && *(*(a + 1) + 0) == 3); }",
        "int a[2][2] = {{1, 2}, {3, 4}};"),
    "array with the length in the other file only by an initialiser": (
        "links", "extern char s[]; int main(void) { check(s[1] == 'b'); }", 'char s[] = "ab";'),
    "thread-local": ("links", "extern __thread int x; int g(void); int main(void) { x++; check(g() == 8); }",
                     "__thread int x = 7; int g(void) { return x; }"),
    "structures of one tag": (
        "links", "struct s { int a; struct s *next; }; extern struct s x; int f(struct s); struct s g(void);"
        "int main(void) { check(f(x) == 5 && g().next == &x && g().next->a == 5); }",
        "struct s { int a; struct s *next; }; struct s x = {5, 0}; int f(struct s y) { return y.a; }"
        "struct s g(void) { struct s y = {1, &x}; return y; }"),
    "incomplete structure": (
        "links", "struct s; extern struct s x; int f(struct s *); struct s *g(void);"
        "int main(void) { check(f(&x) == 5 && f(g()) == 6); }",
        "struct s { int a; } x = {5}, y = {6}; int f(struct s *p) { return p->a; } struct s *g(void) { return &y; }"),
    "incomplete structure, complete in two ways elsewhere": (
        "links", "struct s; int f(struct s *); struct s *g(void); int main(void) { check(f(g()) == 6); }",
        "struct s { int a; }; int f(struct s *p) { return p->a; } struct s *g(void) { static struct s y = {6}; return &y; }",
        "struct s { char c[9]; }; struct s other;"),
    "different structures of one tag that meet nowhere": (
        "links", "struct s { int a; }; static struct s x = {1}; int g(void); int main(void) { check(x.a == 1 && g() == 3); }",
        "struct s { char a[2]; long b; }; static struct s x = {{1, 2}, 3}; int g(void) { return x.b; }"),
    "anonymous structures behind a typedef": (
        "links", "typedef struct { int a; union { int b; char c; }; } T; T f(T); int main(void) { T x = {1, {2}}; check(f(x).b == 3); }",
        "typedef struct { int a; union { int b; char c; }; } U; U f(U y) { y.b += y.a; return y; }"),
    "enums": ("links", "enum e { A, B }; enum e f(enum e); int main(void) { check(f(A) == B); }",
              "enum e { A, B }; enum e f(enum e x) { return x == A ? B : A; }"),
    "enum and its integer": ("links", "enum e { A, B }; enum e f(void); int main(void) { check(f() == 1); }",
                             "unsigned f(void) { return 1; }"),
    "enumerators of one name": ("links", "enum { N = 1 }; int g(void); int main(void) { check(N == 1 && g() == 2); }",
                                "enum { N = 2 }; int g(void) { return N; }"),
    "a type and a function of one name": ("links", "typedef int f; int g(void); int main(void) { f x = 2; check(g() == x); }",
                                          "static int h(void); int f(void) { return h(); } static int h(void) { return 2; } int g(void) { return f(); }"),
    "macros": ("links", "#define N 1\nint g(void); int main(void) { check(N == 1 && g() == 2); }",
               "#ifdef N\n#error\n#endif\n#define N 2\nint g(void) { return N; }"),
    "a function without prototype": ("links", "int f(); int main(void) { check(f(1, 2) == 3); }", "int f(int a, int b) { return a + b; }"),
    "a function in the old style": ("links", "int f(int, long); int main(void) { check(f(1, 2) == 3); }",
                                    "int f(a, b) int a; long b; { return a + b; }"),
    "weak and strong": ("links", "int f(void) __attribute__((weak)); int f(void) { return 1; } int g(void);"
                        "int main(void) { check(f() == 2 && g() == 2); }", "int f(void) { return 2; } int g(void) { return f(); }"),
    "weak alone": ("links", "int f(void); int main(void) { check(f() == 2); }", "__attribute__((weak)) int f(void) { return 2; }"),
    "weak variable": ("links", "__attribute__((weak)) int x = 1; int main(void) { check(x == 2); }", "int x = 2;"),
    "weak declaration": ("links", "int f(void) __attribute__((weak)); int main(void) { check(f() == 2); }", "int f(void) { return 2; }"),
    "alias": ("links", "int f(void); extern int y; int main(void) { check(f() == 2 && y == 5); y = 6; int g(void); check(g() == 6); }",
              'static int h(void) { return 2; } int f(void) __attribute__((alias("h"))); int x = 5; extern int y __attribute__((alias("x"))); int g(void) { return x; }'),
    "inline with an external definition": (
        "links", "inline int f(int a) { return a + 1; } int g(void); int main(void) { check(f(1) == 2 && g() == 3); }",
        "inline int f(int a) { return a + 1; } extern inline int f(int a); int g(void) { return f(2); }"),
    "inline, and a definition that is not": (
        "links", "inline int f(int a) { int b = a; return b + 1; } int (*g(void))(int); int main(void) { check(f(1) == 2 && g() == f); }",
        "int f(int a) { int b = a; return b + 1; } int (*g(void))(int) { return f; }"),
    "static inline": ("links", "static inline int f(int a) { static int n; return n += a; } int g(void);"
                      "int main(void) { check(f(1) == 1 && g() == 2 && f(1) == 2); }",
                      "static inline int f(int a) { static int n; return n += a; } int g(void) { return f(2); }"),
    "an inline function of GNU C": (
        "links", "extern inline __attribute__((gnu_inline)) int f(void) { return 2; } int main(void) { check(f() == 2); }",
        "int f(void) { return 2; }"),
    "constructors": ("links", "extern int x; int main(void) { check(x == 12); }",
                     "int x; __attribute__((constructor(101))) static void a(void) { x = x * 10 + 1; }"
                     "__attribute__((constructor(102))) static void b(void) { x = x * 10 + 2; }"),
    "constructors of two priorities": (
        "links", "extern int x; __attribute__((constructor(103))) static void a(void) { x = x * 10 + 3; } int main(void) { check(x == 13); }",
        "int x; __attribute__((constructor(101))) static void a(void) { x = x * 10 + 1; }"),
    "own names of the library": ("links", "int abs(int); int main(void) { check(abs(-3) == 9); }", "int abs(int x) { return x * x; }"),
    "a static function with a name of the library": (
        "links", "#include <stdlib.h>\nint g(void); int main(void) { check(abs(-3) == 3 && g() == 9); }",
        "static int abs(int x) { return x * x; } int g(void) { return abs(-3); }"),
    "volatile": ("links", "extern volatile int x; int main(void) { check(x == 3); }", "volatile int x = 3;"),
    "pointers to functions in tables": (
        "links", "typedef int (*F)(int); extern F table[2]; int main(void) { check(table[0](1) == 2 && table[1](1) == 3); }",
        "static int f(int x) { return x + 1; } static int g(int x) { return x + 2; } int (*table[2])(int) = {f, g};"),
    "__func__ and __FILE__": (
        "links", "static const char *f(void) { return __func__; } const char *g(void); char h(void);"
        "int main(void) { check(f() != g() && f()[0] == 'f' && __FILE__[0] == 'a' && h() == 'b'); }",
        "static const char *f(void) { return __func__; } const char *g(void) { return f(); } char h(void) { return __FILE__[0]; }"),
    "unions in another order": (
        "links", "union u { int a; char b; }; extern union u x; int main(void) { check(x.a == 4); }",
        "union u { char b; int a; }; union u x = {.a = 4};"),
    "bit-fields": ("links", "struct s { unsigned a : 3, b : 5; }; extern struct s x; int main(void) { check(x.a == 2 && x.b == 9); }",
                   "struct s { unsigned a : 3, b : 5; }; struct s x = {2, 9};"),
    "composite of two lengths": ("links", "extern int (*p)[]; int main(void) { check((*p)[1] == 2); }", "static int a[2] = {1, 2}; int (*p)[] = &a;"),
    "recursion over two files": ("links", "int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int main(void) { check(even(4)); }",
                                 "int even(int); int odd(int n) { return n == 0 ? 0 : even(n - 1); }"),
    "a name that the linker knows": ("links", "extern int end; int main(void) { check(end == 4); }", "int end = 4;"),
    # ------------------------------------------------------------ what does not
    "two functions": ("refused", "int f(void) { return 1; } int main(void) { return f() - 1; }", "int f(void) { return 1; }"),
    "two functions that nobody calls": ("refused", "int f(void) { return 1; } int main(void) { return 0; }", "int f(void) { return 1; }"),
    "two mains": ("refused", "int main(void) { return 0; }", "int main(void) { return 0; }"),
    "no main": ("refused", "int f(void) { return 0; }", "int g(void) { return 0; }"),
    "two tentative definitions": ("refused", "int x; int main(void) { return x; }", "int x;"),
    "two initialisers": ("refused", "int x = 1; int main(void) { return x - 1; }", "int x = 1;"),
    "a tentative definition and an initialiser": ("refused", "int x; int main(void) { return 0; }", "int x = 1;"),
    "extern inline in C99": ("refused", "extern inline int f(void) { return 1; } int main(void) { return 0; }", "int f(void) { return 1; }"),
    "a function and a variable": ("refused", "int f; int main(void) { return f; }", "int f(void) { return 0; }"),
    "thread-local in one file": ("refused", "extern int x; int main(void) { return x; }", "__thread int x;"),
    "inline twice, external twice": (
        "refused", "inline int f(void) { return 1; } extern int f(void); int main(void) { return 0; }",
        "inline int f(void) { return 1; } extern int f(void);"),
    "alias and definition": ("refused", "int f(void) { return 1; } int main(void) { return 0; }",
                             'static int h(void) { return 2; } int f(void) __attribute__((alias("h")));'),
    # ------------------------------------------------------------ what C does not define
    "int and long": ("undefined", "extern long x; int main(void) { return x; }", "int x;"),
    "int and unsigned": ("undefined", "extern unsigned x; int main(void) { return x; }", "int x;"),
    "char and signed char": ("undefined", "extern signed char x; int main(void) { return x; }", "char x;"),
    "const in one file": ("undefined", "extern const int x; int main(void) { return x; }", "int x;"),
    "pointer and array": ("undefined", "extern int *x; int main(void) { return x != 0; }", "int x[2];"),
    "two lengths": ("undefined", "extern int x[3]; int main(void) { return x[0]; }", "int x[2];"),
    "another parameter": ("undefined", "int f(long); int main(void) { return f(0); }", "int f(int x) { return x; }"),
    "another result": ("undefined", "long f(void); int main(void) { return f(); }", "int f(void) { return 0; }"),
    "a parameter more": ("undefined", "int f(int); int main(void) { return f(0); }", "int f(void) { return 0; }"),
    "variadic in one file": ("undefined", "int f(int, ...); int main(void) { return f(0); }", "int f(int x) { return x; }"),
    "no prototype for a char": ("undefined", "int f(); int main(void) { return f(0); }", "int f(char x) { return x; }"),
    "other members": ("undefined", "struct s { int a; }; extern struct s x; int main(void) { return x.a; }",
                      "struct s { unsigned a; }; struct s x;"),
    "other names of members": ("undefined", "struct s { int a; }; extern struct s x; int main(void) { return x.a; }",
                               "struct s { int b; }; struct s x;"),
    "members in another order": ("undefined", "struct s { int a, b; }; extern struct s x; int main(void) { return x.a; }",
                                 "struct s { int b, a; }; struct s x;"),
    "another tag": ("undefined", "struct s { int a; }; extern struct s x; int main(void) { return x.a; }",
                    "struct t { int a; }; struct t x;"),
    "structure and union": ("undefined", "struct s { int a; }; extern struct s x; int main(void) { return x.a; }",
                            "union s { int a; }; union s x;"),
    "other members behind a pointer": (
        "undefined", "struct t { int a; }; struct s { struct t *p; }; extern struct s x; int main(void) { return x.p != 0; }",
        "struct t { long long a; }; struct s { struct t *p; }; struct s x;"),
    "packed in one file": ("undefined", "struct s { char c; int a; }; extern struct s x; int main(void) { return x.a; }",
                           "struct __attribute__((packed)) s { char c; int a; }; struct s x;"),
    "pragma pack in one file": ("undefined", "struct s { char c; int a; }; extern struct s x; int main(void) { return x.a; }",
                                "#pragma pack(1)\nstruct s { char c; int a; }; struct s x;"),
    "another width": ("undefined", "struct s { unsigned a : 3; }; extern struct s x; int main(void) { return x.a; }",
                      "struct s { unsigned a : 4; }; struct s x;"),
    "other values of an enum": ("undefined", "enum e { A, B }; extern enum e x; int main(void) { return x; }",
                                "enum e { B, A }; enum e x = 0;"),
    "a mutex by hand": ("undefined", "#include <pthread.h>\nextern pthread_mutex_t m; int main(void) { return pthread_mutex_lock(&m); }",
                        "int m;"),
    "pointers to const": ("undefined", "extern const char *p; int main(void) { return p != 0; }", "char *p;"),
    "atomic in one file": ("undefined", "extern _Atomic int x; int main(void) { return x; }", "int x;"),
    # ------------------------------------------------------------ what is not said
    "two weak functions": ("unknown", "__attribute__((weak)) int f(void) { return 1; } int main(void) { check(f() == 1); }",
                           "__attribute__((weak)) int f(void) { return 2; }"),
    "an inline function with another body": (
        "unknown", "inline int f(void) { return 1; } int main(void) { check(f() == 1); }", "int f(void) { return 2; }"),
    "an inline function whose constants are others": (
        "unknown", "enum { N = 1 }; inline int f(void) { return N; } int main(void) { check(f() == 1); }",
        "enum { N = 2 }; int f(void) { return N; }"),
    "constructors of one priority": (
        "unknown", "extern int x; __attribute__((constructor)) static void a(void) { x = 1; } int main(void) { check(x == 1); }",
        "int x; __attribute__((constructor)) static void a(void) { x = 2; }"),
    "asm label": ("unknown", 'extern int y __asm__("x"); int x; int main(void) { check(y == 1); }'.replace(" int x;", ""), "int x = 1;"),
    "asm label of a definition": ("unknown", "extern int x; int main(void) { check(x == 1); }", 'int y __asm__("x") = 1;'),
    "undefined function": ("unknown", "int f(void); int main(void) { check(f() == 1); }", "int g(void) { return 1; }"),
}  # fmt: skip


def _written(folder: Path, texts: tuple[str, ...]) -> list[Path]:
    files = [folder / f"{letter}.c" for letter in "abc"[: len(texts)]]
    for file, text in zip(files, texts, strict=True):
        file.write_text((ERROR if "check(" in text else "") + text)
    return files


@pytest.mark.parametrize("name", CASES)
def test_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    expected, *texts = CASES[name]
    monkeypatch.chdir(tmp_path)
    files = [f.relative_to(tmp_path) for f in _written(tmp_path, tuple(texts))]
    for order in (files, files[::-1]):
        if expected in ("refused", "undefined"):
            with pytest.raises(InputError) as caught:
                threadproof.verify(list(order), data_model="LP64")
            if "main" not in name:
                assert all(str(f) in str(caught.value) for f in files), caught.value
        else:
            verdict = threadproof.verify(list(order), data_model="LP64", timeout=60).verdict
            assert isinstance(verdict, Unknown if expected == "unknown" else Safe), verdict
    if expected == "links":
        files[0].write_text(ERROR.replace("!(e)", "(e)") + texts[0])
        verdict = threadproof.verify(list(files), data_model="LP64", timeout=60).verdict
        assert isinstance(verdict, Unsafe), verdict


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("name", CASES)
def test_gcc_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    expected, *texts = CASES[name]
    monkeypatch.chdir(tmp_path)
    files = _written(tmp_path, tuple(texts))
    (tmp_path / "error.c").write_text(STUB)
    command = ["gcc", "-w", "-fno-builtin", "-o", "out", *(f.name for f in files), "error.c", "-pthread"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if expected == "refused":
        assert done.returncode != 0
    elif name != "undefined function":
        assert done.returncode == 0, done.stderr
        if expected == "links":
            assert subprocess.run(["./out"], check=False).returncode == 0
