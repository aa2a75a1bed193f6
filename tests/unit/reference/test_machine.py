"""The second reading of C, piece by piece: each text asserts what C says, so no run of it may fail (or each must)."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.options import Options
from threadproof.reference.machine import End
from threadproof.reference.outcome import NotUnderstood
from threadproof.reference.reading import read
from threadproof.reference.runs import run_once, try_runs

HEADERS = """
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""


def run(folder: Path, text: str, property_: str = "unreach-call", seed: int = 0) -> End:
    path = folder / "program.c"
    path.write_text(HEADERS + text)
    return run_once(read(path, Options(property=property_, data_model="LP64")), seed)


def found(folder: Path, text: str, property_: str = "unreach-call", seconds: float = 5, most: int = 500) -> End | None:
    path = folder / "program.c"
    path.write_text(HEADERS + text)
    return try_runs(read(path, Options(property=property_, data_model="LP64")), seconds, most=most).found


def main_of(body: str) -> str:
    return f"int main(void) {{ {body} return 0; }}"


HOLDS = {
    "wrap around": "unsigned char c = 255; c++; assert(c == 0); int i = 2147483647; i++; assert(i < 0);",
    "division": "assert(-7 / 2 == -3); assert(-7 % 2 == -1); assert((-8 >> 1) == -4);",
    "pointers through bytes": """int x = 1, *p = &x, *q; unsigned char b[sizeof p]; memcpy(b, &p, sizeof p);
        for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = b[i]; *q = 7; assert(x == 7);""",
    "pointers through integers": "int a[3] = {1, 2, 3}; uintptr_t n = (uintptr_t)a; assert(*(int *)(n + 8) == 3);",
    "union": "union { unsigned u; unsigned char b[4]; } v; v.u = 0x01020304; assert(v.b[0] == 4 && v.b[3] == 1);",
    "bit-fields": """struct { unsigned a : 3, b : 5; int c : 4; } s = {9, 31, -1}; s.a += 7;
        assert(s.a == 0 && s.b == 31 && s.c == -1); assert((s.a = 15) == 7);""",
    "wide": "unsigned __int128 w = (unsigned __int128)1 << 100; assert((w >> 99) == 2 && (unsigned long)w == 0);",
    "floating": "double d = 0.5; float f = 1.0f / 3; assert(d * 4 == 2 && f != 1.0 / 3 && (int)-2.9 == -2);",
    "structures": """struct s { int a; char c; struct { long l[2]; } in; } x = {1, 2, {{3, 4}}}, y; y = x; y.in.l[1]++;
        assert(x.in.l[1] == 4 && y.in.l[1] == 5 && y.c == 2);""",
    "walk": "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, *p = &m[0][0], s = 0; for (int i = 0; i < 6; i++) s += p[i];"
    "assert(s == 21);",
    "goto into a block": """int n = 0; goto in; { int x; if (0) { in: x = 5; } n = x; } assert(n == 5);""",
    "switch": """int n = 3, r = 0; switch (n) { int x; case 1: r = 1; case 3: x = 2; r += x; case 4: r++; break;
        default: r = 99; } assert(r == 3);""",
    "loops": """int n = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 6) break; n += i; }
        assert(n == 12); do n--; while (n > 5); assert(n == 5);""",
    "statement expression": "int x = 2; int y = ({ int z = x * 3; z + 1; }); assert(y == 7);",
    "jump out of an expression": "int n = 0; again: n++; if (({ if (n < 3) goto again; n; }) != 3) assert(0);",
    "initialised each time": """int n = 0; for (int i = 0; i < 3; i++) { int a[2] = {1}; n += a[0] + a[1]++; }
        assert(n == 3);""",
    "compound literal": "int *p = (int[]){1, 2}; p[1]++; assert(p[0] + p[1] == 4);",
    "strings": """char b[16] = "ab"; strcat(b, "cd"); assert(strlen(b) == 4 && strcmp(b, "abcd") == 0 && b[15] == 0);
        snprintf(b, 6, "%d-%s", -42, "xyz"); assert(strcmp(b, "-42-x") == 0);""",
    "heap": "int *p = calloc(2, sizeof *p); p[1] = 3; p = realloc(p, 4 * sizeof *p); assert(p[0] == 0 && p[1] == 3);",
    "uninitialised memory": "int *p = malloc(4), x, q[2]; x = *p; memcpy(q, p, 4); assert(x == *p && q[0] == x);",
    "short-circuit": "int n = 0; (void)(0 && n++); (void)(1 || n++); assert(n == 0); assert((n ?: 5) == 5);",
    "functions in variables": "size_t (*f)(const char *) = strlen; assert(f(\"abc\") == 3);",
    "atomic": """_Atomic short s = 32767; s++; assert(s == -32768);
        atomic_int a = 1; assert(atomic_fetch_add(&a, 2) == 1);""",
    "keys": """pthread_key_t k[2]; for (int i = 0; i < 2; i++) pthread_key_create(&k[i], 0);
        int x; pthread_setspecific(k[0], &x); assert(pthread_getspecific(k[1]) == 0);
        assert(pthread_getspecific(k[0]) == &x);""",
    "try": """sem_t s; sem_init(&s, 0, 1); assert(sem_trywait(&s) == 0);
        assert(sem_trywait(&s) == -1 && errno == EAGAIN);
        pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
        pthread_mutex_t m; pthread_mutex_init(&m, &a); pthread_mutex_lock(&m);
        assert(pthread_mutex_trylock(&m) == 0);""",
}  # fmt: skip


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("name", HOLDS)
def test_holds(name: str, tmp_path: Path) -> None:
    for seed in range(5):
        end = run(tmp_path, main_of(HOLDS[name]), seed=seed)
        assert end.kind == "ended", (end.kind, end.text)


