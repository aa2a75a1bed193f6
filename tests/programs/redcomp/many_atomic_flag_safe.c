// A spin lock for many threads; whoever holds it finds nobody inside.
#include <pthread.h>
#include <stdatomic.h>

#ifndef COUNT
#define COUNT 1000
#endif

extern void reach_error(void);

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int inside;

static void *worker(void *arg) {
    while (atomic_flag_test_and_set(&taken))
        ;
    inside++;
    if (inside != 1)
        reach_error();
    inside--;
    atomic_flag_clear(&taken);
    return 0;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < COUNT; i++)
        pthread_create(&t, 0, worker, 0);
    return 0;
}
