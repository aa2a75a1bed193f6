// exit() in a thread ends the whole process.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);

static void *worker(void *arg) {
    (void)arg;
    exit(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    reach_error();
    return 0;
}
