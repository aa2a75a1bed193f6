/* One thread stops for ever in front of a lock of its own; what others do must not wait for it. */
#include <pthread.h>
extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *stuck(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}

void *worker(void *arg) {
    x = x + 1;
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, stuck, 0);
    pthread_create(&t[1], 0, worker, 0);
    if (x == 1)
        reach_error();
    return 0;
}
