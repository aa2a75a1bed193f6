// Main returns from inside of a section, and leaks memory.
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    int *p = malloc(4);
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    if (x)
        return 0;
    __VERIFIER_atomic_end();
    free(p);
    return 0;
}
