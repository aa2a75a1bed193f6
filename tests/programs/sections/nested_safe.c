// Sections inside of sections: only the outermost end is one.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_begin();
    y = y;
    __VERIFIER_atomic_end();
    y++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    if (x != y)
        reach_error();
    __VERIFIER_atomic_end();
    return 0;
}
