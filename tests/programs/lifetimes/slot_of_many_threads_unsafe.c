// A thread may find the local of its own last round, or of the other thread's.
#include <pthread.h>
#include <stdatomic.h>

_Atomic(int *) slot;

void *work(void *arg) {
    for (int i = 0; i < 2; i++) {
        int local = i;
        if (i == 0)
            atomic_store(&slot, &local);
        else
            *atomic_load(&slot) = 7;
    }
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
