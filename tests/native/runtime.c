/* What a program of the tests is linked with to be run on this machine, many times, each time with another schedule.
 *
 * One thread runs at a time: it has the turn, and gives it away before a call that may wait, and now and then, by
 * chance, before an access to memory. (Compilers call a function there for the sake of a sanitizer; those functions are
 * ours, or wrapped.) So executions are sequentially consistent, as verdicts assume, and an atomic section is one in
 * which the turn is kept. Who waits, who is woken and what a call answers is left to the real library. The turn is
 * handed on by plain futexes, which sanitizers do not know: they see no order between threads in it.
 *
 * Before main the process forks: each child is a run, the parent watches, and prints what happened. A run that leaves
 * what the verdict is about (a failed assumption, a wait inside a section, too many threads) is discarded.
 *
 * WATCH is 0 (assertions, overflows, deadlocks), 1 (thread sanitizer) or 2 (address sanitizer). Descriptor 3 gets the report.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#ifndef WATCH
#define WATCH 0
#endif
enum { THREADS = 512, SANITIZER_EXIT = 97, ROUNDS = 4 };
enum { ERROR = 1, OVERFLOW = 2, DEADLOCK = 4, RACE = 8, MEMORY = 16, DISCARDED = 32, TOO_LONG = 64, KINDS = 7 };

static struct shared { volatile int seen; } *shared; /* by parent and child */

long __real_syscall(long, ...);
static void happened(int what) { __atomic_fetch_or(&shared->seen, what, __ATOMIC_SEQ_CST); }
static void end_run(int what) {
    happened(what);
    __real_syscall(SYS_exit_group, 0); /* at once: a sanitizer would look back first */
}

/* ------------------------------------------------------------ chance */

static uint64_t state;
static unsigned often; /* one in so many accesses gives the turn away */
static int by_rank, only_small;

static uint32_t chance(uint32_t n) { /* called by whoever has the turn, or the queue */
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 33) % n;
}

static void begin_chance(uint64_t seed) {
    static const unsigned rates[] = {1, 2, 2, 3, 5, 12, 60};
    state = seed * 0x9E3779B97F4A7C15u + 0x1234567;
    for (int i = 0; i < 8; i++) chance(2);
    often = rates[chance(7)], by_rank = chance(3) == 0, only_small = chance(2);
}

/* ------------------------------------------------------------ the turn */

static struct thread {
    int go, has_turn, dead, in_section, rounds, queued;
    unsigned rank;
    int is_c11, is_from_section;
    void *(*run)(void *);
    int (*run_c11)(void *);
    void *argument;
} threads[THREADS], *waiting[THREADS];
static int started, waiters, turn_is_free, queue_lock;
static __thread struct thread *self;
static pthread_key_t ending;

static void futex(int *at, int op, int value) { __real_syscall(SYS_futex, at, op | FUTEX_PRIVATE_FLAG, value, 0, 0, 0); }
static void nap(long microseconds) { /* usleep is wrapped, here too */
    struct timespec t = {0, microseconds * 1000};
    __real_syscall(SYS_nanosleep, &t, 0);
}
static void lock_queue(void) { while (__atomic_exchange_n(&queue_lock, 1, __ATOMIC_SEQ_CST)) nap(1); }
static void unlock_queue(void) { __atomic_store_n(&queue_lock, 0, __ATOMIC_SEQ_CST); }

static void queue_up(void) {
    self->go = 0;
    waiting[waiters++] = self;
    __atomic_store_n(&self->queued, 1, __ATOMIC_SEQ_CST);
}

static void wait_for_turn(void) {
    while (!__atomic_load_n(&self->go, __ATOMIC_SEQ_CST)) futex(&self->go, FUTEX_WAIT, 0);
    self->has_turn = 1;
}

/* with the queue locked: takes one thread out of it */
static struct thread *choose(void) {
    int at = (int)chance((uint32_t)waiters);
    if (by_rank)
        for (int i = 0; i < waiters; i++)
            if (waiting[i]->rank > waiting[at]->rank) at = i;
    struct thread *t = waiting[at];
    waiting[at] = waiting[--waiters];
    return t;
}

static void give_to(struct thread *t) {
    __atomic_store_n(&t->go, 1, __ATOMIC_SEQ_CST);
    futex(&t->go, FUTEX_WAKE, 1);
}

