// Concurrent reads are no race; one write among them is.
#include <pthread.h>

static int table[2] = {3, 4};

static void *worker(void *arg) {
    int s = table[0] + table[1];
    return s + (char *)arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
