// The same with an ordinary function beside the atomic one.
#include <pthread.h>
#include <assert.h>
int x;
void __VERIFIER_atomic_increment(void) { x = x + 1; }
void increment(void) { x = x + 1; }
void (*step[2])(void) = {__VERIFIER_atomic_increment, increment};
void *worker(void *a) { step[a != 0](); return 0; }
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, worker, (void *)1);
    pthread_create(&q, 0, worker, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(x == 2);
    return 0;
}