static void take_turn(void) {
    if (!self || self->has_turn || self->dead) return;
    lock_queue();
    if (turn_is_free) {
        turn_is_free = 0, self->has_turn = 1, self->queued = 1;
        unlock_queue();
        return;
    }
    queue_up();
    unlock_queue();
    wait_for_turn();
}

static void give_turn(void) {
    if (!self || !self->has_turn) return;
    self->has_turn = 0;
    lock_queue();
    struct thread *next = waiters ? choose() : 0;
    if (!next) turn_is_free = 1;
    unlock_queue();
    if (next) give_to(next);
}

static void pass_turn(void) {
    lock_queue();
    if (by_rank && chance(2)) self->rank = chance(1000);
    if (!waiters) {
        unlock_queue();
        return;
    }
    if (by_rank) queue_up(); /* and may be chosen */
    struct thread *next = choose();
    if (!by_rank) queue_up();
    self->has_turn = 0;
    unlock_queue();
    give_to(next);
    wait_for_turn();
}

static void before_access(void) {
    if (!self || self->dead) return;
    if (!self->has_turn) take_turn(); /* code that a library function calls: once, clean-up, destructors */
    if (!self->in_section && chance(often) == 0) pass_turn();
}

static void before_wait(void) {
    before_access();
    if (self && self->in_section) end_run(DISCARDED);
    give_turn();
}

/* those just woken get a chance to be there before us */
static void after_waking(void) {
    if (!self || self->dead || self->in_section || chance(3)) return;
    long pause = chance(60);
    give_turn();
    nap(pause);
    take_turn();
}

/* ------------------------------------------------------------ threads */

#if WATCH == 1
void __tsan_acquire(void *);
void __tsan_release(void *);
static char sections; /* sections are ordered, and nothing else is by them */
#define ORDERED(how) __tsan_##how(&sections)
#else
#define ORDERED(how) (void)0
#endif

/* main gets any arguments */
int __real_main(int, char **, char **);
int __wrap_main(int count, char **values, char **environment) {
    static char *arguments[] = {"program", "1", "-x", "abc", 0};
    (void)values;
    count = chance(2) ? 1 : 1 + (int)chance(4);
    arguments[count] = 0;
    return __real_main(count, arguments, environment);
}

static void at_end(void *t) { /* a key's destructor, called again until the program's own have had their rounds */
    if (++((struct thread *)t)->rounds < ROUNDS) {
        pthread_setspecific(ending, t);
        return;
    }
    if (self->in_section) end_run(DISCARDED);
    give_turn();
    self->dead = 1;
}

static void *start(void *t) {
    self = t;
    pthread_setspecific(ending, self);
    take_turn();
    if (self->is_from_section) ORDERED(acquire); /* begins after its end */
    if (self->is_c11) return (void *)(intptr_t)self->run_c11(self->argument);
    return self->run(self->argument);
}

static struct thread *new_thread(void) {
    int n = __atomic_fetch_add(&started, 1, __ATOMIC_SEQ_CST);
    if (n >= THREADS) end_run(DISCARDED);
    threads[n].rank = chance(1000);
    return &threads[n];
}

static void await_queued(struct thread *t) {
    while (!__atomic_load_n(&t->queued, __ATOMIC_SEQ_CST)) nap(5);
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static int create(pthread_t *id, const pthread_attr_t *attributes, struct thread *t) {
    before_access();
    t->is_from_section = self && self->in_section;
    int result = __real_pthread_create(id, attributes, start, t);
    if (result == EAGAIN) end_run(DISCARDED);
    if (result == 0) await_queued(t);
    before_access();
    return result;
}
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    struct thread *t = new_thread();
    t->run = run, t->argument = argument;
    return create(id, attributes, t);
}
int __wrap_thrd_create(thrd_t *id, thrd_start_t run, void *argument) {
    struct thread *t = new_thread();
    t->is_c11 = 1, t->run_c11 = run, t->argument = argument;
    return create((pthread_t *)id, 0, t) == 0 ? thrd_success : thrd_error;
}
int __real_pthread_join(pthread_t, void **);
int __wrap_thrd_join(thrd_t id, int *result) {
    void *value;
    before_wait();
    int code = __real_pthread_join((pthread_t)id, &value);
    take_turn();
    if (code == 0 && result) *result = (int)(intptr_t)value;
    return code == 0 ? thrd_success : thrd_error;
}
void __wrap_thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }

