// A thread that returns from inside a section: the section ends with it.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (y)
        return 0;
    y = 1;
    x++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (x != 1)
        reach_error();
    return 0;
}
