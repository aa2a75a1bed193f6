// The result of a thread is kept while destructors run.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

sem_t runs, never;
pthread_key_t key;

void destroy(void *p) {
    sem_post(&runs);
    sem_wait(&never);
}

void *worker(void *unused) {
    pthread_setspecific(key, &key);
    return malloc(4);
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&runs);
    return 0;
}