BAD_MEMORY = {
    "null": ("int *p = 0; *p;", "valid-deref"),
    "outside": ("int a[2]; int *p = a + 2; *p = 1;", "valid-deref"),
    "freed": ("char *p = malloc(1); free(p); *p = 1;", "valid-deref"),
    "freed twice": ("char *p = malloc(1); free(p); free(p);", "valid-free"),
    "free of a local": ("int x; free(&x);", "valid-free"),
    "leak": ("malloc(1);", "valid-memtrack"),
    "leak behind freed": ("struct n { struct n *p; } *a = malloc(8); a->p = malloc(8); free(a);", "valid-memtrack"),
    "block left": ("int *p; { int x = 1; p = &x; } *p;", "valid-deref"),
    "array of variable length": ("int *p; { int n = 2, a[n]; p = a; } *p = 1;", "valid-deref"),
    "null function": ("void (*f)(void) = 0; f();", "valid-deref"),
    "string literal": ('char *s = "a"; *s = 0;', "valid-deref"),
    "puts of freed": ("char *p = malloc(1); *p = 0; free(p); puts(p);", "valid-deref"),
}


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("name", BAD_MEMORY)
def test_bad_memory(name: str, tmp_path: Path) -> None:
    text, part = BAD_MEMORY[name]
    end = run(tmp_path, main_of(text), "valid-memsafety")
    assert (end.kind, end.part) == ("violation", part), end
    assert run(tmp_path, main_of(text)).kind == ("ended" if part == "valid-memtrack" else "discarded")


def test_locals_end_with_the_thread(tmp_path: Path) -> None:
    text = """int *p; void *w(void *a) { int x = 1; p = &x; pthread_exit(0); }
    int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return *p; }"""
    end = run(tmp_path, text, "valid-memsafety")
    assert (end.kind, end.part) == ("violation", "valid-deref")


def test_a_library_function_as_destructor(tmp_path: Path) -> None:
    text = """pthread_key_t k; void *w(void *a) { pthread_setspecific(k, malloc(1)); return 0; }
    int main(void) { pthread_t t; pthread_key_create(&k, free); pthread_create(&t, 0, w, 0); pthread_join(t, 0);
      return 0; }"""
    assert run(tmp_path, text, "valid-memsafety").kind == "ended"
    leak = run(tmp_path, text.replace("&k, free", "&k, 0"), "valid-memsafety")
    assert (leak.kind, leak.part) == ("violation", "valid-memtrack")


OVERFLOWS = ["int x = 2147483647; x + 1;", "int x = -2147483647 - 1; -x;", "int x = 1 << 31;", "abs(-2147483647 - 1);",
             "_Atomic int x = 2147483647; x += 1;", "long x = 1L << 62; x * 2;"]  # fmt: skip


@pytest.mark.parametrize("text", OVERFLOWS)
def test_overflow(text: str, tmp_path: Path) -> None:
    assert run(tmp_path, main_of(text), "no-overflow").part == "no-overflow"


def test_no_overflow(tmp_path: Path) -> None:
    text = main_of("short s = 32767; s++; unsigned u = -1; u += 2; atomic_int a = 2147483647; atomic_fetch_add(&a, 1);")
    assert run(tmp_path, text, "no-overflow").kind == "ended"


COUNTER = """
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *a) {{ {lock} x++; {unlock} return 0; }}
int main(void) {{ pthread_t a, b; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0);
  pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); return 0; }}
"""


def test_interleavings(tmp_path: Path) -> None:
    unlocked = COUNTER.format(lock="", unlock="")
    assert found(tmp_path, unlocked) is not None
    assert found(tmp_path, unlocked, "no-data-race") is not None
    locked = COUNTER.format(lock="pthread_mutex_lock(&m);", unlock="pthread_mutex_unlock(&m);")
    section = COUNTER.format(lock="__VERIFIER_atomic_begin();", unlock="__VERIFIER_atomic_end();")
    for text in (locked, section):
        for property_ in ("unreach-call", "no-data-race", "no-deadlock"):
            assert found(tmp_path, text, property_, most=60) is None


