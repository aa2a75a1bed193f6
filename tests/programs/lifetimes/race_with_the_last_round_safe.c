// The thread only writes where an object was that has ended, which does not count.
#include <pthread.h>
#include <stdatomic.h>

int *kept;
atomic_int again;

void *writer(void *arg) {
    while (!atomic_load(&again))
        ;
    *kept = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    for (int i = 0; i < 2; i++) {
        int local = i;
        if (i == 0) {
            kept = &local;
        } else {
            atomic_store(&again, 1);
            local = 3;
        }
    }
    pthread_join(t, 0);
    return 0;
}
