// A function whose name makes it an atomic section is one through a pointer, too.
#include <pthread.h>
#include <assert.h>
int x;
void __VERIFIER_atomic_increment(void) { x = x + 1; }
void (*step)(void) = __VERIFIER_atomic_increment;
void *worker(void *a) { step(); return 0; }
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, worker, 0);
    pthread_create(&q, 0, worker, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(x == 2);
    return 0;
}
