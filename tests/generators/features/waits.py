"""Waiting: conditions, barriers, semaphores; also for what never comes."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

PAIR = "static pthread_mutex_t m$n = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c$n = PTHREAD_COND_INITIALIZER; static int go$n;"
WAKE = "pthread_mutex_lock(&m$n); go$n = 1; %s(&c$n); pthread_mutex_unlock(&m$n);"
WAIT = "pthread_mutex_lock(&m$n); while (!go$n) pthread_cond_wait(&c$n, &m$n); $S pthread_mutex_unlock(&m$n);"
TIME = "struct timespec ts$n = {0, 0};"
SEM = {"globals": "static sem_t s$n;", "headers": "semaphore.h"}

SNIPPETS = (
    Snippet("condition", WAIT, WAKE % "pthread_cond_signal", globals=PAIR),
    Snippet("condition for all", WAIT, WAKE % "pthread_cond_broadcast" + " $S", globals=PAIR),
    Snippet(
        "condition tested once",
        "pthread_mutex_lock(&m$n); if (!go$n) pthread_cond_wait(&c$n, &m$n); $S pthread_mutex_unlock(&m$n);",
        "go$n = 1; pthread_cond_signal(&c$n);",
        globals=PAIR,
        setup="pthread_cond_init(&c$n, 0);",
        final="pthread_cond_destroy(&c$n);",
    ),
    Snippet(
        "condition in time",
        TIME
        + "pthread_mutex_lock(&m$n); if (pthread_cond_timedwait(&c$n, &m$n, &ts$n)) { $S } pthread_mutex_unlock(&m$n);",
        WAKE % "pthread_cond_signal",
        globals=PAIR,
        headers="time.h",
    ),
    Snippet(
        "condition by clock",
        TIME + "pthread_mutex_lock(&m$n); pthread_cond_clockwait(&c$n, &m$n, CLOCK_REALTIME, &ts$n); $S "
        "pthread_mutex_unlock(&m$n);",
        WAKE % "pthread_cond_signal",
        globals=PAIR,
        headers="time.h",
    ),
    Snippet(
        "cnd",
        "mtx_lock(&m$n); while (!go$n) cnd_wait(&c$n, &m$n); $S mtx_unlock(&m$n);",
        "mtx_lock(&m$n); go$n = 1; if ($b) cnd_signal(&c$n); else cnd_broadcast(&c$n); mtx_unlock(&m$n);",
        globals="static mtx_t m$n; static cnd_t c$n; static int go$n;",
        setup="mtx_init(&m$n, mtx_plain); cnd_init(&c$n);",
        final="cnd_destroy(&c$n);",
        headers="threads.h",
    ),
    Snippet(
        "cnd in time",
        TIME + "mtx_lock(&m$n); if (cnd_timedwait(&c$n, &m$n, &ts$n) == thrd_timedout) { $S } mtx_unlock(&m$n);",
        "cnd_signal(&c$n);",
        globals="static mtx_t m$n; static cnd_t c$n;",
        setup="mtx_init(&m$n, mtx_plain); cnd_init(&c$n);",
        headers="threads.h time.h",
    ),
    Snippet(
        "barrier",
        "$S pthread_barrier_wait(&b$n); $S",
        "$S pthread_barrier_wait(&b$n); $S",
        globals="static pthread_barrier_t b$n;",
        setup="pthread_barrier_init(&b$n, 0, 2);",
    ),
    Snippet(
        "barrier in a loop",
        "for (int i = 0; i < 2; i++) { $S pthread_barrier_wait(&b$n); }",
        "for (int i = 0; i < 1 + $b; i++) { if (pthread_barrier_wait(&b$n)) { $S } }",
        globals="static pthread_barrier_t b$n;",
        setup="pthread_barrier_init(&b$n, 0, 2);",
        final="pthread_barrier_destroy(&b$n);",
    ),
    Snippet(
        "local barrier",
        "pthread_barrier_t b$n; pthread_barrier_init(&b$n, 0, 1 + $b); for (int i = 0; i < 2; i++) "
        "pthread_barrier_wait(&b$n); $S",
    ),
    Snippet(
        "semaphore",
        "sem_wait(&s$n); $S",
        "$S sem_post(&s$n);",
        setup="sem_init(&s$n, 0, $b);",
        final="sem_destroy(&s$n);",
        **SEM,
    ),
    Snippet(
        "semaphore with a name",
        'sem_t *s$n = sem_open("/s$n", O_CREAT, 384, $b); if (s$n != SEM_FAILED) { sem_wait(s$n); $S sem_close(s$n); }',
        'sem_t *p$n = sem_open("/s$n", 0); if (p$n) { $S sem_post(p$n); if ($b) sem_unlink("/s$n"); }',
        headers="semaphore.h fcntl.h",
    ),
    Snippet("semaphore as a lock", "sem_wait(&s$n); $S sem_post(&s$n);", setup="sem_init(&s$n, 0, 1);", **SEM),
    Snippet(
        "semaphore tried",
        "if (sem_trywait(&s$n) == 0) { $S } else { $S }",
        "sem_post(&s$n);",
        setup="sem_init(&s$n, 0, $b);",
        **SEM,
    ),
    Snippet(
        "semaphore in time",
        TIME + "if (sem_timedwait(&s$n, &ts$n) == 0) { $S }",
        TIME + "$S sem_post(&s$n); sem_clockwait(&s$n, CLOCK_REALTIME, &ts$n);",
        setup="sem_init(&s$n, 0, 0);",
        globals="static sem_t s$n;",
        headers="semaphore.h time.h",
    ),
    Snippet(
        "value of a semaphore",
        "int v$n; sem_getvalue(&s$n, &v$n); if (v$n == $b) { $S }",
        "sem_post(&s$n);",
        setup="sem_init(&s$n, 0, 0);",
        **SEM,
    ),
    Snippet(
        "local semaphore",
        "sem_t l$n; sem_init(&l$n, 0, 2); for (int i = 0; i < 2 + $b; i++) { sem_wait(&l$n); $S }",
        headers="semaphore.h",
    ),
    Snippet(
        "condition, cancelled",
        "pthread_t t$n; pthread_create(&t$n, 0, side$n, 0); $S pthread_cancel(t$n); pthread_join(t$n, 0); $S",
        WAKE % "pthread_cond_signal",
        globals=PAIR,
        functions="static void free$n(void *p) { pthread_mutex_unlock(&m$n); } static void *side$n(void *a) { "
        "pthread_mutex_lock(&m$n); pthread_cleanup_push(free$n, 0); if (!go$n) pthread_cond_wait(&c$n, &m$n); $S "
        "pthread_cleanup_pop(1); return 0; }",
    ),
    Snippet(
        "semaphore, cancelled",
        "pthread_t t$n; pthread_create(&t$n, 0, side$n, 0); if ($b) pthread_cancel(t$n); $S pthread_join(t$n, 0);",
        "sem_post(&s$n);",
        functions="static void *side$n(void *a) { sem_wait(&s$n); $S return 0; }",
        setup="sem_init(&s$n, 0, 0);",
        **SEM,
    ),
    Snippet("spin", "while (!f$n) ; $S", "$S f$n = 1;", globals="static volatile int f$n;"),
    Snippet("atomic spin", "while (!f$n) ; $S", "$S f$n = 1;", globals="static _Atomic int f$n;"),
    Snippet("spin for ever", "if ($x == 2) while (1) ; $S"),
    Snippet(
        "once",
        "pthread_once(&o$n, init$n); $S",
        globals="static pthread_once_t o$n = PTHREAD_ONCE_INIT;",
        functions="static void init$n(void) { $S }",
    ),
    Snippet(
        "call_once",
        "call_once(&o$n, init$n); $S",
        globals="static once_flag o$n = ONCE_FLAG_INIT;",
        functions="static void init$n(void) { $S }",
        headers="threads.h",
    ),
    Snippet(
        "lock that ends while somebody waits",
        "{ pthread_mutex_t l; pthread_mutex_init(&l, 0); pthread_mutex_lock(&l); p$n = &l; if ($x == $b) { $S } if ($b) "
        "pthread_mutex_unlock(&l); } $S",
        "pthread_mutex_t *q$n = p$n; if (q$n) { pthread_mutex_lock(q$n); $S pthread_mutex_unlock(q$n); }",
        globals="static pthread_mutex_t *_Atomic p$n;",
    ),
    Snippet(
        "condition given back while somebody waits",
        "pthread_mutex_lock(&m$n); int w$n = go$n; if ($b) pthread_cond_broadcast(c$n); pthread_mutex_unlock(&m$n); "
        "if (w$n) free(c$n); $S",
        "pthread_mutex_lock(&m$n); go$n = 1; pthread_cond_wait(c$n, &m$n); $S pthread_mutex_unlock(&m$n);",
        globals="static pthread_mutex_t m$n = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t *c$n; static int go$n;",
        setup="c$n = malloc(sizeof *c$n); if (!c$n) return 0; pthread_cond_init(c$n, 0);",
        headers="stdlib.h",
    ),
    Snippet(
        "barrier of a block",
        "pthread_barrier_t b$n; pthread_barrier_init(&b$n, 0, 2); p$n = &b$n; if ($x == $b) pthread_barrier_wait(&b$n); $S",
        "pthread_barrier_t *q$n = p$n; if (q$n) { pthread_barrier_wait(q$n); $S }",
        globals="static pthread_barrier_t *_Atomic p$n;",
    ),
    Snippet(
        "semaphore given back while somebody waits",
        "s$n = malloc(sizeof(sem_t)); if (!s$n) return 0; sem_init(s$n, 0, $b); p$n = s$n; if ($x == 2) sem_post(s$n); $S free(s$n);",
        "sem_t *q$n = p$n; if (q$n) { sem_wait(q$n); $S }",
        globals="static sem_t *_Atomic p$n; static sem_t *s$n;",
        headers="stdlib.h semaphore.h",
        only_in_thread=True,
    ),
)
