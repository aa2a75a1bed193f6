// That the lock is free and that it is taken are two steps.
#include <assert.h>
#include <pthread.h>
static int lock, count;
static void take(int *p) {
    int value;
    __asm__ __volatile__("1: ldar %w0, [%1]\n"
                         "   cbnz %w0, 1b\n"
                         "   stlr %w2, [%1]\n"
                         : "=&r"(value)
                         : "r"(p), "r"(1)
                         : "memory");
}
static void give(int *p) { __asm__ __volatile__("stlr wzr, [%0]" : : "r"(p) : "memory"); }
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
