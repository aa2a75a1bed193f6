// Two locks of one array: they may be the same, but need not.
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int x;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *first(void *arg) {
    int i = __VERIFIER_nondet_int() ? 1 : 0, before, after;
    pthread_mutex_lock(&m[i]);
    before = x;
    after = x;
    pthread_mutex_unlock(&m[i]);
    if (before != after)
        reach_error();
    return 0;
}

static void *second(void *arg) {
    int i = __VERIFIER_nondet_int() ? 1 : 0;
    pthread_mutex_lock(&m[i]);
    x = 1;
    pthread_mutex_unlock(&m[i]);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
