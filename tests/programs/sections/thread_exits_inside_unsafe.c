// pthread_exit inside a section: the others go on.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (x == 0) {
        x = 1;
        pthread_exit(0);
    }
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    if (x)
        reach_error();
    __VERIFIER_atomic_end();
    return 0;
}
