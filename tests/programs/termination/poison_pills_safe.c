/* A queue of jobs for two workers; each of them ends when it gets a pill. */
#include <pthread.h>
#include <semaphore.h>

#define WORKERS 2
#define JOBS 3
enum { JOB, PILL };
static int queue[JOBS + WORKERS], head, tail;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t filled;

static void put(int what) {
    pthread_mutex_lock(&m);
    queue[tail++] = what;
    pthread_mutex_unlock(&m);
    sem_post(&filled);
}

static int get(void) {
    sem_wait(&filled);
    pthread_mutex_lock(&m);
    int what = queue[head++];
    pthread_mutex_unlock(&m);
    return what;
}

static void *worker(void *arg) {
    while (get() != PILL)
        ;
    return 0;
}

int main(void) {
    pthread_t t[WORKERS];
    sem_init(&filled, 0, 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < JOBS; i++)
        put(JOB);
    for (int i = 0; i < WORKERS; i++)
        put(PILL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], 0);
}