/* ------------------------------------------------------------ calls that wait, calls that wake others */

#define WAITS(name, parameters, ...)           \
    int __real_##name parameters;              \
    int __wrap_##name parameters {             \
        before_wait();                         \
        int result = __real_##name(__VA_ARGS__); \
        take_turn();                           \
        return result;                         \
    }
#define WAKES(name, parameters, ...)           \
    int __real_##name parameters;              \
    int __wrap_##name parameters {             \
        before_access();                       \
        int result = __real_##name(__VA_ARGS__); \
        after_waking();                        \
        return result;                         \
    }
#define DEADLINE const struct timespec *d
WAITS(pthread_join, (pthread_t t, void **r), t, r)
WAITS(pthread_mutex_lock, (pthread_mutex_t *m), m)
WAITS(pthread_mutex_timedlock, (pthread_mutex_t *m, DEADLINE), m, d)
WAITS(pthread_rwlock_rdlock, (pthread_rwlock_t *l), l)
WAITS(pthread_rwlock_wrlock, (pthread_rwlock_t *l), l)
WAITS(pthread_rwlock_timedrdlock, (pthread_rwlock_t *l, DEADLINE), l, d)
WAITS(pthread_rwlock_timedwrlock, (pthread_rwlock_t *l, DEADLINE), l, d)
WAITS(pthread_spin_lock, (pthread_spinlock_t *l), l)
WAITS(pthread_cond_wait, (pthread_cond_t *c, pthread_mutex_t *m), c, m)
WAITS(pthread_cond_timedwait, (pthread_cond_t *c, pthread_mutex_t *m, DEADLINE), c, m, d)
WAITS(pthread_barrier_wait, (pthread_barrier_t *b), b)
WAITS(pthread_once, (pthread_once_t *o, void (*f)(void)), o, f)
WAITS(sem_wait, (sem_t *s), s)
WAITS(sem_timedwait, (sem_t *s, DEADLINE), s, d)
WAKES(pthread_mutex_trylock, (pthread_mutex_t *m), m)
WAKES(pthread_mutex_unlock, (pthread_mutex_t *m), m)
WAKES(pthread_rwlock_tryrdlock, (pthread_rwlock_t *l), l)
WAKES(pthread_rwlock_trywrlock, (pthread_rwlock_t *l), l)
WAKES(pthread_rwlock_unlock, (pthread_rwlock_t *l), l)
WAKES(pthread_spin_trylock, (pthread_spinlock_t *l), l)
WAKES(pthread_spin_unlock, (pthread_spinlock_t *l), l)
WAKES(pthread_cond_signal, (pthread_cond_t *c), c)
WAKES(pthread_cond_broadcast, (pthread_cond_t *c), c)
WAKES(pthread_cancel, (pthread_t t), t)
WAKES(sem_trywait, (sem_t *s), s)
WAKES(sem_post, (sem_t *s), s)
/* of its own system calls a program makes one that waits; errno is kept, whatever waiting for the turn does to it */
long __wrap_syscall(long number, ...) {
    va_list list;
    long a[6];
    va_start(list, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    int is_wait = number == SYS_futex && ((a[1] & 127) == FUTEX_WAIT || (a[1] & 127) == FUTEX_WAIT_BITSET);
    is_wait ? before_wait() : before_access();
    long result = __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    int error = errno;
    is_wait ? take_turn() : after_waking();
    errno = error;
    return result;
}
#if WATCH == 0
WAITS(mtx_lock, (mtx_t *m), m)
WAITS(mtx_timedlock, (mtx_t *m, DEADLINE), m, d)
WAKES(mtx_trylock, (mtx_t *m), m)
WAKES(mtx_unlock, (mtx_t *m), m)
WAITS(cnd_wait, (cnd_t *c, mtx_t *m), c, m)
WAITS(cnd_timedwait, (cnd_t *c, mtx_t *m, DEADLINE), c, m, d)
WAKES(cnd_signal, (cnd_t *c), c)
WAKES(cnd_broadcast, (cnd_t *c), c)
void __real_call_once(once_flag *, void (*)(void));
void __wrap_call_once(once_flag *o, void (*f)(void)) {
    before_wait();
    __real_call_once(o, f);
    take_turn();
}
#else /* sanitizers know nothing of C11 threads; in this library they are POSIX threads */
static int as_c11(int code) {
    return code == 0 ? thrd_success : code == EBUSY ? thrd_busy : code == ETIMEDOUT ? thrd_timedout : thrd_error;
}
#define POSIX_MUTEX ((pthread_mutex_t *)m)
#define POSIX_CONDITION ((pthread_cond_t *)c)
int __wrap_mtx_init(mtx_t *m, int kind) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    if (kind & mtx_recursive) pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    return as_c11(pthread_mutex_init(POSIX_MUTEX, &a));
}
void __wrap_mtx_destroy(mtx_t *m) { pthread_mutex_destroy(POSIX_MUTEX); }
int __wrap_mtx_lock(mtx_t *m) { return as_c11(__wrap_pthread_mutex_lock(POSIX_MUTEX)); }
int __wrap_mtx_timedlock(mtx_t *m, DEADLINE) { return as_c11(__wrap_pthread_mutex_timedlock(POSIX_MUTEX, d)); }
int __wrap_mtx_trylock(mtx_t *m) { return as_c11(__wrap_pthread_mutex_trylock(POSIX_MUTEX)); }
int __wrap_mtx_unlock(mtx_t *m) { return as_c11(__wrap_pthread_mutex_unlock(POSIX_MUTEX)); }
int __wrap_cnd_init(cnd_t *c) { return as_c11(pthread_cond_init(POSIX_CONDITION, 0)); }
void __wrap_cnd_destroy(cnd_t *c) { pthread_cond_destroy(POSIX_CONDITION); }
int __wrap_cnd_wait(cnd_t *c, mtx_t *m) { return as_c11(__wrap_pthread_cond_wait(POSIX_CONDITION, POSIX_MUTEX)); }
int __wrap_cnd_timedwait(cnd_t *c, mtx_t *m, DEADLINE) {
    return as_c11(__wrap_pthread_cond_timedwait(POSIX_CONDITION, POSIX_MUTEX, d));
}
int __wrap_cnd_signal(cnd_t *c) { return as_c11(__wrap_pthread_cond_signal(POSIX_CONDITION)); }
int __wrap_cnd_broadcast(cnd_t *c) { return as_c11(__wrap_pthread_cond_broadcast(POSIX_CONDITION)); }
void __wrap_call_once(once_flag *o, void (*f)(void)) { __wrap_pthread_once((pthread_once_t *)o, f); }
int __wrap_thrd_detach(thrd_t t) { return as_c11(pthread_detach((pthread_t)t)); }
#endif

