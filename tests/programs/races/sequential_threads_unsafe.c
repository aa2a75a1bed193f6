// Threads that never run at the same time.
#include <pthread.h>
extern void reach_error(void);

static int x;

static void *worker(void *arg) {
    (void)arg;
    x++;
    return 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&t[i], 0, worker, 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    if (x != 2)
        reach_error();
    return 0;
}
