"""Constructs that are not understood yet: Unknown with their name and position, and only if they are reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe, Verdict

PRELUDE = "extern void reach_error(void); extern int unknown(int); extern int __VERIFIER_nondet_int(void);\n"

SECTIONS = "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void exit(int);"

#: (file scope, statement, words of the message)
CONSTRUCTS = [
    ("", "long double d = 1.5L; if (d > 1.0) x = 1;", "long double"),
    ("", "double d = 1e10; x = (int)d;", "conversion to int of a number that does not fit"),
    ("", "float f = -1; x = (unsigned)f == 1;", "conversion to unsigned int of a number that does not fit"),
    ("", "double z = 0; x = (int)(z / z);", "conversion to int of a number that does not fit"),
    ("_Atomic int n = 1;", "n *= 1e10; x = n;", "conversion to _Atomic int of a number that does not fit"),
    ("#include <math.h>", "x = j0(1.0) > 0;", "j0 of the library"),
    ("#include <math.h>", "double z = 0; x = signbit(z / z);", "the_sign_of_a_NaN"),
    ("#include <stdio.h>", 'char b[9]; x = sprintf(b, "%g", 1.5);', "%g, whose text is wanted"),
    ("#include <stdio.h>", 'double d = 1; printf("%d", d);', "%d for an argument of another kind"),
    ("struct s { unsigned long long a : 40; };", "struct s v; v.a = 1; x = v.a;", "bit-field wider than int"),
    ("struct s { int n; int a[]; }; extern struct s e;", "x = e.a[1] == e.a[1];", "array of unknown size"),
    ("union u { int k; unsigned a : 3; };", "union u v; v.a = 1; x = v.a;", "bit-field in a union"),
    ("union u { int k; unsigned a : 3; };", "union u v = {1}, w; w = v; x = w.k;", "bit-field"),
    ("union u { int *p; short i; };", "int y; union u v; v.p = &y; x = v.i > 0;", "part of a pointer as a number"),
    (
        "char c[3];",
        "unsigned long n = (unsigned long)&c[1] & ~1ul; x = *(char *)n == 0;",
        "bits of the address of an object",
    ),
    ("", "int y, *p = &y; x = *(short *)&p;", "part of a pointer as a number"),
    (
        "#include <stdlib.h>\nunion u { int *p; long n; short h[4]; };",
        "union u *u = malloc(sizeof *u); u->p = &x; u = realloc(u, 2 * sizeof *u);",
        "realloc of memory that is accessed at several types",
    ),
    (
        "struct a { int (*f)(void); }; struct b { int (*g)(void);}; int f(void) { return 1; } int g(void) { return 2;}",
        "struct b y = {g}; struct a z; z.f = f; x = ((struct b *)&z)->g() + y.g();",
        "does not seem to come there",
    ),
    (
        "struct s { int *v[2]; int w; } g[2];",
        "g[0].v[0] = &x; x = ((char *)g)[__VERIFIER_nondet_int() & 3];",
        "part of a pointer as a number",
    ),
    ("struct s { int v[2]; int w; } g;", "x = g.v[2];", "index beyond an array"),
    (
        "#include <stdlib.h>",
        "for (int i = 0; i < 7; i++) x = (unsigned long)malloc(4) >> 1 == 4;",
        "more than 6 objects",
    ),
    (
        "#include <stdlib.h>",
        "int *p, *q = 0; for (int i = 0; i < 2; i++) { p = malloc(4); x = p == q; q = p; free(p); }",
        "one may lie where the other was",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); x = pthread_detach(t);",
        "detached or joined before",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x = pthread_detach(t);",
        "joined before",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); "
        "for (int i = 0; i < 2; i++) pthread_join(t[i], 0); for (int i = 0; i < 2; i++) x = pthread_detach(t[i]);",
        "joined before",
    ),
    (
        "#include <threads.h>\nint f(void *a) { return 0; }",
        "thrd_t t; thrd_create(&t, f, 0); thrd_join(t, 0); x = thrd_detach(t);",
        "joined before",
    ),
    (
        "#define _GNU_SOURCE\n#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t t; pthread_create(&t, 0, f, 0); while (pthread_tryjoin_np(t, 0)) ; x = pthread_detach(t);",
        "joined before",
    ),
    (
        "#include <threads.h>\nint f(void *a) { return 0; }",
        "thrd_t t; thrd_create(&t, f, 0); for (int i = 0; i < 2; i++) x = thrd_detach(t);",
        "detached or joined before",
    ),
    (
        "#include <pthread.h>\npthread_once_t o; void g(void) { pthread_exit(0); }",
        "pthread_once(&o, g);",
        "called once",
    ),
    (
        "#include <pthread.h>\n#include <stdlib.h>\nvoid g(void) { pthread_exit(0); }",
        "atexit(g); exit(0);",
        "while the process ends",
    ),
    ("", "int n = 2, *p, *q; { int a[n]; p = a; } { int b[n]; q = b; } x = p == q;", "one may lie where the other was"),
    (
        "#include <pthread.h>\nint *kept;\n"
        "void *f(void *a) { int y; if (kept == &y) reach_error(); kept = &y; return 0; }",
        "for (int i = 0; i < 2; i++) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }",
        "one may lie where the other was",
    ),
    (
        "#include <pthread.h>\n_Thread_local int y; int *kept;\n"
        "void *f(void *a) { if (kept == &y) reach_error(); kept = &y; return 0; }",
        "for (int i = 0; i < 2; i++) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }",
        "one may lie where the other was",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_join(a, 0); pthread_create(&b, 0, f, 0); "
        "x = (void *)a == (void *)b;",
        "id of a thread as a number",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_join(a, 0); pthread_create(&b, 0, f, 0); "
        "pthread_t c = a; x = __sync_bool_compare_and_swap(&c, b, 0);",
        "id of a thread as a number",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "unsigned long t; pthread_create(&t, 0, f, 0); x = t > 100;",
        "id of a thread in memory",
    ),
    (
        "#include <pthread.h>\n#include <stdlib.h>\nvoid *f(void *a) { return 0; }",
        "unsigned long *t = malloc(sizeof *t); pthread_create(t, 0, f, 0); x = *t > 100;",
        "id of a thread in memory",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "unsigned long v[3]; for (int i = 0; i < 3; i++) pthread_create(v + i, 0, f, 0); x = v[1] > 100;",
        "id of a thread in memory",
    ),
    (
        "#include <pthread.h>\n#include <string.h>\nvoid *f(void *a) { return 0; }",
        "unsigned long n; pthread_t t; pthread_create(&t, 0, f, 0); memcpy(&n, &t, sizeof n); x = n > 100;",
        "id of a thread in memory",
    ),
    (
        "#include <pthread.h>\nunion u { pthread_t t; unsigned long n; };\nvoid *f(void *a) { return 0; }",
        "union u u; pthread_create(&u.t, 0, f, 0); x = u.n > 100;",
        "type it does not have",
    ),
    (
        "#include <threads.h>\nint f(void *a) { return 0; }",
        "unsigned long t; thrd_create(&t, f, 0); x = t > 100;",
        "id of a thread in memory",
    ),
    (
        "unsigned long pthread_self(void);",
        "x = pthread_self() > 100;",
        "id of a thread as a number",
    ),
    (
        f"#include <pthread.h>\n{SECTIONS}\npthread_mutex_t m; pthread_cond_t c;",
        "__VERIFIER_atomic_begin(); pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); __VERIFIER_atomic_end(); x = 1;",
        "blocking operation in an atomic section",
    ),
    (
        "#include <pthread.h>",
        "x = pthread_self() == 1;",
        "id of a thread as a number",
    ),
    (
        "struct s { char a[8]; }; union { struct { struct s b; int c; } d; struct { int c; struct s b; } e; } v;",
        "struct s *p = &v.d.b, *q = &v.e.b; p->a[x] = 1; *q = *p; x = q->a[x];",
        "copy between places that overlap",
    ),
    ("#include <setjmp.h>\njmp_buf b;", "x = setjmp(b);", "setjmp"),
    (
        "struct p { int i, j; }; struct q { struct p p; };",
        "struct p p = {1, 2}; struct q q = {.p = p, .p.i = 3}; x = q.p.j;",
        "a part of a value that was given before",
    ),
    (
        "int *kept, same; void f(void) { int y; if (kept) same = kept == &y; kept = &y; }",
        "for (int i = 0; i < 2; i++) { char pad[i * 64 + 1]; pad[0] = 0; f(); } x = same;",
        "a local object that has ended",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_join(a, 0); pthread_create(&b, 0, f, 0); "
        "x = pthread_equal(a, b);",
        "the id of a thread that has ended",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_detach(a); pthread_create(&b, 0, f, 0); "
        "x = pthread_equal(a, b);",
        "the id of a thread that has ended",
    ),
    (
        "#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        "pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_join(a, 0); pthread_create(&b, 0, f, 0); x = a == b;",
        "the id of a thread that has ended",
    ),
    (
        "#include <pthread.h>",
        "pthread_key_t a, b; pthread_key_create(&a, 0); pthread_key_delete(a); pthread_key_create(&b, 0); x = a == b;",
        "created after another was deleted",
    ),
    (
        "#include <pthread.h>",
        "pthread_key_t k; pthread_key_create(&k, 0); pthread_key_delete(k); x = pthread_setspecific(k, &k);",
        "use of a key that was deleted",
    ),
    ("", 'const char *a = "abc", *b = "xabc"; x = a == b + 1;', "string literals of which one may be the end"),
    (
        "int a[2], b[2]; unsigned long n;",
        "n = (unsigned long)b * (1 + x); n = (unsigned long)(a + 2) * (1 + x); int *p = (int *)n; x = p[-1];",
        "one past the end of an object, where another one begins",
    ),
    ("", "x = unknown(3);", "unknown, which has no body"),
    ("union u { long l; char c; } u; union u f(void) { return u; }", "x = f().c;", "held as another one"),
    ("", '__asm__("nop %0" : "=r"(x));', "inline assembly"),
    (SECTIONS, "__VERIFIER_atomic_end();", "the end of an atomic section that has not begun"),
    (SECTIONS, "for (int i = 0; i < 99; i++) __VERIFIER_atomic_begin();", "begun again and again"),
    (
        f"#include <pthread.h>\n{SECTIONS}\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
        "pthread_mutex_lock(&m); __VERIFIER_atomic_begin(); pthread_mutex_lock(&m); __VERIFIER_atomic_end();",
        "blocking operation in an atomic section",
    ),
    (
        f"#include <pthread.h>\n{SECTIONS}\nvoid *f(void *a) {{ return 0; }}",
        "pthread_t t; pthread_create(&t, 0, f, 0); __VERIFIER_atomic_begin(); pthread_join(t, 0); exit(0);",
        "blocking operation in an atomic section",
    ),
    (
        "#include <pthread.h>\nint main(void);",
        "pthread_t t; pthread_create(&t, 0, (void *(*)(void *))main, 0);",
        "main started",
    ),
    (
        "#include <fthread.h>\nvoid __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
        "void f(void *a) { __VERIFIER_atomic_begin(); ft_thread_cooperate(); __VERIFIER_atomic_end(); }",
        "ft_scheduler_t s = ft_scheduler_create(); ft_thread_create(s, f, 0, 0); ft_scheduler_start(s); ft_exit();",
        "call of the scheduler inside an atomic section",
    ),
    (
        "#include <fthread.h>\nvoid f(void *a) { ft_thread_cooperate(); }\nvoid *g(void *a) { return 0; }",
        "pthread_t t; ft_scheduler_create(); pthread_create(&t, 0, g, 0);",
        "preemptive thread beside cooperative ones",
    ),
    (
        "#include <fthread.h>\nvoid *g(void *a) { ft_thread_cooperate(); return 0; }",
        "pthread_t t; pthread_create(&t, 0, g, 0);",
        "preemptive thread beside cooperative ones",
    ),
    (
        "#include <fthread.h>\npthread_mutex_t m; void f(void *a) { ft_thread_cooperate(); }",
        "ft_scheduler_t s = ft_scheduler_create(); ft_thread_create(s, f, 0, 0); ft_scheduler_start(s);"
        " pthread_mutex_lock(&m); pthread_mutex_lock(&m); ft_exit();",
        "main waits while the scheduler runs",
    ),
    ("int n = -1;", "x = sizeof(int[n]) != 4;", "array type of negative length"),
    ("int n = -1; int f(int a[][n]) { return 1; }", "x = f(0);", "array type of negative length"),
    ("int n = -1;", "typedef int row[n]; x = 1;", "array type of negative length"),
    (
        "struct s { int x[3]; }; int a[4] = {0, 1, 2, 3};",
        "*(struct s *)&a[1] = *(struct s *)a; x = a[3];",
        "places that overlap",
    ),
    (
        "struct s { int x[3]; }; int a[4] = {0, 1, 2, 3};",
        "struct s *p = (struct s *)a, *q = (struct s *)(a + 1), other; other = *p = x ? other : *q; x = a[3];",
        "places that overlap",
    ),
    (
        "struct s { int x, y, z; }; union { struct s first; struct { int a; struct s s; } second; } u;",
        "u.first.z = 3; u.second.s = u.first; x = u.second.s.z;",
        "places that overlap",
    ),
    (
        "#include <string.h>\nextern struct device d; struct device *now = &d;",
        "extern union word w; if (now != &d || (void *)now == (void *)&w) return 1; memset(now, 0, 4);",
        "struct device is incomplete",
    ),
    ("#include <stdio.h>\nchar *p;", 'x = printf("[%s]", p);', "%s of a null pointer"),
    ("#include <stdio.h>\nchar b[9], *p;", 'x = snprintf(b, 9, "%.3s", p);', "%s of a null pointer"),
    (
        "#include <pthread.h>\npthread_mutex_t m; struct timespec *p;",
        "x = pthread_mutex_timedlock(&m, p);",
        "deadline that is a null pointer",
    ),
    (
        "#include <pthread.h>\npthread_rwlock_t m; struct timespec *p;",
        "x = pthread_rwlock_timedrdlock(&m, p);",
        "deadline that is a null pointer",
    ),
    (
        "#define _GNU_SOURCE\n#include <pthread.h>\nvoid *f(void *a) { return 0; }",
        'pthread_t t; pthread_create(&t, 0, f, 0); x = pthread_setname_np(t, "f");',
        "gives a name to another thread",
    ),
    ("void exit(int); _Noreturn void stop(int n) { if (n) exit(n); }", "stop(x);", "return from a function that never"),
    ("void stop(int) __attribute__((noreturn)); void stop(int n) { }", "stop(x);", "return from a function that never"),
    (
        "#include <pthread.h>\n#include <threads.h>\nint z; int f(void *a) { pthread_exit(&z); }",
        "thrd_t t; int r; thrd_create(&t, f, 0); thrd_join(t, &r); x = r;",
        "result of a thread that is a pointer",
    ),
    (
        "#include <pthread.h>\nstruct s { long x; }; struct s f(void *a) { return (struct s){1}; }",
        "pthread_t t; void *r; pthread_create(&t, 0, (void *(*)(void *))f, 0); pthread_join(t, &r); x = r == 0;",
        "result of a thread function of another type",
    ),
    (
        "#include <pthread.h>\ndouble f(void *a) { return 1; }",
        "pthread_t t; void *r; pthread_create(&t, 0, (void *(*)(void *))f, 0); pthread_join(t, &r); x = r == 0;",
        "result of a thread function of another type",
    ),
    (
        "#include <threads.h>\nunsigned char f(void *a) { return 255; }",
        "thrd_t t; int r; thrd_create(&t, (int (*)(void *))f, 0); thrd_join(t, &r); x = r;",
        "result of a thread function of another type",
    ),
    ("extern int daylight;", "x = daylight != 1;", "which the system defines"),
    (
        'int v __attribute__((section("foo"))) = 5; extern int __start_foo[], __stop_foo[];',
        "for (int *p = __start_foo; p < __stop_foo; p++) x += *p;",
        "the linker defines",
    ),
    (
        "#include <threads.h>\nmtx_t m; struct timespec *p;",
        "mtx_init(&m, mtx_timed); x = mtx_timedlock(&m, p) == thrd_success;",
        "deadline that is a null pointer",
    ),
    ('int v = -1; extern unsigned w __attribute__((alias("v")));', "x = w > 5;", "alias of another type"),
    ('int f(int n) { return -1; } unsigned g(int) __attribute__((alias("f")));', "x = g(1) > 5;", "alias of another"),
    ("extern struct device d;", "x = *(char *)&d;", "struct device is incomplete"),
    ("", "int n = 0; int v[n], w[n]; void *p = v, *q = w; x = p == q;", "objects of which one may lie where"),
    ("int deep(int n) { return n ? deep(n - 1) + 1 : 0; }", "x = deep(1000);", "recursion of deep"),
]


#: (see `tests.helpers.rotation`)
SOME = [pytest.param(*construct, marks=in_turn(n, 12)) for n, construct in enumerate(CONSTRUCTS)]


def _verify(text: str, folder: Path, *, timeout: float = 30, **settings: str) -> Verdict:
    path = folder / "program.c"
    path.write_text(text)
    return pipeline.verify(path, Options.make(timeout=timeout, **settings)).verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(("top", "statement", "words"), CONSTRUCTS)
def test_reached(top: str, statement: str, words: str, tmp_path: Path) -> None:
    verdict = _verify(f"{PRELUDE}{top}\nint main(void) {{ int x = 0;\n{statement}\nreturn x; }}\n", tmp_path)
    assert isinstance(verdict, Unknown), verdict
    assert verdict.reason == "unsupported construct"
    assert words in verdict.detail
    assert "program.c:" in verdict.detail


@pytest.mark.parametrize(("top", "statement", "words"), SOME)
def test_not_reached(top: str, statement: str, words: str, tmp_path: Path) -> None:
    text = f"{PRELUDE}{top}\nint main(void) {{ int x = 0; if (x) {{\n{statement}\n}} return x; }}\n"
    assert isinstance(_verify(text, tmp_path), Safe)


@pytest.mark.parametrize(("top", "statement", "words"), SOME)
def test_a_violation_elsewhere_still_counts(top: str, statement: str, words: str, tmp_path: Path) -> None:
    text = (
        f"{PRELUDE}{top}\nint main(void) {{ int x = 0; if (__VERIFIER_nondet_int()) {{\n{statement}\n}}"
        " else reach_error(); return x; }\n"
    )
    assert isinstance(_verify(text, tmp_path), Unsafe)


def test_program_arguments(tmp_path: Path) -> None:
    """Of very many arguments not all are known."""
    text = "int main(int argc, char *argv[]) { return argc > 20 ? argv[20][0] : 0; }"
    verdict = _verify(text, tmp_path, property="valid-memsafety")
    assert isinstance(verdict, Unknown)
    assert "one of many arguments of the program (--args gives arguments)" in verdict.detail


def test_many_inputs_are_sampled(tmp_path: Path) -> None:
    text = PRELUDE + "int main(void) { int x = __VERIFIER_nondet_int(); if (x * x == 3) reach_error(); return 0; }"
    verdict = _verify(text, tmp_path, engine="explore")
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "inputs were sampled"


def test_few_values_of_many_are_enumerated(tmp_path: Path) -> None:
    text = PRELUDE + (
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 9) return 0;"
        " if (x * x == 50) reach_error(); return 0; }"
    )
    assert isinstance(_verify(text, tmp_path), Safe)


def test_weaker_orders_are_named(tmp_path: Path) -> None:
    text = "int x; int main(void) { __atomic_store_n(&x, 1, __ATOMIC_RELAXED); return 0; }"
    assert "under SC" in _verify(text, tmp_path).scope


@pytest.mark.parametrize("property_", ["no-deadlock", "termination"])
def test_waiting_that_depends_on_an_input(property_: str, tmp_path: Path) -> None:
    """With the input 0 the program waits for ever: never Safe."""
    text = (
        "#include <semaphore.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n"
        "int main(void) { sem_t s; sem_init(&s, 0, __VERIFIER_nondet_uint()); sem_wait(&s); return 0; }"
    )
    assert not isinstance(_verify(text, tmp_path, property=property_), Safe)


def test_last_of_any_number_of_threads(tmp_path: Path) -> None:
    text = (
        "#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\nvoid g(void) { assert(0); }"
        " void *f(void *a) { return 0; }"
        " int main(void) { pthread_t t; atexit(g); pthread_create(&t, 0, f, 0); pthread_exit(0); }"
    )
    assert isinstance(_verify(text, tmp_path, engine="redcomp", threads="any", timeout=4), Unknown)


@pytest.mark.parametrize(
    ("top", "statement"),
    [
        ("int g(int n, int k, int a[][1 ? 3 : n]) { return sizeof(a[k++]) + k; }", "int a[2][3]; g(1, 0, a);"),
        ("int n = 1;", "int k = 0, a[2][1 ? 3 : n]; (void)sizeof(a[k++]);"),
        ("int n = 1;", "int k = 0, a[2][1 || n]; (void)sizeof(a[k + 1]);"),
        ("", "int k = 0, a[2][(int)+3.5]; __typeof__(a[k++]) *p;"),
        ("", 'int k = 0, a[2][__builtin_strcmp("b", "a")]; (void)sizeof(a[k++]);'),
    ],
)
def test_lengths_that_are_no_constants_by_the_letter(top: str, statement: str, tmp_path: Path) -> None:
    verdict = _verify(f"{top}\nint main(void) {{ {statement} return 0; }}\n", tmp_path)
    assert isinstance(verdict, Unknown)
    assert "length is no integer constant expression" in verdict.detail


def test_an_overflow_is_no_null_pointer_constant(tmp_path: Path) -> None:
    """(The kernel asks so whether something is a constant expression.)"""
    text = PRELUDE + (
        "int main(void) { if (sizeof(*(8 ? ((void *)((long)(-2147483647 - 1) * 0l)) : (int *)8)) != sizeof(int)"
        " || sizeof(*(8 ? ((void *)((long)(-(-2147483647 - 1)) * 0l)) : (int *)8)) != 1) reach_error(); return 0; }"
    )
    assert isinstance(_verify(text, tmp_path), Safe)


#: what C does not define for variable arguments (7.16), in a function `f(int n, ...)` that is called with (2, 1, -1)
BEYOND = [
    "va_arg(a, int); va_arg(a, int); va_arg(a, int);",
    "va_arg(a, long long);",
    "va_arg(a, void *);",
    "va_arg(a, int); va_arg(a, unsigned);",
    "va_arg(a, short);",
    "va_end(a); va_arg(a, int);",
    "va_list b; va_arg(b, int);",
    "g(a); va_arg(a, int);",
    'vprintf("%d", a); vprintf("%d", a);',
    'for (int i = 0; i < 2; i++) vprintf("%d", a);',
    'va_end(a); vprintf("%d", a);',
    'again: vprintf("%d", a); if (n-- > 1) goto again;',
    'if (n) { va_end(a); } vprintf("%d", a);',
    "va_start(k, n);",
    "va_copy(k, a);",
]


@pytest.mark.parametrize("model", ["ILP32", "LP64"])
@pytest.mark.parametrize("text", BEYOND)
def test_variable_arguments_beyond_what_is_defined(text: str, model: str, tmp_path: Path) -> None:
    program = (
        "#include <stdarg.h>\n#include <stdio.h>\nva_list k;\nvoid g(va_list b) { va_arg(b, int); }\n"
        f"void f(int n, ...) {{ va_list a; va_start(a, n); {text} va_end(a); }}\n"
        "int main(void) { f(2, 1, -1); return 0; }\n"
    )
    assert isinstance(_verify(program, tmp_path, data_model=model), Unknown)


@pytest.mark.parametrize("property_", ["unreach-call", "no-data-race", "valid-memsafety"])
@pytest.mark.parametrize("head", ["void *main(void *a)", "int main(void)"])
def test_main_as_a_thread(head: str, property_: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        f"#include <pthread.h>\nint n;\n{head} {{\n"
        "    pthread_t t;\n    if (n++ == 0)\n"
        "        pthread_create(&t, 0, (void *(*)(void *))main, 0);\n    return 0;\n}\n"
    )
    verdict = pipeline.verify(path, Options(property=property_, timeout=20)).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "unsupported construct"
