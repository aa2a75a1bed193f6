// A thread is started inside an atomic section that also writes what it looks at.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *watcher(void *arg) {
    __VERIFIER_atomic_begin();
    if (x == 2 && y == 0)
        reach_error();
    __VERIFIER_atomic_end();
    return 0;
}

static void *worker(void *arg) {
    int seen = 0;
    for (int i = 0; i < 3; i++)
        if (x == 2)
            seen++;
    if (seen == 3)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, watcher, 0);
    __VERIFIER_atomic_begin();
    x = 2;
    y = 1;
    pthread_create(&u, 0, worker, 0);
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
