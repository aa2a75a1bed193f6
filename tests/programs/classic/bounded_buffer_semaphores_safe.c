// Producer and consumer with two semaphores over a ring of one cell; too many free cells overwrite data.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t empty, full;
static int cell;

static void *producer(void *arg) {
    (void)arg;
    for (int i = 1; i <= 2; i++) {
        sem_wait(&empty);
        cell = i;
        sem_post(&full);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    sem_init(&empty, 0, 1);
    sem_init(&full, 0, 0);
    pthread_create(&t, 0, producer, 0);
    for (int i = 1; i <= 2; i++) {
        sem_wait(&full);
        if (cell != i)
            reach_error();
        sem_post(&empty);
    }
    pthread_join(t, 0);
    return 0;
}
