// Each object has its own lock; the lock of another object does not help.
#include <pthread.h>

struct obj { pthread_mutex_t m; int n; };
static struct obj o[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void add(struct obj *lock, struct obj *to) {
    pthread_mutex_lock(&lock->m);
    to->n++;
    pthread_mutex_unlock(&lock->m);
}

static void *worker(void *arg) {
    (void)arg;
    add(&o[0], &o[0]);
    add(&o[1], &o[1]);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    add(&o[0], &o[1]);
    pthread_join(t, 0);
    return 0;
}