/* time passes as it likes, so nobody sleeps */
static int some_time(void) {
    for (int i = 0; i < 4; i++) before_access();
    if (self && !self->in_section) after_waking();
    return 0;
}
unsigned __wrap_sleep(unsigned n) { return (void)n, (unsigned)some_time(); }
int __wrap_usleep(useconds_t n) { return (void)n, some_time(); }
static int some_time_of(const struct timespec *t) {
    if (t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000) return some_time();
    errno = EINVAL;
    return -1;
}
int __wrap_nanosleep(const struct timespec *t, struct timespec *rest) { return (void)rest, some_time_of(t); }
int __wrap_thrd_sleep(const struct timespec *t, struct timespec *rest) { return (void)rest, 2 * some_time_of(t); }
int __wrap_sched_yield(void) { return some_time(); }
int __wrap_pthread_yield(void) { return some_time(); }
void __wrap_thrd_yield(void) { some_time(); }

/* what malloc gives holds anything */
void *__real_malloc(size_t);
void *__wrap_malloc(size_t size) {
    static const unsigned char fill[] = {0, 1, 0xa5, 0xff};
    void *p = __real_malloc(size);
    if (p && self) memset(p, fill[chance(4)], size);
    return p;
}

/* ------------------------------------------------------------ intrinsics */

void __VERIFIER_atomic_begin(void) {
    before_access();
    if (self && self->in_section++ == 0) ORDERED(acquire);
}
void __VERIFIER_atomic_end(void) {
    if (!self || !self->in_section) return;
    if (--self->in_section == 0) {
        ORDERED(release);
        before_access();
    }
}

