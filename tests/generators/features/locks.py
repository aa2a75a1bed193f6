"""Locks of every kind: global and local ones, in arrays and behind pointers, some never given back."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

MUTEX = "static pthread_mutex_t m$n = PTHREAD_MUTEX_INITIALIZER;"
TWO = "static pthread_mutex_t m$n = PTHREAD_MUTEX_INITIALIZER, k$n = PTHREAD_MUTEX_INITIALIZER;"
KIND = """pthread_mutexattr_t a$n; pthread_mutexattr_init(&a$n); pthread_mutexattr_settype(&a$n, PTHREAD_MUTEX_%s);
pthread_mutex_init(&m$n, &a$n); pthread_mutexattr_destroy(&a$n);"""
SPIN = {"globals": "static pthread_spinlock_t p$n;", "setup": "pthread_spin_init(&p$n, 0);"}
RW = "static pthread_rwlock_t w$n = PTHREAD_RWLOCK_INITIALIZER;"
TIME = "struct timespec ts$n = {0, 0};"

SNIPPETS = (
    Snippet("mutex", "pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n);", globals=MUTEX),
    Snippet(
        "mutex begun and ended",
        "pthread_mutex_lock(&m$n); $S $S pthread_mutex_unlock(&m$n);",
        globals="static pthread_mutex_t m$n;",
        setup="pthread_mutex_init(&m$n, 0);",
        final="pthread_mutex_destroy(&m$n);",
    ),
    Snippet("mutex kept", "pthread_mutex_lock(&m$n); $S if ($x == $b) pthread_mutex_unlock(&m$n);", globals=MUTEX),
    Snippet(
        "mutexes in two orders",
        "pthread_mutex_lock(&m$n); pthread_mutex_lock(&k$n); $S pthread_mutex_unlock(&k$n); pthread_mutex_unlock(&m$n);",
        "pthread_mutex_lock(&k$n); pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n); pthread_mutex_unlock(&k$n);",
        globals=TWO,
    ),
    Snippet(
        "trylock",
        "if (pthread_mutex_trylock(&m$n) == 0) { $S pthread_mutex_unlock(&m$n); } else { $S }",
        globals=MUTEX,
    ),
    Snippet(
        "timedlock",
        TIME + "if (pthread_mutex_timedlock(&m$n, &ts$n) == 0) { $S pthread_mutex_unlock(&m$n); }",
        "pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n);",
        globals=MUTEX,
        headers="time.h",
    ),
    Snippet(
        "clocklock",
        TIME + "if (!pthread_mutex_clocklock(&m$n, CLOCK_REALTIME, &ts$n)) { $S pthread_mutex_unlock(&m$n); }",
        globals=MUTEX,
        headers="time.h",
    ),
    Snippet(
        "robust mutex",
        "pthread_t t$n; pthread_create(&t$n, 0, side$n, 0); if (pthread_mutex_lock(&m$n) == EOWNERDEAD) { "
        "if ($b) pthread_mutex_consistent(&m$n); $S } pthread_mutex_unlock(&m$n); if (!$b) pthread_join(t$n, 0);",
        "if (!pthread_mutex_trylock(&m$n)) { $S pthread_mutex_unlock(&m$n); }",
        globals="static pthread_mutex_t m$n;",
        functions="static void *side$n(void *a) { pthread_mutex_lock(&m$n); $S if ($x == $b) "
        "pthread_mutex_unlock(&m$n); return 0; }",
        setup="pthread_mutexattr_t a$n; int r$n; pthread_mutexattr_init(&a$n); pthread_mutexattr_setrobust(&a$n, 1); "
        "pthread_mutexattr_getrobust(&a$n, &r$n); pthread_mutex_init(&m$n, &a$n);",
        headers="errno.h",
    ),
    Snippet(
        "recursive mutex",
        "for (int i = 0; i < 2; i++) pthread_mutex_lock(&m$n); $S "
        "for (int i = 0; i < 2 - $b; i++) pthread_mutex_unlock(&m$n);",
        "pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n);",
        globals="static pthread_mutex_t m$n;",
        setup=KIND % "RECURSIVE",
    ),
    Snippet(
        "mutex that checks",
        "if (pthread_mutex_lock(&m$n) == 0) { if (pthread_mutex_lock(&m$n) != 35) $x = 9; $S pthread_mutex_unlock(&m$n); }"
        " if (pthread_mutex_unlock(&m$n) == 0) $x = 9;",
        globals="static pthread_mutex_t m$n;",
        setup=KIND % "ERRORCHECK",
    ),
    Snippet(
        "mutex attributes",
        "pthread_mutexattr_t a$n; int k$n = 7; pthread_mutexattr_init(&a$n); pthread_mutexattr_settype(&a$n, $b); "
        "pthread_mutexattr_gettype(&a$n, &k$n); pthread_mutexattr_setpshared(&a$n, 0); if (k$n == $b) { $S } "
        "if ($x == 3) pthread_mutexattr_setrobust(&a$n, 0); if ($x == 2) pthread_mutexattr_setprotocol(&a$n, 0);",
    ),
    Snippet(
        "local mutex",
        "pthread_mutex_t l$n; pthread_mutex_init(&l$n, 0); for (int i = 0; i < 2; i++) { pthread_mutex_lock(&l$n); $S "
        "if (i == $b) pthread_mutex_unlock(&l$n); }",
    ),
    Snippet(
        "mutex of a block",
        "for (int i = 0; i < 2; i++) { pthread_mutex_t l$n = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&l$n); $S "
        "if ($b) pthread_mutex_unlock(&l$n); }",
    ),
    Snippet(
        "mutexes in structures",
        "int i$n = $x & 1; pthread_mutex_lock(&q$n[i$n].m); q$n[i$n].v++; $S pthread_mutex_unlock(&q$n[i$n].m);",
        "pthread_mutex_lock(&q$n[0].m); if (q$n[0].v == 1) { $S } pthread_mutex_unlock(&q$n[$b].m);",
        globals="static struct { pthread_mutex_t m; int v; } q$n[2];",
        setup="pthread_mutex_init(&q$n[0].m, 0); pthread_mutex_init(&q$n[1].m, 0);",
    ),
    Snippet(
        "pointer to a mutex",
        "pthread_mutex_t *p$n = $x ? &m$n : &k$n; pthread_mutex_lock(p$n); $S pthread_mutex_unlock(p$n);",
        "pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n);",
        globals=TWO,
    ),
    Snippet("spin lock", "pthread_spin_lock(&p$n); $S pthread_spin_unlock(&p$n);", **SPIN),
    Snippet(
        "spin trylock",
        "if (!pthread_spin_trylock(&p$n)) { $S pthread_spin_unlock(&p$n); }",
        "pthread_spin_lock(&p$n); $S pthread_spin_unlock(&p$n);",
        final="pthread_spin_destroy(&p$n);",
        **SPIN,
    ),
    Snippet(
        "read-write lock",
        "pthread_rwlock_rdlock(&w$n); $S pthread_rwlock_unlock(&w$n);",
        "pthread_rwlock_wrlock(&w$n); $S pthread_rwlock_unlock(&w$n);",
        globals=RW,
    ),
    Snippet(
        "read-write lock upgraded",
        "pthread_rwlock_rdlock(&w$n); $S if ($x) pthread_rwlock_wrlock(&w$n); pthread_rwlock_unlock(&w$n);",
        globals="static pthread_rwlock_t w$n;",
        setup="pthread_rwlock_init(&w$n, 0);",
        final="pthread_rwlock_destroy(&w$n);",
    ),
    Snippet(
        "read-write lock tried",
        "if (!pthread_rwlock_tryrdlock(&w$n)) { $S pthread_rwlock_unlock(&w$n); }",
        "if (!pthread_rwlock_trywrlock(&w$n)) { $S pthread_rwlock_unlock(&w$n); }",
        globals=RW,
    ),
    Snippet(
        "read-write lock in time",
        TIME + "if (!pthread_rwlock_timedrdlock(&w$n, &ts$n)) { $S pthread_rwlock_unlock(&w$n); }",
        TIME + "if (!pthread_rwlock_timedwrlock(&w$n, &ts$n)) { $S pthread_rwlock_unlock(&w$n); }",
        globals=RW,
        headers="time.h",
    ),
    Snippet(
        "read-write lock by a clock",
        TIME + "if (!pthread_rwlock_clockrdlock(&w$n, CLOCK_MONOTONIC, &ts$n)) { $S pthread_rwlock_unlock(&w$n); }",
        TIME + "if (!pthread_rwlock_clockwrlock(&w$n, CLOCK_REALTIME, &ts$n)) { $S pthread_rwlock_unlock(&w$n); }",
        globals=RW,
        headers="time.h",
    ),
    Snippet(
        "mtx",
        "mtx_lock(&c$n); $S mtx_unlock(&c$n);",
        "if (mtx_trylock(&c$n) == thrd_success) { $S mtx_unlock(&c$n); }",
        globals="static mtx_t c$n;",
        setup="mtx_init(&c$n, mtx_plain);",
        final="mtx_destroy(&c$n);",
        headers="threads.h",
    ),
    Snippet(
        "mtx in time",
        "struct timespec ts$n = {0, 0}; if (mtx_timedlock(&c$n, &ts$n) == thrd_success) { $S mtx_unlock(&c$n); }",
        "mtx_lock(&c$n); mtx_lock(&c$n); $S mtx_unlock(&c$n); if ($b) mtx_unlock(&c$n);",
        globals="static mtx_t c$n;",
        setup="mtx_init(&c$n, mtx_timed | mtx_recursive);",
        headers="threads.h time.h",
    ),
)
