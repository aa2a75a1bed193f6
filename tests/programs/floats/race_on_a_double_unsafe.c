// A double is a scalar like any other: who writes it without a lock races.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
double total;

void *worker(void *p) {
    total *= 2;
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    pthread_mutex_lock(&m);
    total += 1.5;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
