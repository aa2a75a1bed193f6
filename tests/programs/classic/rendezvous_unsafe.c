// Two threads meet: each sees what the other did before.
#include <pthread.h>
#include <semaphore.h>
extern void reach_error(void);

static sem_t here[2];
static int done[2];

static void *worker(void *arg) {
    int me = (int)(long)arg;
    done[me] = 1;
    sem_post(&here[me]);
    sem_wait(&here[me]);
    if (!done[1 - me])
        reach_error();
    return 0;
}

int main(void) {
    pthread_t a, b;
    sem_init(&here[0], 0, 0);
    sem_init(&here[1], 0, 0);
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
