// exit inside a section: nobody sees what it has done.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    exit(0);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    if (x)
        reach_error();
    return 0;
}
