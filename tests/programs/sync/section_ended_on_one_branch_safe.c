/* An atomic function inside an atomic section must not end it, although an `end` stands before it in the text. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int x, y;

static void __VERIFIER_atomic_step(void) { x++; }

static void *writer(void *arg) {
    (void)arg;
    __VERIFIER_atomic_begin();
    if (x == 5) {
        __VERIFIER_atomic_end();
        return 0;
    }
    __VERIFIER_atomic_step();
    y++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    __VERIFIER_atomic_begin();
    if (x != y)
        reach_error();
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return 0;
}
