/* Each of two threads waits for the end of the other. */
#include <pthread.h>

static pthread_t first, second;
static pthread_barrier_t started;

static void *work(void *arg) {
    pthread_barrier_wait(&started);
    pthread_join(second, 0);
    return 0;
}

static void *helper(void *arg) {
    pthread_barrier_wait(&started);
    pthread_join(first, 0);
    return 0;
}

int main(void) {
    pthread_barrier_init(&started, 0, 3);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, helper, 0);
    pthread_barrier_wait(&started);
    pthread_exit(0);
}
