// Indices that come from an input but are kept apart.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);

static char v[4];

static void *worker(void *arg) {
    (void)arg;
    v[__VERIFIER_nondet_bool()] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int at = __VERIFIER_nondet_bool() + 2;
    pthread_create(&t, 0, worker, 0);
    v[at] = 2;
    pthread_join(t, 0);
    return 0;
}
