/* Only one worker is told that the pool is shut down. */
#include <pthread.h>
#include <stdbool.h>

static int jobs, done;
static bool stop;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg) {
    while (true) {
        pthread_mutex_lock(&m);
        while (jobs == 0 && !stop)
            pthread_cond_wait(&work, &m);
        if (jobs == 0) {
            pthread_mutex_unlock(&m);
            return 0;
        }
        jobs--;
        done++;
        pthread_mutex_unlock(&m);
    }
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        jobs++;
        pthread_cond_signal(&work);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    stop = true;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
