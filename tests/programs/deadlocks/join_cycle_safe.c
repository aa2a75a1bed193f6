// Three threads that wait for each other's end.
#include <pthread.h>
#include <semaphore.h>

static pthread_t ids[2];
static sem_t go;

static void *first(void *arg) {
    (void)arg;
    sem_wait(&go);
    pthread_join(ids[1], 0);
    return 0;
}

static void *second(void *arg) {
    pthread_t *main_id = arg;
    sem_wait(&go);
    (void)main_id;
    return 0;
}

int main(void) {
    pthread_t self = pthread_self();
    sem_init(&go, 0, 0);
    pthread_create(&ids[0], 0, first, 0);
    pthread_create(&ids[1], 0, second, &self);
    sem_post(&go);
    sem_post(&go);
    pthread_join(ids[0], 0);
    return 0;
}
