"""Where the order of evaluation matters, the scope of the verdict names the one that was taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import frontend
from threadproof.options import Options

DECLARATIONS = """
#include <stdatomic.h>
#include <pthread.h>
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int x, y, a[4], *p = &x, *q;
struct s { int m, n; } s;
union { int i; unsigned u; } both;
_Atomic int c;
char text[4];
int put(void) { x = x + 1; return 1; }
int put_text(void) { text[1] = 0; return 1; }
unsigned long number = (unsigned long)&x;
char *first = text;
int put_by(int *r) { *r = 5; return 1; }
int get(void) { return x; }
int deep(void) { return put(); }
int own(void) { static int n; n++; return n; }
int pure(int v) { int w = v; w++; return w; }
int back(int v) { return v ? back(v - 1) + y : put(); }
int two(int v, int w) { return v - w; }
int m_is(void) { s.m = 1; return 1; }
int n_is(void) { s.n = 1; return 1; }
int u_is(void) { both.u = 1; return 1; }
int (*some)(void) = put;
int by_unsigned(unsigned *r) { *r = 5; return 1; }
int frees(int *r) { free(r); return 1; }
void init(void) { x = 1; }
pthread_once_t once = PTHREAD_ONCE_INIT;
struct { struct s inner, other; } nested;
int inner_is(void) { struct s v = {1, 2}; nested.inner = v; return 1; }
sem_t count;
_Thread_local int own_value;
void set_own(void) { own_value = 5; }
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""

MATTERS = [
    "two(__atomic_exchange_n((int *)number, 7, 5), x)",
    "two(put_text(), strlen((char *)number))",
    "x + put()",
    "put() + x",
    "x + deep()",
    "x + back(2)",
    "x + some()",
    "own() - own()",
    "two(x, put())",
    "two(own(), own())",
    "a[x] + put()",
    "a[x] = put()",
    "*p + put()",
    "x + put_by(p)",
    "y + put_by(&y)",
    "*p + put_by(q)",
    "l++ + l",
    "l += l++",
    "s.m + m_is()",
    "n_is() + m_is()",
    "two(inner_is(), nested.inner.m)",
    "two(sem_trywait(&count), errno)",
    "two(atoi(text), errno)",
    "two(printf(text), errno)",
    "two(pthread_once(&once, set_own), own_value)",
    "(s.m = 1) + s.m",
    "both.i + u_is()",
    "c + atomic_fetch_add(&c, 1)",
    "({ int r = 0; two(({ __atomic_load(&x, &r, 5); 1; }), r); })",
    '({ int n = 0; two(printf("abc%n", &n), n); })',
    '({ int n = 0; two(printf((char *)"abc%hhn", &n), n); })',
    "text[0] + *strcpy(text, text + 1)",
    "({ int v[2] = {own(), own()}; v[0]; })",
    "x + ({ x = 1; 2; })",
    "y + by_unsigned((unsigned *)&y)",
    "*p + frees(q)",
    "x + pthread_once(&once, init)",
    "two(pthread_mutex_trylock(&m), pthread_mutex_trylock(&m))",
    "s.m + (memset(&s, 0, sizeof s) != 0)",
    "x + (__builtin_memcpy(&x, &y, sizeof x) != 0)",
]
DOES_NOT = [
    "x + y",
    "x && put()",
    "x ? put() : x",
    "(x, put())",
    "x += put()",
    "x = x + 1",
    "x = put()",
    "y + put()",
    "l + put_by(p)",
    "pure(1) + pure(2)",
    "get() + x",
    "two(x, get())",
    "atomic_load(&c) - atomic_load(&c)",
    "strlen(text) + text[0]",
    "l = x++",
    "a[l] + a[l + 1]",
    "l + pthread_mutex_trylock(&m)",
    "__builtin_popcount(x) + x",
]

#: beside threads that write x and c; y and a are only read
MATTERS_TO_THREADS = [
    "two(x, c)",
    "x - c",
    "two(x, x)",
    "a[x] = c",
    "a[x] + c",
    "x += c",
    "get() + c",
    "two(c = 1, l)  + (c = 2)",
    'printf("%d %d", x, c)',
    "({ struct s v = {x, c}; v.m; })",
    "*(*pp) + c",
    "a[x] = *p",
    "two(atomic_load(&c), x)",
]
DOES_NOT_TO_THREADS = [
    "x + y",
    "two(a[1], x)",
    "l + x",
    "l = x",
    "x && c",
    "x ? c : y",
    "(x, c)",
    "x = y",
    "a[l] = x",
    "own_count + x",
]
THREADS = """
#include <stdio.h>
_Thread_local int own_count;
int **pp = &p;
void *writer(void *v) { x = 1; c = 2; p = &x; own_count++; return 0; }
"""


def _scope(expression: str, folder: Path, *, threads: bool = False) -> bool:
    path = folder / "p.c"
    start = "pthread_t t; pthread_create(&t, 0, writer, 0);" if threads else ""
    path.write_text(
        f"{DECLARATIONS}{THREADS * threads}int main(void) {{ int l = 0; {start} {expression}; return 0; }}\n"
    )
    return "operands are evaluated from left to right" in frontend.load(path, Options()).scope


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("expression", MATTERS)
def test_order_matters(expression: str, tmp_path: Path) -> None:
    assert _scope(expression, tmp_path)


@pytest.mark.parametrize("expression", MATTERS_TO_THREADS)
def test_order_matters_to_threads(expression: str, tmp_path: Path) -> None:
    assert _scope(expression, tmp_path, threads=True)


@pytest.mark.parametrize("expression", DOES_NOT_TO_THREADS)
def test_order_does_not_matter_to_threads(expression: str, tmp_path: Path) -> None:
    assert not _scope(expression, tmp_path, threads=True)


@pytest.mark.parametrize("expression", DOES_NOT)
def test_order_does_not_matter(expression: str, tmp_path: Path) -> None:
    assert not _scope(expression, tmp_path)
