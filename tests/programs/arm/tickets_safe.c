// Who comes draws a number, and waits until it is shown.
#include <assert.h>
#include <pthread.h>
static unsigned next, shown, count;
void *worker(void *arg) {
    unsigned mine, seen;
    __asm__ __volatile__("ldaddal %w2, %w0, %1" : "=&r"(mine), "+Q"(next) : "r"(1) : "memory");
    __asm__ __volatile__("   sevl\n"
                         "1: wfe\n"
                         "   ldaxr %w0, %1\n"
                         "   cmp %w0, %w2\n"
                         "   b.ne 1b"
                         : "=&r"(seen), "+Q"(shown)
                         : "r"(mine)
                         : "memory", "cc");
    count++;
    __asm__ __volatile__("staddl %w1, %0" : "+Q"(shown) : "r"(1) : "memory");
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
