// A function that is a section, with others inside, one of them on some paths only.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;

static void __VERIFIER_atomic_both(int first) {
    __VERIFIER_atomic_begin();
    x++;
    if (first) {
        __VERIFIER_atomic_end();
        y++;
        return;
    }
    y++;
    __VERIFIER_atomic_end();
}

static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    if (x == 0)
        __VERIFIER_atomic_both(1);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_both(0);
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
