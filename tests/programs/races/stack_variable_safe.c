// A local of main is shared by its address.
#include <pthread.h>

static void *worker(void *arg) {
    *(int *)arg = 5;
    return 0;
}

int main(void) {
    pthread_t t;
    int local = 0;
    pthread_create(&t, 0, worker, &local);
    pthread_join(t, 0);
    local++;
    return local;
}
