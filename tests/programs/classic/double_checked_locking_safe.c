// Lazy initialisation: the flag is set after the data.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

static atomic_int ready;
static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&m);
        if (!atomic_load(&ready)) {
            data = 42;
            atomic_store(&ready, 1);
        }
        pthread_mutex_unlock(&m);
    }
    return data;
}

static void *worker(void *arg) {
    (void)arg;
    if (get() != 42)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
