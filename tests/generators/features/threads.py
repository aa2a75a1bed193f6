"""Threads: who creates whom, where and how they end, what they return, what only they have."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

SIDE = "static void *side$n(void *a) { $S return a; }"

SNIPPETS = (
    Snippet(
        "thread in a section",
        "pthread_t t$n; __VERIFIER_atomic_begin(); pthread_create(&t$n, 0, side$n, 0); $S __VERIFIER_atomic_end(); "
        "pthread_join(t$n, 0);",
        functions=SIDE,
    ),
    Snippet(
        "two threads in a section",
        "pthread_t t$n, u$n; __VERIFIER_atomic_begin(); pthread_create(&t$n, 0, side$n, 0); "
        "pthread_create(&u$n, 0, side$n, 0); __VERIFIER_atomic_end(); $S",
        functions=SIDE,
    ),
    Snippet(
        "threads in a loop",
        "pthread_t t$n[2]; for (int i = 0; i < 2; i++) pthread_create(&t$n[i], 0, side$n, 0); "
        "for (int i = 0; i < 2 - $b; i++) pthread_join(t$n[i], 0); $S",
        functions=SIDE,
    ),
    Snippet(
        "result of a thread",
        "pthread_t t$n; void *r$n; pthread_create(&t$n, 0, side$n, (void *)(long)$k); pthread_join(t$n, &r$n); "
        "if ((long)r$n == $k) { $S }",
        functions=SIDE,
    ),
    Snippet(
        "memory of a thread",
        "pthread_t t$n; void *r$n; pthread_create(&t$n, 0, side$n, 0); pthread_join(t$n, &r$n); $x = *(int *)r$n; free(r$n);",
        functions="static void *side$n(void *a) { int *p = malloc(sizeof *p); *p = $k; return p; }",
        headers="stdlib.h",
    ),
    Snippet(
        "address of a local",
        "int v$n = 0; pthread_t t$n; pthread_create(&t$n, 0, side$n, &v$n); if ($b) pthread_join(t$n, 0); $x = v$n; "
        "if (!$b) pthread_join(t$n, 0);",
        functions="static void *side$n(void *a) { *(int *)a = $k; return 0; }",
    ),
    Snippet("exit of a thread", "$S if ($x == $b) pthread_exit(0); $S", only_in_thread=True),
    Snippet("return in the middle", "$S if ($x == $b) return 0; $S", only_in_thread=True),
    Snippet(
        "detached thread",
        "pthread_attr_t a$n; pthread_attr_init(&a$n); "
        "pthread_attr_setstacksize(&a$n, 65536); pthread_attr_setscope(&a$n, 0); pthread_attr_setschedpolicy(&a$n, 0); "
        "pthread_attr_setguardsize(&a$n, 4096); pthread_attr_setinheritsched(&a$n, 0); "
        "if (pthread_attr_setdetachstate(&a$n, $b) == 0) $x = 1; pthread_attr_setdetachstate(&a$n, 0); "
        "pthread_t t$n; pthread_create(&t$n, &a$n, side$n, 0); "
        "pthread_detach(t$n); $S",
        functions=SIDE,
    ),
    Snippet(
        "who am I",
        "pthread_t t$n = pthread_self(); if (pthread_equal(t$n, pthread_self())) { $S } else $x = 9; sched_yield(); if (gettid() < 1) $x = 9;",
        headers="sched.h unistd.h",
    ),
    Snippet(
        "thread through a pointer",
        "pthread_t t$n; void *(*f$n)(void *) = $x ? side$n : edge$n; pthread_create(&t$n, 0, f$n, 0); pthread_join(t$n, 0);",
        functions=SIDE + " static void *edge$n(void *a) { $S return 0; }",
    ),
    Snippet(
        "join that is tried",
        "pthread_t t$n; pthread_create(&t$n, 0, side$n, 0); if (pthread_tryjoin_np(t$n, 0) == 0) { $S } else { $S }",
        functions=SIDE,
    ),
    Snippet(
        "join in time",
        "pthread_t t$n; struct timespec ts$n = {0, 0}; pthread_create(&t$n, 0, side$n, 0); if (!pthread_kill(t$n, 0)) { $S } "
        "if (pthread_timedjoin_np(t$n, 0, &ts$n)) { $S if ($b) pthread_clockjoin_np(t$n, 0, CLOCK_REALTIME, &ts$n); }",
        functions=SIDE,
        headers="time.h signal.h",
    ),
    Snippet(
        "attributes are told",
        "pthread_attr_t a$n; int v$n; size_t l$n; struct sched_param p$n; pthread_attr_init(&a$n); "
        "pthread_attr_getdetachstate(&a$n, &v$n); if (v$n == $b) { $S } pthread_attr_getscope(&a$n, &v$n); "
        "pthread_attr_getschedpolicy(&a$n, &v$n); pthread_attr_getinheritsched(&a$n, &v$n); "
        "pthread_attr_getstacksize(&a$n, &l$n); pthread_attr_getguardsize(&a$n, &l$n); "
        "pthread_attr_getschedparam(&a$n, &p$n); $S",
        headers="sched.h",
    ),
    Snippet(
        "other attributes are told",
        "pthread_mutexattr_t m$n; pthread_condattr_t c$n; pthread_rwlockattr_t w$n; pthread_barrierattr_t b$n; int v$n; "
        "pthread_mutexattr_init(&m$n); pthread_mutexattr_getpshared(&m$n, &v$n); pthread_mutexattr_getprotocol(&m$n, &v$n); "
        "pthread_condattr_init(&c$n); pthread_condattr_getclock(&c$n, &v$n); pthread_condattr_getpshared(&c$n, &v$n); "
        "pthread_rwlockattr_init(&w$n); pthread_rwlockattr_getpshared(&w$n, &v$n); "
        "pthread_rwlockattr_getkind_np(&w$n, &v$n); pthread_barrierattr_init(&b$n); "
        "pthread_barrierattr_getpshared(&b$n, &v$n); if (v$n == $b) { $S }",
    ),
    Snippet(
        "asks about a thread",
        "char n$n[16]; clockid_t c$n; int v$n; struct sched_param p$n; pthread_getcpuclockid(pthread_self(), &c$n); "
        "if (!pthread_getname_np(pthread_self(), n$n, 16)) { $S } pthread_getschedparam(pthread_self(), &v$n, &p$n);",
        headers="sched.h time.h",
    ),
    Snippet("asks about all threads", "if (pthread_getconcurrency() == $b) { $S } else { $S }"),
    Snippet("cancels itself", "if ($x == 3) pthread_cancel(pthread_self()); $S pthread_testcancel(); $S"),
    Snippet(
        "cancelled thread",
        "pthread_t t$n; void *r$n; pthread_create(&t$n, 0, side$n, 0); pthread_cancel(t$n); pthread_join(t$n, &r$n); "
        "if (r$n == PTHREAD_CANCELED) { $S }",
        functions="static void clean$n(void *p) { $S } static void *side$n(void *a) { pthread_cleanup_push(clean$n, 0); $S "
        "pthread_testcancel(); $S pthread_cleanup_pop($b); return 0; }",
    ),
    Snippet(
        "refuses to be cancelled",
        "pthread_t t$n; pthread_create(&t$n, 0, side$n, 0); $S pthread_cancel(t$n); if ($b) pthread_join(t$n, 0); $S",
        functions="static void *side$n(void *a) { int o; pthread_setcancelstate($b, &o); usleep(1); $S "
        'pthread_setcanceltype(0, &o); pthread_setcancelstate(0, 0); puts(""); $S return 0; }',
        headers="unistd.h stdio.h",
    ),
    Snippet(
        "priority",
        "struct sched_param p$n = {0}; if ($x == 3) pthread_setschedparam(pthread_self(), 0, &p$n); $S",
        headers="sched.h",
    ),
    Snippet("rwlock attributes", "pthread_rwlockattr_t a$n; if ($x == 3) pthread_rwlockattr_setkind_np(&a$n, 0); $S"),
    Snippet(
        "key",
        "pthread_setspecific(k$n, (void *)(long)$k); $S if ((long)pthread_getspecific(k$n) == $k) { $S }",
        globals="static pthread_key_t k$n;",
        setup="pthread_key_create(&k$n, 0);",
    ),
    Snippet(
        "key with a destructor",
        "pthread_setspecific(k$n, (void *)(long)$b); $S",
        globals="static pthread_key_t k$n;",
        functions="static void gone$n(void *p) { $S }",
        setup="pthread_key_create(&k$n, gone$n);",
    ),
    Snippet(
        "thrd",
        "thrd_t t$n; int r$n = 0; thrd_create(&t$n, side$n, 0); thrd_join(t$n, &r$n); if (r$n == $b) { $S } thrd_yield();",
        functions="static int side$n(void *a) { $S if ($x == 2) thrd_exit(1); return $b; }",
        headers="threads.h",
    ),
    Snippet(
        "who is thrd",
        "thrd_t t$n = thrd_current(); if (thrd_equal(t$n, thrd_current())) { $S } struct timespec z$n = {0, 0}; thrd_sleep(&z$n, 0);",
        headers="threads.h time.h",
    ),
    Snippet(
        "tss",
        "tss_set(k$n, (void *)(long)$k); if ((long)tss_get(k$n) == $k) { $S }",
        globals="static tss_t k$n;",
        functions="static void gone$n(void *p) { $S }",
        setup="tss_create(&k$n, gone$n);",
        headers="threads.h",
    ),
    Snippet("variable of each thread", "v$n++; if (v$n == 1) { $S }", globals="static _Thread_local int v$n;"),
    Snippet("end of the process", "$S if ($x == 2) exit($b); $S", headers="stdlib.h"),
    Snippet("end of the process at once", "if ($x == 2) _Exit(0); if ($x == 3) abort(); $S", headers="stdlib.h"),
    Snippet("hints", "pthread_setconcurrency($b - 1); pthread_setschedprio(pthread_self(), 0); $S"),
)
