// An access inside an atomic section races with one outside, not with one inside another section.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    x = 5;
    pthread_join(t, 0);
    return 0;
}