def test_section_races_with_what_is_outside(tmp_path: Path) -> None:
    text = COUNTER.format(lock="__VERIFIER_atomic_begin();", unlock="__VERIFIER_atomic_end();")
    text = text.replace("pthread_join(a, 0);", "x = 0; pthread_join(a, 0);")
    assert found(tmp_path, text, "no-data-race") is not None


def test_section_that_is_impossible_waits(tmp_path: Path) -> None:
    """An assumption inside a section waits, and does not discard the execution."""
    text = """int ready, seen;
    void __VERIFIER_atomic_take(void) { __VERIFIER_assume(ready); seen = 1; }
    void *w(void *a) { __VERIFIER_atomic_take(); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); ready = 1; pthread_join(t, 0); assert(!seen);
      return 0; }"""
    assert found(tmp_path, text, most=30) is not None


def test_deadlock(tmp_path: Path) -> None:
    text = """pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
    void *w(void *arg) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a);
      pthread_mutex_unlock(&b); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_mutex_lock(&a); pthread_mutex_lock(&b);
      pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); pthread_join(t, 0); return 0; }"""
    assert found(tmp_path, text, "no-deadlock") is not None


def test_lost_signal_and_spurious_wakeup(tmp_path: Path) -> None:
    text = """pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int set;
    void *w(void *a) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); assert(set); pthread_mutex_unlock(&m);
      return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_mutex_lock(&m); set = 1;
      pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }"""
    assert found(tmp_path, text, "no-deadlock") is not None
    assert found(tmp_path, text, "unreach-call") is not None


def test_others_may_come_before_the_end(tmp_path: Path) -> None:
    """The end of the process, and a failed assumption, are steps like others."""
    for last in ("", "__VERIFIER_assume(0);", "exit(0);", "abort();"):
        text = f"""void *w(void *a) {{ assert(0); return 0; }}
        int main(void) {{ pthread_t t; pthread_create(&t, 0, w, 0); {last} return 0; }}"""
        assert found(tmp_path, text) is not None, last


def test_what_is_not_known_is_refused(tmp_path: Path) -> None:
    for text in ('__asm__("inc %0" : : "r"(1));', "extern void unknown(void); unknown();", "long double d = 1; d * d;"):
        with pytest.raises(NotUnderstood) as problem:
            run(tmp_path, main_of(text))
        assert problem.value.pos is not None


@pytest.mark.parametrize("at", [0, 2, 7])
def test_leaks_where_a_part_of_a_pointer_is_overwritten(at: int, tmp_path: Path) -> None:
    text = f"static char *p; p = malloc(4); ((char *)&p)[{at}] = 7;"
    assert run(tmp_path, main_of(text + " p = 0;"), "valid-memsafety").part == "valid-memtrack"
    with pytest.raises(NotUnderstood):
        run(tmp_path, main_of(text), "valid-memsafety")


@pytest.mark.parametrize(
    "text",
    [
        "int a[4], *p = a + 2; size_t n = -1; p[n];",
        "struct { int a, b; long c; } s[2]; unsigned long i = 1ul << 60; s[i].b = 1;",
    ],
)
def test_indices_that_wrap_around_to_the_object(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood):
        run(tmp_path, main_of(text), "valid-memsafety")


SELF = "return pthread_self(); }"
PASSED = [
    "int g(unsigned long n) { return n > 99; } int main(void) { int (*f)(pthread_t) = (int (*)(pthread_t))g;"
    " return f(pthread_self()); }",
    f"pthread_t g(void) {{ {SELF} int main(void) {{ unsigned long (*f)(void) = (unsigned long (*)(void))g;"
    " return f(); }",
    f"pthread_t g(void *a) {{ {SELF} int main(void) {{ pthread_t t; void *p;"
    " pthread_create(&t, 0, (void *(*)(void *))g, 0); pthread_join(t, &p); return 0; }",
    "#include <stdarg.h>\nint f(int k, ...) { va_list l; va_start(l, k); unsigned long n = va_arg(l, unsigned long);"
    " va_end(l); return n > 99; } int main(void) { return f(1, pthread_self()); }",
]


@pytest.mark.parametrize("text", PASSED)
def test_ids_of_threads_are_no_numbers_without_a_conversion(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood):
        run(tmp_path, text)


def test_runs_can_be_repeated(tmp_path: Path) -> None:
    text = COUNTER.format(lock="", unlock="")
    ends = [run(tmp_path, text, seed=seed) for seed in (3, 3)]
    assert [s.pos for s in ends[0].steps] == [s.pos for s in ends[1].steps]


def test_what_is_near_to_null_is_said_so(tmp_path: Path) -> None:
    end = run(tmp_path, "struct n { long v; struct n *next; } *head;" + main_of("head->next = 0;"), "valid-memsafety")
    assert "null pointer plus 8" in end.text
