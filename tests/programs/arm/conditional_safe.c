// As Linux does it for ARM: the loop is in C, the store is executed only if the values are equal.
#include <assert.h>
#include <pthread.h>
static int count;
static int exchange_if(int *p, int old, int new) {
    int found, failed;
    do {
        __asm__ __volatile__("ldrex   %1, [%3]\n"
                             "mov     %0, #0\n"
                             "teq     %1, %4\n"
                             "strexeq %0, %5, [%3]\n"
                             : "=&r"(failed), "=&r"(found), "+Qo"(*p)
                             : "r"(p), "Ir"(old), "r"(new)
                             : "memory", "cc");
    } while (failed);
    return found;
}
void *worker(void *arg) {
    int seen = 0, found;
    while ((found = exchange_if(&count, seen, seen + 1)) != seen)
        seen = found;
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
