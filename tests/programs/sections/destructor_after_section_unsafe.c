// The destructor of a key runs at the common end of a thread, inside its section or after it.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, one = 1;
static pthread_key_t k;

static void destroy(void *p) {
    x = 1;
    x = 0;
}

static void *worker(void *arg) {
    pthread_setspecific(k, &one);
    __VERIFIER_atomic_begin();
    if (y)
        return 0;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t t;
    y = __VERIFIER_nondet_int();
    pthread_key_create(&k, destroy);
    while (__VERIFIER_nondet_int())
        pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    if (x)
        reach_error();
    __VERIFIER_atomic_end();
    return 0;
}
