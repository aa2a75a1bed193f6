"""Uses of the library without a meaning here: Unknown with what it is and where, never a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown

PRELUDE = """#define _GNU_SOURCE
#include <getopt.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
struct s { int x; pthread_mutex_t m; };
pthread_mutex_t a, b;
pthread_rwlock_t l;
pthread_mutexattr_t t;
pthread_rwlockattr_t w;
_Atomic(int *) p;
int *q;
char buffer[BUFSIZ];
char *volatile text = "%s";
void f(void *x) {}
int nondet_fill(int *);
"""

#: (statement, words of the message)
USES = [
    ("pthread_mutex_lock(&b); a = b;", "copy of a synchronisation object"),
    ("pthread_mutex_lock(&a); a = b;", "copy of a synchronisation object"),
    ("pthread_mutex_lock(&a); pthread_mutex_t c = a;", "copy of a synchronisation object"),
    ("struct s x, y; pthread_mutex_lock(&x.m); y = x;", "copy of a synchronisation object"),
    ("pthread_spinlock_t k, n; k = n;", "copy of a synchronisation object"),
    ("pthread_barrier_t k, n; k = n;", "copy of a synchronisation object"),
    ("struct s *x = malloc(sizeof *x); x->x = 1; x = realloc(x, 2 * sizeof *x); pthread_mutex_lock(&x->m);", "copy of"),
    ("memset(&a, 1, sizeof a);", "memset"),
    ("pthread_spinlock_t k; pthread_spin_init(&k, 0); memset((void *)&k, 0, sizeof k);", "memset"),
    ("pthread_barrier_t k; memset(&k, 0, sizeof k);", "memset"),
    ("pthread_rwlock_unlock(&l);", "has not locked"),
    ("pthread_rwlockattr_setkind_np(&w, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);", "prefers writers"),
    ('sem_open("//x", 64, 0600, 1), sem_open("/x", 0);', "semaphore that is opened by two names"),
    ("poll(0, 0, -1);", "poll of nothing, for ever"),
    ("select(0, 0, 0, 0, 0);", "select of nothing, for ever"),
    ("struct pollfd k = {-1, POLLIN}; poll(&k, 1, -1);", "poll of nothing, for ever"),
    ("fd_set k; FD_ZERO(&k); FD_SET(5, &k); select(5, &k, 0, 0, 0);", "select of nothing, for ever"),
    ("struct epoll_event k; epoll_wait(3, &k, 1, -1);", "epoll_wait for nothing, for ever"),
    ("printf(text, buffer);", "format"),
    ('snprintf(buffer, 9, "%4294967301d", 1);', "very large"),
    ('snprintf(buffer, 9, "%.4294967298s", text);', "very large"),
    (f'printf("%{"1" * 5000}d", 1);', "very large"),
    ('printf("%*%", 1);', "%*%"),
    ('snprintf(buffer, 9, "%5%");', "%5%"),
    ('printf("%s");', "without an argument"),
    ('printf("%s", 3);', "another kind"),
    ('sprintf(buffer, "%p", buffer);', "%p"),
    ('sprintf(buffer, "%.10f", 0.5);', "more than 9 digits"),
    ('sprintf(buffer, "%f", 1e19);', "2^63 or more"),
    ('sprintf(buffer, "%f", 0.0 / 0.0);', "a number that is none"),
    ('scanf("%ms", &q);', "%m in a format"),
    ('scanf("%ls", &q);', "in a format"),
    ('scanf("%2i", &(int){0});', "%2i in a format"),
    ('scanf("%3c", buffer);', "%3c in a format"),
    ('scanf("%0d", &(int){0});', "in a format"),
    ('scanf("%d", buffer);', "%d for an argument of another kind"),
    ('scanf("%[a", buffer);', "in a format"),
    ('scanf("%d");', "without an argument"),
    ('sscanf("1.5", "%2lf", &(double){0});', "%2lf in a format of sscanf"),
    ('sscanf("1e", "%lf", &(double){0});', "ends too early"),
    ('sscanf("-infin", "%lf", &(double){0});', "ends too early"),
    ('sscanf("0x1p3", "%f", &(float){0});', "hexadecimal number"),
    ('strtof("16777217", 0);', "between two floats"),
    ('sscanf("0x", "%x", &(unsigned){0});', "0x without a digit"),
    ('sscanf("0b", "%i", &(int){0});', "0b without a digit"),
    ('sscanf("a", "%2c", buffer);', "fewer characters"),
    ('struct option w[1] = {{0}}; getopt_long(2, (char *[]){"p", "-W"}, "W;", w, 0);', "W;"),
    ('strcpy(buffer, "ab"); sscanf(buffer, "%s", buffer + 1);', "overlap"),
    ("setvbuf(stdout, buffer, _IOFBF, BUFSIZ);", "buffer of the program"),
    ("atomic_fetch_add(&p, 1);", "elements or bytes"),
    ("int n = 0; __atomic_test_and_set(&n, 5);", "larger than a byte"),
    ("pthread_key_t k; for (int i = 0; i < 33; i++) pthread_key_create(&k, 0);", "more than 32 keys"),
    ("int n = 0; nondet_fill(&n);", "may write through its arguments"),
    ("memcpy(buffer + 1, buffer, 4);", "overlap"),
    ("volatile int n = 4; memcpy(buffer, buffer + 3, n);", "overlap"),
    ("char *b = calloc(8, 1); __builtin_memcpy(b + 1, b, 2);", "overlap"),
    ('strcpy(buffer, "abc"); strcpy(buffer + 2, buffer);', "overlap"),
    ('strcpy(buffer, "abcdef"); stpcpy(buffer, buffer + 2);', "overlap"),
    ('strcpy(buffer, "abcd"); strncpy(buffer + 1, buffer, 3);', "overlap"),
    ('strcpy(buffer, "a"); strncpy(buffer, buffer + 3, 5);', "overlap"),
    ('strcpy(buffer, "a"); stpncpy(buffer, buffer + 3, 5);', "overlap"),
    ('strcpy(buffer, "abcd"); strxfrm(buffer + 1, buffer, 5);', "overlap"),
    ('strcpy(buffer, "ab"); strcat(buffer, buffer);', "overlap"),
    ('strcpy(buffer, "ab"); strncat(buffer, buffer + 1, 3);', "overlap"),
    ('strcpy(buffer, "ab"); sprintf(buffer, "%s-%s", buffer, buffer);', "overlap"),
    ('strcpy(buffer, "ab"); snprintf(buffer, 9, "x%s", buffer + 1);', "overlap"),
]

#: what does not overlap
APART = [
    "memcpy(buffer + 4, buffer, 4);",
    "memcpy(buffer, buffer, 4);",
    "memmove(buffer + 1, buffer, 4);",
    'strcpy(buffer, "abc"); strcpy(buffer + 4, buffer);',
    'strcpy(buffer, "abc"); strncpy(buffer + 3, buffer, 3);',
    'strcpy(buffer, "abc"); strcat(buffer + 5, buffer);',
    'strcpy(buffer, "abc"); sprintf(buffer + 4, "%s%d", buffer, 7);',
    'strcpy(buffer + 5, "abc"); snprintf(buffer, 5, "%s", buffer + 5);',
    'struct p { char x[4], y[4]; } s = {{0}, {98}}; strcpy(s.x, s.y); sprintf(s.y, "%s", s.x); memcpy(s.x, s.y, 4);',
]


@pytest.mark.parametrize("property_", ["unreach-call", "no-deadlock", "termination"])
@pytest.mark.parametrize("before", ["", "pthread_t u; pthread_create(&u, 0, g, 0);"])
def test_nobody_waits_for_a_thread_that_is_not_there(property_: str, before: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    text = f"void *g(void *x) {{ return x; }} int main(void) {{ pthread_t h; {before} pthread_join(h, 0); return 0; }}"
    path.write_text(f"{PRELUDE}{text}\n")
    verdict = pipeline.verify(path, Options(timeout=30, engine="explore", property=property_)).verdict
    assert isinstance(verdict, Unknown)
    assert "not been created" in verdict.detail


@pytest.mark.parametrize("place", ["static pthread_t t[2];", "pthread_t t[2];", "pthread_t *t = calloc(2, sizeof *t);"])
@pytest.mark.parametrize("last", ["return 0;", "reach_error();"])
def test_a_run_shows_that_a_thread_is_not_there(place: str, last: str, tmp_path: Path) -> None:
    """An array of handles is believed to have been filled, but not if the second reading sees that it was not."""
    path = tmp_path / "program.c"
    joins = "pthread_create(&t[0], 0, g, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0);"
    path.write_text(f"{PRELUDE}void *g(void *x) {{ return x; }} int main(void) {{ {place} {joins} {last} }}\n")
    verdict = pipeline.verify(path, Options(timeout=30, engine="impact")).verdict
    assert isinstance(verdict, Unknown)
    assert "not been created" in verdict.detail or "never stored" in verdict.detail
    alone = pipeline.verify(path, Options(timeout=30, engine="impact", second_reading=False)).verdict
    assert "have been created" in alone.scope


@pytest.mark.parametrize("statement", APART)
def test_what_is_apart_is_copied(statement: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{PRELUDE}int main(void) {{\n{statement}\nreturn 0; }}\n")
    result = pipeline.verify(path, Options(timeout=30, engine="explore"))
    assert isinstance(result.verdict, Safe)
    assert str(result.verdict.statistics["second_reading"]).startswith("confirmed")


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("statement", "words"), USES)
def test_use(statement: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{PRELUDE}int main(void) {{\n{statement}\nreturn 0; }}\n")
    verdict = pipeline.verify(path, Options(timeout=30, engine="explore")).verdict
    assert isinstance(verdict, Unknown), verdict
    assert verdict.reason == "unsupported construct"
    assert words in verdict.detail
    assert "program.c:" in verdict.detail
