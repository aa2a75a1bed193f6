// A post makes what was written before it visible to the one that waited.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t full;
static int data;

static void *producer(void *arg) {
    (void)arg;
    sem_post(&full);
    data = 42;
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&full, 0, 0);
    pthread_create(&t, 0, producer, 0);
    sem_wait(&full);
    if (data != 42)
        reach_error();
    pthread_join(t, 0);
    return 0;
}
