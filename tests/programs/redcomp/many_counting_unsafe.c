// Many threads count, and one does not take the lock.
#include <pthread.h>

#ifndef COUNT
#define COUNT 4
#endif

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static unsigned x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    if (__VERIFIER_nondet_int())
        pthread_mutex_lock(&m);
    unsigned before = x;
    x = before + 1;
    if (x != before + 1)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