/* functions whose names begin with __VERIFIER_atomic_ are sections: their addresses, as a list in the environment */
static uintptr_t atomic_functions[64];
static int is_atomic(void *function) {
    for (int i = 0; atomic_functions[i]; i++)
        if (atomic_functions[i] == (uintptr_t)function) return 1;
    return 0;
}
void __cyg_profile_func_enter(void *function, void *from) {
    if ((void)from, is_atomic(function)) __VERIFIER_atomic_begin();
}
void __cyg_profile_func_exit(void *function, void *from) {
    if ((void)from, is_atomic(function)) __VERIFIER_atomic_end();
}

void __native_error(void) { end_run(ERROR); }
__attribute__((weak)) void reach_error(void) { __native_error(); }
__attribute__((weak)) void __VERIFIER_error(void) { __native_error(); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    if (getenv("NATIVE_LOUD")) fprintf(stderr, "%s:%u: %s: assertion failed: %s\n", file, line, function, text);
    __native_error();
    abort();
}
void __VERIFIER_assume(int holds) {
    if (!holds) end_run(DISCARDED);
}

static uint64_t input(void) {
    before_access();
    switch (chance(only_small ? 3 : 5)) {
        case 0: return chance(2);
        case 1: return (uint64_t)((int64_t)chance(9) - 3);
        case 2: return chance(20);
        case 3: return ((uint64_t)1 << chance(64)) - chance(2);
        default: return ((uint64_t)chance(1u << 31) << 33) ^ ((uint64_t)chance(1u << 31) << 11) ^ chance(1u << 11);
    }
}
#define INPUT(name, type) \
    type __VERIFIER_nondet_##name(void) { return (type)input(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(unsigned, unsigned) INPUT(short, short) INPUT(ushort, unsigned short)
INPUT(char, char) INPUT(schar, signed char) INPUT(uchar, unsigned char) INPUT(long, long) INPUT(ulong, unsigned long)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long) INPUT(size_t, size_t) INPUT(u8, uint8_t)
INPUT(u16, uint16_t) INPUT(u32, uint32_t) INPUT(u64, uint64_t)
_Bool __VERIFIER_nondet_bool(void) { return input() & 1; }

/* ------------------------------------------------------------ what compilers call for sanitizers */

#if WATCH == 0
#define HOOK(result, name, parameters, plainly, ...) \
    result name parameters {                         \
        before_access();                             \
        plainly;                                     \
    }
void __tsan_init(void) {}
void __tsan_func_entry(void *from) { (void)from; }
void __tsan_func_exit(void) {}
#define OVERFLOWS(name) \
    void __ubsan_handle_##name(void *where, void *l, void *r) { (void)where, (void)l, (void)r, happened(OVERFLOW); }
OVERFLOWS(add_overflow) OVERFLOWS(sub_overflow) OVERFLOWS(mul_overflow) OVERFLOWS(negate_overflow)
OVERFLOWS(divrem_overflow)
#else
#define HOOK(result, name, parameters, plainly, ...) \
    result __real_##name parameters;                 \
    result __wrap_##name parameters {                \
        before_access();                             \
        return __real_##name(__VA_ARGS__);           \
    }
#endif

