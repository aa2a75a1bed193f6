#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static void *f(void *p) {
    sem_wait(&s);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, f, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    sem_wait(&s);
    return 0;
}
