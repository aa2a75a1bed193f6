// Main ends inside of a section in which it has created a thread.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);

static int x;

static void *worker(void *arg) {
    if (x)
        reach_error();
    return 0;
}

int main(void) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    pthread_create(&t, 0, worker, 0);
    x = 1;
    pthread_exit(0);
}
