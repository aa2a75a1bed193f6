"""Every library function in both readings: the second one can do all that the first one does, and nothing else.

A row is a call, and what can be said of its result. What can happen in the first reading the
second must confirm; what cannot happen must not be found by random runs of the second. Rows with another thread are
about the order of accesses and about what can come between them.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.reference.reading import read
from threadproof.reference.runs import try_runs
from threadproof.result.verdict import Safe, Unknown, Unsafe

_HEADERS = "assert ctype errno math pthread sched semaphore stdatomic stdio stdlib string strings threads time unistd"
_BEFORE = "#define _GNU_SOURCE\n" + "".join(f"#include <{h}.h>\n" for h in _HEADERS.split())

#: what may be said of a number
_NUMBER = ("r < -1", "r == -1", "r == 0", "r == 1", "r == 2", "r > 2")
_ERROR = ("r == 0", "r == EINVAL", "r == EBUSY", "r == EDEADLK", "r == EPERM", "r == ETIMEDOUT", "r == ENOTSUP")
_FAILS = tuple(f"r {x} && errno {y}" for x, y in product(("== 0", "== -1", "> 0"), ("== 3", "== EINVAL", "== EAGAIN")))

#: (statements before, call, what may be said)
CALLS: list[tuple[str, str, tuple[str, ...]]] = [
    *[("", f"{f}({c})", _NUMBER) for f in ("isalpha", "isdigit", "isspace", "isascii") for c in ("'a'", "'5'", "-1")],
    *[("", f"{f}({c})", ("r == 'a'", "r == 'A'", "r == '5'")) for f in ("toupper", "tolower") for c in ("'a'", "'5'")],
    *[("", f"{f}({c})", (*_NUMBER, "r == 254", "r == 300")) for f in ("toupper", "tolower") for c in (-2, 300)],
    *[("", f"signbit({x})", _NUMBER) for x in ("-1.0f", "-0.0", "2")],
    *[("", f"(isinf)({x}HUGE_VAL)", _NUMBER) for x in "-+"],
    *[("", f"fpclassify({x})", (*_NUMBER, "r == 3", "r == 4")) for x in ("1e-310", "(float)1e-40", "-1", "HUGE_VAL")],
    *[("char b[4];", f'sscanf("{x}", "%2[{s}]", b)', _NUMBER) for x in "-bd" for s in ("a-c-e", "b-a", "--b")],
    *[("", f'{f}("{a}", "{b}")', _NUMBER) for f in ("strcmp", "strcasecmp", "strcoll") for a in "aB" for b in "ab"],
    *[("", f'{f}("{a}", "ab", {n})', _NUMBER) for f in ("strncmp", "memcmp") for a in ("aa", "ac") for n in (0, 1, 2)],
    ("", 'strlen("abc")', _NUMBER),
    ("", 'strnlen("abc", 2)', _NUMBER),
    ("", 'strspn("aab", "a")', _NUMBER),
    ("", 'strcspn("aab", "b")', _NUMBER),
    ("", 'strpbrk("ab", "b") != 0', _NUMBER),
    ("", 'strstr("aab", "ab") != 0', _NUMBER),
    ("", 'strchr("ab", \'c\') == 0', _NUMBER),
    ("", 'memchr("ab", \'b\', 1) == 0', _NUMBER),
    ("", 'atoi(" -12x")', ("r == -12", "r == 0")),
    *[("errno = 3;", f'strtol("{s}", 0, {b})', ("r == 0", "r == 16", "r > 20", "errno == 3", "errno == EINVAL",
                                                "errno == ERANGE"))
      for s, b in (("0x10", 0), ("10", 16), ("99999999999999999999", 10), ("1", 1), ("0x", 16))],
    ("char b[9];", 'sprintf(b, "%3d|%s", -4, "x")', ("r == 5", "b[0] == \' \'", "b[1] == \'-\'", "b[4] == \'x\'")),
    ("char b[3];", 'snprintf(b, 3, "%05u", 7u)', ("r == 5", "b[1] == \'0\'", "b[2] == 0")),
    ("char b[4] = \"x\";", 'strlen(strcat(b, "yz"))', ("r == 3", "b[2] == \'z\'")),
    ("char b[4];", "*stpcpy(b, \"yz\")", ("r == 0", "b[1] == \'z\'")),
    ("char b[4] = \"a,b\", *s;", 'strtok_r(b, ",", &s) == b', ("r == 1", "b[1] == 0", "*s == \'b\'")),
    ('char b[4] = "a,b";', 'strtok(b, ",") == b && *strtok(0, ",") == \'b\'', ("r == 1", "r == 0", "b[1] == 0")),
    *[("", f"{f}({n})", _NUMBER) for f in ("ffs", "labs") for n in (0, 2, -1)],
    ("errno = 3;", "getchar()", (*_FAILS, "r < -1", "r == 255", "r == 256")),
    ("errno = 3; char b[2];", "fgets(b, 2, stdin) != 0", ("r == 1", "r == 0", "errno == 3", "r == 1 && b[1]")),
    ("errno = 3; char b[2] = {1, 1};", "read(0, b, 2)", (*_FAILS, "r == 1 && b[1] != 1", "r == 2 && b[1] == 5")),
    ("errno = 3;", 'fwrite("ab", 1, 2, stdout)', (*_FAILS, "r == 2", "r == 3", "r == -1")),
    ("errno = 3;", "fflush(stdout)", _FAILS),
    ("errno = 3;", "fclose(stdout)", _FAILS),
    ("errno = 3;", 'puts("x")', (*_FAILS, "r < 0", "r > 1000")),
    ("errno = 3;", 'printf("%d", 12)', (*_FAILS, "r == 2", "errno == 7")),
    ("errno = 3;", 'write(1, "ab", 2)', (*_FAILS, "r == 1", "r == 2", "r == 3", "r < -1")),
    *[("errno = 3;", f"sched_get_priority_{m}({n})", (*_FAILS, "r == 99", "r == 1"))
      for m in ("min", "max") for n in (0, 1, 77)],
    ("", "getpid() == getpid()", _NUMBER),
    ("", "getpid() > 0", _NUMBER),
    ("", "gettid() == gettid()", _NUMBER),
    ("", "getppid() >= 0", _NUMBER),
    ("", "sysconf(_SC_NPROCESSORS_ONLN) > 0", _NUMBER),
    ("", "clock() >= 0", _NUMBER),
    ("", "time(0) >= 0", _NUMBER),
    ("", "rand() >= 0", _NUMBER),
    ("", "usleep(1)", _NUMBER),
    ("struct timespec t = {0, 2000000000};", "nanosleep(&t, 0)", _FAILS),
    ("struct timespec t;", "clock_gettime(CLOCK_MONOTONIC, &t)", ("r == 0", "t.tv_sec < 0", "t.tv_nsec > 999999999")),
    *[("void *p = 0;", f"posix_memalign(&p, {n}, 8)", (*_ERROR, "p == 0")) for n in (0, 3, 4, 16)],
    ("", "calloc(2, 4) != 0", _NUMBER),
    *[("pthread_attr_t a; pthread_attr_init(&a);", f"pthread_attr_set{f}(&a, {n})", _ERROR)
      for f in ("detachstate", "stacksize", "scope", "inheritsched", "schedpolicy", "guardsize")
      for n in (0, 1, 2, 50000)],
    *[(f"pthread_{k}attr_t a; pthread_{k}attr_init(&a);", f"pthread_{k}attr_setpshared(&a, {n})", _ERROR)
      for k in ("mutex", "cond", "rwlock", "barrier") for n in (0, 1, 5)],
    *[("pthread_condattr_t a; pthread_condattr_init(&a);", f"pthread_condattr_setclock(&a, {n})", _ERROR)
      for n in (1, 7)],
    *[("pthread_mutexattr_t a; pthread_mutexattr_init(&a);", f"pthread_mutexattr_settype(&a, {n})", _ERROR)
      for n in (0, 2, 9)],
    ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);", "pthread_mutex_trylock(&m)", _ERROR),
    ("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_destroy(&m)", _ERROR),
    ("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_rdlock(&l);", "pthread_rwlock_trywrlock(&l)",
     _ERROR),
    ("pthread_barrier_t b;", "pthread_barrier_init(&b, 0, 0)", _ERROR),
    ("pthread_barrier_t b; pthread_barrier_init(&b, 0, 1);", "pthread_barrier_wait(&b)", _NUMBER),
    ("", "pthread_join(pthread_self(), 0)", _ERROR),
    ("", "thrd_join(thrd_current(), 0) == thrd_error", _NUMBER),
    ("", "pthread_equal(pthread_self(), pthread_self()) != 0", _NUMBER),
    *[(f"errno = 3; sem_t s; sem_init(&s, 0, {n});", f"sem_{f}(&s)", (*_FAILS, "errno == EOVERFLOW"))
      for f in ("post", "trywait") for n in (0, 1, 2147483647)],
    ("sem_t s; sem_init(&s, 0, 2147483647); sem_post(&s); int v;", "sem_getvalue(&s, &v)",
     ("r == 0", "v > 0", "v < 0")),
    ("errno = 3; sem_t s;", "sem_init(&s, 0, 2147483648u)", _FAILS),
    ("pthread_key_t k; pthread_key_create(&k, 0);", "pthread_getspecific(k) == 0", _NUMBER),
    ("int o;", "pthread_setcancelstate(7, &o)", _ERROR),
    ("mtx_t m; mtx_init(&m, mtx_plain); mtx_lock(&m);", "mtx_trylock(&m) == thrd_busy", _NUMBER),
    *[("", f"__builtin_{f}({n}u)", _NUMBER) for f in ("popcount", "clz", "ctz", "parity") for n in (0, 1, 6)],
    ("_Atomic int a = 1; int x = 1;", "atomic_compare_exchange_weak(&a, &x, 2)",
     ("r == 0", "r == 1", "a == 2", "x != 1")),
]  # fmt: skip

#: (variables, what the other thread does, call, what may be said)
BESIDE: list[tuple[str, str, str, tuple[str, ...]]] = [
    *[('char a[3] = "ab", b[6];', "if (b[0] == \'a\') a[1] = \'z\';", call, ("b[1] == \'b\'", "b[1] == \'z\'", "!b[1]"))
      for call in ("strcpy(b, a)", "strncpy(b, a, 3)", "strcat(b, a)", "strncat(b, a, 2)", 'sprintf(b, "%s", a)',
                   'snprintf(b, 3, "%s", a)', "stpcpy(b, a)", "memcpy(b, a, 3)", "memmove(b, a, 3)")],
    ('char a[4] = "0x1", *e;', "a[2] = \' \';", "strtol(a, &e, 16)", ("e == a", "e == a + 1", "e == a + 3")),
    ('char a[4] = "a", *s;', "a[1] = \'x\';", 'strtok_r(a, ",", &s)', ("a[1] == \'x\'", "s == a + 1", "s == a + 2")),
    ("int a[2], b[2];", "a[0] = 1; a[1] = 1;", "memcpy(b, a, sizeof b)",
     ("b[0] < b[1]", "b[0] > b[1]", "b[0] + b[1] > 2")),
    ("int b[2];", "b[0] = 1; b[1] = 1;", "memset(b, 0, sizeof b)", ("b[0] < b[1]", "b[0] > b[1]", "b[0] > 1")),
    ("int *p;", "*p = 1;", "p = realloc(p, 8)", ("*p == 1", "*p == 0", "*p > 1")),
    ('char a[3] = "ab"; char *q;', "a[0] = 0;", "q = strdup(a)", ("!q[0]", "!q[0] && q[1]", "q[0] && q[1]")),
    ('char a[3] = "ab"; int n;', "a[1] = \'z\'; a[0] = 0;", 'n = strcmp(a, "ab")', ("n < 0", "n == 0", "n > 0")),
    ('char a[3] = "ab"; int n;', "a[0] = \'c\';", 'n = strspn(a, "ab")', ("n == 0", "n == 1", "n == 2")),
    ('char a[3] = "ab"; int n;', "a[1] = \'c\';", 'n = strstr(a, "b") != 0', ("n == 0", "n == 1")),
    ("int a = 1, e, d;", "d = 2; e = 1;", "__atomic_compare_exchange(&a, &e, &d, 0, 5, 5)",
     ("a == 0", "a == 1", "a == 2")),
    ("unsigned s = 1;", "s = 2;", "rand_r(&s)", ("s == 2", "s == 5")),
    ("struct timespec t;", "t.tv_sec = 5;", "clock_gettime(0, &t)", ("t.tv_sec == 5", "t.tv_sec < 0")),
]  # fmt: skip


def _programs() -> list[tuple[str, str]]:
    """(name, text) of a program that fails if what is said can be."""
    found = []
    for before, call, said in CALLS:
        for what in said:
            text = f"{_BEFORE}int main(void) {{ {before} long r = {call}; assert(!({what})); return 0; }}\n"
            found.append((f"{call}: {what}", text))
    for variables, other, call, said in BESIDE:
        start = "p = malloc(4); *p = 0; " if "*p" in variables else ""
        for what in said:
            text = (
                f"{_BEFORE}{variables}\nvoid *other(void *x) {{ {other} return 0; }}\n"
                f"int main(void) {{ pthread_t id; {start}pthread_create(&id, 0, other, 0); {call}; pthread_join(id, 0);"
                f" assert(!({what})); return 0; }}\n"
            )
            found.append((f"{call} beside {other}: {what}", text))
    return found


PROGRAMS = _programs()


def _compare(number: int, folder: Path) -> None:
    name, text = PROGRAMS[number]
    path = folder / "call.c"
    path.write_text(text)
    options = Options(data_model="LP64", timeout=60)
    verdict = pipeline.verify(path, options).verdict
    if isinstance(verdict, Unknown) and verdict.detail.startswith("thread that is scheduled in its own way"):
        return
    assert isinstance(verdict, Safe | Unsafe), (name, verdict)
    if isinstance(verdict, Unsafe):
        assert verdict.statistics["second_reading"] == "confirmed", (name, verdict.statistics)
        return
    tried = try_runs(read(path, options), seconds=0.3)
    assert tried.found is None, (name, tried.found)
    assert not tried.not_understood, (name, tried.not_understood)


@pytest.mark.parametrize("number", rotating(12, len(PROGRAMS)))
def test_results(number: int, tmp_path: Path) -> None:
    _compare(number, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_results_long(number: int, tmp_path: Path) -> None:
    _compare(number, tmp_path)
