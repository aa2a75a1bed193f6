// A thread whose function is an atomic section.
#include <pthread.h>
#include <assert.h>
int x, seen;
void *__VERIFIER_atomic_twice(void *a) { x = 1; x = 2; return 0; }
int main(void) {
    pthread_t p;
    pthread_create(&p, 0, __VERIFIER_atomic_twice, 0);
    seen = x;
    assert(seen != 1);
    pthread_join(p, 0);
    return 0;
}
