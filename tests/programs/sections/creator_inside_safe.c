// Who creates a thread inside of a section has left the section when the thread begins.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    __VERIFIER_atomic_begin();
    x = 2;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return x;
}
