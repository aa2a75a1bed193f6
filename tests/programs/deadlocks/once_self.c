// The init routine waits for a thread that waits for the init routine.
#include <pthread.h>

static pthread_once_t o = PTHREAD_ONCE_INIT;

static void nothing(void) {}

static void *worker(void *arg) {
    (void)arg;
    pthread_once(&o, nothing);
    return 0;
}

static void setup(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
}

int main(void) {
    pthread_once(&o, setup);
    return 0;
}
