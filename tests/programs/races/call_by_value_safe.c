// A copy is private, the original is not.
#include <pthread.h>

struct job { int n; };
static struct job shared = {3};

static int by_value(struct job j) {
    j.n--;
    return j.n;
}
static int by_reference(struct job *j) {
    j->n--;
    return j->n;
}

static void *worker(void *arg) {
    (void)arg;
    (void)by_reference;
    (void)by_value;
    by_value(shared);
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
