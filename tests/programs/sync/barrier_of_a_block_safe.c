#include <pthread.h>

void *arrive(void *arg) {
    pthread_barrier_wait(arg);
    return 0;
}

int main(void) {
    pthread_t t;
    {
        pthread_barrier_t barrier;
        pthread_barrier_init(&barrier, 0, 2);
        pthread_create(&t, 0, arrive, &barrier);
        pthread_barrier_wait(&barrier);
        pthread_barrier_destroy(&barrier);
    }
    pthread_join(t, 0);
    return 0;
}
