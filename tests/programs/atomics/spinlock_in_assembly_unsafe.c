// A spin lock as one finds it in old programs; what looks at the lock and what takes it are two steps.
#include <assert.h>
#include <pthread.h>
typedef struct { volatile int taken; } spin;
static spin lock;
static int count;
static inline int exchange(volatile int *p, int v) {
    __asm__ __volatile__("xchgl %0, %1" : "=r"(v) : "m"(*p), "0"(v) : "memory");
    return v;
}
static void take(spin *s) {
    while (exchange(&s->taken, s->taken))
        __asm__ __volatile__("rep; nop" ::: "memory");
    exchange(&s->taken, 1);
}
static void give(spin *s) { exchange(&s->taken, 0); }
void *worker(void *arg) {
    take(&lock);
    count++;
    give(&lock);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
