// assert() from assert.h in a thread.
#include <assert.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    (void)arg;
    x++;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(x >= 2);
    return 0;
}
