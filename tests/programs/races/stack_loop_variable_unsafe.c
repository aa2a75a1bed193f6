// The address of the loop counter is given to the threads.
#include <pthread.h>

static int sum[2];

static void *worker(void *arg) {
    int *p = arg;
    sum[p == 0] += *p;
    return 0;
}

int main(void) {
    pthread_t t;
    int i;
    for (i = 0; i < 2; i++) {
        pthread_create(&t, 0, worker, &i);
        if (i == 0)
            pthread_join(t, 0);
    }
    pthread_join(t, 0);
    return sum[0];
}