#if WATCH != 2
#define ACCESS(size)                                                           \
    HOOK(void, __tsan_read##size, (void *p), (void)p, p)                       \
    HOOK(void, __tsan_write##size, (void *p), (void)p, p)
#define UNALIGNED(size)                                                        \
    HOOK(void, __tsan_unaligned_read##size, (void *p), (void)p, p)             \
    HOOK(void, __tsan_unaligned_write##size, (void *p), (void)p, p)
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16) UNALIGNED(2) UNALIGNED(4) UNALIGNED(8) UNALIGNED(16)
HOOK(void, __tsan_read_range, (void *p, unsigned long n), ((void)p, (void)n), p, n)
HOOK(void, __tsan_write_range, (void *p, unsigned long n), ((void)p, (void)n), p, n)
#define SC __ATOMIC_SEQ_CST
#define CHANGE(bits, T, how)                                                                       \
    HOOK(T, __tsan_atomic##bits##_fetch_##how, (volatile T *p, T v, int o),                        \
         (void)o; return __atomic_fetch_##how(p, v, SC), p, v, o)
#define ATOMIC(bits, T)                                                                            \
    HOOK(T, __tsan_atomic##bits##_load, (const volatile T *p, int o),                              \
         (void)o; return __atomic_load_n(p, SC), p, o)                                             \
    HOOK(void, __tsan_atomic##bits##_store, (volatile T *p, T v, int o),                           \
         (void)o; __atomic_store_n(p, v, SC), p, v, o)                                             \
    HOOK(T, __tsan_atomic##bits##_exchange, (volatile T *p, T v, int o),                           \
         (void)o; return __atomic_exchange_n(p, v, SC), p, v, o)                                   \
    HOOK(int, __tsan_atomic##bits##_compare_exchange_strong, (volatile T *p, T *e, T v, int o, int f), \
         (void)o; (void)f; return __atomic_compare_exchange_n(p, e, v, 0, SC, SC), p, e, v, o, f)  \
    HOOK(int, __tsan_atomic##bits##_compare_exchange_weak, (volatile T *p, T *e, T v, int o, int f), \
         (void)o; (void)f; return __atomic_compare_exchange_n(p, e, v, 1, SC, SC), p, e, v, o, f)  \
    HOOK(T, __tsan_atomic##bits##_compare_exchange_val, (volatile T *p, T e, T v, int o, int f),   \
         (void)o; (void)f; __atomic_compare_exchange_n(p, &e, v, 0, SC, SC); return e, p, e, v, o, f) \
    CHANGE(bits, T, add) CHANGE(bits, T, sub) CHANGE(bits, T, and) CHANGE(bits, T, or)             \
    CHANGE(bits, T, xor) CHANGE(bits, T, nand)
ATOMIC(8, uint8_t) ATOMIC(16, uint16_t) ATOMIC(32, uint32_t) ATOMIC(64, uint64_t)
#if WATCH == 0 /* whoever has the turn is alone */
typedef unsigned __int128 wide;
wide __tsan_atomic128_load(const volatile wide *p, int o) { return (void)o, before_access(), *p; }
void __tsan_atomic128_store(volatile wide *p, wide v, int o) { (void)o, before_access(), *p = v; }
wide __tsan_atomic128_exchange(volatile wide *p, wide v, int o) {
    (void)o, before_access();
    wide old = *p;
    *p = v;
    return old;
}
int __tsan_atomic128_compare_exchange_strong(volatile wide *p, wide *e, wide v, int o, int f) {
    (void)o, (void)f, before_access();
    if (*p == *e) return *p = v, 1;
    return *e = *p, 0;
}
int __tsan_atomic128_compare_exchange_weak(volatile wide *p, wide *e, wide v, int o, int f) {
    return __tsan_atomic128_compare_exchange_strong(p, e, v, o, f);
}
#endif
HOOK(void, __tsan_atomic_thread_fence, (int o), (void)o; __atomic_thread_fence(SC), o)
HOOK(void, __tsan_atomic_signal_fence, (int o), (void)o, o)
#else
#define ACCESS(size)                                             \
    HOOK(void, __asan_load##size, (uintptr_t p), (void)p, p)     \
    HOOK(void, __asan_store##size, (uintptr_t p), (void)p, p)
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
HOOK(void, __asan_loadN, (uintptr_t p, uintptr_t n), (void)p, p, n)
HOOK(void, __asan_storeN, (uintptr_t p, uintptr_t n), (void)p, p, n)
#endif

const char *__tsan_default_options(void) {
    return "halt_on_error=1:exitcode=97:report_thread_leaks=0:report_destroy_locked=0:report_mutex_bugs=0:"
           "report_signal_unsafe=0:detect_deadlocks=0:die_after_fork=0:atexit_sleep_ms=0:symbolize=0";
}
const char *__asan_default_options(void) {
    return "exitcode=97:detect_stack_use_after_return=1:handle_abort=0:handle_sigfpe=0:symbolize=0";
}
const char *__lsan_default_options(void) { return "exitcode=97:symbolize=0"; }

/* ------------------------------------------------------------ the parent: runs and watches */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int read_text(const char *path, char *text, size_t size) {
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    size_t n = fread(text, 1, size - 1, f);
    text[n] = 0;
    fclose(f);
    return n > 0;
}

/* Does every thread sleep in a futex without a deadline? Then `switches` is how often they have been put to sleep. */
static int all_wait(int pid, long *switches) {
    char path[400], text[4000];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *tasks = opendir(path);
    int count = 0, asleep = 1;
    *switches = 0;
    for (struct dirent *e; tasks && (e = readdir(tasks));) {
        unsigned long a, op, value, deadline;
        long call, times = 0;
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/status", pid, e->d_name);
        if (!read_text(path, text, sizeof text)) asleep = 0;
        char *status = strstr(text, "State:"), *at = strstr(text, "\nvoluntary_ctxt_switches:");
        if (status && strchr("ZX", status[7])) continue; /* has ended */
        if (!status || status[7] != 'S' || !at || sscanf(at, "\nvoluntary_ctxt_switches: %ld", &times) != 1) asleep = 0;
        snprintf(path, sizeof path, "/proc/%d/task/%s/syscall", pid, e->d_name);
        if (!read_text(path, text, sizeof text)) asleep = 0;
        if (sscanf(text, "%ld %lx %lx %lx %lx", &call, &a, &op, &value, &deadline) != 5) asleep = 0;
        else if (WATCH == 1 && (call == SYS_clock_nanosleep || call == SYS_nanosleep)) continue; /* the sanitizer's own thread */
        else if (call != SYS_futex || deadline) asleep = 0;
        *switches += times, count++;
    }
    if (tasks) closedir(tasks);
    return count && asleep;
}

/* Nobody moved between two looks at all of them, and everybody waited for a thread of the process: nobody ever moves. */
static int is_deadlock(int pid) {
    long before, after;
    if (!all_wait(pid, &before)) return 0;
    nap(2000);
    return all_wait(pid, &after) && before == after;
}

static void watch(int pid, double seconds) {
    double begin = now();
    int status;
    for (long pause = 50;; pause = pause < 20000 ? pause * 2 : pause) {
        if (waitpid(pid, &status, WNOHANG) == pid) break;
        double lasted = now() - begin;
        int stuck = lasted > 0.05 && is_deadlock(pid);
        if (stuck || lasted > seconds) {
            happened(stuck ? DEADLOCK : TOO_LONG);
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return;
        }
        nap(pause);
    }
    if (WATCH == 1 && WIFEXITED(status) && WEXITSTATUS(status) == SANITIZER_EXIT) happened(RACE);
    if (WATCH == 2 && WIFEXITED(status) && WEXITSTATUS(status) == SANITIZER_EXIT) happened(MEMORY);
}

static long setting(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

static void read_atomic_functions(void) {
    const char *text = getenv("NATIVE_ATOMIC");
    for (int i = 0; text && *text && i < 63; i++) {
        char *end;
        atomic_functions[i] = strtoul(text, &end, 16);
        text = *end ? end + 1 : end;
    }
}

__attribute__((constructor(101))) static void repeat(void) {
    static const char *names[KINDS] = {"unreach-call",    "no-overflow", "no-deadlock", "no-data-race",
                                       "valid-memsafety", "discarded",   "too-long"};
    long seed = setting("NATIVE_SEED", 1), runs = setting("NATIVE_RUNS", 1), counts[KINDS] = {0}, first[KINDS], done;
    int stop = (int)setting("NATIVE_STOP", 0), seen = 0;
    double end = now() + (double)setting("NATIVE_MILLISECONDS", 60000) / 1e3;
    read_atomic_functions();
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (done = 0; done < runs && now() < end && !(seen & stop); done++) {
        shared->seen = 0;
        int pid = fork();
        if (pid < 0) break;
        if (pid == 0) {
            begin_chance((uint64_t)(seed + done));
            pthread_key_create(&ending, at_end);
            self = new_thread();
            self->has_turn = 1;
            pthread_setspecific(ending, self);
            return;
        }
        watch(pid, (double)setting("NATIVE_PATIENCE", 400) / 1e3);
        seen |= shared->seen;
        for (int i = 0; i < KINDS; i++)
            if (shared->seen >> i & 1 && counts[i]++ == 0) first[i] = seed + done;
    }
    dprintf(3, "runs %ld\n", done);
    for (int i = 0; i < KINDS; i++)
        if (counts[i]) dprintf(3, "%s %ld %ld\n", names[i], counts[i], first[i]);
    _exit(0);
}
