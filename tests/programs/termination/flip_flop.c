// Two threads that undo each other's work can go on for ever under a fair schedule.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *up(void *arg) {
    (void)arg;
    while (atomic_load(&x) != 1)
        atomic_store(&x, 1);
    return 0;
}

static void *toggle(void *arg) {
    (void)arg;
    for (;;) {
        atomic_store(&x, 0);
        atomic_store(&x, 1);
    }
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, up, 0);
    pthread_create(&t, 0, toggle, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
